"""7 Wonders Duel as a `Game`: the rules, the words and the deal by names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from wonderzoo.duel import actions, deal, heuristic, observation, rules, scoring, text
from wonderzoo.duel.state import (
    BUILT,
    CITY,
    CIVILIAN,
    DISCARDED,
    ENDINGS,
    MILITARY,
    NOT_OVER,
    SCIENCE,
    STATE,
    TIED_BEGIN,
    TIED_CHOOSE,
)
from wonderzoo.duel.tables import (
    CARD_AGE,
    CARD_COLOR,
    CARD_NAMES,
    DECKS,
    GUILDS_IN_AGE_3,
    LIBRARY_TOKENS,
    NUM_AGES,
    NUM_SLOTS,
    PURPLE,
    TOKEN_NAMES,
    TOKENS_ON_BOARD,
    WONDER_NAMES,
)
from wonderzoo.errors import DealError
from wonderzoo.game import Game, Measured
from wonderzoo.guided_search import build_guided_search
from wonderzoo.kernels import build_kernels, nothing_to_finish
from wonderzoo.search import build_search

_TIED_START = {"choose": TIED_CHOOSE, "begin": TIED_BEGIN}
_GROUP = 4


class Duel(Game):
    """7 Wonders Duel, base game, 2 players.

    Options:
        tied_start: who begins an Age when the pawn stands on 0: ``"choose"`` (default) lets the
            player who took the last card choose, ``"begin"`` lets him begin unasked (the first
            printing of the rulebook).
    """

    name = "duel"
    title = "7 Wonders Duel"
    state_dtype = STATE
    option_fields = ("tied_start",)
    simultaneous = False
    num_players = 2
    action_texts = actions.ACTION_TEXTS
    action_blocks = actions.BLOCKS
    action_products: ClassVar = {"wonder": (len(WONDER_NAMES), len(CARD_NAMES))}
    max_legal = actions.MAX_LEGAL
    styles = heuristic.STYLES
    score_columns = scoring.SCORE_COLUMNS
    table_line = ("coins", "pawn")
    option_values: ClassVar = {"tied_start": tuple(_TIED_START)}
    encoders: ClassVar = {"flat": observation.FLAT, "entities": observation.ENTITIES}
    kernels = build_kernels(
        "duel",
        deal=deal.deal,
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        scores=scoring.scores,
        resample=deal.resample,
        evaluate=heuristic.evaluate,
        finish=nothing_to_finish,
        encoders={
            "flat": observation.observe_flat,
            "entities": observation.observe_entities,
        },
    )

    search = build_search(
        "duel",
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        resample=deal.resample,
        evaluate=heuristic.evaluate,
        finish=nothing_to_finish,
        simultaneous=False,
    )
    guided_search = build_guided_search(
        "duel",
        actors=rules.actors,
        legal=rules.legal,
        apply=rules.apply,
        outcome=scoring.outcome,
        resample=deal.resample,
        simultaneous=False,
    )

    def _set_options(self, states: np.ndarray) -> None:
        states["tied_start"] = _TIED_START[self.options["tied_start"]]

    def deal_to_names(self, state: np.record) -> dict[str, Any]:
        wonders = [WONDER_NAMES[i] for i in state.wonder_deck[: 2 * _GROUP]]
        tokens = [TOKEN_NAMES[i] for i in state.token_deck[: TOKENS_ON_BOARD + LIBRARY_TOKENS]]
        return {
            "wonders": [wonders[:_GROUP], wonders[_GROUP:]],
            "progress_tokens": tokens[:TOKENS_ON_BOARD],
            "great_library": tokens[TOKENS_ON_BOARD:],
            **{
                f"age_{age + 1}": [CARD_NAMES[i] for i in state.deck[age, :NUM_SLOTS]]
                for age in range(NUM_AGES)
            },
        }

    def deal_from_names(self, deal_names: Mapping[str, Any]) -> np.ndarray:
        states = self.new_states(1)
        state = states[0]
        groups = _field(deal_names, "wonders")
        lists = isinstance(groups, list) and all(isinstance(group, list) for group in groups)
        if not lists or [len(group) for group in groups] != [_GROUP, _GROUP]:
            raise DealError("deal: 'wonders' must be two lists of 4 names")
        wonders = _ids("wonders", groups[0] + groups[1], WONDER_NAMES, 2 * _GROUP)
        tokens = _ids(
            "progress_tokens", _field(deal_names, "progress_tokens"), TOKEN_NAMES, TOKENS_ON_BOARD
        )
        library = _ids(
            "great_library", _field(deal_names, "great_library"), TOKEN_NAMES, LIBRARY_TOKENS
        )
        if set(tokens) & set(library):
            raise DealError(
                "deal: 'great_library' must hold tokens that are not on the board; "
                f"{TOKEN_NAMES[min(set(tokens) & set(library))]} is"
            )
        state.wonder_deck[:] = _completed(wonders, range(len(WONDER_NAMES)))
        state.token_deck[:] = _completed(tokens + library, range(len(TOKEN_NAMES)))
        state.deck[:] = DECKS
        for age in range(NUM_AGES):
            key = f"age_{age + 1}"
            cards = _ids(key, _field(deal_names, key), CARD_NAMES, NUM_SLOTS)
            wrong = [card for card in cards if CARD_AGE[card] != age + 1]
            if wrong:
                raise DealError(
                    f"deal: {CARD_NAMES[wrong[0]]} in {key!r} is a card of Age {CARD_AGE[wrong[0]]}"
                )
            guilds = sum(CARD_COLOR[card] == PURPLE for card in cards)
            if age == NUM_AGES - 1 and guilds != GUILDS_IN_AGE_3:
                raise DealError(f"deal: {key!r} has {guilds} guilds; it must have 3")
            # Boxed cards keep their order: three of the Age, then (Age III) the guilds.
            whole = [int(card) for card in DECKS[age] if card >= 0]
            whole.sort(key=lambda card: CARD_COLOR[card] == PURPLE)
            state.deck[age, : len(whole)] = _completed(cards, whole)
        deal.begin(state)
        return states

    def table_row(self, state: np.record) -> dict[str, Any]:
        return {
            "coins": [int(c) for c in state.coins],
            "pawn": int(state.pawn),
            "paid": int(state.paid),
            "cards": [int((state.card_at == CITY + seat).sum()) for seat in range(2)],
            "wonders": [int((state.wonder_at == BUILT + seat).sum()) for seat in range(2)],
            "discards": int((state.card_at == DISCARDED).sum()),
            "scores": [sheet["total"] for sheet in self.score_sheet(state)],
        }

    def over_row(self, state: np.record) -> dict[str, Any] | None:
        if state.ending == NOT_OVER:
            return None
        return {
            "ending": ENDINGS[state.ending],
            "winner": None if state.winner < 0 else int(state.winner),
            "scores": self.score_sheet(state),
        }

    def statistics(self, states: np.ndarray) -> Measured:
        sheets = np.zeros((len(states), 2, len(self.score_columns)), dtype=np.int32)
        self.kernels.scores_many(states, sheets)
        total, blue = sheets[:, :, -1], sheets[:, :, self.score_columns.index("blue")]
        symbols = (states["symbols"] > 0).sum(axis=2)
        numbers = {"wonders_built": states["wonders_built"].sum(axis=1)}
        for seat, which in enumerate(("first", "second")):
            numbers[f"score_{which}"] = total[:, seat]
            numbers[f"coins_{which}"] = states["coins"][:, seat]
            numbers[f"symbols_{which}"] = symbols[:, seat]
        numbers["abs_pawn"] = np.abs(states["pawn"])
        # A civilian win at equal totals was decided by the blue cards.
        by_blue = (total[:, 0] == total[:, 1]) & (blue[:, 0] != blue[:, 1])
        civilian = states["ending"] == CIVILIAN
        events = {}
        for seat, which in enumerate(("first", "second")):
            won = states["winner"] == seat
            events[f"{which}_civilian"] = won & civilian & ~by_blue
            events[f"{which}_military"] = won & (states["ending"] == MILITARY)
            events[f"{which}_science"] = won & (states["ending"] == SCIENCE)
            events[f"{which}_blue_tie"] = won & civilian & by_blue
        events["shared"] = civilian & (states["winner"] < 0)
        return Measured(numbers, events)

    def render(self, state: np.record, *, color: bool = False) -> str:
        return text.render(state, color=color)


def _field(deal_names: Mapping[str, Any], key: str) -> Any:
    if key not in deal_names:
        raise DealError(f"deal: {key!r} is missing")
    return deal_names[key]


def _ids(key: str, names: Any, known: tuple[str, ...], count: int) -> list[int]:
    """The ids of ``count`` different names."""
    if not isinstance(names, list) or len(names) != count:
        raise DealError(f"deal: {key!r} must be a list of {count} names")
    ids: list[int] = []
    for name in names:
        if name not in known:
            raise DealError(f"deal: {name!r} in {key!r} is not a printed name")
        if known.index(name) in ids:
            raise DealError(f"deal: {name} stands twice in {key!r}")
        ids.append(known.index(name))
    return ids


def _completed(first: list[int], all_ids: Any) -> list[int]:
    """``first``, then the other ids in their order."""
    return first + [i for i in all_ids if i not in set(first)]
