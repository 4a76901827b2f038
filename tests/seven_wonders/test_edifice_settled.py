"""Points of Edifice that were left open, as settled; and every ruling has its test."""

from __future__ import annotations

import re
from pathlib import Path

from tests.seven_wonders.table import Table
from tests.seven_wonders.test_edifice_participation import JOIN, STAGE, table_of

RULINGS = {*range(1, 15), 16, 17}  # 15 is about another expansion
SETTLED = range(1, 8)
UR = ["Ur day", "Rhódos day", "Éphesos day"]
UR_CITY = ["Quarry", "Brickyard"]


def test_edifice_settled_1_a_revival_may_be_chosen_with_nothing_to_revive() -> None:
    """It is lost then."""
    cities = [["Sawmill", "Lumber Yard", "Loom", "Palace"], [], []]
    table = Table(wonders=["Carthage night", "Rhódos day", "Éphesos day"], cities=cities,
                  stages=[1], coins=9)  # fmt: skip
    table.play(STAGE, "sell Palace", "sell Palace").choose(0, "choose revive")
    assert table.phase == "main" and table.turn == 2 and table.state.revivals[0] == 0


def test_edifice_settled_1_ur_may_take_a_worthless_pawn() -> None:
    table = table_of(wonders=UR, stages=[1], cities=[UR_CITY], age=2, pawns_left=[1, 2, 2])
    table.play(STAGE, "sell Palace", "sell Palace").choose(0, "pawn age 1")
    assert table.pawns[0] == [1, 0, 0] and table.points("edifice")[0] == 0


def test_edifice_settled_1_the_choice_comes_before_the_effects() -> None:
    """Vineyard of a neighbor has not paid yet, nor the Edifice that is completed."""
    cities = [UR_CITY, ["Clay Pool"], []]
    table = table_of(wonders=UR, stages=[1], cities=cities, age=2, pawns_left=[2, 1, 2],
                     edifices=("Outpost", "Auction House", "Agora"),
                     hands=[[], ["Vineyard"]], coins=9)  # fmt: skip
    table.play(JOIN, "build Vineyard", "sell Palace")
    assert table.phase == "choose"
    assert table.coins == [9 - 2, 9, 12] and table.pawns_left[1] == 0
    table.choose(0, "pawn age 3")
    assert table.coins == [7 + 7, 9 + 3, 12]


def test_edifice_settled_2_a_pawn_of_the_edifice_completed_in_the_same_turn() -> None:
    """Both pawns are rewarded: 9 - 2 + 7 + 7."""
    table = table_of(wonders=UR, stages=[1], cities=[UR_CITY], age=2, pawns_left=[2, 1, 2],
                     edifices=("Outpost", "Auction House", "Agora"), coins=9)  # fmt: skip
    table.play(JOIN, "sell Palace", "sell Palace").choose(0, "pawn age 2")
    assert table.pawns[0] == [0, 2, 0] and table.coins[0] == 21


def test_edifice_settled_3_agora_with_two_pawns_and_one_guild() -> None:
    table = table_of(wonders=UR, cities=[["Workers Guild"], ["Ore Vein"], []], age=3, turn=6,
                     pawns=[[0, 0, 2]], pawns_left=[2, 2, 0])  # fmt: skip
    assert table.points("edifice")[0] == 1


def test_edifice_settled_3_a_copied_guild_is_not_repeated() -> None:
    wonders = ["Olympía b", "Gizah a", "Rhódos a"]
    table = Table(edition="first", wonders=wonders, age=3, turn=6, stages=[3], coins=0,
                  edifices=("Outpost", "Factory", "Agora"), pawns=[[0, 0, 1]],
                  pawns_left=[2, 2, 0], cities=[[], ["Magistrates Guild"], ["Altar"]])  # fmt: skip
    table.play()
    assert table.points("purple")[0] == 1 and table.points("edifice")[0] == 0


def test_edifice_settled_3_all_of_agoras_gain_is_in_the_edifice_line() -> None:
    city = ["Apothecary", "Workshop", "Scientists Guild"]
    table = table_of(cities=[city], age=3, pawns=[[0, 0, 1]], pawns_left=[2, 2, 0])
    assert table.points("green")[0] == 10 and table.points("purple")[0] == 0
    assert table.points("edifice")[0] == 13 - 10  # (2, 1, 1) instead of (1, 1, 1): 13


def test_edifice_settled_4_losses_are_chosen_simultaneously_and_hidden() -> None:
    cities = [[], ["Ore Vein", "Clay Pool"], ["Stone Pit", "Lumber Yard"]]
    table = table_of(edifices=("Belvedere", "Factory", "Agora"), turn=6, cities=cities,
                     pawns=[[1, 0, 0]], pawns_left=[1, 2, 2])  # fmt: skip
    table.play()
    assert table.phase == "lose" and table.actors == [1, 2]
    before = table.observe("flat", 1).tobytes()
    table.choose(2, "lose Stone Pit")
    assert table.city(2) == {"Stone Pit", "Lumber Yard"}
    assert table.observe("flat", 1).tobytes() == before
    table.choose(1, "lose Clay Pool")
    assert table.city(1) == {"Ore Vein"} and table.city(2) == {"Lumber Yard"}


def test_edifice_settled_4_two_tokens_are_named_by_value() -> None:
    table = table_of(edifices=("Outpost", "Factory", "Concentric Castle"), age=3, turn=6,
                     cities=(), pawns=[[0, 0, 1]], pawns_left=[2, 2, 1],
                     tokens=[[], [1, 1, -1, 3, 5], [3, 3, -1]])  # fmt: skip
    table.play()
    assert table.actors == [1]  # seat 2 has one pair only
    assert table.legal(1) == [f"lose tokens {pair}" for pair in ("1 1", "1 3", "1 5", "3 5")]
    table.choose(1, "lose tokens 1 5")
    assert table.tokens[1] == [1, -1, 3] and table.tokens[2] == [-1]


def test_edifice_settled_5_debts_are_unlimited() -> None:
    table = Table.dealt(0, num_players=7, expansions=["edifice"])
    table.state.edifices[0] = 3  # Belvedere: nobody has a brown card
    for _ in range(6):
        table.play()
    assert table.debts == [[1]] * 7


def test_edifice_settled_7_rewards_of_age_iii_are_tested_by_hand_made_positions() -> None:
    """In random play Edifices of Age III are almost never completed."""
    sources = Path(__file__).parent.glob("test_edifice_*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    for name in ("Gold Reserves", "Concentric Castle", "Military School", "Archives", "Agora"):
        assert text.count(f'"{name}"') > 2


def test_every_ruling_of_edifice_has_a_named_test() -> None:
    sources = Path(__file__).parent.glob("test_edifice_*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert {int(n) for n in re.findall(r"^def test_edifice_(\d+)_\w", text, re.M)} == RULINGS
    settled = {int(n) for n in re.findall(r"^def test_edifice_settled_(\d)_\w", text, re.M)}
    assert settled == set(SETTLED) - {6}  # 6: the sides' names, test_edifice_16


def test_play_names_every_choice() -> None:
    """The texts of the new actions are those of the record format."""
    texts = set(Table.dealt(0).game.action_texts)
    assert {JOIN, "choose coins", "choose shield", "choose revive", "choose science",
            "pawn age 1", "pawn age 2", "pawn age 3", "lose Altar", "lose tokens 1 3",
            "lose tokens 5 5"} <= texts  # fmt: skip


def test_an_edifice_of_age_iii_has_failed_when_the_war_is_over() -> None:
    """In what is shown, and for the greedy agent, it is not open any more."""
    table = table_of(edifices=("Outpost", "Factory", "Archives"), age=3, turn=6,
                     cities=[["Altar", "Baths"], [], []], pawns=[[0, 0, 0], [0, 0, 1]],
                     pawns_left=[0, 0, 1])  # fmt: skip
    assert "Archives (5 coins): 1 pawn left" in table.game.render(table.state)
    assert "Outpost (1 coin): built" in table.game.render(table.state)
    table.play()
    assert table.phase == "lose" and "Archives (5 coins): failed" in table.game.render(table.state)
    table.choose(0, "lose Altar")
    assert table.over is not None and "Archives (5 coins): failed" in table.game.render(table.state)


def test_what_others_are_asked_and_may_revive_is_seen() -> None:
    """Halikarnassos picks first; that Carthage picks after it is public."""
    wonders = ["Halikarnassós day", "Carthage night", "Éphesos day"]
    cities = [["Glassworks", "Press"], ["Sawmill", "Lumber Yard", "Loom"], []]
    seen = set()
    for half in ("revive", "science"):
        table = Table(wonders=wonders, cities=cities, stages=[1, 1], discards=["Altar"], coins=9)
        table.play(STAGE, STAGE, "sell Palace").choose(1, f"choose {half}")
        assert table.actors == [0]
        table.state.symbols[1] = 0  # all else is alike
        table.state.halves[1] = 0
        seen.add(table.observe("flat", 0).tobytes())
    assert len(seen) == 2
