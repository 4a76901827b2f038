"""The 15 Edifices as arrays, read from ``edifices.toml``. An Edifice's id is its row."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from wonderzoo.data import index_of
from wonderzoo.seven_wonders.tables import COLORS, NUM_AGES, RESOURCES

_DATA = tomllib.loads((Path(__file__).parent / "edifices.toml").read_text("utf-8"))
_ROWS = _DATA["edifice"]

EDIFICE_NAMES: tuple[str, ...] = tuple(row["name"] for row in _ROWS)
NUM_EDIFICES = len(EDIFICE_NAMES)
PAWNS = np.array(_DATA["pawns"])  # on each Edifice, by the number of players - 3
DEBTS = np.array(_DATA["debts"])  # points, by Age

# what gives points at the end
(PER_NOTHING, PER_STAGE, PER_BLUE, PER_COLOR, PER_PAIR) = range(5)
_COUNTED = {"stage": PER_STAGE, "blue": PER_BLUE, "color": PER_COLOR, "brown and grey": PER_PAIR}


def _edifices() -> np.ndarray:
    return np.zeros(NUM_EDIFICES, dtype=np.int64)


EDIFICE_AGE = np.array([row["age"] for row in _ROWS])
EDIFICE_COST = np.array([row["cost"] for row in _ROWS])
REWARD_COINS = _edifices()
REWARD_SHIELDS = _edifices()
REWARD_TOKEN = _edifices()  # a military victory token of this value
REWARD_CLEARS = _edifices()  # 1: military tokens of -1 are discarded
REWARD_ONE_OF = _edifices()  # bit mask of resources
REWARD_PER = _edifices()  # what is counted at the end
REWARD_VP = _edifices()  # and points for each
REWARD_REPEATS = _edifices()  # 1: a guild counts again
PENALTY_COINS = _edifices()
PENALTY_COLOR = np.full(NUM_EDIFICES, -1)
PENALTY_TOKENS = _edifices()

for _i, _row in enumerate(_ROWS):
    _reward, _penalty = _row["reward"], _row["penalty"]
    REWARD_COINS[_i] = _reward.get("coins", 0)
    REWARD_SHIELDS[_i] = _reward.get("shields", 0)
    (REWARD_TOKEN[_i],) = _reward.get("tokens", [0])
    REWARD_CLEARS[_i] = _reward.get("discard_defeats", False)
    REWARD_ONE_OF[_i] = sum(1 << RESOURCES.index(name) for name in _reward.get("one_of", ()))
    if "per" in _reward:
        REWARD_PER[_i] = 1 + index_of(
            _reward["per"]["count"], tuple(_COUNTED), _row, "reward.per.count"
        )
        REWARD_VP[_i] = _reward["per"]["vp"]
    REWARD_REPEATS[_i] = _reward.get("repeat_guild", False)
    PENALTY_COINS[_i] = _penalty.get("coins", 0)
    PENALTY_TOKENS[_i] = _penalty.get("tokens", 0)
    if "card" in _penalty:
        PENALTY_COLOR[_i] = index_of(_penalty["card"], COLORS, _row, "penalty.card")

EDIFICES_OF_AGE = np.array([np.flatnonzero(EDIFICE_AGE == age + 1) for age in range(NUM_AGES)])
