"""What a seat sees, as numbers: one layout for every table size, seats relative to the observer.

Seat 0 is the observer, seat 1 his left neighbor and so on clockwise; the last seat that is there
is the right neighbor. Rows of seats that are not there are zero. Nothing hidden is in it: a test
redraws all that a seat cannot know and wants the same bytes. All that he can know or remember is:
of a hand that has passed through his own, every card that may still be in it, with the chance that
it is (cards left / cards that may be left).
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.game import Block, Encoder
from wonderzoo.seven_wonders.actions import COPYABLE, MAX_BILLS
from wonderzoo.seven_wonders.edifice_tables import NUM_EDIFICES
from wonderzoo.seven_wonders.edifices import fee_to_join, has_failed, is_built
from wonderzoo.seven_wonders.effects import count_of
from wonderzoo.seven_wonders.hands import hand_at, hand_of, is_public
from wonderzoo.seven_wonders.payment import (
    MOST,
    NO_BILLS,
    card_bills,
    cheapest_bill,
    has_special,
    is_free,
    least_right,
    stage_bills,
)
from wonderzoo.seven_wonders.redraw import has_seen_in_pile, last_held
from wonderzoo.seven_wonders.rules import bills_of
from wonderzoo.seven_wonders.scoring import military_points, total_points
from wonderzoo.seven_wonders.state import NO_CHOICE, NO_EDIFICE, PHASES, REVIVED, SIDE, SOLD, TUCKED
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    CARD_COINS_COST,
    CARD_NAMES,
    COLORS,
    COPIES,
    COUNT_DEFEATS,
    FREE_ONCE_AN_AGE,
    HAND_SIZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_RESOURCES,
    NUM_WONDERS,
    RESOURCES,
    SYMBOLS,
    TURNS,
    VICTORY_TOKENS,
    WONDER_NAMES,
)

OTHERS = range(1, MAX_PLAYERS)
CARD_COLUMNS = (
    "copies in my hand / 2",
    "I can build it",
    "it would be free for me",
    "least coins I would pay / 10",
    "copies that I sold, or saw in the discards / 2",
    "copies that I tucked under my wonder / 2",
    "copies that a penalty put into the discards / 2",
    *(f"in the city of seat {seat}" for seat in range(MAX_PLAYERS)),
    *(f"chance that it is in the hand of seat {seat}" for seat in OTHERS),
)
PLAYER_COLUMNS = (
    "is there",
    "coins / 20",
    "shields / 10",
    "military points / 18",
    "military tokens / 6",
    "defeat tokens / 6",
    "victory tokens of 1 / 2",
    "victory tokens of 3 / 2",
    "victory tokens of 5 / 2",
    "has used its free building of this Age",
    "stages built / 4",
    "stages of the side / 4",
    "second side (night, B)",
    *(f"wonder {wonder}" for wonder in WONDER_NAMES),
    *(f"makes {resource} / 3" for resource in RESOURCES),
    *(f"sources of one of several with {resource} / 2" for resource in RESOURCES),
    *(f"unsellable sources of one of several with {resource} / 2" for resource in RESOURCES),
    "raw resources at 1 from the left",
    "raw resources at 1 from the right",
    "goods at 1",
    *(f"symbol {symbol} / 4" for symbol in (*SYMBOLS, "of choice")),
    *(f"{color} cards / 8" for color in COLORS),
    "points now / 50",
    *(f"has copied {CARD_NAMES[guild]}" for guild in COPYABLE),
    *(f"pawns of the Edifice of Age {'I' * (age + 1)} / 2" for age in range(NUM_AGES)),
    *(f"debt of Age {'I' * (age + 1)}" for age in range(NUM_AGES)),
    "has participated in this Age",
    "cards to build from the discards this turn",
    "is asked to choose",
    *(f"{color} cards were in the city" for color in COLORS),
)
GAME_COLUMNS = (
    "Age I",
    "Age II",
    "Age III",
    *(f"turn {turn}" for turn in range(1, TURNS + 1)),
    *(f"phase {phase}" for phase in PHASES),
    "I decide",
    "I choose a bill",
    *(f"{n} players" for n in range(3, MAX_PLAYERS + 1)),
    "first edition",
    "payment is the cheapest",
    "I can build the next stage",
    "least coins I would pay for it / 10",
    "I may build one card free in this Age",
    "cards in my hand / 7",
    "discards / 40",
    "with Edifices",
    "I can build the next stage and participate",
    "least coins I would pay for that / 10",
)
EDIFICE_COLUMNS = ("is in play", "pawns left / 5", "is built", "has failed", "is of this Age")
BILL_COLUMNS = ("coins to the left / 14", "coins to the right / 14")

_NC, _NP, _NG, _NB = len(CARD_COLUMNS), len(PLAYER_COLUMNS), len(GAME_COLUMNS), len(BILL_COLUMNS)
_NE = len(EDIFICE_COLUMNS)
_PLAYERS_AT = NUM_CARDS * _NC
_EDIFICES_AT = _PLAYERS_AT + MAX_PLAYERS * _NP
_GAME_AT = _EDIFICES_AT + NUM_EDIFICES * _NE
_BILLS_AT = _GAME_AT + _NG
FLAT_SIZE = _BILLS_AT + MAX_BILLS * _NB

FLAT = Encoder(
    "flat",
    (FLAT_SIZE,),
    (
        Block("cards", NUM_CARDS, CARD_COLUMNS),
        Block("players (I, then clockwise)", MAX_PLAYERS, PLAYER_COLUMNS),
        Block("edifices", NUM_EDIFICES, EDIFICE_COLUMNS),
        Block("game", 1, GAME_COLUMNS),
        Block("bills", MAX_BILLS, BILL_COLUMNS),
    ),
)
_LOST_COLUMN, _CITY_COLUMN = 6, 7
_HAND_COLUMN = _CITY_COLUMN + MAX_PLAYERS - 1  # + the relative seat, 1 to 6
_TENTH = np.float32(1 / 10)


@kernel
def _write_hand(state, player, out, at, stride):
    """The observer's own hand, and what its cards would cost him."""
    hand = hand_of(state, player)
    age = state.age - 1
    for place in range(HAND_SIZE):
        if (state.left[age, hand] >> place) & 1:
            card = int(state.deck[age, hand, place])
            row = at + card * stride
            out[row] += np.float32(0.5)
            if state.city[player, card] or out[row] > np.float32(0.5):
                continue
            if is_free(state, player, card):
                out[row + 1] = 1
                out[row + 2] = 1
                continue
            bills = card_bills(state, player, card, False)
            if bills != NO_BILLS:
                to_left = cheapest_bill(bills)
                coins = to_left + least_right(bills, to_left)
                coins += CARD_COINS_COST[state.edition, card]
                out[row + 1] = 1
                out[row + 3] = coins * _TENTH
                if coins == 0:
                    out[row + 2] = 1


@kernel
def _write_cities(state, player, out, at, stride):
    n = int(state.num_players)
    for i in range(n):
        seat = (player + i) % n
        for card in range(NUM_CARDS):
            out[at + card * stride + _CITY_COLUMN + i] = state.city[seat, card]
    if state.edifice:
        for card in range(NUM_CARDS):
            out[at + card * stride + _LOST_COLUMN] = state.lost[card] * np.float32(0.5)


@kernel
def _write_memory(state, player, out, at, stride):
    """The hands that others hold now and that the observer has held, as far as he knows them."""
    n = int(state.num_players)
    age = state.age - 1
    for i in range(1, n):
        hand = hand_at(n, int(state.age), (player + i) % n, int(state.turn))
        last = last_held(state, player, age, hand, int(state.turn))
        if last == 0:
            continue
        left, possible = 0, 0
        for place in range(HAND_SIZE):
            if (state.left[age, hand] >> place) & 1:
                left += 1
            if _may_be_there(state, player, age, hand, place, last):
                possible += 1
        for place in range(HAND_SIZE):
            if _may_be_there(state, player, age, hand, place, last):
                card = int(state.deck[age, hand, place])
                out[at + card * stride + _HAND_COLUMN + i] += np.float32(left / possible)


@kernel
def _may_be_there(state, player, age, hand, place, last):
    """Whether a card seen in turn ``last`` may still be in the hand, for all that he knows."""
    taken = state.taken[age, hand, place]
    if taken == 0:
        return True
    how = state.how_taken[age, hand, place]
    if taken <= last or is_public(how):
        return False
    # of several copies he cannot tell which one lay in the pile, or was revived
    card = state.deck[age, hand, place]
    if COPIES[state.edition, state.num_players - MIN_PLAYERS, card] > 1:
        return True
    return how != REVIVED and not has_seen_in_pile(state, player, age, hand, place)


@kernel
def _write_hidden(state, player, out, at, stride):
    """Cards that the observer has tucked, sold, or seen in the pile when he built from it."""
    n = int(state.num_players)
    for age in range(state.age):
        for hand in range(n):
            for place in range(HAND_SIZE):
                taken = int(state.taken[age, hand, place])
                if taken == 0:
                    continue
                own = hand_at(n, age + 1, player, min(taken, TURNS)) == hand
                how = state.how_taken[age, hand, place]
                card = int(state.deck[age, hand, place])
                if how == TUCKED and own:
                    out[at + card * stride + 5] += np.float32(0.5)
                elif how == SOLD or how == REVIVED:
                    # that a copy was revived later does not tell whose it was
                    gone = how == REVIVED
                    gone = gone and state.revived_at[age, hand, place] <= state.last_look[player]
                    if not gone and (own or has_seen_in_pile(state, player, age, hand, place)):
                        out[at + card * stride + 4] += np.float32(0.5)


@kernel
def _write_player(state, seat, out, row):
    side_open = state.phase == SIDE
    out[row] = 1
    out[row + 1] = state.coins[seat] / np.float32(20)
    out[row + 2] = state.shields[seat] / np.float32(10)
    out[row + 3] = military_points(state, seat) / np.float32(18)
    out[row + 4] = state.num_tokens[seat] / np.float32(6)
    out[row + 5] = count_of(state, seat, COUNT_DEFEATS) / np.float32(6)
    for i in range(state.num_tokens[seat]):
        for age in range(NUM_AGES):
            if state.tokens[seat, i] == VICTORY_TOKENS[age]:
                out[row + 6 + age] += np.float32(0.5)
    row += 6 + NUM_AGES
    out[row] = (state.free_used[seat] >> state.age) & 1
    out[row + 1] = state.stages[seat] / np.float32(4)
    if not side_open:
        out[row + 2] = BOARD_STAGES[state.board[seat]] / np.float32(4)
        out[row + 3] = state.board[seat] % 2
    out[row + 4 + (int(state.board[seat]) // 2) % NUM_WONDERS] = 1
    row += 4 + NUM_WONDERS
    for resource in range(NUM_RESOURCES):
        out[row + resource] = state.production[seat, resource] / np.float32(3)
    row += NUM_RESOURCES
    for source in range(state.num_choices[seat]):
        for resource in range(NUM_RESOURCES):
            if (state.choices[seat, source] >> resource) & 1:
                out[row + resource] += np.float32(0.5)
    row += NUM_RESOURCES
    for source in range(state.num_own_choices[seat]):
        for resource in range(NUM_RESOURCES):
            if (state.own_choices[seat, source] >> resource) & 1:
                out[row + resource] += np.float32(0.5)
    row += NUM_RESOURCES
    out[row] = state.raw_at_one[seat] & 1
    out[row + 1] = (state.raw_at_one[seat] >> 1) & 1
    out[row + 2] = state.goods_at_one[seat] & 1
    row += 3
    for symbol in range(4):
        out[row + symbol] = state.symbols[seat, symbol] / np.float32(4)
    row += 4
    for color in range(NUM_COLORS):
        out[row + color] = state.colors[seat, color] / np.float32(8)
    row += NUM_COLORS
    out[row] = total_points(state, seat) / np.float32(50)
    for i in range(len(COPYABLE)):
        if state.copied[seat] == COPYABLE[i]:
            out[row + 1 + i] = 1
    row += 1 + len(COPYABLE)
    for age in range(NUM_AGES):
        out[row + age] = state.pawns[seat, age] * np.float32(0.5)
        out[row + NUM_AGES + age] = (state.debts[seat] >> age) & 1
    row += 2 * NUM_AGES
    out[row] = (state.joined[seat] >> (int(state.age) - 1)) & 1
    out[row + 1] = state.revivals[seat]
    # also who has chosen already, for that is hidden from the others
    if (state.waiting >> seat) & 1 or state.chosen[seat] != NO_CHOICE:
        out[row + 2] = 1
    for color in range(NUM_COLORS):
        out[row + 3 + color] = (state.had_colors[seat] >> color) & 1


@kernel
def _write_edifices(state, out, at, stride):
    for age in range(NUM_AGES):
        if state.edifices[age] != NO_EDIFICE:
            row = at + int(state.edifices[age]) * stride
            out[row] = 1
            out[row + 1] = state.pawns_left[age] / np.float32(5)
            out[row + 2] = 1 if is_built(state, age) else 0
            out[row + 3] = 1 if has_failed(state, age) else 0
            out[row + 4] = 1 if age == state.age - 1 else 0


@kernel
def _write_game(state, player, out, row):
    out[row + int(state.age) - 1] = 1
    out[row + 3 + int(state.turn) - 1] = 1
    row += 3 + TURNS
    out[row + int(state.phase)] = 1
    row += len(PHASES)
    out[row] = (state.waiting >> player) & 1
    out[row + 1] = (state.billing >> player) & 1
    out[row + 2 + int(state.num_players) - 3] = 1
    row += 2 + MAX_PLAYERS - 2
    out[row] = state.edition
    out[row + 1] = state.payment
    row += 2
    if state.phase != SIDE and state.stages[player] < BOARD_STAGES[state.board[player]]:
        bills = stage_bills(state, player, False, 0)
        if bills != NO_BILLS:
            to_left = cheapest_bill(bills)
            out[row] = 1
            out[row + 1] = (to_left + least_right(bills, to_left)) * _TENTH
    if has_special(state, player, FREE_ONCE_AN_AGE):
        out[row + 2] = 1 - ((state.free_used[player] >> state.age) & 1)
    hand = hand_of(state, player)
    cards = 0
    for place in range(HAND_SIZE):
        cards += (state.left[state.age - 1, hand] >> place) & 1
    out[row + 3] = cards / np.float32(HAND_SIZE)
    pile = 0
    for card in range(NUM_CARDS):
        pile += state.discards[card]
    out[row + 4] = pile / np.float32(40)
    if state.edifice:
        _write_participation(state, player, out, row + 5)


@kernel
def _write_participation(state, player, out, row):
    out[row] = 1
    fee = fee_to_join(state, player)
    if fee >= 0 and state.phase != SIDE:
        if state.stages[player] < BOARD_STAGES[state.board[player]]:
            bills = stage_bills(state, player, False, fee)
            if bills != NO_BILLS:
                to_left = cheapest_bill(bills)
                out[row + 1] = 1
                out[row + 2] = (to_left + least_right(bills, to_left) + fee) * _TENTH


@kernel
def _write_bills(state, player, out, at, stride):
    """The bills to choose from, in the order of the actions `bill k`."""
    if (state.billing >> player) & 1:
        bills = bills_of(state, player, state.chosen[player], False)
        row = at
        for to_left in range(MOST + 1):
            to_right = least_right(bills, to_left)
            if to_right <= MOST:
                out[row] = to_left / np.float32(MOST)
                out[row + 1] = to_right / np.float32(MOST)
                row += stride


@kernel
def observe_flat(state, player, out):
    """Fill ``out``, (FLAT_SIZE,) float32, with what the seat sees; layout: `FLAT`."""
    out[:] = 0
    _write_hand(state, player, out, 0, _NC)
    _write_cities(state, player, out, 0, _NC)
    _write_memory(state, player, out, 0, _NC)
    _write_hidden(state, player, out, 0, _NC)
    n = int(state.num_players)
    for i in range(n):
        _write_player(state, (player + i) % n, out, _PLAYERS_AT + i * _NP)
    _write_edifices(state, out, _EDIFICES_AT, _NE)
    _write_game(state, player, out, _GAME_AT)
    _write_bills(state, player, out, _BILLS_AT, _NB)


# --- the table encoder: one row for each thing, the same columns for all ---

_KINDS = ("card", "player", "Edifice", "game", "bill")
_SIZES = (NUM_CARDS, MAX_PLAYERS, NUM_EDIFICES, 1, MAX_BILLS)
_FACT_COLUMNS = (
    "in play (attention mask)",
    *(f"kind: {kind}" for kind in _KINDS),
    "number within its kind / 79",
)
_FACTS = len(_FACT_COLUMNS)
_DYNAMIC = max(_NC, _NP, _NE, _NG, _NB)
_WIDTH = _FACTS + _DYNAMIC
_ROWS = sum(_SIZES)
_FIRST_ROW = np.cumsum((0, *_SIZES))

ENTITIES = Encoder(
    "entities",
    (_ROWS, _WIDTH),
    tuple(
        Block(name, rows, (*_FACT_COLUMNS, *columns, *("(0)",) * (_DYNAMIC - len(columns))))
        for name, rows, columns in zip(
            ("cards", "players (I, then clockwise)", "edifices", "game", "bills"),
            _SIZES,
            (CARD_COLUMNS, PLAYER_COLUMNS, EDIFICE_COLUMNS, GAME_COLUMNS, BILL_COLUMNS),
            strict=True,
        )
    ),
)


def _printed_facts() -> np.ndarray:
    """The columns that never change, (_ROWS * _WIDTH,) float32."""
    table = np.zeros((_ROWS, _WIDTH), dtype=np.float32)
    for kind, first, size in zip(range(len(_KINDS)), _FIRST_ROW, _SIZES, strict=False):
        table[first : first + size, 1 + kind] = 1
        table[first : first + size, _FACTS - 1] = np.arange(size) / NUM_CARDS
    return table.ravel()


_PRINTED = _printed_facts()


@kernel
def observe_entities(state, player, out):
    """Fill ``out``, the flattened (rows, columns) float32 table; layout: `ENTITIES`.

    In play are the cards that stand in a hand or city the observer knows, the seats that are
    there, the Edifices in play, the game, and the bills to choose from.
    """
    for i in range(_ROWS * _WIDTH):
        out[i] = _PRINTED[i]
    _write_hand(state, player, out, _FACTS, _WIDTH)
    _write_cities(state, player, out, _FACTS, _WIDTH)
    _write_memory(state, player, out, _FACTS, _WIDTH)
    _write_hidden(state, player, out, _FACTS, _WIDTH)
    n = int(state.num_players)
    for i in range(n):
        _write_player(state, (player + i) % n, out, (_FIRST_ROW[1] + i) * _WIDTH + _FACTS)
    _write_edifices(state, out, _FIRST_ROW[2] * _WIDTH + _FACTS, _WIDTH)
    _write_game(state, player, out, _FIRST_ROW[3] * _WIDTH + _FACTS)
    _write_bills(state, player, out, _FIRST_ROW[4] * _WIDTH + _FACTS, _WIDTH)
    for row in range(_ROWS):
        for column in range(_FACTS, _WIDTH):
            if out[row * _WIDTH + column] != 0:
                out[row * _WIDTH] = 1
