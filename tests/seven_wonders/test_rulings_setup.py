"""Section 1 of the rulings: the set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracle.seven_wonders import deck, guilds
from tests.seven_wonders.play import EDITIONS, SIZES
from tests.seven_wonders.table import Table
from wonderzoo.errors import OptionError
from wonderzoo.seven_wonders.game import SevenWonders
from wonderzoo.seven_wonders.tables import WONDER_NAMES


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_ruling_1_1_every_age_has_seven_cards_a_player(size: int, edition: str) -> None:
    for seed in range(10):
        table = Table.dealt(seed, num_players=size, edition=edition)
        for age in (1, 2, 3):
            dealt = Counter(card for hand in table.opening_hands(age) for card in hand)
            assert dealt.total() == 7 * size
            extra = dealt - Counter(deck(age, size, edition))
            assert not Counter(deck(age, size, edition)) - dealt
            if age < 3:
                assert not extra
            else:
                assert set(extra) <= set(guilds(edition))
                assert set(extra.values()) == {1} and extra.total() == size + 2


def test_ruling_1_1_guilds_are_drawn_at_random() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        hands = Table.dealt(seed, num_players=3).opening_hands(3)
        seen.update(card for hand in hands for card in hand if card.endswith("Guild"))
    assert set(seen) == set(guilds("second")) and len(seen) == 10
    assert all(150 < count < 250 for count in seen.values())  # 200 each is expected


def test_ruling_1_1_copies_by_table_size() -> None:
    """Some printed numbers: Forum at 3, 6 and 7, Tavern at 4, 5 and 7, Ludus at 5 and 7."""
    copies = {"Forum": "11123", "Tavern": "01223", "Ludus": "00112", "Palace": "11112"}
    for size in SIZES:
        table = Table.dealt(1, num_players=size)
        hands = [hand for age in (1, 2, 3) for hand in table.opening_hands(age)]
        count = Counter(card for hand in hands for card in hand)
        for name, counts in copies.items():
            assert count[name] == int(counts[size - 3])


def test_ruling_1_2_no_two_players_have_the_same_wonder() -> None:
    seen = set()
    for seed in range(60):
        table = Table.dealt(seed, num_players=7 if seed % 2 else 3)
        wonders = [name for name, _ in table.wonders]
        assert len(set(wonders)) == table.n
        seen.add(wonders[0])
    assert seen == set(WONDER_NAMES) - {"Carthage", "Ur"}  # only if asked for
    with pytest.raises(OptionError):
        SevenWonders(num_players=3, wonders=["Gizah", "Gizah", "Babylon"])


@pytest.mark.parametrize("size", SIZES)
def test_ruling_1_2_sides_are_random_or_chosen(size: int) -> None:
    tables = [Table.dealt(seed, num_players=size) for seed in range(20)]
    drawn = {side for table in tables for _, side in table.wonders}
    assert drawn == {"day", "night"}
    for side in ("day", "night"):
        table = Table.dealt(0, num_players=size, sides=side)
        assert {s for _, s in table.wonders} == {side}


def test_ruling_1_2_a_player_chooses_his_side_unseen() -> None:
    table = Table.dealt(0, num_players=3, sides="choose", wonders=["Gizah", "Rhodos", "Babylon"])
    assert table.phase == "side" and table.actors == [0, 1, 2]
    assert table.legal(0) == ["side day", "side night"]
    seen = table.observe("flat", 1).tobytes()
    table.choose(0, "side night")
    assert table.observe("flat", 1).tobytes() == seen
    table.choose(2, "side day").choose(1, "side night")
    assert (table.phase, table.age, table.turn) == ("main", 1, 1)
    sides = [board % 2 for board in table.state.board[:3]]
    assert sides == [1, 1, 0]


@pytest.mark.parametrize("size", SIZES)
def test_ruling_1_3_three_coins_each(size: int) -> None:
    assert Table.dealt(0, num_players=size).coins == [3] * size


def test_ruling_1_3_no_game_of_two() -> None:
    for size in (2, 8):
        with pytest.raises(OptionError):
            SevenWonders(num_players=size)


def test_ruling_1_4_left_is_the_next_seat_clockwise() -> None:
    """Five seats: only the neighbor that is paid gets the coins, and far seats sell nothing."""
    wonders = ["Gizah day", "Rhódos day", "Éphesos day", "Babylon day", "Alexandria day"]
    hands = [["Stockade"], [], [], ["Barracks"], []]
    table = Table(wonders=wonders, hands=hands, cities=[[], ["Lumber Yard"], ["Ore Vein"]])
    assert table.bills(0, "build Stockade") == [(2, 0)]
    assert table.bills(3, "build Barracks") == [(0, 2)]  # ore of seat 2; Rhódos is too far
    table.play("build Stockade", "", "", "build Barracks")
    assert table.coins == [1, 8, 8, 1, 6]


def test_ruling_1_4_in_a_game_of_three_both_others_are_neighbors() -> None:
    """Seat 1 is to the left and seat 2 to the right of seat 0, also when all have wood."""
    table = Table(hands=[["Stockade"]], cities=[[], ["Lumber Yard"], ["Lumber Yard"]])
    assert table.bills(0, "build Stockade") == [(0, 2), (2, 0)]
    left = table.copy().play("build Stockade; pay 2 left 0 right")
    right = table.copy().play("build Stockade; pay 0 left 2 right")
    assert left.coins == [1, 8, 6]
    assert right.coins == [1, 6, 8]
    last = Table(hands=[[], [], ["Stockade"]], cities=[["Lumber Yard"], [], []])
    assert last.bills(2, "build Stockade") == [(2, 0)]  # seat 0 is to the left of seat 2
