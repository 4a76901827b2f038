"""The course of the game: what a seat may choose, and how a turn resolves when all have."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BILL_0,
    BUILD_0,
    BUILD_FREE_0,
    COPY_0,
    COPYABLE,
    REVIVE_0,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
    STAGE_0,
    WAIT,
)
from wonderzoo.seven_wonders.effects import (
    gain_card_coins,
    gain_stage_coins,
    place_card,
    place_stage,
)
from wonderzoo.seven_wonders.hands import (
    hand_of,
    show_discards,
    take_from_discards,
    take_from_hand,
    take_place,
)
from wonderzoo.seven_wonders.payment import (
    NO_BILLS,
    card_bills,
    cheapest_bill,
    count_bills,
    free_by_chain,
    free_by_stage,
    has_special,
    least_right,
    left_of,
    nth_bill,
    right_of,
    stage_bills,
)
from wonderzoo.seven_wonders.state import (
    BUILT,
    COPY,
    MAIN,
    NO_CHOICE,
    OVER,
    PAY_CHEAPEST,
    REVIVE,
    SEVENTH,
    SIDE,
    SOLD,
    TUCKED,
)
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    CARD_COINS_COST,
    CARD_COST,
    COPY_GUILD,
    DEFEAT_TOKEN,
    FREE_ONCE_AN_AGE,
    GUILDS,
    HAND_SIZE,
    NUM_AGES,
    NUM_CARDS,
    NUM_GUILDS,
    NUM_RESOURCES,
    PLAY_SEVENTH,
    SALE_COINS,
    TURNS,
    VICTORY_TOKENS,
)


@kernel
def actors(state):
    """The seats that must still choose: a bit for each; 0 at the end."""
    return int(state.waiting)


@kernel
def everybody(state):
    return (1 << int(state.num_players)) - 1


# --- what may be chosen ---


@kernel
def legal(state, player, out):
    """Write the ids of the player's legal actions into ``out``; return how many there are.

    A player with nothing to decide may only wait. At the end there is nothing left: 0.
    """
    if state.phase == OVER:
        return 0
    if not (state.waiting >> player) & 1:
        out[0] = WAIT
        return 1
    if (state.billing >> player) & 1:
        count = count_bills(bills_of(state, player, state.chosen[player], False))
        for k in range(count):
            out[k] = BILL_0 + k
        return count
    if state.phase == SIDE:
        out[0] = SIDE_0
        out[1] = SIDE_0 + 1
        return 2
    if state.phase == REVIVE:
        return _legal_revivals(state, player, out)
    if state.phase == COPY:
        return _legal_copies(state, player, out)
    return _legal_plays(state, player, out)


@kernel
def _legal_plays(state, player, out):
    """Build, stage and sell with each card of the hand; equal cards once. Section 3."""
    hand = hand_of(state, player)
    age = state.age - 1
    stage = _stage_is_affordable(state, player)
    free = _may_build_free(state, player)
    n = 0
    for place in range(HAND_SIZE):
        if not (state.left[age, hand] >> place) & 1:
            continue
        card = int(state.deck[age, hand, place])
        if _stands_before(state, hand, place, card):
            continue
        out[n] = SELL_0 + card
        n += 1
        if stage:
            out[n] = STAGE_0 + card
            n += 1
        if not state.city[player, card]:
            for_nothing = free_by_chain(state, player, card) or free_by_stage(state, player, card)
            if for_nothing or card_bills(state, player, card, True) != NO_BILLS:
                out[n] = BUILD_0 + card
                n += 1
            if free and not for_nothing and _costs_something(state, card):
                out[n] = BUILD_FREE_0 + card
                n += 1
    return n


@kernel
def _stands_before(state, hand, place, card):
    """Whether an earlier place of the hand holds the same card."""
    age = state.age - 1
    for earlier in range(place):
        if (state.left[age, hand] >> earlier) & 1 and state.deck[age, hand, earlier] == card:
            return True
    return False


@kernel
def _stage_is_affordable(state, player):
    if state.stages[player] >= BOARD_STAGES[state.board[player]]:
        return False
    return stage_bills(state, player, True) != NO_BILLS


@kernel
def _may_build_free(state, player):
    """First edition, Olympia A: one card an Age, beside paying. Ruling 9.3."""
    if not has_special(state, player, FREE_ONCE_AN_AGE):
        return False
    return not (state.free_used[player] >> state.age) & 1


@kernel
def _costs_something(state, card):
    if CARD_COINS_COST[state.edition, card]:
        return True
    for resource in range(NUM_RESOURCES):
        if CARD_COST[state.edition, card, resource]:
            return True
    return False


@kernel
def _legal_revivals(state, player, out):
    n = 0
    for card in range(NUM_CARDS):
        if state.discards[card] and not state.city[player, card]:
            out[n] = REVIVE_0 + card
            n += 1
    out[n] = REVIVE_NOTHING
    return n + 1


@kernel
def _legal_copies(state, player, out):
    n = 0
    left, right = left_of(state, player), right_of(state, player)
    for i in range(len(COPYABLE)):
        if state.city[left, COPYABLE[i]] or state.city[right, COPYABLE[i]]:
            out[n] = COPY_0 + i
            n += 1
    return n


@kernel
def bills_of(state, player, action, any_will_do):
    """The bills of a chosen `build C` or `stage with C`, packed; (0, 0) alone if it is free."""
    if STAGE_0 <= action and action < SELL_0:
        return stage_bills(state, player, any_will_do)
    return card_bills(state, player, action - BUILD_0, any_will_do)


# --- choosing ---


@kernel
def apply(state, player, action):
    """Take in one legal choice; the turn resolves with the last. The caller checks legality."""
    state.action = action
    state.completed = 0
    if BILL_0 <= action and action < REVIVE_0:
        bills = bills_of(state, player, state.chosen[player], False)
        _settle_bill(state, player, bills, nth_bill(bills, action - BILL_0))
        state.billing &= ~(1 << player)
    else:
        state.chosen[player] = action
        state.bill[player, 0] = 0
        state.bill[player, 1] = 0
        if _must_pay(state, player, action) and _ask_for_bill(state, player, action):
            return
    state.waiting &= ~(1 << player)
    if state.waiting == 0:
        if state.phase == SIDE:
            _choose_sides(state)
        elif state.phase == MAIN:
            _resolve_turn(state)
        elif state.phase == SEVENTH:
            _resolve_seventh(state)
        elif state.phase == REVIVE:
            _revive(state, player, action)
        elif state.phase == COPY:
            state.copied[player] = COPYABLE[action - COPY_0]
            _next_copy(state, player + 1)


@kernel
def _must_pay(state, player, action):
    if STAGE_0 <= action and action < SELL_0:
        return True
    if BUILD_0 <= action and action < STAGE_0:
        card = action - BUILD_0
        chain = free_by_chain(state, player, card)
        return not (chain or free_by_stage(state, player, card))
    return False


@kernel
def _ask_for_bill(state, player, action):
    """Settle the bill if there is one only, or the cheapest; whether the seat must choose."""
    bills = bills_of(state, player, action, False)
    if state.payment == PAY_CHEAPEST or count_bills(bills) == 1:
        _settle_bill(state, player, bills, cheapest_bill(bills))
        return False
    state.billing |= 1 << player
    return True


@kernel
def _settle_bill(state, player, bills, to_left):
    state.bill[player, 0] = to_left
    state.bill[player, 1] = least_right(bills, to_left)


@kernel
def _choose_sides(state):
    for seat in range(state.num_players):
        if state.chosen[seat] >= SIDE_0:
            state.board[seat] += state.chosen[seat] - SIDE_0
    state.phase = MAIN
    _ask(state, everybody(state))


@kernel
def _ask(state, seats):
    state.waiting = seats
    for seat in range(state.num_players):
        state.chosen[seat] = NO_CHOICE


# --- resolving ---


@kernel
def _resolve_turn(state):
    """Pay and place everything, then the coins of what was placed. Ruling 2.5."""
    for seat in range(state.num_players):
        _pay_and_place(state, seat, state.turn)
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
        if _must_pay(state, seat, action):
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
    players = 0
    for seat in range(state.num_players):
        if has_special(state, seat, PLAY_SEVENTH):
            players |= 1 << seat
        else:
            hand = hand_of(state, seat)
            for place in range(HAND_SIZE):
                if (state.left[state.age - 1, hand] >> place) & 1:
                    take_place(state, hand, place, SOLD, TURNS + 1)
    if players:
        state.phase = SEVENTH
        _ask(state, players)
    else:
        _revivals(state)


@kernel
def _resolve_seventh(state):
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
            for card in range(NUM_CARDS):
                if state.discards[card] and not state.city[seat, card]:
                    state.phase = REVIVE
                    show_discards(state, seat)
                    _ask(state, 1 << seat)
                    return
            state.revivals[seat] = 0  # nothing fits: no later claim
    _end_turn(state)


@kernel
def _revive(state, player, action):
    state.revivals[player] -= 1
    if action != REVIVE_NOTHING:
        card = action - REVIVE_0
        take_from_discards(state, card)
        place_card(state, player, card)
        gain_card_coins(state, player, card)
    _revivals(state)


@kernel
def _end_turn(state):
    state.completed = 1
    state.done_age = state.age
    state.done_turn = state.turn
    state.phase = MAIN
    if state.turn < TURNS:
        state.turn += 1
        _ask(state, everybody(state))
        return
    _war(state)
    if state.age < NUM_AGES:
        open_age(state, state.age + 1)
    else:
        _next_copy(state, 0)


@kernel
def open_age(state, age):
    """Hand out the opening hands of an Age."""
    state.age = age
    state.turn = 1
    state.phase = MAIN
    for hand in range(state.num_players):
        state.left[age - 1, hand] = (1 << HAND_SIZE) - 1
    _ask(state, everybody(state))


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
def _next_copy(state, first):
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
                _ask(state, 1 << seat)
                return
            state.copied[seat] = only
    state.phase = OVER
    state.waiting = 0
