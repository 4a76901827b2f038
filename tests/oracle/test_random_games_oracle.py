"""Random games of the oracle with the expansion, Carthage and Ur: they end, the books balance."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.oracle.positions import EDIFICE
from tests.oracle.seven_wonders import SevenWondersOracle, deal, edifice_table
from tests.oracle.seven_wonders_cities import SWITCHES
from tests.oracle.seven_wonders_tables import debt_points, pawns_on_each

EXTRA = {"extra_wonders": ["Carthage", "Ur"]}


class Ledger(SevenWondersOracle):
    """The oracle with a book of all coins that come from the bank or go to it."""

    def __init__(self, *args: Any) -> None:
        self.bank = 0
        super().__init__(*args)

    def _from_bank(self, seat: int, coins: int) -> None:
        self.bank += coins
        super()._from_bank(seat, coins)


def pick(rng: random.Random, texts: list[str]) -> str:
    """Stages above all, most of them with participation, so that Edifices are built."""
    for word in ("participate", "stage with"):
        wanted = [text for text in texts if word in text]
        if wanted and rng.random() < 0.7:
            return rng.choice(wanted)
    unsold = [text for text in texts if not text.startswith("sell")]
    return rng.choice(unsold if unsold and rng.random() < 0.7 else texts)


def play_out(
    dealt: dict[str, Any], options: dict[str, Any], seed: int
) -> tuple[Ledger, Counter[str]]:
    """A whole game, and how often each phase, and each kind of choice, came up."""
    rng = random.Random(seed)
    game, seen = Ledger(dealt, options), Counter[str]()
    while game.over is None:
        seat = rng.choice(game.actors)
        texts = game.legal(seat)
        assert texts == sorted(set(texts)) and "wait" not in texts
        text = pick(rng, texts)
        seen[game.phase] += 1
        seen["participate"] += text.endswith("participate")
        game.apply(seat, text)
        assert min(game.coins) >= 0
    return game, seen


def check_books(game: Ledger, dealt: dict[str, Any], seen: Counter[str]) -> None:
    n = game.n
    assert len(game.turns) == 18 and sum(game.coins) == 3 * n + game.bank
    assert sum(game.paid) == sum(game.received)
    places = [*game.cities, *game.tucked, game.discards, game.boxed]
    cards = [hand for age in "123" for hand in dealt["hands"][age]]
    assert Counter(itertools.chain(*places)) == Counter(itertools.chain(*cards))
    assert all(len(city) == len(set(city)) for city in game.cities)
    assert all(len(tucked) == built for tucked, built in zip(game.tucked, game.stages))
    for age in (1, 2, 3) if game.edifices else ():
        check_edifice(game, age)
    assert seen["participate"] >= sum(len(ages) for ages in game.joined)
    for seat, score in enumerate(game.scores()):
        assert score["total"] == sum(score.values()) - score["total"]
        assert score["edifice"] >= sum(debt_points(age) for age in game.debts[seat])
        assert all(ages == sorted(set(ages)) for ages in game.debts)
    if game.edifices:
        last = game.turns[-1]
        assert (last["pawns_left"], last["pawns"]) == (game.pawns_left, game.pawns)
        assert last["debts"] == game.debts
    else:
        assert "pawns" not in game.turns[-1]


def check_edifice(game: Ledger, age: int) -> None:
    """The pawns add up, with one more at most for Ur; who has none of a failed Edifice lost."""
    left, built = game.pawns_left[age - 1], game.built_edifices[age - 1]
    taken = sum(age in ages for ages in game.joined)
    on_it = pawns_on_each(game.n)
    assert built == (left == 0)
    assert taken >= on_it if built else taken == on_it - left
    color = edifice_table()[game.edifices[age - 1]]["penalty"].get("card")
    for seat in range(game.n):
        from_box = game.pawns[seat][age - 1] - (age in game.joined[seat])
        assert from_box in ((0, 1) if game.wonders[seat] == "Ur" else (0,))
        in_debt = age in game.debts[seat]
        assert not in_debt or not (built or age in game.joined[seat])
        if color and not built and game.pawns[seat][age - 1] == 0:
            assert in_debt or color in game.lost_colors[seat]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("edition", ["second", "first"])
def test_books_balance_with_the_expansion(players: int, edition: str) -> None:
    seen: Counter[str] = Counter()
    built = 0
    for seed in range(10):
        sides = "choose" if seed % 2 else "random"
        options = {**EDIFICE, **EXTRA, "edition": edition, "sides": sides}
        dealt = deal(random.Random(seed), players, options)
        game, phases = play_out(dealt, options, seed)
        check_books(game, dealt, phases)
        seen += phases
        built += sum(game.built_edifices)
    assert built and all(seen[phase] for phase in ("main", "choose", "lose", "participate"))


@pytest.mark.parametrize("name", sorted(SWITCHES))
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_books_balance_with_each_switch(players: int, name: str) -> None:
    for seed in range(3):
        edition = "first" if seed == 2 else "second"
        options = {**EDIFICE, **EXTRA, "edition": edition, name: SWITCHES[name][1]}
        dealt = deal(random.Random(100 + seed), players, options)
        game, phases = play_out(dealt, options, seed)
        check_books(game, dealt, phases)
        assert game.boxed == [] or name == "lost_cards"


@pytest.mark.parametrize("players", [3, 5, 7])
def test_books_balance_with_all_switches(players: int) -> None:
    others = {name: values[1] for name, values in SWITCHES.items()}
    for seed in range(5):
        options = {**EDIFICE, **EXTRA, **others, "edition": "first" if seed % 2 else "second"}
        dealt = deal(random.Random(200 + seed), players, options)
        game, phases = play_out(dealt, options, seed)
        check_books(game, dealt, phases)


def test_carthage_plays_without_the_expansion() -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        options = {"wonders": ["Carthage", "Babylon", "Halikarnassós"], "sides": "night"}
        options["edition"] = "first" if seed % 2 else "second"
        dealt = deal(random.Random(seed), 3, options)
        game, phases = play_out(dealt, options, seed)
        check_books(game, dealt, phases)
        assert game.edifices == [] and game.debts == [[], [], []]
        seen += phases
    assert seen["choose"] and seen["revive"] and seen["seventh"]
