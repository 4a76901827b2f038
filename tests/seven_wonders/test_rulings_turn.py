"""Section 2 of the rulings: the turn."""

from __future__ import annotations

import pytest

from tests.seven_wonders.table import Table

FIVE = ["Gizah day", "Rhódos day", "Éphesos day", "Babylon day", "Alexandria day"]


def test_ruling_2_1_choices_are_hidden_until_the_last_is_in() -> None:
    table = Table(hands=[["Altar"], ["Lumber Yard"], ["Stockade"]])
    before = [table.observe(encoder, 2).tobytes() for encoder in ("flat", "entities")]
    table.choose(0, "build Altar").choose(1, "build Lumber Yard")
    assert table.city(0) == table.city(1) == set()
    assert [table.observe(encoder, 2).tobytes() for encoder in ("flat", "entities")] == before
    assert table.legal(0) == ["wait"]
    table.choose(2, "sell Stockade")
    assert table.city(0) == {"Altar"} and table.city(1) == {"Lumber Yard"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_ruling_2_1_the_order_of_the_choices_changes_nothing(order: tuple[int, ...]) -> None:
    texts = ["build Stockade", "build Vineyard", "build Lumber Yard"]
    cities = [[], ["Lumber Yard"], []]
    table = Table(hands=[["Stockade"], ["Vineyard"], ["Lumber Yard"]], cities=cities)
    for seat in order:
        table.choose(seat, texts[seat])
    assert table.coins == [1, 3 + 2 + 2, 3]


@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_ruling_2_2_spending_is_limited_to_the_coins_at_the_start(coins: int) -> None:
    """Barracks cost 2 of the neighbor's ore; a coin cost and purchases count together."""
    table = Table(hands=[["Barracks", "Tree Farm"]], coins=[coins, 3, 3])
    assert table.can(0, "build Barracks") == (coins >= 2)
    assert table.can(0, "build Tree Farm") == (coins >= 1)


def test_ruling_2_2_coins_of_neighbors_and_sales_are_usable_next_turn() -> None:
    """Seat 0 has none; on the same turn seat 1 buys of it and it sells a card."""
    table = Table(hands=[["Altar"], ["Baths"], ["Barracks"]], coins=[0, 2, 2])
    table.choose(1, "build Baths")  # pays seat 0 for the stone
    assert not table.can(0, "stage with Altar") and table.coins == [0, 2, 2]
    assert not Table(hands=[["Barracks"]], coins=[0, 2, 2]).can(0, "build Barracks")
    table.choose(0, "sell Altar").choose(2, "build Barracks")  # seat 2 pays seat 1
    assert table.coins == [0 + 3 + 2, 0 + 2, 0]
    assert table.turn == 2


def test_ruling_2_2_coins_of_an_effect_are_usable_next_turn() -> None:
    table = Table(
        age=2,
        hands=[["Tavern", "Barracks"], [], ["Barracks"]],
        cities=[["Marketplace"]],
        coins=[1, 3, 3],
    )
    assert not table.can(0, "build Barracks")
    table.play("build Tavern")
    assert table.coins[0] == 6 and table.hand(1)[0] == "Barracks"  # passed to the right in Age II
    assert table.can(2, "build Barracks")


def test_ruling_2_3_nothing_is_bought_of_a_building_of_this_turn() -> None:
    table = Table(hands=[["Stockade"], ["Lumber Yard"]])
    table.choose(1, "build Lumber Yard")
    assert not table.can(0, "build Stockade")
    table.choose(0, "sell Palace").choose(2, "sell Palace")
    assert table.turn == 2 and table.can(1, "build Stockade")  # the hand went to the left


def test_ruling_2_3_no_discount_and_no_production_of_what_is_built_now() -> None:
    """Both are there on the next turn."""
    hands = [["West Trading Post", "Barracks"], ["Palace"], ["Barracks"]]
    table = Table(hands=hands, coins=[1, 0, 0])
    assert not table.can(0, "build Barracks")
    table.play("build West Trading Post")
    assert table.hand(0)[0] == "Barracks"
    assert table.bills(0, "build Barracks") == [(1, 0)]


def test_ruling_2_3_no_chain_of_what_is_built_now() -> None:
    """Each player makes one choice a turn, so the chain opens on the next one."""
    table = Table(age=2, turn=5, hands=[["Baths"], ["Aqueduct"]], coins=[3, 3, 3])
    assert not table.can(1, "build Aqueduct")
    table.play("build Baths")
    assert table.hand(0)[0] == "Aqueduct" and table.can(0, "build Aqueduct")


def test_ruling_2_4_a_symbol_is_sold_to_both_neighbors_and_used_by_its_owner() -> None:
    """One stone of Gizah builds three Baths in the same turn."""
    table = Table(hands=[["Baths"]] * 3)
    table.play("build Baths", "build Baths", "build Baths")
    assert all(table.city(seat) == {"Baths"} for seat in range(3))
    assert table.coins == [3 + 2 + 2, 1, 1]


def test_ruling_2_4_a_choice_source_gives_each_of_its_users_a_kind() -> None:
    """Timber Yard: stone for the owner, wood for the left and for the right neighbor."""
    wonders = ["Babylon night", "Rhódos day", "Éphesos day"]
    hands = [["Baths"], ["Stockade"], ["Stockade"]]
    table = Table(wonders=wonders, hands=hands, cities=[["Timber Yard"]])
    table.state.production[0] = 0  # no wood beside it
    table.play("build Baths", "build Stockade", "build Stockade")
    assert table.coins == [3 + 4, 1, 1]


def test_ruling_2_4_a_symbol_serves_one_buyer_once() -> None:
    """Aqueduct wants three stone; one buyer gets one of each neighbor's single symbols."""
    wonders = ["Gizah day", "Rhódos day", "Éphesos day"]
    cities = [[], ["Stone Pit"], ["Stone Pit"]]
    table = Table(age=2, wonders=wonders, hands=[["Aqueduct"]], cities=cities, coins=9)
    assert table.bills(0, "build Aqueduct") == [(2, 2)]
    table = Table(age=2, wonders=wonders, hands=[["Aqueduct"]], cities=cities[:2], coins=9)
    assert not table.can(0, "build Aqueduct")


def test_ruling_2_5_vineyard_counts_brown_cards_of_the_same_turn() -> None:
    hands = [["Vineyard"], ["Lumber Yard"], ["Sawmill"]]
    table = Table(age=2, hands=hands, cities=[["Ore Vein"], ["Clay Pool"]])
    table.play("build Vineyard", "build Lumber Yard", "build Sawmill")
    assert table.coins[0] == 3 + 4


def test_ruling_2_5_bazaar_counts_grey_cards_of_the_same_turn() -> None:
    wonders = ["Gizah day", "Rhódos day", "Éphesos day", "Babylon day"]
    table = Table(age=2, wonders=wonders, hands=[["Bazaar"], ["Loom"], ["Press"], ["Press"]])
    table.play("build Bazaar", "build Loom", "build Press", "build Press")
    assert table.coins[0] == 3 + 2 * 2  # the seat opposite is no neighbor


def test_ruling_2_5_a_card_counts_itself_where_its_color_fits() -> None:
    table = Table(age=3, hands=[["Lighthouse"]], cities=[["Caravansery"]])
    table.play("build Lighthouse")
    assert table.coins[0] == 3 + 2
    assert table.points("yellow")[0] == 2


def test_ruling_2_5_payments_come_before_effects() -> None:
    """The seller's own effect counts the same city whatever the order of the seats."""
    hands = [["Stockade"], ["Vineyard"], []]
    table = Table(age=2, hands=hands, cities=[[], ["Lumber Yard"], []])
    table.play("build Stockade", "build Vineyard")
    assert table.coins == [1, 3 + 2 + 1, 6]


def test_ruling_2_6_coins_come_once_and_points_count_the_final_city() -> None:
    cities = [["Forum", "Lumber Yard", "Ore Vein"]]
    hands = [["Haven"], ["Clay Pool"], ["Stone Pit"]]
    table = Table(age=3, turn=2, hands=hands, cities=cities)
    table.play("build Haven")
    assert table.coins[0] == 3 + 2 and table.points("yellow")[0] == 2
    assert table.can(0, "build Stone Pit")  # passed on by seat 2, on the right
    table.play("build Stone Pit")
    assert table.coins[0] == 3 + 2  # not again
    assert table.points("yellow")[0] == 3


def test_ruling_2_7_the_seventh_card_is_discarded_for_nothing() -> None:
    hands = [["Altar", "Theater"], ["Loom", "Press"], ["Stockade", "Barracks"]]
    table = Table(turn=6, hands=hands)
    table.play("build Altar", "build Loom", "sell Stockade")
    assert table.discards == ["Barracks", "Press", "Stockade", "Theater"]
    assert table.coins == [3, 3, 6]
    assert (table.age, table.turn) == (2, 1)


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
@pytest.mark.parametrize("size", [3, 5])
def test_ruling_2_8_hands_go_left_right_left(age: int, step: int, size: int) -> None:
    hands = [[f"{name}"] * 7 for name in ("Altar", "Theater", "Loom", "Press", "Tavern")]
    table = Table(wonders=FIVE[:size], age=age, hands=hands[:size])
    for turn in range(1, 7):
        assert table.turn == turn
        for seat in range(size):
            dealt = (seat - step * (turn - 1)) % size
            assert table.hand(seat) == hands[dealt][: 8 - turn]
        table.play()


def test_ruling_2_8_hands_pass_after_the_turn_and_nothing_carries_over() -> None:
    """The seventh cards are gone, and every seat has its opening hand of seven."""
    table = Table.dealt(5, num_players=4)
    for age in (1, 2, 3):
        for turn in range(1, 7):
            assert (table.age, table.turn) == (age, turn)
            assert [len(table.hand(seat)) for seat in range(4)] == [8 - turn] * 4
            if turn == 1:
                assert [table.hand(seat) for seat in range(4)] == table.opening_hands(age)
            table.play()
    assert table.over is not None and len(table.discards) == 84


def test_ruling_2_9_the_pile_is_face_down() -> None:
    """Others see how many cards were sold, and not which."""
    tables = [Table(hands=[[], [name, "Press"]]) for name in ("Altar", "Baths")]
    for table, name in zip(tables, ("Altar", "Baths")):
        table.play("sell Palace", f"sell {name}")
        assert table.discards.count(name) == 1
    for encoder in ("flat", "entities"):
        one, other = (table.observe(encoder, 0).tobytes() for table in tables)
        assert one == other
        one, other = (table.observe(encoder, 1).tobytes() for table in tables)
        assert one != other  # who sold it remembers it


def test_ruling_2_9_tucked_cards_count_for_nothing() -> None:
    """Neither in the pile, nor by color or name, nor by what they make."""
    wonders = ["Babylon day", "Gizah day", "Rhódos day"]
    hands = [["Clay Pool"], [], ["Clay Pool"]]
    table = Table(wonders=wonders, turn=3, hands=hands, cities=[["Brickyard"]])
    table.play("stage with Clay Pool")
    assert table.city(0) == {"Brickyard"} and table.stages[0] == 1
    assert "Clay Pool" not in table.discards
    assert table.state.colors[0].sum() == 1 and table.state.production[0, 3] == 2
    assert table.can(0, "build Clay Pool")  # of the next hand: the name is not in the city
    vineyard = Table(
        wonders=wonders, age=2, hands=[["Sawmill"], ["Vineyard"]], cities=[["Brickyard"]]
    )
    vineyard.play("stage with Sawmill", "build Vineyard")
    assert vineyard.coins[1] == 3 + 1
