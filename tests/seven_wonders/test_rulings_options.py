"""Rulings that are options: the other values (the defaults have their tests elsewhere)."""

from __future__ import annotations

from typing import Any

from tests.seven_wonders.table import Table

PAIR = ["Gizah day", "Rhódos day"]
OLYMPIA_A = ["Olympía a", "Gizah a", "Rhódos a"]
TRIO = ["Halikarnassós day", "Babylon night", "Rhódos day"]


def builds(table: Table, card: str) -> list[str]:
    return [t for t in table.legal(0) if t.startswith("build") and card in t]


def test_option_free_building_choose_lets_a_chain_be_declined() -> None:
    """Ruling 3.5: Baths make Aqueduct free; stone can be bought all the same."""
    cities = [["Baths"], ["Quarry"], ["Quarry"]]
    given: dict[str, Any] = {"age": 2, "hands": [["Aqueduct"]], "cities": cities, "coins": 9}
    assert builds(Table(**given), "Aqueduct") == ["build Aqueduct"]
    table = Table(**given, free_building="choose")
    assert builds(table, "Aqueduct") == ["build Aqueduct", "build Aqueduct free"]
    assert table.copy().play("build Aqueduct free").coins == [9, 12, 12]
    assert table.bills(0, "build Aqueduct") == [(0, 4), (2, 2), (4, 0)]
    assert table.play("build Aqueduct; pay 4 left 0 right").coins == [5, 16, 12]


def test_option_free_building_choose_offers_only_what_can_be_paid() -> None:
    """Without the coins only the free building; a card without a cost is simply built."""
    table = Table(age=2, hands=[["Aqueduct", "Loom"]], cities=[["Baths"]], coins=0,
                  free_building="choose")  # fmt: skip
    assert builds(table, "Aqueduct") == ["build Aqueduct free"]
    assert builds(table, "Loom") == ["build Loom"]


def test_option_free_building_choose_for_olympia_of_the_second_edition() -> None:
    """Settled 2: what a stage makes free can be paid for too."""
    table = Table(wonders=["Olympía day", "Gizah day", "Rhódos day"], age=2, stages=[2],
                  hands=[["Walls"]], cities=[["Sawmill"]], coins=9,
                  free_building="choose")  # fmt: skip
    assert builds(table, "Walls") == ["build Walls free"]  # three stones: one for sale
    table = Table(wonders=["Olympía day", "Gizah day", "Rhódos day"], age=2, stages=[2],
                  hands=[["Walls"]], cities=[["Quarry", "Stone Pit"]], coins=9,
                  free_building="choose")  # fmt: skip
    assert builds(table, "Walls") == ["build Walls", "build Walls free"]


def test_option_free_building_choose_spares_the_stage_where_a_chain_serves() -> None:
    """First edition: `build C free` of a chained card leaves Olympia's free building unused."""
    table = Table(edition="first", wonders=OLYMPIA_A, age=2, stages=[2], coins=0,
                  hands=[["Aqueduct", "Sawmill"]], cities=[["Baths"]],
                  free_building="choose")  # fmt: skip
    assert table.copy().play("build Aqueduct free").state.free_used[0] == 0
    assert table.play("build Sawmill free").state.free_used[0] == 1 << 2


def test_option_coin_effects_seat_by_seat() -> None:
    """Ruling 2.5: Vineyard of seat 0 does not count what seats 1 and 2 build in the same turn."""
    hands = [["Vineyard"], ["Lumber Yard"], ["Ore Vein"]]
    texts = ["build Vineyard", "build Lumber Yard", "build Ore Vein"]
    table = Table(age=2, hands=hands, cities=[["Clay Pool"]])
    assert table.play(*texts).coins[0] == 3 + 3
    table = Table(age=2, hands=hands, cities=[["Clay Pool"]], coin_effects="seat by seat")
    assert table.play(*texts).coins[0] == 3 + 1
    table = Table(age=2, hands=hands[1:] + hands[:1], cities=[[], [], ["Clay Pool"]],
                  coin_effects="seat by seat")  # fmt: skip
    assert table.play(*texts[1:], texts[0]).coins[2] == 3 + 3  # the last seat sees all


def test_option_revival_forced() -> None:
    """Nothing can not be chosen, and a single card is built without asking."""
    given: dict[str, Any] = {"stages": [1], "wonders": ["Halikarnassós day", *PAIR],
             "hands": [["Palace"] * 7],
             "cities": [["Glassworks", "Press", "Palace"]], "revival": "forced"}  # fmt: skip
    table = Table(**given, discards=["Altar", "Theater"])
    table.play("stage with Palace")
    assert table.phase == "revive"
    assert table.legal(0) == ["revive Altar", "revive Theater"]
    table = Table(**given, discards=["Altar"])
    table.play("stage with Palace")  # the Palaces of the pile are in the city already
    assert table.phase == "main" and "Altar" in table.city(0)


def test_option_last_turn_revivals_first() -> None:
    """Settled 5 turned round: Halikarnassos cannot have the card that Babylon sells afterwards."""
    hands = [["Altar", "Barracks"], ["Lumber Yard", "Timber Yard"], ["Stone Pit", "Stockade"]]
    table = Table(wonders=TRIO, turn=6, stages=[1, 1], cities=[["Glassworks"], [], ["Press"]],
                  hands=hands, coins=[3, 0, 3], last_turn="revivals first")  # fmt: skip
    table.choose(0, "stage with Altar").choose(1, "build Lumber Yard")
    table.choose(2, "build Stone Pit")
    assert table.phase == "revive"
    assert table.legal(0) == ["revive Barracks", "revive Stockade", "revive nothing"]
    table.choose(0, "revive Stockade")
    assert table.phase == "seventh" and table.actors == [1] and table.tokens == [[], [], []]
    table.choose(1, "sell Timber Yard")
    assert table.tokens == [[1, 1], [-1], [-1]] and (table.age, table.turn) == (2, 1)


def test_option_last_turn_revivals_first_on_other_turns_and_without_babylon() -> None:
    for turn in (5, 6):
        table = Table(wonders=["Halikarnassós day", "Gizah day", "Rhódos day"], turn=turn,
                      stages=[1], cities=[["Glassworks", "Press"]], discards=["Altar"],
                      last_turn="revivals first")  # fmt: skip
        table.play("stage with Palace").choose(0, "revive Altar")
        assert table.phase == "main" and table.age == (1 if turn == 5 else 2)
