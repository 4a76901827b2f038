"""The spaces and arguments that all interfaces share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from wonderzoo.errors import OptionError
from wonderzoo.game import Encoder, Game
from wonderzoo.kernels import REWARD_SCHEMES

RENDER_MODES = ("ansi", "human", "rgb_array")
OBS_FORMATS = ("dict", "flat")
MASK = "action_mask"

# Encoders scale what they show to about 1; no feature comes near this bound of the Box. A finite
# one is wanted by frameworks that sample or rescale observations.
OBSERVATION_BOUND = 100.0


def check_arguments(
    *, render_mode: str | None, obs_format: str, obs_key: str, reward: str, max_cycles: int | None
) -> None:
    """Raise an `OptionError` of one line for an argument that no environment can take."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise _wrong("render_mode", render_mode, RENDER_MODES)
    if obs_format not in OBS_FORMATS:
        raise _wrong("obs_format", obs_format, OBS_FORMATS)
    if not isinstance(obs_key, str) or obs_key == MASK:
        raise OptionError(f"obs_key={obs_key!r} is impossible; give a name other than {MASK!r}")
    if not isinstance(reward, str) or reward not in REWARD_SCHEMES:
        raise _wrong("reward", reward, tuple(REWARD_SCHEMES))
    if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
        raise OptionError(f"max_cycles={max_cycles!r} is impossible; give 1 or more, or None")


def _wrong(name: str, value: object, allowed: tuple[str, ...]) -> OptionError:
    return OptionError(
        f"{name}={value!r} is impossible; choose from {', '.join(map(repr, allowed))}"
    )


def box(encoder: Encoder) -> spaces.Box:
    """The float32 Box of an encoder's observations."""
    return spaces.Box(-OBSERVATION_BOUND, OBSERVATION_BOUND, encoder.shape, np.float32)


def observation_space(game: Game, encoder: str, obs_format: str, obs_key: str) -> spaces.Space[Any]:
    """A Box for "flat"; for "dict" a Dict of the Box and of the int8 mask, (A,)."""
    shown = box(game.encoder(encoder))
    if obs_format == "flat":
        return shown
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({obs_key: shown, MASK: mask})


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(game.num_actions)
