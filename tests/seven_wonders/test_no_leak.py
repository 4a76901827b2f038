"""Nothing hidden is seen: redrawing what a seat cannot know changes no byte that it gets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.oracle.seven_wonders import guilds
from tests.seven_wonders.play import EDITIONS, SIZES, decisions, edifice_options, options_of
from tests.seven_wonders.table import FILLER, Table, hand_number
from tests.seven_wonders.test_invariants import assert_cards_conserved
from wonderzoo.seven_wonders.observation import CARD_COLUMNS
from wonderzoo.seven_wonders.state import NO_CHOICE, REVIVED, SOLD, STATE
from wonderzoo.seven_wonders.tables import CARD_NAMES, NUM_CARDS

ENCODERS = ("flat", "entities")
# what a redraw may change: the hands, the pile's faces, which of the sold cards had been the one
# that was revived, and the others' choices of this turn
HIDDEN = {"rng", "deck", "discards", "chosen", "bill", "waiting", "billing", "action",
          "how_taken", "revived_at"}  # fmt: skip
HALIKARNASSOS = ["Halikarnassós", "Babylon", "Olympía", "Gizah", "Rhódos", "Éphesos", "Alexandria"]


class Memory:
    """What one seat knows for certain, kept in plain words along the game."""

    def __init__(self, seat: int, players: int) -> None:
        self.seat, self.n = seat, players
        self.hands: dict[int, Counter[str]] = {}  # this Age: what was in a hand, less the builds
        self.sold: Counter[str] = Counter()  # his own, still in the pile for all he knows

    def look(self, table: Table) -> None:
        """His hand, at the start of a turn."""
        if table.turn == 1:
            self.hands = {}
        number = hand_number(self.n, table.age, self.seat, table.turn)
        self.hands[number] = Counter(table.hand(self.seat))

    def turn_over(
        self, before: Table, after: Table, texts: dict[int, str], late: list[str]
    ) -> None:
        """Builds are public, one's own choice is known, and revivals are public.

        Args:
            before, after: the start of the turn and of the next; texts: what each seat chose.
            late: the text of Babylon's seventh card if it is his own.
        """
        for seat, text in texts.items():
            verb, card = self._split(text)
            number = hand_number(self.n, before.age, seat, before.turn)
            if number in self.hands and (verb == "build" or seat == self.seat):
                self.hands[number] -= Counter([card])
            if verb == "sell" and seat == self.seat:
                self.sold[card] += 1
        own = [text for text in late if text.startswith(("build", "stage", "sell"))]
        if own:
            verb, card = self._split(own[0])
            self.sold[card] += verb == "sell"
        elif before.turn == 6:  # his seventh card
            rest = Counter(before.hand(self.seat))
            rest -= Counter([self._split(texts[self.seat])[1]])
            self.sold += rest
        for seat in range(self.n):  # what nobody can have built from a hand was revived
            verb, card = self._split(texts[seat])
            new = after.city(seat) - before.city(seat) - {card if verb == "build" else ""}
            if seat != self.seat or not own:
                self.sold -= Counter(new)

    @staticmethod
    def _split(text: str) -> tuple[str, str]:
        verb, card = text.split(" ", 1)
        card = card.removeprefix("with ").removesuffix(" and participate")
        return verb, card.removesuffix(" free")

    def check(self, table: Table) -> None:
        """The table is possible for all that he knows."""
        for number, seen in self.hands.items():
            owner = next(s for s in range(self.n)
                         if hand_number(self.n, table.age, s, table.turn) == number)  # fmt: skip
            assert not Counter(table.hand(owner)) - seen
        if table.phase == "main":  # later in a turn something may have been revived
            assert not self.sold - Counter(table.discards)


def positions(seed: int, builder: bool, **options: Any) -> Iterator[tuple[Table, list[Memory]]]:
    """Every decision of a random game, with what each seat knows then, and the end."""
    table = Table.dealt(seed, **options)
    memories = [Memory(seat, table.n) for seat in range(table.n)]
    texts: dict[int, str] = {}
    late: list[tuple[int, str]] = []
    start = table.copy()
    for t, seat, text in decisions(table, random.Random(seed), builder=builder):
        if t.phase == "main" and (not texts or (t.age, t.turn) != (start.age, start.turn)):
            for memory in memories:
                if texts:
                    mine = [x for s, x in late if s == memory.seat]
                    memory.turn_over(start, t, texts, mine)
                memory.look(t)
            start, texts, late = t.copy(), {}, []
        if not text.startswith(("pay", "side")):
            if t.phase == "main":
                texts[seat] = text
            else:
                late.append((seat, text))
        yield t, memories
    yield table, memories


def revived_cards(table: Table) -> list[tuple[int, str]]:
    """The number of the look at the pile, and the card that was built then."""
    state = table.state
    return sorted(
        (int(state.revived_at[place]), CARD_NAMES[state.deck[place]])
        for place in zip(*np.nonzero(state.revived_at), strict=True)
    )


def assert_same_for(table: Table, redrawn: Table, seat: int) -> None:
    """All that is public, and all that the seat is shown."""
    for encoder in ENCODERS:
        seen, now = table.observe(encoder, seat), redrawn.observe(encoder, seat)
        assert seen.tobytes() == now.tobytes(), (encoder, np.flatnonzero(seen != now))
    assert redrawn.legal(seat) == table.legal(seat)
    assert redrawn.hand(seat) == table.hand(seat)
    assert redrawn.sheets == table.sheets
    for field in set(STATE.names or ()) - HIDDEN:
        assert np.array_equal(table.state[field], redrawn.state[field]), field
    how, now = (np.where(t.state.how_taken == REVIVED, SOLD, t.state.how_taken)
                for t in (table, redrawn))  # fmt: skip
    assert np.array_equal(how, now)
    assert revived_cards(table) == revived_cards(redrawn)
    for field in ("chosen", "bill"):
        assert np.array_equal(table.state[field][seat], redrawn.state[field][seat])
    for field in ("waiting", "billing"):
        assert (int(table.state[field]) ^ int(redrawn.state[field])) >> seat & 1 == 0
    assert redrawn.state.discards.sum() == table.state.discards.sum()


def assert_legal_deal(table: Table, redrawn: Table) -> None:
    """The cards of each Age are the same; in Age III other guilds may be in play."""
    purple = set(guilds(table.game.options["edition"]))
    for age in (1, 2, 3):
        old, new = (Counter(card for hand in t.opening_hands(age) for card in hand)
                    for t in (table, redrawn))  # fmt: skip
        in_play = {card for card in new if card in purple}
        if age < 3:
            assert old == new
        else:
            assert not set(old - new) - purple and not set(new - old) - purple
            assert len(in_play) == table.n + 2 and all(new[card] == 1 for card in in_play)
    assert_cards_conserved(redrawn)


def assert_choices_dropped(table: Table, redrawn: Table, seat: int) -> None:
    """Others who have chosen in secret choose anew."""
    for other in set(range(table.n)) - {seat}:
        assert redrawn.state.chosen[other] == NO_CHOICE
        assert not int(redrawn.state.billing) >> other & 1
        chose = table.state.chosen[other] != NO_CHOICE
        waits = bool(int(table.state.waiting) >> other & 1)
        assert (int(redrawn.state.waiting) >> other & 1) == (waits or chose)


def play_to_the_end(table: Table, rng: random.Random) -> None:
    for _ in decisions(table, rng, builder=True):
        pass
    assert table.over is not None


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("builder", [False, True])
@pytest.mark.parametrize("edifice", [False, True])
def test_no_hidden_fact_is_seen(size: int, edition: str, builder: bool, edifice: bool) -> None:
    """Two seats at every decision of a game."""
    options = (edifice_options if edifice else options_of)(int(builder), size, edition)
    options["wonders"] = (["Carthage", "Ur", *HALIKARNASSOS] if edifice else HALIKARNASSOS)[:size]
    changed = resampled = 0
    for step, (table, memories) in enumerate(positions(size, builder, **options)):
        if table.phase == "over":
            break
        for k in (0, 1):
            seat = (step + k * (1 + step // size)) % size
            memories[seat].check(table)
            redrawn = table.resampled(seat, 1000 * step + k)
            assert_same_for(table, redrawn, seat)
            assert_legal_deal(table, redrawn)
            assert_choices_dropped(table, redrawn, seat)
            memories[seat].check(redrawn)
            resampled += 1
            changed += bool((redrawn.state.deck != table.state.deck).any())
    assert changed > 0.8 * resampled and resampled >= 2 * 18 * size


@pytest.mark.parametrize("size", SIZES)
def test_a_redrawn_game_plays_on_to_its_end(size: int) -> None:
    """At random decisions of random games: the end of turn, bills, sides, revivals."""
    for seed in range(12):
        rng = random.Random(seed)
        options = (edifice_options if seed % 4 < 2 else options_of)(seed, size, EDITIONS[seed % 2])
        if seed % 3:
            options["wonders"] = HALIKARNASSOS[:size]
        stop = rng.randrange(21 * size)
        table = Table.dealt(seed, **options)
        for step, (t, _, _) in enumerate(decisions(table, rng, builder=True)):
            if step == stop:
                redrawn = t.resampled(rng.randrange(size), seed)
                play_to_the_end(redrawn, rng)
                assert_cards_conserved(redrawn)
                break


def test_games_are_redrawn_again_and_again() -> None:
    """A redraw of a redraw, at every decision, up to the end."""
    for size in SIZES:
        wonders = ["Halikarnassós", "Carthage", *HALIKARNASSOS[1:]][:size]
        table = Table.dealt(size, num_players=size, wonders=wonders, expansions="edifice")
        rng = random.Random(size)
        for step in range(2000):
            if not table.actors:
                break
            seat = rng.choice(table.actors)
            table = table.resampled(seat, step)
            seats = table.actors if step % 5 == 0 else [seat]
            for other in seats:  # now and then the whole turn, so that the game goes on
                moves = sorted(table.moves(other))
                if moves != ["wait"]:
                    table.choose(other, rng.choice(moves))
        assert table.over is not None
        assert_cards_conserved(table)


def test_everything_hidden_is_redrawn() -> None:
    """Hands not seen, Ages to come, the guilds in play, the faces of the pile, tucked cards."""
    kinds: dict[str, set[bytes]] = {}

    def see(kind: str, values: np.ndarray | str) -> None:
        data = values.encode() if isinstance(values, str) else values.tobytes()
        kinds.setdefault(kind, set()).add(data)

    table = Table.dealt(3, num_players=5, wonders=HALIKARNASSOS[:5], sides="night")
    for word in range(30):
        redrawn = table.resampled(2, word)
        for seat in (0, 1, 3, 4):
            see(f"hand of seat {seat}", redrawn.state.deck[0, seat])
        see("Age II", redrawn.state.deck[1])
        see("Age III", redrawn.state.deck[2])
        hands = [card for hand in redrawn.opening_hands(3) for card in hand]
        see("guilds", str(sorted(set(hands) & set(guilds("second")))))
    while table.age < 3:
        table.play()
    table.play().play()
    for word in range(30):
        redrawn = table.resampled(2, word)
        see("pile", redrawn.state.discards)
        see("passed hand", str(sorted(redrawn.hand(4))))
        see("Age III, what was not seen", redrawn.state.deck[2])
        assert sorted(redrawn.hand(2)) == sorted(table.hand(2))
    assert {kind: len(found) for kind, found in kinds.items() if len(found) < 3} == {}
    assert len(kinds["Age II"]) == 30 and len(kinds["pile"]) > 20


def test_guilds_are_redrawn_without_a_bias() -> None:
    """Every set of guilds not seen is as likely, whatever is in play."""
    count: Counter[str] = Counter()
    table = Table.dealt(8, num_players=3)
    for word in range(600):
        hands = table.resampled(0, word).opening_hands(3)
        count.update(c for hand in hands for c in hand if c in guilds("second"))
    assert len(count) == 10 and all(230 < n < 370 for n in count.values())  # 300 expected


@pytest.mark.parametrize("size", SIZES)
def test_the_memory_of_hands_is_shown_in_full(size: int) -> None:
    """Of a hand that passed by, chances add up to its cards, and each card there has one."""
    columns = [f"chance that it is in the hand of seat {i}" for i in range(1, size)]
    at = [CARD_COLUMNS.index(column) for column in columns]
    certain = shown = 0
    table = Table.dealt(size, num_players=size, wonders=HALIKARNASSOS[:size])
    for step, (t, seat, _) in enumerate(decisions(table, random.Random(1), builder=True)):
        if t.phase != "main" or step % 2:
            continue
        rows = t.observe("flat", seat)[: NUM_CARDS * len(CARD_COLUMNS)].reshape(NUM_CARDS, -1)
        for i in range(1, size):
            other = (seat + i) % size
            number = hand_number(size, t.age, other, t.turn)
            held = any(hand_number(size, t.age, seat, turn) == number
                       for turn in range(1, t.turn + 1))  # fmt: skip
            chances = rows[:, at[i - 1]]
            if not held:
                assert not chances.any()
                continue
            shown += 1
            assert np.isclose(chances.sum(), len(t.hand(other)), atol=1e-5)
            assert all(chances[CARD_NAMES.index(name)] > 0 for name in t.hand(other))
            certain += bool((chances[chances > 0] >= 1).all())
    assert shown > certain > 0


def test_redraws_of_one_seed_are_equal() -> None:
    table = Table.dealt(4, num_players=4)
    for _ in range(8):
        table.play()
    assert table.resampled(0, 77).state.tobytes() == table.resampled(0, 77).state.tobytes()
    assert table.resampled(0, 77).state.tobytes() != table.resampled(0, 78).state.tobytes()


def test_a_redraw_holds_nothing_of_the_choices_of_others() -> None:
    """Tables that differ in a hidden choice alone are redrawn to the same record."""
    cities = [[], ["Sawmill"], ["Sawmill"]]
    hands = [["Caravansery", "Altar"]] * 3
    table = Table(age=2, hands=hands, cities=cities, coins=9)
    redrawn = []
    for text in ("sell Altar", "build Altar", "build Caravansery", "sell Caravansery"):
        other = table.copy().choose(1, text)
        redrawn.append(other.resampled(0, 5).state)
    for pay in ("pay 0 left 4 right", "pay 4 left 0 right", "pay 2 left 2 right"):
        other = table.copy().choose(0, "build Caravansery", pay)
        redrawn.append(other.resampled(1, 5).state)
    for states in (redrawn[:4], redrawn[4:]):
        for field in STATE.names or ():
            assert all(np.array_equal(s[field], states[0][field]) for s in states), field


def test_a_finished_game_stays_finished() -> None:
    table = Table.dealt(0, num_players=3)
    play_to_the_end(table, random.Random(0))
    redrawn = table.resampled(0, 1)
    assert redrawn.actors == [] and redrawn.over == table.over
    for encoder in ENCODERS:
        assert redrawn.observe(encoder, 0).tobytes() == table.observe(encoder, 0).tobytes()


def test_who_hid_which_of_two_cards_is_redrawn() -> None:
    """In a game of three a hand comes back on turn 4: two are gone, one of them sold.

    Which one lies in the pile is unknown to the seat that passed the hand on.
    """
    hands = [["Altar", "Theater", "Baths", "Loom", "Press", "Glassworks", "Stockade"]]
    table = Table(hands=hands, cities=[[], ["Sawmill"], []], wonders=[
        "Rhódos day", "Gizah day", "Éphesos day"])  # fmt: skip
    table.play("sell Stockade")  # seat 1 holds the hand now
    table.play("", "stage with Altar")
    table.play("", "", "sell Theater")
    assert table.turn == 4 and sorted(table.hand(0)) == ["Baths", "Glassworks", "Loom", "Press"]
    sold = {bool(table.resampled(0, word).discards.count("Theater")) for word in range(30)}
    assert sold == {True, False}
    for word in range(30):
        pile = Counter(table.resampled(0, word).discards)
        assert pile["Theater"] + pile["Altar"] == 1 and pile["Stockade"] == 1


def revival_twins() -> tuple[Table, Table]:
    """Two Altars: one in a hand that seat 0 has passed on, one in a hand that it never saw.

    One of them is sold and revived; seat 0 cannot know which.
    """
    wonders = ["Gizah day", "Rhódos day", "Halikarnassós day", "Éphesos day", "Alexandria day"]
    hands = [["Altar", "Theater"], [], ["Altar", "Baths"], [], []]
    twins = []
    for one, other in (("Altar", "Baths"), ("Theater", "Altar")):
        table = Table(wonders=wonders, hands=hands, stages=[0, 0, 1],
                      cities=[[], [], ["Glassworks", "Press"]])  # fmt: skip
        table.play().play("", f"sell {one}", "stage with Palace", f"sell {other}")
        twins.append(table.choose(2, "revive Altar"))
    return twins[0], twins[1]


def origins(table: Table, seat: int, words: int = 1500) -> Counter[str]:
    """Where the revived card had come from, and what lies in the pile, in redraws for a seat."""
    found: Counter[str] = Counter()
    for word in range(words):
        redrawn = table.resampled(seat, word)
        ((age, hand, _),) = zip(*np.nonzero(redrawn.state.revived_at), strict=True)
        pile = [name for name in ("Altar", "Baths", "Theater") if name in redrawn.discards]
        found[f"Age {age + 1}, hand {hand}; {', '.join(pile)}"] += 1
    return found


def assert_alike(one: Counter[str], other: Counter[str]) -> None:
    """Two samples of one distribution: no count is off by more than five standard deviations."""
    assert one.total() == other.total()
    for key in one | other:
        assert abs(one[key] - other[key]) < 5 * np.sqrt(one[key] + other[key]) + 5, key


def test_twins_are_redrawn_alike() -> None:
    """What really happened must not sway a redraw for who cannot know it."""
    one, other = (origins(table, 0) for table in revival_twins())
    assert_alike(one, other)
    assert len(one) > 10


def test_the_origin_of_a_revived_card_has_its_chance() -> None:
    """Each sold card is the revived Altar as likely as an Altar may have been in its place.

    Seat 0, on turn 3: of the first hand he passed on six cards, one of them an Altar; one was sold
    since. Of hands that he has not seen 17 cards were there, one of them an Altar: hands 1 and 2,
    and three cards of hands 3 and 4 that were taken before he held them. Six of these were sold.
    """
    near, far = 1 / 6, 6 / 17
    found = Counter[str]()
    for key, count in origins(revival_twins()[0], 0).items():
        found[key.split(";")[0]] += count
    words = found.total()
    chance = near / (near + far)
    assert abs(found["Age 1, hand 0"] / words - chance) < 5 * np.sqrt(chance / words)
    for hand, sold in ((1, 1), (2, 2), (3, 2), (4, 1)):
        chance = sold / 17 / (near + far)
        assert abs(found[f"Age 1, hand {hand}"] / words - chance) < 5 * np.sqrt(chance / words)


def test_a_redraw_for_who_saw_the_pile_keeps_its_cards() -> None:
    """The reviver knows what lay there; who had sold which of them is redrawn."""
    table = revival_twins()[0]
    found = {str(table.resampled(2, word).state.deck[0]) for word in range(50)}
    piles = {str(table.resampled(2, word).discards) for word in range(50)}
    assert len(found) > 10 and piles == {str(table.discards)}


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_revived_copy_does_not_tell_which_hand_it_came_from(encoder: str) -> None:
    one, other = revival_twins()
    assert one.turn == other.turn == 3 and one.city(2) == other.city(2)
    assert one.hand(0) == other.hand(0) and one.discards != other.discards
    seen, now = one.observe(encoder, 0), other.observe(encoder, 0)
    assert seen.tobytes() == now.tobytes(), np.flatnonzero(seen != now)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_revived_copy_does_not_tell_who_else_sold_one(encoder: str) -> None:
    """Seat 4 sells an Altar. If seat 1 sold another, the revived one is not known to be his."""
    wonders = ["Gizah day", "Rhódos day", "Halikarnassós day", "Éphesos day", "Alexandria day"]
    seen = []
    for text in ("sell Altar", "sell Theater"):
        table = Table(wonders=wonders, hands=[[], ["Altar", "Theater"], [], [], ["Altar"]],
                      stages=[0, 0, 1], cities=[[], [], ["Glassworks", "Press"]])  # fmt: skip
        table.play("", text, "stage with Palace", "", "sell Altar").choose(2, "revive Altar")
        assert FILLER in table.discards
        seen.append(table.observe(encoder, 4).tobytes())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_pile_does_not_tell_its_viewer_which_hand_a_copy_came_from(encoder: str) -> None:
    """Two hands with the same two cards, one that he passed on; one of each card is sold."""
    wonders = ["Gizah day", "Rhódos day", "Halikarnassós day", "Éphesos day", "Alexandria day"]
    pair = ["Altar", "Stone Pit"]  # two of each in a game of five
    seen = []
    for near, far in (pair, pair[::-1]):
        table = Table(wonders=wonders, hands=[[], [], pair, [], pair], stages=[0, 0, 1],
                      cities=[[], [], ["Glassworks", "Press"]])  # fmt: skip
        table.play().play(f"sell {far}", "", "stage with Palace", f"sell {near}")
        table.choose(2, "revive nothing")
        seen.append(table.observe(encoder, 2))
    assert seen[0].tobytes() == seen[1].tobytes(), np.flatnonzero(seen[0] != seen[1])


def test_who_finds_nothing_in_the_pile_has_seen_it() -> None:
    """Halikarnassos looks through it, though no card fits; he knows what lies there."""
    wonders = ["Halikarnassós day", "Gizah day", "Rhódos day"]
    table = Table(wonders=wonders, stages=[1], cities=[["Glassworks", "Press", "Altar", FILLER]],
                  hands=[[], ["Altar"], []])  # fmt: skip
    table.play("stage with Palace", "sell Altar")
    assert table.phase == "main" and "Altar" in table.discards
    assert {tuple(table.resampled(0, word).discards) for word in range(50)} == {
        tuple(table.discards)
    }
