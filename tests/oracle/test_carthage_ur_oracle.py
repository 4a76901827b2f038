"""The oracle itself on Carthage and Ur: halves of stages, and pawns from the box."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.positions import EDIFICE, WITH_CARTHAGE, WITH_UR, play, position
from tests.oracle.seven_wonders import SevenWondersOracle, deal, wonder_table

JOIN = "stage with Palace and participate"
NIGHT = [("Carthage", "night"), ("Rhódos", "day"), ("Éphesos", "day")]


def test_both_are_drawn_only_where_asked_for() -> None:
    drawn: dict[str, set[str]] = {}
    for name, extra in (("none", ""), ("Carthage", "Carthage"), ("Ur", "Carthage Ur")):
        options = {**EDIFICE, "extra_wonders": extra.split()}
        deals = [deal(random.Random(seed), 7, options)["wonders"] for seed in range(60)]
        drawn[name] = {wonder for wonders in deals for wonder, _ in wonders}
    assert len(drawn["none"]) == 7
    assert drawn["Carthage"] - drawn["none"] == {"Carthage"}
    assert drawn["Ur"] == set(wonder_table("second"))


def test_first_edition_games_have_their_day_and_night() -> None:
    """Settled 6."""
    names = ["Carthage", "Gizah", "Ur"]
    for asked, printed in (("a", ["day", "a", "day"]), ("night", ["night", "b", "night"])):
        options = {**EDIFICE, "edition": "first", "wonders": names, "sides": asked}
        dealt = deal(random.Random(0), 3, options)
        assert dealt["wonders"] == [list(pair) for pair in zip(names, printed)]
        SevenWondersOracle(dealt, options)
    options = {**EDIFICE, "edition": "first", "wonders": names, "sides": "choose"}
    game = SevenWondersOracle(deal(random.Random(0), 3, options), options)
    assert game.legal(0) == game.legal(2) == ["side day", "side night"]
    assert game.legal(1) == ["side a", "side b"]
    for seat, side in enumerate(("night", "a", "day")):
        game.apply(seat, f"side {side}")
    assert game.phase == "main" and game.sides == ["night", "a", "day"]


def test_carthage_chooses_a_half_after_the_reveal_and_before_the_effects() -> None:
    """Edifice 14, settled 1; the bill is paid by then, the coins of all come later."""
    for half, coins, shields in (("coins", 7, 0), ("shield", 0, 1)):
        game = position(WITH_CARTHAGE, stages=[1, 0, 0], coins=[2, 3, 3])
        game.cities[0] = ["Ore Vein"]  # papyrus from Éphesos
        game.hands[1] = ["Tavern", "Palace"]
        play(game, "stage with Palace", "build Tavern")
        assert (game.phase, game.actors) == ("choose", [0])
        assert game.legal(0) == ["choose coins", "choose shield"] and game.legal(1) == ["wait"]
        assert game.coins == [0, 3, 3 + 3 + 2] and game.shields == [0, 0, 0]
        assert "Tavern" in game.cities[1] and game.scores()[0]["wonder"] == 3
        game.apply(0, f"choose {half}")
        assert game.coins == [coins, 8, 8] and game.shields == [shields, 0, 0]
        assert game.halves == [[half], [], []] and game.scores()[0]["wonder"] == 5
        assert (game.phase, game.turn) == ("main", 2)


def test_the_halves_of_carthage_by_night() -> None:
    for half, coins, shields, points in (("coins", 7, 0, 4), ("shield", 0, 2, 0)):
        game = position(NIGHT, cities=[["Ore Vein", "Foundry", "Press"], [], []], coins=[0, 3, 3])
        play(game, "stage with Palace")
        game.apply(0, f"choose {half}")
        assert (game.coins[0], game.shields[0]) == (coins, shields)
        assert game.scores()[0]["wonder"] == points
    game = position(NIGHT, stages=[1, 0, 0], cities=[["Sawmill", "Lumber Yard", "Loom"], [], []])
    game.halves[0], game.cities[0] = ["shield"], game.cities[0] + ["Study", "Academy"]
    game.cities[0].append("Decorators Guild")
    play(game, "stage with Palace")
    assert game.legal(0) == ["choose revive", "choose science"]
    game.apply(0, "choose science")
    assert game.phase == "main" and game.shields[0] == 2
    assert game.scores()[0]["green"] == 10  # (1, 1, 0) and one of any kind
    assert game.scores()[0]["purple"] == 7  # Decorators look at stages, not at halves


def carthage_revives(**fields: Any) -> SevenWondersOracle:
    wonders = [("Carthage", "night"), ("Halikarnassós", "day"), ("Éphesos", "day")]
    cities = [["Sawmill", "Lumber Yard", "Loom"], ["Glassworks", "Press"], []]
    game = position(wonders, cities=cities, stages=[1, 1, 0], **fields)
    game.halves[0] = ["shield"]
    return game


def test_halikarnassos_revives_before_carthage() -> None:
    """Base ruling 9.5: each revival is done before the next is asked."""
    game = carthage_revives(discards=["Barracks", "Tavern"])
    play(game, "stage with Palace", "stage with Palace")
    game.apply(0, "choose revive")
    assert (game.phase, game.actors) == ("revive", [1])
    game.apply(1, "revive Barracks")
    assert (game.phase, game.actors) == ("revive", [0])
    assert game.legal(0) == ["revive Palace", "revive Tavern", "revive nothing"]
    game.apply(0, "revive Tavern")
    assert game.coins[0] == 3 + 5 and game.turn == 2


def test_choose_revive_with_nothing_to_revive_is_lost() -> None:
    """Settled 1."""
    game = carthage_revives()
    game.hands[2] = ["Tavern", "Palace"]
    play(game, "stage with Palace", "stage with Palace", "build Tavern")
    game.apply(0, "choose revive")
    assert (game.phase, game.turn) == ("main", 2)
    play(game)
    assert (game.phase, game.turn) == ("main", 3)


def test_ur_takes_pawns_of_the_box_at_night() -> None:
    """Edifice 13: the counter stays, nothing is paid, and it goes with participation."""
    wonders = [("Ur", "night"), ("Rhódos", "day"), ("Éphesos", "day")]
    game = position(wonders, EDIFICE, cities=[["Stone Pit", "Glassworks"], [], []])
    play(game, "stage with Palace")
    assert game.pawns[0] == [1, 0, 0] and game.pawns_left == [2, 2, 2] and game.coins[0] == 3
    game.cities[0] = ["Foundry", "Stone Pit"]  # the next stage: a pawn of Age II
    game.hands[0].append("Palace")
    play(game, JOIN)
    assert game.pawns[0] == [2, 1, 0] and game.pawns_left == [1, 2, 2] and game.coins[0] == 2


def ur(**fields: Any) -> SevenWondersOracle:
    """Ur can build its second stage by day; seat 1 its first."""
    cities = [["Quarry", "Clay Pool"], ["Sawmill"], []]
    return position(WITH_UR, EDIFICE, stages=[1, 0, 0], cities=cities, **fields)


def test_ur_chooses_an_age_by_day() -> None:
    """Edifice 13: a pawn of what stands is rewarded at once, others wait or protect."""
    game = ur(age=2, built_edifices=[True, False, False], pawns_left=[0, 2, 2])
    play(game, "stage with Palace")
    assert (game.phase, game.actors) == ("choose", [0])
    assert game.legal(0) == ["pawn age 1", "pawn age 2", "pawn age 3"]
    game.apply(0, "pawn age 1")
    assert game.coins == [3 + 4, 6, 6] and game.pawns[0] == [1, 0, 0]

    game = ur(age=2, pawns_left=[1, 2, 2])  # that of Age I failed
    play(game, "stage with Palace")
    game.apply(0, "pawn age 1")
    assert game.coins[0] == 3 and game.pawns[0] == [1, 0, 0]
    assert game.built_edifices == [False] * 3

    game = ur()
    play(game, "stage with Palace")
    game.apply(0, "pawn age 3")
    assert game.pawns[0] == [0, 0, 1] and game.pawns_left == [2, 2, 2]


def test_a_box_pawn_protects_and_earns_the_reward_later() -> None:
    """Edifice 13: taken on the last turn it still protects."""
    hands = [["Palace"] * 2 for _ in range(3)]
    game = ur(turn=6, hands=hands)
    play(game, "stage with Palace")
    game.apply(0, "pawn age 1")
    assert game.coins == [3, 6 - 2, 6 - 2] and game.debts == [[], [], []]

    game = ur(pawns_left=[1, 2, 2], age=1)
    game.pawns[0] = [1, 0, 0]
    play(game, "sell Palace", JOIN)
    assert game.coins == [3 + 3 + 4, 3 - 1 + 4, 6]


def test_two_pawns_of_ur_are_rewarded_twice() -> None:
    """Edifice 12 and 13, settled 2: also when its own participation completes the Edifice."""
    game = ur(pawns_left=[1, 2, 2])
    play(game, JOIN)
    assert game.pawns_left == [0, 2, 2] and game.built_edifices == [False] * 3
    game.apply(0, "pawn age 1")
    assert game.pawns[0] == [2, 0, 0] and game.coins[0] == 3 - 1 + 4 + 4
    game = ur(pawns_left=[0, 2, 2], built_edifices=[True, False, False])
    game.pawns[0] = [1, 0, 0]
    play(game, "stage with Palace")
    game.apply(0, "pawn age 1")
    assert game.coins[0] == 3 + 4  # the first pawn had its reward


def test_ur_and_carthage_choose_hidden_from_each_other() -> None:
    wonders = [("Ur", "day"), ("Carthage", "day"), ("Éphesos", "day")]
    cities = [["Quarry", "Clay Pool"], ["Ore Vein", "Press"], []]
    game = position(wonders, EDIFICE, stages=[1, 1, 0], cities=cities)
    play(game, JOIN, JOIN)
    assert (game.phase, game.actors, game.pawns_left[0]) == ("choose", [0, 1], 0)
    game.apply(1, "choose coins")
    assert game.coins[1] == 2 and game.halves[1] == []
    game.apply(0, "pawn age 2")
    assert game.coins == [2 + 4, 2 + 7 + 4, 6]
    assert game.pawns == [[1, 1, 0], [1, 0, 0], [0, 0, 0]]
