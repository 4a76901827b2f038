"""Section 8 of the rulings: the first edition."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracle.seven_wonders import deck, guilds
from tests.seven_wonders.table import Names, Table


def first(wonder: str = "Gizah a", **fields: object) -> Table:
    """Two wonders of no effect beside it."""
    others = [name for name in ("Rhódos a", "Éphesos a", "Gizah a") if name[:3] != wonder[:3]]
    return Table(edition="first", wonders=[wonder, *others[:2]], **fields)  # type: ignore[arg-type]


def test_ruling_8_1_sides_are_a_and_b() -> None:
    table = Table.dealt(0, num_players=3, edition="first", sides="choose")
    assert table.legal(0) == ["side a", "side b"]
    drawn = {s for i in range(20) for _, s in Table.dealt(i, edition="first").wonders}
    assert drawn == {"a", "b"}


def test_ruling_8_1_cards_of_this_edition_alone() -> None:
    """Pawnshop and Strategists Guild; neither Well, Ludus, Castrum nor Decorators Guild."""
    second, other = ({name for age in (1, 2, 3) for name in deck(age, 7, edition)}
                     | set(guilds(edition)) for edition in ("first", "second"))  # fmt: skip
    assert second - other == {"Pawnshop", "Strategists Guild"}
    assert other - second == {"Well", "Ludus", "Castrum", "Decorators Guild"}
    table = Table.dealt(0, num_players=7, edition="first")
    hands = [hand for age in (1, 2, 3) for hand in table.opening_hands(age)]
    dealt = Counter(name for hand in hands for name in hand)
    assert dealt["Pawnshop"] == 2 and dealt["Well"] == dealt["Ludus"] == dealt["Castrum"] == 0
    assert dealt.total() == 7 * 3 * 7


@pytest.mark.parametrize(
    ("card", "city", "can"),
    [
        ("Fortifications", ["Foundry", "Ore Vein", "Stone Pit"], True),
        ("Fortifications", ["Foundry", "Ore Vein", "Clay Pool"], False),
        ("Spies Guild", ["Brickyard", "Clay Pool", "Glassworks"], True),
        ("Spies Guild", ["Brickyard", "Glassworks"], False),
        ("Builders Guild", ["Quarry", "Brickyard", "Glassworks"], True),
        ("Temple", ["Altar"], True),
        ("Statue", ["Theater"], True),
        ("Gardens", ["Statue"], True),
        ("Gardens", ["Theater"], False),
        ("Pantheon", ["Temple"], True),
    ],
)
def test_ruling_8_1_costs_and_chains(card: str, city: list[str], can: bool) -> None:
    wonders = ["Alexandria a", "Olympía a", "Babylon a"]
    table = Table(edition="first", age=3, wonders=wonders, hands=[[card]], cities=[city], coins=0)
    assert table.can(0, f"build {card}") == can


def test_ruling_8_1_blue_values() -> None:
    for name, points in (("Altar", 2), ("Theater", 2), ("Temple", 3), ("Pawnshop", 3)):
        assert first(cities=[[name]]).points("blue")[0] == points


def test_ruling_8_1_strategists_guild_counts_the_neighbors_defeats() -> None:
    tokens = [[-1, -1], [-1, 3], [5, -1, -1]]
    table = first(cities=[["Strategists Guild"]], tokens=tokens)
    assert table.points("purple") == [3, 0, 0]


def test_ruling_8_1_babylon_b_has_three_stages_and_plays_the_seventh_card() -> None:
    for stages, phase in ((1, "main"), (2, "seventh"), (3, "seventh")):
        table = first("Babylon b", stages=[stages], turn=6, hands=[["Altar", "Theater"]])
        table.play("build Altar")
        assert table.phase == phase
    assert first("Babylon b", stages=[1]).points("wonder")[0] == 3
    table = first("Babylon b", stages=[3], cities=[["Lodge", "Study"]])
    assert table.points("green")[0] == 10


def test_ruling_8_1_olympia_a_builds_one_card_an_age_free() -> None:
    """At any time of the Age, from the turn after the stage."""
    hands: list[Names] = [["Walls"], ["Stables"], ["Archery Range"]]
    table = first("Olympía a", stages=[2], age=2, turn=4, hands=hands, coins=0)
    assert table.can(0, "build Walls free") and not table.can(0, "build Walls")
    table.play("build Walls free")
    assert table.coins[0] == 0 and table.city(0) == {"Walls"} and table.shields[0] == 2
    assert not any(text.endswith("free") for text in table.legal(0))
    table.play()
    assert not any(text.endswith("free") for text in table.legal(0))
    table.play()
    assert table.age == 3 and any(text.endswith("free") for text in table.legal(0))
    table = first("Olympía a", stages=[1], age=2, hands=hands, cities=[["Quarry"]], coins=0)
    assert not table.can(0, "build Walls free")


def test_ruling_8_1_olympia_a_needs_no_first_card_and_forbids_duplicates() -> None:
    hands = [["Walls", "Aqueduct"]]
    table = first("Olympía a", stages=[2], age=2, turn=6, hands=hands, cities=[["Walls"]])
    assert table.can(0, "build Aqueduct free") and not table.can(0, "build Walls free")
    used = first("Olympía a", stages=[2], age=2, turn=6, hands=hands, free_used=[[2]])
    assert not used.can(0, "build Aqueduct free")
    other = first("Olympía a", stages=[2], age=2, turn=6, hands=hands, free_used=[[1, 3]])
    assert other.can(0, "build Aqueduct free")


def test_ruling_8_1_olympia_b_trades_raw_materials_at_one() -> None:
    cities = [[], ["Clay Pool", "Loom"], ["Clay Pool", "Loom"]]
    for stages, price in ((0, 2), (1, 1)):
        table = first("Olympía b", stages=[stages], hands=[["Guard Tower", "Apothecary"]],
                      cities=cities)  # fmt: skip
        assert table.bills(0, "build Guard Tower") == [(0, price), (price, 0)]
        assert table.bills(0, "build Apothecary") == [(0, 2), (2, 0)]


def copier(left: Names, right: Names, mine: Names = (), stages: int = 3) -> Table:
    """Olympia B at the end of the game; nobody builds on the last turn."""
    cities = [mine, left, right]
    table = first("Olympía b", stages=[stages], age=3, turn=6, cities=cities)
    return table.play()


def test_ruling_8_1_olympia_b_copies_a_neighbors_guild() -> None:
    table = copier(["Workers Guild"], ["Spies Guild", "Walls", "Arsenal", "Sawmill"])
    assert (table.phase, table.actors) == ("copy", [0]) and table.over is None
    assert table.legal(0) == ["copy Spies Guild", "copy Workers Guild"]
    assert table.tokens[2] == [5, 5]  # the war is over: he chooses after seeing all
    assert table.copy().choose(0, "copy Spies Guild").points("purple")[0] == 2
    workers = table.copy().choose(0, "copy Workers Guild")
    assert workers.points("purple") == [1, 1, 0] and workers.over is not None


def test_ruling_8_1_a_copied_shipowners_guild_counts_the_copiers_cards() -> None:
    """Its own brown, grey and purple cards; the copied card itself stands elsewhere."""
    table = copier(["Shipowners Guild", "Sawmill"], [], ["Loom", "Press", "Quarry"])
    assert table.over is not None and table.points("purple")[0] == 3


def test_ruling_8_1_a_copied_scientists_guild_gives_a_choice() -> None:
    for city, points in ((["Lodge", "Study"], 10), (["Lodge"], 4), ([], 1)):
        table = copier(["Scientists Guild"], [], city)
        assert table.points("green")[0] == points
    table = copier(["Scientists Guild"], [], ["Lodge", "Study"], stages=2)
    assert table.points("green")[0] == 2


def test_ruling_8_1_halikarnassos_and_starting_resources() -> None:
    """Halikarnassos B revives with every stage; Babylon starts with clay, Olympia with wood."""
    discards = ["Altar", "Senate"]
    for stage, city in ((0, ["Foundry"]), (1, ["Brickyard", "Clay Pool"]),
                        (2, ["Glassworks", "Press"])):  # fmt: skip
        table = first("Halikarnassós b", stages=[stage], cities=[city], discards=discards)
        table.play("stage with Palace")
        assert table.phase == "revive"
        assert table.points("wonder")[0] == (2, 3, 3)[stage]
    assert first("Babylon a", hands=[["Guard Tower"]], coins=0).can(0, "build Guard Tower")
    assert first("Olympía a", hands=[["Stockade"]], coins=0).can(0, "build Stockade")
