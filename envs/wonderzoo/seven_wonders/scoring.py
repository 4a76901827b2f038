"""Victory points by category, and the ranking (section 7)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.edifice_tables import (
    DEBTS,
    PER_BLUE,
    PER_COLOR,
    PER_PAIR,
    PER_STAGE,
    REWARD_PER,
    REWARD_REPEATS,
    REWARD_VP,
)
from wonderzoo.seven_wonders.effects import count_for
from wonderzoo.seven_wonders.state import AGORA_DIFFERENT, AGORA_SAME
from wonderzoo.seven_wonders.tables import (
    BLUE,
    BOARD_STAGES,
    BROWN,
    CARD_COLOR,
    CARD_COMPLETE_VP,
    CARD_SYMBOL,
    CARD_VP,
    GREY,
    GUILDS,
    HALF_KIND,
    HALF_VP,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_EDITIONS,
    NUM_GUILDS,
    PER_VP,
    STAGE_VP,
    WILD,
    YELLOW,
)

SCORE_COLUMNS = (
    "military",
    "coins",
    "wonder",
    "blue",
    "yellow",
    "green",
    "purple",
    "edifice",
    "total",
)
_MILITARY, _COINS, _WONDER, _BLUE, _YELLOW, _GREEN, _PURPLE, _EDIFICE, TOTAL = range(9)
_SET_VP = 7

# Cards that give points by themselves: [edition, i], -1 beyond the last.
_BLUE_AND_YELLOW = [
    [c for c in range(NUM_CARDS)
     if CARD_COLOR[e, c] in (BLUE, YELLOW) and (CARD_VP[e, c] or PER_VP[e, c])]
    for e in range(NUM_EDITIONS)
]  # fmt: skip
_MOST = max(map(len, _BLUE_AND_YELLOW))
SCORING_CARDS = np.array([cards + [-1] * (_MOST - len(cards)) for cards in _BLUE_AND_YELLOW])


@kernel
def science_points(compasses, gears, tablets, wilds):
    """Squares and sets, with the chosen symbols where they give most. Ruling 7.2."""
    best = 0
    for i in range(wilds + 1):
        for j in range(wilds - i + 1):
            a, b, c = compasses + i, gears + j, tablets + wilds - i - j
            points = a * a + b * b + c * c + _SET_VP * min(a, b, c)
            best = max(best, points)
    return best


@kernel
def military_points(state, seat):
    points = 0
    for i in range(state.num_tokens[seat]):
        points += int(state.tokens[seat, i])
    return points


@kernel
def wonder_points(state, seat):
    points = 0
    for stage in range(state.stages[seat]):
        board, half = state.board[seat], state.halves[seat, stage]
        points += STAGE_VP[board, stage]
        if half and HALF_KIND[board, stage, 0] >= 0:
            points += HALF_VP[board, stage, half - 1]
    return points


@kernel
def card_points(state, seat, card):
    """Points of a blue, yellow or purple card for a seat, if the game ended now."""
    edition = state.edition
    points = CARD_VP[edition, card]
    if PER_VP[edition, card]:
        points += PER_VP[edition, card] * count_for(state, seat, card)
    if CARD_COMPLETE_VP[edition, card]:
        if state.stages[seat] == BOARD_STAGES[state.board[seat]]:
            points += CARD_COMPLETE_VP[edition, card]
    return points


@kernel
def blue_points(state, seat):
    points = 0
    for i in range(SCORING_CARDS.shape[1]):
        card = SCORING_CARDS[state.edition, i]
        if card >= 0 and state.city[seat, card] and CARD_COLOR[state.edition, card] == BLUE:
            points += card_points(state, seat, card)
    return points


@kernel
def green_points(state, seat, more_wilds):
    """Points of science, with some symbols of choice more than the city has."""
    wilds = int(state.symbols[seat, WILD]) + more_wilds
    copied = state.copied[seat]
    if copied >= 0 and CARD_SYMBOL[state.edition, copied] == WILD:
        wilds += 1
    return science_points(
        int(state.symbols[seat, 0]), int(state.symbols[seat, 1]), int(state.symbols[seat, 2]), wilds
    )


@kernel
def purple_points(state, seat):
    """Guilds of the city, and the one that was copied; Scientists Guild scores in green."""
    points = 0
    for i in range(NUM_GUILDS):
        guild = GUILDS[state.edition, i]
        if state.city[seat, guild] or state.copied[seat] == guild:
            points += card_points(state, seat, guild)
    return points


@kernel
def _counted_points(state, seat, edifice):
    """Points of one pawn of an Edifice for what stands in the seat's city. Edifice 12."""
    per = REWARD_PER[edifice]
    count = 0
    if per == PER_STAGE:
        count = int(state.stages[seat])
    elif per == PER_BLUE:
        count = int(state.colors[seat, BLUE])
    elif per == PER_PAIR:
        count = min(int(state.colors[seat, BROWN]), int(state.colors[seat, GREY]))
    elif per == PER_COLOR:
        for color in range(NUM_COLORS):
            if state.colors[seat, color]:
                count += 1
    return int(REWARD_VP[edifice]) * count


@kernel
def _repeated_points(state, seat, pawns):
    """Agora: the best purple card counts again; with two pawns the best two. Edifice 12."""
    green = green_points(state, seat, 0)
    best, second = 0, 0
    for i in range(NUM_GUILDS):
        guild = GUILDS[state.edition, i]
        if state.city[seat, guild]:
            once = card_points(state, seat, guild)
            twice = 2 * once
            if CARD_SYMBOL[state.edition, guild] == WILD:
                once = green_points(state, seat, 1) - green
                twice = green_points(state, seat, 2) - green
            if pawns > 1 and state.agora_pair == AGORA_SAME:
                once = twice
            if once > best:
                best, second = once, best
            elif once > second:
                second = once
    return best + second if pawns > 1 and state.agora_pair == AGORA_DIFFERENT else best


@kernel
def edifice_points(state, seat):
    """Pawns of Edifices that were built, and debts. Edifice 11."""
    points = 0
    for age in range(NUM_AGES):
        pawns = int(state.rewarded[seat, age])
        if pawns:
            edifice = state.edifices[age]
            points += pawns * _counted_points(state, seat, edifice)
            if REWARD_REPEATS[edifice]:
                points += _repeated_points(state, seat, pawns)
        if (state.debts[seat] >> age) & 1:
            points += int(DEBTS[age])
    return points


@kernel
def seat_scores(state, seat, out):
    """Write one seat's points, (9,) integers, columns as in `SCORE_COLUMNS`."""
    for column in range(TOTAL + 1):
        out[column] = 0
    out[_MILITARY] = military_points(state, seat)
    out[_COINS] = state.coins[seat] // 3
    out[_WONDER] = wonder_points(state, seat)
    for i in range(SCORING_CARDS.shape[1]):
        card = SCORING_CARDS[state.edition, i]
        if card >= 0 and state.city[seat, card]:
            column = _BLUE if CARD_COLOR[state.edition, card] == BLUE else _YELLOW
            out[column] += card_points(state, seat, card)
    out[_GREEN] = green_points(state, seat, 0)
    out[_PURPLE] = purple_points(state, seat)
    if state.edifice:
        out[_EDIFICE] = edifice_points(state, seat)
    for column in range(TOTAL):
        out[TOTAL] += out[column]


@kernel
def scores(state, out):
    """Write the points of all seats, (players, 9), as if the game ended now."""
    for seat in range(state.num_players):
        seat_scores(state, seat, out[seat])


@kernel
def total_points(state, seat):
    """The total of `scores` for one seat, without a buffer."""
    points = military_points(state, seat) + int(state.coins[seat]) // 3
    points += wonder_points(state, seat) + green_points(state, seat, 0)
    points += purple_points(state, seat)
    if state.edifice:
        points += edifice_points(state, seat)
    for i in range(SCORING_CARDS.shape[1]):
        card = SCORING_CARDS[state.edition, i]
        if card >= 0 and state.city[seat, card]:
            points += card_points(state, seat, card)
    return points


@kernel
def outcome(state, places, points):
    """The result of a finished game: most points, then most coins, then shared. Ruling 7.5.

    Args:
        places: (players,) float, 1 is first; who ties has the mean of the places.
        points: (players,) float, total victory points.
    """
    n = state.num_players
    for seat in range(n):
        points[seat] = total_points(state, seat)
    for seat in range(n):
        better, level = 0, 0
        for other in range(n):
            if points[other] == points[seat]:
                if state.coins[other] > state.coins[seat]:
                    better += 1
                elif state.coins[other] == state.coins[seat]:
                    level += 1
            elif points[other] > points[seat]:
                better += 1
        places[seat] = better + (level + 1) / 2.0
