"""The guided search in plain Python, written from its description; and networks that are none."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wonderzoo.agents import Decisions
from wonderzoo.agents.guided import Infer
from wonderzoo.game import Game
from wonderzoo.kernels import rewards_from_outcome
from wonderzoo.rng import derive, mix


def hashed(game: Game, scale: float = 1.0) -> Infer:
    """A network whose word is a hash of the observation: the same in every batch."""

    def infer(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits = np.empty((len(observations), game.num_actions), dtype=np.float32)
        values = np.empty(len(observations), dtype=np.float32)
        for i, row in enumerate(observations):
            rng = np.random.default_rng(zlib.crc32(row.tobytes()))
            logits[i] = rng.normal(size=game.num_actions)
            values[i] = scale * rng.uniform(-1, 1)
        return logits, values

    return infer


def ignorant(game: Game) -> Infer:
    """A network that likes all alike."""

    def infer(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(observations)
        return np.zeros((n, game.num_actions), np.float32), np.zeros(n, np.float32)

    return infer


@dataclass
class Child:
    prior: float
    mover: int
    visits: int = 0
    value: float = 0.0
    available: int = 1
    children: dict[int, Child] = field(default_factory=dict)


def search(
    asked: Decisions, i: int, infer: Infer, simulations: int, c: float, scheme: int
) -> tuple[dict[int, Child], int]:
    """The root's children after searching the i-th decision, and how many games were ended."""
    game, searcher, rules = asked.game, int(asked.players[i]), asked.game.kernels
    root = Child(1.0, -1)
    seen: list[float] = []
    ended = 0
    for simulation in range(simulations):
        key = np.uint64(derive(asked.keys[i], simulation))
        deal = asked.states[i : i + 1].copy()
        rules.resample(deal[0], searcher, key)
        node, path, step = root, [], 0
        worth: Any = None
        while worth is None:
            bits = rules.actors(deal[0])
            if not bits:
                worth = _rewards(game, deal[0], scheme)
                ended += 1
                break
            seats = [seat for seat in range(8) if bits >> seat & 1]
            seat = searcher if game.simultaneous and searcher in seats else seats[0]
            buffer = np.zeros(game.max_legal, dtype=np.int32)
            legal = [int(a) for a in buffer[: rules.legal(deal[0], seat, buffer)]]
            if len(legal) == 1:
                action = legal[0]
            elif game.simultaneous and seat != searcher:
                policy, _ = _ask(game, infer, deal, seat, legal)
                word = np.uint64(derive(np.uint64(mix(key)), step))
                action = _drawn(policy, float(word >> np.uint64(11)) * 2.0**-53)
            else:
                for a in legal:
                    if a in node.children:
                        node.children[a].available += 1
                if any(a not in node.children for a in legal):
                    policy, value = _ask(game, infer, deal, seat, legal)
                    for a in legal:
                        node.children.setdefault(a, Child(policy[a], seat))
                    worth = [-value / (game.num_players - 1)] * game.num_players
                    worth[seat] = value
                    break
                scale = max(2.0, max(seen) - min(seen)) / 2
                action = _puct({a: node.children[a] for a in legal}, c, scale)
                node = node.children[action]
                path.append(node)
            rules.apply(deal[0], seat, action)
            step += 1
        for child in path:
            child.visits += 1
            child.value += worth[child.mover]
        seen.append(worth[searcher])
    return root.children, ended


def _puct(children: dict[int, Child], c: float, scale: float) -> int:
    total = sum(child.prior for child in children.values())
    visits = sum(child.visits for child in children.values())
    usual = sum(child.value for child in children.values()) / visits if visits else 0.0

    def bound(action: int) -> float:
        child = children[action]
        mean = child.value / child.visits if child.visits else usual
        explore = c * child.prior / total * math.sqrt(child.available)
        return mean / scale + explore / (1 + child.visits)

    return max(children, key=bound)


def _ask(
    game: Game, infer: Infer, deal: np.ndarray, seat: int, legal: list[int]
) -> tuple[dict[int, float], float]:
    out = np.zeros((1, game.encoder("flat").size), dtype=np.float32)
    game.kernels.observe["flat"](deal, np.array([seat], dtype=np.int32), out)
    logits, values = infer(out)
    highest = max(float(logits[0, a]) for a in legal)
    weights = {a: math.exp(float(logits[0, a]) - highest) for a in legal}
    total = sum(weights.values())
    return {a: weight / total for a, weight in weights.items()}, float(values[0])


def _drawn(policy: dict[int, float], uniform: float) -> int:
    for action, chance in policy.items():
        uniform -= chance
        if uniform < 0:
            return action
    return action


def _rewards(game: Game, state: Any, scheme: int) -> list[float]:
    places, points, rewards = (np.zeros(game.num_players) for _ in range(3))
    game.kernels.outcome(state, places, points)
    rewards_from_outcome(places, points, scheme, rewards)
    return [float(reward) for reward in rewards]
