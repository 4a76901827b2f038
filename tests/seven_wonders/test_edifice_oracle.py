"""The engine next to the oracle with Edifice, Carthage and Ur, and under every option."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.oracle.seven_wonders import SevenWondersOracle
from tests.seven_wonders.play import (
    EDITIONS,
    RULINGS,
    SIZES,
    Game,
    decisions,
    edifice_options,
    options_of,
)
from tests.seven_wonders.table import Table
from tests.seven_wonders.test_oracle import play_both

# builders with many coins: else Edifices of Age III would hardly ever be completed
RICH = 40
WONDERS = ["Ur", "Carthage", "Halikarnassós", "Babylon", "Olympía", "Gizah", "Éphesos"]


def random_games(size: int, edition: str) -> Iterator[Game]:
    for seed in range(12):
        options = edifice_options(seed, size, edition)
        if seed % 3 == 0:
            options["wonders"] = WONDERS[:size]
        yield Table.dealt(seed, **options), random.Random(f"{seed} {options}"), seed % 4 != 3


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_games_agree_move_by_move(size: int, edition: str) -> None:
    for number, game in enumerate(random_games(size, edition)):
        play_both(*game, coins=RICH if number % 2 else None)


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("other", [0, 1])
def test_games_of_each_ruling_agree(name: str, other: int) -> None:
    """Wonders for which the ruling matters, rich builders."""
    for seed in range(6):
        options = {"num_players": 4 + seed % 2, "expansions": ["edifice"], "sides": "night",
                   "wonders": WONDERS[: 4 + seed % 2], name: RULINGS[name][other]}  # fmt: skip
        table = Table.dealt(seed, **options)
        play_both(table, random.Random(seed), True, coins=RICH if seed % 3 else None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_without_edifices_agree_under_every_ruling(edition: str) -> None:
    base = ("free_building", "coin_effects", "revival", "last_turn")
    for seed in range(16):
        size = 3 + seed % 5
        options = options_of(seed, size, edition)
        options |= {name: RULINGS[name][seed >> i & 1] for i, name in enumerate(base)}
        wonders = ["Halikarnassós", "Babylon", "Olympía", "Carthage", "Gizah", "Rhódos", "Éphesos"]
        table = Table.dealt(seed, **options, wonders=wonders[:size])
        play_both(table, random.Random(seed), True)


def finished(size: int, edition: str) -> Iterator[tuple[Table, SevenWondersOracle]]:
    for number, (table, rng, builder) in enumerate(random_games(size, edition)):
        yield table, play_both(table, rng, builder, coins=RICH if number % 2 else None)


def test_the_games_that_agree_hold_everything() -> None:
    """Every phase, every Edifice built and failed, every kind of penalty and double pawns."""
    phases: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    for size in (4, 6):
        for edition in EDITIONS:
            for number, (table, rng, builder) in enumerate(random_games(size, edition)):
                if number % 2:
                    table.state.coins[:size] = RICH
                for t, _, text in decisions(table, rng, builder=builder):
                    phases[t.phase] += 1
                    texts[text.rsplit(" ", 1)[-1] if "participate" in text
                          else text.split(" ")[0]] += 1  # fmt: skip
    assert {"main", "choose", "seventh", "revive", "lose", "side"} <= set(phases)
    assert {"participate", "choose", "pawn", "lose", "revive"} <= set(texts)
    built: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    doubles = debts = 0
    for size in SIZES:
        for _, oracle in finished(size, "second"):
            for age, name in enumerate(oracle.edifices):
                (failed if oracle.pawns_left[age] else built)[name] += 1
            doubles += sum(count > 1 for pawns in oracle.pawns for count in pawns)
            debts += sum(map(len, oracle.debts))
    assert len(built) == 15 and len(failed) == 15
    assert doubles > 5 and debts > 20
