"""The facts of the game as arrays, read from the TOML files beside this one.

Kernels see these arrays as constants. Card, wonder and token ids are positions in the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from wonderzoo.data import read_rows

_HERE = Path(__file__).parent


CARDS = read_rows(_HERE / "cards.toml", "card")
WONDERS = read_rows(_HERE / "wonders.toml", "wonder")
TOKENS = read_rows(_HERE / "tokens.toml", "token")
AGES = read_rows(_HERE / "tableau.toml", "age")

RESOURCES = ("wood", "clay", "stone", "glass", "papyrus")
RAW = RESOURCES[:3]  # the group of the brown cards; the rest is the group of the grey ones
COLORS = ("brown", "grey", "blue", "green", "yellow", "red", "purple")
SYMBOLS = ("quill", "mortar", "setsquare", "wheel", "sphere", "sundial", "scales")

CARD_NAMES = tuple(card["name"] for card in CARDS)
WONDER_NAMES = tuple(wonder["name"] for wonder in WONDERS)
TOKEN_NAMES = tuple(token["name"] for token in TOKENS)
NUM_CARDS, NUM_WONDERS, NUM_TOKENS = len(CARDS), len(WONDERS), len(TOKENS)
NUM_RESOURCES, NUM_COLORS, NUM_SYMBOLS = len(RESOURCES), len(COLORS), len(SYMBOLS)
NUM_SLOTS = 20
NUM_AGES = 3

# Colors and tokens that rules name.
BROWN, GREY, BLUE, GREEN, YELLOW, RED, PURPLE = range(NUM_COLORS)
AGRICULTURE, ARCHITECTURE, ECONOMY, LAW, MASONRY = range(5)
MATHEMATICS, PHILOSOPHY, STRATEGY, THEOLOGY, URBANISM = range(5, 10)

# What a card's coins or a guild counts: a color, or one of these.
COUNT_NOTHING, COUNT_WONDERS, COUNT_BROWN_GREY, COUNT_THREE_COINS = -1, 7, 8, 9
_COUNTS = {name: i for i, name in enumerate(COLORS)} | {
    "wonder": COUNT_WONDERS,
    "brown+grey": COUNT_BROWN_GREY,
    "three coins": COUNT_THREE_COINS,
}

# What the builder of a wonder chooses.
CHOICE_NONE, CHOICE_DESTROY_BROWN, CHOICE_DESTROY_GREY, CHOICE_LIBRARY, CHOICE_REVIVE = range(5)
_CHOICES = {
    "destroy brown": CHOICE_DESTROY_BROWN,
    "destroy grey": CHOICE_DESTROY_GREY,
    "library": CHOICE_LIBRARY,
    "revive": CHOICE_REVIVE,
}

SET_UP_COINS = 7
TOKENS_ON_BOARD = 5
LIBRARY_TOKENS = 3
MAX_WONDERS_BUILT = 7
CAPITAL = 9
LOOT_SPACES = np.array([3, 6])  # entering the space spends the token
LOOT_COINS = np.array([2, 5])
DISTINCT_SYMBOLS_TO_WIN = 6
GUILDS_IN_AGE_3 = 3


def _vector(rows: list[dict[str, Any]], key: str, default: int = 0) -> np.ndarray:
    return np.array([row.get(key, default) for row in rows], dtype=np.int64)


def _per_resource(rows: list[dict[str, Any]], key: str) -> np.ndarray:
    """One row of units for each card; a list of names counts one unit for each."""
    table = np.zeros((len(rows), NUM_RESOURCES), dtype=np.int64)
    for i, row in enumerate(rows):
        value = row.get(key, {})
        for j, name in enumerate(RESOURCES):
            table[i, j] = value.get(name, 0) if isinstance(value, dict) else int(name in value)
    return table


def _one_of(rows: list[dict[str, Any]], group: tuple[str, ...]) -> np.ndarray:
    """1 where a card or wonder supplies one unit of the group in each payment."""
    wanted = set(group)
    return np.array([int(set(row.get("one_of", ())) == wanted) for row in rows], dtype=np.int64)


CARD_AGE = _vector(CARDS, "age")
CARD_COLOR = np.array([COLORS.index(card["color"]) for card in CARDS], dtype=np.int64)
CARD_COINS_COST = np.array([c.get("cost", {}).get("coins", 0) for c in CARDS], dtype=np.int64)
CARD_COST = _per_resource(CARDS, "cost")  # (73, 5) units
CARD_PRODUCES = _per_resource(CARDS, "produces")  # (73, 5) units
CARD_PRICE_ONE = _per_resource(CARDS, "price_one")  # (73, 5) 0 or 1
CARD_ONE_RAW = _one_of(CARDS, RAW)
CARD_ONE_GREY = _one_of(CARDS, RESOURCES[3:])
CARD_CHAIN_FROM = np.array(
    [CARD_NAMES.index(card["chain_from"]) if "chain_from" in card else -1 for card in CARDS],
    dtype=np.int64,
)
CARD_SYMBOL = np.array(
    [SYMBOLS.index(card["symbol"]) if "symbol" in card else -1 for card in CARDS], dtype=np.int64
)
CARD_SHIELDS = _vector(CARDS, "shields")
CARD_COINS = _vector(CARDS, "coins")
CARD_VP = _vector(CARDS, "vp")
CARD_PER = np.array(
    [_COUNTS[c["coins_per"]["count"]] if "coins_per" in c else COUNT_NOTHING for c in CARDS],
    dtype=np.int64,
)
CARD_PER_COINS = np.array([c.get("coins_per", {}).get("coins", 0) for c in CARDS], dtype=np.int64)
GUILD_COUNT = np.array(
    [_COUNTS[c["guild"]["count"]] if "guild" in c else COUNT_NOTHING for c in CARDS],
    dtype=np.int64,
)
GUILD_VP = np.array([c.get("guild", {}).get("vp", 0) for c in CARDS], dtype=np.int64)
GUILD_COINS = np.array([c.get("guild", {}).get("coins", 0) for c in CARDS], dtype=np.int64)

WONDER_COST = _per_resource(WONDERS, "cost")  # (12, 5) units
WONDER_SHIELDS = _vector(WONDERS, "shields")
WONDER_COINS = _vector(WONDERS, "coins")
WONDER_VP = _vector(WONDERS, "vp")
WONDER_OPPONENT_LOSES = _vector(WONDERS, "opponent_loses")
WONDER_AGAIN = _vector(WONDERS, "again")
WONDER_ONE_RAW = _one_of(WONDERS, RAW)
WONDER_ONE_GREY = _one_of(WONDERS, RESOURCES[3:])
WONDER_CHOICE = np.array([_CHOICES.get(w.get("choice", ""), CHOICE_NONE) for w in WONDERS])

TOKEN_COINS = _vector(TOKENS, "coins")
TOKEN_VP = _vector(TOKENS, "vp")

# The draft: who picks the 1st .. 8th wonder. The last of each group of four is dealt, not asked.
DRAFT_SEATS = np.array([0, 1, 1, 0, 1, 0, 0, 1])

# The structures: row and x of each slot, and the slots that cover it as a bit mask.
SLOT_ROW = np.zeros((NUM_AGES, NUM_SLOTS), dtype=np.int64)
SLOT_X = np.zeros((NUM_AGES, NUM_SLOTS), dtype=np.int64)
SLOT_COVERED_BY = np.zeros((NUM_AGES, NUM_SLOTS), dtype=np.int64)
FACE_UP = np.zeros(NUM_AGES, dtype=np.int64)  # bit mask of the slots dealt face up
ALL_SLOTS = (1 << NUM_SLOTS) - 1
BIT = 1 << np.arange(32, dtype=np.int64)

for _age, _layout in enumerate(AGES):
    _places = [(row, x) for row, xs in enumerate(_layout["rows"]) for x in xs]
    for _slot, (_row, _x) in enumerate(_places):
        SLOT_ROW[_age, _slot], SLOT_X[_age, _slot] = _row, _x
        FACE_UP[_age] |= BIT[_slot] * (_row % 2 == 0)
        for _beside in (_x - 1, _x + 1):
            if (_row + 1, _beside) in _places:
                SLOT_COVERED_BY[_age, _slot] |= BIT[_places.index((_row + 1, _beside))]

# The decks before shuffling. Age III: 20 cards, then the 7 guilds.
DECK_SIZE = np.array([int(((CARD_AGE == age) & (CARD_COLOR != PURPLE)).sum()) for age in (1, 2, 3)])
DECK_ROOM = int(max(DECK_SIZE[:2].max(), (CARD_AGE == 3).sum()))
DECKS = np.full((NUM_AGES, DECK_ROOM), -1, dtype=np.int64)
for _age in range(NUM_AGES):
    _ids = np.flatnonzero(CARD_AGE == _age + 1)
    DECKS[_age, : len(_ids)] = _ids
NUM_GUILDS = int((CARD_COLOR == PURPLE).sum())
