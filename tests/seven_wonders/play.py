"""Random games, shared by the tests: choices of the waiting seats in random order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.seven_wonders.table import Table

SIZES = range(3, 8)
EDITIONS = ("second", "first")


def options_of(seed: int, size: int, edition: str) -> dict[str, Any]:
    """Options that vary with the seed."""
    rng = random.Random(f"{seed} {size} {edition}")
    return {
        "num_players": size,
        "edition": edition,
        "payment": rng.choice(["choose", "choose", "cheapest"]),
        "sides": rng.choice(["random", "choose"]),
    }


def pick(texts: list[str], rng: random.Random, *, builder: bool) -> str:
    """A random choice; a builder sells and passes only when there is nothing else."""
    texts = sorted(texts)
    if builder:
        texts = [t for t in texts if not t.startswith("sell") and t != "revive nothing"] or texts
        if rng.random() < 0.7:  # stages are as many texts as cards, so choose them evenly
            texts = [t for t in texts if not t.startswith("stage")] or texts
    return rng.choice(texts)


def decisions(
    table: Table, rng: random.Random, *, builder: bool
) -> Iterator[tuple[Table, int, str]]:
    """Play to the end; before each move yield the table, the seat to move and the move."""
    while actors := table.actors:
        seat = rng.choice(actors)
        text = pick(list(table.moves(seat)), rng, builder=builder)
        yield table, seat, text
        table.choose(seat, text)
