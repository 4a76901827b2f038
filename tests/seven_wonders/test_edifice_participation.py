"""Edifice, rulings 1 to 6: who takes part, what it costs, and when an Edifice is completed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.seven_wonders.table import FILLER, Table
from wonderzoo.seven_wonders.edifice_tables import EDIFICE_AGE, EDIFICE_NAMES
from wonderzoo.seven_wonders.game import SevenWonders

EDIFICES = ("Money Changer", "Factory", "Agora")
MATERIALS = (["Sawmill"], ["Sawmill"], ["Brickyard"])  # each pays its first stage with these
JOIN = f"stage with {FILLER} and participate"
STAGE = f"stage with {FILLER}"


def table_of(**changes: Any) -> Table:
    """Gizah, Rhodos and Ephesos, by day, able to build their first stages."""
    given: dict[str, Any] = {"edifices": EDIFICES, "cities": MATERIALS, "coins": 5}
    return Table(**(given | changes))


def test_edifice_1_one_of_each_age_is_drawn_and_shown() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(300):
        table = Table.dealt(seed, num_players=3, expansions=["edifice"])
        names = table.game.deal_to_names(table.state)["edifices"]
        assert [EDIFICE_AGE[EDIFICE_NAMES.index(name)] for name in names] == [1, 2, 3]
        drawn.update(names)
        assert all(name in table.game.render(table.state) for name in names)
    assert len(drawn) == 15 and all(30 < count < 95 for count in drawn.values())  # 60 expected


@pytest.mark.parametrize(("size", "pawns"), [(3, 2), (4, 3), (5, 3), (6, 4), (7, 5)])
def test_edifice_1_pawns_by_table_size(size: int, pawns: int) -> None:
    table = Table.dealt(1, num_players=size, expansions=["edifice"])
    assert table.pawns_left == [pawns] * 3 and table.pawns == [[0, 0, 0]] * size


def test_edifice_1_without_the_expansion_there_are_none() -> None:
    table = Table(cities=MATERIALS, coins=5)
    assert table.can(0, STAGE) and not table.can(0, JOIN)
    assert "edifices" not in table.game.deal_to_names(table.state)
    assert set(Table.dealt(0).state.edifices.tolist()) == {-1}


def test_edifice_2_only_together_with_a_stage_and_by_choice() -> None:
    table = table_of()
    assert table.can(0, JOIN) and table.can(0, STAGE)
    assert table.play(STAGE).pawns == [[0, 0, 0]] * 3
    table = table_of(cities=[[], ["Brickyard"], ["Brickyard"]])  # no wood for a stage
    assert not table.can(0, STAGE) and not table.can(0, JOIN)


def test_edifice_2_only_in_the_edifice_of_this_age() -> None:
    for age in (1, 2, 3):
        table = table_of(age=age, coins=9).play(JOIN)
        assert table.pawns[0] == [int(a == age) for a in (1, 2, 3)]
        left = [2, 2, 2]
        left[age - 1] = 1
        assert table.pawns_left == left


def test_edifice_2_at_most_once_an_age() -> None:
    table = table_of(cities=[["Sawmill", "Clay Pit", "Loom"], *MATERIALS[1:]], coins=9)
    table.play(JOIN)
    assert table.can(0, STAGE) and not table.can(0, JOIN)
    table = table_of(age=2, cities=[["Sawmill"], *MATERIALS[1:]], pawns=[[1, 0, 0]], coins=9)
    assert table.can(0, JOIN)  # another Age, another pawn


def test_edifice_2_only_while_a_pawn_is_on_the_card_at_the_start_of_the_turn() -> None:
    table = table_of(pawns_left=[0, 2, 2], pawns=[[0, 0, 0], [1, 0, 0], [1, 0, 0]])
    assert not table.can(0, JOIN) and table.can(0, STAGE)


def test_edifice_3_coins_to_the_bank_beside_the_stage() -> None:
    """Money Changer costs 1, Factory 3; nobody else is paid."""
    assert table_of().play(JOIN, STAGE, STAGE).coins == [4, 5, 5]
    assert table_of(age=2).play(JOIN, STAGE, STAGE).coins == [2, 5, 5]


def test_edifice_3_stage_and_participation_within_the_coins_at_the_start() -> None:
    """Two woods of a neighbor cost 4; with the coin for Money Changer 5."""
    cities = [[], ["Sawmill"], ["Brickyard"]]
    assert not table_of(cities=cities, coins=4).can(0, JOIN)
    assert table_of(cities=cities, coins=4).can(0, STAGE)
    table = table_of(cities=cities, coins=5)
    assert table.play(JOIN, STAGE, STAGE).coins == [0, 9, 5]
    # a sale or a neighbor's payment of the same turn does not help
    assert not table_of(coins=[0, 9, 9]).can(0, JOIN)


def test_edifice_3_bills_leave_the_coins_for_the_edifice() -> None:
    """Each neighbor sells two woods; a discount makes the right one dearer only in coins left."""
    cities = [["West Trading Post"], ["Sawmill"], ["Sawmill"]]
    assert table_of(cities=cities, coins=4).bills(0, STAGE) == [(0, 4), (1, 2), (2, 0)]
    assert table_of(cities=cities, coins=4).bills(0, JOIN) == [(1, 2), (2, 0)]
    assert table_of(cities=cities, coins=3).bills(0, JOIN) == [(2, 0)]
    table = table_of(cities=cities, coins=[4, 0, 0])
    assert table.play(f"{JOIN}; pay 1 left 2 right").coins == [0, 4, 5]


def test_edifice_3_a_trading_post_or_olympia_does_not_make_it_cheaper() -> None:
    wonders = ["Olympía night", "Rhódos day", "Éphesos day"]
    cities = [["Brickyard", "Marketplace"], *MATERIALS[1:]]
    table = table_of(wonders=wonders, stages=[1], cities=cities, coins=0)
    assert not table.can(0, JOIN)


def test_edifice_4_more_participants_than_pawns_all_take_part() -> None:
    """Two pawns, three participants: the box adds one."""
    table = table_of().play(JOIN, JOIN, JOIN)
    assert table.pawns == [[1, 0, 0]] * 3 and table.pawns_left[0] == 0
    assert table.coins == [5 - 1 + 4] * 3


def test_edifice_5_completion_rewards_every_holder_at_once() -> None:
    """The holder of an earlier turn too; others get nothing."""
    table = table_of().play(JOIN, STAGE, "")
    assert table.coins == [4, 5, 8] and table.pawns_left[0] == 1
    table.play("", "", JOIN)
    assert table.pawns_left[0] == 0
    assert table.coins == [4 + 3 + 4, 5 + 3, 8 - 1 + 4]


def test_edifice_5_reward_coins_are_usable_next_turn() -> None:
    """Gold of the reward can not pay what is built in the same turn."""
    table = table_of(pawns_left=[1, 2, 2], coins=[1, 0, 0], hands=[[], ["Timber Yard"]])
    assert not table.can(1, "build Timber Yard")
    assert table.play(JOIN).coins[0] == 1 - 1 + 4


def test_edifice_5_shields_count_from_this_ages_war_on() -> None:
    edifices = ("Curtain Wall", "Factory", "Agora")
    table = table_of(edifices=edifices, turn=6, pawns_left=[1, 2, 2]).play(JOIN)
    assert table.tokens == [[1, 1], [-1], [-1]] and table.shields == [1, 0, 0]


def test_edifice_5_production_from_next_turn() -> None:
    """River Port: stone for Baths only when the turn is over."""
    edifices = ("Money Changer", "River Port", "Agora")
    hands = [["Aqueduct"]]
    table = table_of(edifices=edifices, age=2, pawns_left=[2, 1, 2], hands=hands, coins=3)
    table.play(JOIN)
    assert table.state.num_own_choices[0] == 1 and table.state.num_choices[0] == 0


def test_edifice_6_the_order_of_a_turn() -> None:
    """Rewards come before cards built from the discards, and after all coins of the turn."""
    wonders = ["Halikarnassós day", "Rhódos day", "Éphesos day"]
    table = table_of(wonders=wonders, cities=[["Glassworks", "Press"], *MATERIALS[1:]], stages=[1],
                     pawns_left=[1, 2, 2], discards=["Altar"])  # fmt: skip
    table.play(JOIN)
    assert table.phase == "revive" and table.coins[0] == 5 - 1 + 4


def test_edifice_joins_any_options() -> None:
    for edition in ("second", "first"):
        game = SevenWonders(num_players=7, edition=edition, expansions=["edifice"])
        assert game.options["expansions"] == ["edifice"]
