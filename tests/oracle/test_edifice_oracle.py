"""The oracle itself on the rulings of Edifice: participation, rewards, penalties, by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.oracle.positions import EDIFICE, PLAIN, WITH_UR, play, position
from tests.oracle.seven_wonders import SevenWondersOracle, deal, edifice_table

JOIN = "stage with Palace and participate"


def ready(options: dict[str, Any] | None = None, **fields: Any) -> SevenWondersOracle:
    """Each of Gizah, Rhódos and Éphesos makes all that its first stage costs."""
    cities = [["Sawmill"], ["Sawmill"], ["Brickyard"]]
    return position(PLAIN, {**EDIFICE, **(options or {})}, **{"cities": cities, **fields})


def last_turn(edifice: str, **fields: Any) -> SevenWondersOracle:
    """The last turn of the Age of an Edifice that is not built."""
    age = edifice_table()[edifice]["age"]
    edifices = ["Money Changer", "Factory", "Agora"]
    edifices[age - 1] = edifice
    fields = {"hands": [["Palace"] * 2 for _ in range(3)], "age": age, "turn": 6, **fields}
    game = position(options=EDIFICE, edifices=edifices, **fields)
    game.turns = [{}] * (6 * age - 1)
    return game


@pytest.mark.parametrize(("players", "pawns"), [(3, 2), (4, 3), (5, 3), (6, 4), (7, 5)])
def test_one_edifice_of_each_age_with_pawns_for_the_table(players: int, pawns: int) -> None:
    """Edifice 1."""
    dealt = deal(random.Random(1), players, EDIFICE)
    assert [edifice_table()[name]["age"] for name in dealt["edifices"]] == [1, 2, 3]
    game = SevenWondersOracle(dealt, EDIFICE)
    assert game.edifices == dealt["edifices"] and game.pawns_left == [pawns] * 3
    assert "edifices" not in deal(random.Random(1), players)
    with pytest.raises(ValueError, match="edifices"):
        SevenWondersOracle({**dealt, "edifices": dealt["edifices"][::-1]}, EDIFICE)


def test_participation_goes_with_a_stage_once_an_age_while_there_are_pawns() -> None:
    """Edifice 2."""
    game = ready()
    texts = ["sell Palace", "stage with Palace", JOIN]
    assert game.legal(0) == sorted(texts)
    game.pawns_left = [0, 2, 2]
    assert game.legal(0) == sorted(texts[:2])
    game.pawns_left = [1, 2, 2]
    game.joined[0] = {1}
    assert game.legal(0) == sorted(texts[:2])
    game.joined[0], game.pawns[0], game.age = {1}, [1, 1, 0], 2  # one of them is Ur's, say
    assert game.legal(0) == sorted(texts)
    game.stages[0] = 3
    assert game.legal(0) == ["sell Palace"]
    assert not any("participate" in text for text in position().legal(0))


def test_participation_is_paid_with_the_stage() -> None:
    """Edifice 3: both out of the coins at the start of the turn, the cost to the bank."""
    bought = [[], ["Sawmill"], []]  # seat 0 buys two wood at 4
    for coins, legal in ((3, []), (4, ["stage"]), (5, ["stage", "join"])):
        game = ready(cities=bought, coins=[coins, 3, 3])
        assert ("stage with Palace" in game.legal(0)) == ("stage" in legal)
        assert (JOIN in game.legal(0)) == ("join" in legal)
    play(game, JOIN)
    assert game.coins == [0, 3 + 3 + 4, 6] and game.paid == [4, 0, 0]
    assert (game.pawns_left, game.pawns[0]) == ([1, 2, 2], [1, 0, 0])
    assert game.turns[-1]["pawns"] == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert game.turns[-1]["pawns_left"] == [1, 2, 2]
    assert game.turns[-1]["debts"] == [[], [], []]


def test_the_bills_of_participation_are_those_it_leaves_coins_for() -> None:
    """Edifice 3: with a discount to the left only the cheaper bill leaves a coin."""
    cities = [["West Trading Post"], ["Sawmill"], ["Sawmill"]]
    game = ready(cities=cities, coins=[5, 3, 3])
    game.apply(0, JOIN)
    assert game.legal(0) == ["pay 0 left 4 right", "pay 1 left 2 right", "pay 2 left 0 right"]
    game = ready(cities=cities, coins=[4, 3, 3])
    game.apply(0, JOIN)
    assert game.phase == "main" and "pay 0 left 4 right" not in game.legal(0)
    game = ready(cities=cities, coins=[3, 3, 3])
    play(game, JOIN)
    assert game.coins == [0, 3 + 3 + 2, 6]
    game = ready({"payment": "cheapest"}, cities=cities, coins=[5, 3, 3])
    play(game, JOIN)
    assert game.coins == [2, 3 + 3 + 2, 6]


def test_all_who_participate_in_a_turn_get_a_pawn() -> None:
    """Edifice 4 and 5: the missing pawn comes from the box, and all are rewarded at once."""
    game = ready()
    play(game, JOIN, JOIN, JOIN)
    assert game.pawns == [[1, 0, 0]] * 3
    assert game.pawns_left == [0, 2, 2] and game.built_edifices == [True, False, False]
    assert game.coins == [3 - 1 + 4] * 3


def test_the_reward_is_for_earlier_pawns_too_and_for_the_next_turn() -> None:
    """Edifice 5 and 6: after the coins of all cards and stages."""
    game = ready(edifices=["Money Changer", "Factory", "Agora"], pawns_left=[1, 2, 2])
    game.pawns[2], game.joined[2] = [1, 0, 0], {1}
    game.coins = [1, 3, 3]
    play(game, JOIN)
    assert game.coins == [1 - 1 + 4, 6, 3 + 3 + 4]
    assert JOIN not in game.legal(1)


def test_shields_of_an_edifice_count_in_this_war_and_production_from_the_next_turn() -> None:
    """Edifice 5 and 12; the production is not for sale."""
    hands = [["Palace"] * 2 for _ in range(3)]
    edifices = ["Curtain Wall", "Factory", "Agora"]
    game = ready(edifices=edifices, pawns_left=[1, 2, 2], turn=6, hands=hands)
    game.pawns[1] = [1, 0, 0]
    play(game, JOIN)
    assert game.turns[-1]["shields"] == [1, 1, 0]
    assert game.tokens == [[1], [1], [-1, -1]] and game.debts == [[], [], []]

    hands = [["Workshop", "Palace"] * 2 for _ in range(3)]
    game = ready(pawns_left=[2, 1, 2], age=2, coins=[3, 3, 0], hands=hands)
    assert "build Workshop" not in game.legal(0)
    play(game, JOIN)
    assert ["build Workshop" in game.legal(seat) for seat in range(3)] == [True, False, False]


def test_failure_punishes_who_has_no_pawn_and_keeps_the_pawns_left() -> None:
    """Edifice 7, 8 and 17: 2 coins in full or the debt; nobody is rewarded."""
    game = last_turn("Auction House", coins=[1, 2, 9], pawns_left=[2, 1, 2])
    game.pawns[2], game.joined[2] = [0, 1, 0], {2}
    play(game)
    assert game.coins == [4, 0, 12] and game.debts == [[2], [], []]
    assert game.scores()[0]["edifice"] == -3 and game.scores()[2]["edifice"] == 0
    row = game.turns[-1]
    assert row["pawns_left"] == [2, 1, 2] and row["debts"] == [[2], [], []]
    assert (game.age, game.built_edifices) == (3, [False] * 3)
    game.hands = [["Palace"] * 2 for _ in range(3)]
    play(game)
    assert game.built_edifices == [False] * 3


def test_a_built_edifice_punishes_nobody() -> None:
    """Edifice 7."""
    game = last_turn("Auction House", built_edifices=[False, True, False], pawns_left=[2, 0, 2])
    play(game)
    assert game.coins == [6] * 3 and game.debts == [[], [], []] and game.phase == "main"


def test_the_lost_card_is_chosen_and_leaves_the_city_before_the_war() -> None:
    """Edifice 8 to 10, settled 4: all together, and single options are carried out unasked."""
    cities = [["Barracks", "Stockade"], ["Barracks"], ["Baths"]]
    game = last_turn("Outpost", cities=cities)
    play(game)
    assert (game.phase, game.actors) == ("lose", [0])
    assert game.legal(0) == ["lose Barracks", "lose Stockade"] and game.legal(1) == ["wait"]
    assert game.cities[1] == ["Barracks"]  # it goes with the chosen one
    game.apply(0, "lose Stockade")
    assert game.cities == [["Barracks"], [], ["Baths"]] and game.debts == [[], [], [1]]
    assert game.tokens == [[1, 1], [-1], [-1]]
    assert game.turns[-1]["discards"] == 6 + 2 == len(game.discards)
    assert sorted(game.discards)[:1] == ["Barracks"] and "Stockade" in game.discards
    game.hands[0], game.cities[0] = ["Stockade"], ["Lumber Yard"]
    assert "build Stockade" in game.legal(0)


def test_two_choosers_choose_hidden_from_each_other() -> None:
    """Settled 4."""
    game = last_turn("Belvedere", cities=[["Mine", "Sawmill"], ["Mine", "Quarry"], ["Quarry"]])
    play(game)
    assert game.actors == [0, 1]
    game.apply(1, "lose Quarry")
    assert game.cities[1] == ["Mine", "Quarry"] and game.legal(0) == ["lose Mine", "lose Sawmill"]
    game.apply(0, "lose Mine")
    assert game.cities == [["Sawmill"], ["Mine"], []]


def test_a_lost_card_makes_nothing_chains_nothing_and_counts_nowhere() -> None:
    """Edifice 9 and 10."""
    cities = [["East Trading Post", "Workers Guild"], ["Tavern"], ["Sawmill"]]
    game = last_turn("Artisan District", cities=cities)
    game.hands = [["Forum", "Stockade"]] * 3
    assert "build Forum" in game.legal(0)
    game.hands = [["Palace"] * 2 for _ in range(3)]
    play(game)
    assert game.cities == [["Workers Guild"], [], ["Sawmill"]] and game.debts == [[], [], [1]]
    game.hands[0], game.coins[0] = ["Forum", "Stockade"], 2
    assert "build Forum" not in game.legal(0)
    game.apply(0, "build Stockade")  # the wood is at 2 again
    play_rest(game)
    assert game.coins[0] == 0


def play_rest(game: SevenWondersOracle) -> None:
    for seat in list(game.actors):
        game.apply(seat, "sell " + game.hands[seat][0])


def test_olympia_is_not_free_again_in_a_lost_color() -> None:
    """Base ruling 9.2: the first card of a color comes once in a game."""
    wonders = [("Olympía", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
    hands = [["Palace"] * 2 for _ in range(3)]
    edifices = ["Belvedere", "Factory", "Agora"]
    game = position(wonders, EDIFICE, edifices, turn=6, stages=[2, 0, 0], hands=hands)
    game.cities[0] = ["Mine"]
    play(game)
    game.hands[0], game.coins[0] = ["Sawmill", "Palace"], 0
    assert game.cities[0] == []
    assert game.legal(0) == ["build Palace", "sell Palace", "sell Sawmill"]


def test_victory_tokens_are_lost_by_choice_in_pairs() -> None:
    """Edifice 8 and 9, settled 4: two in full or the debt; reward tokens may be lost."""
    tokens = [[3, -1, 1, 3, 5], [1, -1], [5, -1, 5]]
    game = last_turn("Concentric Castle", tokens=tokens)
    play(game)
    assert game.actors == [0]
    pairs = ["1 3", "1 5", "3 3", "3 5"]
    assert game.legal(0) == [f"lose tokens {pair}" for pair in pairs]
    game.apply(0, "lose tokens 1 3")
    assert game.tokens == [[-1, 3, 5], [1, -1], [-1]]
    assert game.debts == [[], [3], []] and game.scores()[1]["edifice"] == -5
    assert game.over is not None


def test_military_edifices_give_tokens() -> None:
    """Edifice 12: they score with the others; Military School first takes the defeats."""
    edifices = ["Outpost", "Factory", "Agora"]
    game = ready(edifices=edifices, pawns_left=[1, 2, 2], tokens=[[-1], [-1], []])
    play(game, JOIN)
    assert game.tokens[0] == [-1, 3] and game.scores()[0]["military"] == 2

    edifices = ["Outpost", "Factory", "Military School"]
    hands = [["Palace"] * 2 for _ in range(3)]
    game = ready(edifices=edifices, pawns_left=[2, 2, 1], age=3, turn=6, hands=hands)
    game.turns, game.coins = [{}] * 17, [5, 3, 3]
    game.tokens, game.cities[1] = [[-1, 1, -1], [-1], []], ["Barracks"]
    play(game, JOIN)
    assert game.tokens == [[1, 5, -1], [-1, 5, 5], [-1]]  # the war comes later


def test_points_of_pawns() -> None:
    """Edifice 11 and 12: the line of the Edifices, of built ones only."""
    city = ["Mine", "Quarry", "Loom", "Press", "Glassworks", "Altar", "Well", "Tavern"]
    for edifices, points in (
        (["Belvedere", "Factory", "Agora"], [2, 0, 0]),
        (["Artisan District", "Factory", "Agora"], [2 * 2, 0, 0]),
        (["Outpost", "Amphitheater", "Agora"], [0, 2, 0]),
        (["Outpost", "Factory", "Archives"], [0, 0, 4]),
    ):
        game = ready(edifices=edifices, cities=[city, [], []], stages=[2, 0, 0])
        game.pawns[0] = [1, 1, 1]
        assert game.scores()[0]["edifice"] == 0
        game.built_edifices = [True] * 3
        assert game.scores()[0]["edifice"] == sum(points)
        game.debts[0] = [1, 2, 3]
        assert game.scores()[0]["edifice"] == sum(points) - 10
        assert game.scores()[1]["edifice"] == 0


def agora(cities: list[list[str]], pawns: int = 1, **options: Any) -> SevenWondersOracle:
    game = ready(options, cities=cities, built_edifices=[False, False, True])
    game.pawns[0] = [0, 0, pawns]
    return game


def test_agora_repeats_the_best_guild() -> None:
    """Edifice 12: an extra symbol of the Scientists Guild is chosen jointly with the others."""
    browns = ["Mine", "Quarry", "Sawmill", "Excavation"]
    own = ["Workers Guild", "Craftsmens Guild", "Scientists Guild", "Study", "Academy"]
    score = agora([own, browns, ["Loom"]]).scores()[0]  # 4, 2, or one more symbol: 13 for 10
    assert (score["purple"], score["green"], score["edifice"]) == (6, 10, 4)
    score = agora([own[1:], browns, ["Loom"]]).scores()[0]
    assert (score["purple"], score["green"], score["edifice"]) == (2, 10, 13 - 10)
    assert agora([["Study"], browns, []]).scores()[0]["edifice"] == 0


def test_agora_does_not_repeat_a_copied_guild() -> None:
    """Settled 3."""
    game = agora([[], ["Mine", "Workers Guild"], []])
    game.copied[0] = "Workers Guild"
    assert (game.scores()[0]["purple"], game.scores()[0]["edifice"]) == (1, 0)


def test_two_pawns_of_agora_repeat_two_guilds() -> None:
    """Edifice 12, settled 3: a single guild once; with the switch the best one twice."""
    browns = ["Mine", "Quarry", "Sawmill", "Excavation"]
    cities = [["Workers Guild", "Craftsmens Guild", "Shipowners Guild"], browns, ["Loom"]]
    assert agora(cities, 2).scores()[0]["edifice"] == 4 + 3
    assert agora(cities, 2, agora_pair="same").scores()[0]["edifice"] == 4 + 4
    one = [["Workers Guild"], browns, []]
    assert agora(one, 2).scores()[0]["edifice"] == 4
    assert agora(one, 2, agora_pair="same").scores()[0]["edifice"] == 8
    cities = [["Scientists Guild", "Craftsmens Guild", "Study"], [], ["Loom"]]
    symbols = {1: 4, 2: 10, 3: 16}  # points of the Study and one, two or three of any kind
    score = agora(cities, 2).scores()[0]
    assert (score["green"], score["edifice"]) == (symbols[1], symbols[2] - symbols[1] + 2)
    score = agora(cities, 2, agora_pair="same").scores()[0]
    assert (score["green"], score["edifice"]) == (symbols[1], symbols[3] - symbols[1])


def test_babylon_participates_with_its_seventh_card() -> None:
    """Edifice 7; with the switch only with its sixth."""
    wonders = [("Babylon", "night"), ("Rhódos", "day"), ("Éphesos", "day")]
    for allowed in (True, False):
        options = {**EDIFICE, "seventh_participates": allowed}
        hands = [["Palace"] * 2 for _ in range(3)]
        cities = [["Brickyard", "Clay Pool", "Glassworks"], ["Sawmill"], []]
        game = position(wonders, options, turn=6, stages=[1, 0, 0], hands=hands, cities=cities)
        game.pawns_left = [2, 2, 2]
        play(game, "sell Palace", JOIN)
        assert game.phase == "seventh" and (JOIN in game.legal(0)) == allowed
        game.apply(0, JOIN if allowed else "stage with Palace")
        assert game.built_edifices[0] == allowed and game.age == 2
        if allowed:
            assert game.coins == [6 - 1 + 4, 3 - 1 + 4, 6]
        else:
            assert game.coins == [6 - 2, 2, 6 - 2]


def test_no_participation_with_the_seventh_card_when_the_sixth_took_the_last_pawn() -> None:
    """Edifice 2: counted at the start of that turn."""
    wonders = [("Babylon", "night"), ("Rhódos", "day"), ("Éphesos", "day")]
    cities = [["Brickyard", "Clay Pool", "Glassworks"], ["Sawmill"], []]
    hands = [["Palace"] * 2 for _ in range(3)]
    game = position(wonders, EDIFICE, turn=6, stages=[1, 0, 0], hands=hands, cities=cities)
    game.pawns_left = [1, 2, 2]
    play(game, "sell Palace", JOIN)
    assert game.phase == "seventh" and JOIN not in game.legal(0)


def test_a_revived_card_can_be_lost_and_a_lost_one_revived_later() -> None:
    """Edifice 7 and 9: Halikarnassós builds before the penalty of the Age."""
    wonders = [("Halikarnassós", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
    hands = [["Palace"] * 2 for _ in range(3)]
    game = position(wonders, EDIFICE, ["Outpost", "Factory", "Agora"], turn=6, hands=hands)
    game.cities[0], game.stages[0] = ["Glassworks", "Press"], 1
    game.discards = ["Barracks"]
    play(game, "stage with Palace")
    game.apply(0, "revive Barracks")
    assert "Barracks" in game.discards and "Barracks" not in game.cities[0]
    assert game.debts == [[], [1], [1]] and game.tokens == [[], [], []]


def test_ur_is_only_for_games_with_the_expansion() -> None:
    """Edifice 13."""
    with pytest.raises(ValueError, match="Ur"):
        position(WITH_UR)
    with pytest.raises(ValueError, match="Ur"):
        deal(random.Random(0), 3, {"extra_wonders": ["Ur"]})
