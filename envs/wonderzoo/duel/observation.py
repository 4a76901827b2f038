"""What a player sees, as numbers.

Two encoders over the same rows: ``flat`` writes them one after another, ``entities`` puts each in
a table row with a type and the printed facts in front. Nothing hidden is in either: a test redraws
all that a player cannot know and wants the same bytes. All that he can know or remember is in
both. "mine" and "their" are seen from the observing seat, whether or not it is his turn.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.duel.effects import distinct_symbols
from wonderzoo.duel.payment import card_price, unit_price, wonder_price
from wonderzoo.duel.scoring import blue_points, total_points
from wonderzoo.duel.state import (
    BUILT,
    BURIED,
    CARD_IN_BOX,
    LEFT_OUT,
    ON_BOARD,
    OWNED,
    PHASES,
    TOKEN_OFFERED,
    UNBUILT,
    WONDER_OFFERED,
    WONDER_REMOVED,
)
from wonderzoo.duel.tableau import is_free
from wonderzoo.duel.tables import (
    BIT,
    CAPITAL,
    CARD_AGE,
    CARD_CHAIN_FROM,
    CARD_COINS,
    CARD_COINS_COST,
    CARD_COLOR,
    CARD_COST,
    CARD_PRODUCES,
    CARD_SHIELDS,
    CARD_SYMBOL,
    CARD_VP,
    COLORS,
    NUM_CARDS,
    NUM_COLORS,
    NUM_RESOURCES,
    NUM_SLOTS,
    NUM_SYMBOLS,
    NUM_TOKENS,
    NUM_WONDERS,
    PURPLE,
    RESOURCES,
    SLOT_ROW,
    SLOT_X,
    SYMBOLS,
    WONDER_AGAIN,
    WONDER_COINS,
    WONDER_COST,
    WONDER_SHIELDS,
    WONDER_VP,
)
from wonderzoo.game import Block, Encoder

CARD_COLUMNS = (
    "in my city",
    "in their city",
    "in the discard pile",
    "under a wonder",
    "face up in the tableau",
    "free to take",
    "my price / 10",
    "their price / 10",
    "tableau row / 6",
    "tableau x / 11",
)
WONDER_COLUMNS = (
    "on offer in the draft",
    "mine, unbuilt",
    "theirs, unbuilt",
    "mine, built",
    "theirs, built",
    "removed",
    "my price / 10",
    "their price / 10",
)
TOKEN_COLUMNS = (
    "on the board",
    "mine",
    "theirs",
    "offered by The Great Library",
    "left out, for The Great Library to offer",
)
SLOT_COLUMNS = ("holds a card", "face down", "has a guild's back")
PLAYER_COLUMNS = (
    "coins / 20",
    *(f"makes {resource} / 4" for resource in RESOURCES),
    *(f"price of {resource} / 6" for resource in RESOURCES),
    "one of the raw resources / 2",
    "one of glass and papyrus / 2",
    *(f"symbol {symbol} / 2" for symbol in SYMBOLS),
    "different symbols / 6",
    *(f"{color} cards / 8" for color in COLORS),
    "wonders built / 4",
    "points now / 50",
    "points of blue cards / 20",
    "2 coins of loot still threaten",
    "5 coins of loot still threaten",
)
GAME_COLUMNS = (
    "draft",
    "Age I",
    "Age II",
    "Age III",
    *(f"phase {phase}" for phase in PHASES),
    "I decide",
    "they decide",
    "I drafted first",
    "pawn towards their capital / 9",
    "an extra turn follows",
    "cards in the tableau / 20",
    "wonders drafted / 8",
    "wonders built by both / 7",
    "on 0 the last player begins unasked",
)

_NC, _NW, _NT = len(CARD_COLUMNS), len(WONDER_COLUMNS), len(TOKEN_COLUMNS)
_NS, _NP, _NG = len(SLOT_COLUMNS), len(PLAYER_COLUMNS), len(GAME_COLUMNS)
_WONDERS_AT = NUM_CARDS * _NC
_TOKENS_AT = _WONDERS_AT + NUM_WONDERS * _NW
_SLOTS_AT = _TOKENS_AT + NUM_TOKENS * _NT
_PLAYERS_AT = _SLOTS_AT + NUM_SLOTS * _NS
_GAME_AT = _PLAYERS_AT + 2 * _NP
FLAT_SIZE = _GAME_AT + _NG

FLAT = Encoder(
    "flat",
    (FLAT_SIZE,),
    (
        Block("cards", NUM_CARDS, CARD_COLUMNS),
        Block("wonders", NUM_WONDERS, WONDER_COLUMNS),
        Block("tokens", NUM_TOKENS, TOKEN_COLUMNS),
        Block("slots", NUM_SLOTS, SLOT_COLUMNS),
        Block("players (me, they)", 2, PLAYER_COLUMNS),
        Block("game", 1, GAME_COLUMNS),
    ),
)

# The column that a card's place sets, by seat and place; box and tableau set none.
_PLACE_COLUMN = np.array([[0, 0, 0, 1, 2, 3], [0, 0, 1, 0, 2, 3]])
_PLACE_KNOWN = np.array([0, 0, 1, 1, 1, 1], dtype=np.float32)

_TENTH = np.float32(1 / 10)
_PHASE_AT = 4
_REST_AT = _PHASE_AT + len(PHASES)


@kernel
def _write_cards(state, player, out, at, stride):
    """One row for each card whose place is known, ``stride`` floats apart."""
    for card in range(NUM_CARDS):  # a table, since branches here are the dearest of all
        place = state.card_at[card]
        out[at + card * stride + _PLACE_COLUMN[player, place]] = _PLACE_KNOWN[place]
    face_up = state.present & state.revealed
    age = state.age - 1
    for slot in range(NUM_SLOTS):
        if face_up & BIT[slot]:
            card = int(state.deck[age, slot])
            row = at + card * stride
            out[row + 4] = 1
            if is_free(state, slot):
                out[row + 5] = 1
            out[row + 6] = card_price(state, player, card) * _TENTH
            out[row + 7] = card_price(state, 1 - player, card) * _TENTH
            out[row + 8] = SLOT_ROW[age, slot] / np.float32(6)
            out[row + 9] = SLOT_X[age, slot] / np.float32(11)


@kernel
def _write_wonders(state, player, out, at, stride):
    for wonder in range(NUM_WONDERS):
        place = state.wonder_at[wonder]
        row = at + wonder * stride
        if place == WONDER_OFFERED:
            out[row] = 1
        elif place == UNBUILT + player:
            out[row + 1] = 1
            out[row + 6] = wonder_price(state, player, wonder) * _TENTH
        elif place == UNBUILT + 1 - player:
            out[row + 2] = 1
            out[row + 7] = wonder_price(state, 1 - player, wonder) * _TENTH
        elif place == BUILT + player:
            out[row + 3] = 1
        elif place == BUILT + 1 - player:
            out[row + 4] = 1
        elif place == WONDER_REMOVED:
            out[row + 5] = 1


@kernel
def _write_tokens(state, player, out, at, stride):
    for token in range(NUM_TOKENS):
        place = state.token_at[token]
        row = at + token * stride
        if place == ON_BOARD:
            out[row] = 1
        elif place == OWNED + player:
            out[row + 1] = 1
        elif place == OWNED + 1 - player:
            out[row + 2] = 1
        elif place == TOKEN_OFFERED:
            out[row + 3] = 1
        elif place == LEFT_OUT:
            out[row + 4] = 1


@kernel
def _write_slots(state, out, at, stride):
    """Where cards lie; of a face-down one only the back is known."""
    for slot in range(NUM_SLOTS):
        if state.present & BIT[slot]:
            row = at + slot * stride
            out[row] = 1
            if not state.revealed & BIT[slot]:
                out[row + 1] = 1
            if CARD_COLOR[state.deck[state.age - 1, slot]] == PURPLE:
                out[row + 2] = 1


@kernel
def _write_player(state, player, out, row):
    out[row] = state.coins[player] / np.float32(20)
    row += 1
    for resource in range(NUM_RESOURCES):
        out[row] = state.production[player, resource] / np.float32(4)
        out[row + NUM_RESOURCES] = unit_price(state, player, resource) / np.float32(6)
        row += 1
    row += NUM_RESOURCES
    out[row] = state.one_raw[player] / np.float32(2)
    out[row + 1] = state.one_grey[player] / np.float32(2)
    row += 2
    for symbol in range(NUM_SYMBOLS):
        out[row] = state.symbols[player, symbol] / np.float32(2)
        row += 1
    out[row] = distinct_symbols(state, player) / np.float32(6)
    row += 1
    for color in range(NUM_COLORS):
        out[row] = state.colors[player, color] / np.float32(8)
        row += 1
    out[row] = state.wonders_built[player] / np.float32(4)
    out[row + 1] = total_points(state, player) / np.float32(50)
    out[row + 2] = blue_points(state, player) / np.float32(20)
    out[row + 3] = state.loot[player, 0]
    out[row + 4] = state.loot[player, 1]


@kernel
def _write_game(state, player, out, row):
    out[row + int(state.age)] = 1
    out[row + _PHASE_AT + int(state.phase)] = 1
    row += _REST_AT
    if state.actor == player:
        out[row] = 1
    elif state.actor >= 0:
        out[row + 1] = 1
    if player == 0:
        out[row + 2] = 1
    towards = state.pawn if player == 0 else -state.pawn
    out[row + 3] = towards / np.float32(CAPITAL)
    out[row + 4] = state.again
    cards = 0
    for slot in range(NUM_SLOTS):
        if state.present & BIT[slot]:
            cards += 1
    out[row + 5] = cards / np.float32(NUM_SLOTS)
    out[row + 6] = state.picks / np.float32(8)
    out[row + 7] = (state.wonders_built[0] + state.wonders_built[1]) / np.float32(7)
    out[row + 8] = state.tied_start


@kernel
def observe_flat(state, player, out):
    """Fill ``out``, (FLAT_SIZE,) float32, with what the player sees; layout: `FLAT`."""
    out[:] = 0
    _write_cards(state, player, out, 0, _NC)
    _write_wonders(state, player, out, _WONDERS_AT, _NW)
    _write_tokens(state, player, out, _TOKENS_AT, _NT)
    _write_slots(state, out, _SLOTS_AT, _NS)
    _write_player(state, player, out, _PLAYERS_AT)
    _write_player(state, 1 - player, out, _PLAYERS_AT + _NP)
    _write_game(state, player, out, _GAME_AT)


# --- the table encoder: one row for each thing, the same columns for all ---

_KINDS = ("card", "wonder", "token", "slot", "player", "game")
_FACT_COLUMNS = (
    "in play (attention mask)",
    *(f"is a {kind}" for kind in _KINDS),
    "Age / 3",
    *(f"color {color}" for color in COLORS),
    "cost coins / 8",
    *(f"cost {resource} / 3" for resource in RESOURCES),
    *(f"gives {resource} / 2" for resource in RESOURCES),
    *(f"gives symbol {symbol}" for symbol in SYMBOLS),
    "shields / 3",
    "coins / 12",
    "points / 9",
    "extra turn",
    "free by a chain from card number / 73",
    "number within its kind / 73",
)
_FACTS = len(_FACT_COLUMNS)
_DYNAMIC = max(_NC, _NW, _NT, _NS, _NP, _NG)
ENTITY_COLUMNS = (*_FACT_COLUMNS, *(f"state {i}" for i in range(_DYNAMIC)))
_WIDTH = len(ENTITY_COLUMNS)
_SIZES = (NUM_CARDS, NUM_WONDERS, NUM_TOKENS, NUM_SLOTS, 2, 1)
_ROWS = sum(_SIZES)
_FIRST_ROW = np.cumsum((0, *_SIZES))

ENTITIES = Encoder(
    "entities",
    (_ROWS, _WIDTH),
    tuple(
        Block(name, rows, (*_FACT_COLUMNS, *columns, *("(0)",) * (_DYNAMIC - len(columns))))
        for name, rows, columns in zip(
            ("cards", "wonders", "tokens", "slots", "players (me, they)", "game"),
            _SIZES,
            (
                CARD_COLUMNS,
                WONDER_COLUMNS,
                TOKEN_COLUMNS,
                SLOT_COLUMNS,
                PLAYER_COLUMNS,
                GAME_COLUMNS,
            ),
            strict=True,
        )
    ),
)


def _printed_facts() -> np.ndarray:
    """The columns that never change, (_ROWS, _WIDTH) float32; all rows in play."""
    table = np.zeros((_ROWS, _WIDTH), dtype=np.float32)
    table[:, 0] = 1
    for kind, first, size in zip(range(len(_KINDS)), _FIRST_ROW, _SIZES, strict=False):
        table[first : first + size, 1 + kind] = 1
        table[first : first + size, _FACTS - 1] = np.arange(size) / NUM_CARDS
    at = 1 + len(_KINDS)
    cards = table[:NUM_CARDS]
    wonders = table[_FIRST_ROW[1] : _FIRST_ROW[2]]
    cards[:, at] = CARD_AGE / 3
    cards[np.arange(NUM_CARDS), at + 1 + CARD_COLOR] = 1
    at += 1 + NUM_COLORS
    cards[:, at] = CARD_COINS_COST / 8
    cards[:, at + 1 : at + 1 + NUM_RESOURCES] = CARD_COST / 3
    wonders[:, at + 1 : at + 1 + NUM_RESOURCES] = WONDER_COST / 3
    at += 1 + NUM_RESOURCES
    cards[:, at : at + NUM_RESOURCES] = CARD_PRODUCES / 2
    at += NUM_RESOURCES
    has_symbol = CARD_SYMBOL >= 0
    cards[np.flatnonzero(has_symbol), at + CARD_SYMBOL[has_symbol]] = 1
    at += NUM_SYMBOLS
    cards[:, at], wonders[:, at] = CARD_SHIELDS / 3, WONDER_SHIELDS / 3
    cards[:, at + 1], wonders[:, at + 1] = CARD_COINS / 12, WONDER_COINS / 12
    cards[:, at + 2], wonders[:, at + 2] = CARD_VP / 9, WONDER_VP / 9
    wonders[:, at + 3] = WONDER_AGAIN
    cards[:, at + 4] = (CARD_CHAIN_FROM + 1) / NUM_CARDS
    return table


_PRINTED = _printed_facts().ravel()


@kernel
def observe_entities(state, player, out):
    """Fill ``out``, the flattened (rows, columns) float32 table; layout: `ENTITIES`."""
    for i in range(_ROWS * _WIDTH):
        out[i] = _PRINTED[i]
    for card in range(NUM_CARDS):
        # out of play: cards under a wonder, and those of past Ages that were never dealt
        never = state.card_at[card] == CARD_IN_BOX and CARD_AGE[card] < state.age
        if never or state.card_at[card] == BURIED:
            out[card * _WIDTH] = 0
    for slot in range(NUM_SLOTS):
        if not state.present & BIT[slot]:
            out[(_FIRST_ROW[3] + slot) * _WIDTH] = 0
    _write_cards(state, player, out, _FACTS, _WIDTH)
    _write_wonders(state, player, out, _FIRST_ROW[1] * _WIDTH + _FACTS, _WIDTH)
    _write_tokens(state, player, out, _FIRST_ROW[2] * _WIDTH + _FACTS, _WIDTH)
    _write_slots(state, out, _FIRST_ROW[3] * _WIDTH + _FACTS, _WIDTH)
    _write_player(state, player, out, _FIRST_ROW[4] * _WIDTH + _FACTS)
    _write_player(state, 1 - player, out, (_FIRST_ROW[4] + 1) * _WIDTH + _FACTS)
    _write_game(state, player, out, _FIRST_ROW[5] * _WIDTH + _FACTS)
