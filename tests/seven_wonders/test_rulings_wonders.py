"""Section 5 of the rulings: the wonders of the second edition."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.seven_wonders.table import Table, card_id

# of each color a card that the city may hold, and one that costs resources or coins
COLORS = {
    "brown": ("Tree Farm", "Sawmill"),
    "blue": ("Altar", "Senate"),
    "green": ("Workshop", "Study"),
    "yellow": ("Tavern", "Arena"),
    "red": ("Barracks", "Arsenal"),
    "purple": ("Workers Guild", "Spies Guild"),
    "grey": ("Loom", "Press"),
}


# --- Alexandria ---


def test_wonder_alexandria_gives_its_owner_a_choice_each_turn() -> None:
    """Day 2: a raw material, the same source another kind on the next turn."""
    wonders = ["Alexandria day", "Gizah day", "Halikarnassós day"]
    hands = [["Stockade"], [], ["Guard Tower"]]
    table = Table(wonders=wonders, hands=hands, stages=[2], coins=0)
    table.play("build Stockade")
    assert table.can(0, "build Guard Tower")
    table.play("build Guard Tower")
    assert table.coins[0] == 0 and table.shields[0] == 2


def test_wonder_alexandria_night_gives_raw_and_goods() -> None:
    wonders = ["Alexandria night", "Gizah day", "Halikarnassós day"]
    hands = [["Stockade", "Scriptorium", "School"]]
    for stages, builds in ((0, set()), (1, {"Stockade"}), (2, {*hands[0]})):
        table = Table(wonders=wonders, hands=hands, stages=[stages], coins=0, age=2)
        assert table.builds(0) == builds


def test_wonder_alexandria_sells_its_glass_only() -> None:
    wonders = ["Gizah day", "Alexandria night", "Rhódos day"]
    hands = [["Stockade", "Workshop", "Apothecary"]]
    table = Table(wonders=wonders, hands=hands, stages=[0, 2])
    assert table.builds(0) == {"Workshop"}


# --- Babylon ---


@pytest.mark.parametrize(("wonder", "stages"), [("Babylon day", 2), ("Babylon night", 2)])
def test_wonder_babylon_science_is_chosen_at_scoring(wonder: str, stages: int) -> None:
    """Each city makes of it what is best; without the stage there is none."""
    wonders = [wonder, "Gizah day", "Rhódos day"]
    for city, points in (
        (["Lodge"], 4),
        (["Lodge", "Study"], 10),
        (["Lodge", "Academy", "Dispensary", "Apothecary", "Study"], 26),
    ):
        table = Table(wonders=wonders, stages=[stages], cities=[city])
        assert table.points("green")[0] == points
    without = Table(wonders=wonders, stages=[stages - 1], cities=[["Lodge", "Study"]])
    assert without.points("green")[0] == 2


def test_wonder_babylon_science_comes_with_the_stage() -> None:
    wonders = ["Babylon day", "Gizah day", "Rhódos day"]
    city = ["Foundry", "Loom", "Lodge", "Study"]
    table = Table(wonders=wonders, stages=[1], cities=[city])
    assert table.points("green")[0] == 2
    table.play("stage with Palace")
    assert table.points("green")[0] == 10


def test_wonder_babylon_science_is_jointly_optimal_with_scientists_guild() -> None:
    wonders = ["Babylon day", "Gizah day", "Rhódos day"]
    table = Table(wonders=wonders, stages=[2], cities=[["Lodge", "Scientists Guild"]])
    assert table.points("green")[0] == 10


def babylon(*, stages: int = 1, hand: list[str], age: int = 1, **fields: object) -> Table:
    """Babylon Night on turn 6, with two cards in hand."""
    wonders = ["Babylon night", "Gizah day", "Éphesos day"]
    return Table(wonders=wonders, stages=[stages], turn=6, age=age, hands=[hand], **fields)  # type: ignore[arg-type]


def test_wonder_babylon_plays_the_seventh_card() -> None:
    """Build, tuck or sell; the others' cards lie in the pile already, and wait."""
    city = ["Brickyard", "Clay Pool", "Glassworks"]
    table = babylon(hand=["Altar", "Theater"], cities=[city]).play("build Altar")
    assert (table.phase, table.actors) == ("seventh", [0])
    assert table.discards == ["Palace"] * 4 and table.legal(1) == ["wait"]
    assert table.legal(0) == ["build Theater", "sell Theater", "stage with Theater"]
    assert not table.state.completed
    built = table.copy().choose(0, "build Theater")
    assert built.city(0) == {*city, "Altar", "Theater"} and built.coins[0] == 3
    tucked = table.copy().choose(0, "stage with Theater")
    assert tucked.stages[0] == 2 and "Theater" not in tucked.discards
    sold = table.copy().choose(0, "sell Theater")
    assert sold.coins[0] == 6 and sold.discards == ["Palace"] * 4 + ["Theater"]
    for after in (built, tucked, sold):
        assert (after.phase, after.age, after.turn) == ("main", 2, 1)
        assert after.state.completed


@pytest.mark.parametrize("age", [1, 2, 3])
def test_wonder_babylon_plays_it_in_every_age_from_the_stage_on(age: int) -> None:
    """Three times at most; without the stage the card is discarded."""
    table = babylon(hand=["Altar", "Theater"], age=age).play("build Altar")
    assert table.phase == "seventh"
    none = babylon(stages=0, hand=["Altar", "Theater"], age=age).play("build Altar")
    assert none.phase == ("main" if age < 3 else "over") and "Theater" in none.discards


def test_wonder_babylon_stage_of_turn_six_counts_at_once() -> None:
    """Built with that turn's card: the other one is played."""
    table = babylon(stages=0, hand=["Altar", "Theater"], cities=[["Quarry"]])
    table.play("stage with Altar")
    assert table.phase == "seventh" and table.legal(0) == ["build Theater", "sell Theater"]


def test_wonder_babylon_seventh_card_is_a_turn_of_its_own() -> None:
    """Coins of turn 6 and productions are there again; buildings of turn 6 sell and are a chain."""
    wonders = ["Babylon night", "Gizah day", "Éphesos day"]
    hands = [["Baths", "Aqueduct"], ["Loom", "Palace"], ["Lumber Yard", "Palace"]]
    table = Table(wonders=wonders, stages=[1], turn=6, age=2, hands=hands, coins=[2, 3, 3])
    table.play("build Baths", "build Loom", "build Lumber Yard")
    assert table.coins[0] == 0 and table.can(0, "build Aqueduct")
    hands = [["Stockade", "Apothecary"], ["Loom", "Palace"], ["Palace"]]
    table = Table(wonders=wonders, stages=[1], turn=6, age=2, hands=hands, coins=[2, 3, 3])
    assert not table.can(0, "build Apothecary")
    table.play("build Stockade", "build Loom")
    assert table.bills(0, "build Apothecary") == [(2, 0)]  # of turn 6's Loom
    table.choose(0, "build Apothecary")
    assert table.coins == [0, 5, 6]
    hands = [["Tavern", "Timber Yard"]]
    table = Table(wonders=wonders, stages=[1], turn=6, age=2, hands=hands, coins=[0, 3, 3])
    table.play("build Tavern").choose(0, "build Timber Yard")
    assert table.coins[0] == 5 - 1


def test_wonder_babylon_symbols_serve_again_for_the_seventh_card() -> None:
    """Wood of Babylon for turn 6 and for the seventh card; a bill may be chosen."""
    hands = [["Stockade", "Theater"]]
    wonders = ["Babylon night", "Gizah day", "Éphesos day"]
    table = Table(wonders=wonders, stages=[1], turn=6, hands=hands, coins=0)
    assert table.can(0, "build Stockade")
    hands = [["Stockade", "Guard Tower"]]
    cities = [[], ["Clay Pool"], ["Clay Pool"]]
    table = Table(wonders=wonders, stages=[1], turn=6, hands=hands, cities=cities)
    table.play("build Stockade").choose(0, "build Guard Tower")
    assert table.phase == "seventh"
    assert table.legal(0) == ["pay 0 left 2 right", "pay 2 left 0 right"]
    table.choose(0, "pay 0 left 2 right")
    assert table.coins == [1, 6, 8]


def test_wonder_babylon_seventh_card_is_before_the_war() -> None:
    table = babylon(hand=["Altar", "Stockade"]).play("build Altar")
    assert table.tokens == [[], [], []]
    table.choose(0, "build Stockade")
    assert table.tokens == [[1, 1], [-1], [-1]]


# --- Éphesos, Rhódos, Gizah ---


@pytest.mark.parametrize(
    ("side", "stage", "city", "coins", "points"),
    [
        ("day", 1, ["Sawmill"], 9, 3),
        ("night", 0, ["Quarry"], 4, 2),
        ("night", 1, ["Sawmill"], 4, 2 + 3),
        ("night", 2, ["Foundry", "Loom"], 4, 2 + 3 + 5),
    ],
)
def test_wonder_ephesos_coins_come_once(
    side: str, stage: int, city: list[str], coins: int, points: int
) -> None:
    """When the stage is built, usable on the next turn."""
    wonders = [f"Éphesos {side}", "Gizah day", "Rhódos day"]
    hands = [["Palace", "Tree Farm"], [], ["Timber Yard"]]
    table = Table(wonders=wonders, hands=hands, stages=[stage], cities=[city], coins=0)
    assert not table.can(0, "build Tree Farm")
    table.play("stage with Palace")
    assert table.coins[0] == coins and table.points("wonder")[0] == points
    table.play("build Timber Yard")
    assert table.coins[0] == coins - 1


@pytest.mark.parametrize(
    ("side", "stage", "city", "shields", "coins"),
    [
        ("day", 1, ["Brickyard", "Clay Pool"], 2, 0),
        ("night", 0, ["Quarry", "Stone Pit"], 1, 3),
        ("night", 1, ["Foundry", "Ore Vein"], 2, 4),
    ],
)
def test_wonder_rhodos_shields_stay_and_coins_come_once(
    side: str, stage: int, city: list[str], shields: int, coins: int
) -> None:
    wonders = [f"Rhódos {side}", "Gizah day", "Babylon day"]
    table = Table(wonders=wonders, stages=[stage], cities=[city], age=2)
    table.play("stage with Palace")
    assert table.coins[0] == 3 + coins and table.shields[0] == shields
    while table.age == 2:
        table.play()
    assert table.shields[0] == shields and table.tokens[0] == [3, 3]


@pytest.mark.parametrize(("side", "points"), [("day", (3, 5, 7)), ("night", (3, 5, 5, 7))])
def test_wonder_gizah_is_points_only(side: str, points: tuple[int, ...]) -> None:
    wonders = [f"Gizah {side}", "Babylon day", "Rhódos day"]
    tables = [Table(wonders=wonders, stages=[n]) for n in range(len(points) + 1)]
    assert [t.points("wonder")[0] for t in tables] == [sum(points[:n]) for n in range(len(tables))]
    with pytest.raises(ValueError, match="stages"):
        Table(wonders=wonders, stages=[len(points) + 1])
    for one, other in pairwise(tables):
        for field in ("coins", "shields", "production", "symbols", "num_own_choices"):
            assert (one.state[field] == other.state[field]).all()


def test_wonder_gizah_night_ends_with_four_stone_and_papyrus() -> None:
    wonders = ["Gizah night", "Babylon day", "Rhódos day"]
    for city, can in ((["Quarry", "Stone Pit", "Press"], True), (["Quarry", "Stone Pit"], False),
                      (["Quarry", "Press"], False)):  # fmt: skip
        table = Table(wonders=wonders, stages=[3], cities=[city], coins=0)
        assert table.can(0, "stage with Palace") == can


@pytest.mark.parametrize("wonder", ["Babylon night", "Rhódos night"])
def test_wonder_babylon_and_rhodos_night_have_two_stages(wonder: str) -> None:
    wonders = [wonder, "Gizah day", "Éphesos day"]
    Table(wonders=wonders, stages=[2])
    with pytest.raises(ValueError, match="stages"):
        Table(wonders=wonders, stages=[3])


# --- Halikarnassós ---


def halikarnassos(side: str = "day", stage: int = 1, **fields: object) -> Table:
    """It can pay for the stage; hands are named from seat 0."""
    wonders = [f"Halikarnassós {side}", "Gizah day", "Rhódos day"]
    paid = ["Brickyard", "Glassworks", "Press", "Sawmill", "Lumber Yard"]
    cities = [paid + list(fields.pop("city", ()))]  # type: ignore[call-overload]
    return Table(wonders=wonders, stages=[stage], cities=cities, **fields)  # type: ignore[arg-type]


def test_wonder_halikarnassos_revives_at_the_end_of_the_turn() -> None:
    """Cards sold on this turn too; it costs nothing; the tucked one is not in the pile."""
    table = halikarnassos(hands=[["Baths"], ["Arsenal"], ["Town Hall"]], discards=["Temple"])
    table.play("stage with Baths", "sell Arsenal", "sell Town Hall")
    assert (table.phase, table.actors) == ("revive", [0])
    names = ["Arsenal", "Temple", "Town Hall", "nothing"]
    assert table.legal(0) == [f"revive {name}" for name in names]
    assert table.legal(1) == table.legal(2) == ["wait"]
    table.choose(0, "revive Arsenal")
    assert "Arsenal" in table.city(0) and table.shields[0] == 3
    assert table.discards == ["Temple", "Town Hall"]
    assert table.coins == [3, 6, 6]
    assert (table.phase, table.turn, table.actors) == ("main", 2, [0, 1, 2])


def test_wonder_halikarnassos_may_pass() -> None:
    table = halikarnassos(discards=["Temple"]).play("stage with Palace")
    table.choose(0, "revive nothing")
    assert table.discards == ["Palace", "Palace", "Temple"] and table.turn == 2
    table.play()
    assert table.phase == "main"  # no later claim


def test_wonder_halikarnassos_has_the_leftovers_on_turn_six() -> None:
    """Its own seventh card as well."""
    hands = [["Baths", "Altar"], ["Theater", "Stockade"], ["Barracks", "Workshop"]]
    table = halikarnassos(turn=6, hands=hands)
    table.play("stage with Baths", "build Theater", "build Barracks")
    names = ["Altar", "Stockade", "Workshop", "nothing"]
    assert table.legal(0) == [f"revive {name}" for name in names]


def test_wonder_halikarnassos_does_nothing_when_nothing_is_legal() -> None:
    """An empty pile, or names that stand in the city: not asked, and no later claim."""
    hands = [["Baths"], ["Altar"], ["Theater"]]
    table = halikarnassos(hands=hands).play("stage with Baths", "build Altar", "build Theater")
    assert (table.phase, table.turn) == ("main", 2)
    table.play()
    assert (table.phase, table.turn) == ("main", 3)
    table = halikarnassos(hands=hands, discards=["Sawmill", "Press"])
    table.play("stage with Baths", "build Altar", "build Theater")
    assert (table.phase, table.turn, table.discards) == ("main", 2, ["Press", "Sawmill"])


def test_wonder_halikarnassos_works_on_the_very_last_turn() -> None:
    """Before war and scoring, so a red card or a guild counts."""
    hands = [["Baths", "Siege Workshop"], ["Arsenal", "Workers Guild"], ["Barracks"]]
    table = halikarnassos(age=3, turn=6, hands=hands)
    table.play("stage with Baths", "sell Arsenal", "sell Barracks")
    assert table.tokens == [[], [], []]
    red = table.copy().choose(0, "revive Siege Workshop")
    assert red.tokens == [[5, 5], [-1], [-1]] and red.over is not None
    guild = table.copy().choose(0, "revive Workers Guild")
    assert guild.over is not None and "Workers Guild" in guild.city(0)
    assert guild.tokens == [[], [], []]


def test_wonder_halikarnassos_effects_are_those_of_a_normal_build() -> None:
    """Coins at once, counting the finished turn's brown cards; Haven counts its own city."""
    hands = [["Baths"], ["Ore Vein"], []]
    table = halikarnassos(hands=hands, discards=["Vineyard", "Haven", "Tavern"])
    table.play("stage with Baths", "build Ore Vein")
    browns = 3 + 1
    assert table.copy().choose(0, "revive Vineyard").coins[0] == 3 + browns
    assert table.copy().choose(0, "revive Haven").coins[0] == 3 + 3
    assert table.copy().choose(0, "revive Tavern").coins[0] == 3 + 5
    # a production works from the next turn on
    table = halikarnassos(hands=[[], [], ["Baths"]], discards=["Stone Pit"])
    table.play("stage with Palace").choose(0, "revive Stone Pit")
    assert table.can(0, "build Baths")


def test_wonder_halikarnassos_night_has_three_such_stages() -> None:
    """2, 1 and 0 points, each used once."""
    table = halikarnassos("night", stage=0, discards=["Altar", "Theater", "Arsenal", "Senate"])
    for stage, (name, points) in enumerate([("Altar", 2), ("Theater", 3), ("Arsenal", 3)]):
        table.play("stage with Palace")
        assert table.phase == "revive"
        assert table.points("wonder")[0] == points
        table.choose(0, f"revive {name}")
        assert (table.phase, table.stages[0]) == ("main", stage + 1)
    table.play()
    assert table.phase == "main" and table.city(0) >= {"Altar", "Theater", "Arsenal"}


def test_wonder_halikarnassos_day_first_and_last_stage_revive_nothing() -> None:
    for stage, points in ((0, 3), (2, 10)):
        table = halikarnassos(stage=stage, city=["Foundry", "Quarry", "Stone Pit"],
                              discards=["Altar"])  # fmt: skip
        table.play("stage with Palace")
        assert table.phase == "main" and table.points("wonder")[0] == points


def test_wonder_halikarnassos_keeps_the_pile_private() -> None:
    """He alone sees it, and remembers it afterwards."""
    tables = [halikarnassos(discards=["Altar", name]) for name in ("Theater", "Senate")]
    for table in tables:
        table.state.deck[2, 0, :2] = table.state.deck[2, 1, :2]
        table.play("stage with Palace")
    for encoder in ("flat", "entities"):
        for seat in (1, 2):
            one, other = (table.observe(encoder, seat).tobytes() for table in tables)
            assert one == other
    assert tables[0].legal(0) != tables[1].legal(0)


def test_wonder_babylon_then_halikarnassos_on_turn_six() -> None:
    """A seventh card that is sold joins the pile first."""
    wonders = ["Halikarnassós day", "Babylon night", "Gizah day"]
    cities = [["Glassworks", "Press"], [], []]
    hands = [["Altar", "Theater"], ["Loom", "Arsenal"], ["Baths", "Senate"]]
    table = Table(wonders=wonders, turn=6, stages=[1, 1], cities=cities, hands=hands)
    table.play("stage with Altar", "build Loom", "build Baths")
    assert (table.phase, table.actors) == ("seventh", [1])
    assert table.discards == ["Senate", "Theater"]
    sold = table.copy().choose(1, "sell Arsenal")
    assert (sold.phase, sold.actors) == ("revive", [0])
    names = ["Arsenal", "Senate", "Theater", "nothing"]
    assert sold.legal(0) == [f"revive {name}" for name in names]
    sold.choose(0, "revive Arsenal")
    assert sold.tokens == [[1, 1], [-1], [-1]]  # the war is after both


# --- Olympía ---


def olympia(side: str, **fields: object) -> Table:
    wonders = [f"Olympía {side}", "Gizah day", "Rhódos day"]
    return Table(wonders=wonders, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("color", COLORS)
def test_wonder_olympia_day_first_of_each_color_is_free(color: str) -> None:
    """All cost, also a guild's; the color of the hand's other cards does not matter."""
    hand = [costly for _, costly in COLORS.values()]
    table = olympia("day", stages=[2], age=3, hands=[hand], coins=0)
    assert table.builds(0) == set(hand)
    there, costly = COLORS[color]
    table = olympia("day", stages=[2], age=3, hands=[hand], coins=0, cities=[[there]])
    gone = {costly} if color != "grey" else set()  # grey cards cost nothing anyway
    assert table.builds(0) == set(hand) - gone


def test_wonder_olympia_day_once_for_the_whole_game() -> None:
    """Used in Age II, so not free again in Age III; a new turn for another color is."""
    hands = [["Walls"], [], ["Stables"]]
    table = olympia("day", stages=[2], age=2, turn=5, hands=hands, coins=0)
    table.play("build Walls")
    assert table.coins[0] == 0
    table.play()
    assert table.age == 3
    table.state.deck[2, 0, :3] = [card_id("Arsenal"), card_id("Senate"), card_id("Study")]
    assert {"Senate", "Study"} <= table.builds(0)
    assert table.bills(0, "build Senate") == [(0, 0)]
    table.state.coins[0] = 0
    assert "Arsenal" not in table.builds(0)


def test_wonder_olympia_day_is_not_for_stages_and_not_used_up_by_tucking() -> None:
    hands = [["Walls"], ["Stables"], []]
    table = olympia("day", stages=[2], age=2, hands=hands, coins=0)
    assert not table.can(0, "stage with Walls")
    table.play("sell Walls")
    assert table.hand(0)[0] == "Stables"
    table.state.coins[0] = 0
    assert table.can(0, "build Stables")
    table = olympia("day", stages=[2], age=2, hands=hands, cities=[["Brickyard"]], coins=0)
    table.play("stage with Walls")
    assert table.can(0, "build Stables")


def test_wonder_olympia_day_counts_colors_from_before_the_stage() -> None:
    """Colors that are there when the stage is built bring nothing; before it nothing is free."""
    hands = [["Walls"], ["Archery Range", "Senate"], []]
    cities = [["Sawmill", "Barracks"]]
    table = olympia("day", stages=[1], age=2, hands=hands, cities=cities, coins=0)
    assert not table.can(0, "build Walls")
    table.play("stage with Walls")
    assert "Archery Range" not in table.builds(0) and "Senate" in table.builds(0)


def test_wonder_olympia_free_is_free() -> None:
    """No purchase may be attached, though both neighbors sell."""
    cities = [[], ["Quarry", "Stone Pit"], ["Quarry", "Stone Pit"]]
    table = olympia("day", stages=[2], age=2, hands=[["Walls"]], cities=cities, coins=20)
    assert table.bills(0, "build Walls") == [(0, 0)]
    table = olympia("night", stages=[1], age=2, hands=[["Walls"]], cities=cities, coins=20)
    assert table.bills(0, "build Walls") == [(0, 0)]


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize(("stages", "free"), [(0, ()), (1, (1,)), (2, (1, 6)), (3, (1, 6))])
def test_wonder_olympia_night_first_and_sixth_card(
    age: int, stages: int, free: tuple[int, ...]
) -> None:
    """Stage 1: the card of turn 1; stage 2: the card of turn 6."""
    for turn in range(1, 7):
        table = olympia("night", stages=[stages], age=age, turn=turn, coins=0)
        assert table.can(0, "build Palace") == (turn in free)


def test_wonder_olympia_night_first_card_is_lost_when_sold() -> None:
    """Not the first build of the Age, but the first card."""
    table = olympia("night", stages=[1], age=2, coins=0)
    table.play("sell Palace")
    assert not table.can(0, "build Palace")


def test_wonder_olympia_night_stages_of_this_turn_serve_from_the_next_age() -> None:
    """Stage 1 of Age I serves Ages II and III; stage 2 built on turn 6 not at once."""
    table = olympia("night", cities=[["Foundry"]])
    assert not table.can(0, "build Palace")
    table.play("stage with Palace")
    for turn in range(2, 7):
        assert table.turn == turn and "Palace" not in table.builds(0)
        table.play()
    table.state.coins[0] = 0
    assert table.age == 2 and table.builds(0) == set(table.hand(0))
    table = olympia("night", stages=[1], turn=6, cities=[["Brickyard"]], coins=0)
    table.play("stage with Palace")
    assert (table.phase, table.age) == ("main", 2)
    assert "Palace" in table.discards  # his seventh card is discarded, not built


def test_wonder_olympia_has_no_copied_guild_in_this_edition() -> None:
    for side in ("day", "night"):
        table = olympia(
            side, stages=[3], age=3, turn=6, cities=[[], ["Spies Guild", "Workers Guild"]]
        )
        table.play()
        assert table.over is not None and table.state.copied[0] == -1
