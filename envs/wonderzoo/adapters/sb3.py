"""Stable-Baselines3's vector interface over the native batch, with masks for sb3-contrib."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from wonderzoo.adapters.factory import split_arguments
from wonderzoo.adapters.single_agent import Opponent, opponents
from wonderzoo.adapters.spaces import action_space, box, check_arguments
from wonderzoo.adapters.table import draw
from wonderzoo.games import game_class
from wonderzoo.learner import LearnerBatch
from wonderzoo.learner_group import LearnerGroup

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        f"wonderzoo.adapters.sb3 needs Stable-Baselines3: pip install 'wonderzoo[train]' ({error})"
    ) from None

Indices = None | int | Iterable[int]

_LEARNER_ARGUMENTS = ("weights", "seat", "seed", "encoder", "reward")


class SB3VecEnv(VecEnv):
    """N games from the learners' seats; MaskablePPO reads their masks in one array.

    Observations are the encoder's float32 arrays, (N, *shape). A game that ends is dealt anew in
    the same step; its info holds ``terminal_observation``, ``TimeLimit.truncated`` (False: games
    end by their rules) and ``episode`` (reward "r", decisions "l", seconds "t") for the logger.
    All other infos are empty. Arrays handed out are never written again, but for those of
    ``env_method("action_masks")``.
    """

    def __init__(
        self, learner: LearnerBatch | LearnerGroup, *, render_mode: str | None = None
    ) -> None:
        """Wrap ``learner``, which must deal finished games anew."""
        check_arguments(
            render_mode=render_mode,
            obs_format="flat",
            obs_key="observation",
            reward="win",
            max_cycles=None,
        )
        if not learner.batch.auto_reset:
            raise ValueError("SB3VecEnv needs a LearnerBatch made with auto_reset=True")
        self.learner = learner
        self.render_mode = render_mode
        self._actions: np.ndarray | None = None
        self._fresh = True
        self._start = time.perf_counter()
        self._returns = np.zeros(learner.num_games)
        self._lengths = np.zeros(learner.num_games, dtype=np.int64)
        encoder = learner.batch.encoder
        assert encoder is not None
        super().__init__(learner.num_games, box(encoder), action_space(learner.game))

    def reset(self) -> np.ndarray:
        """Deal all games: from the seeds given to ``seed``, else the next of every slot."""
        if self._seeds[0] is not None:
            self.learner.deal([int(s) for s in self._seeds if s is not None])
        elif not self._fresh:
            self.learner.next_games()
        self._fresh = False
        self._returns[:] = 0
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self.learner.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations (N, *shape), rewards (N,) float32, dones (N,) bool, infos."""
        if self._actions is None:
            raise RuntimeError("step_wait() called without step_async()")
        learner = self.learner
        learner.step(self._actions)
        self._actions = None
        self._fresh = False
        self._returns += learner.rewards
        self._lengths += 1
        # New dictionaries, since SB3's wrappers write into them: 25 us for 1024 games.
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(learner.dones)
        if len(ended):
            seconds = round(time.perf_counter() - self._start, 6)
            for i in ended:
                infos[i] = {
                    "terminal_observation": learner.final_observations[i].copy(),
                    "TimeLimit.truncated": False,
                    "episode": {
                        "r": float(self._returns[i]),
                        "l": int(self._lengths[i]),
                        "t": seconds,
                    },
                }
            self._returns[ended] = 0
            self._lengths[ended] = 0
        return learner.observations.copy(), learner.rewards.copy(), learner.dones.copy(), infos

    def close(self) -> None:
        """Nothing is held open."""

    def action_masks(self) -> np.ndarray:
        """The (N, A) int8 masks of legal actions, a new array."""
        return self.learner.masks.copy()

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [self._draw(i, "rgb_array") for i in range(self.num_envs)]  # type: ignore[misc]

    def _draw(self, i: int, render_mode: str | None) -> str | np.ndarray | None:
        game, state = self.learner.table(i)
        return draw(game, state, render_mode)

    # --- what SB3 asks of the single games: the vector environment answers for all ---

    def _chosen(self, indices: Indices) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute of this environment, once for each index."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of this environment, which is one for all games."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> Any:
        """Call a method for the chosen games.

        "action_masks" is answered by one read-only (n, A) array of the masks now, which changes
        with the next step; sb3-contrib copies it. "render" gives one answer for each game.
        """
        if method_name == "action_masks":
            masks = self.learner.masks.view()
            masks.flags.writeable = False
            return masks if indices is None else masks[self._chosen(indices)]
        if method_name == "render":
            return [self._draw(i, self.render_mode) for i in self._chosen(indices)]
        answer = getattr(self, method_name)(*method_args, **method_kwargs)
        return [answer] * len(self._chosen(indices))

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """No wrapper is around a single game (the episode statistics come without Monitor)."""
        return [False] * len(self._chosen(indices))

    # --- copies ---

    def clone(self) -> SB3VecEnv:
        """An independent environment that plays on the same way (``copy.deepcopy``)."""
        return copy.deepcopy(self)

    def get_state(self) -> dict[str, np.ndarray]:
        """All that is needed to continue, opponents' own memory excepted."""
        own = {"returns": self._returns.copy(), "lengths": self._lengths.copy()}
        return self.learner.get_state() | own

    def set_state(self, saved: dict[str, np.ndarray]) -> None:
        """Continue from what ``get_state`` of an environment of the same size gave."""
        self.learner.set_state(saved)
        self._returns[:] = saved["returns"]
        self._lengths[:] = saved["lengths"]
        self._fresh = False


def sb3_vec_env(
    game: str,
    num_envs: int,
    *,
    opponent: Opponent = "random",
    render_mode: str | None = None,
    **arguments: Any,
) -> SB3VecEnv:
    """N games of a game by name.

    Args:
        opponent: as in `SingleAgentEnv`.
        arguments: weights, seat, seed, encoder and reward of `LearnerBatch`, or options of the
            game.
    """
    made, rest = split_arguments(game_class(game), arguments, _LEARNER_ARGUMENTS)
    learner = LearnerBatch(made, num_envs, opponents(opponent, made), **rest)
    return SB3VecEnv(learner, render_mode=render_mode)
