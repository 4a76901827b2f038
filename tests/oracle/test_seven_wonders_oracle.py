"""The oracle itself on the hardest rulings of 7 Wonders, in positions set up by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.oracle.positions import play, position
from tests.oracle.seven_wonders import SevenWondersOracle, deal, pareto_bills, science


def test_coins_of_this_turn_are_for_the_next() -> None:
    """Ruling 2.2."""
    game = position(hands=[["Stockade", "Palace"], ["Baths", "Palace"], ["Palace"] * 2])
    game.hands[2] = ["Stockade", "Palace"]
    game.coins = [1, 3, 3]
    game.cities[1] = ["Lumber Yard"]
    assert "build Stockade" not in game.legal(0)
    play(game, "sell Palace", "build Baths")  # seat 1 pays seat 0 for the stone
    assert game.coins == [1 + 3 + 2, 3 - 2, 3 + 3]
    assert "build Stockade" in game.legal(0)  # passed on by seat 2


def test_a_symbol_serves_its_owner_and_both_neighbors() -> None:
    """Ruling 2.4."""
    game = position(hands=[["Baths"] * 2 for _ in range(3)], cities=[["Tavern"], [], []])
    play(game, *["build Baths"] * 3)
    assert game.coins == [3 + 4, 1, 1]
    assert all("Baths" in city for city in game.cities)


def test_nothing_is_bought_from_a_building_of_the_same_turn() -> None:
    """Ruling 2.3: nor made, nor used as a chain, by what is built now."""
    game = position(hands=[["Stockade", "Palace"], ["Lumber Yard", "Palace"], ["Palace"] * 2])
    game.apply(1, "build Lumber Yard")
    assert "build Stockade" not in game.legal(0)


def test_effects_come_after_all_have_placed() -> None:
    """Ruling 2.5: coins for a neighbor's brown card of the same turn."""
    game = position(hands=[["Vineyard", "Palace"], ["Lumber Yard", "Palace"], ["Palace"] * 2])
    game.cities[0] = ["Stone Pit"]
    play(game, "build Vineyard", "build Lumber Yard")
    assert game.coins[0] == 3 + 2


def test_lighthouse_counts_itself() -> None:
    game = position(cities=[["Caravansery"], [], []])
    game.hands[0] = ["Lighthouse", "Palace"]
    play(game, "build Lighthouse")
    assert game.coins[0] == 3 + 2
    assert game.scores()[0]["yellow"] == 2


def test_choice_sources_are_assigned_jointly() -> None:
    """Ruling 4.8: greedy matching is wrong, and the two bills differ."""
    own = [("wood", "stone"), ("wood", "clay")]
    cost = {"clay": 1, "wood": 1, "stone": 1}
    assert pareto_bills(cost, own, [("wood",)], [("stone",)], set()) == [(0, 2), (2, 0)]


def test_bills_agree_with_every_assignment_written_out() -> None:
    """Ruling 4.4, against all orders of all sources."""
    rng = random.Random(5)
    kinds = ["wood", "clay", "glass"]

    def draw() -> list[tuple[str, ...]]:
        return [tuple(rng.sample(kinds, rng.choice((1, 1, 2)))) for _ in range(rng.randrange(4))]

    for _ in range(300):
        symbols = rng.choices(kinds, k=rng.randint(1, 4))
        own, left, right = draw(), draw(), draw()
        cheap = {(s, k) for s in ("left", "right") for k in kinds if rng.random() < 0.3}
        sources = [("own", s) for s in own] + [("left", s) for s in left]
        sources += [("right", s) for s in right]
        bills = set()
        for served in itertools.permutations(sources, len(symbols)):
            if all(symbol in source for symbol, (_, source) in zip(symbols, served)):
                bill = Counter({"left": 0, "right": 0})
                for symbol, (owner, _) in zip(symbols, served):
                    bill[owner] += 1 if (owner, symbol) in cheap else 2
                bills.add((bill["left"], bill["right"]))
        worse = {b for b in bills for o in bills if o != b and o[0] <= b[0] and o[1] <= b[1]}
        assert pareto_bills(Counter(symbols), own, left, right, cheap) == sorted(bills - worse)


def test_the_bill_is_a_hidden_choice_of_the_same_turn() -> None:
    """Rulings 4.4 and 9.1; "cheapest" pays the least, of two equal bills the one to the right."""
    wood = [[], ["Lumber Yard"], ["Lumber Yard"]]
    hands = [["Stockade", "Palace"], ["Palace"] * 2, ["Palace"] * 2]
    game = position(hands=hands, cities=wood)
    game.apply(0, "build Stockade")
    assert (game.actors, game.coins) == ([0, 1, 2], [3, 3, 3])
    assert game.legal(0) == ["pay 0 left 2 right", "pay 2 left 0 right"]
    play(game, "pay 2 left 0 right")
    assert game.coins == [1, 3 + 3 + 2, 3 + 3]

    hands = [["Stockade", "Palace"], ["Palace"] * 2, ["Palace"] * 2]
    cities = [[], ["Lumber Yard"], ["Lumber Yard"]]
    game = position(options={"payment": "cheapest"}, hands=hands, cities=cities)
    play(game, "build Stockade")
    assert game.coins == [1, 3 + 3, 3 + 3 + 2]


def test_discounts_and_what_is_not_for_sale() -> None:
    """Rulings 4.2 and 4.3: East is right; yellow cards and wonder stages sell nothing."""
    hands = [["Stockade", "Palace"], ["Palace"] * 2, ["Palace"] * 2]
    cities = [["East Trading Post"], ["Lumber Yard"], ["Lumber Yard", "Caravansery"]]
    game = position(hands=hands, cities=cities)
    game.apply(0, "build Stockade")
    assert game.legal(0) == ["pay 0 left 1 right", "pay 2 left 0 right"]
    cities = [[], [], ["Caravansery"]]
    game = position([("Gizah", "day"), ("Alexandria", "night"), ("Rhódos", "day")], cities=cities)
    game.hands[0], game.stages[1] = ["Stockade", "Palace"], 1
    assert "build Stockade" not in game.legal(0)


def test_a_name_comes_once_into_a_city_and_chains_are_free() -> None:
    """Rulings 3.2 and 3.4: the Age II Loom is the same name; either trading post opens Forum."""
    game = position(hands=[["Loom", "Forum"]] * 3, coins=[0, 0, 0], age=2)
    game.cities[0] = ["Loom", "West Trading Post"]
    assert game.legal(0) == ["build Forum", "sell Forum", "sell Loom"]
    assert game.legal(1) == ["build Loom", "sell Forum", "sell Loom"]


def test_the_last_card_is_discarded_for_nothing_and_hands_pass_left_then_right() -> None:
    """Rulings 2.7 and 2.8."""
    game = position(hands=[["Palace", "Study"], ["Palace", "Arena"], ["Palace", "Castrum"]])
    play(game)
    assert game.hands == [["Castrum"], ["Study"], ["Arena"]]
    game = position(hands=[["Palace", "Study"], ["Palace", "Arena"], ["Palace", "Castrum"]], turn=6)
    play(game)
    assert game.coins == [6, 6, 6]
    assert sorted(game.discards) == ["Arena", "Castrum", "Palace", "Palace", "Palace", "Study"]
    assert (game.age, game.turn, [len(hand) for hand in game.hands]) == (2, 1, [7, 7, 7])
    game.hands = [["Palace", "Study"], ["Palace", "Arena"], ["Palace", "Castrum"]]
    play(game)
    assert game.hands == [["Arena"], ["Castrum"], ["Study"]]


HALIKARNASSOS = [("Halikarnassós", "day"), ("Rhódos", "day"), ("Éphesos", "day")]


def last_turn(**fields: Any) -> SevenWondersOracle:
    """Halikarnassos can build its second stage on the last turn of the game."""
    hands = [["Palace", "Siege Workshop"], ["Palace", "Arena"], ["Palace", "Castrum"]]
    game = position(HALIKARNASSOS, age=3, turn=6, stages=[1, 0, 0], hands=hands, **fields)
    game.cities[0] = ["Glassworks", "Press"]
    game.turns = [{}] * 17
    return game


def test_halikarnassos_revives_on_the_last_turn_before_the_war() -> None:
    """Ruling 5: sold cards of this turn and all leftovers lie there, one's own too."""
    game = last_turn()
    play(game, "stage with Palace", "sell Palace", "sell Palace")
    assert game.actors == [0] and game.legal(1) == ["wait"]
    names = ["Arena", "Castrum", "Palace", "Siege Workshop"]
    assert game.legal(0) == sorted(f"revive {name}" for name in [*names, "nothing"])
    game.apply(0, "revive Siege Workshop")
    assert game.over is not None and game.tokens == [[5, 5], [-1], [-1]]
    assert game.turns[-1]["discards"] == 4 and game.tucked[0] == ["Palace"]


def test_halikarnassos_is_not_asked_when_nothing_is_legal() -> None:
    """Ruling 5: no effect, and no claim to a later turn."""
    hands = [["Palace", "Baths"], ["Palace", "Baths"], ["Baths", "Palace"]]
    game = position(HALIKARNASSOS, stages=[1, 0, 0], hands=hands, coins=[3, 3, 9])
    game.cities = [["Glassworks", "Press", "Palace"], ["Stone Pit"], []]
    play(game, "stage with Baths", "sell Palace", "build Baths")
    assert game.phase == "main" and game.turn == 2 and game.discards == ["Palace"]


def test_babylon_plays_its_seventh_card_then_halikarnassos_revives() -> None:
    """Rulings 5 and 9.5: already in the Age of its turn 6, and with the coins that turn brought."""
    wonders = [("Babylon", "night"), ("Halikarnassós", "day"), ("Gizah", "day")]
    hands = [["Palace", "Workshop"], ["Palace", "Stables"], ["Stockade", "Arena"]]
    game = position(wonders, turn=6, stages=[0, 1, 0], hands=hands, coins=[2, 3, 3])
    game.cities = [["Stone Pit"], ["Glassworks", "Press"], []]
    play(game, "stage with Palace", "stage with Palace", "build Stockade")
    assert (game.phase, game.actors, game.hands) == ("seventh", [0], [["Workshop"], [], []])
    assert game.coins == [2 - 2 + 2, 3, 3 + 2 - 2]  # stone from Gizah, wood from Babylon
    assert game.legal(0) == ["build Workshop", "sell Workshop"]
    game.apply(0, "sell Workshop")
    assert (game.phase, game.actors, game.coins[0]) == ("revive", [1], 5)
    names = ["Arena", "Stables", "Workshop", "nothing"]
    assert game.legal(1) == [f"revive {name}" for name in names]
    game.apply(1, "revive Stables")
    assert game.tokens == [[-1, -1], [1, 1], [1, -1]] and (game.age, game.turn) == (2, 1)


def test_olympia_day_builds_the_first_card_of_each_color_free() -> None:
    """Ruling 5: once a color for the whole game, the purple one too, never a stage."""
    wonders = [("Olympía", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
    hands = [["Palace", "Study", "Walls", "Tree Farm", "Spies Guild"]] * 3
    game = position(wonders, stages=[2, 0, 0], hands=hands, coins=[0, 0, 0], age=3)
    game.cities[0] = ["Barracks"]
    builds = [text for text in game.legal(0) if text[:4] != "sell"]
    assert builds == ["build Palace", "build Spies Guild", "build Study", "build Tree Farm"]
    game.cities[0] += ["Altar", "Lumber Yard", "Lodge", "Builders Guild"]
    assert all(text.startswith("sell") for text in game.legal(0))


def test_olympia_night_is_for_the_first_and_the_sixth_turn() -> None:
    wonders = [("Olympía", "night"), ("Rhódos", "day"), ("Éphesos", "day")]
    for stages, free_turns in ((0, []), (1, [1]), (2, [1, 6])):
        for turn in range(1, 7):
            game = position(wonders, stages=[stages, 0, 0], turn=turn, age=2)
            assert ("build Palace" in game.legal(0)) == (turn in free_turns)


def test_first_edition_olympia_builds_one_card_an_age_free() -> None:
    """Rulings 8 and 9.3: beside paying, and never for what is free anyway."""
    wonders = [("Olympía", "a"), ("Gizah", "a"), ("Rhódos", "a")]
    hands = [["Altar", "Stockade", "Palace"], ["Stockade"] * 3, ["Palace"] * 3]
    game = position(wonders, {"edition": "first"}, stages=[2, 0, 0], hands=hands)
    builds = [text for text in game.legal(0) if text.startswith("build")]
    assert builds == ["build Altar", "build Palace free", "build Stockade", "build Stockade free"]
    play(game, "build Palace free", "sell Stockade")
    assert not any(text.endswith("free") for text in game.legal(0))
    game.hands[0], game.age = ["Fortifications"], 2
    assert "build Fortifications free" in game.legal(0)


def test_first_edition_olympia_copies_a_guild() -> None:
    """Rulings 8, 9.3 and 9.4: a copied Shipowners Guild counts the copier's own cards."""
    wonders = [("Olympía", "b"), ("Gizah", "a"), ("Rhódos", "a")]
    hands = [["Palace"] * 2 for _ in range(3)]
    for guilds in (["Shipowners Guild"], ["Shipowners Guild", "Scientists Guild"]):
        options = {"edition": "first"}
        game = position(wonders, options, stages=[3, 0, 0], hands=hands, age=3, turn=6)
        game.turns = [{}] * 17
        game.cities = [["Loom", "Press", "Lodge", "Study"], guilds, []]
        play(game)
        if len(guilds) == 2:
            assert game.legal(0) == ["copy Scientists Guild", "copy Shipowners Guild"]
            game.apply(0, "copy Scientists Guild")
            assert game.scores()[0]["green"] == 10
        else:
            assert game.over is not None and game.scores()[0]["purple"] == 2
        hands = [["Palace"] * 2 for _ in range(3)]


@pytest.mark.parametrize(
    ("counts", "wilds", "points"),
    [
        ((4, 1, 0), 1, 26),
        ((4, 2, 1), 1, 38),
        ((1, 1, 0), 1, 10),
        ((1, 0, 0), 2, 10),
        ((2, 1, 1), 2, 26),
        ((4, 2, 1), 2, 48),
        ((0, 0, 0), 0, 0),
    ],
)
def test_science_is_jointly_optimal(counts: tuple[int, ...], wilds: int, points: int) -> None:
    """Ruling 7.2."""
    assert science(dict(zip(["compass", "gear", "tablet"], counts)), wilds) == points


def test_guilds_at_the_end() -> None:
    """Ruling 7.3: Decorators want every stage of the owner's side; Shipowners count themselves."""
    wonders = [("Gizah", "night"), ("Rhódos", "night"), ("Éphesos", "day")]
    game = position(wonders, cities=[["Decorators Guild"], ["Decorators Guild"], []])
    game.stages = [3, 2, 0]
    assert [score["purple"] for score in game.scores()] == [0, 7, 0]
    game.stages = [4, 1, 0]
    assert [score["purple"] for score in game.scores()] == [7, 0, 0]
    game.cities = [["Shipowners Guild", "Loom", "Sawmill"], ["Builders Guild", "Loom"], []]
    game.cities[2] = ["Craftsmens Guild"]
    assert [score["purple"] for score in game.scores()] == [3, 5, 4]


def test_ties_go_to_coins_and_are_then_shared() -> None:
    """Ruling 7.5: the coins themselves, not their points."""
    game = position(coins=[4, 5, 4])
    assert game.ranking() == [2, 1, 2]
    game.coins = [3, 3, 3]
    assert game.ranking() == [1, 1, 1]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("edition", ["second", "first"])
def test_random_games_conserve_cards_and_coins(players: int, edition: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        sides = "choose" if seed % 2 else "random"
        dealt = deal(rng, players, {"edition": edition, "sides": sides})
        game = SevenWondersOracle(dealt, {"edition": edition})
        actions: Counter[int] = Counter()
        while game.over is None:
            seat = rng.choice(game.actors)
            text = rng.choice(game.legal(seat))
            if game.phase == "main" and not text.startswith("pay"):
                actions[seat] += 1
            game.apply(seat, text)
        assert set(actions.values()) == {18} and len(game.turns) == 18
        places = [*game.cities, *game.tucked, game.discards]
        cards = [hand for age in "123" for hand in dealt["hands"][age]]
        assert Counter(itertools.chain(*places)) == Counter(itertools.chain(*cards))
        assert sum(game.paid) == sum(game.received)
        for score in game.scores():
            assert score["total"] == sum(score.values()) - score["total"]
