"""Deals by printed names: what records hold (the record format), read and written."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

import numpy as np

from wonderzoo.errors import DealError
from wonderzoo.seven_wonders.deal import begin
from wonderzoo.seven_wonders.edifice_tables import EDIFICE_NAMES, EDIFICES_OF_AGE
from wonderzoo.seven_wonders.state import NO_EDIFICE, SIDES_CHOOSE, SIDES_DAY
from wonderzoo.seven_wonders.tables import (
    CARD_NAMES,
    DECK_SIZE,
    DECKS,
    GUILDS,
    HAND_SIZE,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_WONDERS,
    WONDER_NAMES,
    side_names,
)


def plain(name: str) -> str:
    """A name without accents and case: "olympia" for "Olympía"."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()


WONDER_IDS = {plain(name): i for i, name in enumerate(WONDER_NAMES)}


def board_names(edition: int, board: int) -> tuple[str, str]:
    """The wonder and the side of a board."""
    wonder = board // 2 % NUM_WONDERS
    return WONDER_NAMES[wonder], side_names(edition, wonder)[board % 2]


def to_names(state: np.record) -> dict[str, Any]:
    """The whole deal, hidden cards included."""
    n = int(state.num_players)
    choose = state.sides == SIDES_CHOOSE
    boards = [board_names(int(state.edition), int(board)) for board in state.board[:n]]
    dealt: dict[str, Any] = {
        "wonders": [[name, "choose" if choose else side] for name, side in boards],
        "hands": {
            str(age + 1): [[CARD_NAMES[c] for c in state.deck[age, h]] for h in range(n)]
            for age in range(NUM_AGES)
        },
    }
    if state.edifice:
        dealt["edifices"] = [EDIFICE_NAMES[edifice] for edifice in state.edifices]
    return dealt


def begin_from_names(
    state: np.record, options: Mapping[str, Any], names: Mapping[str, Any]
) -> None:
    """Open a game as named in a fresh record with its options set.

    Raises:
        DealError: it is impossible, or does not fit the options; says what is wrong.
    """
    n, edition = int(state.num_players), int(state.edition)
    wonders = names.get("wonders")
    if not isinstance(wonders, list) or len(wonders) != n:
        raise DealError(f"deal: 'wonders' must be a list of {n} [name, side]")
    choosers, seen = 0, set()
    asked, fixed = options["sides"], options["wonders"]
    for seat, pair in enumerate(wonders):
        wonder, side = _wonder_and_side(pair, edition)
        if fixed is None and not (int(state.pool) >> wonder) & 1:
            raise DealError(
                f"deal: {WONDER_NAMES[wonder]} is in play only with the option extra_wonders"
            )
        if wonder in seen:
            raise DealError(f"deal: {WONDER_NAMES[wonder]} stands twice in 'wonders'")
        seen.add(wonder)
        if asked != "random" and (side is None) != (asked == "choose"):
            raise DealError(f"deal: the sides do not fit the option sides={asked!r}")
        if asked == "random" and side is None:
            raise DealError("deal: the side 'choose' needs the option sides='choose'")
        if asked not in ("random", "choose") and side != int(state.sides) - SIDES_DAY:
            raise DealError(f"deal: the sides do not fit the option sides={asked!r}")
        if fixed is not None and WONDER_NAMES[wonder] != fixed[seat]:
            raise DealError(f"deal: seat {seat} must have {fixed[seat]} by the option wonders")
        choosers |= (side is None) << seat
        state.board[seat] = (edition * NUM_WONDERS + wonder) * 2 + (side or 0)
    hands = names.get("hands")
    if not isinstance(hands, Mapping):
        raise DealError('deal: \'hands\' must map each Age, "1" to "3", to its opening hands')
    for age in range(NUM_AGES):
        key = str(age + 1)
        _set_hands(state, age, hands.get(key), f"hands of Age {key}")
    _set_edifices(state, names.get("edifices"))
    begin(state, choosers)


def _wonder_and_side(pair: Any, edition: int) -> tuple[int, int | None]:
    """The ids of ``[name, side]``; the side is None if the player chooses it."""
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(x, str) for x in pair):
        raise DealError(f"deal: {pair!r} in 'wonders' is not [name, side]")
    name, side = pair
    if plain(name) not in WONDER_IDS:
        raise DealError(f"deal: there is no wonder {name!r}; choose from {', '.join(WONDER_NAMES)}")
    wonder = WONDER_IDS[plain(name)]
    sides = side_names(edition, wonder)
    if side != "choose" and side not in sides:
        allowed = ", ".join((*sides, "choose"))
        raise DealError(f"deal: {name} has no side {side!r}; choose from {allowed}")
    return wonder, None if side == "choose" else sides.index(side)


def _set_hands(state: np.record, age: int, hands: Any, what: str) -> None:
    n = int(state.num_players)
    shape = [len(h) for h in hands if isinstance(h, list)] if isinstance(hands, list) else []
    if shape != [HAND_SIZE] * n or len(hands) != n:
        raise DealError(f"deal: the {what} must be {n} lists of 7 names")
    left = [int(c) for c in DECKS[state.edition, n - MIN_PLAYERS, age] if c >= 0]
    guilds = [int(c) for c in GUILDS[state.edition]] if age == NUM_AGES - 1 else []
    room = n * HAND_SIZE - int(DECK_SIZE[state.edition, n - MIN_PLAYERS, age])
    for hand, names in enumerate(hands):
        for place, name in enumerate(names):
            if name not in CARD_NAMES:
                raise DealError(f"deal: {name!r} in the {what} is not a printed name")
            card = CARD_NAMES.index(name)
            if card in left:
                left.remove(card)
            elif card in guilds and room:
                guilds.remove(card)
                room -= 1
            else:
                raise DealError(f"deal: {name} in the {what} is one too many for {n} players")
            state.deck[age, hand, place] = card


def _set_edifices(state: np.record, names: Any) -> None:
    state.edifices[:] = NO_EDIFICE
    if not state.edifice:
        if names is not None:
            raise DealError("deal: 'edifices' needs the option expansions=['edifice']")
        return
    if not isinstance(names, list) or len(names) != NUM_AGES:
        raise DealError("deal: 'edifices' must be a list of three names, one for each Age")
    for age, name in enumerate(names):
        known = [EDIFICE_NAMES[edifice] for edifice in EDIFICES_OF_AGE[age]]
        if name not in known:
            raise DealError(
                f"deal: {name!r} is no Edifice of Age {age + 1}; choose from {', '.join(known)}"
            )
        state.edifices[age] = EDIFICE_NAMES.index(name)
