"""Rulings 1 to 5: set-up and draft."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.duel.table import Table, is_guild
from wonderzoo.duel.tables import CARD_NAMES, TOKEN_NAMES, WONDER_NAMES

AGES = ("age_1", "age_2", "age_3")


def deal_of(table: Table) -> dict[str, Any]:
    return table.game.deal_to_names(table.state)


def drafted(seed: int) -> Table:
    table = Table.dealt(seed)
    while table.phase == "draft":
        table.play(table.legal()[0])
    return table


def at_age(seed: int, age: int) -> Table:
    """The beginning of an Age in a game where everybody discards."""
    table = drafted(seed)
    while table.age < age or table.phase != "play":
        discards = [text for text in table.legal() if text.startswith("discard")]
        table.play((discards or table.legal())[0])
    return table


@pytest.mark.parametrize("seed", range(10))
def test_ruling_01_who_picks(seed: int) -> None:
    """0, 1, 1 and the rest to 0; then 1, 0, 0 and the rest to 1."""
    table = Table.dealt(seed)
    groups = deal_of(table)["wonders"]
    owners: list[set[str]] = [set(), set()]
    for group, seats in ((groups[0], (0, 1, 1, 0)), (groups[1], (1, 0, 0, 1))):
        left = set(group)
        for seat in seats[:3]:
            assert (table.phase, table.actor, table.age) == ("draft", seat, 0)
            assert table.offered_wonders == left
            assert table.legal() == sorted(f"draft {wonder}" for wonder in left)
            wonder = sorted(left)[seed % len(left)]
            table.play(f"draft {wonder}")
            left.remove(wonder)
            owners[seat].add(wonder)
        owners[seats[3]] |= left
        assert [table.unbuilt(0), table.unbuilt(1)] == owners
    assert len(owners[0]) == len(owners[1]) == 4


def test_ruling_01_the_last_wonder_of_a_group_is_not_asked() -> None:
    table = Table.dealt(3)
    picks = 0
    while table.phase == "draft":
        assert len(table.legal()) >= 2
        table.play(table.legal()[0])
        picks += 1
    assert picks == 6


@pytest.mark.parametrize("picked", [0, 1, 2])
def test_ruling_01_the_second_group_is_unknown_during_the_first(picked: int) -> None:
    table = Table.dealt(4)
    table.play(*[f"draft {w}" for w in deal_of(table)["wonders"][0][:picked]])
    first = deal_of(table)["wonders"][0]
    others = set(WONDER_NAMES) - set(first)
    seen = set()
    for seed in range(60):
        redrawn = table.resampled(seed % 2, seed)
        groups = deal_of(redrawn)["wonders"]
        assert groups[0] == first and set(groups[1]) <= others
        assert redrawn.observe("flat", 0).tobytes() == table.observe("flat", 0).tobytes()
        seen |= set(groups[1])
    assert seen == others


def test_ruling_01_the_second_group_is_open_once_the_first_is_gone() -> None:
    table = Table.dealt(4)
    groups = deal_of(table)["wonders"]
    table.play(*[f"draft {w}" for w in groups[0][:3]])
    assert table.offered_wonders == set(groups[1])
    for seed in range(20):
        assert deal_of(table.resampled(0, seed))["wonders"] == groups


@pytest.mark.parametrize("seed", range(20))
def test_ruling_02_coins_and_tokens(seed: int) -> None:
    table = Table.dealt(seed)
    assert table.coins == (7, 7)
    deal = deal_of(table)
    assert table.board == set(deal["progress_tokens"]) and len(table.board) == 5
    assert set(deal["great_library"]) <= set(TOKEN_NAMES) - table.board
    assert drafted(seed).coins == (7, 7)
    # face up: a redraw does not touch the tokens on the board
    assert all(table.resampled(0, word).board == table.board for word in range(5))


def test_ruling_02_any_token_can_be_on_the_board() -> None:
    seen = [token for seed in range(100) for token in Table.dealt(seed).board]
    assert all(25 < seen.count(token) < 75 for token in TOKEN_NAMES)


def test_ruling_03_the_decks() -> None:
    """20 of 23 cards, 20 of 23 cards, 17 of 20 cards with 3 of 7 guilds."""
    dealt: dict[str, int] = dict.fromkeys(CARD_NAMES, 0)
    games = 300
    for seed in range(games):
        deal = deal_of(Table.dealt(seed))
        for age in AGES:
            assert len(set(deal[age])) == 20
            for card in deal[age]:
                dealt[card] += 1
        assert sum(map(is_guild, deal["age_3"])) == 3
        assert not any(map(is_guild, deal["age_1"] + deal["age_2"]))
    for card, count in dealt.items():
        index = CARD_NAMES.index(card)
        expected = 3 / 7 if is_guild(card) else 17 / 20 if index >= 46 else 20 / 23
        assert abs(count / games - expected) < 0.12, card


def test_ruling_03_a_guild_can_lie_anywhere() -> None:
    places = [0] * 20
    for seed in range(400):
        for slot, card in enumerate(deal_of(Table.dealt(seed))["age_3"]):
            places[slot] += is_guild(card)
    assert all(30 < count < 95 for count in places)  # 60 on average


def test_ruling_03_the_place_of_a_guild_is_public() -> None:
    """Redrawing moves cards among their own back only."""
    for seed in range(20):
        table = at_age(seed, 3)
        guilds = {slot for slot, card in table.in_slots().items() if is_guild(card)}
        names = set()
        for word in range(12):
            redrawn = table.resampled(word % 2, word).in_slots()
            assert {slot for slot, card in redrawn.items() if is_guild(card)} == guilds
            names |= {redrawn[slot] for slot in guilds}
        face_down = {s for s in guilds if table.in_slots()[s] not in table.face_up()}
        assert len(names) == 7 if len(face_down) == 3 else len(names) >= len(guilds)


@pytest.mark.parametrize("age", [1, 2])
def test_ruling_03_a_redrawn_age_iii_has_three_guilds(age: int) -> None:
    """However often the Age to come is redrawn."""
    table = at_age(1, age)
    for word in range(100):
        table = table.resampled(word % 2, word)
        assert sum(map(is_guild, deal_of(table)["age_3"])) == 3


def test_ruling_03_a_guilds_back_is_observed() -> None:
    """All three guilds, face up or down, are marked in the slots that hold them."""
    table = at_age(1, 3)
    flat = table.game.encoders["flat"]
    start = sum(block.size for block in flat.blocks[:3])
    block = flat.blocks[3]
    assert block.name == "slots"
    rows = table.observe("flat", 0)[start : start + block.size].reshape(block.rows, -1)
    back = rows[:, block.columns.index("has a guild's back")]
    assert set(np.flatnonzero(back)) == {s for s, c in table.in_slots().items() if is_guild(c)}


@pytest.mark.parametrize("age", [1, 2])
def test_ruling_03_the_unseen_pool_of_a_face_down_card(age: int) -> None:
    """It can be any card of the Age that nobody has seen, the boxed three among them."""
    table = at_age(7, age)
    whole = {n for i, n in enumerate(CARD_NAMES) if (i < 23) == (age == 1) and i < 46}
    pool = whole - table.face_up()
    assert len(pool) == 11  # 8 face down, 3 in the box
    hidden = [s for s, c in table.in_slots().items() if c not in table.face_up()]
    seen: dict[int, set[str]] = {slot: set() for slot in hidden}
    for word in range(300):
        redrawn = table.resampled(0, word)
        assert redrawn.face_up() == table.face_up()
        for slot in hidden:
            seen[slot].add(redrawn.in_slots()[slot])
    assert all(cards == pool for cards in seen.values())


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_ruling_03_boxed_cards_stay_unknown_to_the_end(seed: int, age: int) -> None:
    """Even the last face-down cards of an Age can still be any of the boxed ones of their back."""
    table = at_age(seed, age)
    while True:
        after = table.copy()
        after.play(next(text for text in table.legal() if text.startswith("discard")))
        if after.face_up() == set(after.in_slots().values()):
            break
        table = after
    hidden = {s: c for s, c in table.in_slots().items() if c not in table.face_up()}
    assert 1 <= len(hidden) <= 2
    for slot, card in hidden.items():
        pool = {table.resampled(0, word).in_slots()[slot] for word in range(100)}
        same_back = sum(is_guild(other) == is_guild(card) for other in hidden.values())
        assert len(pool) == same_back + (4 if is_guild(card) else 3) and card in pool


@pytest.mark.parametrize("seed", range(5))
def test_ruling_04_the_first_drafter_starts_age_i(seed: int) -> None:
    """He is not asked whether he wants to."""
    table = Table.dealt(seed)
    assert table.actor == 0
    while table.phase == "draft":
        table.play(table.legal()[-1])
    assert (table.age, table.phase, table.actor) == (1, "play", 0)
    assert not [text for text in table.legal() if text.startswith("start")]


def test_ruling_05_set_up_discards_are_not_in_the_pile() -> None:
    assert drafted(0).discards == set()
    table = at_age(0, 2)
    assert len(table.discards) == 20  # what was discarded in play, not the three boxed cards
    assert len(at_age(0, 3).discards) == 40


def test_ruling_05_the_mausoleum_cannot_take_them() -> None:
    table = Table(cards=["Walls", "Statue"], coins=(10, 7), wonders=(["The Mausoleum"], []))
    table.play("wonder The Mausoleum with Walls")
    assert (table.phase, table.actor) == ("play", 1)  # nothing in the pile: not asked
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(10, 7),
        wonders=(["The Mausoleum"], []),
        actor=1,
    )
    table.play("discard Walls", "wonder The Mausoleum with Temple")
    assert table.legal() == ["revive Walls"]
