"""Victory points by category (rulings 49, 55, 58-63)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.duel.effects import count_in_richer_city
from wonderzoo.duel.payment import owns_token
from wonderzoo.duel.state import BUILT, CITY, NO_WINNER, NOT_OVER, OWNED
from wonderzoo.duel.tables import (
    BLUE,
    CAPITAL,
    CARD_COLOR,
    CARD_VP,
    GREEN,
    GUILD_COUNT,
    GUILD_VP,
    MATHEMATICS,
    NUM_CARDS,
    NUM_TOKENS,
    NUM_WONDERS,
    PURPLE,
    TOKEN_VP,
    WONDER_VP,
    YELLOW,
)

CATEGORIES = ("blue", "green", "yellow", "guilds", "wonders", "tokens", "coins", "military")
_BLUE, _GREEN, _YELLOW, _GUILDS, _WONDERS, _TOKENS, _COINS, _MILITARY = range(8)
TOTAL = len(CATEGORIES)
SCORE_COLUMNS = (*CATEGORIES, "total")

_MATHEMATICS_VP = 3
GUILDS = np.flatnonzero(GUILD_COUNT >= 0)


@kernel
def military_points(state, player):
    """2, 5 or 10 points for the leader by how far the pawn is; none at a capital. Ruling 55."""
    lead = state.pawn if player == 0 else -state.pawn
    if lead <= 0 or lead >= CAPITAL:
        return 0
    if lead < 3:
        return 2
    if lead < 6:
        return 5
    return 10


@kernel
def card_points(state, card):
    """Points of a card for the city that holds it, if the game ended now."""
    if GUILD_COUNT[card] >= 0:
        return GUILD_VP[card] * count_in_richer_city(state, GUILD_COUNT[card])
    return CARD_VP[card]


@kernel
def token_points(state, player):
    points = 0
    owned = 0
    for token in range(NUM_TOKENS):
        if state.token_at[token] == OWNED + player:
            owned += 1
            points += TOKEN_VP[token]
    if owns_token(state, player, MATHEMATICS):
        points += _MATHEMATICS_VP * owned
    return points


@kernel
def scores(state, out):
    """Write the points of both seats by category and in total, if the game ended now.

    Args:
        out: (2, 9) integers, columns as in `SCORE_COLUMNS`.
    """
    for player in range(2):
        for column in range(TOTAL + 1):
            out[player, column] = 0
    for card in range(NUM_CARDS):
        place = state.card_at[card]
        if place == CITY or place == CITY + 1:
            points = card_points(state, card)
            if points:
                color = CARD_COLOR[card]
                if color == BLUE:
                    out[place - CITY, _BLUE] += points
                elif color == GREEN:
                    out[place - CITY, _GREEN] += points
                elif color == YELLOW:
                    out[place - CITY, _YELLOW] += points
                elif color == PURPLE:
                    out[place - CITY, _GUILDS] += points
    for wonder in range(NUM_WONDERS):
        place = state.wonder_at[wonder]
        if place == BUILT or place == BUILT + 1:
            out[place - BUILT, _WONDERS] += WONDER_VP[wonder]
    for player in range(2):
        out[player, _TOKENS] = token_points(state, player)
        out[player, _COINS] = state.coins[player] // 3
        out[player, _MILITARY] = military_points(state, player)
        for column in range(TOTAL):
            out[player, TOTAL] += out[player, column]


@kernel
def total_points(state, player):
    """The total of `scores` for one seat, without a buffer."""
    points = token_points(state, player) + state.coins[player] // 3
    points += military_points(state, player)
    for card in range(NUM_CARDS):  # no branch: the compiler makes vector code of it
        points += CARD_VP[card] * (state.card_at[card] == CITY + player)
    for wonder in range(NUM_WONDERS):
        points += WONDER_VP[wonder] * (state.wonder_at[wonder] == BUILT + player)
    for guild in GUILDS:
        if state.card_at[guild] == CITY + player:
            points += card_points(state, guild)
    return points


@kernel
def blue_points(state, player):
    """Points of blue cards only: what a tie is decided by. Ruling 58."""
    points = 0
    for card in range(NUM_CARDS):
        if CARD_COLOR[card] == BLUE and state.card_at[card] == CITY + player:
            points += CARD_VP[card]
    return points


@kernel
def outcome(state, places, points):
    """The result of a finished game.

    Args:
        places: (2,) float, 1 for the winner and 2 for the other, both 1.5 when shared.
        points: (2,) float, total victory points.
    """
    for player in range(2):
        points[player] = total_points(state, player)
        if state.ending == NOT_OVER or state.winner == NO_WINNER:
            places[player] = 1.5
        else:
            places[player] = 1.0 if state.winner == player else 2.0
