"""What a card or a wonder costs (rulings 16-27)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.duel.state import CITY, OWNED
from wonderzoo.duel.tables import (
    ARCHITECTURE,
    BLUE,
    CARD_CHAIN_FROM,
    CARD_COINS_COST,
    CARD_COLOR,
    CARD_COST,
    MASONRY,
    NUM_RESOURCES,
    RAW,
    WONDER_COST,
)

_NUM_RAW = len(RAW)
REBATE = 2  # resources fewer with Masonry (blue cards) or Architecture (wonders)
_LANE = 4  # bits for each resource in a packed word of missing units


@kernel
def owns_token(state, player, token):
    return state.token_at[token] == OWNED + player


@kernel
def unit_price(state, player, resource):
    """Coins for one bought unit: 2 plus the opponent's brown and grey symbols, or 1."""
    dear = 1 - state.price_one[player, resource]  # arithmetic, not a branch: prices are hot
    return 1 + dear * (1 + state.production[1 - player, resource])


@kernel
def _without_dearest(state, player, missing, first, last):
    """Take one unit of the dearest missing resource in first .. last-1 off a packed word."""
    best, best_price = -1, 0
    for resource in range(first, last):
        if (missing >> (_LANE * resource)) & 15:
            price = unit_price(state, player, resource)
            if price > best_price:
                best, best_price = resource, price
    if best < 0:
        return missing, 0
    return missing - (np.int64(1) << (_LANE * best)), best_price


@kernel
def trade_cost(state, player, cost, rebate):
    """The least number of coins that buys what ``cost`` (5 resources) asks and the city lacks.

    Choice sources and the rebate are used where they save most, jointly: every choice source
    covers its whole group, so each takes the dearest missing units of that group, and the rebate
    the dearest of what is then left. Tests compare this with brute force. Rulings 16-20.
    """
    missing = np.int64(0)
    total = 0
    for resource in range(NUM_RESOURCES):
        lack = max(cost[resource] - state.production[player, resource], 0)
        total += lack * unit_price(state, player, resource)
        missing |= np.int64(lack) << (_LANE * resource)
    if missing == 0:
        return 0
    for _ in range(state.one_raw[player]):
        missing, saved = _without_dearest(state, player, missing, 0, _NUM_RAW)
        total -= saved
    for _ in range(state.one_grey[player]):
        missing, saved = _without_dearest(state, player, missing, _NUM_RAW, NUM_RESOURCES)
        total -= saved
    for _ in range(rebate):
        missing, saved = _without_dearest(state, player, missing, 0, NUM_RESOURCES)
        total -= saved
    return int(total)


@kernel
def chained(state, player, card):
    """Whether the player's own city holds the card that makes this one free. Rulings 26, 27."""
    source = CARD_CHAIN_FROM[card]
    return source >= 0 and state.card_at[source] == CITY + player


@kernel
def card_trade(state, player, card):
    """Coins spent on resources to build the card; 0 by a chain."""
    if chained(state, player, card):
        return 0
    rebate = 0
    if CARD_COLOR[card] == BLUE and owns_token(state, player, MASONRY):
        rebate = REBATE
    return trade_cost(state, player, CARD_COST[card], rebate)


@kernel
def card_price(state, player, card):
    """All coins spent to build the card: printed coins and trade; 0 by a chain. Ruling 22."""
    if chained(state, player, card):
        return 0
    return int(CARD_COINS_COST[card]) + card_trade(state, player, card)


@kernel
def wonder_price(state, player, wonder):
    """Coins spent on resources to build the wonder. Ruling 24."""
    rebate = REBATE if owns_token(state, player, ARCHITECTURE) else 0
    return trade_cost(state, player, WONDER_COST[wonder], rebate)
