"""The parts of training, and that the whole of it learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from wonderzoo import make_game
from wonderzoo.batch import Batch
from wonderzoo_training.config import OpponentsConfig, load_config
from wonderzoo_training.evaluate import play_match
from wonderzoo_training.league import League
from wonderzoo_training.network import NetworkAgent, PolicyNetwork, masked_log_probs, sample
from wonderzoo_training.policy import SelfPlayPolicy
from wonderzoo_training.ppo import Trainer, train

GAME = make_game("duel")


def positions(n: int) -> Batch:
    batch = Batch(GAME, n, seed=2)
    for _ in range(25):
        batch.step(batch.random_actions())
    return batch


def test_masked_log_probs_are_those_of_the_legal_actions() -> None:
    torch.manual_seed(0)
    logits, masks = torch.randn(50, 30), torch.rand(50, 30) < 0.3
    masks[:, 0] = True
    probs = masked_log_probs(logits, masks).exp()
    for i in range(50):
        expected = torch.softmax(logits[i][masks[i]], 0)
        assert torch.allclose(probs[i][masks[i]], expected, atol=1e-6)
        assert (probs[i][~masks[i]] == 0).all()


def test_sample_draws_by_the_distribution_and_never_an_illegal_action() -> None:
    probs = torch.tensor([0.0, 0.25, 0.0, 0.75, 0.0])
    log_probs = torch.where(probs > 0, probs.log(), -1e9).expand(40_000, 5)
    drawn = sample(log_probs, torch.rand(40_000, generator=torch.Generator().manual_seed(1)))
    counts = torch.bincount(drawn, minlength=5)
    assert counts[[0, 2, 4]].sum() == 0
    assert abs(counts[3] / 40_000 - 0.75) < 0.01
    edges = torch.tensor([0.0, 1 - 2**-24, 0.25])
    assert sample(log_probs[:3], edges).tolist() == [1, 3, 3]


def test_the_logit_of_a_wonder_with_a_card_is_the_sum_of_two() -> None:
    torch.manual_seed(0)
    network = PolicyNetwork(GAME, "flat", (16,))
    network.parts.weight.data.normal_()
    with torch.no_grad():
        logits, values = network(torch.from_numpy(positions(8).observations))
    assert logits.shape == (8, GAME.num_actions)
    assert values.shape == (8,)
    first = GAME.action_id("wonder The Appian Way with Lumber Yard")
    block = logits[:, first : first + 12 * 73].reshape(8, 12, 73)
    rows = block - block[:, :1, :]  # what the wonder adds does not depend on the card
    assert torch.allclose(rows, rows[:, :, :1].expand_as(rows), atol=1e-5)
    assert block.std() > 0.1


def test_the_policy_and_the_agent_agree_on_probabilities() -> None:
    batch = positions(16)
    network = PolicyNetwork(GAME, "flat", (16,))
    observations = torch.from_numpy(batch.observations)
    masks = torch.from_numpy(batch.masks)
    logits, values = network(observations)
    log_probs = masked_log_probs(logits, masks.bool())
    policy = SelfPlayPolicy.__new__(SelfPlayPolicy)
    torch.nn.Module.__init__(policy)
    policy.network = network
    actions = log_probs.argmax(1)
    got_values, got, entropy = policy.evaluate_actions(observations, actions, masks)
    assert torch.allclose(got, log_probs.max(1).values)
    assert torch.allclose(got_values, values)
    probs = log_probs.exp()
    expected = torch.where(masks.bool(), -probs * log_probs, 0.0).sum(1)
    assert torch.allclose(entropy, expected, atol=1e-6)
    likeliest = NetworkAgent(network, "flat", "x", likeliest=True)
    assert likeliest.act(batch.decisions(np.arange(16))).tolist() == actions.tolist()


def test_the_league_keeps_old_and_new_selves() -> None:
    network = PolicyNetwork(GAME, "flat", (8,))
    config = OpponentsConfig(
        current=0.5, past=0.3, scripted={"random": 0.2}, past_slots=3, past_every=100
    )
    league = League(config, GAME, network, "flat", seed=0)
    assert league.weights() == [0.8, 0, 0, 0, 0.2]  # no earlier self yet
    assert [agent.name for agent in league.agents][-1] == "random"
    assert not league.update(99)
    for steps in range(100, 2100, 100):
        network.value.bias.data.fill_(steps)
        assert league.update(steps)
        filled = [step for step in league.past_steps if step >= 0]
        assert max(filled) == steps
        assert len(filled) == min(steps // 100, 3)
        assert sum(league.weights()) == pytest.approx(1)
        for step, past in zip(league.past_steps, league._past, strict=True):
            assert step < 0 or float(past.value.bias.detach()) == step
    assert min(league.past_steps) < 2000


def test_every_part_of_the_network_is_trained(small_config: Path) -> None:
    trainer = Trainer(load_config(small_config))
    before = {k: v.clone() for k, v in trainer.network.state_dict().items()}
    trainer.run(stop_at=128)
    for name, value in trainer.network.state_dict().items():
        assert not torch.equal(value, before[name]), name
        assert torch.isfinite(value).all()


def test_different_seeds_play_different_deals(small_config: Path) -> None:
    deals = []
    for seed in (1, 2):
        trainer = Trainer(load_config(small_config, [f"seed={seed}"]))
        trainer.run(stop_at=16)
        deals += [state["deck"].tobytes() for state in trainer.learner.batch.states]
    assert len(set(deals)) == len(deals)


@pytest.mark.slow
def test_a_minute_of_training_learns_to_beat_random(small_config: Path) -> None:
    overrides = [
        "total_steps=120_000",
        "num_games=128",
        "checkpoint_every=1_000_000",
        "network.hidden=[128]",
        "ppo={rollout_steps: 64, batch_size: 2048, epochs: 3, learning_rate: 1.0e-3}",
        "evaluation={every: 1_000_000, final_games: 400, opponents: [random]}",
    ]
    meta = train(load_config(small_config, overrides))
    match = meta["evaluations"][-1]["matches"][0]
    assert match["win_rate"] > 0.8
    fresh = NetworkAgent(PolicyNetwork(GAME, "flat", (128,)), "flat", "fresh")
    untrained = play_match(GAME, fresh, fresh, 200, 0).win_rate
    assert abs(untrained - 0.5) < 0.15
