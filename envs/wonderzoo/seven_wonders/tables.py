"""The facts of the game as arrays, read from the TOML files beside this one.

Kernels see these arrays as constants. A card id is the position of its name among the distinct
names of ``cards.toml`` (Loom, Press and Glassworks are in two Ages under one name). The first axis
of a table of cards is the edition: 0 second, 1 first. A board is one side of one wonder in one
edition: ``(edition * NUM_WONDERS + wonder) * 2 + side``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from wonderzoo.data import read_rows

_HERE = Path(__file__).parent


_ROWS = read_rows(_HERE / "cards.toml", "card")
_WONDERS = read_rows(_HERE / "wonders.toml", "wonder")

EDITIONS = ("second", "first")
SIDES = (("day", "night"), ("a", "b"))  # by edition; wonders of the expansion keep the first
RESOURCES = ("wood", "stone", "ore", "clay", "glass", "papyrus", "cloth")
RAW = RESOURCES[:4]  # made by brown cards; the rest, manufactured goods, by grey ones
COLORS = ("brown", "grey", "blue", "green", "yellow", "red", "purple")
SYMBOLS = ("compass", "gear", "tablet")
CARD_NAMES = tuple(dict.fromkeys(row["name"] for row in _ROWS))
WONDER_NAMES = tuple(wonder["name"] for wonder in _WONDERS)
# wonders of the box of Edifice: in play only if asked for
EXTRA_WONDERS = tuple(wonder["name"] for wonder in _WONDERS if "expansion" in wonder)
ONLY_WITH_EDIFICE = tuple(w["name"] for w in _WONDERS if w.get("expansion") == "edifice")
NUM_CARDS, NUM_WONDERS = len(CARD_NAMES), len(WONDER_NAMES)
NUM_RESOURCES, NUM_RAW, NUM_COLORS = len(RESOURCES), len(RAW), len(COLORS)
NUM_EDITIONS, NUM_BOARDS = len(EDITIONS), len(EDITIONS) * NUM_WONDERS * 2
BROWN, GREY, BLUE, GREEN, YELLOW, RED, PURPLE = range(NUM_COLORS)

MIN_PLAYERS, MAX_PLAYERS = 3, 7
NUM_AGES, HAND_SIZE, TURNS, MAX_STAGES = 3, 7, 6, 4
START_COINS, SALE_COINS, TRADE_PRICE, DISCOUNT_PRICE = 3, 3, 2, 1
VICTORY_TOKENS = np.array([1, 3, 5])  # by Age
DEFEAT_TOKEN = -1
WILD = 3  # a scientific symbol chosen at the end

# what `per` effects count: a bit for each color, then these
COUNT_STAGES, COUNT_DEFEATS = 1 << 7, 1 << 8
PER_NOBODY, PER_SELF, PER_NEIGHBORS, PER_ALL = range(4)
_WHO = {"self": PER_SELF, "neighbors": PER_NEIGHBORS, "all": PER_ALL}
FROM_LEFT, FROM_RIGHT = 1, 2
_FROM = {"left": FROM_LEFT, "right": FROM_RIGHT, "both": FROM_LEFT | FROM_RIGHT}

# what a wonder stage does beyond the columns below
(
    NOTHING_SPECIAL,
    PLAY_SEVENTH,
    REVIVAL,
    FREE_FIRST_OF_COLOR,
    FREE_FIRST_CARD,
    FREE_SIXTH_CARD,
    FREE_ONCE_AN_AGE,
    COPY_GUILD,
) = range(8)
_SPECIAL = {
    "play seventh": PLAY_SEVENTH,
    "revive": REVIVAL,
    "free first of color": FREE_FIRST_OF_COLOR,
    "free first card": FREE_FIRST_CARD,
    "free sixth card": FREE_SIXTH_CARD,
    "free once an age": FREE_ONCE_AN_AGE,
    "copy guild": COPY_GUILD,
}


def _edition(edition: str) -> list[dict[str, Any]]:
    """The rows of an edition, its own values in place."""
    return [
        row | (row.get("first_edition", {}) if edition == "first" else {})
        for row in _ROWS
        if edition in row.get("editions", EDITIONS)
    ]


def _mask(names: list[str] | tuple[str, ...], known: tuple[str, ...]) -> int:
    return sum(1 << known.index(name) for name in names)


def _counted(text: str) -> int:
    if text == "stage":
        return COUNT_STAGES
    if text == "defeat":
        return COUNT_DEFEATS
    return _mask(text.split("+"), COLORS)


def _cards(*shape: int, fill: int = 0) -> np.ndarray:
    return np.full((NUM_EDITIONS, NUM_CARDS, *shape), fill, dtype=np.int64)


CARD_EXISTS = _cards()
CARD_COLOR = _cards()
CARD_COINS_COST = _cards()
CARD_COST = _cards(NUM_RESOURCES)
CARD_PRODUCES = _cards(NUM_RESOURCES)
CARD_ONE_OF = _cards()  # bit mask of resources
CARD_RAW_AT_ONE = _cards()  # FROM_LEFT | FROM_RIGHT
CARD_GOODS_AT_ONE = _cards()
CARD_SYMBOL = _cards(fill=-1)
CARD_SHIELDS = _cards()
CARD_COINS = _cards()
CARD_VP = _cards()
CARD_COMPLETE_VP = _cards()
PER_WHAT = _cards()
PER_WHO = _cards()
PER_COINS = _cards()
PER_VP = _cards()
CARD_FREE_WITH = _cards(2, fill=-1)

for _e, _name in enumerate(EDITIONS):
    for _row in _edition(_name):
        _c = CARD_NAMES.index(_row["name"])
        _cost = _row.get("cost", {})
        CARD_EXISTS[_e, _c] = 1
        CARD_COLOR[_e, _c] = COLORS.index(_row["color"])
        CARD_COINS_COST[_e, _c] = _cost.get("coins", 0)
        for _r, _resource in enumerate(RESOURCES):
            CARD_COST[_e, _c, _r] = _cost.get(_resource, 0)
            CARD_PRODUCES[_e, _c, _r] = _row.get("produces", {}).get(_resource, 0)
        CARD_ONE_OF[_e, _c] = _mask(_row.get("one_of", ()), RESOURCES)
        if "price_one" in _row:
            _raw = _row["price_one"][0] in RAW
            (CARD_RAW_AT_ONE if _raw else CARD_GOODS_AT_ONE)[_e, _c] = _FROM[_row["from"]]
        if "symbol" in _row:
            _any = _row["symbol"] == "any"
            CARD_SYMBOL[_e, _c] = WILD if _any else SYMBOLS.index(_row["symbol"])
        CARD_SHIELDS[_e, _c] = _row.get("shields", 0)
        CARD_COINS[_e, _c] = _row.get("coins", 0)
        CARD_VP[_e, _c] = _row.get("vp", 0)
        CARD_COMPLETE_VP[_e, _c] = _row.get("complete_vp", 0)
        if "per" in _row:
            PER_WHAT[_e, _c] = _counted(_row["per"]["count"])
            PER_WHO[_e, _c] = _WHO[_row["per"]["who"]]
            PER_COINS[_e, _c] = _row["per"].get("coins", 0)
            PER_VP[_e, _c] = _row["per"].get("vp", 0)
        for _i, _source in enumerate(_row.get("free_with", ())):
            CARD_FREE_WITH[_e, _c, _i] = CARD_NAMES.index(_source)


def _boards(*shape: int) -> np.ndarray:
    return np.zeros((NUM_BOARDS, *shape), dtype=np.int64)


BOARD_RESOURCE = _boards()
BOARD_STAGES = _boards()
STAGE_COST = _boards(MAX_STAGES, NUM_RESOURCES)
STAGE_COINS = _boards(MAX_STAGES)
STAGE_SHIELDS = _boards(MAX_STAGES)
STAGE_VP = _boards(MAX_STAGES)
STAGE_ONE_OF = _boards(MAX_STAGES)
STAGE_WILD = _boards(MAX_STAGES)
STAGE_RAW_AT_ONE = _boards(MAX_STAGES)
STAGE_SPECIAL = _boards(MAX_STAGES)
# stages with two halves, of which one is chosen
HALF_KIND = np.full((NUM_BOARDS, MAX_STAGES, 2), -1, dtype=np.int64)  # see `HALVES`
HALF_COINS = _boards(MAX_STAGES, 2)
HALF_SHIELDS = _boards(MAX_STAGES, 2)
HALF_VP = _boards(MAX_STAGES, 2)
STAGE_PAWN = _boards(MAX_STAGES)  # the Age of the pawn that it gives, 0: none, or `ANY_AGE`
HALVES = ("coins", "shield", "revive", "science")
COINS_HALF, SHIELD_HALF, REVIVE_HALF, SCIENCE_HALF = range(len(HALVES))
ANY_AGE = NUM_AGES + 1


def _half_kind(half: dict[str, Any]) -> int:
    if "coins" in half:
        return COINS_HALF
    if "shields" in half:
        return SHIELD_HALF
    return SCIENCE_HALF if "symbol" in half else REVIVE_HALF


def side_names(edition: int, wonder: int) -> tuple[str, str]:
    """What the two sides of a board are called."""
    return SIDES[edition if "first_edition" in _WONDERS[wonder] else 0]


for _e in range(NUM_EDITIONS):
    for _w, _wonder in enumerate(_WONDERS):
        _printed = _wonder.get("first_edition", _wonder) if _e else _wonder
        for _s, _side in enumerate(side_names(_e, _w)):
            _b = (_e * NUM_WONDERS + _w) * 2 + _s
            BOARD_RESOURCE[_b] = RESOURCES.index(_printed["resource"])
            BOARD_STAGES[_b] = len(_printed[_side])
            for _i, _stage in enumerate(_printed[_side]):
                for _r, _resource in enumerate(RESOURCES):
                    STAGE_COST[_b, _i, _r] = _stage["cost"].get(_resource, 0)
                STAGE_COINS[_b, _i] = _stage.get("coins", 0)
                STAGE_SHIELDS[_b, _i] = _stage.get("shields", 0)
                STAGE_VP[_b, _i] = _stage.get("vp", 0)
                STAGE_ONE_OF[_b, _i] = _mask(_stage.get("one_of", ()), RESOURCES)
                STAGE_WILD[_b, _i] = int(_stage.get("symbol") == "any")
                STAGE_RAW_AT_ONE[_b, _i] = _FROM[_stage["from"]] if "price_one" in _stage else 0
                STAGE_SPECIAL[_b, _i] = _SPECIAL.get(_stage.get("special", ""), NOTHING_SPECIAL)
                _pawn = _stage.get("pawn", 0)
                STAGE_PAWN[_b, _i] = ANY_AGE if _pawn == "any" else _pawn
                for _h, _half in enumerate(_stage.get("choose", ())):
                    HALF_KIND[_b, _i, _h] = _half_kind(_half)
                    HALF_COINS[_b, _i, _h] = _half.get("coins", 0)
                    HALF_SHIELDS[_b, _i, _h] = _half.get("shields", 0)
                    HALF_VP[_b, _i, _h] = _half.get("vp", 0)

# The decks before shuffling: [edition, players - 3, Age]; Age III has room for n + 2 guilds.
NUM_SIZES = MAX_PLAYERS - MIN_PLAYERS + 1
DECK_ROOM = HAND_SIZE * MAX_PLAYERS
DECKS = np.full((NUM_EDITIONS, NUM_SIZES, NUM_AGES, DECK_ROOM), -1, dtype=np.int64)
DECK_SIZE = np.zeros((NUM_EDITIONS, NUM_SIZES, NUM_AGES), dtype=np.int64)  # without guilds
for _e, _name in enumerate(EDITIONS):
    for _n in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        for _age in range(NUM_AGES):
            _deck = [
                CARD_NAMES.index(row["name"])
                for row in _edition(_name)
                for players in row.get("players", ())
                if row["age"] == _age + 1 and players <= _n
            ]
            DECKS[_e, _n - MIN_PLAYERS, _age, : len(_deck)] = _deck
            DECK_SIZE[_e, _n - MIN_PLAYERS, _age] = len(_deck)
GUILDS = np.array(
    [[c for c in range(NUM_CARDS) if CARD_EXISTS[e, c] and CARD_COLOR[e, c] == PURPLE]
     for e in range(NUM_EDITIONS)]
)  # fmt: skip
NUM_GUILDS = GUILDS.shape[1]
# How many cards of each name are in a game, all Ages together: [edition, players - 3, card]
COPIES = np.zeros((NUM_EDITIONS, NUM_SIZES, NUM_CARDS), dtype=np.int64)
for _e in range(NUM_EDITIONS):
    for _n in range(NUM_SIZES):
        _dealt = DECKS[_e, _n][DECKS[_e, _n] >= 0]
        COPIES[_e, _n] = np.bincount(_dealt, minlength=NUM_CARDS)
        COPIES[_e, _n, GUILDS[_e]] = 1
