"""The parallel environment: the same games as the AEC one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import Setting, each_table, nth_legal, play_aec, play_parallel
from tests.adapters.toy import Toy
from wonderzoo import duel_v0, seven_wonders_v0
from wonderzoo.adapters.aec import TurnEnv
from wonderzoo.adapters.parallel import RoundEnv
from wonderzoo.batch import Batch


@pytest.mark.parametrize("seed", range(4))
def test_same_game_as_aec(seed: int) -> None:
    aec, parallel = duel_v0.env(), duel_v0.parallel_env()
    aec.reset(seed=seed)
    parallel.reset(seed=seed)
    assert aec.unwrapped.record.tobytes() == parallel.record.tobytes()
    played = play_aec(aec)
    seen = play_parallel(parallel)
    assert len(seen) == len(played) - 2
    assert aec.unwrapped.record.tobytes() == parallel.record.tobytes()
    for (agent, action, *_), (actions, *_) in zip(played, seen, strict=False):
        assert actions[agent] == action and sum(actions.values()) == action  # the other waits
    assert seen[-1][1] == {row[0]: row[2] for row in played[-2:]}
    assert all(not any(rewards.values()) for _, rewards, *_ in seen[:-1])


@dataclass
class Seen:
    """A game as its seats saw it, whatever the interface."""

    # of each seat, in order: the observation, the mask and the choice
    decisions: dict[int, list[tuple[bytes, bytes, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    rewards: list[float] = field(default_factory=list)
    last: list[bytes] = field(default_factory=list)  # the last observation of each seat
    record: np.record | None = None

    def choose(self, seat: int, observation: np.ndarray, mask: np.ndarray) -> int:
        """A choice that depends on the seat's own game alone, and not on who is asked first."""
        action = nth_legal(mask, 31 * seat + len(self.decisions[seat]))
        self.decisions[seat].append((observation.tobytes(), mask.tobytes(), action))
        return action


def seen_in_aec(setting: Setting, seed: int, **arguments: Any) -> Seen:
    env, seen = setting.env(**arguments), Seen()
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        shown = env.last()[0]
        seat = env.possible_agents.index(env.agent_selection)
        env.step(seen.choose(seat, shown["observation"], shown["action_mask"]))
    seen.rewards = [env.rewards[agent] for agent in env.possible_agents]
    seen.last = [env.observe(agent)["observation"].tobytes() for agent in env.possible_agents]
    seen.record = env.unwrapped.record.copy()
    return seen


def seen_in_parallel(setting: Setting, seed: int, **arguments: Any) -> Seen:
    env, seen = setting.parallel_env(**arguments), Seen()
    shown, _ = env.reset(seed=seed)
    agents, rewards = env.possible_agents, {}
    while env.agents:
        actions = dict.fromkeys(agents, 0)
        for seat in env.game.actors(env.record):
            own = shown[agents[seat]]
            actions[agents[seat]] = seen.choose(seat, own["observation"], own["action_mask"])
        shown, rewards, *_ = env.step(actions)
    seen.rewards = [rewards[agent] for agent in agents]
    seen.last = [shown[agent]["observation"].tobytes() for agent in agents]
    seen.record = env.record.copy()
    return seen


def seen_in_batch(setting: Setting, seed: int, **arguments: Any) -> Seen:
    batch, seen = Batch(setting.game(), 1, auto_reset=False, **arguments), Seen()
    batch.deal([seed])
    while not batch.dones[0]:
        action = seen.choose(int(batch.players[0]), batch.observations[0], batch.masks[0])
        batch.step(np.array([action]))
    n = batch.game.num_players
    seen.rewards = batch.rewards[0].tolist()
    seen.last = [row.tobytes() for row in batch.observe(np.arange(n), np.repeat(batch.states, n))]
    seen.record = batch.states[0].copy()
    return seen


@each_table
@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_the_same_choices_make_the_same_game_in_every_interface(
    setting: Setting, encoder: str
) -> None:
    billed = 0
    for seed in range(4):
        aec, parallel, batch = (
            play(setting, seed, encoder=encoder, reward="score")
            for play in (seen_in_aec, seen_in_parallel, seen_in_batch)
        )
        for other in (parallel, batch):
            assert other.decisions == aec.decisions
            assert other.rewards == aec.rewards
            assert other.last == aec.last
        assert aec.record is not None and parallel.record is not None and batch.record is not None
        assert batch.record.tobytes() == aec.record.tobytes()
        for name in set(setting.game().state_dtype.names or ()) - {"action"}:
            # the last to choose may be another seat where all choose at once
            assert np.array_equal(parallel.record[name], aec.record[name]), name
        assert any(aec.rewards) and sum(aec.rewards) == pytest.approx(0, abs=1e-4)
        bills = [i for i, text in enumerate(setting.game().action_texts) if text[:5] == "bill "]
        billed += sum(row[2] in bills for seat in aec.decisions.values() for row in seat)
    assert (billed > 0) == (setting.options.get("payment") == "choose")


def test_all_end_together() -> None:
    env = duel_v0.parallel_env()
    env.reset(seed=1)
    seen = play_parallel(env)
    for _, _, terminations, truncations, _ in seen[:-1]:
        assert not any(terminations.values()) and not any(truncations.values())
    assert all(seen[-1][2].values()) and not any(seen[-1][3].values()) and not env.agents


@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_observations_as_in_aec(encoder: str) -> None:
    aec, parallel = duel_v0.env(encoder=encoder), duel_v0.parallel_env(encoder=encoder)
    aec.reset(seed=3)
    observations, infos = parallel.reset(seed=3)
    for number in range(60):
        for agent in aec.agents:
            shown = aec.observe(agent)
            assert parallel.observation_space(agent).contains(observations[agent])
            for key in ("observation", "action_mask"):
                assert np.array_equal(observations[agent][key], shown[key])
            mask = infos[agent]["action_mask"]
            assert mask.dtype == np.int8 and np.array_equal(mask, shown["action_mask"])
        assert np.array_equal(aec.state(), parallel.state())
        actions = {a: nth_legal(i["action_mask"], number) for a, i in infos.items()}
        aec.step(actions[aec.agent_selection])
        observations, _, terminations, _, infos = parallel.step(actions)
        if any(terminations.values()):
            break


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = duel_v0.parallel_env()
    observations, infos = env.reset(seed=3)
    kept = []
    for number in range(10):
        for agent in env.agents:
            kept += [*observations[agent].values(), infos[agent]["action_mask"]]
        kept = [a if isinstance(a, tuple) else (a, a.tobytes()) for a in kept]
        actions = {a: nth_legal(i["action_mask"], number) for a, i in infos.items()}
        observations, *_, infos = env.step(actions)
    assert all(array.tobytes() == data for array, data in kept)


def test_simultaneous_choices_are_one_step() -> None:
    env = RoundEnv(Toy())
    _, infos = env.reset(options={"deal": {"points": 5}})
    assert all(np.flatnonzero(i["action_mask"]).tolist() == [1, 2, 3] for i in infos.values())
    _, rewards, *_, infos = env.step({"player_0": 3, "player_1": 1, "player_2": 3})
    # two seats must settle a bill, the third waits
    legal = [np.flatnonzero(infos[a]["action_mask"]).tolist() for a in env.agents]
    assert legal == [[4, 5], [0], [4, 5]]
    assert env.record.points.tolist() == [5, 0, 0] and not any(rewards.values())
    env.step({"player_0": 4, "player_1": 0, "player_2": 5})
    assert env.record.points.tolist() == [7, 1, 3]
    _, rewards, terminations, *_ = env.step({"player_0": 1, "player_1": 1, "player_2": 2})
    assert env.record.points.tolist() == [8, 2, 5] and all(terminations.values())
    assert rewards == {"player_0": 1.0, "player_1": -0.5, "player_2": -0.5}
    # the same choices one at a time lead to the same end
    aec = TurnEnv(Toy())
    aec.reset(options={"deal": {"points": 5}})
    for agent, action in ((0, 3), (0, 4), (1, 1), (2, 3), (2, 5), (0, 1), (1, 1), (2, 2)):
        assert aec.agent_selection == f"player_{agent}"
        aec.step(action)
    assert aec.record.points.tolist() == [8, 2, 5]
    assert aec.rewards == rewards


def test_resets_as_in_aec() -> None:
    aec, parallel = duel_v0.raw_env(), duel_v0.parallel_env()
    for number in range(4):
        seed = 5 if number == 0 else None
        aec.reset(seed=seed)
        parallel.reset(seed=seed)
        assert aec.record.tobytes() == parallel.record.tobytes()
        if number % 2:
            play_aec(aec)
            play_parallel(parallel)


def test_true_is_action_1_as_in_the_aec_form() -> None:
    env = seven_wonders_v0.parallel_env()
    env.reset(seed=1)
    _, rewards, *_ = env.step(dict.fromkeys(env.agents, True))
    other = seven_wonders_v0.parallel_env()
    other.reset(seed=1)
    assert rewards == other.step(dict.fromkeys(other.agents, 1))[1]
