"""The record of one game of 7 Wonders Duel, field by field.

Copying a game is copying the record; a batch is an array of records. Every field is either public
or named as hidden below; `resample` in `deal.py` redraws the hidden ones.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.duel.tables import (
    DECK_ROOM,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_RESOURCES,
    NUM_SYMBOLS,
    NUM_TOKENS,
    NUM_WONDERS,
)

# phase: what the actor decides
DRAFT, PLAY, TOKEN, LIBRARY, DESTROY, REVIVE, START, OVER = range(8)
PHASES = ("draft", "play", "token", "library", "destroy", "revive", "start", "over")

# card_at (add the seat to CITY)
CARD_IN_BOX, CARD_IN_TABLEAU, CITY, _CITY_1, DISCARDED, BURIED = range(6)
# wonder_at (add the seat to UNBUILT and BUILT)
WONDER_IN_BOX, WONDER_OFFERED, UNBUILT, _UNBUILT_1, BUILT, _BUILT_1, WONDER_REMOVED = range(7)
# token_at (add the seat to OWNED)
LEFT_OUT, ON_BOARD, OWNED, _OWNED_1, TOKEN_OFFERED, TOKEN_GONE = range(6)

# ending
NOT_OVER, CIVILIAN, MILITARY, SCIENCE = range(4)
ENDINGS = ("", "civilian", "military", "science")
NO_WINNER = -1

# tied_start, ruling 14: the pawn stands on 0 at the end of an Age
TIED_CHOOSE, TIED_BEGIN = range(2)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.uint64),  # generator; only deals and redraws use it
                # --- structure of the Age ---
                ("present", np.int32),  # bit mask of the slots that still hold a card
                ("revealed", np.int32),  # bit mask of the slots whose card has been turned up
                # --- the two seats ---
                ("coins", np.int16, 2),
                ("production", np.int16, (2, NUM_RESOURCES)),  # brown and grey units
                ("price_one", np.int16, (2, NUM_RESOURCES)),  # 1: this resource costs 1 coin
                ("one_raw", np.int16, 2),  # sources of one raw unit a payment
                ("one_grey", np.int16, 2),  # sources of one glass or papyrus a payment
                ("symbols", np.int16, (2, NUM_SYMBOLS)),  # copies of each scientific symbol
                ("colors", np.int16, (2, NUM_COLORS)),  # cards in the city by color
                ("wonders_built", np.int16, 2),
                ("pawn", np.int16),  # > 0: seat 0 leads; 9 or -9: a capital
                ("paid", np.int16),  # coins spent by the last move
                ("action", np.int16),  # the last action, -1 before the first
                # --- whose decision ---
                ("phase", np.int8),
                ("actor", np.int8),  # the seat to decide; -1 when the game is over
                ("age", np.int8),  # 0 during the draft, then 1, 2, 3
                ("picks", np.int8),  # wonders drafted so far, dealt ones included
                ("again", np.int8),  # 1: an extra turn follows this play
                ("ending", np.int8),
                ("winner", np.int8),  # seat, or -1: none (yet), or shared
                ("loot", np.int8, (2, 2)),  # [seat, token]: 1 while it threatens the seat's coins
                ("tied_start", np.int8),  # option, ruling 14; kept by a new deal
                # --- where everything is ---
                ("card_at", np.int8, NUM_CARDS),
                ("card_slot", np.int8, NUM_CARDS),  # hidden like `deck`; -1: not dealt
                ("wonder_at", np.int8, NUM_WONDERS),
                ("token_at", np.int8, NUM_TOKENS),
                # --- the deal; hidden until shown ---
                # Ages I and II: 20 slots, 3 boxed; Age III: 20 slots, 3 boxed, 4 boxed guilds
                ("deck", np.int8, (NUM_AGES, DECK_ROOM)),
                ("wonder_deck", np.int8, NUM_WONDERS),  # first group, second group, 4 boxed
                ("token_deck", np.int8, NUM_TOKENS),  # 5 on the board, 3 for the Library, 2
                # named, since bytes without a name need not be copied with a record
                ("unused", np.int8, 7),
            ],
            align=True,
        ),
    )
)
