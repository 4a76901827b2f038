"""The oracle itself with each rule switch, by hand. Payment and Agora are tested with theirs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.positions import EDIFICE, play, position
from tests.oracle.seven_wonders import SevenWondersOracle

JOIN = "stage with Palace and participate"


@pytest.mark.parametrize("name", ["free_building", "coin_effects", "revival", "lost_cards"])
def test_unknown_values_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="options"):
        position(options={name: "sometimes"})


def test_free_building_by_a_chain_or_paid() -> None:
    """What costs nothing anyway has one text; a bill is paid even for what a chain would give."""
    options = {"free_building": "choose"}
    hands = [["Forum", "Altar", "Stables"], ["Palace"] * 3, ["Palace"] * 3]
    cities = [["West Trading Post"], ["Brickyard"], []]
    game = position(options=options, hands=hands, cities=cities, coins=[2, 3, 3])
    builds = [text for text in game.legal(0) if text.startswith("build")]
    assert builds == ["build Altar", "build Forum", "build Forum free"]
    play(game, "build Forum")
    assert game.coins == [0, 6 + 2, 6]
    hands = [["Forum", "Altar"], ["Palace"] * 2, ["Palace"] * 2]
    cities = [["West Trading Post"], ["Brickyard"], []]
    game = position(options=options, hands=hands, cities=cities, coins=[0, 3, 3])
    texts = [text for text in game.legal(0) if "Forum" in text]
    assert texts == ["build Forum free", "sell Forum"]
    play(game, "build Forum free")
    assert game.coins == [0, 6, 6] and "Forum" in game.cities[0]


def test_free_building_by_olympia_or_paid() -> None:
    wonders = [("Olympía", "day"), ("Rhódos", "day"), ("Éphesos", "day")]
    hands = [["Mine", "Baths"], ["Palace"] * 2, ["Palace"] * 2]
    options = {"free_building": "choose"}
    game = position(wonders, options, hands=hands, stages=[2, 0, 0], coins=[1, 3, 3])
    builds = [text for text in game.legal(0) if text.startswith("build")]
    assert builds == ["build Baths free", "build Mine", "build Mine free"]
    play(game, "build Mine")
    assert game.coins[0] == 0


def test_free_building_of_first_edition_olympia_uses_a_chain_first() -> None:
    wonders = [("Olympía", "a"), ("Gizah", "a"), ("Rhódos", "a")]
    options = {"edition": "first", "free_building": "choose"}
    hands = [["Forum"] * 3, ["Palace"] * 3, ["Palace"] * 3]
    cities = [["West Trading Post"], [], []]
    game = position(wonders, options, stages=[2, 0, 0], hands=hands, cities=cities)
    play(game, "build Forum free")
    assert "build Palace free" in game.legal(0)  # the right of this Age is left
    play(game, "build Palace free", "sell Forum")
    assert not any(text.endswith("free") for text in game.legal(0))
    assert {"Forum", "Palace"} < set(game.cities[0])


def test_coin_effects_seat_by_seat() -> None:
    """Seat 0 does not see the brown card of seat 1, seat 1 sees that of seat 0."""
    hands = [["Vineyard", "Palace"], ["Mine", "Palace"], ["Vineyard", "Palace"]]
    texts = ["build Vineyard", "build Mine", "build Vineyard"]
    for way, coins in (("together", [4, 2, 4]), ("seat by seat", [3, 2, 4])):
        game = position(options={"coin_effects": way}, hands=[list(hand) for hand in hands])
        play(game, *texts)
        assert game.coins == coins


def test_coin_effects_seat_by_seat_are_judged_at_the_start() -> None:
    options = {"coin_effects": "seat by seat"}
    game = position(options=options, hands=[["Tavern"] * 2, ["Stockade"] * 2, ["Palace"] * 2])
    game.coins, game.cities[0] = [3, 0, 3], ["Lumber Yard"]
    assert "build Stockade" not in game.legal(1)
    game.coins[1] = 2
    play(game, "build Tavern", "build Stockade")
    assert game.coins == [3 + 5 + 2, 0, 6]


HALIKARNASSOS = [("Halikarnassós", "day"), ("Babylon", "night"), ("Éphesos", "day")]


def reviving(options: dict[str, Any], **fields: Any) -> SevenWondersOracle:
    game = position(HALIKARNASSOS, options, stages=[1, 1, 0], **fields)
    game.cities[0] = ["Glassworks", "Press"]
    return game


def test_revival_forced() -> None:
    game = reviving({"revival": "forced"}, discards=["Tavern"])
    play(game, "stage with Palace")
    assert game.legal(0) == ["revive Palace", "revive Tavern"]
    game = reviving({"revival": "forced"}, discards=["Tavern"])
    game.cities[0].append("Palace")
    play(game, "stage with Palace")
    assert game.phase == "main" and "Tavern" in game.cities[0] and game.coins[0] == 3 + 5


def test_last_turn_revivals_first() -> None:
    """The leftovers of the others are in the pile by then, Babylon's seventh is not."""
    for way, phases in (
        ("seventh first", ["seventh", "revive"]),
        ("revivals first", ["revive", "seventh"]),
    ):
        hands = [["Palace", "Tavern"], ["Palace", "Study"], ["Palace", "Arena"]]
        game = reviving({"last_turn": way}, turn=6, hands=hands)
        play(game, "stage with Palace")
        seen = []
        for _ in range(2):
            seen.append(game.phase)
            if game.phase == "revive":
                names = {text.removeprefix("revive ") for text in game.legal(0)}
                sold = {"Study"} if way == "seventh first" else set()
                assert names == {"Palace", "Tavern", "Arena", "nothing"} | sold
                game.apply(0, "revive Tavern")
            else:
                game.apply(1, "sell Study")
        assert seen == phases and game.age == 2


def test_lost_cards_leave_the_game() -> None:
    hands = [["Palace"] * 2 for _ in range(3)]
    for way, piled in (("pile", True), ("box", False)):
        options = {**EDIFICE, "lost_cards": way}
        edifices = ["Outpost", "Factory", "Agora"]
        game = position(options=options, edifices=edifices, turn=6, hands=[*map(list, hands)])
        game.cities[1] = ["Barracks"]
        play(game)
        assert game.cities[1] == [] and ("Barracks" in game.discards) == piled
        assert game.boxed == ([] if piled else ["Barracks"])


def test_shields_of_an_edifice_for_one_war() -> None:
    edifices = ["Curtain Wall", "Factory", "Concentric Castle"]
    for way, later in (("permanent", 1), ("one war", 0)):
        game = position(options={**EDIFICE, "edifice_shields": way}, edifices=edifices, turn=6)
        game.hands = [["Palace"] * 2 for _ in range(3)]
        game.built_edifices, game.pawns_left = [True, False, False], [0, 2, 2]
        game.pawns[0] = [1, 0, 0]
        assert game.shields == [1, 0, 0]
        play(game)
        assert game.tokens == [[1, 1], [-1], [-1]] and game.shields == [later, 0, 0]
        game.built_edifices[2], game.pawns[0] = True, [1, 0, 1]
        assert game.shields == [later + 2, 0, 0]
