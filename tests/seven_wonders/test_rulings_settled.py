"""Section 9 of the rulings: what was left open, as settled."""

from __future__ import annotations

from tests.seven_wonders.table import Table
from wonderzoo.seven_wonders.actions import BILL_0
from wonderzoo.seven_wonders.scoring import SCORE_COLUMNS


def test_settled_1_dominated_bills_are_not_offered() -> None:
    """Wood of the right twice, or at the left too: more to one neighbor for nothing is dropped.

    Own Tree Farm is wood or clay. With wood, the clay is bought; with clay, the wood.
    """
    cities = [["Tree Farm", "Loom", "Ore Vein"], ["Lumber Yard", "Clay Pool"], ["Clay Pool"]]
    table = Table(age=2, hands=[["Stables"]], cities=cities, coins=9)
    assert table.bills(0, "build Stables") == [(0, 2), (2, 0)]
    cities = [["West Trading Post"], ["Sawmill"], ["Sawmill"]]
    table = Table(age=2, hands=[["Caravansery"]], cities=cities, coins=9)
    bills = table.bills(0, "build Caravansery")
    assert bills == [(0, 4), (1, 2), (2, 0)]
    for bill in bills:
        assert not any(b != bill and b[0] <= bill[0] and b[1] <= bill[1] for b in bills)


def test_settled_1_a_dearer_total_is_offered_when_no_bill_beats_it() -> None:
    """(0, 4) costs twice (2, 0), but pays the left neighbor less."""
    cities = [["West Trading Post"], ["Sawmill"], ["Sawmill"]]
    table = Table(age=2, hands=[["Caravansery"]], cities=cities, coins=4)
    assert table.bills(0, "build Caravansery") == [(0, 4), (1, 2), (2, 0)]


def test_settled_1_cheapest_pays_the_least_and_then_the_least_to_the_left() -> None:
    both = [[], ["Sawmill"], ["Sawmill"]]
    table = Table(age=2, payment="cheapest", hands=[["Caravansery"]], cities=both, coins=9)
    assert table.bills(0, "build Caravansery") == [(0, 4)]
    west = [["West Trading Post"], ["Sawmill"], ["Sawmill"]]
    table = Table(age=2, payment="cheapest", hands=[["Caravansery"]], cities=west, coins=9)
    assert table.bills(0, "build Caravansery") == [(2, 0)]
    table.play("build Caravansery")
    assert table.coins == [7, 14, 12]


def test_settled_2_free_by_a_stage_is_simply_free() -> None:
    """One text, `build C`, and no bill."""
    wonders = ["Olympía day", "Gizah day", "Rhódos day"]
    cities = [["Quarry"], ["Stone Pit"], ["Stone Pit"]]
    table = Table(age=2, wonders=wonders, stages=[2], hands=[["Walls"]], cities=cities, coins=9)
    texts = [text for text in table.legal(0) if "Walls" in text and text[:5] == "build"]
    assert texts == ["build Walls"] and table.bills(0, "build Walls") == [(0, 0)]
    assert table.play("build Walls").coins == [9, 12, 12]


def test_settled_2_first_of_its_color_is_once_for_the_whole_game() -> None:
    """Turn after turn the used color costs again, and in the next Age too."""
    wonders = ["Olympía day", "Gizah day", "Rhódos day"]
    for age in (1, 2, 3):
        table = Table(age=age, wonders=wonders, stages=[2], hands=[["Walls"]], coins=0)
        assert table.can(0, "build Walls")
        table = Table(
            age=age, wonders=wonders, stages=[2], hands=[["Walls"]], cities=[["Stockade"]], coins=0
        )
        assert not table.can(0, "build Walls")


def test_settled_3_free_building_is_offered_beside_paying() -> None:
    """Even when the card is affordable, never when it is free anyway."""
    table = Table(
        edition="first",
        wonders=["Olympía a", "Gizah a", "Rhódos a"],
        age=2,
        stages=[2],
        hands=[["School", "Altar", "Aqueduct", "Sawmill"]],
        cities=[["Lumber Yard", "Press", "Baths"]],
    )
    texts = [t for t in table.legal(0) if t.startswith("build") and "Palace" not in t]
    assert texts == ["build Altar", "build Aqueduct", "build Sawmill", "build Sawmill free",
                     "build School", "build School free"]  # fmt: skip
    assert table.play("build School").state.free_used[0] == 0


def test_settled_3_a_copied_guild_scores_in_purple_and_scientists_in_green() -> None:
    for guild, column, points in (
        ("Magistrates Guild", "purple", 1),
        ("Scientists Guild", "green", 1),
    ):
        table = Table(
            edition="first",
            wonders=["Olympía b", "Gizah a", "Rhódos a"],
            age=3,
            turn=6,
            stages=[3],
            cities=[[], [guild], ["Altar"]],
        )
        before = table.points(column)[0]
        table.play()
        assert table.points(column)[0] - before == points
        other = "green" if column == "purple" else "purple"
        assert table.points(other)[0] == 0


def test_settled_4_compulsory_choices_with_one_option_are_not_asked() -> None:
    """One guild near, in one city or both sides none."""
    for left, right, asked in ((["Spies Guild"], [], False), ([], [], False),
                               (["Spies Guild"], ["Workers Guild"], True)):  # fmt: skip
        table = Table(
            edition="first",
            wonders=["Olympía b", "Gizah a", "Rhódos a"],
            age=3,
            turn=6,
            stages=[3],
            cities=[[], left, right],
        )
        table.play()
        assert (table.phase == "copy") == asked
        if asked:
            assert all(text.startswith("copy") for text in table.legal(0))  # compulsory
    # a far seat's guild is not asked for
    table = Table(
        edition="first",
        wonders=["Olympía b", "Gizah a", "Rhódos a", "Babylon a"],
        age=3,
        turn=6,
        stages=[3],
        cities=[[], ["Spies Guild"], ["Workers Guild"], []],
    )
    assert table.play().over is not None


def test_settled_4_main_choices_and_revivals_are_always_asked() -> None:
    wonders = ["Halikarnassós day", "Gizah day", "Rhódos day"]
    table = Table(wonders=wonders, turn=6, hands=[["Palace"] * 2], stages=[1],
                  cities=[["Glassworks", "Press", "Palace"]], discards=["Altar"])  # fmt: skip
    assert table.actors == [0, 1, 2]
    table.play("stage with Palace")
    assert table.legal(0) == ["revive Altar", "revive nothing"]  # one card: still asked


def test_settled_5_the_order_on_turn_six() -> None:
    """The turn, the seventh card with the coins after it, the revival, the war; then Age II."""
    wonders = ["Halikarnassós day", "Babylon night", "Rhódos day"]
    hands = [["Altar", "Barracks"], ["Lumber Yard", "Timber Yard"], ["Stone Pit", "Stockade"]]
    table = Table(
        wonders=wonders,
        turn=6,
        stages=[1, 1],
        cities=[["Glassworks"], [], ["Press"]],
        hands=hands,
        coins=[3, 0, 3],
    )
    table.choose(0, "stage with Altar").choose(1, "build Lumber Yard")
    table.choose(2, "build Stone Pit")
    assert table.phase == "seventh" and table.coins == [1, 0, 5]
    assert table.legal(1) == ["sell Timber Yard"]  # no coin for it
    table.choose(1, "sell Timber Yard")
    assert table.phase == "revive" and table.tokens == [[], [], []]
    table.choose(0, "revive Stockade")
    assert table.tokens == [[1, 1], [-1], [-1]]
    assert table.coins == [1, 3, 5] and (table.age, table.turn) == (2, 1)
    assert table.discards == ["Barracks", "Timber Yard"]


def test_settled_6_score_lines_and_scientists_in_green() -> None:
    assert SCORE_COLUMNS == ("military", "coins", "wonder", "blue", "yellow", "green", "purple",
                             "edifice", "total")  # fmt: skip
    table = Table(cities=[["Scientists Guild"]])
    assert (table.points("green")[0], table.points("purple")[0]) == (1, 0)


def test_settled_7_bills_are_numbered_from_the_least_to_the_left() -> None:
    table = Table(age=2, hands=[["Caravansery"]], cities=[[], ["Sawmill"], ["Sawmill"]], coins=4)
    table.choose(0, "build Caravansery")
    assert table.moves(0) == {
        "pay 0 left 4 right": BILL_0,
        "pay 2 left 2 right": BILL_0 + 1,
        "pay 4 left 0 right": BILL_0 + 2,
    }
    assert table.game.action_text(BILL_0 + 1) == "bill 1"
