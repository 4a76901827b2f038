"""How a turn resolves when all have chosen, and what comes next (sections 2, 5 and 6)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BUILD_0,
    BUILD_FREE_0,
    REVIVE_0,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
    STAGE_0,
)
from wonderzoo.seven_wonders.effects import (
    gain_card_coins,
    gain_stage_coins,
    place_card,
    place_stage,
)
from wonderzoo.seven_wonders.hands import (
    hand_of,
    look_at_discards,
    take_from_discards,
    take_from_hand,
    take_place,
)
from wonderzoo.seven_wonders.payment import (
    has_special,
    is_free,
    left_of,
    must_pay,
    right_of,
)
from wonderzoo.seven_wonders.state import (
    BUILT,
    COINS_BY_SEAT,
    COINS_TOGETHER,
    COPY,
    MAIN,
    NO_CHOICE,
    OVER,
    REVIVAL_FORCED,
    REVIVALS_FIRST,
    REVIVE,
    SEVENTH,
    SOLD,
    TUCKED,
)
from wonderzoo.seven_wonders.tables import (
    CARD_COINS_COST,
    COPY_GUILD,
    DEFEAT_TOKEN,
    GUILDS,
    HAND_SIZE,
    NUM_AGES,
    NUM_CARDS,
    NUM_GUILDS,
    PLAY_SEVENTH,
    SALE_COINS,
    TURNS,
    VICTORY_TOKENS,
)


@kernel
def everybody(state):
    return (1 << int(state.num_players)) - 1


@kernel
def ask(state, seats):
    state.waiting = seats
    for seat in range(state.num_players):
        state.chosen[seat] = NO_CHOICE


@kernel
def choose_sides(state):
    for seat in range(state.num_players):
        if state.chosen[seat] >= SIDE_0:
            state.board[seat] += state.chosen[seat] - SIDE_0
    state.phase = MAIN
    ask(state, everybody(state))


@kernel
def resolve_turn(state):
    """Pay and place everything, then the coins of what was placed. Ruling 2.5."""
    for seat in range(state.num_players):
        _pay_and_place(state, seat, state.turn)
        if state.coin_effects == COINS_BY_SEAT:
            _gain_coins(state, seat)
    if state.coin_effects == COINS_TOGETHER:
        for seat in range(state.num_players):
            _gain_coins(state, seat)
    if state.turn == TURNS:
        _last_cards(state)
    else:
        _revivals(state)


@kernel
def _pay_and_place(state, seat, turn):
    action = state.chosen[seat]
    hand = hand_of(state, seat)
    to_left, to_right = state.bill[seat, 0], state.bill[seat, 1]
    state.coins[seat] -= to_left + to_right
    state.coins[left_of(state, seat)] += to_left
    state.coins[right_of(state, seat)] += to_right
    state.traded[seat] += to_left + to_right
    if action >= BUILD_FREE_0:
        card = action - BUILD_FREE_0
        if not is_free(state, seat, card):
            state.free_used[seat] |= 1 << state.age
        take_from_hand(state, hand, card, BUILT, turn)
        place_card(state, seat, card)
    elif action >= SELL_0:
        take_from_hand(state, hand, action - SELL_0, SOLD, turn)
        state.coins[seat] += SALE_COINS
        state.sold[seat] += 1
    elif action >= STAGE_0:
        take_from_hand(state, hand, action - STAGE_0, TUCKED, turn)
        place_stage(state, seat)
    else:
        card = action - BUILD_0
        if must_pay(state, seat, action):
            state.coins[seat] -= CARD_COINS_COST[state.edition, card]
        take_from_hand(state, hand, card, BUILT, turn)
        place_card(state, seat, card)


@kernel
def _gain_coins(state, seat):
    action = state.chosen[seat]
    if action >= BUILD_FREE_0:
        gain_card_coins(state, seat, action - BUILD_FREE_0)
    elif action >= SELL_0:
        pass
    elif action >= STAGE_0:
        gain_stage_coins(state, seat)
    else:
        gain_card_coins(state, seat, action - BUILD_0)


@kernel
def _last_cards(state):
    """After turn 6 the seventh cards are discarded, unless a stage lets them be played."""
    for seat in range(state.num_players):
        if not has_special(state, seat, PLAY_SEVENTH):
            hand = hand_of(state, seat)
            for place in range(HAND_SIZE):
                if (state.left[state.age - 1, hand] >> place) & 1:
                    take_place(state, hand, place, SOLD, TURNS + 1)
    if state.last_turn == REVIVALS_FIRST or not _ask_for_seventh(state):
        _revivals(state)


@kernel
def _ask_for_seventh(state):
    """Ask who may play a seventh card and still holds it; whether anybody does."""
    players = 0
    for seat in range(state.num_players):
        if state.left[state.age - 1, hand_of(state, seat)]:
            players |= 1 << seat
    if players:
        state.phase = SEVENTH
        ask(state, players)
    return players != 0


@kernel
def resolve_seventh(state):
    """Babylon's seventh card: a turn of its own after turn 6. Section 5."""
    for seat in range(state.num_players):
        if state.chosen[seat] != NO_CHOICE:
            _pay_and_place(state, seat, TURNS + 1)
            _gain_coins(state, seat)
    _revivals(state)


@kernel
def _revivals(state):
    """Ask the next seat that may build a card of the discards, else end the turn. Ruling 9.5."""
    for seat in range(state.num_players):
        if state.revivals[seat] > 0:
            fitting, only = 0, 0
            for card in range(NUM_CARDS):
                if state.discards[card] and not state.city[seat, card]:
                    fitting, only = fitting + 1, card
            if fitting:
                look_at_discards(state, seat)
            if fitting == 1 and state.revival == REVIVAL_FORCED:
                _build_from_discards(state, seat, only)
            elif fitting:
                state.phase = REVIVE
                ask(state, 1 << seat)
                return
            state.revivals[seat] = 0  # nothing fits: no later claim
    if state.turn < TURNS or not _ask_for_seventh(state):
        _end_turn(state)


@kernel
def revive(state, player, action):
    state.revivals[player] -= 1
    if action != REVIVE_NOTHING:
        _build_from_discards(state, player, action - REVIVE_0)
    _revivals(state)


@kernel
def _build_from_discards(state, seat, card):
    take_from_discards(state, card)
    place_card(state, seat, card)
    gain_card_coins(state, seat, card)


@kernel
def _end_turn(state):
    state.completed = 1
    state.done_age = state.age
    state.done_turn = state.turn
    state.phase = MAIN
    if state.turn < TURNS:
        state.turn += 1
        ask(state, everybody(state))
        return
    _war(state)
    if state.age < NUM_AGES:
        open_age(state, state.age + 1)
    else:
        next_copy(state, 0)


@kernel
def open_age(state, age):
    """Hand out the opening hands of an Age."""
    state.age = age
    state.turn = 1
    state.phase = MAIN
    for hand in range(state.num_players):
        state.left[age - 1, hand] = (1 << HAND_SIZE) - 1
    ask(state, everybody(state))


@kernel
def _war(state):
    """Compare shields with both neighbors, at the end of an Age. Section 6."""
    for seat in range(state.num_players):
        _conflict(state, seat, left_of(state, seat))
        _conflict(state, seat, right_of(state, seat))


@kernel
def _conflict(state, seat, neighbor):
    token = 0
    if state.shields[seat] > state.shields[neighbor]:
        token = VICTORY_TOKENS[state.age - 1]
    elif state.shields[seat] < state.shields[neighbor]:
        token = DEFEAT_TOKEN
    if token:
        state.tokens[seat, state.num_tokens[seat]] = token
        state.num_tokens[seat] += 1


@kernel
def next_copy(state, first):
    """First edition, Olympia B: copy a guild after the last war, if a neighbor has one."""
    for seat in range(first, state.num_players):
        if has_special(state, seat, COPY_GUILD):
            count, only = 0, NO_CHOICE
            for i in range(NUM_GUILDS):
                guild = GUILDS[state.edition, i]
                near = state.city[left_of(state, seat), guild]
                if near or state.city[right_of(state, seat), guild]:
                    count, only = count + 1, int(guild)
            if count > 1:
                state.phase = COPY
                ask(state, 1 << seat)
                return
            state.copied[seat] = only
    state.phase = OVER
    state.waiting = 0
