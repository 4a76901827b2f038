"""Edifice, rulings 13, 14 and 16: Ur and Carthage, and the first edition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.seven_wonders.table import Table
from tests.seven_wonders.test_edifice_participation import JOIN, STAGE
from wonderzoo.errors import OptionError
from wonderzoo.seven_wonders.game import SevenWonders

EDIFICES = ("Money Changer", "Auction House", "Gold Reserves")  # rewards 4, 7 and 15 coins


def ur(side: str, city: list[str], **changes: Any) -> Table:
    given: dict[str, Any] = {"wonders": [f"Ur {side}", "Rhódos day", "Éphesos day"],
                             "edifices": EDIFICES, "cities": [city], "coins": 9}  # fmt: skip
    return Table(**(given | changes))


def carthage(side: str, city: list[str], **changes: Any) -> Table:
    given: dict[str, Any] = {"wonders": [f"Carthage {side}", "Rhódos day", "Éphesos day"],
                             "cities": [city], "coins": 9}  # fmt: skip
    return Table(**(given | changes))


UR_DAY = ["Quarry", "Brickyard"]  # two stones and a clay for the second stage
UR_NIGHT = ["Stone Pit", "Glassworks"]


def test_edifice_13_ur_is_only_played_with_edifice() -> None:
    with pytest.raises(OptionError, match="Ur"):
        SevenWonders(extra_wonders=["Ur"])
    with pytest.raises(OptionError, match="Ur"):
        SevenWonders(wonders=["Ur", "Gizah", "Babylon"])
    drawn = {
        name
        for seed in range(60)
        for name, _ in Table.dealt(seed, expansions=["edifice"], extra_wonders=["Ur"]).wonders
    }
    assert "Ur" in drawn and "Carthage" not in drawn and len(drawn) == 8


def test_edifice_13_the_pawn_comes_from_the_box() -> None:
    """The counter of the Edifice does not move, and nothing is paid for taking part."""
    table = ur("night", UR_NIGHT).play(STAGE)
    assert table.pawns[0] == [1, 0, 0] and table.pawns_left == [2, 2, 2]
    assert table.coins[0] == 9


def test_edifice_13_night_pawns_are_of_the_printed_ages() -> None:
    cities = [UR_NIGHT, ["Ore Vein", "Foundry", "Stone Pit"],
              ["Brickyard", "Stone Pit", "Loom"]]  # fmt: skip
    for stage, city in enumerate(cities):
        table = ur("night", city, stages=[stage], coins=9).play(STAGE)
        assert table.pawns[0] == [int(age == stage) for age in range(3)]
        assert table.stages[0] == stage + 1


def test_edifice_13_day_2_takes_a_pawn_of_any_age() -> None:
    for age in (1, 2, 3):
        table = ur("day", UR_DAY, stages=[1])
        table.choose(0, STAGE).choose(1, "sell Palace").choose(2, "sell Palace")
        assert table.phase == "choose" and table.actors == [0]
        assert table.legal(0) == ["pawn age 1", "pawn age 2", "pawn age 3"]
        table.choose(0, f"pawn age {age}")
        assert table.pawns[0] == [int(a == age) for a in (1, 2, 3)]
        assert table.pawns_left == [2, 2, 2]


def test_edifice_13_together_with_ordinary_participation() -> None:
    """Both on one stage: two pawns of Age I, one paid and from the card."""
    table = ur("night", UR_NIGHT).play(JOIN)
    assert table.pawns[0] == [2, 0, 0] and table.pawns_left == [1, 2, 2]
    assert table.coins[0] == 8


def test_edifice_13_once_an_age_does_not_limit_the_stages_pawn() -> None:
    table = ur("day", UR_DAY, stages=[1], pawns=[[1, 0, 0]], pawns_left=[1, 2, 2], joined=[0])
    assert not table.can(0, JOIN)
    table.choose(0, STAGE).choose(1, "sell Palace").choose(2, "sell Palace")
    assert table.choose(0, "pawn age 1").pawns[0] == [2, 0, 0]
    table = ur("night", ["Quarry", "Glassworks"], pawns=[[1, 0, 0]])
    assert table.can(0, JOIN)  # a box pawn does not count as participation


def test_edifice_13_a_pawn_of_a_built_edifice_is_rewarded_at_once() -> None:
    table = ur("night", UR_NIGHT, age=2, pawns_left=[0, 2, 2], pawns=[[0, 0, 0], [1, 0, 0]])
    assert table.play(STAGE).coins == [9 + 4, 12, 12]


def test_edifice_13_a_pawn_protects_and_earns_when_it_is_built() -> None:
    table = ur("night", UR_NIGHT, pawns_left=[1, 2, 2]).play(STAGE)
    assert table.coins[0] == 9  # nothing yet
    table = ur("night", [], turn=6, stages=[1], pawns=[[1, 0, 0]], coins=0)
    assert table.play().debts == [[], [], []] and table.coins == [3, 1, 1]
    cities = [[], ["Sawmill"], []]
    table = ur("night", [], stages=[1], pawns=[[1, 0, 0]], pawns_left=[1, 2, 2], cities=cities)
    assert table.play("", JOIN).coins == [9 + 3 + 4, 9 - 1 + 4, 12]


def test_edifice_13_a_pawn_of_a_failed_edifice_is_worth_nothing() -> None:
    table = ur("night", UR_NIGHT, age=2, pawns_left=[1, 2, 2]).play(STAGE)
    assert table.pawns[0] == [1, 0, 0] and table.coins[0] == 9
    assert table.points("edifice")[0] == 0


def test_edifice_13_two_pawns_are_rewarded_twice() -> None:
    table = ur("night", UR_NIGHT, pawns_left=[1, 2, 2]).play(JOIN)
    assert table.coins[0] == 9 - 1 + 2 * 4


@pytest.mark.parametrize(("side", "costs"), [("day", 3), ("night", 3)])
def test_edifice_13_both_sides_have_three_stages(side: str, costs: int) -> None:
    table = ur(side, [], stages=[costs])
    assert not any(text.startswith("stage") for text in table.legal(0))


def test_edifice_14_carthage_joins_any_game() -> None:
    drawn = {
        name
        for seed in range(60)
        for name, _ in Table.dealt(seed, extra_wonders="carthage").wonders
    }
    assert "Carthage" in drawn and len(drawn) == 8
    table = Table.dealt(0, wonders=["Carthage", "Gizah", "Babylon"])
    assert [name for name, _ in table.wonders] == ["Carthage", "Gizah", "Babylon"]
    assert "Carthage" not in {n for seed in range(60) for n, _ in Table.dealt(seed).wonders}


def halves(table: Table) -> list[str]:
    table.choose(0, STAGE).choose(1, "sell Palace").choose(2, "sell Palace")
    assert table.phase == "choose" and table.actors == [0]
    return table.legal(0)


@pytest.mark.parametrize(
    ("side", "stages", "city", "half", "gained", "shields", "points"),
    [
        ("day", 1, ["Ore Vein", "Press"], "coins", 7, 0, 2),
        ("day", 1, ["Ore Vein", "Press"], "shield", 0, 1, 2),
        ("night", 0, ["Foundry", "Press"], "coins", 7, 0, 4),
        ("night", 0, ["Foundry", "Press"], "shield", 0, 2, 0),
    ],
)
def test_edifice_14_coins_or_shields(
    side: str, stages: int, city: list[str], half: str, gained: int, shields: int, points: int
) -> None:
    """One of the two halves, at once; the other is lost."""
    table = carthage(side, city, stages=[stages])
    before = table.points("wonder")[0]
    assert halves(table) == ["choose coins", "choose shield"]
    table.choose(0, f"choose {half}")
    assert table.phase == "main" and table.turn == 2
    assert (table.coins[0], table.shields[0]) == (9 + gained, shields)
    assert table.points("wonder")[0] - before == points


def test_edifice_14_the_half_is_hidden_until_all_have_chosen() -> None:
    """Ur and Carthage choose at the same time, before the effects."""
    table = Table(wonders=["Carthage day", "Ur day", "Éphesos day"], edifices=EDIFICES,
                  stages=[1, 1], cities=[["Ore Vein", "Press"], UR_DAY], coins=9)  # fmt: skip
    table.choose(0, STAGE).choose(1, STAGE).choose(2, "sell Palace")
    assert table.phase == "choose" and table.actors == [0, 1]
    before = table.observe("flat", 1).tobytes()
    for half in ("coins", "shield"):
        other = table.copy().choose(0, f"choose {half}")
        assert other.observe("flat", 1).tobytes() == before and other.coins == table.coins
    table.choose(0, "choose coins").choose(1, "pawn age 2")
    assert table.coins[0] == 16 and table.pawns[1] == [0, 1, 0]


def test_edifice_14_night_2_builds_from_the_discards() -> None:
    table = carthage("night", ["Sawmill", "Lumber Yard", "Loom"], stages=[1], discards=["Altar"])
    assert halves(table) == ["choose revive", "choose science"]
    table.choose(0, "choose revive")
    assert table.phase == "revive"
    assert table.legal(0) == ["revive Altar", "revive Palace", "revive nothing"]
    assert "Altar" in table.choose(0, "revive Altar").city(0)


def test_edifice_14_night_2_or_a_symbol_chosen_at_scoring() -> None:
    city = ["Sawmill", "Lumber Yard", "Loom", "Apothecary", "Workshop"]
    table = carthage("night", city, stages=[1])
    assert table.points("green")[0] == 2
    halves(table)
    assert table.choose(0, "choose science").points("green")[0] == 10
    assert table.phase == "main"


def test_edifice_14_decorators_look_at_stages_not_at_halves() -> None:
    city = ["Sawmill", "Lumber Yard", "Loom", "Decorators Guild"]
    table = carthage("night", city, stages=[1])
    assert table.points("purple")[0] == 0
    halves(table)
    assert table.choose(0, "choose science").points("purple")[0] == 7


def test_edifice_14_halikarnassos_builds_from_the_discards_first() -> None:
    """Whatever the seats: the card that it takes is gone for Carthage."""
    for first in (0, 1):
        wonders = ["Halikarnassós day", "Carthage night", "Éphesos day"]
        cities = [["Glassworks", "Press"], ["Sawmill", "Lumber Yard", "Loom"], []]
        if first == 1:
            wonders[:2], cities[:2] = wonders[1::-1], cities[1::-1]
        table = Table(wonders=wonders, cities=cities, stages=[1, 1], discards=["Altar"], coins=9)
        table.choose(0, STAGE).choose(1, STAGE).choose(2, "sell Palace")
        table.choose(1 - first, "choose revive")
        assert table.phase == "revive" and table.actors == [first]
        table.choose(first, "revive Altar")
        assert table.actors == [1 - first]
        assert table.legal(1 - first) == ["revive Palace", "revive nothing"]


def test_edifice_16_works_with_the_first_edition() -> None:
    table = Table(edition="first", wonders=["Carthage night", "Ur day", "Rhódos a"],
                  edifices=EDIFICES, stages=[0, 1], coins=9,
                  cities=[["Foundry", "Press"], UR_DAY, []])  # fmt: skip
    assert table.wonders == [("Carthage", "night"), ("Ur", "day"), ("Rhódos", "a")]
    assert table.can(0, JOIN) and table.can(1, JOIN)


def test_edifice_16_sides_keep_their_printed_names_in_the_first_edition() -> None:
    options = {"edition": "first", "expansions": ["edifice"], "sides": "choose"}
    table = Table.dealt(0, wonders=["Carthage", "Ur", "Rhódos"], **options)
    assert table.legal(0) == table.legal(1) == ["side day", "side night"]
    assert table.legal(2) == ["side a", "side b"]
    table.choose(0, "side night").choose(1, "side day").choose(2, "side b")
    assert [int(board) % 2 for board in table.state.board[:3]] == [1, 0, 1]
    options["sides"] = "b"
    table = Table.dealt(0, wonders=["Carthage", "Ur", "Rhódos"], **options)
    assert [side for _, side in table.wonders] == ["night", "night", "b"]
