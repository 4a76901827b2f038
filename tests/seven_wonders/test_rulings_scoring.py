"""Section 7 of the rulings: points, science, guilds, ties."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.seven_wonders.table import Table
from wonderzoo.seven_wonders.scoring import science_points

GREEN = {
    "compass": ["Apothecary", "Dispensary", "Lodge", "Academy"],
    "gear": ["Workshop", "Laboratory", "Observatory", "Study"],
    "tablet": ["Scriptorium", "Library", "School", "University"],
}


def greens(counts: tuple[int, ...]) -> list[str]:
    return [name for cards, n in zip(GREEN.values(), counts) for name in cards[:n]]


def test_ruling_7_1_the_score_sheet() -> None:
    cities = [["Altar", "Palace", "Haven", "Sawmill", "Workshop", "Workers Guild"], ["Clay Pool"]]
    table = Table(cities=cities, coins=[11, 3, 2], stages=[2], tokens=[[1, -1, 3], [-1]])
    assert table.sheets[0] == {
        "military": 3,
        "coins": 3,
        "wonder": 8,
        "blue": 11,
        "yellow": 1,
        "green": 1,
        "purple": 1,
        "edifice": 0,
        "total": 28,
    }
    assert table.points("total") == [28, 0, 0]


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (35, 11)])
def test_ruling_7_1_three_coins_a_point(coins: int, points: int) -> None:
    assert Table(coins=coins).points("coins") == [points] * 3


def test_ruling_7_1_blue_cards() -> None:
    values = {"Altar": 3, "Theater": 3, "Well": 3, "Baths": 3, "Aqueduct": 5, "Temple": 4,
              "Statue": 4, "Courthouse": 4, "Pantheon": 7, "Gardens": 5, "Town Hall": 6,
              "Palace": 8, "Senate": 6}  # fmt: skip
    for name, value in values.items():
        assert Table(cities=[[name]]).points("blue")[0] == value
    assert Table(cities=[list(values)]).points("total")[0] == sum(values.values()) + 1


@pytest.mark.parametrize(
    ("counts", "points"),
    [((0, 0, 0), 0), ((1, 0, 0), 1), ((3, 0, 0), 9), ((1, 1, 1), 10), ((3, 2, 1), 21),
     ((2, 2, 2), 26), ((4, 4, 4), 76), ((4, 1, 0), 17)],
)  # fmt: skip
def test_ruling_7_2_squares_and_sets(counts: tuple[int, int, int], points: int) -> None:
    for order in permutations(counts):
        assert Table(cities=[greens(order)]).points("green")[0] == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [((4, 1, 0), 26), ((4, 2, 1), 38), ((1, 1, 0), 10), ((0, 0, 0), 1), ((1, 1, 1), 13)],
)
def test_ruling_7_2_one_wild(counts: tuple[int, int, int], points: int) -> None:
    """Of Babylon or of Scientists Guild, alone; any order of the symbols."""
    for order in permutations(counts):
        babylon = ["Babylon day", "Gizah day", "Rhódos day"]
        table = Table(wonders=babylon, stages=[2], cities=[greens(order)])
        assert table.points("green")[0] == points
        table = Table(cities=[[*greens(order), "Scientists Guild"]])
        assert table.points("green")[0] == points
        assert table.points("purple")[0] == 0


@pytest.mark.parametrize(
    ("counts", "points"),
    [((1, 0, 0), 10), ((2, 1, 1), 26), ((4, 2, 1), 48), ((0, 0, 0), 4), ((1, 1, 0), 13),
     ((4, 4, 0), 52), ((4, 4, 4), 96)],
)  # fmt: skip
def test_ruling_7_2_two_wilds_are_jointly_optimal(
    counts: tuple[int, int, int], points: int
) -> None:
    """All six combinations; one after the other would give 9, 25 and 47 in the first three."""
    babylon = ["Babylon night", "Gizah day", "Rhódos day"]
    for order in permutations(counts):
        city = [*greens(order), "Scientists Guild"]
        table = Table(wonders=babylon, stages=[2], cities=[city])
        assert table.points("green")[0] == points
        assert science_points(*order, 2) == points


@pytest.mark.parametrize(
    ("guild", "mine", "left", "right", "points"),
    [
        ("Workers Guild", ["Sawmill"], ["Sawmill", "Tree Farm"], ["Quarry", "Loom"], 3),
        ("Craftsmens Guild", ["Loom"], ["Loom", "Press"], ["Glassworks", "Quarry"], 6),
        ("Traders Guild", ["Forum"], ["Forum", "Haven"], ["Tavern"], 3),
        ("Philosophers Guild", ["Study"], ["Study"], ["Lodge", "School"], 3),
        ("Spies Guild", ["Walls"], ["Walls"], ["Arsenal", "Circus"], 3),
        ("Magistrates Guild", ["Altar"], ["Altar", "Baths"], ["Palace"], 3),
        ("Shipowners Guild", ["Sawmill", "Loom", "Press"], ["Quarry"], ["Spies Guild"], 4),
        ("Shipowners Guild", ["Builders Guild", "Altar"], [], [], 2),
    ],
)
def test_ruling_7_3_guilds(
    guild: str, mine: list[str], left: list[str], right: list[str], points: int
) -> None:
    """Both neighbors summed; Shipowners count their own city and themselves. No far seat counts."""
    wonders = ["Gizah day", "Rhódos day", "Éphesos day", "Alexandria day"]
    cities = [[guild, *mine], left, [*left, *right, "Lighthouse"], right]
    table = Table(wonders=wonders, cities=cities)
    assert table.points("purple")[0] == points


def test_ruling_7_3_builders_count_own_and_both_neighbors_stages() -> None:
    wonders = ["Gizah night", "Rhódos night", "Éphesos day", "Alexandria day"]
    table = Table(wonders=wonders, cities=[["Builders Guild"]], stages=[4, 2, 3, 1])
    assert table.points("purple") == [4 + 2 + 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("wonder", "stages"),
    [("Gizah day", 3), ("Gizah night", 4), ("Rhódos night", 2), ("Babylon night", 2),
     ("Rhódos day", 3), ("Halikarnassós night", 3)],
)  # fmt: skip
def test_ruling_7_3_decorators_want_every_stage(wonder: str, stages: int) -> None:
    """Of the owner's side: 2, 3 or 4; the neighbors' do not matter."""
    for built in range(stages + 1):
        wonders = [wonder, "Éphesos day", "Alexandria day"]
        table = Table(wonders=wonders, cities=[["Decorators Guild"]], stages=[built, 3 - built % 2])
        assert table.points("purple")[0] == (7 if built == stages else 0)


def test_ruling_7_3_starting_resources_and_buried_cards_do_not_count() -> None:
    """Gizah's stone is no brown card; a tucked brown card is none either."""
    cities = [["Workers Guild"], ["Sawmill"], []]
    table = Table(hands=[[], ["Quarry"]], cities=[["Workers Guild"], ["Sawmill"], []])
    assert table.points("purple")[0] == 1
    wonders = ["Éphesos day", "Gizah day", "Rhódos day"]
    table = Table(wonders=wonders, hands=[[], ["Quarry"]], cities=cities)
    table.play("", "stage with Quarry")
    assert table.stages[1] == 1 and table.points("purple")[0] == 1


@pytest.mark.parametrize(
    ("card", "city", "points"),
    [
        ("Haven", ["Sawmill", "Quarry", "Loom"], 2),
        ("Lighthouse", ["Forum", "Tavern"], 3),
        ("Chamber of Commerce", ["Loom", "Press", "Quarry"], 4),
        ("Ludus", ["Walls", "Arsenal", "Altar"], 2),
        ("Arena", ["Walls"], 2),
    ],
)
def test_ruling_7_4_yellow_cards_of_age_iii_count_their_own_city(
    card: str, city: list[str], points: int
) -> None:
    """Its final state; Arena counts two stages."""
    cities = [[card, *city], ["Sawmill", "Loom", "Tavern"], ["Walls"]]
    table = Table(age=3, cities=cities, stages=[2, 3, 3])
    assert table.points("yellow") == [points, 0, 0]


@pytest.mark.parametrize(
    ("card", "city", "coins"),
    [
        ("Haven", ["Sawmill", "Quarry", "Forum"], 2),
        ("Lighthouse", ["Caravansery", "Tavern"], 3),
        ("Arena", ["Dispensary"], 6),
    ],
)
def test_ruling_7_4_and_their_coins_when_built(card: str, city: list[str], coins: int) -> None:
    table = Table(age=3, hands=[[card]], cities=[city], stages=[2])
    table.play(f"build {card}")
    assert table.coins[0] == 3 + coins


def test_ruling_7_4_coins_of_chamber_and_ludus() -> None:
    city = ["Brickyard", "Press", "Loom", "Ore Vein", "Walls", "Arsenal"]
    for card, coins in (("Chamber of Commerce", 4), ("Ludus", 6)):
        table = Table(age=3, hands=[[card]], cities=[city])
        table.play(f"build {card}")
        assert table.coins[0] == 3 + coins


@pytest.mark.parametrize(
    ("cities", "coins", "ranking"),
    [
        ([[], [], []], (3, 3, 3), [1, 1, 1]),
        ([[], [], []], (5, 3, 4), [1, 3, 2]),  # one point each: coins, not their points
        ([["Altar"], [], []], (0, 2, 2), [1, 2, 2]),
        ([["Altar"], ["Theater"], []], (4, 5, 35), [3, 2, 1]),
        ([["Altar"], ["Theater"], []], (4, 4, 0), [1, 1, 3]),
        ([[], ["Altar"], []], (9, 0, 10), [2, 3, 1]),
    ],
)
def test_ruling_7_5_ties_go_to_coins_and_are_then_shared(
    cities: list[list[str]], coins: tuple[int, ...], ranking: list[int]
) -> None:
    table = Table(age=3, turn=6, cities=cities, coins=coins)
    assert table.ranking == ranking
    table.play()  # everybody sells a card
    assert table.over is not None and table.over["ranking"] == table.ranking
    if len(set(coins)) == 1 and not any(cities):
        assert table.over["ranking"] == [1, 1, 1]
