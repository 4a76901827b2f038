"""The actions: a readable table of blocks, and their text forms.

An id always means the same thing, at every table size. Records write the choice of a bill as
``pay L left R right``; its id is that of ``bill k``, the k-th bill from the one that pays least to
the left.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.seven_wonders.tables import CARD_NAMES, GUILDS, NUM_CARDS, SIDES

MAX_BILLS = 16  # more than any cost has: at most 7 bought symbols, 0 to 14 coins to the left
COPYABLE = np.unique(GUILDS)

# (block, number of actions, what it does)
BLOCKS = (
    ("wait", 1, "a seat with nothing to decide"),
    ("build", NUM_CARDS, "build card C in one's city"),
    ("stage", NUM_CARDS, "build the next wonder stage, tucking card C under it"),
    ("sell", NUM_CARDS, "discard card C for 3 coins"),
    (
        "bill",
        MAX_BILLS,
        "pay the k-th bill (least to the left first); records write `pay L left R right`",
    ),
    ("revive", NUM_CARDS, "build card C of the discards free"),
    ("revive nothing", 1, "build nothing of the discards"),
    ("build free", NUM_CARDS, "build card C free, where paying is offered too"),
    ("copy", len(COPYABLE), "copy guild C of a neighbor (first edition)"),
    ("side", 2, "play the first or second side of one's wonder"),
)
_starts = np.cumsum([0] + [size for _, size, _ in BLOCKS])
FIRST = {name: int(start) for (name, _, _), start in zip(BLOCKS, _starts[:-1], strict=True)}
NUM_ACTIONS = int(_starts[-1])

WAIT = FIRST["wait"]
BUILD_0 = FIRST["build"]
STAGE_0 = FIRST["stage"]
SELL_0 = FIRST["sell"]
BILL_0 = FIRST["bill"]
REVIVE_0 = FIRST["revive"]
REVIVE_NOTHING = FIRST["revive nothing"]
BUILD_FREE_0 = FIRST["build free"]
COPY_0 = FIRST["copy"]
SIDE_0 = FIRST["side"]

# 7 cards: build, build free, stage and sell each; or one of each card of the discards
MAX_LEGAL = NUM_CARDS + 1

ACTION_TEXTS: tuple[str, ...] = (
    "wait",
    *(f"build {card}" for card in CARD_NAMES),
    *(f"stage with {card}" for card in CARD_NAMES),
    *(f"sell {card}" for card in CARD_NAMES),
    *(f"bill {k}" for k in range(MAX_BILLS)),
    *(f"revive {card}" for card in CARD_NAMES),
    "revive nothing",
    *(f"build {card} free" for card in CARD_NAMES),
    *(f"copy {CARD_NAMES[card]}" for card in COPYABLE),
    *(f"side {side}" for side in SIDES[0]),
)
