"""7 Wonders through every interface, at every table size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from wonderzoo import make_game, seven_wonders_v0, statistics
from wonderzoo.adapters.sb3 import SB3VecEnv
from wonderzoo.agents import Decisions, make_agent
from wonderzoo.batch import Batch
from wonderzoo.errors import DealError, OptionError, WonderzooError
from wonderzoo.game import Game
from wonderzoo.learner import LearnerBatch
from wonderzoo.learner_group import LearnerGroup
from wonderzoo.records import Record, play_records, replay
from wonderzoo_training.config import load_config
from wonderzoo_training.evaluate import as_json, play_match
from wonderzoo_training.ppo import train

SIZES = range(3, 8)


@pytest.mark.parametrize("size", SIZES)
def test_pettingzoo(size: int) -> None:
    api_test(seven_wonders_v0.env(num_players=size), num_cycles=200)
    parallel_api_test(seven_wonders_v0.parallel_env(num_players=size), num_cycles=50)
    seed_test(lambda: seven_wonders_v0.env(num_players=size), num_cycles=20)
    parallel_seed_test(lambda: seven_wonders_v0.parallel_env(num_players=size), num_cycles=20)


@pytest.mark.parametrize("size", SIZES)
def test_gymnasium(size: int) -> None:
    env = gymnasium.make("wonderzoo/SevenWonders-v0", num_players=size, opponent="greedy")
    check_env(env.unwrapped, skip_render_check=True)


def test_one_layout_serves_all_table_sizes() -> None:
    games = [make_game("seven_wonders", num_players=size) for size in SIZES]
    for game in games[1:]:
        assert game.encoders == games[0].encoders
        assert game.action_texts == games[0].action_texts
        assert game.state_hash == games[0].state_hash


def test_choices_of_a_turn_are_hidden_in_the_aec_form() -> None:
    """What a seat sees does not change when another seat has chosen."""
    env = seven_wonders_v0.raw_env(num_players=4)
    for action in (0, -1):  # the first or the last legal action of player_0
        env.reset(seed=3)
        before = [env.observe(agent)["observation"].copy() for agent in env.agents]
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[action]))
        for agent, old in zip(env.agents[1:], before[1:], strict=True):
            np.testing.assert_array_equal(env.observe(agent)["observation"], old)


def test_a_seat_with_nothing_to_decide_can_only_wait() -> None:
    env = seven_wonders_v0.parallel_env(num_players=3)
    rng = np.random.default_rng(0)
    billed = 0
    for seed in range(20):
        observations, _ = env.reset(seed=seed)
        while env.agents:
            masks = {a: observations[a]["action_mask"] for a in env.agents}
            idle = [a for a in env.agents if masks[a][0]]
            assert all(masks[a].sum() == 1 for a in idle)
            billed += 0 < len(idle) < 3
            actions = {a: int(rng.choice(np.flatnonzero(masks[a]))) for a in env.agents}
            observations, rewards, *_ = env.step(actions)
        assert sum(rewards.values()) == pytest.approx(0)
    assert billed > 10


class Watching:
    """An agent that keeps a copy of every position in which it is asked."""

    def __init__(self, name: str, game: Game, seen: list[np.record]) -> None:
        self.name = name
        self.agent = make_agent(name, game)
        self.seen = seen

    def act(self, decisions: Decisions) -> np.ndarray:
        self.seen += [state.copy() for state in decisions.states]
        return self.agent.act(decisions)


def assert_same_record(ours: np.record, theirs: np.record, what: object) -> None:
    """Field by field; deals by names do not know the state of the generator."""
    for name in set(ours.dtype.names or ()) - {"rng"}:
        assert np.array_equal(ours[name], theirs[name]), (what, name)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("sides", ["random", "choose"])
@pytest.mark.parametrize("payment", ["choose", "cheapest"])
def test_own_records_give_back_every_state(
    size: int, edition: str, sides: str, payment: str
) -> None:
    options = {"num_players": size, "edition": edition, "sides": sides, "payment": payment}
    game = make_game("seven_wonders", **options)
    seen: list[np.record] = []
    agents = [Watching(name, game, seen) for name in ["greedy", *["random"] * (size - 1)]]
    # one game after the other, so that the positions stand in the order of the moves
    for record in play_records(game, agents, 3, seed=size, at_once=1):
        read = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert read.game == game and read.moves == record.moves
        assert len(seen) == len(record.moves)
        assert_same_record(game.deal_from_names(read.deal)[0], seen[0], "deal")
        last_seat, last_text = record.moves[-1]
        seen.append(seen[-1].copy())
        moves = game.legal_moves(seen[-1], last_seat)
        game.kernels.apply(seen[-1], last_seat, moves[last_text])
        turns = []
        for step, played in zip(replay(read), seen[1:], strict=True):
            assert_same_record(step.state, played, step)
            row = game.table_row(step.state)
            if "turn" in row:
                assert list(row["turn"]) == [
                    "age", "turn", "coins", "shields", "stages", "tokens", "discards",
                ]  # fmt: skip
                turns.append((row["turn"]["age"], row["turn"]["turn"]))
        assert turns == [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]
        assert game.over_row(step.state) == record.scores
        assert record.scores is not None and min(record.scores["ranking"]) == 1
        seen.clear()


def test_deals_by_names() -> None:
    game = make_game("seven_wonders", num_players=5, wonders=["gizah", "OLYMPIA", "Rhódos",
                                                              "Babylon", "Ephesos"])  # fmt: skip
    deal = game.deal_to_names(game.dealt(4)[0])
    names = [name for name, _ in deal["wonders"]]
    assert names == ["Gizah", "Olympía", "Rhódos", "Babylon", "Éphesos"]
    assert game.deal_to_names(game.deal_from_names(deal)[0]) == deal


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 2}, "num_players=2 is impossible"),
        ({"num_players": True}, "num_players=True is impossible"),
        ({"sides": "a"}, "impossible in the second edition"),
        ({"sides": "day", "edition": "first"}, "impossible in the first edition"),
        ({"wonders": ["Gizah"]}, "list of 3 names"),
        ({"wonders": ["Gizah", "Gizah", "Babylon"]}, "no two players"),
        ({"wonders": ["Gizah", "Atlantis", "Babylon"]}, "no wonder 'Atlantis'"),
        ({"payment": "never"}, "payment='never'"),
    ],
)
def test_impossible_options_are_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message) as caught:
        make_game("seven_wonders", **options)
    assert "\n" not in str(caught.value)


def wrong_deals() -> list[tuple[dict[str, Any], str]]:
    game = make_game("seven_wonders")
    good = game.deal_to_names(game.dealt(0)[0])

    def changed(**changes: Any) -> dict[str, Any]:
        return json.loads(json.dumps(good)) | changes

    hands = json.loads(json.dumps(good["hands"]))
    hands["1"][0][0] = "Palace"
    unknown = json.loads(json.dumps(good["hands"]))
    unknown["2"][1][1] = "Castle"
    short = json.loads(json.dumps(good["hands"]))
    short["3"][2].pop()
    return [
        ({}, "'wonders' must be a list of 3"),
        (changed(wonders=good["wonders"][:2]), "list of 3"),
        (changed(wonders=[["Gizah", "day"]] * 3), "Gizah stands twice"),
        (changed(wonders=[["Gizah", "a"], *good["wonders"][1:]]), "has no side 'a'"),
        (changed(wonders=["Gizah", *good["wonders"][1:]]), "is not \\[name, side\\]"),
        (changed(hands=3), "'hands' must map each Age"),
        (changed(hands=hands), "Palace in the hands of Age 1 is one too many"),
        (changed(hands=unknown), "'Castle' in the hands of Age 2"),
        (changed(hands=short), "hands of Age 3 must be 3 lists of 7"),
    ]


def test_a_deal_must_fit_the_options() -> None:
    day = make_game("seven_wonders", sides="day", wonders=["Gizah", "Babylon", "Olympia"])
    good = day.deal_to_names(day.dealt(0)[0])
    assert day.deal_to_names(day.deal_from_names(good)[0]) == good
    for wonders, message in (
        ([["Gizah", "night"], *good["wonders"][1:]], "option sides='day'"),
        ([["Gizah", "choose"], *good["wonders"][1:]], "option sides='day'"),
        ([["Rhodos", "day"], *good["wonders"][1:]], "must have Gizah"),
    ):
        with pytest.raises(DealError, match=message):
            day.deal_from_names(good | {"wonders": wonders})
    assert hash(day) != hash(make_game("seven_wonders"))


def test_public_facts_are_seen() -> None:
    """Which tokens a neighbor has, its free building of the Age, its copied guild."""
    game = make_game("seven_wonders", edition="first")
    states = game.dealt(1)
    out = np.empty((1, game.encoder("flat").size), dtype=np.float32)

    def seen() -> bytes:
        game.kernels.observe["flat"](states, np.array([0], dtype=np.int32), out)
        return out.tobytes()

    views = set()
    states["num_tokens"][0, 1] = 4
    for tokens in ([1, 1, -1, -1], [-1, -1, 3, -1]):
        states["tokens"][0, 1, :4] = tokens
        views.add(seen())
    states["free_used"][0, 1] = 1 << 1
    views.add(seen())
    states["copied"][0, 1] = [t for t in game.action_texts if t.startswith("build ")].index(
        "build Workers Guild"
    )
    views.add(seen())
    assert len(views) == 4


def test_texts_of_sides_are_those_of_the_edition() -> None:
    for edition, sides in (("second", ["day", "night"]), ("first", ["a", "b"])):
        game = make_game("seven_wonders", edition=edition, sides="choose")
        texts = [f"side {side}" for side in sides]
        state = game.dealt(0)[0]
        assert game.legal_texts(state) == texts
        assert [game.action_text(game.action_id(text)) for text in texts] == texts
        assert all(f" {side}," not in game.render(state) for side in sides)


@pytest.mark.parametrize(("deal", "message"), wrong_deals())
def test_impossible_deals_are_one_line(deal: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message) as caught:
        make_game("seven_wonders").deal_from_names(deal)
    assert isinstance(caught.value, WonderzooError)
    assert "\n" not in str(caught.value)


class Seats:
    """Plays at random and notes on which seat of which deal it sits."""

    name = "seats"

    def __init__(self) -> None:
        self.seen: set[tuple[bytes, int]] = set()

    def act(self, decisions: Decisions) -> np.ndarray:
        for state, seat in zip(decisions.states, decisions.players, strict=True):
            self.seen.add((state.deck.tobytes(), int(seat)))
        return make_agent("random", decisions.game).act(decisions)


@pytest.mark.parametrize("size", SIZES)
def test_evaluation_plays_every_deal_from_every_seat(size: int) -> None:
    game = make_game("seven_wonders", num_players=size)
    spy = Seats()
    result = play_match(game, spy, make_agent("random", game), 4 * size - 1, 1)
    assert result.games == 4 * size
    assert len(spy.seen) == 4 * size
    assert len({deal for deal, _ in spy.seen}) == 4
    row = as_json(result, game.score_columns)
    assert len(row["win_rate_by_seat"]) == size
    assert row["categories"]["agent"]["total"] == pytest.approx(row["points"][0])


def test_an_agent_among_equals_wins_its_share() -> None:
    game = make_game("seven_wonders", num_players=4)
    random = make_agent("random", game)
    low, high = play_match(game, random, random, 4000, 3).interval()
    assert low <= 0.25 <= high


def test_greedy_beats_two_random_players_and_scores_like_a_person() -> None:
    game = make_game("seven_wonders", num_players=3)
    result = play_match(game, make_agent("greedy", game), make_agent("random", game), 3000, 2)
    assert result.win_rate >= 0.90
    assert result.points[:, 0].mean() >= 45


def test_statistics_group_by_wonder_and_side() -> None:
    game = make_game("seven_wonders", num_players=3)
    result = statistics.collect(game, [make_agent("random", game)] * 3, 600, 1)
    assert len(result["groups"]) == 14
    assert sum(group["count"] for group in result["groups"].values()) == 1800
    weighted = sum(group["count"] * group["mean"] for group in result["groups"].values()) / 1800
    assert weighted == pytest.approx(result["mean"]["score"])
    places = [result["mean"][f"score_place_{place}"] for place in (1, 2, 3)]
    assert places == sorted(places, reverse=True)
    assert np.mean(places) == pytest.approx(result["mean"]["score"])
    categories = [f"score_{column}" for column in game.score_columns[:-1]]
    total = sum(result["mean"][category] for category in categories)
    assert total == pytest.approx(result["mean"]["score"])


def group(seed: int = 0) -> LearnerGroup:
    games = [make_game("seven_wonders", num_players=size) for size in (3, 5)]
    agents = [make_agent("random", games[0])]
    return LearnerGroup([LearnerBatch(game, 3, agents, seed=seed + i)
                         for i, game in enumerate(games)])  # fmt: skip


def test_a_group_is_its_parts_in_a_row() -> None:
    whole, parts = group(), group().parts
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(80):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in whole.masks])
        whole.step(actions)
        parts[0].step(actions[:3])
        parts[1].step(actions[3:])
        for name in ("observations", "masks", "rewards", "dones", "final_seats"):
            joined = np.concatenate([getattr(part, name) for part in parts])
            np.testing.assert_array_equal(getattr(whole, name), joined)
        ended += whole.dones.sum()
        assert whole.final_assigned.shape == (6, 5)
        assert (whole.final_assigned[:3, 3:] == -1).all()
    assert ended >= 6
    env = SB3VecEnv(whole, render_mode="ansi")
    pictures = env.env_method("render")
    assert ["player_4" in text for text in pictures] == [False] * 3 + [True] * 3
    again = group(seed=9)
    again.set_state(whole.get_state())
    np.testing.assert_array_equal(again.observations, whole.observations)


def test_training_at_tables_of_several_sizes_resumes_exactly(
    small_config: Path, tmp_path: Path
) -> None:
    overrides = ["game=seven_wonders", "table_sizes=[3, 7]", "total_steps=512"]
    runs = {name: [*overrides, f"output={tmp_path / name}"] for name in ("whole", "halves")}
    meta = train(load_config(small_config, runs["whole"]))
    train(load_config(small_config, runs["halves"]), stop_at=256)
    train(load_config(small_config, runs["halves"]), resume=True)
    whole, halves = ((tmp_path / name / "policy.safetensors").read_bytes() for name in runs)
    assert whole == halves
    assert [row["players"] for row in meta["evaluations"][-1]["matches"]] == [3, 3, 7, 7]


def test_copies_continue_the_same_game() -> None:
    batch = Batch(make_game("seven_wonders", num_players=6), 8, seed=1)
    for _ in range(50):
        batch.step(batch.random_actions())
    other = batch.clone()
    for _ in range(200):
        batch.step(batch.random_actions())
        other.step(other.random_actions())
    assert batch.states.tobytes() == other.states.tobytes()
    np.testing.assert_array_equal(batch.observations, other.observations)
