"""Edifice, ruling 12: what each Edifice gives, and what it costs to miss it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.seven_wonders.table import Table
from tests.seven_wonders.test_edifice_participation import JOIN, table_of

BY_AGE = {
    1: ["Money Changer", "Curtain Wall", "Outpost", "Belvedere", "Artisan District"],
    2: ["Auction House", "River Port", "Factory", "Staging Camp", "Amphitheater"],
    3: ["Gold Reserves", "Concentric Castle", "Military School", "Archives", "Agora"],
}
# name: coins for taking part, penalty (as printed, without the settled doubts: see the docs)
COSTS = {
    "Money Changer": (1, "2 coins"), "Curtain Wall": (2, "grey"), "Outpost": (1, "red"),
    "Belvedere": (1, "brown"), "Artisan District": (2, "yellow"),
    "Auction House": (2, "5 coins"), "River Port": (3, "blue"), "Factory": (3, "brown"),
    "Staging Camp": (3, "red"), "Amphitheater": (3, "grey"),
    "Gold Reserves": (3, "9 coins"), "Concentric Castle": (5, "2 tokens"),
    "Military School": (5, "red"), "Archives": (5, "blue"), "Agora": (6, "green"),
}  # fmt: skip
CARDS = {"grey": "Loom", "red": "Stockade", "brown": "Ore Vein", "yellow": "Tavern",
         "blue": "Altar", "green": "Library"}  # fmt: skip


def with_edifice(name: str, **changes: Any) -> Table:
    """The Age of an Edifice, with a single pawn on it."""
    (age,) = (age for age, names in BY_AGE.items() if name in names)
    names = [BY_AGE[a][0] for a in (1, 2, 3)]
    names[age - 1] = name
    left = [2, 2, 2]
    left[age - 1] = 1
    return table_of(**({"edifices": names, "age": age, "pawns_left": left, "coins": 20} | changes))


def built(name: str, pawns: int = 1, **changes: Any) -> Table:
    """A city that holds pawns of a completed Edifice, on turn 2 of Age III."""
    (age,) = (age for age, names in BY_AGE.items() if name in names)
    names = [BY_AGE[a][0] for a in (1, 2, 3)]
    names[age - 1] = name
    left = [2, 2, 2]
    left[age - 1] = 0
    held = [0, 0, 0]
    held[age - 1] = pawns
    given = {"edifices": names, "age": 3, "turn": 2, "pawns_left": left, "pawns": [held],
             "cities": ()}  # fmt: skip
    return table_of(**(given | changes))


@pytest.mark.parametrize("name", COSTS)
def test_edifice_12_costs_and_penalties_are_the_printed_ones(name: str) -> None:
    cost, penalty = COSTS[name]
    table = with_edifice(name)
    assert table.copy().play(JOIN, "", "").coins[1] == 23
    age = next(age for age, names in BY_AGE.items() if name in names)
    joined = table.copy().choose(0, JOIN).choose(1, "sell Palace").choose(2, "sell Palace")
    reward = {"Money Changer": 4, "Auction House": 7, "Gold Reserves": 15}.get(name, 0)
    assert joined.coins[0] == 20 - cost + reward
    # the last turn: seat 1 can pay the penalty, seat 2 has nothing to pay it with
    pawns = [[0, 0, 0] for _ in range(3)]
    pawns[0][age - 1] = 1
    city = [CARDS[penalty]] if penalty in CARDS else []
    table = with_edifice(name, turn=6, cities=[[], city, []], pawns=pawns, coins=[0, 20, -3],
                         tokens=[[], [1, 3], []])  # fmt: skip
    table.play()
    assert table.debts == [[], [], [age]]
    assert table.city(1) == set()
    paid = int(penalty.split()[0]) if penalty.endswith("coins") else 0
    assert table.coins == [3, 23 - paid, 0]
    assert table.tokens[1][:2] == ([] if penalty == "2 tokens" else [1, 3])


@pytest.mark.parametrize(
    ("name", "token"), [("Outpost", 3), ("Staging Camp", 5), ("Military School", 5)]
)
def test_edifice_12_victory_tokens_count_as_military(name: str, token: int) -> None:
    table = with_edifice(name)
    before = table.points("military")[0]
    table.play(JOIN)
    assert table.tokens[0] == [token]
    assert table.points("military")[0] - before == token
    assert table.points("edifice")[0] == 0


def test_edifice_12_victory_tokens_can_be_lost_to_concentric_castle() -> None:
    names = ("Outpost", "Staging Camp", "Concentric Castle")
    table = table_of(edifices=names, age=3, turn=6, cities=(), pawns_left=[0, 0, 1],
                     pawns=[[1, 1, 0], [0, 0, 1], [0, 0, 1]], tokens=[[3, 5]])  # fmt: skip
    table.play()
    assert table.tokens[0] == [] and table.debts == [[], [], []]


def test_edifice_12_military_school_discards_earlier_defeats() -> None:
    """All of the holder's; the war of Age III can give new ones, and others keep theirs."""
    tokens = [[-1, 1, -1, -1], [-1], []]
    table = with_edifice("Military School", turn=6, tokens=tokens)
    cities = table.copy()
    assert cities.play(JOIN).tokens[0][:2] == [1, 5]
    table = with_edifice("Military School", turn=6, tokens=tokens,
                         cities=[["Sawmill"], ["Stockade"], []])  # fmt: skip
    table.play(JOIN)
    assert table.tokens == [[1, 5, -1], [-1, 5, 5], [-1]]


@pytest.mark.parametrize(("name", "shields"), [("Curtain Wall", 1), ("Concentric Castle", 2)])
def test_edifice_12_shields_stay_for_every_later_war(name: str, shields: int) -> None:
    table = with_edifice(name, turn=6).play(JOIN)
    assert table.shields == [shields, 0, 0] and len(table.tokens[0]) == 2
    table = with_edifice(name, turn=5).play(JOIN)
    assert table.shields[0] == shields


def test_option_edifice_shields_for_one_war() -> None:
    table = with_edifice("Curtain Wall", turn=6, edifice_shields="one war").play(JOIN)
    assert table.tokens[0] == [1, 1] and table.shields == [0, 0, 0]
    table = with_edifice("Curtain Wall", turn=5, edifice_shields="one war").play(JOIN)
    assert table.shields == [1, 0, 0]  # until the war
    assert table.play().shields == [0, 0, 0] and table.tokens[0] == [1, 1]


@pytest.mark.parametrize(
    ("name", "other", "card", "city"),
    [
        ("River Port", "Alexandria day", "Stables", ["Sawmill", "Clay Pool"]),  # and an ore
        ("Factory", "Rhódos day", "Dispensary", ["Sawmill", "Foundry"]),  # and a glass
    ],
)
def test_edifice_12_production_is_for_the_owner_alone(
    name: str, other: str, card: str, city: list[str]
) -> None:
    """One of the list each turn; no neighbor can buy it, and nobody else makes it here."""
    table = Table(wonders=["Gizah day", other, "Éphesos day"], age=2, coins=[3, 9, 9],
                  edifices=("Money Changer", name, "Agora"), pawns_left=[2, 1, 2],
                  cities=[city, city, []], hands=[[card]] * 3)  # fmt: skip
    assert not table.can(0, f"build {card}") and not table.can(1, f"build {card}")
    table.play(JOIN)
    assert table.coins[0] == 0 and table.bills(0, f"build {card}") == [(0, 0)]
    assert not table.can(1, f"build {card}")


@pytest.mark.parametrize(
    ("name", "city", "stages", "points"),
    [
        ("Belvedere", [], 3, 3),
        ("Belvedere", ["Loom"], 0, 0),
        ("Artisan District", ["Loom", "Press", "Ore Vein"], 0, 2),
        ("Artisan District", ["Loom", "Press", "Ore Vein", "Clay Pool", "Sawmill"], 0, 4),
        ("Artisan District", ["Ore Vein"], 0, 0),
        ("Amphitheater", ["Altar", "Theater", "Loom"], 0, 2),
        ("Archives", ["Altar", "Theater", "Loom"], 0, 2),
        ("Archives", ["Altar", "Loom", "Ore Vein", "Tavern", "Stockade", "Library",
                      "Spies Guild"], 0, 7),
        ("Agora", [], 0, 0),
        ("Agora", ["Altar"], 0, 0),
    ],
)  # fmt: skip
def test_edifice_12_points_at_the_end(name: str, city: list[str], stages: int, points: int) -> None:
    table = built(name, cities=[city], stages=[stages])
    assert table.points("edifice") == [points, 0, 0]
    assert built(name, pawns=0, cities=[city], stages=[stages]).points("edifice") == [0, 0, 0]
    # a player with two pawns gets the reward twice; Agora needs a second guild
    twice = 2 * points
    assert built(name, pawns=2, cities=[city], stages=[stages]).points("edifice")[0] == twice


def test_edifice_12_the_final_city_counts() -> None:
    """Amphitheater counts what is left when Archives have failed."""
    names = ("Money Changer", "Amphitheater", "Archives")
    table = table_of(edifices=names, age=3, turn=6, cities=[["Altar", "Theater"], [], []],
                     pawns_left=[2, 0, 1], pawns=[[0, 1, 0], [0, 0, 1], [0, 0, 1]])  # fmt: skip
    assert table.points("edifice")[0] == 2
    table.play().choose(0, "lose Altar")
    assert table.over is not None and table.points("edifice")[0] == 1


AGORA = [
    (["Workers Guild"], [["Ore Vein"] * 1, ["Clay Pool"]], 2),
    (["Workers Guild", "Magistrates Guild"], [["Altar", "Theater", "Baths"], []], 3),
    (["Decorators Guild"], [[], []], 7),
    (["Builders Guild"], [[], []], 3),
]


@pytest.mark.parametrize(("city", "near", "points"), AGORA)
def test_edifice_12_agora_repeats_the_best_guild(
    city: list[str], near: list[list[str]], points: int
) -> None:
    table = built("Agora", cities=[city, *near], stages=[3])
    assert table.points("edifice")[0] == points


def test_edifice_12_agora_chooses_its_science_with_the_other_wilds() -> None:
    """Scientists Guild again is one more symbol: (1, 1, 2) with one is (1, 1, 3), 18 points."""
    greens = ["Apothecary", "Workshop", "Scriptorium", "Library"]
    table = built("Agora", cities=[[*greens, "Scientists Guild"]])
    green = table.points("green")[0]
    with_two = max(
        sum(x * x for x in counts) + 7 * min(counts)
        for counts in ((1 + a, 1 + b, 2 + 2 - a - b) for a in range(3) for b in range(3 - a))
    )
    assert green == 18 and with_two == 26  # (2, 2, 2)
    assert table.points("edifice")[0] == 8
    assert table.points("purple")[0] == 0


def test_edifice_12_agora_with_two_pawns_repeats_two_guilds() -> None:
    """Only Ur can have two; the best two, not the best one twice."""
    near = [["Altar", "Theater", "Ore Vein"], []]
    city = ["Magistrates Guild", "Workers Guild", "Shipowners Guild"]  # 2, 1, 3
    assert built("Agora", cities=[city, *near]).points("edifice")[0] == 3
    assert built("Agora", pawns=2, cities=[city, *near]).points("edifice")[0] == 5


def test_option_agora_pair_same() -> None:
    near = [["Altar", "Theater", "Ore Vein"], []]
    city = ["Magistrates Guild", "Workers Guild", "Shipowners Guild"]
    table = built("Agora", pawns=2, cities=[city, *near], agora_pair="same")
    assert table.points("edifice")[0] == 6
    table = built("Agora", cities=[city, *near], agora_pair="same")
    assert table.points("edifice")[0] == 3


def test_option_agora_pair_same_with_science() -> None:
    """Scientists twice are two more symbols, chosen jointly: (1, 1, 0) with one wild is 10."""
    city = ["Apothecary", "Workshop", "Scientists Guild"]
    assert built("Agora", cities=[city]).points("green")[0] == 10
    table = built("Agora", pawns=2, cities=[city], agora_pair="same")
    best = max(
        sum(x * x for x in counts) + 7 * min(counts)
        for counts in ((1 + a, 1 + b, 3 - a - b) for a in range(4) for b in range(4 - a))
    )
    assert table.points("edifice")[0] == best - 10
