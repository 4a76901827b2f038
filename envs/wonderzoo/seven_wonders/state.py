"""The record of one game of 7 Wonders, field by field, for 3 to 7 players.

Arrays have room for seven seats; seats beyond the number of players are zero. The left neighbor of
a seat is the next one, clockwise. Choices of a turn are stored hidden until the last one is in.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.seven_wonders.tables import (
    HAND_SIZE,
    MAX_PLAYERS,
    MAX_STAGES,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_RESOURCES,
)

# phase: what the waiting seats decide
SIDE, MAIN, CHOOSE, SEVENTH, REVIVE, LOSE, COPY, OVER = range(8)
PHASES = ("side", "main", "choose", "seventh", "revive", "lose", "copy", "over")

# options
PAY_CHOOSE, PAY_CHEAPEST = range(2)
SIDES_RANDOM, SIDES_DAY, SIDES_NIGHT, SIDES_CHOOSE = range(4)
FREE_FORCED, FREE_CHOOSE = range(2)
COINS_TOGETHER, COINS_BY_SEAT = range(2)
REVIVAL_OPTIONAL, REVIVAL_FORCED = range(2)
SEVENTH_FIRST, REVIVALS_FIRST = range(2)
LOST_TO_PILE, LOST_TO_BOX = range(2)
AGORA_DIFFERENT, AGORA_SAME = range(2)
SHIELDS_PERMANENT, SHIELDS_ONE_WAR = range(2)
WONDER_DRAWN = -1
NO_EDIFICE = -1

# how a card left its hand: tucked and sold cards are hidden from the others
TUCKED, BUILT, SOLD, REVIVED = range(4)

NO_CHOICE = -1
MAX_SOURCES = 8  # cards or stages of one city that give one resource of several
MAX_TOKENS = 2 * NUM_AGES + 6  # two for each of three Edifices that give some

_P = MAX_PLAYERS

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.uint64),  # generator; only deals and redraws use it
                # --- the seats ---
                ("coins", np.int16, _P),
                ("shields", np.int16, _P),
                ("production", np.int16, (_P, NUM_RESOURCES)),  # what neighbors may buy too
                ("symbols", np.int16, (_P, 4)),  # compass, gear, tablet, chosen at the end
                ("colors", np.int16, (_P, NUM_COLORS)),  # cards in the city by color
                ("choices", np.int16, (_P, MAX_SOURCES)),  # bit masks: one resource of these
                ("own_choices", np.int16, (_P, MAX_SOURCES)),  # the same, never sold to neighbors
                ("num_choices", np.int16, _P),
                ("num_own_choices", np.int16, _P),
                ("raw_at_one", np.int16, _P),  # FROM_LEFT | FROM_RIGHT
                ("goods_at_one", np.int16, _P),
                ("stages", np.int16, _P),  # built
                ("halves", np.int16, (_P, MAX_STAGES)),  # which half of a stage, or Age of its
                # pawn, was chosen, from 1
                ("had_colors", np.int16, _P),  # bit for each color that ever was in the city
                ("revivals", np.int16, _P),  # cards still to build from the discards this turn
                ("free_used", np.int16, _P),  # bit for each Age: first edition, Olympia A
                ("copied", np.int16, _P),  # the guild that Olympia B copied, -1: none
                ("sold", np.int16, _P),  # cards sold so far
                ("traded", np.int16, _P),  # coins paid to neighbors so far
                ("action", np.int16),  # the last one, -1 before the first
                ("pool", np.int16),  # option: bit mask of the wonders that are drawn
                # --- the choices of this turn ---
                ("chosen", np.int16, _P),  # action, hidden until all are in
                ("bill", np.int16, (_P, 2)),  # coins to the left and right neighbor
                ("waiting", np.int16),  # bit mask of the seats that must still choose
                ("billing", np.int16),  # those of them that must only choose the bill
                ("completed", np.int16),  # 1 if the last decision completed a turn,
                ("done_age", np.int8),  # and which one
                ("done_turn", np.int8),
                # what was built in the turn that is being resolved, for all to see
                ("built", np.int16, _P),  # the card, -1: none
                ("staged", np.int16, _P),  # 1: a wonder stage
                ("resolving", np.int8),  # MAIN or SEVENTH
                # --- the course of the game ---
                ("num_players", np.int8),  # option
                ("edition", np.int8),  # option: 0 second, 1 first
                ("payment", np.int8),  # option
                ("sides", np.int8),  # option
                ("free_building", np.int8),  # option
                ("coin_effects", np.int8),  # option
                ("revival", np.int8),  # option
                ("last_turn", np.int8),  # option
                ("edifice", np.int8),  # option: 1 with the expansion
                ("seventh_participates", np.int8),  # option
                ("lost_cards", np.int8),  # option
                ("agora_pair", np.int8),  # option
                ("edifice_shields", np.int8),  # option
                ("fixed_wonders", np.int8, _P),  # option: wonder of each seat, or drawn
                ("phase", np.int8),  # see `PHASES`
                ("age", np.int8),  # 1 to 3
                ("turn", np.int8),  # 1 to 6
                ("board", np.int8, _P),  # see tables.py; while phase is SIDE, its first side
                ("tokens", np.int8, (_P, MAX_TOKENS)),  # military tokens in the order they came
                ("num_tokens", np.int8, _P),
                ("city", np.int8, (_P, NUM_CARDS)),  # 1: built
                ("discards", np.int8, NUM_CARDS),  # copies of each card in the pile
                ("lost", np.int8, NUM_CARDS),  # of them, those that all have seen go there
                # --- the Edifices, by Age ---
                ("edifices", np.int8, NUM_AGES),  # -1: the game is without them
                ("pawns_left", np.int8, NUM_AGES),  # on the card
                ("pawns", np.int8, (_P, NUM_AGES)),  # of each seat
                ("rewarded", np.int8, (_P, NUM_AGES)),  # of these pawns, those that have paid
                ("joined", np.int8, _P),  # bit for each Age in which the seat participated
                ("debts", np.int8, _P),  # bit for each Age
                ("passing_shields", np.int8, _P),  # go after the next war
                # --- the hands: hidden but for the seat that holds them ---
                ("deck", np.int8, (NUM_AGES, _P, HAND_SIZE)),  # opening hands of each Age
                ("left", np.int16, (NUM_AGES, _P)),  # bit mask of what is left in each hand
                # in which turn each card left its hand (0: not yet; 7: after turn 6), and how
                ("taken", np.int8, (NUM_AGES, _P, HAND_SIZE)),
                ("how_taken", np.int8, (NUM_AGES, _P, HAND_SIZE)),
                # who builds from the discards looks through them: looks are numbered from 1; at
                # which one each card first lay in the pile, and at which one it was revived
                ("looks", np.int8),
                ("last_look", np.int8, _P),  # of each seat, 0: none yet
                ("first_look", np.int8, (NUM_AGES, _P, HAND_SIZE)),
                ("revived_at", np.int8, (NUM_AGES, _P, HAND_SIZE)),
                # named, since bytes without a name need not be copied with a record
                ("unused", np.int8, 13),
            ],
        ),
    )
)
