"""Section 3 of the rulings: building, wonder stages, selling, chains."""

from __future__ import annotations

import pytest

from tests.oracle.seven_wonders import card_rows
from tests.seven_wonders.table import Table

# The chain symbols as printed: from -> to.
CHAINS = {
    "second": """
        Apothecary: Stables, Dispensary; Workshop: Archery Range, Laboratory
        Scriptorium: Courthouse, Library; Baths: Aqueduct; Well: Statue
        East Trading Post: Forum; West Trading Post: Forum; Marketplace: Caravansery
        Altar: Pantheon; Theater: Gardens; Library: Senate, University
        Forum: Haven; Caravansery: Lighthouse; Dispensary: Arena, Lodge
        Walls: Fortifications; Training Ground: Circus
        Laboratory: Siege Workshop, Observatory; School: Academy, Study
    """,
    "first": """
        Apothecary: Stables, Dispensary; Workshop: Archery Range, Laboratory
        Scriptorium: Courthouse, Library; Baths: Aqueduct; Theater: Statue; Altar: Temple
        East Trading Post: Forum; West Trading Post: Forum; Marketplace: Caravansery
        Temple: Pantheon; Statue: Gardens; Library: Senate, University
        Forum: Haven; Caravansery: Lighthouse; Dispensary: Arena, Lodge
        Walls: Fortifications; Training Ground: Circus
        Laboratory: Siege Workshop, Observatory; School: Academy, Study
    """,
}


def chains(edition: str) -> set[tuple[str, str]]:
    entries = [e.strip() for e in CHAINS[edition].replace("\n", ";").split(";") if e.strip()]
    pairs = [entry.split(": ") for entry in entries]
    return {(source, target) for source, targets in pairs for target in targets.split(", ")}


def plain_wonders(edition: str) -> list[str]:
    side = "day" if edition == "second" else "a"
    return [f"{name} {side}" for name in ("Gizah", "Rhódos", "Éphesos")]


def test_ruling_3_1_build_stage_or_sell() -> None:
    """Gizah's first stage costs two wood."""
    table = Table(hands=[["Altar"]], cities=[["Sawmill"]])
    wanted = {"build Altar", "stage with Altar", "sell Altar", "stage with Palace", "sell Palace"}
    assert set(table.legal(0)) == wanted
    assert table.copy().play("build Altar").city(0) == {"Sawmill", "Altar"}
    assert table.copy().play("stage with Altar").stages[0] == 1
    sold = table.copy().play("sell Altar")
    assert sold.coins[0] == 6 and "Altar" in sold.discards
    assert sold.state.sold[0] == 1


def test_ruling_3_1_any_card_is_sold_or_tucked() -> None:
    """A duplicate and one that is too dear too."""
    table = Table(hands=[["Sawmill"]], cities=[["Sawmill"]], age=2, coins=0)
    assert table.legal(0) == [
        "sell Palace", "sell Sawmill", "stage with Palace", "stage with Sawmill",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["Loom", "Press", "Glassworks"])
def test_ruling_3_2_the_copies_of_two_ages_are_one_name(name: str) -> None:
    for age in (1, 2):
        assert not Table(age=age, hands=[[name]], cities=[[name]]).can(0, f"build {name}")
        assert Table(age=age, hands=[[name]]).can(0, f"build {name}")


def test_ruling_3_2_no_duplicate_by_a_chain() -> None:
    table = Table(age=2, hands=[["Forum"]], cities=[["Forum", "East Trading Post"]])
    assert not table.can(0, "build Forum")


@pytest.mark.parametrize(
    ("wonder", "stages", "turn"), [("Olympía day", 2, 3), ("Olympía night", 2, 1),
                                   ("Olympía night", 2, 6)]
)  # fmt: skip
def test_ruling_3_2_no_duplicate_by_olympia(wonder: str, stages: int, turn: int) -> None:
    wonders = [wonder, "Gizah day", "Rhódos day"]
    table = Table(wonders=wonders, stages=[stages], turn=turn, hands=[["Walls", "Altar"]], age=2)
    assert table.builds(0) == {"Walls", "Altar"} | (set() if turn == 6 else {"Palace"})
    table = Table(
        wonders=wonders,
        stages=[stages],
        turn=turn,
        hands=[["Walls", "Altar"]],
        age=2,
        cities=[["Walls"]],
    )
    assert "Walls" not in table.builds(0)


def test_ruling_3_2_no_duplicate_by_halikarnassos_or_babylon() -> None:
    """Of two sold cards only the new name can be revived; the seventh card obeys too."""
    wonders = ["Halikarnassós night", "Babylon night", "Gizah day"]
    hands = [["Baths"], ["Altar", "Theater"], ["Altar", "Theater"]]
    table = Table(
        wonders=wonders,
        turn=6,
        hands=hands,
        cities=[["Brickyard", "Altar"], ["Theater"]],
        stages=[0, 1],
    )
    table.play("stage with Baths", "sell Altar", "sell Theater")
    assert table.phase == "seventh"
    assert table.legal(1) == ["sell Theater"]  # neither built nor tucked: no clay for the stage
    table.choose(1, "sell Theater")
    assert table.discards == ["Altar", "Altar", "Palace", "Theater", "Theater"]
    assert table.legal(0) == ["revive Palace", "revive Theater", "revive nothing"]


def test_ruling_3_3_stages_in_order_and_in_any_age() -> None:
    """Gizah Night in Age III: the four stages one by one, each with its own cost."""
    city = ["Sawmill", "Quarry", "Brickyard", "Stone Pit", "Clay Pool", "Press"]
    costs_met = (2, 3, 3, 4)  # wood, stone, clay, stone (and papyrus): all in the city
    wonders = ["Gizah night", "Rhódos day", "Éphesos day"]
    for stage in range(len(costs_met)):
        table = Table(wonders=wonders, age=3, hands=[["Arena"]], cities=[city], stages=[stage])
        assert table.can(0, "stage with Arena")
        table.play("stage with Arena")
        assert table.stages[0] == stage + 1
        assert table.points("wonder")[0] == sum((3, 5, 5, 7)[: stage + 1])
    table = Table(wonders=wonders, age=3, hands=[["Arena"]], cities=[city], stages=[4])
    assert not table.can(0, "stage with Arena")


def test_ruling_3_3_a_stage_that_can_not_be_paid_is_not_skipped() -> None:
    """Only the second stage could be paid: three stone."""
    wonders = ["Gizah night", "Rhódos day", "Éphesos day"]
    city = ["Quarry"]
    assert not Table(wonders=wonders, cities=[city]).can(0, "stage with Palace")
    assert Table(wonders=wonders, cities=[city], stages=[1]).can(0, "stage with Palace")


@pytest.mark.parametrize("edition", ["second", "first"])
def test_ruling_3_4_chains_are_by_printed_symbol(edition: str) -> None:
    """Every pair of cards: free exactly if the table says so."""
    rows = card_rows(edition)
    names = list(dict.fromkeys(row["name"] for row in rows))
    costs = {row["name"]: row.get("cost") for row in rows}
    found = set()
    table = Table(wonders=plain_wonders(edition), edition=edition, coins=0)
    bare = {
        name for name in names
        if Table(wonders=plain_wonders(edition), edition=edition, hands=[[name]], coins=0).can(
            0, f"build {name}"
        )
    }  # fmt: skip
    assert {name for name in names if costs[name] is None} <= bare
    for start in range(0, len(names), 7):
        targets = names[start : start + 7]
        for source in names:
            table = Table(
                wonders=plain_wonders(edition),
                edition=edition,
                hands=[targets],
                cities=[[source]],
                coins=0,
            )
            table.state.production[:] = 0
            table.state.num_choices[:] = table.state.num_own_choices[:] = 0
            found |= {(source, t) for t in table.builds(0) & set(targets) if costs[t] is not None}
    assert found == chains(edition)


def test_ruling_3_4_a_chain_costs_nothing_at_all() -> None:
    """No coins though purchases would be possible, and either trading post opens Forum."""
    for post in ("East Trading Post", "West Trading Post"):
        table = Table(age=2, hands=[["Forum"]], cities=[[post], ["Brickyard"], ["Brickyard"]])
        assert table.bills(0, "build Forum") == [(0, 0)]
        assert table.play("build Forum").coins == [3, 6, 6]


def test_ruling_3_4_statue_makes_nothing_free_and_theater_opens_gardens() -> None:
    for city in (["Statue"], ["Temple"]):
        assert not Table(age=3, hands=[["Gardens", "Pantheon"]], cities=[city]).builds(0)
    table = Table(age=3, hands=[["Gardens", "Pantheon"]], cities=[["Theater", "Altar"]])
    assert table.builds(0) == {"Gardens", "Pantheon"}


def test_ruling_3_4_a_tucked_or_neighboring_card_opens_nothing() -> None:
    table = Table(age=2, hands=[["Aqueduct"]], cities=[["Sawmill"], ["Baths"], ["Baths"]])
    assert not table.can(0, "build Aqueduct")
    table = Table(hands=[["Baths"]], cities=[["Sawmill"]])
    table.play("stage with Baths")
    assert table.city(0) == {"Sawmill"}


def test_ruling_3_5_a_free_card_is_only_free() -> None:
    """No bill is asked for, though both neighbors sell what the card costs."""
    quarries = [["Baths"], ["Quarry", "Stone Pit"], ["Quarry", "Stone Pit"]]
    table = Table(age=2, hands=[["Aqueduct"]], cities=quarries, coins=20)
    table.choose(0, "build Aqueduct")
    assert table.legal(0) == ["wait"]
    paid = Table(age=2, hands=[["Aqueduct"]], cities=[[], *quarries[1:]], coins=20)
    assert len(paid.bills(0, "build Aqueduct")) > 1
