"""The native batch and the learner's batch."""

from __future__ import annotations

import numpy as np
import pytest

from tests.adapters.toy import Toy
from wonderzoo import make_game
from wonderzoo.agents import Decisions, GreedyAgent, RandomAgent
from wonderzoo.batch import Batch
from wonderzoo.errors import AgentError, OptionError
from wonderzoo.game import Game
from wonderzoo.learner import LearnerBatch

GAMES = pytest.mark.parametrize(
    "game",
    [make_game("duel"), make_game("seven_wonders", num_players=5), Toy()],
    ids=["duel", "seven_wonders", "toy"],
)


@GAMES
def test_slot_plays_the_same_games_whatever_n(game: Game) -> None:
    def history(n: int, slot: int) -> list[bytes]:
        batch = Batch(game, n, seed=5)
        seen = []
        for _ in range(150):
            batch.step(batch.random_actions())
            seen.append(batch.states[slot].tobytes() + batch.rewards[slot].tobytes())
        return seen

    alone = history(1, 0)
    assert history(7, 0) == alone
    assert history(7, 3) == history(4, 3) != alone


def test_learner_slot_whatever_n() -> None:
    def history(n: int, slot: int) -> list[bytes]:
        agents = [RandomAgent(), GreedyAgent()]
        learner = LearnerBatch(make_game("duel"), n, agents, seed=5, seat="random")
        seen = []
        for _ in range(80):
            learner.step(learner.batch.random_actions())
            seen.append(learner.observations[slot].tobytes() + learner.rewards[slot].tobytes())
        return seen

    assert history(1, 0) == history(6, 0)
    assert history(3, 2) == history(6, 2)


@GAMES
def test_auto_reset_keeps_the_last_position_aside(game: Game) -> None:
    batch, stay = (Batch(game, 3, seed=1, auto_reset=auto) for auto in (True, False))
    ended = np.zeros(3, dtype=bool)
    for _ in range(200):
        actions = batch.random_actions().copy()
        batch.step(actions)
        if not ended.all():
            stay.step(np.where(ended, 0, actions))
        for i in np.flatnonzero(batch.dones & ~ended):
            ended[i] = True
            assert batch.final_states[i].tobytes() == stay.states[i].tobytes()
            assert stay.dones[i] and stay.players[i] == -1 and stay.masks[i].all()
            assert np.array_equal(batch.rewards[i], stay.rewards[i])
            assert batch.rewards[i].sum() == pytest.approx(0, abs=1e-6)
            assert batch.rewards[i].any() or game.name == "toy"  # where all may tie
            assert game.over_row(batch.final_states[i]) is not None
            assert game.over_row(batch.states[i]) is None and batch.players[i] >= 0
        if ended.all():
            break
    assert ended.all()
    # a finished game stays as it is
    before = stay.states.tobytes()
    stay.step(np.zeros(3, dtype=np.int64))
    assert stay.states.tobytes() == before and not stay.dones.any() and not stay.rewards.any()
    # the next game is the one that was dealt at once in the other batch
    fresh = Batch(game, 3, seed=1)
    fresh.next_games()
    stay.next_games()
    assert fresh.states.tobytes() == stay.states.tobytes()


@GAMES
def test_masks_and_rewards_between(game: Game) -> None:
    batch = Batch(game, 8, seed=2)
    ids = np.zeros(game.max_legal, dtype=np.int32)
    for _ in range(120):
        batch.step(batch.random_actions())
        assert batch.masks.dtype == np.int8 and batch.masks.any(axis=1).all()
        assert not batch.rewards[~batch.dones].any()
        for i in range(8):
            count = game.kernels.legal(batch.states[i], int(batch.players[i]), ids)
            assert set(np.flatnonzero(batch.masks[i])) == set(ids[:count].tolist())


def test_illegal_actions_forfeit() -> None:
    game = make_game("duel")
    batch = Batch(game, 5, seed=3)
    control = Batch(game, 5, seed=3)
    actions = batch.random_actions().copy()
    actions[1], actions[2], actions[3] = 0, -7, game.num_actions
    movers = batch.players.copy()
    first = batch.states.copy()
    batch.step(actions)
    control.step(control.random_actions())
    assert batch.dones.tolist() == batch.illegal.tolist() == [False, True, True, True, False]
    for i in (1, 2, 3):
        assert batch.rewards[i, movers[i]] == -1 and batch.rewards[i, 1 - movers[i]] == 0
        assert batch.final_states[i].tobytes() == first[i].tobytes() != batch.states[i].tobytes()
        assert batch.players[i] >= 0
    for i in (0, 4):
        assert batch.states[i].tobytes() == control.states[i].tobytes()
    assert not batch.rewards[[0, 4]].any()
    huge = Batch(game, 1, seed=3)
    huge.step(np.array([2**32 + int(huge.random_actions()[0])]))  # no wrap-around into the legal
    assert huge.illegal[0]


@pytest.mark.parametrize(
    "actions",
    [[1], [1, 2, 3], [[1, 2]], [1.0, 2.0], ["a", "b"], [True, False], 5, [None, None]],
    ids=repr,
)
def test_bad_actions(actions: object) -> None:
    batch = Batch(make_game("duel"), 2)
    before = batch.states.tobytes()
    with pytest.raises(OptionError, match=r"^actions must be 2 integers, one for each game; got"):
        batch.step(np.asarray(actions))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint64])
def test_any_integers_will_do(dtype: type) -> None:
    one, other = (Batch(make_game("duel"), 4, seed=1) for _ in range(2))
    actions = one.random_actions().copy()
    assert actions.max() < 100
    one.step(actions)
    other.step(np.repeat(actions.astype(dtype), 2)[::2])  # not contiguous
    assert one.states.tobytes() == other.states.tobytes()


def test_deal_decides_everything_after_it() -> None:
    game = make_game("duel")
    one, other = Batch(game, 2, seed=1), Batch(game, 2, seed=2)
    for batch in (one, other):
        batch.step(batch.random_actions())
        batch.deal([40, 41])
    assert one.states[1].tobytes() == game.dealt(41)[0].tobytes()
    for _ in range(150):
        one.step(one.random_actions())
        other.step(other.random_actions())
        assert one.states.tobytes() == other.states.tobytes()
    assert one.episodes.min() >= 1


def test_replace() -> None:
    game = make_game("duel")
    source, batch = Batch(game, 2, seed=1), Batch(game, 2, seed=9)
    for _ in range(10):
        source.step(source.random_actions())
    batch.replace(source.states)
    assert np.array_equal(batch.masks, source.masks)
    assert np.array_equal(batch.observations, source.observations)
    assert (batch.steps == 0).all()
    with pytest.raises(OptionError, match="another option 'tied_start'"):
        batch.replace(make_game("duel", tied_start="begin").new_states(2))
    source.replace(Batch(game, 2, seed=4).states)
    assert (source.steps == 10).all()


def test_learner_sees_its_own_reward() -> None:
    """Each finished game pays the learner's seat, also if the opponent made the last move."""
    game = make_game("duel")
    learner = LearnerBatch(game, 16, [GreedyAgent()], seed=1, reward="score")
    by_opponent = losses = 0
    for _ in range(80):
        seats = learner.seats.copy()
        learner.step(learner.batch.random_actions())
        assert (learner.batch.players == learner.seats).all()
        assert not learner.rewards[~learner.dones].any()
        for i in np.flatnonzero(learner.dones):
            final = learner.batch.final_states[i]
            totals = [sheet["total"] for sheet in game.score_sheet(final)]
            me = int(seats[i])
            assert learner.rewards[i] == totals[me] - totals[1 - me]
            shown = learner.batch.observe(seats[i : i + 1], learner.batch.final_states[i : i + 1])
            assert np.array_equal(learner.final_observations[i], shown[0])
            losses += learner.rewards[i] < 0
            by_opponent += 1
    assert losses > 5


@pytest.mark.parametrize("seat", [0, 1, "alternate", "random"])
def test_learner_seats(seat: int | str) -> None:
    learner = LearnerBatch(make_game("duel"), 4, [RandomAgent()], seat=seat, seed=1)
    seen = [learner.seats.copy()]
    while len(seen) < 400 and learner.batch.episodes.min() < 6:
        learner.step(learner.batch.random_actions())
        for i in np.flatnonzero(learner.dones):
            if seat == "alternate":
                assert learner.seats[i] == 1 - learner.final_seats[i]
        seen.append(learner.seats.copy())
    found = np.unique(seen)
    assert found.tolist() == ([seat] if isinstance(seat, int) else [0, 1])


def test_learner_with_three_seats() -> None:
    learner = LearnerBatch(Toy(), 5, [RandomAgent(), GreedyAgent()], seed=1)
    total = np.zeros(5)
    for _ in range(40):
        learner.step(learner.batch.random_actions())
        assert (learner.batch.players == learner.seats).all()
        total += learner.rewards
    assert total.any() and learner.batch.episodes.min() > 3


class _Wrong:
    name = "wrong"

    def act(self, decisions: Decisions) -> np.ndarray:
        return np.zeros(len(decisions), dtype=np.int64)


def test_illegal_opponent_is_named() -> None:
    with pytest.raises(AgentError, match="the opponent 'wrong' chose an illegal action"):
        LearnerBatch(make_game("duel"), 4, [RandomAgent(), _Wrong()], seat=1, seed=0)


def test_bad_arguments() -> None:
    game = make_game("duel")
    for call, text in (
        (lambda: Batch(game, 0), "num_games=0 is impossible"),
        (lambda: Batch(game, 1, reward="coins"), "no reward scheme 'coins'"),
        (lambda: Batch(game, 1, encoder="pixels"), "no encoder 'pixels'"),
        (lambda: Batch(game, 2).deal([1]), "give 2 seeds"),
        (lambda: Batch(game, 1, encoder=None).observe(np.zeros(1)), "encoder=None"),
        (lambda: LearnerBatch(game, 1, []), "at least one opponent"),
        (lambda: LearnerBatch(game, 1, [RandomAgent()], seat=2), "seat=2 is impossible"),
        (lambda: LearnerBatch(game, 1, [RandomAgent()], seat="left"), "seat='left' is impossible"),
        (lambda: LearnerBatch(game, 1, [RandomAgent()], weights=[0]), "impossible"),
    ):
        with pytest.raises(OptionError, match=text) as caught:
            call()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [[4], [-1], [10**6], [0, 9]])
def test_games_that_are_not_there_are_refused(wrong: list[int]) -> None:
    batch = Batch(make_game("duel"), 4, seed=1)
    with pytest.raises(OptionError, match="numbered 0 to 3"):
        batch.step_some(np.array(wrong), np.zeros(len(wrong), dtype=np.int64))


@pytest.mark.parametrize("wrong", [[0, 1, 2, 0], [-5, 0, 0, 0]])
def test_seats_that_are_not_there_are_refused(wrong: list[int]) -> None:
    batch = Batch(make_game("duel"), 4, seed=1)
    with pytest.raises(OptionError, match="numbered 0 to 1"):
        batch.observe(np.array(wrong))
