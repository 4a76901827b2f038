"""Gymnasium's vector interface over the native batch: all games in one call."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from wonderzoo.adapters.factory import split_arguments
from wonderzoo.adapters.single_agent import ARGUMENTS, Opponent, final_places, opponents
from wonderzoo.adapters.spaces import (
    MASK,
    RENDER_MODES,
    action_space,
    check_arguments,
    observation_space,
)
from wonderzoo.adapters.table import dealt_states, draw, illegal_action_message
from wonderzoo.errors import IllegalActionError, OptionError
from wonderzoo.game import Game
from wonderzoo.games import game_class
from wonderzoo.learner import LearnerBatch


class SingleAgentVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """N games of a `SingleAgentEnv` (which documents the arguments) stepped together.

    A game that ends is dealt anew in the same step (``AutoresetMode.SAME_STEP``): the observation
    is the first of the new game, ``infos["final_obs"]`` and ``infos["final_info"]`` hold the last
    of the old one. ``infos["action_mask"]`` is (N, A) int8. Arrays handed out are never written
    again. With ``seat="alternate"`` game ``i`` begins at seat ``i % P``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (so typed in Gymnasium)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponent: Opponent = "random",
        seat: int | str = "alternate",
        render_mode: str | None = None,
        encoder: str = "flat",
        obs_format: str = "flat",
        obs_key: str = "observation",
        reward: str = "win",
        strict: bool = False,
    ) -> None:
        check_arguments(
            render_mode=render_mode,
            obs_format=obs_format,
            obs_key=obs_key,
            reward=reward,
            max_cycles=None,
        )
        self.game = game
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.strict = strict
        self.learner = LearnerBatch(
            game,
            num_envs,
            opponents(opponent, game),
            seat=seat,
            encoder=encoder,
            reward=reward,
        )
        self.single_observation_space = observation_space(game, encoder, obs_format, obs_key)
        self.single_action_space: spaces.Discrete = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._obs_key = obs_key if obs_format == "dict" else None
        self._seeded = False

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games.

        Args:
            seed: game ``i`` is dealt from exactly ``seed + i`` (or ``seed[i]``), as Gymnasium's
                own vector environments do it; without one, the next game of every slot.
            options: may hold ``{"deal": ...}``, one deal by names for all games.
        """
        first = seed if seed is None or isinstance(seed, int | np.integer) else seed[0]
        super().reset(seed=None if first is None else int(first))
        dealt = dealt_states(self.game, options)
        states = None if dealt is None else np.repeat(dealt, self.num_envs)
        if seed is None and self._seeded:
            self.learner.next_games(states)
        else:
            if seed is None:
                seed = secrets.randbits(63)
            if isinstance(seed, int | np.integer):
                seed = [int(seed) + i for i in range(self.num_envs)]
            self.learner.deal(seed, states)
        self._seeded = True
        return self._observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play the learners' actions, (N,) integers.

        Returns:
            Observations, rewards (N,) float64, terminations and truncations (N,) bool, infos.

        Raises:
            OptionError: ``actions`` are not N integers.
            IllegalActionError: with ``strict``, an action is illegal; no game is touched.
        """
        learner = self.learner
        if self.strict:
            self._check_legal(np.asarray(actions))
        seats = learner.seats.copy()
        learner.step(actions)
        infos: dict[str, Any] = {}
        for i in np.flatnonzero(learner.dones):
            infos = self._add_info(infos, self._final(int(i), int(seats[i])), int(i))
        return (
            self._observations(),
            learner.rewards.astype(np.float64),
            learner.dones.copy(),
            np.zeros(self.num_envs, dtype=np.bool_),
            infos | self._infos(),
        )

    def _check_legal(self, actions: np.ndarray) -> None:
        masks = self.learner.masks
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            return  # the batch says what is wrong
        inside = (actions >= 0) & (actions < self.game.num_actions)
        legal = inside & (masks[np.arange(self.num_envs), np.where(inside, actions, 0)] == 1)
        for i in np.flatnonzero(~legal):
            game, state = self.learner.table(int(i))
            seat, legal_ids = int(self.learner.seats[i]), np.flatnonzero(masks[i])
            text = illegal_action_message(game, state, seat, actions[i], legal_ids)
            raise IllegalActionError(f"game {i}: {text}")

    def _final(self, i: int, seat: int) -> dict[str, Any]:
        learner = self.learner
        shown = learner.final_observations[i].copy()
        ones = np.ones(self.game.num_actions, dtype=np.int8)
        info = {MASK: ones.copy(), "seat": seat}
        return {
            "final_obs": shown if self._obs_key is None else {self._obs_key: shown, MASK: ones},
            "final_info": info | final_places(self.game, learner.batch.final_states[i]),
        }

    def action_masks(self) -> np.ndarray:
        """The (N, A) int8 masks of legal actions, a new array."""
        return self.learner.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """One picture of each game as ``render_mode`` says; None for "human" and no mode."""
        frames = tuple(draw(self.game, s, self.render_mode) for s in self.learner.batch.states)
        return None if self.render_mode in (None, "human") else frames

    def _observations(self) -> Any:
        shown = self.learner.observations.copy()
        return shown if self._obs_key is None else {self._obs_key: shown, MASK: self.action_masks()}

    def _infos(self) -> dict[str, Any]:
        there = np.ones(self.num_envs, dtype=np.bool_)
        return {
            MASK: self.action_masks(),
            f"_{MASK}": there,
            "seat": self.learner.seats.astype(np.int64),
            "_seat": there.copy(),
        }

    # --- copies ---

    def clone(self) -> SingleAgentVectorEnv:
        """An independent environment that plays on the same way (``copy.deepcopy``)."""
        return copy.deepcopy(self)

    def get_state(self) -> dict[str, np.ndarray]:
        """All that is needed to continue, opponents' own memory excepted."""
        return self.learner.get_state()

    def set_state(self, saved: dict[str, np.ndarray]) -> None:
        """Continue from what ``get_state`` of an environment of the same size gave."""
        if len(saved["seats"]) != self.num_envs:
            raise OptionError(
                f"the saved state is of {len(saved['seats'])} games, not {self.num_envs}"
            )
        self.learner.set_state(saved)
        self._seeded = True


def single_agent_vector_env(game: str, num_envs: int = 1, **arguments: Any) -> SingleAgentVectorEnv:
    """The environments of a game by name; arguments as in `single_agent_env`."""
    made, rest = split_arguments(game_class(game), arguments, ARGUMENTS)
    return SingleAgentVectorEnv(made, num_envs, **rest)
