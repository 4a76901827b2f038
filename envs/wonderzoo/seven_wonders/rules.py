"""What a seat may choose, and taking in its choices (sections 3, 4 and 9)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BILL_0,
    BUILD_0,
    BUILD_FREE_0,
    CHOOSE_0,
    COPY_0,
    COPYABLE,
    JOIN_0,
    LOSE_0,
    PAWN_0,
    REVIVE_0,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
    STAGE_0,
    WAIT,
)
from wonderzoo.seven_wonders.edifices import fee_to_join, first_loss
from wonderzoo.seven_wonders.hands import hand_of
from wonderzoo.seven_wonders.payment import (
    NO_BILLS,
    card_bills,
    cheapest_bill,
    count_bills,
    fee_of,
    has_special,
    is_free,
    is_stage,
    least_right,
    left_of,
    must_pay,
    nth_bill,
    right_of,
    stage_bills,
)
from wonderzoo.seven_wonders.state import (
    CHOOSE,
    COPY,
    FREE_CHOOSE,
    LOSE,
    MAIN,
    OVER,
    PAY_CHEAPEST,
    REVIVAL_OPTIONAL,
    REVIVE,
    SEVENTH,
    SIDE,
)
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    CARD_COINS_COST,
    CARD_COST,
    FREE_ONCE_AN_AGE,
    HALF_KIND,
    HAND_SIZE,
    NUM_AGES,
    NUM_CARDS,
    NUM_RESOURCES,
)
from wonderzoo.seven_wonders.turns import (
    choose_sides,
    next_copy,
    resolve_losses,
    resolve_stage_choices,
    resolve_turn,
    revive,
)


@kernel
def actors(state):
    """The seats that must still choose: a bit for each; 0 at the end."""
    return int(state.waiting)


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
    if state.phase == CHOOSE:
        return _legal_stage_choices(state, player, out)
    if state.phase == LOSE:
        return _legal_losses(state, player, out)
    return _legal_plays(state, player, out)


@kernel
def _legal_plays(state, player, out):
    """Build, stage and sell with each card of the hand; equal cards once. Section 3."""
    hand = hand_of(state, player)
    age = state.age - 1
    stage = _stage_is_affordable(state, player, 0)
    fee = fee_to_join(state, player)
    join = stage and fee >= 0 and _stage_is_affordable(state, player, fee)
    stage_frees = _may_build_free(state, player)
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
        if join:
            out[n] = JOIN_0 + card
            n += 1
        if not state.city[player, card]:
            for_nothing = is_free(state, player, card)
            may_pay = not for_nothing or state.free_building == FREE_CHOOSE
            if not may_pay or card_bills(state, player, card, True) != NO_BILLS:
                out[n] = BUILD_0 + card
                n += 1
            if may_pay and (for_nothing or stage_frees) and _costs_something(state, card):
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
def _stage_is_affordable(state, player, fee):
    """Whether the next stage can be built, and so many coins be paid for an Edifice beside."""
    if state.stages[player] >= BOARD_STAGES[state.board[player]]:
        return False
    return stage_bills(state, player, True, fee) != NO_BILLS


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
    if state.revival == REVIVAL_OPTIONAL:
        out[n] = REVIVE_NOTHING
        n += 1
    return n


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
def _legal_stage_choices(state, player, out):
    """The halves of the stage just built, or the Ages of its pawn."""
    board, stage = state.board[player], state.stages[player] - 1
    if HALF_KIND[board, stage, 0] >= 0:
        for half in range(2):
            out[half] = CHOOSE_0 + HALF_KIND[board, stage, half]
        return 2
    for age in range(NUM_AGES):
        out[age] = PAWN_0 + age
    return NUM_AGES


@kernel
def _legal_losses(state, player, out):
    n = 0
    action = first_loss(state, player, LOSE_0)
    while action >= 0:
        out[n] = action
        n += 1
        action = first_loss(state, player, action + 1)
    return n


@kernel
def bills_of(state, player, action, any_will_do):
    """The bills of a chosen `build C` or `stage with C`, packed; (0, 0) alone if it is free."""
    if is_stage(action):
        return stage_bills(state, player, any_will_do, fee_of(state, action))
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
        if must_pay(state, player, action) and _ask_for_bill(state, player, action):
            return
    state.waiting &= ~(1 << player)
    if state.waiting == 0:
        if state.phase == SIDE:
            choose_sides(state)
        elif state.phase == MAIN or state.phase == SEVENTH:
            resolve_turn(state)
        elif state.phase == CHOOSE:
            resolve_stage_choices(state)
        elif state.phase == LOSE:
            resolve_losses(state)
        elif state.phase == REVIVE:
            revive(state, player, action)
        elif state.phase == COPY:
            state.copied[player] = COPYABLE[action - COPY_0]
            next_copy(state, player + 1)


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
