"""Gymnasium's interface: one seat learns, agents play the others."""

from __future__ import annotations

import copy
import operator
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from wonderzoo.adapters.factory import split_arguments
from wonderzoo.adapters.spaces import (
    MASK,
    RENDER_MODES,
    action_space,
    check_arguments,
    observation_space,
)
from wonderzoo.adapters.table import dealt_states, draw, illegal_action_message
from wonderzoo.agents import Agent, make_agent
from wonderzoo.errors import IllegalActionError, OptionError
from wonderzoo.game import Game
from wonderzoo.games import game_class
from wonderzoo.learner import LearnerBatch

ARGUMENTS = (
    "opponent",
    "seat",
    "render_mode",
    "encoder",
    "obs_format",
    "obs_key",
    "reward",
    "strict",
)

Opponent = str | Agent | Sequence[str | Agent]


def opponents(opponent: Opponent, game: Game) -> list[Agent]:
    """Agents from names, folders of checkpoints, or agents themselves; one or a sequence."""
    if not isinstance(opponent, str | list | tuple) and not hasattr(opponent, "act"):
        raise OptionError(f"opponent={opponent!r} is impossible; give a name or an agent")
    several = [opponent] if isinstance(opponent, str) or hasattr(opponent, "act") else opponent
    return [make_agent(o, game) if isinstance(o, str) else o for o in several]  # type: ignore[misc]


def final_places(game: Game, state: np.record) -> dict[str, np.ndarray]:
    """Places and points of a game that ended by its rules; nothing for a forfeited one.

    Arrays alone, since Gymnasium's vector environments can not join values of several types.
    """
    if game.kernels.actors(state):
        return {}
    places, points = np.zeros(game.num_players), np.zeros(game.num_players)
    game.kernels.outcome(state, places, points)
    return {"places": places, "points": points}


class SingleAgentEnv(gymnasium.Env[Any, int]):
    """Any game as a Gymnasium environment, from one seat.

    A step plays the learner's action and then the others, until the learner must choose again or
    the game is over; its reward is what the seat received meanwhile. ``info["action_mask"]`` and
    ``action_masks()`` give the (A,) int8 mask, never all zero (all ones when the game is over);
    ``info["seat"]`` is the seat. When the game has ended by its rules, ``info["places"]`` and
    ``info["points"]``, (P,) float64, are all seats' places (1 is first; who ties has the mean) and
    victory points. Arrays handed out are never written again. An illegal action ends the game
    with -1.

    Args:
        game: the game with its options.
        opponent: "random", "greedy", the folder of a checkpoint, or an `Agent`; of a sequence of
            them one is drawn for each seat and game.
        seat: the learner's seat, or "alternate" (game by game; the seed says which
            comes first) or "random".
        render_mode: as in `TurnEnv`.
        encoder: a name in ``game.encoders``.
        obs_format: "flat" is the encoder's float32 array; "dict" is ``{obs_key: array,
            "action_mask": mask}``.
        obs_key: the name of the array in the dict.
        reward: "win", "rank" or "score".
        strict: raise `IllegalActionError`, the game untouched, where it would be forfeited.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (so typed in Gymnasium)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game,
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
        self.render_mode = render_mode
        self.strict = strict
        self.observation_space = observation_space(game, encoder, obs_format, obs_key)
        self.action_space: spaces.Discrete = action_space(game)  # type: ignore[assignment]
        self._obs_key = obs_key if obs_format == "dict" else None
        self._learner = LearnerBatch(
            game,
            1,
            opponents(opponent, game),
            seat=seat,
            encoder=encoder,
            reward=reward,
            auto_reset=False,
        )
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game.

        ``seed`` gives exactly its game, the same in every interface. Without one, the next game
        of the environment's own generator is dealt, which the last seed given has started.
        ``options`` may hold ``{"deal": ...}``, a deal by printed names as in recorded games.
        """
        super().reset(seed=seed)
        states = dealt_states(self.game, options)
        if seed is not None or not self._seeded:
            self._learner.deal([secrets.randbits(64) if seed is None else seed], states)
            self._seeded = True
        else:
            self._learner.next_games(states)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the action and then the others.

        Raises:
            IllegalActionError: with ``strict``, the action is illegal.
        """
        learner = self._learner
        try:
            chosen = operator.index(action)
        except TypeError:
            chosen = -1  # no action, so illegal
        if learner.batch.players[0] < 0:
            gymnasium.logger.warn("step() called after the game was over; call reset() first")
            return self._observation(), 0.0, True, False, self._info()
        if self.strict and not (0 <= chosen < self.game.num_actions and learner.masks[0, chosen]):
            raise IllegalActionError(
                illegal_action_message(
                    self.game,
                    self.record,
                    int(learner.seats[0]),
                    action,
                    np.flatnonzero(learner.masks[0]),
                )
            )
        learner.step(np.array([chosen]))
        over = bool(learner.dones[0])
        info = self._info()
        if over:
            info |= final_places(self.game, self.record)
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(learner.rewards[0]), over, False, info

    def action_masks(self) -> np.ndarray:
        """The (A,) int8 mask of legal actions, a new array (sb3-contrib's name for it)."""
        mask: np.ndarray = self._learner.masks[0].copy()
        return mask

    def render(self) -> str | np.ndarray | None:
        """Show the table as ``render_mode`` says: text, an image (H, W, 3) uint8, or printed."""
        return draw(self.game, self.record, self.render_mode)

    @property
    def record(self) -> np.record:
        """The record of the game now (hidden facts included; a view that changes with it)."""
        record: np.record = self._learner.batch.states[0]
        return record

    def _observation(self) -> Any:
        shown = self._learner.observations[0].copy()
        return shown if self._obs_key is None else {self._obs_key: shown, MASK: self.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {MASK: self.action_masks(), "seat": int(self._learner.seats[0])}

    # --- copies ---

    def clone(self) -> SingleAgentEnv:
        """An independent environment that plays on the same way (``copy.deepcopy``)."""
        return copy.deepcopy(self)

    def get_state(self) -> dict[str, Any]:
        """All that is needed to continue, an opponent's own memory excepted."""
        return {"seeded": self._seeded, "np_random": self.np_random.bit_generator.state} | {
            f"games.{name}": array for name, array in self._learner.get_state().items()
        }

    def set_state(self, saved: dict[str, Any]) -> None:
        """Continue from what ``get_state`` gave."""
        self._seeded = saved["seeded"]
        self.np_random.bit_generator.state = saved["np_random"]
        self._learner.set_state(
            {k.removeprefix("games."): v for k, v in saved.items() if k.startswith("games.")}
        )


def single_agent_env(game: str, **arguments: Any) -> SingleAgentEnv:
    """The environment of a game by name; arguments of `SingleAgentEnv` or options of the game."""
    made, rest = split_arguments(game_class(game), arguments, ARGUMENTS)
    return SingleAgentEnv(made, **rest)
