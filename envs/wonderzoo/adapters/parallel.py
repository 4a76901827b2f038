"""PettingZoo's parallel interface: every seat gives an action in every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from wonderzoo.adapters.aec import FORFEIT
from wonderzoo.adapters.spaces import MASK
from wonderzoo.adapters.table import TableEnv
from wonderzoo.errors import IllegalActionError
from wonderzoo.game import Game

Returned = tuple[
    dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class RoundEnv(TableEnv, ParallelEnv[str, Any, int]):
    """Any game as a PettingZoo parallel environment, without a conversion.

    In each step every seat gives an action; a seat with nothing to decide has ``wait`` (action 0)
    as its only legal one. Arguments, observations, masks and seeds are those of `TurnEnv`; a cycle
    of ``max_cycles`` is one step. An illegal action ends the game before anything is played: -1
    for each seat that chose one, 0 for the others, all terminated and truncated.
    """

    def __init__(self, game: Game, **arguments: Any) -> None:
        super().__init__(game, **arguments)
        seats = game.num_players
        self._seats = np.arange(seats, dtype=np.int32)
        self._copies = game.new_states(seats)  # the kernels take one record for each observer
        self._masks = np.zeros((seats, game.num_actions), dtype=np.int8)
        self._ids = np.zeros(game.max_legal, dtype=np.int32)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a game as `TurnEnv.reset` does; observations and infos of all agents."""
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self._find_legal(over=False)
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> Returned:
        """Play one action of every agent.

        Returns:
            Observations, rewards, terminations, truncations and infos of the agents.

        Raises:
            AssertionError: an action is not in the action space.
            IllegalActionError: an agent of ``agents`` gave no action; with ``strict``, an action
                is illegal. The game is untouched.
        """
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        agents = self.agents
        for agent in agents:
            if agent not in actions:
                raise IllegalActionError(f"no action of {agent}; every agent acts in every step")
            self._check_in_space(agent, actions[agent])
        wrong = [a for seat, a in enumerate(agents) if not self._masks[seat, int(actions[a])]]
        rewards = dict.fromkeys(agents, 0.0)
        terminated = truncated = False
        if wrong:
            if self.strict:
                self._refuse(wrong[0], int(actions[wrong[0]]))
            EnvLogger.warn_on_illegal_move()
            rewards.update(dict.fromkeys(wrong, FORFEIT))
            terminated = truncated = True
        else:
            terminated = self._play([int(actions[agent]) for agent in agents], rewards)
            self._cycles += 1
            full = self.max_cycles is not None and self._cycles >= self.max_cycles
            truncated = full and not terminated
        over = terminated or truncated
        self._find_legal(over)
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            self._infos(),
        )

    def _play(self, actions: list[int], rewards: dict[str, float]) -> bool:
        """Play the choices of all who must decide; True, with the rewards, if the game is over."""
        kernels, record = self.game.kernels, self.record
        deciding = int(kernels.actors(record))
        deciders = [seat for seat in range(len(actions)) if deciding >> seat & 1]
        # Who must decide is settled before: each choice stays hidden until the last one is in.
        for seat in deciders:
            kernels.apply(record, seat, actions[seat])
        if kernels.actors(record):
            return False
        self._batch.end_games()
        rewards.update(zip(self.possible_agents, self._batch.rewards[0].tolist(), strict=True))
        return True

    # --- what the seats see ---

    def _find_legal(self, over: bool) -> None:
        """Fill ``_masks``."""
        self._masks[:] = 1 if over else 0
        if over:
            return
        deciding = int(self.game.kernels.actors(self.record))
        for seat in range(self.game.num_players):
            if deciding >> seat & 1:
                count = self.game.kernels.legal(self.record, seat, self._ids)
                self._masks[seat, self._ids[:count]] = 1
            else:
                self._masks[seat, self.game.wait] = 1

    def _mask_of(self, seat: int) -> np.ndarray:
        mask: np.ndarray = self._masks[seat].copy()
        return mask

    def _observations(self) -> dict[str, Any]:
        out = np.empty((len(self._seats), self._encoder.size), dtype=np.float32)
        self._copies[:] = self._batch.states
        self.game.kernels.observe[self._encoder.name](self._copies, self._seats, out)
        shown = out.reshape(len(self._seats), *self._encoder.shape)
        return {
            agent: self._observation(shown[seat], self._mask_of(seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {a: {MASK: self._mask_of(seat)} for seat, a in enumerate(self.possible_agents)}

    # --- copies ---

    def set_state(self, saved: Mapping[str, Any]) -> None:
        """Continue from what ``get_state`` gave; see `TableEnv`."""
        super().set_state(saved)
        self._find_legal(over=not self.agents)
