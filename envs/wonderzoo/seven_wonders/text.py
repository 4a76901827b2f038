"""The table as text, for everybody to see: no hand, no choice of this turn."""

from __future__ import annotations

import numpy as np

from wonderzoo.seven_wonders.edifice_tables import DEBTS, EDIFICE_COST, EDIFICE_NAMES
from wonderzoo.seven_wonders.edifices import has_failed, is_built
from wonderzoo.seven_wonders.scoring import total_points
from wonderzoo.seven_wonders.state import OVER, PHASES, SIDE
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    CARD_COLOR,
    CARD_NAMES,
    COLORS,
    EDITIONS,
    HALF_KIND,
    HALVES,
    NUM_AGES,
    NUM_WONDERS,
    RESOURCES,
    SYMBOLS,
    WONDER_NAMES,
    side_names,
)

_TINTS = ("\x1b[33m", "\x1b[37m", "\x1b[94m", "\x1b[92m", "\x1b[93m", "\x1b[91m", "\x1b[95m")
_RESET = "\x1b[0m"


def render(state: np.record, *, color: bool = False) -> str:
    """The cities clockwise; the left neighbor of a seat is the next one."""
    n = int(state.num_players)
    waiting = [f"player_{seat}" for seat in range(n) if (int(state.waiting) >> seat) & 1]
    head = f"7 Wonders, {EDITIONS[state.edition]} edition - Age {'I' * int(state.age)}"
    if state.phase == OVER:
        head += " - the game is over"
    else:
        head += f", turn {state.turn}: {PHASES[state.phase]}, waiting for {', '.join(waiting)}"
    lines = [head, _discards(state)]
    if state.edifice:
        lines += [_edifice(state, age) for age in range(NUM_AGES)]
    for seat in range(n):
        lines += _city(state, seat, color)
    return "\n".join(lines)


def _discards(state: np.record) -> str:
    line = f"discards: {int(state.discards.sum())} cards, face down"
    lost = [CARD_NAMES[card] for card in np.flatnonzero(state.lost)]
    return f"{line}; among them, lost from cities: {', '.join(lost)}" if lost else line


def _edifice(state: np.record, age: int) -> str:
    left, cost = int(state.pawns_left[age]), EDIFICE_COST[state.edifices[age]]
    stands = f"{left} pawn{'s' * (left > 1)} left"
    if is_built(state, age):
        stands = "built"
    elif has_failed(state, age):
        stands = "failed"
    name = EDIFICE_NAMES[state.edifices[age]]
    return f"Age {'I' * (age + 1)}: {name} ({cost} coin{'s' * int(cost > 1)}): {stands}"


def _city(state: np.record, seat: int, color: bool) -> list[str]:
    board = int(state.board[seat])
    number = board // 2 % NUM_WONDERS
    side = side_names(int(state.edition), number)[board % 2]
    wonder = f"{WONDER_NAMES[number]} {side if state.phase != SIDE else '(side not shown yet)'}"
    tokens = [f"{t:+d}" for t in state.tokens[seat, : state.num_tokens[seat]]]
    made = [
        f"{units} {name}"
        for units, name in zip(state.production[seat], RESOURCES, strict=True)
        if units
    ]
    for sources in (
        state.choices[seat, : state.num_choices[seat]],
        state.own_choices[seat, : state.num_own_choices[seat]],
    ):
        made += ["/".join(r for i, r in enumerate(RESOURCES) if (m >> i) & 1) for m in sources]
    science = [
        f"{count} {name}"
        for count, name in zip(state.symbols[seat], (*SYMBOLS, "of choice"), strict=True)
        if count
    ]
    stages = f"{state.stages[seat]} of {BOARD_STAGES[board]} stages"
    if state.phase == SIDE:
        stages = "no stage"
    lines = [
        f"player_{seat}: {wonder}, {stages}, "
        f"{state.coins[seat]} coins, {state.shields[seat]} shields, "
        f"{total_points(state, seat)} points now",
        f"  makes: {', '.join(made)}",
    ]
    if science or tokens:
        lines.append(f"  science: {', '.join(science) or '-'}; war: {' '.join(tokens) or '-'}")
    pawns = ["I" * (age + 1) for age in range(NUM_AGES) for _ in range(state.pawns[seat, age])]
    debts = [str(DEBTS[age]) for age in range(NUM_AGES) if (int(state.debts[seat]) >> age) & 1]
    if pawns or debts:
        joined = (int(state.joined[seat]) >> (int(state.age) - 1)) & 1
        line = f"  pawns: {' '.join(pawns) or '-'}; debts: {' '.join(debts) or '-'}"
        lines.append(line + "; has participated in this Age" * joined)
    halves = [
        HALVES[HALF_KIND[board, stage, half - 1]]
        for stage, half in enumerate(map(int, state.halves[seat]))
        if half and HALF_KIND[board, stage, 0] >= 0
    ]
    if halves:
        lines.append(f"  chose of its stages: {', '.join(halves)}")
    for number, name in enumerate(COLORS):
        chosen = (state.city[seat] == 1) & (CARD_COLOR[state.edition] == number)
        if chosen.any():
            names = f"{name}: {', '.join(CARD_NAMES[i] for i in np.flatnonzero(chosen))}"
            lines.append(f"  {_TINTS[number]}{names}{_RESET}" if color else f"  {names}")
    return lines
