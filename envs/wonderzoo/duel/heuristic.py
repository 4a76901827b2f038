"""How a sensible player likes a position: what the greedy agent maximises one move ahead.

Points on the score sheet, and an honest guess of what the rest is worth in points: production by
how much of the game is left, coins, the pawn, scientific symbols, a wonder still to build, the
next turn. The opponent's worth is subtracted. The weights are those of a person who has played a
dozen games, not the outcome of a search.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.duel.effects import distinct_symbols
from wonderzoo.duel.scoring import blue_points, military_points, total_points
from wonderzoo.duel.state import (
    BUILT,
    LIBRARY,
    NOT_OVER,
    OVER,
    OWNED,
    REVIVE,
    TOKEN,
    UNBUILT,
)
from wonderzoo.duel.tables import (
    MATHEMATICS,
    NUM_RESOURCES,
    NUM_SYMBOLS,
    NUM_TOKENS,
    NUM_WONDERS,
    TOKEN_VP,
    WONDER_AGAIN,
    WONDER_COINS,
    WONDER_SHIELDS,
    WONDER_VP,
)

# what a player aims at beside sensible play
STYLES = ("greedy", "military", "science", "civilian")
SENSIBLE, MILITARY, SCIENCE, CIVILIAN = range(len(STYLES))
_RUSH_STEP = 4.0  # military: a step of the pawn towards the opponent's capital
_RUSH_SYMBOL, _RUSH_COPY = 5.0, 2.5  # science: a new symbol, a second copy
_CIVIL = 0.8  # civilian: a point of a blue card or a wonder, beside the point itself
_WIN = 1000.0
# A unit of production by Age (0: draft): worth much while two Ages are left to use it.
_UNIT = np.array([3.0, 3.0, 1.6, 0.2])
_SECOND_UNIT = np.array([0.6, 0.6, 0.5, 0.3])  # factor for each further unit of a resource
_CHOICE_SOURCE = np.array([4.0, 4.0, 3.0, 0.4])
_PRICE_ONE = np.array([1.6, 1.6, 0.8, 0.1])
_COIN = 0.2  # beyond its third of a point, while there is something to buy
_COINS_OF_USE = 12
_PAWN = 0.7  # a step towards the other capital
_PAWN_THREAT = np.array([0.0, 0.0, 1.0, 2.0, 4.0, 8.0, 14.0, 22.0, 30.0, 0.0])
_SYMBOLS = np.array([0.0, 1.0, 2.5, 4.5, 8.0, 16.0, 0.0, 0.0])
_TOKEN = 4.0  # a progress token still to choose
_IS_EFFECT = (TOKEN_VP == 0) & (np.arange(NUM_TOKENS) != MATHEMATICS)
_EFFECT_PER_AGE = 1.0  # a token that gives no points, for each Age that it still works
_REVIVE = 4.0
_TURN = 2.0
_WONDER_AHEAD = 0.4  # of a wonder's worth while it is not built


@kernel
def _wonder_worth(wonder):
    worth = WONDER_VP[wonder] + WONDER_COINS[wonder] / 3.0 + 2.0 * WONDER_SHIELDS[wonder]
    return worth + 3.0 + 4.0 * WONDER_AGAIN[wonder]


@kernel
def _city_worth(state, player):
    age = state.age
    lead = state.pawn if player == 0 else -state.pawn
    worth = np.float64(total_points(state, player))
    if lead > 0:
        worth += _PAWN * lead + _PAWN_THREAT[min(lead, 9)]
        worth -= 0.5 * military_points(state, player)  # it can still be lost
    worth += _COIN * min(state.coins[player], _COINS_OF_USE)
    for resource in range(NUM_RESOURCES):
        units = state.production[player, resource]
        unit = _UNIT[age]
        for _ in range(units):
            worth += unit
            unit *= _SECOND_UNIT[age]
        if state.price_one[player, resource] and units < 2:
            worth += _PRICE_ONE[age]
    worth += _CHOICE_SOURCE[age] * (state.one_raw[player] + state.one_grey[player])
    worth += _SYMBOLS[distinct_symbols(state, player)]
    for symbol in range(NUM_SYMBOLS):
        if state.symbols[player, symbol] == 1:
            worth += 0.5  # may become a pair
    for token in range(NUM_TOKENS):
        if state.token_at[token] == OWNED + player and _IS_EFFECT[token]:
            worth += _EFFECT_PER_AGE * (4 - age)
    for wonder in range(NUM_WONDERS):
        if state.wonder_at[wonder] == UNBUILT + player:
            worth += _WONDER_AHEAD * _wonder_worth(wonder)
    return worth


@kernel
def _preference(state, player, style):
    """What a player of a style likes beside what is sensible."""
    lead = state.pawn if player == 0 else -state.pawn
    if style == MILITARY:
        return _RUSH_STEP * lead
    worth = 0.0
    if style == SCIENCE:
        worth += _RUSH_SYMBOL * distinct_symbols(state, player)
        for symbol in range(NUM_SYMBOLS):
            if state.symbols[player, symbol] == 1:
                worth += _RUSH_COPY  # a copy more is a progress token
    elif style == CIVILIAN:
        worth += _CIVIL * blue_points(state, player)
        for wonder in range(NUM_WONDERS):
            if state.wonder_at[wonder] == BUILT + player:
                worth += _CIVIL * WONDER_VP[wonder]
    return worth


@kernel
def evaluate(state, player, style):
    """The position's worth for ``player``, in points; a finished game is won or lost."""
    if state.phase == OVER and state.ending != NOT_OVER:
        if state.winner == player:
            return _WIN
        if state.winner == 1 - player:
            return -_WIN
        return 0.0
    worth = _city_worth(state, player) - _city_worth(state, 1 - player)
    worth += _preference(state, player, style)
    ahead = 0.0
    if state.phase == TOKEN or state.phase == LIBRARY:
        ahead = _TOKEN
    elif state.phase == REVIVE:
        ahead = _REVIVE
    if state.again:
        ahead += _TURN
    if state.actor == player:
        return worth + ahead + _TURN
    return worth - ahead
