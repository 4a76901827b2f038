"""What a card or a stage costs, and who can be paid for it (rulings 3.4, 4.1-4.8).

A bill is (coins to the left neighbor, coins to the right one). A set of Pareto-minimal bills is
packed into one word: 4 bits for each number of coins L to the left, holding the least coins to the
right that go with exactly L, or 15. Kernels allocate nothing, and a word needs no room.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import BUILD_0, JOIN_0, SELL_0, STAGE_0
from wonderzoo.seven_wonders.edifice_tables import EDIFICE_COST
from wonderzoo.seven_wonders.state import FREE_CHOOSE, NO_CHOICE
from wonderzoo.seven_wonders.tables import (
    CARD_COINS_COST,
    CARD_COLOR,
    CARD_COST,
    CARD_FREE_WITH,
    DISCOUNT_PRICE,
    FREE_FIRST_CARD,
    FREE_FIRST_OF_COLOR,
    FREE_SIXTH_CARD,
    FROM_LEFT,
    FROM_RIGHT,
    NUM_RAW,
    NUM_RESOURCES,
    STAGE_COST,
    STAGE_SPECIAL,
    TRADE_PRICE,
    TURNS,
)

NO_BILLS = np.int64(0x0FFFFFFFFFFFFFFF)  # 15 entries "none"
MOST = 14  # coins to one neighbor: 7 symbols at 2
_NONE = 15
_ZERO = np.int64(0)
_UNIT = 3  # bits for each missing unit in a packed list of resources


@kernel
def left_of(state, seat):
    """The left neighbor: the next seat, clockwise."""
    return (seat + 1) % state.num_players


@kernel
def right_of(state, seat):
    return (seat + state.num_players - 1) % state.num_players


@kernel
def least_right(bills, to_left):
    """The least coins to the right that go with ``to_left`` coins to the left; 15: no bill."""
    return (bills >> np.int64(4 * to_left)) & 15


@kernel
def _dominated(bills, to_left, to_right):
    """Whether some bill pays no neighbor more than this one does."""
    for other in range(to_left + 1):
        if least_right(bills, other) <= to_right:
            return True
    return False


@kernel
def _with_bill(bills, to_left, to_right):
    """Add a bill that is not dominated, and drop those that it dominates."""
    for other in range(to_left, MOST + 1):
        at = least_right(bills, other)
        if at != _NONE and at >= to_right:
            bills |= np.int64(15) << np.int64(4 * other)
    bills &= ~(np.int64(15) << np.int64(4 * to_left))
    return bills | (np.int64(to_right) << np.int64(4 * to_left))


@kernel
def has_special(state, seat, special):
    """Whether a stage that the seat has built does this."""
    board = state.board[seat]
    for stage in range(state.stages[seat]):
        if STAGE_SPECIAL[board, stage] == special:
            return True
    return False


@kernel
def price(state, seat, resource, side):
    """Coins for one symbol bought of the neighbor on a side. Rulings 4.3."""
    discount = state.raw_at_one[seat] if resource < NUM_RAW else state.goods_at_one[seat]
    return DISCOUNT_PRICE if discount & side else TRADE_PRICE


@kernel
def _search(
    state, seat, units, count, i, own, left, right, left_fixed, right_fixed, to_left, to_right,
    coins, any_will_do, bills,
):  # fmt: skip
    """Try every source for the ``i``-th missing unit, then for the others.

    Args:
        units: the missing resources, 3 bits each, equal ones together; count: how many.
        own, left, right: bit masks of choice sources used: of the seat, of its neighbors.
        left_fixed, right_fixed: symbols of this resource bought of fixed sources so far.
        to_left, to_right: coins of the bill so far; coins: the most it may cost in all.
        any_will_do: 1 to stop at the first bill.
        bills: the packed bills found so far.
    """
    if to_left + to_right > coins or (any_will_do and bills != NO_BILLS):
        return bills
    if _dominated(bills, to_left, to_right):
        return bills
    if i == count:
        return _with_bill(bills, to_left, to_right)
    resource = (units >> (_UNIT * i)) & 7
    if i > 0 and resource != (units >> (_UNIT * (i - 1))) & 7:
        left_fixed, right_fixed = _ZERO, _ZERO
    bit = 1 << resource
    sellable = state.num_choices[seat]
    for source in range(sellable):
        if state.choices[seat, source] & bit and not own & (1 << source):
            bills = _search(
                state, seat, units, count, i + 1, own | (1 << source), left, right,
                left_fixed, right_fixed, to_left, to_right, coins, any_will_do, bills,
            )  # fmt: skip
    for source in range(state.num_own_choices[seat]):
        used = 1 << (sellable + source)
        if state.own_choices[seat, source] & bit and not own & used:
            bills = _search(
                state, seat, units, count, i + 1, own | used, left, right,
                left_fixed, right_fixed, to_left, to_right, coins, any_will_do, bills,
            )  # fmt: skip
    neighbor = left_of(state, seat)
    paid = to_left + price(state, seat, resource, FROM_LEFT)
    if state.production[neighbor, resource] > left_fixed:
        bills = _search(
            state, seat, units, count, i + 1, own, left, right,
            left_fixed + 1, right_fixed, paid, to_right, coins, any_will_do, bills,
        )  # fmt: skip
    else:  # a choice source only when the fixed ones, at the same price, are used up
        for source in range(state.num_choices[neighbor]):
            if state.choices[neighbor, source] & bit and not left & (1 << source):
                bills = _search(
                    state, seat, units, count, i + 1, own, left | (1 << source), right,
                    left_fixed, right_fixed, paid, to_right, coins, any_will_do, bills,
                )  # fmt: skip
    neighbor = right_of(state, seat)
    paid = to_right + price(state, seat, resource, FROM_RIGHT)
    if state.production[neighbor, resource] > right_fixed:
        bills = _search(
            state, seat, units, count, i + 1, own, left, right,
            left_fixed, right_fixed + 1, to_left, paid, coins, any_will_do, bills,
        )  # fmt: skip
    else:
        for source in range(state.num_choices[neighbor]):
            if state.choices[neighbor, source] & bit and not right & (1 << source):
                bills = _search(
                    state, seat, units, count, i + 1, own, left, right | (1 << source),
                    left_fixed, right_fixed, to_left, paid, coins, any_will_do, bills,
                )  # fmt: skip
    return bills


@kernel
def _sources(state, seat, bit):
    """How many choice sources of a city give the resource to neighbors."""
    count = 0
    for source in range(state.num_choices[seat]):
        if state.choices[seat, source] & bit:
            count += 1
    return count


@kernel
def find_bills(state, seat, cost, coins, any_will_do):
    """The Pareto-minimal bills for ``cost`` (7 resources) within ``coins``, packed; all exact.

    Each symbol of each source serves a buyer once; a source of several kinds gives one of them.
    With nothing missing the only bill is (0, 0): buying is for what is missing. Ruling 4.5.
    """
    units = np.int64(0)
    count = 0
    left, right = left_of(state, seat), right_of(state, seat)
    for resource in range(NUM_RESOURCES):
        lack = cost[resource] - state.production[seat, resource]
        if lack > 0:
            bit = 1 << resource
            supply = state.production[left, resource] + state.production[right, resource]
            supply += _sources(state, seat, bit) + _sources(state, left, bit)
            supply += _sources(state, right, bit)
            for source in range(state.num_own_choices[seat]):
                if state.own_choices[seat, source] & bit:
                    supply += 1
            if lack > supply:
                return NO_BILLS
            for _ in range(lack):
                units |= np.int64(resource) << (_UNIT * count)
                count += 1
    if coins < 0:
        return NO_BILLS
    # Plain 64-bit integers: with literals or narrower ones numba would compile `_search` for each
    # combination of argument types that the recursion meets, hundreds of times.
    z = _ZERO
    wanted, most = np.int64(any_will_do), np.int64(coins)
    return _search(
        state,
        np.int64(seat),
        units,
        np.int64(count),
        z,
        z,
        z,
        z,
        z,
        z,
        z,
        z,
        most,
        wanted,
        NO_BILLS,
    )


@kernel
def count_bills(bills):
    count = 0
    for to_left in range(MOST + 1):
        if least_right(bills, to_left) != _NONE:
            count += 1
    return count


@kernel
def nth_bill(bills, n):
    """Coins to the left of the n-th bill, counted from the one that pays least to the left."""
    for to_left in range(MOST + 1):
        if least_right(bills, to_left) != _NONE:
            if n == 0:
                return to_left
            n -= 1
    return NO_CHOICE


@kernel
def bill_number(bills, to_left):
    """Which bill it is that pays this to the left, counted as in `nth_bill`."""
    number = 0
    for other in range(to_left):
        if least_right(bills, other) != _NONE:
            number += 1
    return number


@kernel
def cheapest_bill(bills):
    """Coins to the left of the bill of the least total; of equal ones, the least to the left."""
    best, total = NO_CHOICE, 2 * _NONE
    for to_left in range(MOST + 1):
        to_right = least_right(bills, to_left)
        if to_right != _NONE and to_left + to_right < total:
            best, total = to_left, to_left + to_right
    return best


@kernel
def free_by_chain(state, seat, card):
    """Whether the city holds a card whose symbol makes this one free. Ruling 3.4."""
    for i in range(2):
        source = CARD_FREE_WITH[state.edition, card, i]
        if source >= 0 and state.city[seat, source]:
            return True
    return False


@kernel
def free_by_stage(state, seat, card):
    """Whether a stage of Olympia, second edition, makes the card free now. Section 5."""
    if has_special(state, seat, FREE_FIRST_OF_COLOR):
        if not (state.had_colors[seat] >> CARD_COLOR[state.edition, card]) & 1:
            return True
    if state.turn == 1 and has_special(state, seat, FREE_FIRST_CARD):
        return True
    return state.turn == TURNS and has_special(state, seat, FREE_SIXTH_CARD)


@kernel
def is_free(state, seat, card):
    """Whether a chain or a stage makes the card free now."""
    return free_by_chain(state, seat, card) or free_by_stage(state, seat, card)


@kernel
def card_bills(state, seat, card, any_will_do):
    """The bills for building a card, packed; `NO_BILLS` if it can not be paid."""
    coins = state.coins[seat] - CARD_COINS_COST[state.edition, card]
    return find_bills(state, seat, CARD_COST[state.edition, card], coins, any_will_do)


@kernel
def stage_bills(state, seat, any_will_do, fee):
    """The bills for the next wonder stage, packed; the caller knows that there is one.

    ``fee``: coins to be kept for taking part in an Edifice, 0 if the seat does not.
    """
    cost = STAGE_COST[state.board[seat], state.stages[seat]]
    return find_bills(state, seat, cost, state.coins[seat] - fee, any_will_do)


@kernel
def is_stage(action):
    """Whether a choice builds the next wonder stage."""
    return STAGE_0 <= action and action < SELL_0


@kernel
def is_joining(action):
    """Whether it also takes part in the Age's Edifice."""
    return JOIN_0 <= action and action < SELL_0


@kernel
def fee_of(state, action):
    """Coins to the bank for taking part in the Age's Edifice, if the action does. Edifice 3."""
    if is_joining(action):
        return int(EDIFICE_COST[state.edifices[state.age - 1]])
    return 0


@kernel
def must_pay(state, player, action):
    """Whether a chosen action has a bill: a stage, or a card that nothing makes free.

    With the option ``free_building="choose"`` taking a card free is an action of its own.
    """
    if is_stage(action):
        return True
    if BUILD_0 <= action and action < STAGE_0:
        return state.free_building == FREE_CHOOSE or not is_free(state, player, action - BUILD_0)
    return False
