"""Random games, shared by the tests: choices of the waiting seats in random order."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.oracle.seven_wonders import SIDES
from tests.seven_wonders.table import Table

SIZES = range(3, 8)
EDITIONS = ("second", "first")
RULINGS: dict[str, tuple[Any, Any]] = {
    "free_building": ("forced", "choose"),
    "coin_effects": ("together", "seat by seat"),
    "revival": ("optional", "forced"),
    "last_turn": ("seventh first", "revivals first"),
    "seventh_participates": (True, False),
    "lost_cards": ("pile", "box"),
    "agora_pair": ("different", "same"),
    "edifice_shields": ("permanent", "one war"),
}
# the choices that only some wonders, options and positions bring about
SPECIAL = {
    "second": {"bill", "seventh", "revive", "side"},
    "first": {"bill", "seventh", "revive", "side", "copy", "free"},
}

Game = tuple[Table, random.Random, bool]  # as dealt, who draws the choices, a builder's or not


def options_of(seed: int, size: int, edition: str) -> dict[str, Any]:
    """Options that vary with the seed: eight seeds on end go through all of them."""
    kinds = list(itertools.product(("random", "choose", *SIDES[edition]), ("choose", "cheapest")))
    sides, payment = kinds[(seed + 3 * size) % len(kinds)]
    return {"num_players": size, "edition": edition, "payment": payment, "sides": sides}


def edifice_options(seed: int, size: int, edition: str) -> dict[str, Any]:
    """The same with Edifice, now and then with its wonders and other readings of its rulings."""
    rng = random.Random(f"Edifice {seed} {size} {edition}")
    return options_of(seed, size, edition) | {
        "expansions": ["edifice"],
        "extra_wonders": rng.choice([[], ["Carthage", "Ur"], ["Carthage", "Ur"], ["Ur"]]),
        **{name: rng.choice([*values, values[0]]) for name, values in RULINGS.items()},
    }


def pick(texts: list[str], rng: random.Random, *, builder: bool) -> str:
    """A random choice; a builder sells and passes only when there is nothing else."""
    texts = sorted(texts)
    if builder:
        texts = [t for t in texts if not t.startswith("sell") and t != "revive nothing"] or texts
        joining = [t for t in texts if t.endswith("participate")]
        if joining and rng.random() < 0.6:  # else Edifices would hardly ever be completed
            texts = joining
        elif rng.random() < 0.7:  # stages are as many texts as cards, so choose them evenly
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


def specials(phase: str, text: str) -> set[str]:
    """Which of the `SPECIAL` choices a move in that phase is."""
    found = {phase} - {"main", "over"}
    if text.startswith("pay "):
        found.add("bill")
    if text.startswith("build ") and text.endswith(" free"):
        found.add("free")
    if text.endswith(" and participate"):
        found.add("participate")
    return found


def specials_of(games: Iterable[Game]) -> Counter[str]:
    """How often each of the `SPECIAL` choices is made in the games, played to their ends."""
    return Counter(
        kind
        for table, rng, builder in games
        for t, _, text in decisions(table, rng, builder=builder)
        for kind in specials(t.phase, text)
    )
