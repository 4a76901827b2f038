"""How a turn resolves when all have chosen, and what comes next (sections 2, 5 and 6)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BUILD_0,
    BUILD_FREE_0,
    CHOOSE_0,
    PAWN_0,
    REVIVE_0,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
    STAGE_0,
)
from wonderzoo.seven_wonders.edifices import (
    end_shields_of_one_war,
    is_open,
    punish,
    reward_pawns,
    take_pawns,
    who_chooses_a_loss,
)
from wonderzoo.seven_wonders.effects import (
    gain_card_coins,
    gain_half_coins,
    gain_stage_coins,
    must_choose,
    place_card,
    place_stage,
    take_half,
    take_pawn,
)
from wonderzoo.seven_wonders.hands import (
    hand_of,
    look_at_discards,
    take_from_discards,
    take_from_hand,
    take_place,
)
from wonderzoo.seven_wonders.payment import (
    fee_of,
    has_special,
    is_free,
    left_of,
    must_pay,
    right_of,
)
from wonderzoo.seven_wonders.state import (
    BUILT,
    CHOOSE,
    COINS_BY_SEAT,
    COINS_TOGETHER,
    COPY,
    LOSE,
    MAIN,
    NO_CHOICE,
    OVER,
    REVIVAL_FORCED,
    REVIVALS_FIRST,
    REVIVE,
    SEVENTH,
    SHIELDS_ONE_WAR,
    SOLD,
    TUCKED,
)
from wonderzoo.seven_wonders.tables import (
    CARD_COINS_COST,
    COPY_GUILD,
    DEFEAT_TOKEN,
    GUILDS,
    HALF_KIND,
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
    """All have chosen: pay and place everything, then pawns, then what was placed. Ruling 2.5.

    The same for the seventh cards, a turn of their own after turn 6 (section 5).
    """
    state.resolving = state.phase
    turn = state.turn if state.phase == MAIN else TURNS + 1
    for seat in range(state.num_players):
        state.built[seat] = NO_CHOICE
        state.staged[seat] = 0
        if state.chosen[seat] != NO_CHOICE:
            _pay_and_place(state, seat, turn)
            if state.coin_effects == COINS_BY_SEAT:
                _gain_coins(state, seat)
    if state.edifice:
        take_pawns(state)
    choosers = 0
    for seat in range(state.num_players):
        if state.staged[seat] and must_choose(state, seat):
            choosers |= 1 << seat
    if choosers:
        state.phase = CHOOSE
        ask(state, choosers)
    else:
        _effects(state)


@kernel
def resolve_stage_choices(state):
    """Carthage's half and the Age of Ur's pawn are chosen, before the effects. Edifice 13, 14."""
    for seat in range(state.num_players):
        chosen = state.chosen[seat]
        if chosen >= PAWN_0:
            take_pawn(state, seat, chosen - PAWN_0)
        elif chosen >= CHOOSE_0:
            take_half(state, seat, chosen - CHOOSE_0)
            if state.coin_effects == COINS_BY_SEAT:
                gain_half_coins(state, seat)
    _effects(state)


@kernel
def _effects(state):
    """The coins of what was placed, then the rewards of completed Edifices. Edifice 5, 6."""
    if state.coin_effects == COINS_TOGETHER:
        for seat in range(state.num_players):
            _gain_coins(state, seat)
    if state.edifice:
        reward_pawns(state)
    if state.resolving == MAIN and state.turn == TURNS:
        _last_cards(state)
    else:
        _revivals(state)


@kernel
def _pay_and_place(state, seat, turn):
    action = state.chosen[seat]
    hand = hand_of(state, seat)
    to_left, to_right = state.bill[seat, 0], state.bill[seat, 1]
    state.coins[seat] -= to_left + to_right + fee_of(state, action)
    state.coins[left_of(state, seat)] += to_left
    state.coins[right_of(state, seat)] += to_right
    state.traded[seat] += to_left + to_right
    if action >= BUILD_FREE_0:
        card = action - BUILD_FREE_0
        if not is_free(state, seat, card):
            state.free_used[seat] |= 1 << state.age
        _build(state, seat, hand, card, turn)
    elif action >= SELL_0:
        take_from_hand(state, hand, action - SELL_0, SOLD, turn)
        state.coins[seat] += SALE_COINS
        state.sold[seat] += 1
    elif action >= STAGE_0:
        take_from_hand(state, hand, (action - STAGE_0) % NUM_CARDS, TUCKED, turn)
        place_stage(state, seat)
        state.staged[seat] = 1
    else:
        card = action - BUILD_0
        if must_pay(state, seat, action):
            state.coins[seat] -= CARD_COINS_COST[state.edition, card]
        _build(state, seat, hand, card, turn)


@kernel
def _build(state, seat, hand, card, turn):
    take_from_hand(state, hand, card, BUILT, turn)
    place_card(state, seat, card)
    state.built[seat] = card


@kernel
def _gain_coins(state, seat):
    """Coins of what the seat has just built."""
    if state.built[seat] != NO_CHOICE:
        gain_card_coins(state, seat, state.built[seat])
    elif state.staged[seat]:
        gain_stage_coins(state, seat)
        gain_half_coins(state, seat)


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
def _revivals(state):
    """Ask the next seat that may build a card of the discards, else end the turn. Ruling 9.5.

    Halikarnassos, whose stages say so, comes before Carthage, which chooses it. Edifice 14.
    """
    for chosen_half in range(2):
        for seat in range(state.num_players):
            if state.revivals[seat] > 0 and _chose_half(state, seat) == chosen_half:
                fitting, only = 0, 0
                for card in range(NUM_CARDS):
                    if state.discards[card] and not state.city[seat, card]:
                        fitting, only = fitting + 1, card
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
def _chose_half(state, seat):
    """Whether the last stage of a seat is one with halves."""
    return HALF_KIND[state.board[seat], state.stages[seat] - 1, 0] >= 0


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
    """The next turn, or the end of the Age: failure of its Edifice, then the war. Edifice 7."""
    if state.turn == TURNS and is_open(state, state.age - 1):
        choosers = who_chooses_a_loss(state)
        ask(state, choosers)
        if choosers:
            state.phase = LOSE
            return
        punish(state)
    _complete_turn(state)


@kernel
def resolve_losses(state):
    """All have chosen what they lose to the Edifice's penalty."""
    punish(state)
    _complete_turn(state)


@kernel
def _complete_turn(state):
    state.completed = 1
    state.done_age = state.age
    state.done_turn = state.turn
    state.phase = MAIN
    if state.turn < TURNS:
        state.turn += 1
        ask(state, everybody(state))
        return
    _war(state)
    if state.edifice_shields == SHIELDS_ONE_WAR:
        end_shields_of_one_war(state)
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
