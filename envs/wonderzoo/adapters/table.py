"""One game at one table: what the AEC and the parallel environment have in common."""

from __future__ import annotations

import copy
import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from wonderzoo.adapters.spaces import (
    MASK,
    RENDER_MODES,
    action_space,
    box,
    check_arguments,
    observation_space,
)
from wonderzoo.batch import Batch
from wonderzoo.errors import IllegalActionError, OptionError
from wonderzoo.game import Game

_SHOWN = 12  # how many legal actions an error message lists
_STATE_ENCODER = "flat"


def draw(game: Game, state: np.record, render_mode: str | None) -> str | np.ndarray | None:
    """The table as text ("ansi"), on the terminal ("human") or as an image ("rgb_array")."""
    if render_mode == "ansi":
        return game.render(state)
    if render_mode == "rgb_array":
        from wonderzoo.rendering.image import text_image

        return text_image(game.render(state, color=True))
    if render_mode == "human":
        print(game.render(state, color=sys.stdout.isatty()), end="\n\n", flush=True)
    return None


def dealt_states(game: Game, options: Mapping[str, Any] | None) -> np.ndarray | None:
    """The record, (1,), of the deal in the ``options`` of a reset; None if there is none."""
    if not options or "deal" not in options:
        return None
    if not isinstance(options["deal"], Mapping):
        raise OptionError("options['deal'] must be a deal by names, as in recorded games")
    return game.deal_from_names(options["deal"])


def illegal_action_message(
    game: Game, state: np.record, seat: int, action: Any, legal: np.ndarray
) -> str:
    """One line: the seat, the action, and what it could have chosen of the ids ``legal``."""
    known = isinstance(action, int | np.integer) and 0 <= action < game.num_actions
    text = repr(game.action_texts[action]) if known else f"{action!r}, no action of {game.name},"
    names = [game.move_text(state, seat, int(i)) for i in legal]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return (
        f"{game.agents[seat]} chose {text} but the legal actions are: "
        f"{', '.join(names[:_SHOWN])}{more}"
    )


class TableEnv(ABC):
    """The game, its spaces, seeds, observations, pictures and copies.

    Attributes:
        possible_agents: the names of the seats, ``player_0``, ``player_1``, ...
        state_space: the Box of ``state()``.
        max_cycles: see `TurnEnv`; may be changed between games.
    """

    metadata: dict[str, Any]
    agents: list[str]

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        encoder: str = "flat",
        obs_format: str = "dict",
        obs_key: str = "observation",
        reward: str = "win",
        strict: bool = False,
        max_cycles: int | None = None,
    ) -> None:
        check_arguments(
            render_mode=render_mode,
            obs_format=obs_format,
            obs_key=obs_key,
            reward=reward,
            max_cycles=max_cycles,
        )
        self.game = game
        self.render_mode = render_mode
        self.strict = strict
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"{game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": game.simultaneous,
            "render_fps": 2,
        }
        self.possible_agents = game.agents
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(game, encoder, obs_format, obs_key) for agent in game.agents
        }
        self.action_spaces = {agent: action_space(game) for agent in game.agents}
        self.state_space = box(game.encoder(_STATE_ENCODER))
        self._encoder = game.encoder(encoder)
        self._obs_key = obs_key if obs_format == "dict" else None
        self._batch = Batch(game, 1, encoder=None, reward=reward, auto_reset=False)
        self._seeded = False
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def record(self) -> np.record:
        """The record of the game now (hidden facts included; a view that changes with it)."""
        record: np.record = self._batch.states[0]
        return record

    def state(self) -> np.ndarray:
        """The flat observation of the first seat, float32, in ``state_space``."""
        return self._observe_seat(0, _STATE_ENCODER, self.state_space.shape)

    def render(self) -> str | np.ndarray | None:
        """Show the table as ``render_mode`` says: text, an image (H, W, 3) uint8, or printed."""
        return draw(self.game, self.record, self.render_mode)

    def close(self) -> None:  # noqa: B027  (PettingZoo's tests want it overridden)
        """Nothing is held open."""

    # --- seeds and deals ---

    def _deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Deal as ``reset`` documents it."""
        states = dealt_states(self.game, options)
        if seed is not None or not self._seeded:
            self._batch.deal([secrets.randbits(64) if seed is None else seed])
            self._seeded = True
        else:
            self._batch.next_games()
        if states is not None:
            self._batch.replace(states)
        self._cycles = 0

    # --- what the seats see ---

    def _observe_seat(self, seat: int, encoder: str, shape: tuple[int, ...]) -> np.ndarray:
        out = np.empty(shape, dtype=np.float32)
        self.game.kernels.observe[encoder](
            self._batch.states, np.array([seat], dtype=np.int32), out.reshape(1, -1)
        )
        return out

    def _wait_mask(self) -> np.ndarray:
        mask = np.zeros(self.game.num_actions, dtype=np.int8)
        mask[self.game.wait] = 1
        return mask

    def _observation(self, shown: np.ndarray, mask: np.ndarray) -> Any:
        if self._obs_key is None:
            return shown
        return {self._obs_key: shown, MASK: mask}

    # --- actions ---

    def _check_in_space(self, agent: str, action: Any) -> None:
        """As PettingZoo's AssertOutOfBoundsWrapper; `IllegalActionError` if strict."""
        if type(action) is int or type(action) is np.int64:  # what ``contains`` says, faster
            if 0 <= action < self.game.num_actions:
                return
        elif self.action_spaces[agent].contains(action):
            return
        if self.strict:
            self._refuse(agent, action)
        raise AssertionError("action is not in action space")

    def _refuse(self, agent: str, action: Any) -> None:
        seat = self._seat_of[agent]
        legal = np.flatnonzero(self._mask_of(seat))
        raise IllegalActionError(
            illegal_action_message(self.game, self.record, seat, action, legal)
        )

    @abstractmethod
    def _mask_of(self, seat: int) -> np.ndarray:
        """A fresh (A,) int8 mask of what the seat may choose now."""

    # --- copies ---

    _PLAIN: tuple[str, ...] = ("agents", "_seeded", "_cycles")

    def clone(self) -> Any:
        """An independent environment that plays on the same way (``copy.deepcopy``)."""
        return copy.deepcopy(self)

    def get_state(self) -> dict[str, Any]:
        """All that is needed to continue the same game and the ones after it, in plain values.

        The generator of the deals is part of it; those of the spaces (``sample``) are not.
        """
        if not self._seeded:
            raise OptionError("there is no game to save yet; call reset() first")
        return {
            "game": repr(self.game),
            "interface": type(self).__name__,
            "batch": {name: array.tobytes() for name, array in self._batch.get_state().items()},
            **{name: copy.copy(getattr(self, name)) for name in self._PLAIN},
        }

    def set_state(self, saved: Mapping[str, Any]) -> None:
        """Continue from what ``get_state`` gave.

        Raises:
            OptionError: it was saved by another game, or with other options.
        """
        own = {"game": repr(self.game), "interface": type(self).__name__}
        for key, value in own.items():
            if not isinstance(saved, Mapping) or saved.get(key) != value:
                other = saved.get(key) if isinstance(saved, Mapping) else type(saved).__name__
                raise OptionError(f"the saved state is of {other}, not of {value}")
        arrays = self._batch.get_state()
        for name, data in saved["batch"].items():
            old = arrays[name]
            arrays[name] = np.frombuffer(data, dtype=old.dtype).reshape(old.shape)
        self._batch.set_state(arrays)
        for name in self._PLAIN:
            setattr(self, name, copy.copy(saved[name]))
