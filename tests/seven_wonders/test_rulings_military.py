"""Section 6 of the rulings: the wars."""

from __future__ import annotations

from itertools import product

import pytest

from tests.seven_wonders.table import Table

RED = ["Fortifications", "Walls", "Stockade"]  # 3, 2 and 1 shields


def war(age: int, cities: list[list[str]], **fields: object) -> Table:
    """The end of an Age in which nobody builds."""
    wonders = ["Gizah day", "Rhódos day", "Éphesos day", "Babylon day", "Alexandria day"]
    table = Table(wonders=wonders[: len(cities)], age=age, turn=6, cities=cities, **fields)  # type: ignore[arg-type]
    return table.play()


@pytest.mark.parametrize(("age", "victory"), [(1, 1), (2, 3), (3, 5)])
def test_ruling_6_1_tokens_by_age(age: int, victory: int) -> None:
    """More: 1, 3 or 5; fewer: -1 in any Age; nothing if equal."""
    table = war(age, [["Walls"], ["Stockade"], ["Barracks"]])
    assert table.tokens == [[victory] * 2, [-1], [-1]]
    assert table.points("military") == [2 * victory, -1, -1]


def test_ruling_6_1_each_neighbor_is_compared_separately() -> None:
    table = war(2, [["Walls"], ["Stockade"], [], ["Fortifications"]])
    assert [sorted(tokens) for tokens in table.tokens] == [[-1, 3], [-1, 3], [-1, -1], [3, 3]]
    table = war(1, [[], ["Stockade"], [], [], []])
    assert table.tokens == [[-1], [1, 1], [-1], [], []]  # far seats do not fight


def test_ruling_6_1_even_nothing_against_nothing_is_a_tie() -> None:
    assert war(1, [[], [], []]).tokens == [[], [], []]
    assert war(1, [["Walls"]] * 3).tokens == [[], [], []]


def test_ruling_6_1_red_cards_and_wonder_shields_add_up() -> None:
    wonders = ["Gizah day", "Rhódos day", "Éphesos day"]
    table = Table(wonders=wonders, turn=6, cities=[["Fortifications"], ["Stockade"]], stages=[0, 2])
    assert table.shields == [3, 3, 0]
    assert table.play().tokens == [[1], [1], [-1, -1]]


def test_ruling_6_1_only_at_the_end_of_an_age_and_after_its_last_card() -> None:
    """A red card of turn 6 counts; no war on the turns before."""
    table = Table(turn=5, hands=[[], [], ["Stockade"]], cities=[["Lumber Yard"]])
    table.play()
    assert table.tokens == [[], [], []]
    table.play("build Stockade")
    assert table.tokens == [[1, 1], [-1], [-1]]


def test_ruling_6_1_six_comparisons_from_minus_six_to_eighteen() -> None:
    for mine, theirs in product([[], RED], repeat=2):
        table = Table(turn=6, cities=[mine, theirs, theirs])
        while table.over is None:
            table.play()
        wanted = 18 if len(mine) > len(theirs) else -6 if len(mine) < len(theirs) else 0
        assert table.points("military")[0] == wanted
