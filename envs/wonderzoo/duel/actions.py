"""The actions: a readable table of blocks, and their text forms.

An id always means the same thing ("build Stone Reserve"), whatever the position of the game.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.duel.tables import (
    BROWN,
    CARD_COLOR,
    CARD_NAMES,
    GREY,
    NUM_CARDS,
    NUM_TOKENS,
    NUM_WONDERS,
    TOKEN_NAMES,
    WONDER_NAMES,
)

# Cards that the Statue of Zeus or Circus Maximus can destroy: brown and grey ones.
DESTROYABLE = np.flatnonzero((CARD_COLOR == BROWN) | (CARD_COLOR == GREY))
NUM_DESTROYABLE = len(DESTROYABLE)

# (block, number of actions, what it does)
BLOCKS = (
    ("wait", 1, "a seat with nothing to decide"),
    ("draft", NUM_WONDERS, "take wonder W"),
    ("build", NUM_CARDS, "build card C in one's city"),
    ("discard", NUM_CARDS, "discard card C for coins"),
    ("wonder", NUM_WONDERS * NUM_CARDS, "build wonder W, tucking card C under it"),
    ("token", NUM_TOKENS, "take progress token T from the board"),
    ("library", NUM_TOKENS, "take T of the three tokens of The Great Library"),
    ("destroy", NUM_DESTROYABLE, "put the opponent's brown or grey card C on the discard pile"),
    ("revive", NUM_CARDS, "build card C of the discard pile with The Mausoleum"),
    ("start", 2, "choose who begins the Age: self, opponent"),
)
_starts = np.cumsum([0] + [size for _, size, _ in BLOCKS])
FIRST = {name: int(start) for (name, _, _), start in zip(BLOCKS, _starts[:-1], strict=True)}
NUM_ACTIONS = int(_starts[-1])

WAIT = FIRST["wait"]
DRAFT_0 = FIRST["draft"]
BUILD_0 = FIRST["build"]
DISCARD_0 = FIRST["discard"]
WONDER_0 = FIRST["wonder"]  # + wonder * NUM_CARDS + card
TOKEN_0 = FIRST["token"]
LIBRARY_0 = FIRST["library"]
DESTROY_0 = FIRST["destroy"]  # + the position in DESTROYABLE
REVIVE_0 = FIRST["revive"]
START_SELF = FIRST["start"]
START_OPPONENT = START_SELF + 1

# The most actions that can be legal at once: 72 cards in the discard pile is far beyond reach;
# six free cards give 6 x (build, discard, 4 wonders) = 36.
MAX_LEGAL = NUM_CARDS

ACTION_TEXTS: tuple[str, ...] = (
    "wait",
    *(f"draft {wonder}" for wonder in WONDER_NAMES),
    *(f"build {card}" for card in CARD_NAMES),
    *(f"discard {card}" for card in CARD_NAMES),
    *(f"wonder {wonder} with {card}" for wonder in WONDER_NAMES for card in CARD_NAMES),
    *(f"token {token}" for token in TOKEN_NAMES),
    *(f"library {token}" for token in TOKEN_NAMES),
    *(f"destroy {CARD_NAMES[card]}" for card in DESTROYABLE),
    *(f"revive {card}" for card in CARD_NAMES),
    "start self",
    "start opponent",
)
