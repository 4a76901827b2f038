"""Rulings 6 to 12: the turn, what is turned up when, extra turns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Table

# Slot by slot, the slots that cover it; slots are counted along the rows, the far row first.
COVERED_BY: dict[int, list[list[int]]] = {
    1: [
        [2, 3],
        [3, 4],
        [5, 6],
        [6, 7],
        [7, 8],
        [9, 10],
        [10, 11],
        [11, 12],
        [12, 13],
        [14, 15],
        [15, 16],
        [16, 17],
        [17, 18],
        [18, 19],
        [],
        [],
        [],
        [],
        [],
        [],
    ],
    2: [
        [6],
        [6, 7],
        [7, 8],
        [8, 9],
        [9, 10],
        [10],
        [11],
        [11, 12],
        [12, 13],
        [13, 14],
        [14],
        [15],
        [15, 16],
        [16, 17],
        [17],
        [18],
        [18, 19],
        [19],
        [],
        [],
    ],
    3: [
        [2, 3],
        [3, 4],
        [5, 6],
        [6, 7],
        [7, 8],
        [9],
        [9],
        [10],
        [10],
        [11, 12],
        [13, 14],
        [15],
        [15, 16],
        [16, 17],
        [17],
        [18],
        [18, 19],
        [19],
        [],
        [],
    ],
}
FACE_UP_AT_FIRST = {
    1: [0, 1, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19],
    2: [0, 1, 2, 3, 4, 5, 11, 12, 13, 14, 18, 19],
    3: [0, 1, 5, 6, 7, 8, 11, 12, 13, 14, 18, 19],
}


def free_slots(table: Table) -> set[int]:
    names = {text.removeprefix("discard ") for text in table.legal() if text.startswith("discard")}
    return {slot for slot, name in table.in_slots().items() if name in names}


def start_of_age(seed: int, age: int) -> Table:
    table = Table.dealt(seed)
    while table.age < age or table.phase != "play":
        discards = [text for text in table.legal() if text.startswith("discard")]
        table.play((discards or table.legal())[0])
    return table


def covering(card: str, **setup: Any) -> Table:
    """Age II: ``card`` covers a face-down Rostrum alone, and with School a Courthouse.

    Playing it uncovers the Rostrum at once; the Courthouse stays covered.
    """
    up = {0: None, 1: None, 2: None, 3: None, 4: None, 5: None}
    return Table(
        age=2,
        slots={**up, 9: None, 10: None, 11: card, 12: "School"},
        down={6: "Rostrum", 7: "Courthouse", 8: None},
        **{"coins": (20, 20), **setup},
    )


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_ruling_06_what_is_accessible(age: int, seed: int) -> None:
    """At every moment of an Age the free cards are those that nothing in place covers."""
    table = start_of_age(seed, age)
    step = 0
    while table.age == age and table.phase == "play":
        left = set(table.in_slots())
        expected = {slot for slot in left if not left & set(COVERED_BY[age][slot])}
        assert free_slots(table) == expected
        texts = [text for text in table.legal() if text.startswith("discard")]
        table.play(texts[(seed + 3 * step) % len(texts)])
        step += 1
    assert step == 20


def test_ruling_07_three_uses_of_a_card() -> None:
    table = Table(cards=["Walls", "Brewery"], coins=(8, 7), wonders=(["The Sphinx"], []))
    assert table.legal() == [
        "build Brewery",
        "build Walls",
        "discard Brewery",
        "discard Walls",
        "wonder The Sphinx with Brewery",
        "wonder The Sphinx with Walls",
    ]
    built = table.copy().play("build Walls")
    assert built.city(0) == {"Walls"} and built.discards == set()
    sold = table.copy().play("discard Walls")
    assert sold.city(0) == set() and sold.discards == {"Walls"}
    tucked = table.copy().play("wonder The Sphinx with Walls")
    assert tucked.city(0) == tucked.discards == set() and tucked.built(0) == {"The Sphinx"}
    for after in (built, sold, tucked):
        assert "Walls" not in after.face_up()


def test_ruling_07_discarding_is_always_possible() -> None:
    table = Table(cards=["Walls", "Statue"], coins=(0, 0), wonders=(["The Sphinx"], []))
    assert table.legal() == ["discard Statue", "discard Walls"]


def test_ruling_07_only_who_can_pay_builds() -> None:
    for coins in range(10):
        table = Table(cards=["Walls", "Statue"], coins=(coins, 0), wonders=(["The Sphinx"], []))
        assert table.can("build Walls") == (coins >= 4)  # two stone at 2 each
        assert table.can("wonder The Sphinx with Walls") == (coins >= 8)


def test_ruling_07_one_cannot_build_the_other_ones_wonder() -> None:
    table = Table(cards=["Walls"], coins=(50, 50), wonders=(["The Sphinx"], ["Piraeus"]))
    assert not table.can("wonder Piraeus with Walls")


def test_ruling_08_turned_up_after_a_plain_play() -> None:
    table = covering("Brewery")
    assert "Rostrum" not in table.face_up()
    table.play("build Brewery")
    assert "Rostrum" in table.face_up() and "Courthouse" not in table.face_up()
    assert (table.phase, table.actor) == ("play", 1)
    assert table.can("discard Rostrum") and not table.can("discard Courthouse")


def assert_rostrum_hidden_until(table: Table, text: str) -> None:
    """The choice is made before the card is turned up, and nothing known tells what it is."""
    assert "Rostrum" not in table.face_up()
    seen = set()
    for word in range(40):
        redrawn = table.resampled(table.actor, word)
        assert redrawn.legal() == table.legal()
        for encoder in ("flat", "entities"):
            one, other = redrawn.observe(encoder, 0), table.observe(encoder, 0)
            assert one.tobytes() == other.tobytes()
        seen.add(redrawn.in_slots()[6])
    assert len(seen) > 3
    table.play(text)
    assert "Rostrum" in table.face_up()


def test_ruling_08_after_the_choice_of_a_token() -> None:
    table = covering("Library", cities=(["Scriptorium"], []), board=["Law", "Economy"])
    table.play("build Library")
    assert (table.phase, table.actor) == ("token", 0)
    assert_rostrum_hidden_until(table, "token Economy")
    assert (table.phase, table.actor) == ("play", 1)


def test_ruling_08_after_the_great_library() -> None:
    table = covering("Brewery", wonders=(["The Great Library"], []))
    table.play("wonder The Great Library with Brewery")
    assert table.phase == "library"
    assert_rostrum_hidden_until(table, table.legal()[0])
    assert (table.phase, table.actor) == ("play", 1)


@pytest.mark.parametrize("actor", [0, 1])
def test_ruling_08_after_the_mausoleum(actor: int) -> None:
    both = ["The Mausoleum"]
    table = covering(
        "Brewery",
        wonders=(both, []) if actor == 0 else ([], both),
        discards=["Altar"],
        actor=actor,
    )
    table.play("wonder The Mausoleum with Brewery")
    assert table.phase == "revive"
    assert_rostrum_hidden_until(table, "revive Altar")
    assert (table.phase, table.actor) == ("play", 1 - actor)


def test_ruling_08_after_mausoleum_and_token() -> None:
    """Two choices in one play: still face down at the second."""
    table = covering(
        "Brewery",
        wonders=(["The Mausoleum"], []),
        cities=(["Scriptorium"], []),
        discards=["Library"],
        board=["Economy"],
    )
    table.play("wonder The Mausoleum with Brewery", "revive Library")
    assert table.phase == "token"
    assert_rostrum_hidden_until(table, "token Economy")


def test_ruling_08_after_a_destruction() -> None:
    table = covering("Brewery", wonders=(["Circus Maximus"], []), cities=([], ["Press"]))
    table.play("wonder Circus Maximus with Brewery")
    assert table.phase == "destroy"
    assert_rostrum_hidden_until(table, "destroy Press")


def test_ruling_08_before_an_extra_turn() -> None:
    table = covering("Brewery", wonders=(["The Sphinx"], []))
    table.play("wonder The Sphinx with Brewery")
    assert table.actor == 0 and "Rostrum" in table.face_up()
    table.play("build Rostrum")
    assert table.actor == 1


def test_ruling_08_choice_then_reveal_then_extra_turn() -> None:
    table = covering(
        "Brewery",
        wonders=(["The Statue of Zeus"], []),
        cities=([], ["Quarry"]),
        tokens=(["Theology"], []),
    )
    table.play("wonder The Statue of Zeus with Brewery")
    assert table.phase == "destroy"
    assert_rostrum_hidden_until(table, "destroy Quarry")
    assert (table.phase, table.actor) == ("play", 0) and table.can("discard Rostrum")


@pytest.mark.parametrize("age", [1, 2, 3])
def test_ruling_09_face_up_cards_are_seen_even_when_covered(age: int) -> None:
    table = start_of_age(3, age)
    slots = table.in_slots()
    assert table.face_up() == {slots[slot] for slot in FACE_UP_AT_FIRST[age]}
    assert free_slots(table) < set(FACE_UP_AT_FIRST[age])
    for word in range(30):
        redrawn = table.resampled(word % 2, word)
        assert redrawn.face_up() == table.face_up()
        assert all(redrawn.in_slots()[s] == slots[s] for s in FACE_UP_AT_FIRST[age])


def test_ruling_10_extra_turns_chain_without_limit() -> None:
    cards = ["Walls", "Statue", "Temple", "Aqueduct", "Rostrum", "Brewery"]
    wonders = ["The Sphinx", "The Hanging Gardens", "Piraeus", "The Appian Way"]
    table = Table(cards=cards, coins=(60, 7), wonders=(wonders, ["The Pyramids"]))
    for wonder, card in zip(wonders, cards, strict=False):
        table.play(f"wonder {wonder} with {card}")
        assert (table.phase, table.actor) == ("play", 0)
    table.play("build Brewery")
    assert table.actor == 1


@pytest.mark.parametrize("text", ["build Statue", "discard Statue"])
def test_ruling_10_an_extra_turn_is_a_normal_turn(text: str) -> None:
    table = Table(cards=["Walls", "Statue", "Temple"], coins=(30, 7), wonders=(["The Sphinx"], []))
    table.play("wonder The Sphinx with Walls")
    assert table.actor == 0
    table.play(text)
    assert table.actor == 1
    table.play("discard Temple")


@pytest.mark.parametrize(("pawn", "chooser"), [(0, 0), (2, 1), (-2, 0)])
def test_ruling_11_an_extra_turn_is_lost_with_the_last_card(pawn: int, chooser: int) -> None:
    table = Table(cards=["Walls"], coins=(20, 7), wonders=(["The Sphinx"], []), pawn=pawn)
    table.play("wonder The Sphinx with Walls")
    assert (table.age, table.phase, table.actor) == (3, "start", chooser)
    table.play("start self")
    assert table.actor == chooser
    table.play(next(text for text in table.legal() if text.startswith("discard")))
    assert table.actor == 1 - chooser  # nothing is left of the extra turn


def test_ruling_11_in_age_iii_it_goes_to_scoring() -> None:
    table = Table(age=3, cards=["Palace"], coins=(20, 7), wonders=(["The Sphinx"], []))
    table.play("wonder The Sphinx with Palace")
    assert table.over == ("civilian", 0) and table.actor == -1


def test_ruling_11_theology_too() -> None:
    table = Table(
        age=3,
        cards=["Palace"],
        coins=(20, 7),
        wonders=(["The Pyramids"], []),
        tokens=(["Theology"], []),
    )
    assert table.play("wonder The Pyramids with Palace").over == ("civilian", 0)


def test_ruling_12_a_token_before_the_age_ends() -> None:
    table = Table(cards=["Library"], cities=(["Scriptorium"], []), board=["Economy"])
    table.play("build Library")
    assert (table.age, table.phase, table.actor) == (2, "token", 0)
    table.play("token Economy")
    assert (table.age, table.phase, table.actor) == (3, "start", 0)


@pytest.mark.parametrize(
    ("wonder", "phase"),
    [("The Great Library", "library"), ("The Mausoleum", "revive"),
     ("The Statue of Zeus", "destroy"), ("Circus Maximus", "destroy")],
)  # fmt: skip
@pytest.mark.parametrize("age", [1, 2, 3])
def test_ruling_12_the_choice_of_a_wonder_before_the_age_ends(
    wonder: str, phase: str, age: int
) -> None:
    card = {1: "Stable", 2: "Walls", 3: "Palace"}[age]
    table = Table(
        age=age,
        cards=[card],
        coins=(20, 7),
        wonders=([wonder], []),
        cities=([], ["Quarry", "Press"]),
        discards=["Altar"],
    )
    table.play(f"wonder {wonder} with {card}")
    assert (table.age, table.phase, table.actor, table.over) == (age, phase, 0, None)
    table.play(table.legal()[0])
    if age == 3:
        assert table.over is not None
    else:
        assert (table.age, table.phase) == (age + 1, "start")


def test_ruling_12_a_pending_token_counts_in_the_scoring() -> None:
    """7 + 6 coins make 4 points, and 4 for Agriculture, 3 and 3 for the two Sundials."""
    table = Table(age=3, cards=["Study"], cities=(["Academy"], []), coins=(15, 7),
                  board=["Agriculture"])  # fmt: skip
    table.play("build Study")  # four units: 8 coins
    assert (table.phase, table.coins[0], table.over) == ("token", 7, None)
    table.play("token Agriculture")
    assert table.over == ("civilian", 0)
    assert table.coins == (13, 7) and table.score(0) == 4 + 4 + 3 + 3


def test_ruling_12_a_revived_pair_at_the_very_end() -> None:
    table = Table(
        age=3,
        cards=["Palace"],
        cities=(["Academy"], []),
        coins=(10, 7),
        wonders=(["The Mausoleum"], []),
        discards=["Study"],
        board=["Philosophy"],
    )
    table.play("wonder The Mausoleum with Palace", "revive Study")
    assert (table.phase, table.over) == ("token", None)
    table.play("token Philosophy")
    assert table.over == ("civilian", 0) and table.score(0) == 3 + 3 + 2 + 7
