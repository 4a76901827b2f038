"""The conventions of the AEC environment that frameworks rely on."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import Setting, aec_speed, each_game, nth_legal, play_aec
from tests.adapters.toy import Toy
from wonderzoo import duel_v0
from wonderzoo.adapters.aec import TurnEnv
from wonderzoo.batch import Batch


@each_game
def test_observation_and_info_hold_the_same_mask(setting: Setting) -> None:
    env = setting.env()
    env.reset(seed=1)
    for number, agent in enumerate(env.agent_iter()):
        for seat in env.agents:
            shown, info = env.observe(seat), env.infos[seat]
            assert list(shown) == ["observation", "action_mask"]
            mask = shown["action_mask"]
            assert mask.dtype == np.int8 and set(np.unique(mask)) <= {0, 1} and mask.any()
            assert np.array_equal(mask, info["action_mask"])
            assert not np.shares_memory(mask, info["action_mask"])
            assert env.observation_space(seat).contains(shown)
            if seat != agent and not env.terminations[seat]:
                assert np.flatnonzero(mask).tolist() == [0]
        *_, termination, truncation, info = env.last()
        if termination or truncation:
            assert info["action_mask"].all()
            env.step(None)
        else:
            assert not info["action_mask"][0]
            env.step(nth_legal(info["action_mask"], number))
    assert not env.agents


@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_obs_format_and_key(encoder: str) -> None:
    plain, keyed, flat = (
        duel_v0.env(encoder=encoder, **kw)
        for kw in ({}, {"obs_key": "observations"}, {"obs_format": "flat"})
    )
    for env in (plain, keyed, flat):
        env.reset(seed=5)
    assert list(keyed.observation_space("player_0")) == ["action_mask", "observations"]
    shown = plain.last()[0]["observation"]
    assert shown.shape == plain.unwrapped.game.encoder(encoder).shape
    assert shown.dtype == np.float32
    assert np.array_equal(keyed.last()[0]["observations"], shown)
    assert isinstance(flat.last()[0], np.ndarray) and np.array_equal(flat.last()[0], shown)
    assert play_aec(flat) == play_aec(plain)


@each_game
def test_what_was_handed_out_stays_as_it_was(setting: Setting) -> None:
    env = setting.env()
    env.reset(seed=2)
    kept: list[tuple[np.ndarray, bytes]] = []
    for number, _ in enumerate(env.agent_iter()):
        observation, _, termination, _, info = env.last()
        for array in (*observation.values(), info["action_mask"], env.state()):
            kept.append((array, array.tobytes()))
        env.step(None if termination else nth_legal(info["action_mask"], number))
    env.reset(seed=3)
    assert all(array.tobytes() == data for array, data in kept)
    # and writing into it does not touch the game
    other = setting.env()
    other.reset(seed=3)
    for array in (*env.last()[0].values(), env.last()[4]["action_mask"], env.state()):
        array[...] = 0
    env.infos["player_0"] = {"action_mask": other.infos["player_0"]["action_mask"]}
    assert play_aec(env) == play_aec(other)


def test_extra_turns_keep_the_seat() -> None:
    stayed = passed = 0
    for seed in range(5):
        env = duel_v0.env()
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            before = env.agent_selection
            env.step(nth_legal(env.last()[4]["action_mask"], seed))
            if any(env.terminations.values()):
                break
            actor = env.unwrapped.game.actor(env.unwrapped.record)
            assert env.agent_selection == f"player_{actor}"
            stayed += before == env.agent_selection
            passed += before != env.agent_selection
    assert stayed > 5 and passed > 50


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_every_seat_gets_the_final_reward_once(reward: str) -> None:
    for seed in range(8):
        env = duel_v0.env(reward=reward)
        env.reset(seed=seed)
        seen = play_aec(env)
        assert all(row[2] == 0 for row in seen[:-2])
        got = {row[0]: row[2] for row in seen[-2:]}
        assert [row[1] for row in seen[-2:]] == [None, None] and len(got) == 2
        assert sum(got.values()) == pytest.approx(0)
        result = env.unwrapped.game.over_row(env.unwrapped.record)
        if reward == "score":
            totals = [sheet["total"] for sheet in result["scores"]]
            assert list(got.values()) == [totals[0] - totals[1], totals[1] - totals[0]]
        elif result["winner"] is not None:
            winner = result["winner"]
            assert got == {f"player_{winner}": 1.0, f"player_{1 - winner}": -1.0}
        else:
            assert set(got.values()) == {0.0}


def test_simultaneous_rewards() -> None:
    env = TurnEnv(Toy(), reward="rank")
    env.reset(seed=0)
    got = {row[0]: row[2] for row in play_aec(env)[-3:]}
    points = env.record.points
    assert got[f"player_{points.argmax()}"] == max(got.values()) > 0
    assert sum(got.values()) == pytest.approx(0)


@each_game
def test_seed_gives_the_game_of_the_batch(setting: Setting) -> None:
    game = setting.game()
    for seed in (0, 7, 2**40, 2**64 - 1):
        env = setting.raw_env()
        env.reset(seed=seed)
        batch = Batch(game, 1)
        batch.deal([seed])
        assert env.record.tobytes() == batch.states.tobytes() == game.dealt(seed).tobytes()


@each_game
def test_resets_follow_from_the_first_seed(setting: Setting) -> None:
    def deals(env: TurnEnv, seed: int | None, count: int = 4) -> list[bytes]:
        found = []
        for i in range(count):
            env.reset(seed=seed if i == 0 else None)
            found.append(env.record.tobytes())
            if i % 2:  # played to the end or dropped in the middle, the next deal is the same
                play_aec(env)
            else:
                env.step(nth_legal(env.infos[env.agent_selection]["action_mask"], i))
        return found

    env = setting.raw_env()
    first = deals(env, 11)
    assert deals(env, 11) == first == deals(setting.raw_env(), 11)
    assert len(set(first)) == 4
    assert deals(env, 12)[1:] != first[1:]
    fresh = [deals(setting.raw_env(), None, 2) for _ in range(2)]
    assert fresh[0] != fresh[1]


def test_forfeits_count_as_games() -> None:
    a, b = duel_v0.raw_env(), duel_v0.raw_env()
    for env, end in ((a, 0), (b, None)):
        env.reset(seed=9)
        if end is not None:
            env.step(end)
        env.reset()
    assert a.record.tobytes() == b.record.tobytes()


@each_game
def test_reset_with_a_deal(setting: Setting) -> None:
    env = setting.env()
    game = env.unwrapped.game
    deal = game.deal_to_names(game.dealt(77)[0])
    for seed in (None, 3):
        env.reset(seed=seed, options={"deal": deal})
        assert game.deal_to_names(env.unwrapped.record) == deal
    parallel = setting.parallel_env()
    parallel.reset(options={"deal": deal})
    assert game.deal_to_names(parallel.record) == deal
    env.reset()
    assert game.deal_to_names(env.unwrapped.record) != deal


@each_game
def test_state(setting: Setting) -> None:
    env = setting.env(encoder="entities")
    env.reset(seed=1)
    for number in range(30):
        state = env.state()
        assert env.state_space.contains(state)
        env.step(nth_legal(env.last()[4]["action_mask"], number))
    flat = setting.env(obs_format="flat")
    flat.reset(seed=1)
    assert np.array_equal(flat.state(), flat.observe("player_0"))


@each_game
@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_observations_stay_in_the_box(setting: Setting, encoder: str) -> None:
    game = setting.game()
    box = setting.env(encoder=encoder, obs_format="flat").observation_space("player_0")
    batch = Batch(game, 64, seed=1, encoder=encoder)
    most = 0.0
    for _ in range(400):
        batch.step(batch.random_actions())
        most = max(most, float(np.abs(batch.observations).max()))
    assert most < box.high.max() / 4  # far from the bound, with games of all kinds


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    text = duel_v0.env(render_mode="ansi")
    text.reset(seed=1)
    assert "player_0 to decide: draft" in text.render()
    image = duel_v0.env(render_mode="rgb_array")
    image.reset(seed=1)
    first = image.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    play_aec(image)
    last = image.render()
    assert first.shape == last.shape and (first != last).any()
    quiet = duel_v0.env()
    quiet.reset(seed=1)
    assert quiet.render() is None
    capsys.readouterr()
    human = duel_v0.env(render_mode="human")
    human.reset(seed=1)
    shown = capsys.readouterr().out
    assert "player_0 to decide: draft" in shown and "\x1b" not in shown
    human.step(nth_legal(human.last()[4]["action_mask"], 0))
    assert "player_1 to decide: draft" in capsys.readouterr().out


def test_image_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from wonderzoo.rendering import image

    image._font.cache_clear()
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install 'wonderzoo\[render\]'"):
        image.text_image("a")


def test_image_folds_and_colors() -> None:
    from wonderzoo.rendering.image import text_image

    short, long = text_image("word"), text_image("word " * 300)
    assert long.shape == short.shape and (long != short).any()
    assert text_image("x\n" * 80).shape[0] > short.shape[0]
    assert text_image("x" * 300).shape == short.shape
    plain, red = (
        {tuple(c) for c in text_image(text)[:60, :60].reshape(-1, 3).tolist()}
        for text in ("w", "\x1b[91mw\x1b[0m")
    )
    assert len(plain) == len(red) == 2 and plain != red


def test_random_games_by_sampling() -> None:
    """Gymnasium's own masked sampling takes our masks."""
    env: Any = duel_v0.env()
    env.reset(seed=0)
    for agent in env.agents:
        env.action_space(agent).seed(random.Random(0).randrange(100))
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert env.unwrapped.game.over_row(env.unwrapped.record) is not None


def test_speed_is_of_the_right_order() -> None:
    aec_speed(0.05)
    assert aec_speed(0.3) > 5_000  # a busy machine; the benchmark measures it
