"""Rulings 13 to 15: the end of an Age, and who starts the next."""

from __future__ import annotations

import pytest

from tests.duel.table import Table

LAST = {1: "Altar", 2: "Brewery"}


def last_card(age: int, pawn: int, actor: int, tied_start: str = "choose") -> Table:
    """The actor has discarded the last card of the Age."""
    table = Table(age=age, cards=[LAST[age]], pawn=pawn, actor=actor, tied_start=tied_start)
    return table.play(f"discard {LAST[age]}")


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("pawn", [-8, -1, 1, 5])
@pytest.mark.parametrize("tied_start", ["choose", "begin"])
def test_ruling_13_the_weaker_player_chooses(
    age: int, last: int, pawn: int, tied_start: str
) -> None:
    table = last_card(age, pawn, last, tied_start)
    weaker = 1 if pawn > 0 else 0
    assert (table.age, table.phase, table.actor) == (age + 1, "start", weaker)
    assert table.legal() == ["start opponent", "start self"]
    assert table.copy().play("start self").actor == weaker
    table.play("start opponent")
    assert (table.phase, table.actor) == ("play", 1 - weaker)


def test_ruling_13_after_the_last_shields() -> None:
    """The last card itself moves the pawn to the other side."""
    table = Table(cards=["Walls"], pawn=-1, actor=0).play("build Walls")
    assert (table.pawn, table.phase, table.actor) == (1, "start", 1)


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize("last", [0, 1])
def test_ruling_14_level_the_last_player_chooses(age: int, last: int) -> None:
    table = last_card(age, 0, last)
    assert (table.age, table.phase, table.actor) == (age + 1, "start", last)
    assert table.legal() == ["start opponent", "start self"]
    assert table.copy().play("start self").actor == last
    assert table.play("start opponent").actor == 1 - last


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize("last", [0, 1])
def test_ruling_14_the_first_printing(age: int, last: int) -> None:
    """The option: at 0 the last player begins unasked."""
    table = last_card(age, 0, last, "begin")
    assert (table.age, table.phase, table.actor) == (age + 1, "play", last)


def test_ruling_14_the_last_card_brings_the_pawn_to_0() -> None:
    table = Table(cards=["Walls"], pawn=-2, actor=0).play("build Walls")
    assert (table.pawn, table.phase, table.actor) == (0, "start", 0)


@pytest.mark.parametrize("tied_start", ["choose", "begin"])
def test_ruling_14_with_a_lost_extra_turn(tied_start: str) -> None:
    table = Table(
        cards=["Walls"], coins=(20, 7), wonders=(["The Sphinx"], []), tied_start=tied_start
    ).play("wonder The Sphinx with Walls")
    assert table.actor == 0
    if tied_start == "choose":
        table.play("start self")
    assert table.phase == "play"
    table.play(next(text for text in table.legal() if text.startswith("discard")))
    assert table.actor == 1


def test_ruling_14_after_a_pending_choice() -> None:
    """Who took the last card, also when he had to choose a token after it."""
    table = Table(cards=["Library"], cities=([], ["Scriptorium"]), board=["Law"], actor=1).play(
        "build Library", "token Law"
    )
    assert (table.phase, table.actor) == ("start", 1)


def test_ruling_14_no_choice_after_age_iii() -> None:
    table = Table(age=3, cards=["Pretorium"]).play("discard Pretorium")
    assert table.phase == "over"


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize("pawn", [0, 3])
def test_ruling_15_the_new_age_is_seen_before_the_choice(age: int, pawn: int) -> None:
    table = last_card(age, pawn, 0)
    assert table.phase == "start" and table.age == age + 1
    assert len(table.in_slots()) == 20 and len(table.face_up()) == 12
    block = table.game.encoders["flat"].blocks[0]
    rows = table.observe("flat", table.actor)[: block.size].reshape(block.rows, -1)
    assert rows[:, block.columns.index("face up in the tableau")].sum() == 12
    for word in range(20):
        assert table.resampled(table.actor, word).face_up() == table.face_up()
    face_up = table.face_up()
    assert table.play("start self").face_up() == face_up
