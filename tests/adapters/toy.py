"""A tiny game with simultaneous turns, to test that no adapter is made for one game.

Three seats, two rounds. In a round each seat picks "one", "two" or "three" in secret; who picks
"three" also decides, in secret, to "pay" a point or to "keep" it. When all are in, the points
count. The deal gives the first seat 0 or 1 points.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.errors import DealError
from wonderzoo.game import Block, Encoder, Game
from wonderzoo.kernels import build_kernels, nothing_to_finish
from wonderzoo.rng import mix

# The compilation cache is keyed by the sources of the package; this file is not among them.
_TAG = "toy_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]

SEATS, ROUNDS = 3, 2
CHOOSE, BILL, DONE = range(3)
PAY, KEEP = 4, 5
STATE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("played", np.int8),
            ("phase", np.int8, SEATS),
            ("choice", np.int8, SEATS),
            ("points", np.int16, SEATS),
        ],
    )
)


@kernel(name=f"{_TAG}_deal")
def deal(state, seed):
    state.rng = seed
    state.played = 0
    for seat in range(SEATS):
        state.phase[seat] = CHOOSE
        state.choice[seat] = 0
        state.points[seat] = 0
    state.points[0] = np.int64(mix(seed) & np.uint64(1))


@kernel(name=f"{_TAG}_actors")
def actors(state):
    bits = 0
    if state.played < ROUNDS:
        for seat in range(SEATS):
            if state.phase[seat] != DONE:
                bits |= 1 << seat
    return bits


@kernel(name=f"{_TAG}_legal")
def legal(state, player, out):
    if state.phase[player] == BILL:
        out[0] = PAY
        out[1] = KEEP
        return 2
    for i in range(3):
        out[i] = i + 1
    return 3


@kernel(name=f"{_TAG}_apply")
def apply(state, player, action):
    if state.phase[player] == BILL:
        state.choice[player] = 2 if action == PAY else 3
        state.phase[player] = DONE
    else:
        state.choice[player] = action
        state.phase[player] = BILL if action == 3 else DONE
    for seat in range(SEATS):
        if state.phase[seat] != DONE:
            return
    for seat in range(SEATS):
        state.points[seat] += state.choice[seat]
        state.phase[seat] = CHOOSE
    state.played += 1


@kernel(name=f"{_TAG}_outcome")
def outcome(state, places, points):
    for seat in range(SEATS):
        points[seat] = state.points[seat]
        above = equal = 0
        for other in range(SEATS):
            above += state.points[other] > state.points[seat]
            equal += state.points[other] == state.points[seat]
        places[seat] = above + (equal + 1) / 2


@kernel(name=f"{_TAG}_scores")
def scores(state, out):
    for seat in range(SEATS):
        out[seat, 0] = state.points[seat]


@kernel(name=f"{_TAG}_resample")
def resample(state, player, seed):
    state.rng = seed


@kernel(name=f"{_TAG}_evaluate")
def evaluate(state, player, style):
    return state.points[player] + state.choice[player]


@kernel(name=f"{_TAG}_observe")
def observe(state, player, out):
    out[0] = state.played
    for i in range(SEATS):
        out[1 + i] = state.points[(player + i) % SEATS] / np.float32(10)
    out[1 + SEATS] = state.phase[player]


class Toy(Game):
    name = "toy"
    title = "Toy"
    state_dtype = STATE
    option_fields = ()
    simultaneous = True
    num_players = SEATS
    action_texts = ("wait", "one", "two", "three", "pay", "keep")
    action_blocks = (("wait", 1, "wait"), ("pick", 3, "pick"), ("bill", 2, "bill"))
    action_products: ClassVar[dict[str, tuple[int, int]]] = {}
    max_legal = 3
    styles = ("greedy",)
    score_columns = ("total",)
    option_values: ClassVar[dict[str, tuple[Any, ...]]] = {}
    encoders: ClassVar[dict[str, Encoder]] = {
        "flat": Encoder("flat", (SEATS + 2,), (Block("all", 1, ("r", "a", "b", "c", "phase")),))
    }
    kernels = build_kernels(
        _TAG,
        deal=deal,
        actors=actors,
        legal=legal,
        apply=apply,
        outcome=outcome,
        scores=scores,
        resample=resample,
        evaluate=evaluate,
        finish=nothing_to_finish,
        encoders={"flat": observe},
    )

    def _set_options(self, states: np.ndarray) -> None:
        pass

    def deal_to_names(self, state: np.record) -> dict[str, Any]:
        return {"points": int(state.points[0])}

    def deal_from_names(self, deal: Mapping[str, Any]) -> np.ndarray:
        if "points" not in deal:
            raise DealError("deal: 'points' is missing")
        states = self.new_states(1)
        states[0].points[0] = deal["points"]
        return states

    def table_row(self, state: np.record) -> dict[str, Any]:
        return {"points": [int(p) for p in state.points]}

    def over_row(self, state: np.record) -> dict[str, Any] | None:
        return None if state.played < ROUNDS else self.table_row(state)

    def statistics(self, states: np.ndarray) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        return {}, {}

    def render(self, state: np.record, *, color: bool = False) -> str:
        return f"round {state.played}: {state.points.tolist()}"
