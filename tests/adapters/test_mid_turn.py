"""7 Wonders saved in the middle of a turn: every interface plays on as if nothing had happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import (
    Copier,
    Setting,
    copiers,
    nth_legal,
    play_aec,
    play_parallel,
    trace_batch,
)
from wonderzoo.agents import RandomAgent
from wonderzoo.batch import Batch
from wonderzoo.learner import LearnerBatch
from wonderzoo.seven_wonders.actions import BUILD_0, SELL_0, STAGE_0
from wonderzoo.seven_wonders.state import COPY, MAIN, NO_CHOICE, REVIVE, SEVENTH, SIDE

SEEDS = 200


@dataclass(frozen=True)
class Moment:
    """A kind of position within a turn; the wonder that brings it about is that of seat 1."""

    name: str
    options: dict[str, Any]
    holds: Callable[[np.record], bool]

    @property
    def setting(self) -> Setting:
        return Setting("seven_wonders", self.options)


def hidden(state: np.record, phase: int) -> bool:
    """Whether a seat has chosen in secret and another has not."""
    return bool(
        state.phase == phase
        and state.waiting
        and (state.chosen[: state.num_players] != NO_CHOICE).any()
    )


def of_wonder(name: str, sides: str, **options: Any) -> dict[str, Any]:
    return {
        "num_players": 3,
        "wonders": ["Gizah", name, "Rhódos"],
        "sides": sides,
        **options,
    }


HIDDEN = Moment("hidden", {"num_players": 7}, lambda s: hidden(s, MAIN) and not s.billing)
SIDES = Moment("side", {"num_players": 4, "sides": "choose"}, lambda s: hidden(s, SIDE))
BETWEEN_STEPS = [
    Moment("bill", {"num_players": 4}, lambda s: bool(s.billing & 2) and hidden(s, MAIN)),
    Moment("revive", of_wonder("Halikarnassós", "night"), lambda s: bool(s.phase == REVIVE)),
    Moment("seventh", of_wonder("Babylon", "night"), lambda s: bool(s.phase == SEVENTH)),
    Moment("copy", of_wonder("Olympía", "b", edition="first"), lambda s: bool(s.phase == COPY)),
]  # those that a parallel environment comes to as well
each_moment = pytest.mark.parametrize(
    "moment", [HIDDEN, SIDES, *BETWEEN_STEPS], ids=lambda moment: moment.name
)


def keen(mask: np.ndarray, number: int) -> int:
    """A legal action, and a stage or a building wherever there is one: wonders need them."""
    for first, end in ((STAGE_0, SELL_0), (BUILD_0, STAGE_0)):
        if mask[first:end].any():
            return first + nth_legal(mask[first:end], number)
    return nth_legal(mask, number)


def aec_at(moment: Moment) -> Any:
    env = moment.setting.env(reward="score")
    for seed in range(SEEDS):
        env.reset(seed=seed)
        number = 0
        while not any(env.terminations.values()):
            if moment.holds(env.unwrapped.record):
                return env
            env.step(keen(env.last()[4]["action_mask"], number))
            number += 1
    raise AssertionError(f"no game came to {moment.name}")


def parallel_at(moment: Moment) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    env = moment.setting.parallel_env(reward="score")
    for seed in range(SEEDS):
        observations, infos = env.reset(seed=seed)
        number = 0
        while env.agents:
            if moment.holds(env.record):
                return env, observations, infos
            actions = {a: keen(i["action_mask"], number) for a, i in infos.items()}
            observations, *_, infos = env.step(actions)
            number += 1
    raise AssertionError(f"no game came to {moment.name}")


@copiers
@each_moment
def test_aec(moment: Moment, copied: Copier) -> None:
    env = aec_at(moment)
    other = copied(env)
    assert moment.holds(other.unwrapped.record)
    original = play_aec(env)
    assert play_aec(other) == original
    assert env.unwrapped.record.tobytes() == other.unwrapped.record.tobytes()
    env.reset()
    other.reset()
    assert env.unwrapped.record.tobytes() == other.unwrapped.record.tobytes()


@copiers
@pytest.mark.parametrize("moment", BETWEEN_STEPS, ids=lambda moment: moment.name)
def test_parallel(moment: Moment, copied: Copier) -> None:
    env, *_ = parallel_at(moment)
    other = copied(env)
    assert moment.holds(other.record)
    original = play_parallel(env)
    assert original and play_parallel(other) == original
    assert env.record.tobytes() == other.record.tobytes()


def step_to(batch: Batch, step: Callable[[np.ndarray], None], moment: Moment) -> None:
    """Play until a game of the batch is at the moment."""
    for number in range(5000):
        if any(map(moment.holds, batch.states)):
            return
        step(np.array([keen(mask, number + i) for i, mask in enumerate(batch.masks)]))
    raise AssertionError(f"no game came to {moment.name}")


@copiers
@each_moment
def test_batch(moment: Moment, copied: Copier) -> None:
    batch = Batch(moment.setting.game(), 3, seed=1, reward="score")
    step_to(batch, batch.step, moment)
    other = copied(batch)
    for name in ("states", "players", "masks", "observations"):
        assert np.array_equal(getattr(other, name), getattr(batch, name)), name
    assert trace_batch(other, 200) == trace_batch(batch, 200)
    assert batch.episodes.any()


@copiers
@each_moment
def test_learner(moment: Moment, copied: Copier) -> None:
    learner = LearnerBatch(moment.setting.game(), 3, [RandomAgent()], seat=1, seed=1)
    step_to(learner.batch, learner.step, moment)
    other = copied(learner)
    for name in ("observations", "masks", "seats", "assigned"):
        assert np.array_equal(getattr(other, name), getattr(learner, name)), name
    assert trace_batch(other, 40) == trace_batch(learner, 40)
    assert learner.batch.episodes.any()


@pytest.mark.parametrize("moment", BETWEEN_STEPS, ids=lambda moment: moment.name)
def test_in_the_parallel_form_the_others_can_only_wait(moment: Moment) -> None:
    env, observations, infos = parallel_at(moment)
    deciding = env.game.actors(env.record)
    assert 0 < len(deciding) < len(env.agents)
    for seat, agent in enumerate(env.agents):
        mask = infos[agent]["action_mask"]
        legal = set(env.game.legal_moves(env.record, seat).values())
        assert set(np.flatnonzero(mask).tolist()) == (legal if seat in deciding else {0})
        assert (0 in legal) == (seat not in deciding)
        assert np.array_equal(observations[agent]["action_mask"], mask)
