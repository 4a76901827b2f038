"""How a sensible player likes a position: what the greedy agent maximises one turn ahead.

Points on the score sheet, and an honest guess of what the rest is worth in points: production by
how much of the game is left, coins, the wars to come, science in the making. The weights are
those of a person who has played a dozen games, not the outcome of a search.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BILL_0,
    COPY_0,
    COPYABLE,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
)
from wonderzoo.seven_wonders.hands import hand_of
from wonderzoo.seven_wonders.payment import (
    cheapest_bill,
    least_right,
    left_of,
    right_of,
)
from wonderzoo.seven_wonders.rules import apply, bills_of
from wonderzoo.seven_wonders.scoring import total_points
from wonderzoo.seven_wonders.state import COPY, OVER, REVIVE, SIDE
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    HAND_SIZE,
    NUM_AGES,
    NUM_RESOURCES,
    TURNS,
    VICTORY_TOKENS,
)

_UNIT = np.array([2.2, 1.4, 0.2])  # the first unit of a resource, by Age
_NEXT_UNIT = np.array([0.5, 0.6, 0.1])
_CHOICE = np.array([3.0, 2.5, 0.3])  # a source of one of several resources
_DISCOUNT = np.array([1.0, 0.8, 0.1])  # for each neighbor and group
_COIN = 0.15  # beyond its third of a point
_COINS_OF_USE = 9
_STAGE_TO_COME = 0.5
_WAR = np.array([0.55, 0.7, 0.9])  # how sure a lead in shields is to last, by Age
_LATER_WAR = 0.4
_SYMBOL = np.array([1.6, 1.0, 0.0])  # what a symbol may add beyond its points now
_NEIGHBOR = 0.1  # how much a neighbor's gain hurts


@kernel
def _war_worth(state, seat, neighbor):
    """The tokens that a comparison of shields as they are now would bring."""
    lead = int(state.shields[seat]) - int(state.shields[neighbor])
    worth = 0.0
    for age in range(state.age - 1, NUM_AGES):
        sure = _WAR[state.age - 1] if age == state.age - 1 else _LATER_WAR
        if lead > 0:
            worth += sure * VICTORY_TOKENS[age]
        elif lead < 0:
            worth -= sure
    return worth + 0.1 * min(max(lead, -3), 3)


@kernel
def _worth(state, seat):
    worth = np.float64(total_points(state, seat))
    if state.phase == OVER:
        return worth
    age = state.age - 1
    for resource in range(NUM_RESOURCES):
        units = int(state.production[seat, resource])
        if units > 0:
            worth += _UNIT[age] + _NEXT_UNIT[age] * (units - 1)
    worth += _CHOICE[age] * (state.num_choices[seat] + state.num_own_choices[seat])
    for side in range(2):
        worth += _DISCOUNT[age] * ((state.raw_at_one[seat] >> side) & 1)
        worth += _DISCOUNT[age] * ((state.goods_at_one[seat] >> side) & 1)
    worth += _COIN * min(state.coins[seat], _COINS_OF_USE)
    worth += _STAGE_TO_COME * (state.stages[seat] - BOARD_STAGES[state.board[seat]])
    for symbol in range(4):
        worth += _SYMBOL[age] * state.symbols[seat, symbol]
    if state.phase != COPY:  # the war of this Age is to come
        worth += _war_worth(state, seat, left_of(state, seat))
        worth += _war_worth(state, seat, right_of(state, seat))
    return worth


@kernel
def evaluate(state, player):
    """The position's worth for ``player``, in points."""
    neighbors = _worth(state, left_of(state, player)) + _worth(state, right_of(state, player))
    return _worth(state, player) - _NEIGHBOR * neighbors


@kernel
def finish_turn(state, player):
    """Let the turn resolve as if the others sold a card each, until ``player`` chooses again.

    The greedy agent looks at its own choice alone: what the others do is hidden.
    """
    for _ in range(4 * TURNS):
        if state.completed or state.waiting == 0:
            return
        if (state.waiting >> player) & 1:
            if not (state.billing >> player) & 1:
                return
            _pay_least(state, player)
        else:
            seat = 0
            while not (state.waiting >> seat) & 1:
                seat += 1
            if (state.billing >> seat) & 1:
                _pay_least(state, seat)
            else:
                apply(state, seat, _least_action(state, seat))


@kernel
def _pay_least(state, seat):
    bills = bills_of(state, seat, state.chosen[seat], False)
    wanted = cheapest_bill(bills)
    k = 0
    for to_left in range(wanted):
        if least_right(bills, to_left) != 15:
            k += 1
    apply(state, seat, BILL_0 + k)


@kernel
def _least_action(state, seat):
    if state.phase == SIDE:
        return SIDE_0
    if state.phase == REVIVE:
        return REVIVE_NOTHING
    if state.phase == COPY:
        for i in range(len(COPYABLE)):
            left, right = left_of(state, seat), right_of(state, seat)
            if state.city[left, COPYABLE[i]] or state.city[right, COPYABLE[i]]:
                return COPY_0 + i
    hand = hand_of(state, seat)
    for place in range(HAND_SIZE):
        if (state.left[state.age - 1, hand] >> place) & 1:
            return SELL_0 + int(state.deck[state.age - 1, hand, place])
    return SELL_0
