"""7 Wonders as a `Game`: the rules, the words and the deal by names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from wonderzoo.errors import OptionError
from wonderzoo.game import Game, Measured
from wonderzoo.guided_search import build_guided_search
from wonderzoo.kernels import build_kernels
from wonderzoo.search import build_search
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
from wonderzoo.seven_wonders.deals_by_name import (
    WONDER_IDS,
    begin_from_names,
    board_names,
    plain,
    to_names,
)
from wonderzoo.seven_wonders.edifice_tables import EDIFICE_NAMES
from wonderzoo.seven_wonders.payment import least_right, nth_bill
from wonderzoo.seven_wonders.state import (
    AGORA_DIFFERENT,
    AGORA_SAME,
    COINS_BY_SEAT,
    COINS_TOGETHER,
    FREE_CHOOSE,
    FREE_FORCED,
    LOST_TO_BOX,
    LOST_TO_PILE,
    OVER,
    PAY_CHEAPEST,
    PAY_CHOOSE,
    REVIVAL_FORCED,
    REVIVAL_OPTIONAL,
    REVIVALS_FIRST,
    SEVENTH_FIRST,
    SHIELDS_ONE_WAR,
    SHIELDS_PERMANENT,
    SIDES_CHOOSE,
    SIDES_DAY,
    SIDES_NIGHT,
    SIDES_RANDOM,
    STATE,
    WONDER_DRAWN,
)
from wonderzoo.seven_wonders.tables import (
    COLORS,
    EDITIONS,
    EXTRA_WONDERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_WONDERS,
    ONLY_WITH_EDIFICE,
    SIDES,
    WONDER_NAMES,
    side_names,
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
_RULINGS: dict[str, dict[Any, int]] = {
    "free_building": {"forced": FREE_FORCED, "choose": FREE_CHOOSE},
    "coin_effects": {"together": COINS_TOGETHER, "seat by seat": COINS_BY_SEAT},
    "revival": {"optional": REVIVAL_OPTIONAL, "forced": REVIVAL_FORCED},
    "last_turn": {"seventh first": SEVENTH_FIRST, "revivals first": REVIVALS_FIRST},
    "seventh_participates": {True: 1, False: 0},
    "lost_cards": {"pile": LOST_TO_PILE, "box": LOST_TO_BOX},
    "agora_pair": {"different": AGORA_DIFFERENT, "same": AGORA_SAME},
    "edifice_shields": {"permanent": SHIELDS_PERMANENT, "one war": SHIELDS_ONE_WAR},
}
_OF_EDIFICE = ("seventh_participates", "lost_cards", "agora_pair", "edifice_shields")
EXPANSIONS = ("edifice",)


class SevenWonders(Game):
    """7 Wonders, 3 to 7 players: the base game and the expansion Edifice.

    Options:
        num_players: 3 (default) to 7.
        edition: ``"second"`` (2020, default) or ``"first"``.
        sides: of the wonders: ``"random"`` (default), ``"day"``, ``"night"`` (``"a"``, ``"b"`` in
            the first edition), or ``"choose"``: the players choose before the first turn.
        payment: ``"choose"`` (default): a player picks among all Pareto-minimal bills;
            ``"cheapest"``: the one of the least total, and of those the least to the left.
        wonders: a name for each seat, or None (default) to draw them.
        expansions: those in play: ``()`` (default) or ``("edifice",)``.
        extra_wonders: which of ``"Carthage"`` and ``"Ur"`` (only with Edifice) join the draw;
            none by default.
        free_building: ``"forced"`` (default): what a chain or stage makes free is built free;
            ``"choose"``: ``build C`` pays for it, to the neighbors' benefit, and ``build C free``
            does not.
        coin_effects: ``"together"`` (default): all pay and build, then all gain coins;
            ``"seat by seat"``: each pays, builds and gains before the next does.
        revival: ``"optional"`` (default) or ``"forced"``: whether a stage that builds a card of
            the discards may build nothing.
        last_turn: ``"seventh first"`` (default) or ``"revivals first"``: the order of Babylon's
            seventh card and cards built from the discards.
        seventh_participates: True (default) or False: whether a stage built with Babylon's
            seventh card may take part in the Edifice.
        lost_cards: ``"pile"`` (default) or ``"box"``: where cards go that are lost to a penalty.
        agora_pair: ``"different"`` (default) or ``"same"``: what two pawns of Agora repeat.
        edifice_shields: ``"permanent"`` (default) or ``"one war"``: how long shields of Edifices
            count.
    """

    name = "seven_wonders"
    title = "7 Wonders"
    state_dtype = STATE
    option_fields = (
        "num_players",
        "edition",
        "payment",
        "sides",
        "fixed_wonders",
        "edifice",
        "pool",
        *_RULINGS,
    )
    simultaneous = True
    action_texts = actions.ACTION_TEXTS
    action_blocks = actions.BLOCKS
    action_products: ClassVar = {}
    max_legal = actions.MAX_LEGAL
    styles = heuristic.STYLES
    score_columns = scoring.SCORE_COLUMNS
    table_line = ("coins",)
    option_values: ClassVar = {
        "num_players": tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        "edition": EDITIONS,
        "sides": tuple(_SIDES),
        "payment": tuple(_PAYMENT),
        "wonders": (None,),
        "expansions": ([],),
        "extra_wonders": ([],),
        **{name: tuple(values) for name, values in _RULINGS.items()},
    }
    option_notes: ClassVar = {
        "wonders": "drawn; or a list with a name for each seat",
        "expansions": "or a list of " + ", ".join(f"`{name}`" for name in EXPANSIONS),
        "extra_wonders": "or a list of " + ", ".join(f"`{name}`" for name in EXTRA_WONDERS),
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

    search = build_search(
        "seven_wonders",
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        resample=redraw.resample,
        evaluate=heuristic.evaluate,
        finish=heuristic.finish_turn,
        simultaneous=True,
    )
    guided_search = build_guided_search(
        "seven_wonders",
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        resample=redraw.resample,
        simultaneous=True,
    )

    def __init__(self, /, **options: Any) -> None:
        wonders = options.pop("wonders", None)
        lists = {
            name: _chosen_from(known, name, options.pop(name, ()))
            for name, known in (("expansions", EXPANSIONS), ("extra_wonders", EXTRA_WONDERS))
        }
        super().__init__(**options)
        self.options |= lists
        self.num_players = self.options["num_players"]
        self.options["wonders"] = self._checked_wonders(wonders)
        for name in (*self.options["extra_wonders"], *(self.options["wonders"] or ())):
            if name in ONLY_WITH_EDIFICE and not self.with_edifice:
                raise OptionError(f"{name} is only played with expansions=['edifice']")
        edition = self.options["edition"]
        allowed = ("random", "choose", *SIDES[EDITIONS.index(edition)])
        if self.options["sides"] not in allowed:
            raise OptionError(
                f"option sides={self.options['sides']!r} is impossible in the {edition} edition; "
                f"choose from {', '.join(map(repr, allowed))}"
            )

        for name in _OF_EDIFICE:
            default = next(iter(_RULINGS[name]))
            if self.options[name] != default and not self.with_edifice:
                raise OptionError(
                    f"option {name} is only of use with expansions=['edifice']; "
                    f"leave it {default!r}"
                )

    @property
    def with_edifice(self) -> bool:
        return "edifice" in self.options["expansions"]

    def _checked_wonders(self, wonders: Any) -> list[str] | None:
        if wonders is None:
            return None
        if not isinstance(wonders, (list, tuple)) or len(wonders) != self.num_players:
            raise OptionError(f"option wonders must be a list of {self.num_players} names or None")
        for name in wonders:
            if not isinstance(name, str) or plain(name) not in WONDER_IDS:
                known = ", ".join(WONDER_NAMES)
                raise OptionError(
                    f"option wonders: there is no wonder {name!r}; choose from {known}"
                )
        ids = [WONDER_IDS[plain(name)] for name in wonders]
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
        states["edifice"] = self.with_edifice
        drawn = set(WONDER_NAMES) - (set(EXTRA_WONDERS) - set(self.options["extra_wonders"]))
        states["pool"] = sum(1 << i for i, name in enumerate(WONDER_NAMES) if name in drawn)
        states["fixed_wonders"] = WONDER_DRAWN
        for seat, name in enumerate(self.options["wonders"] or ()):
            states["fixed_wonders"][:, seat] = WONDER_IDS[plain(name)]

    # --- words ---

    def action_text(self, action: int) -> str:
        text = super().action_text(action)
        if actions.SIDE_0 <= action < actions.CHOOSE_0:
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
        if actions.SIDE_0 <= action < actions.CHOOSE_0:  # each wonder's sides as printed
            names = side_names(int(state.edition), int(state.board[player]) // 2 % NUM_WONDERS)
            return f"side {names[action - actions.SIDE_0]}"
        return self.action_text(action)

    # --- deals ---

    def deal_to_names(self, state: np.record) -> dict[str, Any]:
        return to_names(state)

    def deal_from_names(self, deal_names: Mapping[str, Any]) -> np.ndarray:
        states = self.new_states(1)
        begin_from_names(states[0], self.options, deal_names)
        return states

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
            if self.with_edifice:
                row["turn"] |= {
                    "pawns_left": [int(left) for left in state.pawns_left],
                    "pawns": [[int(pawns) for pawns in seat] for seat in state.pawns[:n]],
                    "debts": [
                        [age + 1 for age in range(NUM_AGES) if (int(bits) >> age) & 1]
                        for bits in state.debts[:n]
                    ],
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
            name = " ".join(board_names(int(board) // (2 * NUM_WONDERS), int(board)))
            groups[name] = total[boards == board]
        shared = (total == total.max(axis=1, keepdims=True)) & (
            states["coins"][:, :n]
            == np.where(total == total.max(axis=1, keepdims=True), states["coins"][:, :n], -1).max(
                axis=1, keepdims=True
            )
        )
        events = {"shared": shared.sum(axis=1) > 1}
        if self.with_edifice:
            numbers["pawns"] = states["pawns"][:, :n].sum(axis=2)
            numbers["debts"] = np.bitwise_count(states["debts"][:, :n].astype(np.uint8))
            for age in range(NUM_AGES):
                events[f"edifice_built_age_{age + 1}"] = states["pawns_left"][:, age] == 0
            built = states["pawns_left"] == 0
            for edifice, name in enumerate(EDIFICE_NAMES):
                in_play = states["edifices"] == edifice
                groups[f"{name} is built"] = built[in_play].astype(np.int64)
        return Measured(numbers, events, groups)

    def render(self, state: np.record, *, color: bool = False) -> str:
        return text.render(state, color=color)


def _chosen_from(known: tuple[str, ...], option: str, value: Any) -> list[str]:
    """A list of some of the known names, in their order; one name may stand alone."""
    names = [value] if isinstance(value, str) else list(value) if _is_list(value) else None
    by_plain = {plain(name): name for name in known}
    if names is None or not all(
        isinstance(name, str) and plain(name) in by_plain for name in names
    ):
        raise OptionError(
            f"option {option}={value!r} is impossible; give a list of some of "
            f"{', '.join(map(repr, known))}"
        )
    chosen = {by_plain[plain(name)] for name in names}
    return [name for name in known if name in chosen]


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))
