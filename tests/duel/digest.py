"""Hashes of whole random games: every record, observation, legal set and score on the way.

Run as a script it prints one line for each game; the test of the interpreted kernels compares
them with those of the compiled ones.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from wonderzoo import make_game
from wonderzoo.rng import below, derive


def game_digest(seed: int) -> str:
    """Play one game with choices drawn from the seed; builders and discarders by turns."""
    game = make_game("duel", tied_start=("choose", "begin")[seed % 2])
    kernels = game.kernels
    states = game.dealt(seed)
    ids = np.zeros(game.max_legal, np.int32)
    scores = np.zeros((2, len(game.score_columns)), np.int32)
    seen = {
        name: np.zeros((1, encoder.size), np.float32) for name, encoder in game.encoders.items()
    }
    digest = hashlib.sha256()
    step = 0
    while True:
        player = game.actor(states[0])
        for field in game.state_dtype.names or ():
            digest.update(np.ascontiguousarray(states[0][field]).tobytes())
        # One seat's view at a time: interpreted, these are the slowest part.
        viewer = player if player >= 0 else step % 2
        for name, out in seen.items():
            kernels.observe[name](states, np.array([viewer]), out)
            digest.update(out.tobytes())
        kernels.scores(states[0], scores)
        digest.update(scores.tobytes())
        if player < 0:
            return digest.hexdigest()
        count = kernels.legal(states[0], player, ids)
        digest.update(ids[:count].tobytes())
        choices = [i for i in ids[:count] if not game.action_text(int(i)).startswith("discard")]
        if seed % 3 == 0 or not choices:
            choices = list(ids[:count])
        word = np.uint64(derive(np.uint64(seed), np.uint64(step)))
        pick = int(below(word, len(choices)))
        kernels.apply(states[0], player, int(choices[pick]))
        if step % 16 == 5:
            kernels.resample(states[0], player, np.uint64(step))
        step += 1


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(game_digest(int(argument)))
