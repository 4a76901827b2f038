"""The scenario builder against real games, and its refusal of impossible positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.duel.table import Table
from wonderzoo.duel.state import BURIED, LEFT_OUT, PHASES, TOKEN_GONE, TOKEN_OFFERED
from wonderzoo.duel.tables import BIT, CARD_NAMES, NUM_SLOTS, TOKEN_NAMES

DERIVED = (
    "present",
    "revealed",
    "coins",
    "production",
    "price_one",
    "one_raw",
    "one_grey",
    "symbols",
    "colors",
    "wonders_built",
    "pawn",
    "phase",
    "actor",
    "age",
    "picks",
    "again",
    "ending",
    "winner",
    "loot",
    "card_at",
    "wonder_at",
    "token_at",
)


def facts(table: Table) -> dict[str, Any]:
    """What lies where, by names: the arguments of `Table`."""
    state = table.state
    deck = state.token_deck[5:]
    down = {s: c for s, c in table.in_slots().items() if not state.revealed & BIT[s]}
    return {
        "age": table.age,
        "slots": {s: c for s, c in table.in_slots().items() if s not in down},
        "down": down,
        "cities": (sorted(table.city(0)), sorted(table.city(1))),
        "coins": table.coins,
        "wonders": (sorted(table.unbuilt(0)), sorted(table.unbuilt(1))),
        "built": (sorted(table.built(0)), sorted(table.built(1))),
        "removed": "".join(table.removed),
        "tokens": (sorted(table.tokens(0)), sorted(table.tokens(1))),
        "board": sorted(table.board),
        "left_out": [TOKEN_NAMES[t] for t in deck if state.token_at[t] == LEFT_OUT],
        "gone": [TOKEN_NAMES[t] for t in deck if state.token_at[t] == TOKEN_GONE],
        "offered": [TOKEN_NAMES[t] for t in deck if state.token_at[t] == TOKEN_OFFERED],
        "discards": sorted(table.discards),
        "buried": sorted(table.names(BURIED)),
        "pawn": table.pawn,
        "loot": table.loot,
        "actor": table.actor,
        "phase": table.phase,
        "again": bool(state.again),
        "last": table.game.action_texts[state.action],
    }


def assert_same(real: Table, rebuilt: Table) -> None:
    for field in DERIVED:
        assert np.array_equal(real.state[field], rebuilt.state[field]), field
    assert real.in_slots() == rebuilt.in_slots()
    assert real.legal() == rebuilt.legal()
    assert real.sheets == rebuilt.sheets
    for encoder in ("flat", "entities"):
        for seat in range(2):
            one, other = real.observe(encoder, seat), rebuilt.observe(encoder, seat)
            assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("seed", range(30))
def test_a_rebuilt_position_is_the_real_one(seed: int) -> None:
    """At any decision the builder makes the engine's own record, and it plays on the same."""
    rng = np.random.default_rng(seed)
    real = Table.dealt(seed)
    seen = set()
    while real.actor >= 0:
        texts = real.legal()
        text = str(rng.choice([t for t in texts if not t.startswith("discard")] or texts))
        if real.age:
            rebuilt = Table(**facts(real))
            seen.add(real.phase)
            assert_same(real, rebuilt)
            deck, slot = rebuilt.state.deck, rebuilt.state.card_slot
            for age in range(3):
                for i, card in enumerate(deck[age]):
                    assert card < 0 or slot[card] == (i if i < NUM_SLOTS else -1)
            age = real.age
            real.play(text)
            rebuilt.play(text)
            if real.age == age:  # the cards of the next Age are not the same
                assert_same(real, rebuilt)
        else:
            real.play(text)
    assert "play" in seen


def test_unnamed_face_down_cards_change_nothing_that_can_be_seen() -> None:
    real = Table.dealt(5)
    rng = np.random.default_rng(5)
    while real.age < 2 or real.phase != "play":
        real.play(str(rng.choice(real.legal())))
    known = facts(real)
    hidden = dict.fromkeys(known["down"])
    rebuilt = Table(**{**known, "down": hidden})
    assert rebuilt.observe("flat", 0).tobytes() == real.observe("flat", 0).tobytes()


@pytest.mark.parametrize(
    "setup",
    [
        {"age": 2, "slots": {18: "Walls", 19: "Statue"}},  # nothing lies below them
        {"age": 1, "cards": ["Altar"], "cities": (["Altar"], [])},
        {"age": 1, "cards": ["Altar"], "cities": (["Walls"], [])},
        {"age": 2, "cards": ["Altar"]},
        {"age": 3, "slots": {0: "Palace"}, "down": {1: "Senate"}},
        {"age": 1, "slots": {0: None, 1: None, 5: None, 6: None, 7: None}},
        {"age": 3, "cards": [f"{g} Guild" for g in ("Builders", "Merchants")],
         "cities": (["Tacticians Guild"], ["Scientists Guild"])},
        {"cards": ["Walls"], "tokens": (["Law"], ["Law"])},
        {"cards": ["Walls"], "wonders": (["Piraeus"], ["Piraeus"])},
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Table(**setup)


def test_a_scenario_is_what_it_says() -> None:
    table = Table(
        age=2,
        cards=["Walls", "Statue"],
        cities=(["Quarry", "Shelf Quarry", "Wood Reserve"], ["Glassworks"]),
        coins=(4, 3),
        wonders=(["The Sphinx"], []),
        built=([], ["Piraeus"]),
        tokens=(["Economy"], []),
        board=["Law"],
        discards=["Altar"],
        pawn=-4,
        actor=1,
    )
    assert table.coins == (4, 3)
    assert table.city(0) == {"Quarry", "Shelf Quarry", "Wood Reserve"}
    assert table.state.production.tolist() == [[0, 0, 3, 0, 0], [0, 0, 0, 1, 0]]
    assert table.state.one_grey.tolist() == [0, 1]
    assert table.loot == ((0, 1), (1, 1))
    assert table.face_up() == {"Walls", "Statue"}
    assert (table.phase, table.actor, table.board) == (PHASES[1], 1, {"Law"})
    assert set(CARD_NAMES) >= table.names(BURIED) >= set()
    with pytest.raises(AssertionError):
        table.play("build Walls")  # stone at 5 each, 3 coins
