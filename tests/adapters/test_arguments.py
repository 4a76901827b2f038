"""Wrong arguments give one clear line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import wonderzoo  # noqa: F401  (registers the ids)
from wonderzoo import duel_v0
from wonderzoo.adapters.single_agent import single_agent_env
from wonderzoo.adapters.vector import single_agent_vector_env
from wonderzoo.errors import DealError, OptionError, WonderzooError

MAKERS: list[Callable[..., Any]] = [
    duel_v0.env,
    duel_v0.raw_env,
    duel_v0.parallel_env,
    lambda **kw: single_agent_env("duel", **kw),
    lambda **kw: single_agent_vector_env("duel", 2, **kw),
]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"encoder": "pixels"}, "no encoder 'pixels'; choose from flat, entities"),
        ({"obs_format": "list"}, "obs_format='list' is impossible; choose from 'dict', 'flat'"),
        ({"obs_key": "action_mask"}, "obs_key='action_mask' is impossible"),
        ({"obs_key": 3}, "obs_key=3 is impossible"),
        ({"reward": "coins"}, "reward='coins' is impossible; choose from 'win', 'rank', 'score'"),
        ({"render_mode": "svg"}, "render_mode='svg' is impossible; choose from 'ansi'"),
        ({"tied_start": "never"}, "tied_start='never' is impossible"),
        ({"players": 3}, "no argument 'players'; choose from .*options of duel: tied_start"),
    ],
)
def test_one_line(make: Callable[..., Any], arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(OptionError, match=text) as caught:
        make(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cycles", [0, -1, 2.5, "10"])
def test_max_cycles(cycles: Any) -> None:
    for make in (duel_v0.env, duel_v0.parallel_env):
        with pytest.raises(OptionError, match=r"max_cycles=.* is impossible"):
            make(max_cycles=cycles)


def test_deals() -> None:
    for env in (duel_v0.env(), duel_v0.parallel_env(), single_agent_env("duel")):
        with pytest.raises(DealError, match=r"^deal: 'wonders' is missing$"):
            env.reset(seed=0, options={"deal": {}})


def test_unknown_game() -> None:
    with pytest.raises(WonderzooError, match="there is no game 'chess'; choose from duel"):
        single_agent_env("chess")


def test_through_gymnasium() -> None:
    with pytest.raises(OptionError, match="no argument 'oponent'"):
        gymnasium.make("wonderzoo/Duel-v0", oponent="greedy")
