"""What must hold in every game, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.oracle.seven_wonders import (
    SevenWondersOracle,
    board_sides,
    card_rows,
    wonder_table,
)
from tests.oracle.seven_wonders_cities import half_name
from tests.seven_wonders.play import (
    EDITIONS,
    SIZES,
    SPECIAL,
    decisions,
    edifice_options,
    options_of,
    specials_of,
)
from tests.seven_wonders.table import Table
from wonderzoo.seven_wonders.state import BUILT, REVIVED, SOLD, STATE, TUCKED
from wonderzoo.seven_wonders.tables import CARD_NAMES

Moves = list[tuple[int, str]]
SEEDS = range(8)
# at small tables too, those that bring about the rarest choices
SPECIAL_WONDERS = "Olympía Halikarnassós Babylon Rhódos Gizah Éphesos Alexandria".split()


def named_sides(table: Table) -> list[list[str]]:
    """The wonders with the sides that are played, also if they were chosen."""
    edition = table.game.options["edition"]
    return [
        [wonder, board_sides(wonder_table(edition)[wonder])[int(board) % 2]]
        for (wonder, _), board in zip(table.wonders, table.state.board[: table.n])
    ]


def plain_score(table: Table) -> SevenWondersOracle:
    """The oracle with nothing but the final cities, stages, pawns, coins and copied guilds."""
    names = {**table.game.deal_to_names(table.state), "wonders": named_sides(table)}
    oracle = SevenWondersOracle(names, table.game.options)
    oracle.cities = [sorted(table.city(seat)) for seat in range(table.n)]
    oracle.stages = table.stages
    oracle.coins = table.coins
    copied = [int(card) for card in table.state.copied[: table.n]]
    oracle.copied = [CARD_NAMES[card] if card >= 0 else None for card in copied]
    oracle.pawns_left, oracle.debts = table.pawns_left, table.debts
    oracle.built_edifices = [bool(oracle.edifices) and left == 0 for left in table.pawns_left]
    oracle.pawns = table.pawns
    for seat in range(table.n):
        for stage, half in enumerate(map(int, table.state.halves[seat, : table.stages[seat]])):
            halves = oracle._side(seat)[stage].get("choose")
            if halves:
                oracle.halves[seat].append(half_name(halves[half - 1]))
    if table.game.options["edifice_shields"] == "one war":
        oracle._after_war()
    return oracle


def assert_cards_conserved(table: Table) -> None:
    """Every dealt card lies in one place: in a hand, in a city, under a wonder or in the pile."""
    state, n = table.state, table.n
    built: list[Counter[str]] = [Counter() for _ in range(n)]
    sold: Counter[str] = Counter()
    revived: Counter[str] = Counter()
    tucked = 0
    for age in range(3):
        for hand in range(n):
            for place in range(7):
                name = CARD_NAMES[state.deck[age, hand, place]]
                left = bool(int(state.left[age, hand]) >> place & 1)
                taken = int(state.taken[age, hand, place])
                how = int(state.how_taken[age, hand, place])
                if age >= table.age:
                    assert not left and taken == 0
                    continue
                assert left == (taken == 0)
                if left:
                    assert how == 0
                elif how == BUILT:
                    step = (1, -1, 1)[age]
                    built[(hand + step * (min(taken, 6) - 1)) % n][name] += 1
                elif how == SOLD:
                    sold[name] += 1
                elif how == REVIVED:
                    revived[name] += 1
                else:
                    assert how == TUCKED
                    tucked += 1
    lost = Counter(np.repeat(CARD_NAMES, state.lost).tolist())
    assert sorted((sold + lost).elements()) == table.discards
    assert tucked == sum(table.stages)
    in_cities = Counter(name for seat in range(n) for name in table.city(seat))
    everything = sum(built, Counter()) + revived
    if not table.game.with_edifice:
        assert everything == in_cities
        assert all(set(built[seat]) <= table.city(seat) for seat in range(n))
    elif table.game.options["lost_cards"] == "pile":
        assert everything == in_cities + lost
    else:
        assert not in_cities - everything and not lost


def dealt(
    seed: int, size: int, edition: str, edifice: bool = False
) -> tuple[Table, random.Random, bool]:
    """A table to check, who draws the choices, and whether they are a builder's."""
    wonders = SPECIAL_WONDERS if not edifice else ["Carthage", "Ur", *SPECIAL_WONDERS]
    options = (edifice_options if edifice else options_of)(seed, size, edition)
    table = Table.dealt(seed, **options, wonders=wonders[:size] if seed % 2 else None)
    return table, random.Random(f"{seed} {size}"), seed % 4 != 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_random_games_hold_every_special_choice(edition: str) -> None:
    """Invariants of a phase that never comes up have not been checked."""
    games = (dealt(seed, size, edition) for seed in SEEDS for size in SIZES)
    assert set(specials_of(games)) == SPECIAL[edition]
    games = (dealt(seed, size, edition, edifice=True) for seed in SEEDS for size in SIZES)
    wanted = SPECIAL[edition] | {"choose", "lose", "participate", "free"}
    assert set(specials_of(games)) >= wanted - {"copy"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edifice", [False, True])
def test_invariants_of_random_games(seed: int, size: int, edition: str, edifice: bool) -> None:
    """Also with Edifices, Carthage and Ur, and other readings of the rulings."""
    table, rng, builder = dealt(seed, size, edition, edifice)
    options = table.game.options
    cards = Counter(c for age in (1, 2, 3) for hand in table.opening_hands(age) for c in hand)
    names = table.game.deal_to_names(table.state)
    oracle = SevenWondersOracle(names, options)
    actions: Counter[int] = Counter()
    sevenths = revivals = completed = 0
    moves: Moves = []
    for t, seat, text in decisions(table, rng, builder=builder):
        assert_cards_conserved(t)
        assert min(t.coins) >= 0
        if t.state.completed and moves:
            completed += 1
        if not text.startswith("pay") and t.phase == "main":
            actions[seat] += 1
        sevenths += t.phase == "seventh" and not text.startswith("pay")
        revivals += t.phase == "revive"
        moves.append((seat, text))
        oracle.apply(seat, text)
    # every player acts 18 times, and the wonders add theirs
    assert actions == dict.fromkeys(range(size), 18)
    assert completed + int(table.state.completed) == 18
    assert sevenths <= 3 and revivals <= (4 if edifice else 3)  # Carthage's one
    assert_cards_conserved(table)
    after = Counter(c for age in (1, 2, 3) for hand in table.opening_hands(age) for c in hand)
    assert after == cards and cards.total() == 21 * size
    places = Counter(table.discards)
    places.update(name for seat in range(size) for name in table.city(seat))
    everywhere = places.total() + sum(table.stages)
    if options["lost_cards"] == "pile":
        assert everywhere == 21 * size
    assert everywhere <= 21 * size and not places - cards
    # pawns: those of the cards, and from the box where more took part at once, or from Ur
    for age in range(3 if edifice else 0):
        taken = sum(pawns[age] for pawns in table.pawns)
        start = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}[size]
        assert taken >= start - table.pawns_left[age] and 0 <= table.pawns_left[age] <= start
        failed = table.pawns_left[age] > 0
        for seat in range(size):
            assert age + 1 not in table.debts[seat] or failed
    # coins: what was paid to neighbors arrived, by the oracle's books and the engine's
    assert oracle.paid == [int(x) for x in table.state.traded[:size]]
    assert sum(oracle.paid) == sum(oracle.received)
    # shields, tokens, points: from the final city alone
    scorer = plain_score(table)
    assert scorer.shields == table.shields
    scorer.tokens = table.tokens
    assert scorer.scores() == table.sheets
    for sheet in table.sheets:
        assert sheet["total"] == sum(sheet.values()) - sheet["total"]
    assert table.over == {"scores": scorer.scores(), "ranking": scorer.ranking()}
    assert_replay_ends_alike(table, names, moves)


def assert_replay_ends_alike(table: Table, names: dict[str, Any], moves: Moves) -> None:
    """From the named deal and the texts alone: the same record, byte for byte."""
    replay = Table.of(table.game.deal_from_names(names)[0], table.game)
    for seat, text in moves:
        replay.choose(seat, text)
    assert replay.over == table.over
    for field in set(STATE.names or ()) - {"rng"}:
        assert np.array_equal(replay.state[field], table.state[field]), field


def moves_coins(data: dict[str, Any]) -> bool:
    """Whether a card or stage costs or brings coins by itself."""
    return bool(
        data.get("coins") or data.get("cost", {}).get("coins") or data.get("per", {}).get("coins")
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
def test_coins_paid_are_coins_received(size: int, edition: str) -> None:
    """Turn by turn: a seat has what it had, less what it paid, and what its neighbors paid it."""
    cards = {row["name"]: row for row in card_rows(edition)}
    boards = wonder_table(edition)
    compared = traded = 0
    for seed in range(3):
        table = Table.dealt(seed, num_players=size, edition=edition)
        for t, seat, text in decisions(table, random.Random(seed), builder=True):
            after = t.copy().choose(seat, text)
            if t.phase != "main" or t.actors != [seat] or after.actors == [seat] == t.actors:
                continue  # the turn does not resolve with this move
            bill = after.state.bill
            for s in range(size):
                left, right = (s + 1) % size, (s - 1) % size
                paid = int(bill[s].sum())
                assert after.state.traded[s] - t.state.traded[s] == paid
                built = [cards[name] for name in after.city(s) - t.city(s)]
                wonder, side = t.wonders[s]
                built += boards[wonder][side][t.stages[s] : after.stages[s]]
                if any(map(moves_coins, built)):
                    continue
                received = int(bill[left, 1] + bill[right, 0])
                sales = int(after.state.sold[s] - t.state.sold[s])
                assert after.coins[s] == t.coins[s] - paid + received + 3 * sales
                assert len(built) + sales == 1
                compared += 1
                traded += received
    assert compared > 3 * 18 * size / 2 and traded > 20


def test_wars_recomputed_from_the_shields_at_the_end_of_each_age() -> None:
    """Tokens follow from the shields of the turn rows."""
    for seed in range(6):
        size = 3 + seed % 5
        table = Table.dealt(seed, num_players=size)
        wanted: list[list[int]] = [[] for _ in range(size)]
        wars = 0

        def fight(t: Table, wanted: list[list[int]] = wanted) -> bool:
            row = t.game.table_row(t.state).get("turn")
            if row is None or row["turn"] != 6:
                return False
            shields = row["shields"]
            for seat in range(t.n):
                for near in ((seat + 1) % t.n, (seat - 1) % t.n):
                    if shields[seat] > shields[near]:
                        wanted[seat].append({1: 1, 2: 3, 3: 5}[row["age"]])
                    elif shields[seat] < shields[near]:
                        wanted[seat].append(-1)
            assert row["tokens"] == wanted
            return True

        for t, _, _ in decisions(table, random.Random(seed), builder=True):
            wars += fight(t)
        wars += fight(table)
        assert wars == 3 and table.tokens == wanted


def test_the_record_is_small_and_has_no_bytes_without_a_name() -> None:
    """At most 4 KiB; the fields fill it, so copying field by field copies all."""
    assert STATE.itemsize <= 4096
    assert STATE.fields is not None
    end = 0
    for field, offset in sorted((f[1], f[0]) for f in STATE.fields.values()):
        assert field == end
        end = field + offset.itemsize
    assert end == STATE.itemsize


def test_seats_that_are_not_there_stay_empty() -> None:
    table = Table.dealt(1, num_players=3)
    for _ in decisions(table, random.Random(1), builder=True):
        pass
    state = table.state
    for field in ("coins", "shields", "production", "symbols", "colors", "stages", "city",
                  "board", "tokens", "num_tokens", "sold", "traded"):  # fmt: skip
        assert not state[field][3:].any(), field
    assert not state.deck[:, 3:].any() and not state.left[:, 3:].any()
