"""The points that the rulings left open and the project settled (section 13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Table

LEFT_OUT = ["Agriculture", "Architecture", "Law", "Mathematics", "Philosophy"]
BOARD = ["Economy", "Masonry", "Strategy", "Theology", "Urbanism"]


def test_settled_1_theology_from_a_revived_pair_is_too_late() -> None:
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(20, 7),
        cities=(["Scriptorium"], []),
        wonders=(["The Mausoleum", "The Pyramids"], []),
        board=["Theology"],
        discards=["Library"],
    ).play("wonder The Mausoleum with Walls", "revive Library", "token Theology")
    assert (table.phase, table.actor) == ("play", 1)
    table.play("discard Statue", "wonder The Pyramids with Temple")
    assert table.age == 3  # the last card: this extra turn is lost


def test_settled_1_it_works_for_the_next_wonder() -> None:
    table = Table(
        cards=["Walls", "Statue", "Temple", "Brewery"],
        coins=(20, 7),
        cities=(["Scriptorium"], []),
        wonders=(["The Mausoleum", "The Pyramids"], []),
        board=["Theology"],
        discards=["Library"],
    ).play("wonder The Mausoleum with Walls", "revive Library", "token Theology")
    table.play("discard Statue", "wonder The Pyramids with Temple")
    assert (table.phase, table.actor) == ("play", 0)


@pytest.mark.parametrize(("pawn", "theirs", "left"), [(5, 7, 2), (5, 3, 0), (6, 7, 7), (8, 7, 7)])
def test_settled_2_loot_on_the_winning_move(pawn: int, theirs: int, left: int) -> None:
    """Strategy and the Pretorium: four shields."""
    table = Table(
        age=3,
        cards=["Pretorium", "Obelisk"],
        coins=(8, theirs),
        tokens=(["Strategy"], []),
        pawn=pawn,
    ).play("build Pretorium")
    assert (table.over, table.coins, table.pawn) == (("military", 0), (0, left), 9)
    assert [sheet["military"] for sheet in table.sheets] == [0, 0]


def test_settled_3_scores_after_a_supremacy() -> None:
    table = Table(
        cards=["Walls", "Statue"],
        cities=(["Altar"], ["Temple", "Theater"]),
        coins=(4, 9),
        pawn=-8,
        actor=1,
        tokens=([], ["Philosophy"]),
    ).play("build Walls")
    assert table.over == ("military", 1)
    first, second = table.sheets
    assert (first["blue"], first["coins"], first["total"]) == (3, 1, 4)
    assert (second["blue"], second["tokens"], second["coins"]) == (7, 7, 1)
    assert second["total"] == 15
    row = table.game.over_row(table.state)
    assert row is not None and row["scores"] == table.sheets


def test_settled_3_they_decide_nothing() -> None:
    table = Table(cards=["Walls", "Statue"], coins=(4, 300), cities=([], ["Altar"]), pawn=8).play(
        "build Walls"
    )
    assert table.over == ("military", 0) and table.score(1) > table.score(0)


@pytest.mark.parametrize(
    ("setup", "winner"),
    [({"cities": (["Altar"], []), "coins": (0, 9)}, 0), ({"coins": (1, 3)}, None)],
)
def test_settled_4_ties_are_civilian(setup: dict[str, Any], winner: int | None) -> None:
    table = Table(age=3, cards=["Pretorium"], **setup).play("discard Pretorium")
    assert table.score(0) == table.score(1)
    assert table.over == ("civilian", winner)


@pytest.mark.parametrize("others", [[], ["Piraeus"], ["Piraeus", "The Sphinx"]])
def test_settled_5_a_revived_arena_counts_that_mausoleum(others: list[str]) -> None:
    table = Table(
        age=3,
        cards=["Palace", "Obelisk"],
        coins=(10, 7),
        built=(others, []),
        wonders=(["The Mausoleum"], []),
        discards=["Arena"],
    )
    table.play("wonder The Mausoleum with Palace")
    before = table.coins[0]
    assert table.play("revive Arena").coins[0] - before == 2 * (len(others) + 1)


def test_settled_5_nothing_is_turned_up_after_a_supremacy() -> None:
    up = {0: None, 1: None, 2: None, 3: None, 4: None, 5: None}
    setup: dict[str, Any] = {
        "slots": {**up, 8: None, 9: None, 10: None, 11: "Walls"},
        "down": {6: "Rostrum", 7: None},
    }
    quiet = Table(coins=(4, 7), **setup).play("build Walls")
    assert "Rostrum" in quiet.face_up()
    table = Table(coins=(4, 7), pawn=7, **setup).play("build Walls")
    assert table.over == ("military", 0)
    assert "Rostrum" not in table.face_up() and "Rostrum" in table.in_slots().values()


def test_settled_6_library_tokens_not_chosen_leave_the_game() -> None:
    table = Table(
        cards=["Walls", "Library", "Statue", "Temple"],
        coins=(20, 7),
        cities=([], ["Scriptorium"]),
        wonders=(["The Great Library"], []),
        board=BOARD,
        left_out=LEFT_OUT,
    ).play("wonder The Great Library with Walls")
    assert table.legal() == ["library Agriculture", "library Architecture", "library Law"]
    table.play("library Law")
    assert (table.tokens(0), table.board) == ({"Law"}, set(BOARD))
    table.play("build Library")
    assert table.legal() == [f"token {name}" for name in sorted(BOARD)]
