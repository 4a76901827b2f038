"""Edifice, rulings 7 to 11 and 17: failure, penalties and debts."""

from __future__ import annotations

import pytest

from tests.seven_wonders.table import FILLER, Table
from tests.seven_wonders.test_edifice_participation import JOIN, MATERIALS, table_of

OPEN = [[1, 0, 0]]  # seat 0 holds a pawn of Age I


def failing(first: str = "Money Changer", **changes: object) -> Table:
    """The sixth turn of Age I, its Edifice not completed; seat 0 has a pawn."""
    given = {"edifices": (first, "Factory", "Agora"), "turn": 6, "pawns": OPEN, "cities": ()}
    return table_of(**(given | {"pawns_left": [1, 2, 2]} | changes))


def test_edifice_7_failure_punishes_who_has_no_pawn() -> None:
    """Money Changer: two coins, after three for the sale; the holder pays nothing."""
    table = failing(coins=[5, 5, 5])
    assert table.play().coins == [8, 6, 6]
    assert table.debts == [[], [], []]


def test_edifice_7_nobody_is_rewarded() -> None:
    table = failing(coins=5).play()
    assert table.coins[0] == 8 and table.pawns_left[0] == 1
    assert [sheet["edifice"] for sheet in table.sheets] == [0, 0, 0]


def test_edifice_7_a_completed_edifice_punishes_nobody() -> None:
    table = table_of(turn=6, pawns_left=[1, 2, 2], coins=[5, 0, 0]).play(JOIN)
    assert table.debts == [[], [], []] and table.coins[1:] == [3, 3]


def test_edifice_7_failure_comes_before_the_war() -> None:
    """Outpost: a red card is lost, and its shield is missing in this war."""
    table = failing("Outpost", cities=[[], ["Stockade"], []])
    table.play()
    assert table.shields == [0, 0, 0] and table.tokens == [[], [], []]
    assert table.debts == [[], [], [1]]  # seat 2 has no red card


def test_edifice_7_babylon_may_participate_with_the_seventh_card() -> None:
    wonders = ["Gizah day", "Babylon night", "Éphesos day"]
    cities = [[], ["Clay Pit", "Brickyard", "Glassworks"], []]
    table = failing(wonders=wonders, stages=[0, 1], cities=cities, hands=[[], ["Altar", "Baths"]])
    table.play()
    assert table.phase == "seventh"
    seventh = f"stage with {table.hand(1)[0]} and participate"
    assert table.choose(1, seventh).pawns[1] == [1, 0, 0]
    assert table.pawns_left[0] == 0 and table.debts == [[], [], []]


def test_option_seventh_participates() -> None:
    wonders = ["Gizah day", "Babylon night", "Éphesos day"]
    cities = [[], ["Clay Pit", "Brickyard", "Glassworks"], []]
    table = failing(wonders=wonders, stages=[0, 1], cities=cities, seventh_participates=False)
    assert table.can(1, JOIN)  # with the sixth card
    table.play()
    assert table.can(1, f"stage with {FILLER}") and not table.can(1, JOIN)


def test_edifice_8_all_or_nothing() -> None:
    """Four coins against five: keep them and take the debt."""
    table = table_of(edifices=("Money Changer", "Auction House", "Agora"), age=2, turn=6, cities=(),
                     pawns=[[0, 1, 0]], pawns_left=[0, 1, 2], coins=[0, 1, 2])  # fmt: skip
    table.play()
    assert table.coins == [3, 4, 0] and table.debts == [[], [2], []]


def test_edifice_8_no_card_of_the_color_is_a_debt() -> None:
    table = failing("Belvedere", cities=[[], ["Loom"], ["Lumber Yard"]])
    table.play()
    assert table.debts == [[], [1], []]
    assert table.city(1) == {"Loom"} and table.city(2) == set()


def test_edifice_8_one_victory_token_is_kept() -> None:
    table = table_of(edifices=("Money Changer", "Factory", "Concentric Castle"), age=3, turn=6,
                     cities=(), pawns=[[0, 0, 1]], pawns_left=[0, 0, 1],
                     tokens=[[1], [3, -1, -1], [1, 3]])  # fmt: skip
    table.play()
    assert table.debts == [[], [3], []]
    assert table.tokens == [[1], [3, -1, -1], []]


def test_edifice_9_the_player_chooses_the_card() -> None:
    table = failing("Belvedere", cities=[[], ["Lumber Yard", "Ore Vein", "Loom"], ["Clay Pool"]])
    table.play()
    assert table.phase == "lose" and table.actors == [1]
    assert table.city(2) == {"Clay Pool"}  # one brown card only: not asked, lost with the others
    assert table.legal(1) == ["lose Lumber Yard", "lose Ore Vein"]
    table.choose(1, "lose Ore Vein")
    assert table.city(2) == set()
    assert table.city(1) == {"Lumber Yard", "Loom"} and (table.age, table.turn) == (2, 1)


def test_edifice_9_who_can_pay_must_pay() -> None:
    """There is no choice of the debt."""
    table = failing("Belvedere", cities=[[], ["Lumber Yard", "Ore Vein"], []])
    table.play()
    assert all(text.startswith("lose ") for text in table.legal(1))


def test_edifice_9_lost_cards_lie_in_the_pile_and_can_be_revived() -> None:
    table = failing("Belvedere", cities=[[], ["Lumber Yard"], []])
    table.play()
    assert table.discards.count("Lumber Yard") == 1
    assert "Lumber Yard" in table.game.render(table.state)
    table = table_of(age=2, wonders=["Halikarnassós day", "Rhódos day", "Éphesos day"],
                     stages=[1], cities=[["Glassworks", "Press"]], discards=["Lumber Yard"],
                     pawns=[[1, 0, 0]])  # fmt: skip
    table.state.lost[:] = table.state.discards
    table.play("stage with Palace").choose(0, "revive Lumber Yard")
    assert "Lumber Yard" in table.city(0) and not table.state.lost.any()


def test_option_lost_cards_go_to_the_box() -> None:
    table = failing("Belvedere", cities=[[], ["Lumber Yard"], []], lost_cards="box")
    table.play()
    assert "Lumber Yard" not in table.discards and table.city(1) == set()


@pytest.mark.parametrize(
    ("edifice", "age", "city", "lost"),
    [
        ("Belvedere", 1, ["Tree Farm", "Sawmill"], "Tree Farm"),
        ("Belvedere", 1, ["Tree Farm", "Sawmill"], "Sawmill"),
        ("Curtain Wall", 1, ["Loom", "Press"], "Press"),
        ("Outpost", 1, ["Stockade", "Walls"], "Walls"),
        ("Artisan District", 1, ["East Trading Post", "West Trading Post"], "East Trading Post"),
        ("Artisan District", 1, ["Caravansery", "Forum"], "Forum"),
        ("Artisan District", 1, ["Marketplace", "Forum"], "Marketplace"),
        ("River Port", 2, ["Altar", "Baths"], "Baths"),
        ("Agora", 3, ["Laboratory", "Library"], "Library"),
    ],
)
def test_edifice_9_a_lost_card_counts_for_nothing(
    edifice: str, age: int, city: list[str], lost: str
) -> None:
    """The city is as if it had never been built, but for colors that have been in it."""
    names = ["Money Changer", "Factory", "Agora"]
    names[age - 1] = edifice
    table = table_of(edifices=names, age=age, turn=6, cities=[[], city, []], coins=9,
                     pawns=[[1, 1, 1], [0, 0, 0], [1, 1, 1]], pawns_left=[1, 1, 1])  # fmt: skip
    table.play().choose(1, f"lose {lost}")
    rest = [name for name in city if name != lost]
    same = Table(edifices=names, cities=[[], rest, []]).state
    for field in ("production", "symbols", "colors", "num_choices", "num_own_choices", "city",
                  "raw_at_one", "goods_at_one", "shields"):  # fmt: skip
        assert table.state[field][1].tolist() == same[field][1].tolist(), field
    for field in ("choices", "own_choices"):
        assert sorted(table.state[field][1]) == sorted(same[field][1])


def test_edifice_9_its_name_may_be_built_again_and_its_chains_are_gone() -> None:
    hands = [[], ["Clay Pool", "Aqueduct"], []]
    table = table_of(edifices=("Money Changer", "River Port", "Agora"), age=2, turn=6,
                     cities=[[], ["Baths"], []], pawns=[[0, 1, 0]], pawns_left=[0, 1, 2],
                     hands=hands, coins=0)  # fmt: skip
    assert table.can(1, "build Aqueduct")
    table.play("", "sell Clay Pool")
    assert table.city(1) == set()
    again = table_of(age=2, cities=(), hands=[[], ["Aqueduct"], []], coins=0)
    assert not again.can(1, "build Aqueduct")


def test_edifice_9_coins_that_it_gave_stay() -> None:
    table = failing("Artisan District", cities=[[], ["Tavern"], []], coins=5)
    assert table.play().coins[1] == 8 and table.city(1) == set()


def test_edifice_10_production_is_gone_from_the_next_age() -> None:
    table = failing("Belvedere", cities=[[], ["Sawmill"], []], coins=9)
    assert table.can(1, f"stage with {FILLER}")  # before
    table.play()
    assert table.age == 2 and not table.can(1, f"stage with {table.hand(1)[0]}")


def test_edifice_11_debts_and_points_are_one_line() -> None:
    table = table_of(cities=MATERIALS, stages=[2], edifices=("Belvedere", "Factory", "Agora"),
                     pawns_left=[0, 2, 2], pawns=[[1, 0, 0]])  # fmt: skip
    assert table.points("edifice") == [2, 0, 0]
    for debts, points in ((1, -2), (2, -3), (4, -5), (7, -10)):
        table.state.debts[1] = debts
        table.state.debts[0] = debts
        assert table.points("edifice") == [2 + points, points, 0]
        assert table.sheets[1]["total"] == sum(table.sheets[1].values()) - table.sheets[1]["total"]


def test_edifice_11_a_pawn_scores_nothing() -> None:
    for left in (0, 1):
        table = table_of(pawns_left=[left, 2, 2], pawns=[[1, 0, 0]])
        assert table.points("edifice") == [0, 0, 0]


def test_edifice_17_no_completion_in_a_later_age() -> None:
    """The pawns left stay; a stage of Age II joins the Edifice of Age II."""
    table = failing(coins=9, cities=[["Sawmill"], [], []])
    table.play()
    assert table.age == 2 and table.pawns_left[0] == 1
    stage = f"stage with {table.hand(0)[0]} and participate"
    table.play(stage)
    assert table.pawns_left == [1, 1, 2] and table.pawns[0] == [1, 1, 0]
