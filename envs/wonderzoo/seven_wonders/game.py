"""7 Wonders as a `Game`: the rules, the words and the deal by names."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from wonderzoo.errors import DealError, OptionError
from wonderzoo.game import Game, Measured
from wonderzoo.kernels import build_kernels
from wonderzoo.seven_wonders import (
    actions,
    deal,
    heuristic,
    observation,
    redraw,
    rules,
    scoring,
    text,
)
from wonderzoo.seven_wonders.payment import least_right, nth_bill
from wonderzoo.seven_wonders.state import (
    COINS_BY_SEAT,
    COINS_TOGETHER,
    FREE_CHOOSE,
    FREE_FORCED,
    OVER,
    PAY_CHEAPEST,
    PAY_CHOOSE,
    REVIVAL_FORCED,
    REVIVAL_OPTIONAL,
    REVIVALS_FIRST,
    SEVENTH_FIRST,
    SIDES_CHOOSE,
    SIDES_DAY,
    SIDES_NIGHT,
    SIDES_RANDOM,
    STATE,
    WONDER_DRAWN,
)
from wonderzoo.seven_wonders.tables import (
    CARD_NAMES,
    COLORS,
    DECK_SIZE,
    DECKS,
    EDITIONS,
    GUILDS,
    HAND_SIZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_WONDERS,
    SIDES,
    WONDER_NAMES,
)

_PAYMENT = {"choose": PAY_CHOOSE, "cheapest": PAY_CHEAPEST}
_SIDES = {
    "random": SIDES_RANDOM,
    "day": SIDES_DAY,
    "night": SIDES_NIGHT,
    "choose": SIDES_CHOOSE,
    "a": SIDES_DAY,
    "b": SIDES_NIGHT,
}
# rulings on which the rulebook is silent; docs/rulings.md says which
_RULINGS = {
    "free_building": {"forced": FREE_FORCED, "choose": FREE_CHOOSE},
    "coin_effects": {"together": COINS_TOGETHER, "seat by seat": COINS_BY_SEAT},
    "revival": {"optional": REVIVAL_OPTIONAL, "forced": REVIVAL_FORCED},
    "last_turn": {"seventh first": SEVENTH_FIRST, "revivals first": REVIVALS_FIRST},
}


def _plain(name: str) -> str:
    """A name without accents and case: "olympia" for "Olympía"."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()


_WONDER_IDS = {_plain(name): i for i, name in enumerate(WONDER_NAMES)}


class SevenWonders(Game):
    """7 Wonders, base game, 3 to 7 players.

    Options:
        num_players: 3 (default) to 7.
        edition: ``"second"`` (2020, default) or ``"first"``.
        sides: of the wonders: ``"random"`` (default), ``"day"``, ``"night"`` (``"a"``, ``"b"`` in
            the first edition), or ``"choose"``: the players choose before the first turn.
        payment: ``"choose"`` (default): a player picks among all Pareto-minimal bills;
            ``"cheapest"``: the one of the least total, and of those the least to the left.
        wonders: a name for each seat, or None (default) to draw them.
        free_building: ``"forced"`` (default): what a chain or stage makes free is built free;
            ``"choose"``: ``build C`` pays for it, to the neighbors' benefit, and ``build C free``
            does not.
        coin_effects: ``"together"`` (default): all pay and build, then all gain coins;
            ``"seat by seat"``: each pays, builds and gains before the next does.
        revival: ``"optional"`` (default) or ``"forced"``: whether a stage that builds a card of
            the discards may build nothing.
        last_turn: ``"seventh first"`` (default) or ``"revivals first"``: the order of Babylon's
            seventh card and cards built from the discards.
    """

    name = "seven_wonders"
    title = "7 Wonders"
    state_dtype = STATE
    option_fields = ("num_players", "edition", "payment", "sides", "fixed_wonders", *_RULINGS)
    simultaneous = True
    action_texts = actions.ACTION_TEXTS
    action_blocks = actions.BLOCKS
    action_products: ClassVar = {}
    max_legal = actions.MAX_LEGAL
    score_columns = scoring.SCORE_COLUMNS
    table_line = ("coins",)
    option_values: ClassVar = {
        "num_players": tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        "edition": EDITIONS,
        "sides": tuple(_SIDES),
        "payment": tuple(_PAYMENT),
        "wonders": (None,),
        **{name: tuple(values) for name, values in _RULINGS.items()},
    }
    encoders: ClassVar = {"flat": observation.FLAT, "entities": observation.ENTITIES}
    kernels = build_kernels(
        "seven_wonders",
        deal=deal.deal,
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        scores=scoring.scores,
        resample=redraw.resample,
        evaluate=heuristic.evaluate,
        finish=heuristic.finish_turn,
        encoders={
            "flat": observation.observe_flat,
            "entities": observation.observe_entities,
        },
    )

    def __init__(self, **options: Any) -> None:
        wonders = options.pop("wonders", None)
        super().__init__(**options)
        self.num_players = self.options["num_players"]
        self.options["wonders"] = self._checked_wonders(wonders)
        edition = self.options["edition"]
        allowed = ("random", "choose", *SIDES[EDITIONS.index(edition)])
        if self.options["sides"] not in allowed:
            raise OptionError(
                f"option sides={self.options['sides']!r} is impossible in the {edition} edition; "
                f"choose from {', '.join(map(repr, allowed))}"
            )

    def _checked_wonders(self, wonders: Any) -> list[str] | None:
        if wonders is None:
            return None
        if not isinstance(wonders, (list, tuple)) or len(wonders) != self.num_players:
            raise OptionError(f"option wonders must be a list of {self.num_players} names or None")
        for name in wonders:
            if not isinstance(name, str) or _plain(name) not in _WONDER_IDS:
                known = ", ".join(WONDER_NAMES)
                raise OptionError(
                    f"option wonders: there is no wonder {name!r}; choose from {known}"
                )
        ids = [_WONDER_IDS[_plain(name)] for name in wonders]
        if len(set(ids)) < len(ids):
            raise OptionError("option wonders: no two players have the same wonder")
        return [WONDER_NAMES[i] for i in ids]

    def _set_options(self, states: np.ndarray) -> None:
        states["num_players"] = self.num_players
        states["edition"] = EDITIONS.index(self.options["edition"])
        states["payment"] = _PAYMENT[self.options["payment"]]
        states["sides"] = _SIDES[self.options["sides"]]
        for name, values in _RULINGS.items():
            states[name] = values[self.options[name]]
        states["fixed_wonders"] = WONDER_DRAWN
        for seat, name in enumerate(self.options["wonders"] or ()):
            states["fixed_wonders"][:, seat] = _WONDER_IDS[_plain(name)]

    # --- words ---

    def action_text(self, action: int) -> str:
        text = super().action_text(action)
        if action >= actions.SIDE_0:
            sides = SIDES[EDITIONS.index(self.options["edition"])]
            return f"side {sides[action - actions.SIDE_0]}"
        return text

    def action_id(self, text: str) -> int:
        sides = SIDES[EDITIONS.index(self.options["edition"])]
        for number, side in enumerate(sides):
            if text == f"side {side}":
                return actions.SIDE_0 + number
        return super().action_id(text)

    def move_text(self, state: np.record, player: int, action: int) -> str:
        if actions.BILL_0 <= action < actions.REVIVE_0:
            bills = rules.bills_of(state, player, state.chosen[player], False)
            to_left = nth_bill(bills, action - actions.BILL_0)
            return f"pay {to_left} left {least_right(bills, to_left)} right"
        return self.action_text(action)

    # --- deals ---

    def deal_to_names(self, state: np.record) -> dict[str, Any]:
        n = self.num_players
        choose = self.options["sides"] == "choose"
        boards = [int(board) for board in state.board[:n]]
        return {
            "wonders": [
                [
                    WONDER_NAMES[board // 2 % NUM_WONDERS],
                    "choose" if choose else SIDES[state.edition][board % 2],
                ]
                for board in boards
            ],
            "hands": {
                str(age + 1): [[CARD_NAMES[c] for c in state.deck[age, h]] for h in range(n)]
                for age in range(NUM_AGES)
            },
        }

    def deal_from_names(self, deal_names: Mapping[str, Any]) -> np.ndarray:
        states = self.new_states(1)
        state = states[0]
        edition = EDITIONS.index(self.options["edition"])
        wonders = deal_names.get("wonders")
        if not isinstance(wonders, list) or len(wonders) != self.num_players:
            raise DealError(f"deal: 'wonders' must be a list of {self.num_players} [name, side]")
        choosers, seen = 0, set()
        asked, fixed = self.options["sides"], self.options["wonders"]
        for seat, pair in enumerate(wonders):
            wonder, side = _wonder_and_side(pair, edition)
            if wonder in seen:
                raise DealError(f"deal: {WONDER_NAMES[wonder]} stands twice in 'wonders'")
            seen.add(wonder)
            if asked != "random" and (side is None) != (asked == "choose"):
                raise DealError(f"deal: the sides do not fit the option sides={asked!r}")
            if asked == "random" and side is None:
                raise DealError("deal: the side 'choose' needs the option sides='choose'")
            if asked not in ("random", "choose") and SIDES[edition][side or 0] != asked:
                raise DealError(f"deal: the sides do not fit the option sides={asked!r}")
            if fixed is not None and WONDER_NAMES[wonder] != fixed[seat]:
                raise DealError(f"deal: seat {seat} must have {fixed[seat]} by the option wonders")
            choosers |= (side is None) << seat
            state.board[seat] = (edition * NUM_WONDERS + wonder) * 2 + (side or 0)
        hands = deal_names.get("hands")
        if not isinstance(hands, Mapping):
            raise DealError('deal: \'hands\' must map each Age, "1" to "3", to its opening hands')
        for age in range(NUM_AGES):
            key = str(age + 1)
            self._set_hands(state, age, hands.get(key), f"hands of Age {key}")
        deal.begin(state, choosers)
        return states

    def _set_hands(self, state: np.record, age: int, hands: Any, what: str) -> None:
        n = self.num_players
        shape = [len(h) for h in hands if isinstance(h, list)] if isinstance(hands, list) else []
        if shape != [HAND_SIZE] * n or len(hands) != n:
            raise DealError(f"deal: the {what} must be {n} lists of 7 names")
        left = [int(c) for c in DECKS[state.edition, n - MIN_PLAYERS, age] if c >= 0]
        guilds = [int(c) for c in GUILDS[state.edition]] if age == NUM_AGES - 1 else []
        room = n * HAND_SIZE - int(DECK_SIZE[state.edition, n - MIN_PLAYERS, age])
        for hand, names in enumerate(hands):
            for place, name in enumerate(names):
                if name not in CARD_NAMES:
                    raise DealError(f"deal: {name!r} in the {what} is not a printed name")
                card = CARD_NAMES.index(name)
                if card in left:
                    left.remove(card)
                elif card in guilds and room:
                    guilds.remove(card)
                    room -= 1
                else:
                    raise DealError(f"deal: {name} in the {what} is one too many for {n} players")
                state.deck[age, hand, place] = card

    # --- what is seen of a game ---

    def table_row(self, state: np.record) -> dict[str, Any]:
        n = self.num_players
        row: dict[str, Any] = {"coins": [int(c) for c in state.coins[:n]]}
        if state.completed:
            row["turn"] = {
                "age": int(state.done_age),
                "turn": int(state.done_turn),
                "coins": row["coins"],
                "shields": [int(x) for x in state.shields[:n]],
                "stages": [int(x) for x in state.stages[:n]],
                "tokens": [
                    [int(t) for t in state.tokens[seat, : state.num_tokens[seat]]]
                    for seat in range(n)
                ],
                "discards": int(state.discards.sum()),
            }
        return row

    def over_row(self, state: np.record) -> dict[str, Any] | None:
        if state.phase != OVER:
            return None
        places, points = np.zeros(self.num_players), np.zeros(self.num_players)
        self.kernels.outcome(state, places, points)
        ranking = [int((places < place).sum()) + 1 for place in places]
        return {"scores": self.score_sheet(state), "ranking": ranking}

    def statistics(self, states: np.ndarray) -> Measured:
        n = self.num_players
        sheets = np.zeros((len(states), n, len(self.score_columns)), dtype=np.int32)
        self.kernels.scores_many(states, sheets)
        total = sheets[:, :, -1]
        numbers: dict[str, np.ndarray] = {"score": total}
        for i, column in enumerate(self.score_columns[:-1]):
            numbers[f"score_{column}"] = sheets[:, :, i]
        ordered = np.sort(total, axis=1)[:, ::-1]
        for place in range(n):
            numbers[f"score_place_{place + 1}"] = ordered[:, place]
        numbers["stages"] = states["stages"][:, :n]
        for i, color in enumerate(COLORS):
            numbers[f"cards_{color}"] = states["colors"][:, :n, i]
        numbers["sales"] = states["sold"][:, :n]
        numbers["coins_traded"] = states["traded"][:, :n]
        boards = states["board"][:, :n].astype(np.int64)
        groups = {}
        for board in np.unique(boards):
            side = SIDES[board // (2 * NUM_WONDERS)][board % 2]
            name = f"{WONDER_NAMES[board // 2 % NUM_WONDERS]} {side}"
            groups[name] = total[boards == board]
        shared = (total == total.max(axis=1, keepdims=True)) & (
            states["coins"][:, :n]
            == np.where(total == total.max(axis=1, keepdims=True), states["coins"][:, :n], -1).max(
                axis=1, keepdims=True
            )
        )
        return Measured(numbers, {"shared": shared.sum(axis=1) > 1}, groups)

    def render(self, state: np.record, *, color: bool = False) -> str:
        return text.render(state, color=color)


def _wonder_and_side(pair: Any, edition: int) -> tuple[int, int | None]:
    """The ids of ``[name, side]``; the side is None if the player chooses it."""
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(x, str) for x in pair):
        raise DealError(f"deal: {pair!r} in 'wonders' is not [name, side]")
    name, side = pair
    if _plain(name) not in _WONDER_IDS:
        raise DealError(f"deal: there is no wonder {name!r}; choose from {', '.join(WONDER_NAMES)}")
    if side != "choose" and side not in SIDES[edition]:
        allowed = ", ".join((*SIDES[edition], "choose"))
        raise DealError(f"deal: {name} has no side {side!r}; choose from {allowed}")
    return _WONDER_IDS[_plain(name)], None if side == "choose" else SIDES[edition].index(side)
