"""Hashes of whole random games: every record, observation, legal set and score on the way.

Run as a script it prints one line for each game; the test of the interpreted kernels compares
them with those of the compiled ones.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from tests.seven_wonders.play import EDITIONS, edifice_options, options_of
from wonderzoo.rng import below, derive
from wonderzoo.seven_wonders.game import SevenWonders

WONDERS = ["Babylon", "Halikarnassós", "Olympía", "Gizah", "Rhódos", "Éphesos", "Alexandria"]


def game_of(seed: int) -> SevenWonders:
    """Sizes, editions and payments by turns; from seed 5 on with Edifices."""
    size = 3 + seed % 5
    edition = EDITIONS[seed // 2 % 2]
    if seed >= 5:
        options = edifice_options(seed, size, edition)
        return SevenWonders(**options, wonders=["Carthage", "Ur", *WONDERS][:size])
    return SevenWonders(**options_of(seed, size, edition), wonders=WONDERS[:size])


def game_digest(seed: int) -> str:
    """Play one game with choices drawn from the seed; builders and random choosers by turns."""
    game = game_of(seed)
    kernels = game.kernels
    states = game.dealt(seed)
    ids = np.zeros(game.max_legal, np.int32)
    scores = np.zeros((game.num_players, len(game.score_columns)), np.int32)
    places, points = np.zeros(game.num_players), np.zeros(game.num_players)
    seen = {
        name: np.zeros((1, encoder.size), np.float32) for name, encoder in game.encoders.items()
    }
    digest = hashlib.sha256()
    step = 0
    while True:
        word = np.uint64(derive(np.uint64(seed), np.uint64(step)))
        actors = game.actors(states[0])
        player = actors[int(below(word, len(actors)))] if actors else -1
        for field in game.state_dtype.names or ():
            digest.update(np.ascontiguousarray(states[0][field]).tobytes())
        # One seat's view now and then: interpreted, these are the slowest part.
        if step % 5 == 0 or player < 0:
            viewer = player if step % 2 else step % game.num_players
            for name, out in seen.items():
                kernels.observe[name](states, np.array([viewer]), out)
                digest.update(out.tobytes())
            kernels.scores(states[0], scores)
            digest.update(scores.tobytes())
        if player < 0:
            kernels.outcome(states[0], places, points)
            digest.update(places.tobytes() + points.tobytes())
            return digest.hexdigest()
        count = kernels.legal(states[0], player, ids)
        digest.update(ids[:count].tobytes())
        choices = [i for i in ids[:count] if not game.action_text(int(i)).startswith("sell")]
        if seed % 3 == 0 or not choices:
            choices = list(ids[:count])
        pick = int(below(np.uint64(derive(word, np.uint64(1))), len(choices)))
        kernels.apply(states[0], player, int(choices[pick]))
        digest.update(
            np.float64(kernels.evaluate(states[0], player, step % len(game.styles))).tobytes()
        )
        ahead = states.copy()  # as the greedy agent looks ahead
        kernels.finish(ahead[0], player)
        digest.update(np.float64(kernels.evaluate(ahead[0], player, 0)).tobytes())
        if step % 24 == 5 and game.actors(states[0]):
            kernels.resample(states[0], player, np.uint64(step))
        step += 1


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(game_digest(int(argument)))
