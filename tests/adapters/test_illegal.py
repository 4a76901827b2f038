"""Illegal and out-of-space actions: step by step as with PettingZoo's stock wrappers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tests.adapters.helpers import nth_legal
from tests.adapters.toy import Toy
from wonderzoo import duel_v0, make_game
from wonderzoo.adapters.aec import OrderedTurnEnv, TurnEnv
from wonderzoo.adapters.parallel import RoundEnv
from wonderzoo.errors import IllegalActionError
from wonderzoo.game import Game
from wonderzoo.kernels import WIN, rewards_from_outcome


class PlainEnv(AECEnv):
    """The game as PettingZoo's documentation says to write one, with no check of actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.possible_agents = game.agents
        like = TurnEnv(game)
        self.observation_spaces, self.action_spaces = like.observation_spaces, like.action_spaces
        self.metadata = like.metadata

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        assert seed is not None
        self.states = self.game.dealt(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.game.actor(self.states[0])]

    def observe(self, agent: str) -> Any:
        seat = self.possible_agents.index(agent)
        out = np.zeros((1, self.game.encoder("flat").size), dtype=np.float32)
        self.game.kernels.observe["flat"](self.states, np.array([seat], dtype=np.int32), out)
        mask = np.zeros(self.game.num_actions, dtype=np.int8)
        if seat == self.game.actor(self.states[0]):
            found = np.zeros(self.game.max_legal, dtype=np.int32)
            mask[found[: self.game.kernels.legal(self.states[0], seat, found)]] = 1
        else:
            mask[0] = 1
        return {"observation": out[0], "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.kernels.apply(self.states[0], self.possible_agents.index(agent), int(action))
        actor = self.game.actor(self.states[0])
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
            return
        n = self.game.num_players
        places, points, out = np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.float32)
        self.game.kernels.outcome(self.states[0], places, points)
        rewards_from_outcome(places, points, WIN, out)
        self.rewards = dict(zip(self.agents, map(float, out), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def close(self) -> None:
        pass


def stock(game: Game) -> Any:
    env = TerminateIllegalWrapper(PlainEnv(game), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))


def outcome_of(env: Any, action: Any) -> Any:
    """What a step does: the error or the messages, and all that can be seen afterwards."""
    EnvLogger.flush()
    error = None
    try:
        env.step(action)
    except (AssertionError, ValueError) as caught:
        error = (type(caught), str(caught))
    messages = list(EnvLogger.mqueue)
    inner = env.unwrapped
    shown = []
    if env.agents:
        shown = [env.observe(agent)["observation"].tobytes() for agent in inner.possible_agents]
    last = env.last()[1:4] if env.agents else None
    return (
        error,
        messages,
        list(env.agents),
        env.agent_selection,
        dict(env.rewards),
        dict(inner._cumulative_rewards),
        dict(env.terminations),
        dict(env.truncations),
        sorted(env.infos),
        last,
        shown,
    )


def strange_action(draw: random.Random, size: int) -> Any:
    return draw.choice(
        [
            *(-1, size, size + 5, 10**12, 2.0, None, "build", [1]),
            *(np.int32(3), np.uint64(2), np.uint8(1), np.float64(1), np.array(4), np.array([4])),
        ]
    )


@pytest.mark.parametrize("game", [make_game("duel"), Toy()], ids=["duel", "toy"])
@pytest.mark.parametrize("seed", range(12))
def test_like_the_stock_wrappers(game: Game, seed: int) -> None:
    draw = random.Random(seed)
    EnvLogger.suppress_output()
    ours, theirs = OrderedTurnEnv(TurnEnv(game)), stock(game)
    kinds = set()
    for number in range(6):
        ours.reset(seed=100 * seed + number)
        theirs.reset(seed=100 * seed + number)
        after_the_end = 0
        while after_the_end < 2:
            after_the_end += not theirs.agents
            over = bool(theirs.agents) and any(theirs.last(observe=False)[2:4])
            luck = draw.random()
            if luck < 0.04:
                kind, action = "strange", strange_action(draw, game.num_actions)
            elif luck < 0.06:
                kind, action = "any", draw.randrange(game.num_actions)
            elif over or not theirs.agents:
                kind, action = "none", None
            else:
                mask = theirs.observe(theirs.agent_selection)["action_mask"]
                assert (mask == ours.observe(ours.agent_selection)["action_mask"]).all()
                kind, action = "legal", draw.choice(np.flatnonzero(mask).tolist())
            kinds.add((kind, over))
            assert outcome_of(ours, action) == outcome_of(theirs, action), (number, kind, action)
    EnvLogger.unsuppress_output()
    assert ("legal", False) in kinds and ("none", True) in kinds


def test_the_comparison_covers_forfeits() -> None:
    """The test above is worth something: an illegal action does what PettingZoo says."""
    for env in (duel_v0.env(), stock(make_game("duel"))):
        env.reset(seed=0)
        mover = env.agent_selection
        error, messages, agents, selected, rewards, *_ = outcome_of(env, 0)
        assert error is None and "Illegal move made" in messages[0]
        assert agents == ["player_0", "player_1"] and selected == "player_0"
        assert rewards == {agent: -1.0 if agent == mover else 0.0 for agent in agents}
        assert all(env.terminations.values()) and all(env.truncations.values())


def test_masks_after_a_forfeit_are_ones() -> None:
    env = duel_v0.env()
    env.reset(seed=0)
    env.step(0)
    assert all(info["action_mask"].all() for info in env.infos.values())
    assert env.observe("player_1")["action_mask"].all()


@pytest.mark.parametrize("action", [0, 5000, -1, None, "draft Piraeus", 1.0])
def test_strict_raises_and_leaves_the_game(action: Any) -> None:
    env = duel_v0.env(strict=True)
    env.reset(seed=3)
    before = env.unwrapped.record.tobytes()
    with pytest.raises(IllegalActionError) as caught:
        env.step(action)
    text = str(caught.value)
    assert "\n" not in text and "player_0" in text and "draft " in text
    assert ("'wait'" if action == 0 else repr(action)) in text
    assert env.unwrapped.record.tobytes() == before and not any(env.terminations.values())
    env.step(nth_legal(env.last()[4]["action_mask"], 0))
    assert env.unwrapped.record.tobytes() != before


def test_strict_message_is_short() -> None:
    env = duel_v0.env(strict=True)
    env.reset(seed=3)
    number = 0
    while env.last()[4]["action_mask"].sum() <= 14:
        env.step(nth_legal(env.last()[4]["action_mask"], number))
        number += 1
    with pytest.raises(IllegalActionError, match=r"and \d+ more$"):
        env.step(0)


def test_parallel_forfeit() -> None:
    env = duel_v0.parallel_env()
    EnvLogger.suppress_output()
    _, infos = env.reset(seed=0)
    legal = nth_legal(infos["player_0"]["action_mask"], 0)
    before = env.record.tobytes()
    EnvLogger.flush()
    # the seat that waits may only wait
    _, rewards, terminations, truncations, infos = env.step({"player_0": legal, "player_1": 20})
    EnvLogger.unsuppress_output()
    assert any("Illegal move" in message for message in EnvLogger.mqueue)
    assert rewards == {"player_0": 0.0, "player_1": -1.0}
    assert all(terminations.values()) and all(truncations.values()) and not env.agents
    assert env.record.tobytes() == before
    assert all(info["action_mask"].all() for info in infos.values())
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_parallel_several_forfeit() -> None:
    env = RoundEnv(Toy())
    env.reset(seed=0)
    _, rewards, *_ = env.step({"player_0": 0, "player_1": 1, "player_2": 5})
    assert rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": -1.0}


def test_parallel_bad_actions() -> None:
    env = duel_v0.parallel_env()
    env.reset(seed=0)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step({"player_0": -1, "player_1": 0})
    with pytest.raises(IllegalActionError, match="no action of player_1"):
        env.step({"player_0": 1})
    strict = duel_v0.parallel_env(strict=True)
    _, infos = strict.reset(seed=0)
    before = strict.record.tobytes()
    legal = nth_legal(infos["player_0"]["action_mask"], 0)
    with pytest.raises(IllegalActionError, match=r"player_1 chose .draft .*: wait$"):
        strict.step({"player_0": legal, "player_1": 5})
    assert strict.record.tobytes() == before and strict.agents
