"""Positions of 7 Wonders Duel set up by names and played by text, for the tests of the rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wonderzoo import make_game
from wonderzoo.duel.state import (
    BUILT,
    BURIED,
    CARD_IN_BOX,
    CARD_IN_TABLEAU,
    CITY,
    DISCARDED,
    LEFT_OUT,
    NO_WINNER,
    ON_BOARD,
    OWNED,
    PHASES,
    TOKEN_GONE,
    TOKEN_OFFERED,
    UNBUILT,
    WONDER_IN_BOX,
    WONDER_OFFERED,
    WONDER_REMOVED,
)
from wonderzoo.duel.tables import (
    BIT,
    CARD_AGE,
    CARD_COLOR,
    CARD_NAMES,
    CARD_ONE_GREY,
    CARD_ONE_RAW,
    CARD_PRICE_ONE,
    CARD_PRODUCES,
    CARD_SYMBOL,
    DECK_SIZE,
    NUM_SLOTS,
    PURPLE,
    SLOT_COVERED_BY,
    SLOT_ROW,
    SYMBOLS,
    TOKEN_NAMES,
    WONDER_NAMES,
    WONDER_ONE_GREY,
    WONDER_ONE_RAW,
)

Names = Sequence[str]
Pair = tuple[Names, Names]
NONE: Pair = ((), ())
ON_THE_BOARD = 5
ALL_BITS = (1 << NUM_SLOTS) - 1


def card_id(name: str) -> int:
    return CARD_NAMES.index(name)


def is_guild(name: str) -> bool:
    return bool(CARD_COLOR[card_id(name)] == PURPLE)


def slots_of(cards: Names, age: int) -> dict[int, str | None]:
    """Places that leave all these cards free: the far row, or the row before it for three."""
    room = 6 if age == 2 else 2
    if len(cards) <= room:
        return dict(enumerate(cards))
    if age == 2 or len(cards) != 3:
        raise ValueError(f"too many free cards for Age {age}: {cards}")
    return {0: None, 1: None, 2: cards[0], 3: cards[1], 4: cards[2]}


class Table:
    """One game in progress. What the scenario leaves out is filled with things of no effect.

    Cards of the present and past Ages that it does not name lie under wonders, and wonders that
    it does not name are in the box. Impossible positions are refused.

    Args:
        age: 1, 2 or 3; the draft is over.
        cards: the free cards, put where no other covers them; or give ``slots``.
        slots: face-up cards by slot; None is any card that is no guild.
        down: face-down cards by slot; None as above.
        cities, wonders (not built yet), built, tokens, coins: for each seat.
        removed: the wonder that the seventh sent to the box.
        board: tokens on the board; None fills it up to five with those of the players.
        left_out: tokens left out at set-up in the order The Great Library draws them; filled up.
        gone, offered: tokens out of the game, and those that The Great Library offers now.
        pawn: > 0 when seat 0 leads.
        loot: [seat][token], 1 while it threatens the seat; None: as the pawn stands.
        last: the text of the last action.
    """

    def __init__(
        self,
        *,
        age: int = 2,
        cards: Names = (),
        slots: Mapping[int, str | None] | None = None,
        down: Mapping[int, str | None] | None = None,
        cities: Pair = NONE,
        coins: tuple[int, int] = (7, 7),
        wonders: Pair = NONE,
        built: Pair = NONE,
        removed: str = "",
        tokens: Pair = NONE,
        board: Names | None = None,
        left_out: Names = (),
        gone: Names = (),
        offered: Names = (),
        discards: Names = (),
        buried: Names = (),
        pawn: int = 0,
        loot: tuple[tuple[int, int], tuple[int, int]] | None = None,
        actor: int = 0,
        phase: str = "play",
        again: bool = False,
        last: str = "",
        tied_start: str = "choose",
    ) -> None:
        self.game = make_game("duel", tied_start=tied_start)
        self.state = self.game.new_states(1)[0]
        state = self.state
        state.rng = 1
        state.age, state.picks = age, 8
        state.coins[:] = coins
        state.pawn = pawn
        state.phase, state.actor, state.again = PHASES.index(phase), actor, again
        state.action = self.game.action_id(last) if last else -1
        state.winner = NO_WINNER
        if loot is None:
            loot = (
                (int(pawn > -3), int(pawn > -6)),
                (int(pawn < 3), int(pawn < 6)),
            )
        state.loot[:] = loot
        self._set_cards(
            age,
            dict(slots) if slots is not None else slots_of(cards, age),
            dict(down or {}),
            cities,
            discards,
            buried,
        )
        self._set_wonders(wonders, built, removed)
        self._set_tokens(tokens, board, left_out, gone, offered)

    @classmethod
    def of(cls, state: np.record, **options: Any) -> Table:
        """A table that plays on from a record."""
        table = cls.__new__(cls)
        table.game = make_game("duel", **options)
        table.state = state
        return table

    @classmethod
    def dealt(cls, seed: int, **options: Any) -> Table:
        """A new game, at the draft."""
        return cls.of(make_game("duel", **options).dealt(seed)[0], **options)

    @classmethod
    def named(cls, deal: Mapping[str, Any], **options: Any) -> Table:
        """A new game from a named deal, at the draft."""
        return cls.of(make_game("duel", **options).deal_from_names(deal)[0], **options)

    # Setting up

    def _set_cards(
        self,
        age: int,
        slots: dict[int, str | None],
        down: dict[int, str | None],
        cities: Pair,
        discards: Names,
        buried: Names,
    ) -> None:
        state = self.state
        place = dict.fromkeys(discards, DISCARDED) | dict.fromkeys(buried, BURIED)
        for seat in range(2):
            place |= dict.fromkeys(cities[seat], CITY + seat)
        named = [*cities[0], *cities[1], *discards, *buried]
        named += [name for name in (*slots.values(), *down.values()) if name is not None]
        if len(set(named)) != len(named):
            raise ValueError("a card is in two places")
        _check_layout(age, set(slots), set(down), self.phase)
        state.deck[:] = -1
        state.card_at[:] = CARD_IN_BOX
        for deck_age in (1, 2, 3):
            taken = [name for name in place if CARD_AGE[card_id(name)] == deck_age]
            if deck_age > age and taken:
                raise ValueError(f"{taken[0]} is a card of an Age to come")
            present = {**slots, **down} if deck_age == age else {}
            row, fillers = _deck(deck_age, present, taken, set(named), deck_age < age)
            state.deck[deck_age - 1, : len(row)] = [card_id(name) for name in row]
            if deck_age <= age:
                for name in fillers:
                    state.card_at[card_id(name)] = BURIED
            for slot, name in enumerate(row):
                state.card_slot[card_id(name)] = slot if slot < NUM_SLOTS else -1
        for slot in (*slots, *down):
            state.card_at[state.deck[age - 1, slot]] = CARD_IN_TABLEAU
        for name, at in place.items():
            state.card_at[card_id(name)] = at
        state.present = sum(int(BIT[slot]) for slot in (*slots, *down))
        state.revealed = ALL_BITS - sum(int(BIT[slot]) for slot in down)
        for seat in range(2):
            for name in cities[seat]:
                card = card_id(name)
                state.colors[seat, CARD_COLOR[card]] += 1
                state.production[seat] += CARD_PRODUCES[card].astype(np.int16)
                state.price_one[seat] |= CARD_PRICE_ONE[card].astype(np.int16)
                state.one_raw[seat] += CARD_ONE_RAW[card]
                state.one_grey[seat] += CARD_ONE_GREY[card]
                if CARD_SYMBOL[card] >= 0:
                    state.symbols[seat, CARD_SYMBOL[card]] += 1

    def _set_wonders(self, wonders: Pair, built: Pair, removed: str) -> None:
        state = self.state
        named = [*wonders[0], *wonders[1], *built[0], *built[1], *([removed] if removed else [])]
        if len(set(named)) != len(named) or len(named) > 8:
            raise ValueError(f"wonders: {named}")
        state.wonder_at[:] = WONDER_IN_BOX
        for seat in range(2):
            for name in wonders[seat]:
                state.wonder_at[WONDER_NAMES.index(name)] = UNBUILT + seat
            for name in built[seat]:
                wonder = WONDER_NAMES.index(name)
                state.wonder_at[wonder] = BUILT + seat
                state.wonders_built[seat] += 1
                state.one_raw[seat] += WONDER_ONE_RAW[wonder]
                state.one_grey[seat] += WONDER_ONE_GREY[wonder]
        if removed:
            state.wonder_at[WONDER_NAMES.index(removed)] = WONDER_REMOVED
        order = named + [name for name in WONDER_NAMES if name not in named]
        state.wonder_deck[:] = [WONDER_NAMES.index(name) for name in order]

    def _set_tokens(
        self,
        tokens: Pair,
        board: Names | None,
        left_out: Names,
        gone: Names,
        offered: Names,
    ) -> None:
        state = self.state
        owned = [*tokens[0], *tokens[1]]
        named = [*owned, *(board or ()), *left_out, *gone, *offered]
        if len(set(named)) != len(named):
            raise ValueError(f"a token is in two places: {named}")
        rest = [name for name in TOKEN_NAMES if name not in named]
        library_used = bool(gone or offered)
        if board is None:
            missing = max(ON_THE_BOARD - len(owned) + bool(gone), 0)
            board, rest = rest[:missing], rest[missing:]
        front = [*board, *owned]
        if not library_used:
            if len(front) > ON_THE_BOARD or len(left_out) > ON_THE_BOARD:
                raise ValueError("more tokens than were on the board")
            missing = ON_THE_BOARD - len(left_out)
            back = [*left_out, *rest[:missing]]
            away = rest[missing:]  # as if taken off the board
            out = back
        else:
            if rest:
                raise ValueError(f"name every token when the Library was built: {rest}")
            front, back = front[:ON_THE_BOARD], [*front[ON_THE_BOARD:], *offered, *gone, *left_out]
            away, out = [], list(left_out)
        order = [*front, *away, *back]
        state.token_deck[:] = [TOKEN_NAMES.index(name) for name in order]
        places = [(out, LEFT_OUT), (board, ON_BOARD), (offered, TOKEN_OFFERED)]
        places += [(gone, TOKEN_GONE), (away, TOKEN_GONE)]
        for names, at in [*places, (tokens[0], OWNED), (tokens[1], OWNED + 1)]:
            for name in names:
                state.token_at[TOKEN_NAMES.index(name)] = at
        for seat in range(2):
            state.symbols[seat, SYMBOLS.index("scales")] = int("Law" in tokens[seat])

    # Playing

    def legal(self) -> list[str]:
        return self.game.legal_texts(self.state)

    def can(self, text: str) -> bool:
        self.game.action_id(text)  # a misspelled text must not pass for an illegal one
        return text in self.legal()

    def play(self, *texts: str) -> Table:
        """Play these actions, each by the seat whose turn it is then."""
        for text in texts:
            assert self.can(text), f"{text!r} is not among {self.legal()}"
            self.game.kernels.apply(self.state, self.actor, self.game.action_id(text))
        return self

    # Looking

    @property
    def coins(self) -> tuple[int, int]:
        return int(self.state.coins[0]), int(self.state.coins[1])

    @property
    def paid(self) -> int:
        return int(self.state.paid)

    @property
    def pawn(self) -> int:
        return int(self.state.pawn)

    @property
    def loot(self) -> tuple[tuple[int, int], tuple[int, int]]:
        (a, b), (c, d) = self.state.loot.tolist()
        return (a, b), (c, d)

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def actor(self) -> int:
        """The seat to decide; -1 at the end."""
        return self.game.actor(self.state)

    @property
    def age(self) -> int:
        return int(self.state.age)

    @property
    def over(self) -> tuple[str, int | None] | None:
        """The ending and the winner, once the game is over."""
        row = self.game.over_row(self.state)
        return None if row is None else (row["ending"], row["winner"])

    @property
    def sheets(self) -> list[dict[str, int]]:
        return self.game.score_sheet(self.state)

    def score(self, seat: int) -> int:
        return self.sheets[seat]["total"]

    def names(self, place: int) -> set[str]:
        return {CARD_NAMES[card] for card in np.flatnonzero(self.state.card_at == place)}

    def city(self, seat: int) -> set[str]:
        return self.names(CITY + seat)

    @property
    def discards(self) -> set[str]:
        return self.names(DISCARDED)

    def _wonders(self, place: int) -> set[str]:
        return {WONDER_NAMES[i] for i in np.flatnonzero(self.state.wonder_at == place)}

    def unbuilt(self, seat: int) -> set[str]:
        return self._wonders(UNBUILT + seat)

    def built(self, seat: int) -> set[str]:
        return self._wonders(BUILT + seat)

    @property
    def removed(self) -> set[str]:
        return self._wonders(WONDER_REMOVED)

    @property
    def offered_wonders(self) -> set[str]:
        return self._wonders(WONDER_OFFERED)

    def _tokens(self, place: int) -> set[str]:
        return {TOKEN_NAMES[i] for i in np.flatnonzero(self.state.token_at == place)}

    def tokens(self, seat: int) -> set[str]:
        return self._tokens(OWNED + seat)

    @property
    def board(self) -> set[str]:
        return self._tokens(ON_BOARD)

    def in_slots(self) -> dict[int, str]:
        """The cards still in the structure, hidden ones too."""
        row = self.state.deck[self.age - 1]
        return {
            slot: CARD_NAMES[row[slot]]
            for slot in range(NUM_SLOTS)
            if self.state.present & BIT[slot]
        }

    def face_up(self) -> set[str]:
        up = self.state.revealed
        return {name for slot, name in self.in_slots().items() if up & BIT[slot]}

    def observe(self, encoder: str, seat: int) -> np.ndarray:
        out = np.zeros((1, self.game.encoders[encoder].size), np.float32)
        states = np.array([self.state], dtype=self.game.state_dtype)
        self.game.kernels.observe[encoder](states, np.array([seat]), out)
        return out[0]

    def copy(self) -> Table:
        """The same position, to try something else."""
        states = np.zeros(1, dtype=self.game.state_dtype)
        states[0] = self.state
        return Table.of(states[0], **self.game.options)

    def resampled(self, seat: int, seed: int) -> Table:
        """The position with everything redrawn that the seat cannot know."""
        other = self.copy()
        self.game.kernels.resample(other.state, seat, np.uint64(seed))
        return other


def _check_layout(age: int, up: set[int], down: set[int], phase: str) -> None:
    """Refuse what cannot lie on a table."""
    present = up | down
    if up & down:
        raise ValueError(f"face up and face down at once: {up & down}")
    for slot in range(NUM_SLOTS):
        covers = {c for c in range(NUM_SLOTS) if SLOT_COVERED_BY[age - 1, slot] & BIT[c]}
        if slot not in present and covers & present:
            raise ValueError(f"slot {slot} is empty below slots {covers & present}")
        odd = SLOT_ROW[age - 1, slot] % 2 == 1
        if slot in up and odd and covers & present:
            raise ValueError(f"slot {slot} is covered, so it lies face down")
        if slot in down and not odd:
            raise ValueError(f"slot {slot} is dealt face up")
        if slot in down and phase == "play" and not covers & present:
            raise ValueError(f"slot {slot} is free, so it lies face up")


def _deck(
    age: int,
    present: Mapping[int, str | None],
    taken: Names,
    named: set[str],
    past: bool,
) -> tuple[list[str], list[str]]:
    """The whole deck of an Age, 20 slots and the box, and the fillers of its empty slots."""
    whole = [name for name in CARD_NAMES if CARD_AGE[card_id(name)] == age]
    wrong = [name for name in present.values() if name is not None and name not in whole]
    if wrong:
        raise ValueError(f"{wrong[0]} is no card of Age {age}")
    spare = [name for name in whole if name not in named]
    plain = [name for name in spare if not is_guild(name)]
    guilds = [name for name in spare if is_guild(name)]
    row: list[str | None] = [None] * NUM_SLOTS
    for slot, name in present.items():
        row[slot] = plain.pop(0) if name is None else name
    empty = [slot for slot in range(NUM_SLOTS) if slot not in present]
    if len(taken) > len(empty):
        raise ValueError(f"more cards of Age {age} than were dealt")
    shown = [*taken, *(name for name in row if name is not None)]
    missing_guilds = 3 - sum(map(is_guild, shown)) if age == 3 else 0
    room = len(empty) - len(taken)
    if not 0 <= missing_guilds <= room:
        raise ValueError("Age III has exactly three guilds")
    fillers = guilds[:missing_guilds] + plain[: room - missing_guilds]
    for slot, name in zip(empty, [*taken, *fillers], strict=True):
        row[slot] = name
    dealt = [name for name in row if name is not None]
    box = [name for name in whole if name not in dealt]
    box.sort(key=is_guild)
    assert len(dealt) == NUM_SLOTS and len(whole) >= DECK_SIZE[age - 1]
    return [*dealt, *box], fillers


def assert_price(price: int, text: str, *, rival_coins: int = 7, **setup: Any) -> None:
    """Seat 0 can play ``text`` with exactly ``price`` coins, pays them all, and not with fewer."""
    table = Table(coins=(price, rival_coins), **setup)
    assert table.play(text).paid == price, f"{text}: paid {table.paid}, not {price}"
    if price:
        assert not Table(coins=(price - 1, rival_coins), **setup).can(text), f"{text}: cheaper"
