"""The actions: a readable table of blocks, and their text forms.

An id always means the same thing, at every table size. Records write the choice of a bill as
``pay L left R right``; its id is that of ``bill k``, the k-th bill from the one that pays least to
the left.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from wonderzoo.seven_wonders.tables import (
    CARD_NAMES,
    GUILDS,
    HALVES,
    NUM_AGES,
    NUM_CARDS,
    SIDES,
    VICTORY_TOKENS,
)

MAX_BILLS = 16  # more than any cost has: at most 7 bought symbols, 0 to 14 coins to the left
COPYABLE = np.unique(GUILDS)
# two military victory tokens, by value
TOKEN_PAIRS = np.array(list(combinations_with_replacement(map(int, VICTORY_TOKENS), 2)))

# (block, number of actions, what it does)
BLOCKS = (
    ("wait", 1, "a seat with nothing to decide"),
    ("build", NUM_CARDS, "build card C in one's city"),
    ("stage", NUM_CARDS, "build the next wonder stage, tucking card C under it"),
    ("stage and participate", NUM_CARDS, "the same, taking part in the Age's Edifice"),
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
    ("choose", len(HALVES), "take this half of a stage of Carthage"),
    ("pawn", NUM_AGES, "take a pawn of the Edifice of this Age (Ur)"),
    ("lose", NUM_CARDS, "lose card C of one's city to the penalty of an Edifice"),
    ("lose tokens", len(TOKEN_PAIRS), "lose these two military tokens to it"),
)
_starts = np.cumsum([0] + [size for _, size, _ in BLOCKS])
FIRST = {name: int(start) for (name, _, _), start in zip(BLOCKS, _starts[:-1], strict=True)}
NUM_ACTIONS = int(_starts[-1])

WAIT = FIRST["wait"]
BUILD_0 = FIRST["build"]
STAGE_0 = FIRST["stage"]
JOIN_0 = FIRST["stage and participate"]
SELL_0 = FIRST["sell"]
BILL_0 = FIRST["bill"]
REVIVE_0 = FIRST["revive"]
REVIVE_NOTHING = FIRST["revive nothing"]
BUILD_FREE_0 = FIRST["build free"]
COPY_0 = FIRST["copy"]
SIDE_0 = FIRST["side"]
CHOOSE_0 = FIRST["choose"]
PAWN_0 = FIRST["pawn"]
LOSE_0 = FIRST["lose"]
LOSE_TOKENS_0 = FIRST["lose tokens"]

# 7 cards: build, build free, stage, with an Edifice, and sell each; or one of each card
MAX_LEGAL = NUM_CARDS + 1

ACTION_TEXTS: tuple[str, ...] = (
    "wait",
    *(f"build {card}" for card in CARD_NAMES),
    *(f"stage with {card}" for card in CARD_NAMES),
    *(f"stage with {card} and participate" for card in CARD_NAMES),
    *(f"sell {card}" for card in CARD_NAMES),
    *(f"bill {k}" for k in range(MAX_BILLS)),
    *(f"revive {card}" for card in CARD_NAMES),
    "revive nothing",
    *(f"build {card} free" for card in CARD_NAMES),
    *(f"copy {CARD_NAMES[card]}" for card in COPYABLE),
    *(f"side {side}" for side in SIDES[0]),
    *(f"choose {half}" for half in HALVES),
    *(f"pawn age {age + 1}" for age in range(NUM_AGES)),
    *(f"lose {card}" for card in CARD_NAMES),
    *(f"lose tokens {low} {high}" for low, high in TOKEN_PAIRS),
)
