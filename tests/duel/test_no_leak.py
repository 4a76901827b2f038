"""Nothing hidden is seen: redrawing what a player cannot know changes no byte that he gets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.duel.table import Table, is_guild
from wonderzoo.duel.state import CARD_IN_BOX, CARD_IN_TABLEAU
from wonderzoo.duel.tables import CARD_AGE, CARD_NAMES, NUM_SLOTS

HIDDEN = {"rng", "deck", "wonder_deck", "token_deck", "card_at", "card_slot"}
ENCODERS = ("flat", "entities")


def positions(seed: int, builder: bool) -> list[Table]:
    """The decisions of a random game, and its end."""
    rng = np.random.default_rng(seed)
    table = Table.dealt(seed)
    out = [table.copy()]
    while table.actor >= 0:
        texts = table.legal()
        if builder:
            texts = [text for text in texts if not text.startswith("discard")] or texts
        table.play(str(rng.choice(texts)))
        out.append(table.copy())
    return out


def assert_same_public(table: Table, redrawn: Table) -> None:
    """Every field but the hidden ones, what they tell of the open cards, and the actions."""
    assert redrawn.legal() == table.legal()
    assert redrawn.sheets == table.sheets
    for field in table.game.state_dtype.names or ():
        if field not in HIDDEN:
            assert np.array_equal(table.state[field], redrawn.state[field]), field
    if table.age:
        old, new = table.in_slots(), redrawn.in_slots()
        assert redrawn.face_up() == table.face_up()
        for slot, name in old.items():
            assert is_guild(name) == is_guild(new[slot])
            assert name not in table.face_up() or new[slot] == name
    for place in set(table.state.card_at.tolist()) - {CARD_IN_BOX, CARD_IN_TABLEAU}:
        assert redrawn.names(place) == table.names(place)


def assert_legal_deal(table: Table, redrawn: Table) -> None:
    """The same cards, wonders and tokens, each once, and the places agree with the decks."""
    state = redrawn.state
    for field in ("wonder_deck", "token_deck"):
        assert Counter(state[field].tolist()) == Counter(table.state[field].tolist())
    assert set(state.token_deck[:5]) == set(table.state.token_deck[:5])
    for age in range(3):
        row = state.deck[age].tolist()
        assert Counter(row) == Counter(table.state.deck[age].tolist())
        assert all(CARD_AGE[card] == age + 1 for card in row if card >= 0)
        guilds = sum(is_guild(CARD_NAMES[card]) for card in row[:NUM_SLOTS])
        assert guilds == (3 if age == 2 else 0)
        for i, card in enumerate(row):
            if card >= 0:
                assert state.card_slot[card] == (i if i < NUM_SLOTS else -1)
    if redrawn.age:
        for name in redrawn.in_slots().values():
            assert name in redrawn.names(CARD_IN_TABLEAU)
        assert len(redrawn.names(CARD_IN_TABLEAU)) == len(redrawn.in_slots())


@pytest.mark.parametrize("builder", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_no_hidden_fact_is_seen(seed: int, builder: bool) -> None:
    changed = 0
    tables = positions(seed, builder)
    for step, table in enumerate(tables):
        seen = {(e, seat): table.observe(e, seat).tobytes() for e in ENCODERS for seat in (0, 1)}
        for word in range(2):
            redrawn = table.resampled((step + word) % 2, 1000 * step + word)
            assert_same_public(table, redrawn)
            assert_legal_deal(table, redrawn)
            for (encoder, seat), expected in seen.items():
                assert redrawn.observe(encoder, seat).tobytes() == expected
            decks = ("deck", "wonder_deck", "token_deck")
            changed += any((redrawn.state[d] != table.state[d]).any() for d in decks)
    assert changed > len(tables)  # of two for each decision


@pytest.mark.parametrize("seed", range(20))
def test_a_redrawn_game_plays_on_to_its_end(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tables = positions(seed, builder=True)
    table = tables[int(rng.integers(len(tables) - 1))].resampled(0, seed)
    while table.actor >= 0:
        table.play(str(rng.choice(table.legal())))
    assert table.over is not None


def test_everything_hidden_is_redrawn() -> None:
    """At the first play: both Ages to come, each face-down card, the tokens of the Library."""
    table = next(t for t in positions(3, builder=False) if t.age == 1)
    kinds: dict[str, set[bytes]] = {}
    for word in range(20):
        state = table.resampled(word % 2, word).state
        for name, values in (
            ("Age I", state.deck[0]),
            ("Age II", state.deck[1]),
            ("Age III", state.deck[2]),
            ("Library", state.token_deck[5:8]),
        ):
            kinds.setdefault(name, set()).add(values.tobytes())
    assert all(len(kind) > 10 for kind in kinds.values())


def test_redraws_of_one_seed_are_equal() -> None:
    table = positions(4, builder=True)[20]
    one, other = table.resampled(0, 77), table.resampled(0, 77)
    assert one.state.tobytes() == other.state.tobytes()
