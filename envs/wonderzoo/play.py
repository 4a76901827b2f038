"""Playing the games of a batch to their ends with an agent on every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch
from wonderzoo.errors import AgentError

# (games, seats that chose, actions), all (M,), before the actions are played
OnMove = Callable[[np.ndarray, np.ndarray, np.ndarray], None]


@dataclass
class Effort:
    """What each agent did: its decisions, and the seconds it took for them."""

    decisions: list[int]
    seconds: list[float]


def play_out(
    batch: Batch,
    agents: Sequence[Agent],
    seating: np.ndarray,
    *,
    on_move: OnMove | None = None,
    progress: Callable[[int], None] | None = None,
) -> Effort:
    """Play every game of a batch to its end.

    Args:
        batch: made with ``auto_reset=False``.
        seating: (N, P) integers, the number of the agent that sits on each seat of each game.
        on_move: told of every move.
        progress: called with the number of games that have just ended.

    Raises:
        AgentError: an agent chose an illegal action, or something else than one for each.
    """
    effort = Effort([0] * len(agents), [0.0] * len(agents))
    running = np.flatnonzero(batch.players >= 0)
    while len(running):
        players = batch.players[running].copy()
        chooser = seating[running, players]
        actions = np.empty(len(running), dtype=np.int32)
        for number, agent in enumerate(agents):
            here = np.flatnonzero(chooser == number)
            if len(here):
                asked = batch.decisions(running[here])
                start = time.perf_counter()
                answer = np.asarray(agent.act(asked))
                effort.seconds[number] += time.perf_counter() - start
                if answer.shape != here.shape or answer.dtype.kind not in "iu":
                    raise AgentError(
                        f"the agent {agent.name!r} must choose {len(here)} actions as integers; "
                        f"it gave {answer.dtype} of shape {answer.shape}"
                    )
                actions[here] = answer
                effort.decisions[number] += len(here)
        if on_move is not None:
            on_move(running, players, actions)
        batch.step_some(running, actions)
        wrong = np.flatnonzero(batch.illegal[running])
        if len(wrong):
            name = agents[chooser[wrong[0]]].name
            raise AgentError(f"the agent {name!r} chose an illegal action")
        ended = batch.dones[running]
        if progress is not None and ended.any():
            progress(int(ended.sum()))
        running = running[~ended]
    return effort
