"""Positions of the oracle of 7 Wonders set up by hand."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.seven_wonders import SevenWondersOracle, deal

PLAIN = [("Gizah", "day"), ("Rhódos", "day"), ("Éphesos", "day")]  # stone, ore, papyrus
WITH_CARTHAGE = [("Carthage", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
WITH_UR = [("Ur", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
EDIFICE = {"expansions": ["edifice"]}
EDIFICES = ["Money Changer", "Factory", "Agora"]


def position(
    wonders: list[tuple[str, str]] = PLAIN,
    options: dict[str, Any] | None = None,
    edifices: list[str] | None = None,
    **fields: Any,
) -> SevenWondersOracle:
    """A game of 3 with its public fields overwritten; without hands, all may sell a Palace.

    edifices: with the expansion, instead of Money Changer, Factory, Agora.
    """
    dealt = deal(random.Random(0), 3, {"edition": "second", **(options or {})})
    dealt["wonders"] = [list(wonder) for wonder in wonders]
    dealt["edifices"] = edifices or EDIFICES
    game = SevenWondersOracle(dealt, options)
    game.hands = [["Palace"] * 7 for _ in range(3)]
    for name, value in fields.items():
        assert hasattr(game, name)
        setattr(game, name, value)
    return game


def play(game: SevenWondersOracle, *texts: str) -> None:
    """One choice for each seat, in order; who is not named sells a Palace."""
    for seat, text in enumerate([*texts, *["sell Palace"] * (3 - len(texts))]):
        game.apply(seat, text)
