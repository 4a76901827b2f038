"""Section 4 of the rulings: what is made, what is bought, and what it costs."""

from __future__ import annotations

from itertools import product

import pytest

from tests.seven_wonders.table import Bill, Names, Table

PLAIN = ("Gizah day", "Rhódos day", "Éphesos day")  # stone, ore, papyrus
ALEXANDRIA = ("Alexandria night", "Rhódos day", "Éphesos day")


def bills(
    card: str,
    own: Names = (),
    left: Names = (),
    right: Names = (),
    *,
    coins: int = 20,
    wonders: Names = PLAIN,
    stages: tuple[int, ...] = (),
) -> list[Bill]:
    """All bills of seat 0 for a card; none if it can not build it."""
    table = Table(
        age=3,
        wonders=wonders,
        hands=[[card]],
        cities=[own, left, right],
        coins=coins,
        stages=stages,
    )
    return table.bills(0, f"build {card}") if table.can(0, f"build {card}") else []


def test_ruling_4_1_own_sources_pay() -> None:
    assert bills("Stockade", ["Lumber Yard"]) == [(0, 0)]  # brown
    assert bills("Workshop", ["Glassworks"]) == [(0, 0)]  # grey
    assert bills("Baths") == [(0, 0)]  # the starting resource
    assert bills("Stockade", ["Caravansery"]) == [(0, 0)]
    assert bills("Workshop", ["Forum"]) == [(0, 0)]
    assert bills("Guard Tower", wonders=ALEXANDRIA, stages=(1,)) == [(0, 0)]
    assert bills("Apothecary", wonders=ALEXANDRIA, stages=(2,)) == [(0, 0)]


def test_ruling_4_1_every_symbol_serves_once() -> None:
    """Caravansery costs two wood: a double symbol, or two symbols of any kind."""
    assert bills("Caravansery", ["Sawmill"]) == [(0, 0)]
    assert bills("Caravansery", ["Lumber Yard", "Timber Yard"]) == [(0, 0)]
    assert bills("Caravansery", ["Lumber Yard"]) == []
    assert bills("Caravansery", ["Tree Farm"]) == []
    assert bills("Caravansery", ["Tree Farm"], wonders=ALEXANDRIA, stages=(1,)) == [(0, 0)]
    assert bills("Archery Range", ["Tree Farm", "Caravansery"]) == [(2, 0)]  # ore of Rhódos


def test_ruling_4_1_a_choice_source_gives_one_of_its_kinds() -> None:
    """Study costs wood, papyrus and cloth; Forum can be one of the two goods."""
    assert bills("Study", ["Lumber Yard", "Forum"]) == [(0, 2)]
    assert bills("School", ["Timber Yard", "Press"]) == [(0, 0)]
    assert bills("Stables", ["Tree Farm"], ["Clay Pool"]) == [(4, 0)]  # wood of one's own


def test_ruling_4_2_brown_grey_and_the_starting_resource_are_for_sale() -> None:
    assert bills("Barracks") == [(2, 0)]  # Rhódos
    assert bills("Scriptorium") == [(0, 2)]  # Éphesos
    assert bills("Stockade", (), ["Lumber Yard"]) == [(2, 0)]
    assert bills("Stockade", (), (), ["Sawmill"]) == [(0, 2)]
    assert bills("Apothecary", (), ["Loom"], ["Loom"]) == [(0, 2), (2, 0)]
    assert bills("Stockade", (), ["Timber Yard"]) == [(2, 0)]


def test_ruling_4_2_yellow_cards_and_wonder_stages_are_not() -> None:
    assert bills("Stockade", (), ["Caravansery"], ["Caravansery"]) == []
    assert bills("Workshop", (), ["Forum"], ["Forum"]) == []
    wonders = ("Gizah day", "Alexandria night", "Éphesos day")
    assert bills("Stockade", wonders=wonders, stages=(0, 2)) == []
    assert bills("Apothecary", wonders=wonders, stages=(0, 2)) == []
    assert bills("Workshop", wonders=wonders, stages=(0, 2)) == [(2, 0)]  # its glass is


def test_ruling_4_2_of_a_choice_card_one_kind_a_turn() -> None:
    """Gardens costs wood and twice clay; Tree Farm gives the buyer wood or clay."""
    assert bills("Gardens", ["Brickyard"], ["Tree Farm"]) == [(2, 0)]
    assert bills("Gardens", ["Clay Pool"], ["Tree Farm"]) == []
    assert bills("Gardens", ["Clay Pool"], ["Tree Farm", "Clay Pit"]) == [(4, 0)]


def test_ruling_4_2_its_kind_is_free_of_what_others_take() -> None:
    """Owner and both neighbors use one Tree Farm as wood, clay and wood."""
    hands = [["Guard Tower"], ["Stockade"], ["Stockade"]]
    table = Table(hands=hands, cities=[["Tree Farm"]])
    table.play("build Guard Tower", "build Stockade", "build Stockade")
    assert table.coins == [7, 1, 1]
    assert table.shields == [1, 1, 1]


def test_ruling_4_3_two_coins_a_resource_to_that_neighbor() -> None:
    table = Table(age=2, hands=[["Caravansery"]], cities=[[], ["Sawmill"]], coins=4)
    table.play("build Caravansery")
    assert table.coins == [0, 4 + 3 + 4, 4 + 3]


@pytest.mark.parametrize(
    ("post", "card", "sources", "wanted"),
    [
        ("East Trading Post", "Stockade", "Lumber Yard", [(0, 1), (2, 0)]),
        ("West Trading Post", "Stockade", "Lumber Yard", [(0, 2), (1, 0)]),
        ("Marketplace", "Stockade", "Lumber Yard", [(0, 2), (2, 0)]),
        ("East Trading Post", "Apothecary", "Loom", [(0, 2), (2, 0)]),
        ("West Trading Post", "Workshop", "Glassworks", [(0, 2), (2, 0)]),
        ("Marketplace", "Apothecary", "Loom", [(0, 1), (1, 0)]),
        ("Marketplace", "Workshop", "Glassworks", [(0, 1), (1, 0)]),
        ("West Trading Post", "Guard Tower", "Clay Pool", [(0, 2), (1, 0)]),
        ("East Trading Post", "Guard Tower", "Clay Pool", [(0, 1), (2, 0)]),
    ],
)
def test_ruling_4_3_discounts(post: str, card: str, sources: str, wanted: list[Bill]) -> None:
    assert bills(card, [post], [sources], [sources]) == wanted
    assert bills(card, ["Tavern"], [post, sources], [sources]) == [(0, 2), (2, 0)]


def test_ruling_4_3_raw_and_goods_discounts_join_in_one_bill() -> None:
    """Stables: wood of the left at 1, ore of the right at 2; Study: goods at 1, wood at 2."""
    own = ["West Trading Post", "Clay Pool"]
    assert bills("Stables", own, ["Lumber Yard"]) == [(2, 0)]  # ore of Rhódos at 1 too
    assert bills("Study", ["Marketplace"], ["Lumber Yard", "Loom"]) == [(3, 1)]
    both = ["East Trading Post", "West Trading Post", "Marketplace"]
    assert bills("Study", both, ["Lumber Yard", "Loom"]) == [(2, 1)]


def test_ruling_4_3_discounts_do_not_stack() -> None:
    """First edition: Olympia B beside the trading posts."""
    for own in ([], ["East Trading Post", "West Trading Post"]):
        table = Table(
            edition="first",
            wonders=["Olympía b", "Gizah a", "Rhódos a"],
            hands=[["Guard Tower"]],
            cities=[own, ["Clay Pool"], ["Clay Pool"]],
            stages=[1],
        )
        assert table.bills(0, "build Guard Tower") == [(0, 1), (1, 0)]


def test_ruling_4_4_the_buyer_chooses_who_sells() -> None:
    """Two missing wood, one or two of each neighbor: every split that can be paid."""
    assert bills("Caravansery", (), ["Sawmill"], ["Sawmill"]) == [(0, 4), (2, 2), (4, 0)]
    assert bills("Caravansery", (), ["Sawmill"], ["Lumber Yard"]) == [(2, 2), (4, 0)]
    assert bills("Caravansery", (), ["Lumber Yard"], ["Lumber Yard"]) == [(2, 2)]
    table = Table(age=2, hands=[["Caravansery"]], cities=[[], ["Sawmill"], ["Sawmill"]], coins=5)
    for left, right in [(0, 4), (2, 2), (4, 0)]:
        after = table.copy().play(f"build Caravansery; pay {left} left {right} right")
        assert after.coins == [1, 5 + 3 + left, 5 + 3 + right]


def test_ruling_4_4_stages_too() -> None:
    """Gizah's first stage: two wood."""
    table = Table(hands=[["Altar"]], cities=[[], ["Sawmill"], ["Lumber Yard"]], coins=4)
    assert table.bills(0, "stage with Altar") == [(2, 2), (4, 0)]
    table.play("stage with Altar; pay 4 left 0 right")
    assert (table.coins, table.stages) == ([0, 11, 7], [1, 0, 0])


def test_ruling_4_4_a_discount_makes_no_bill_vanish() -> None:
    """The dear neighbor may still be paid: sending coins to the weaker one is a decision."""
    own = ["West Trading Post"]
    assert bills("Caravansery", own, ["Sawmill"], ["Sawmill"]) == [(0, 4), (1, 2), (2, 0)]


def test_ruling_4_4_own_choice_sources_are_assigned_with_the_purchases() -> None:
    """Caravansery gives stone or clay; what it does not give is bought of who sells it."""
    own = ["Caravansery", "Quarry", "Glassworks", "Ore Vein"]
    assert bills("Gardens", [*own, "Clay Pool"], ["Lumber Yard"], ["Clay Pit"]) == [(0, 2), (2, 0)]
    assert bills("Gardens", own, ["Lumber Yard"], ["Clay Pit"]) == [(2, 2)]
    assert bills("Gardens", own, ["Lumber Yard"], ["Brickyard"]) == [(0, 4), (2, 2)]


def test_ruling_4_5_buying_is_only_for_what_is_missing() -> None:
    assert bills("Stockade", ["Lumber Yard"], ["Lumber Yard"], ["Lumber Yard"]) == [(0, 0)]
    assert bills("Caravansery", ["Lumber Yard"], ["Sawmill"], ["Sawmill"]) == [(0, 2), (2, 0)]
    assert bills("Altar", (), ["Lumber Yard"]) == [(0, 0)]


def test_ruling_4_6_a_neighbor_can_not_refuse_or_run_out() -> None:
    """The seller uses its own clay, and sells it to both sides."""
    hands = [["Guard Tower"], ["Guard Tower"], ["Guard Tower"]]
    table = Table(hands=hands, cities=[["Clay Pool"]], coins=[0, 2, 2])
    table.play(*["build Guard Tower"] * 3)
    assert table.coins == [4, 0, 0] and table.shields == [1, 1, 1]


def test_ruling_4_7_a_coin_cost_goes_to_the_bank() -> None:
    for card in ("Tree Farm", "Timber Yard", "Sawmill", "Foundry"):
        table = Table(age=2, hands=[[card]], coins=1)
        table.play(f"build {card}")
        assert table.coins == [0, 4, 4]
        assert not Table(age=2, hands=[[card]], coins=0).can(0, f"build {card}")


def test_ruling_4_7_limited_coins_cut_the_bills() -> None:
    """Of three splits at 3, 4 and 2 coins those that the purse can pay are left."""
    own = ["West Trading Post"]
    wanted = [(0, 4), (1, 2), (2, 0)]
    for coins in range(6):
        paid = [bill for bill in wanted if sum(bill) <= coins]
        assert bills("Caravansery", own, ["Sawmill"], ["Sawmill"], coins=coins) == paid


def test_ruling_4_8_greedy_matching_is_wrong() -> None:
    """The example: own W/S and W/C; clay, wood and stone (and ore) for Workers Guild.

    Clay is of the second source; wood of the left or stone of the right is bought, not both.
    """
    table = Table(
        age=3,
        wonders=("Alexandria day", "Rhódos day", "Éphesos day"),
        hands=[["Workers Guild"]],
        cities=[["Timber Yard", "Tree Farm", "Foundry"], ["Lumber Yard"], ["Stone Pit"]],
        coins=20,
    )
    assert table.bills(0, "build Workers Guild") == [(0, 2), (2, 0)]


def test_ruling_4_8_a_late_source_is_left_for_a_late_resource() -> None:
    """Whatever the order of the sources: Mine must be the ore, Timber Yard the stone."""
    for order in (["Timber Yard", "Mine", "Loom"], ["Mine", "Timber Yard", "Loom"]):
        wonders = ("Babylon day", "Gizah day", "Éphesos day")
        assert bills("Arsenal", [*order, "Lumber Yard"], wonders=wonders) == [(0, 0)]
        assert bills("Ludus", order, wonders=wonders) == [(0, 0)]


def test_ruling_4_8_choices_on_all_three_sides() -> None:
    """By hand: every assignment of the sources for wood, ore and clay (Stables)."""
    wonders = ("Gizah day", "Alexandria day", "Éphesos day")
    sides = [["Tree Farm"], ["Mine"], ["Forest Cave"]]
    kinds = [("wood", "clay"), ("stone", "ore"), ("wood", "ore")]
    found = set()
    for mine, lefts, rights in product(*[(*k, None) for k in kinds]):
        if {"wood", "ore", "clay"} <= {mine, lefts, rights}:
            found.add((2 if lefts else 0, 2 if rights else 0))
    assert bills("Stables", *sides, wonders=wonders) == sorted(found) == [(2, 2)]
    sides[0] = ["Tree Farm", "Ore Vein"]
    assert bills("Stables", *sides, wonders=wonders) == [(0, 2)]


def test_ruling_4_2_a_yellow_source_that_was_built_is_its_owners_alone() -> None:
    """Built by a chain: from the next turn on it is clay for its owner, for nobody else."""
    hands = [["Caravansery"], ["Guard Tower"], ["Guard Tower"]]
    table = Table(age=2, hands=hands, cities=[["Marketplace"]], coins=0)
    table.play("build Caravansery")
    assert table.can(0, "build Guard Tower") and not table.can(2, "build Guard Tower")


def test_ruling_4_3_a_bill_is_paid_once() -> None:
    """Who bought on this turn and sells a card on the next keeps his coins."""
    table = Table(hands=[["Barracks"]])
    table.play("build Barracks")
    assert table.coins == [1, 8, 6]
    table.play()
    assert table.coins == [4, 11, 9]
