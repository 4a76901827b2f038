"""The table as text, as it would lie before the players. Nothing hidden is shown."""

from __future__ import annotations

import textwrap

import numpy as np

from wonderzoo.duel.payment import card_price, wonder_price
from wonderzoo.duel.scoring import total_points
from wonderzoo.duel.state import (
    BUILT,
    CITY,
    DISCARDED,
    ENDINGS,
    LIBRARY,
    ON_BOARD,
    OVER,
    OWNED,
    PHASES,
    TOKEN_OFFERED,
    UNBUILT,
    WONDER_OFFERED,
)
from wonderzoo.duel.tableau import is_free
from wonderzoo.duel.tables import (
    AGES,
    BIT,
    CAPITAL,
    CARD_COLOR,
    CARD_NAMES,
    COLORS,
    NUM_SLOTS,
    PURPLE,
    SLOT_ROW,
    SLOT_X,
    TOKEN_NAMES,
    WONDER_NAMES,
)

_HALF = 8  # characters for half a card's width
_CELL = 2 * _HALF - 1
_ANSI = dict(
    zip(
        COLORS,
        ("\x1b[33m", "\x1b[37m", "\x1b[94m", "\x1b[92m", "\x1b[93m", "\x1b[91m", "\x1b[95m"),
        strict=True,
    )
)
_RESET = "\x1b[0m"
_AGE_NAMES = ("draft", "Age I", "Age II", "Age III")


def render(state: np.record, *, color: bool = False) -> str:
    """The whole table; prices are those of the seat to decide."""
    parts = [_headline(state), _track(state)]
    if state.age == 0:
        parts.append("On offer: " + _names(WONDER_NAMES, state.wonder_at == WONDER_OFFERED))
    elif state.present:
        parts.append(_tableau(state, color))
    parts.append("Progress tokens: " + _names(TOKEN_NAMES, state.token_at == ON_BOARD))
    if state.phase == LIBRARY:
        parts.append(
            "The Great Library offers: " + _names(TOKEN_NAMES, state.token_at == TOKEN_OFFERED)
        )
    parts.append("Discard pile: " + _names(CARD_NAMES, state.card_at == DISCARDED))
    parts += [_city(state, seat, color) for seat in range(2)]
    return "\n".join(parts)


def _names(names: tuple[str, ...], chosen: np.ndarray) -> str:
    return ", ".join(names[i] for i in np.flatnonzero(chosen)) or "none"


def _headline(state: np.record) -> str:
    if state.phase == OVER:
        who = "shared" if state.winner < 0 else f"player_{state.winner} wins"
        return f"{_AGE_NAMES[state.age]} - {ENDINGS[state.ending] or 'unfinished'}: {who}"
    again = ", an extra turn follows" if state.again else ""
    return f"{_AGE_NAMES[state.age]} - player_{state.actor} to decide: {PHASES[state.phase]}{again}"


def _track(state: np.record) -> str:
    """The conflict track: player_0's capital at the left, loot as it threatens each side."""
    spaces = []
    for space in range(-CAPITAL, CAPITAL + 1):
        if space == state.pawn:
            mark = "@"
        elif space == 0:
            mark = "|"
        elif abs(space) in (3, 6) and state.loot[int(space > 0), int(abs(space) == 6)]:
            mark = "5" if abs(space) == 6 else "2"
        else:
            mark = "."
        spaces.append(mark)
    return f"player_0 [{' '.join(spaces)}] player_1   (pawn {int(state.pawn):+d})"


def _tableau(state: np.record, color: bool) -> str:
    age = int(state.age) - 1
    lines = []
    for row in range(len(AGES[age]["rows"])):
        slots = [
            slot
            for slot in range(NUM_SLOTS)
            if SLOT_ROW[age, slot] == row and state.present & BIT[slot]
        ]
        cells = {int(SLOT_X[age, slot]): _cell(state, slot) for slot in slots}
        tints = {
            int(SLOT_X[age, slot]): _ANSI[COLORS[CARD_COLOR[state.deck[age, slot]]]]
            for slot in slots
            if state.revealed & BIT[slot]
        }
        height = max((len(cell) for cell in cells.values()), default=0)
        for i in range(height):
            line, at = "", 0
            for x in sorted(cells):
                line += " " * ((x - 1) * _HALF - at)
                text = "".join(cells[x][i : i + 1]).ljust(_CELL)
                line += f"{tints[x]}{text}{_RESET} " if color and x in tints else text + " "
                at = (x + 1) * _HALF
            lines.append(line.rstrip())
    return "\n".join(lines)


def _cell(state: np.record, slot: int) -> list[str]:
    """The name, and color, price for the seat to decide, * if the card can be taken."""
    card = int(state.deck[state.age - 1, slot])
    if not state.revealed & BIT[slot]:
        back = "(guild)" if CARD_COLOR[card] == PURPLE else "(face down)"
        return [back]
    name = textwrap.wrap(CARD_NAMES[card], _CELL)
    price = card_price(state, max(int(state.actor), 0), card)
    free = " *" if is_free(state, slot) else ""
    return [*name, f"{COLORS[CARD_COLOR[card]]} ${price}{free}"]


def _city(state: np.record, seat: int, color: bool) -> str:
    wonders = [
        *(f"{WONDER_NAMES[i]} (built)" for i in np.flatnonzero(state.wonder_at == BUILT + seat)),
        *(
            f"{WONDER_NAMES[i]} ${wonder_price(state, seat, int(i))}"
            for i in np.flatnonzero(state.wonder_at == UNBUILT + seat)
        ),
    ]
    lines = [
        f"player_{seat}: {state.coins[seat]} coins, {total_points(state, seat)} points now",
        "  wonders: " + (", ".join(wonders) or "none"),
        "  tokens: " + _names(TOKEN_NAMES, state.token_at == OWNED + seat),
    ]
    for number, name in enumerate(COLORS):
        chosen = (state.card_at == CITY + seat) & (CARD_COLOR == number)
        if chosen.any():
            text = f"{name}: {_names(CARD_NAMES, chosen)}"
            lines.append(f"  {_ANSI[name]}{text}{_RESET}" if color else f"  {text}")
    return "\n".join(lines)
