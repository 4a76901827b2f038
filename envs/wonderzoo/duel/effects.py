"""What cards, wonders and tokens do when they enter a city (rulings 25-65)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.duel.payment import owns_token
from wonderzoo.duel.state import (
    BUILT,
    CITY,
    DESTROY,
    DISCARDED,
    LIBRARY,
    MILITARY,
    ON_BOARD,
    OVER,
    OWNED,
    REVIVE,
    SCIENCE,
    TOKEN,
    TOKEN_GONE,
    TOKEN_OFFERED,
    UNBUILT,
    WONDER_REMOVED,
)
from wonderzoo.duel.tables import (
    BROWN,
    CAPITAL,
    CARD_COINS,
    CARD_COLOR,
    CARD_ONE_GREY,
    CARD_ONE_RAW,
    CARD_PER,
    CARD_PER_COINS,
    CARD_PRICE_ONE,
    CARD_PRODUCES,
    CARD_SHIELDS,
    CARD_SYMBOL,
    CHOICE_DESTROY_BROWN,
    CHOICE_DESTROY_GREY,
    CHOICE_LIBRARY,
    CHOICE_REVIVE,
    COUNT_BROWN_GREY,
    COUNT_THREE_COINS,
    COUNT_WONDERS,
    DISTINCT_SYMBOLS_TO_WIN,
    GREY,
    GUILD_COINS,
    GUILD_COUNT,
    LAW,
    LIBRARY_TOKENS,
    LOOT_COINS,
    LOOT_SPACES,
    MAX_WONDERS_BUILT,
    NUM_CARDS,
    NUM_RESOURCES,
    NUM_SYMBOLS,
    NUM_TOKENS,
    NUM_WONDERS,
    RED,
    STRATEGY,
    SYMBOLS,
    THEOLOGY,
    TOKEN_COINS,
    TOKENS_ON_BOARD,
    WONDER_AGAIN,
    WONDER_CHOICE,
    WONDER_COINS,
    WONDER_ONE_GREY,
    WONDER_ONE_RAW,
    WONDER_OPPONENT_LOSES,
    WONDER_SHIELDS,
)

_LAW_SYMBOL = SYMBOLS.index("scales")


@kernel
def end_game(state, ending, winner):
    """Nothing counts after this: no pending choice, no extra turn. Ruling 57."""
    state.phase = OVER
    state.actor = -1
    state.again = 0
    state.ending = ending
    state.winner = winner


@kernel
def lose_coins(state, player, coins):
    """Coins go to the bank; nobody goes below 0. Ruling 53."""
    state.coins[player] -= min(coins, state.coins[player])


@kernel
def move_pawn(state, player, shields):
    """Move the conflict pawn towards the opponent's capital, space by space. Rulings 51-54."""
    step = 1 if player == 0 else -1
    opponent = 1 - player
    for _ in range(shields):
        state.pawn += step
        space = state.pawn * step
        for loot in range(len(LOOT_SPACES)):
            if space == LOOT_SPACES[loot] and state.loot[opponent, loot]:
                state.loot[opponent, loot] = 0
                lose_coins(state, opponent, LOOT_COINS[loot])
        if space == CAPITAL:
            end_game(state, MILITARY, player)
            return


@kernel
def distinct_symbols(state, player):
    count = 0
    for symbol in range(NUM_SYMBOLS):
        if state.symbols[player, symbol] > 0:
            count += 1
    return count


@kernel
def gain_symbol(state, player, symbol):
    """A symbol enters the city: perhaps six different ones, perhaps a pair. Rulings 41, 42, 56."""
    state.symbols[player, symbol] += 1
    if distinct_symbols(state, player) >= DISTINCT_SYMBOLS_TO_WIN:
        end_game(state, SCIENCE, player)
    elif state.symbols[player, symbol] == 2:
        for token in range(NUM_TOKENS):
            if state.token_at[token] == ON_BOARD:
                state.phase = TOKEN
                return


@kernel
def gain_token(state, player, token):
    """A progress token: its coins and its symbol count now, the rest from now on. Ruling 43."""
    state.token_at[token] = OWNED + player
    state.coins[player] += TOKEN_COINS[token]
    if token == LAW:
        gain_symbol(state, player, _LAW_SYMBOL)


@kernel
def count_in_city(state, player, what):
    """Own cards of a color, wonders, brown and grey cards, or full threes of coins."""
    if what == COUNT_WONDERS:
        return state.wonders_built[player]
    if what == COUNT_BROWN_GREY:
        return state.colors[player, BROWN] + state.colors[player, GREY]
    if what == COUNT_THREE_COINS:
        return state.coins[player] // 3
    return state.colors[player, what]


@kernel
def count_in_richer_city(state, what):
    """What a guild counts: the city that has more, whoever owns it. Rulings 61, 62."""
    return max(count_in_city(state, 0, what), count_in_city(state, 1, what))


@kernel
def gain_card(state, player, card):
    """A card enters the city, then its effects follow: coins, shields, science. Ruling 25."""
    color = CARD_COLOR[card]
    state.card_at[card] = CITY + player
    state.colors[player, color] += 1
    for resource in range(NUM_RESOURCES):
        state.production[player, resource] += CARD_PRODUCES[card, resource]
        if CARD_PRICE_ONE[card, resource]:
            state.price_one[player, resource] = 1
    state.one_raw[player] += CARD_ONE_RAW[card]
    state.one_grey[player] += CARD_ONE_GREY[card]

    coins = CARD_COINS[card]
    if CARD_PER[card] >= 0:
        coins += CARD_PER_COINS[card] * count_in_city(state, player, CARD_PER[card])
    if GUILD_COINS[card] > 0:
        coins += GUILD_COINS[card] * count_in_richer_city(state, GUILD_COUNT[card])
    state.coins[player] += coins

    shields = CARD_SHIELDS[card]
    if color == RED and owns_token(state, player, STRATEGY):
        shields += 1
    move_pawn(state, player, shields)

    if CARD_SYMBOL[card] >= 0:
        gain_symbol(state, player, CARD_SYMBOL[card])


@kernel
def destroy_card(state, player, card):
    """A brown or grey card leaves the player's city for the discard pile. Ruling 39."""
    state.card_at[card] = DISCARDED
    state.colors[player, CARD_COLOR[card]] -= 1
    for resource in range(NUM_RESOURCES):
        state.production[player, resource] -= CARD_PRODUCES[card, resource]


@kernel
def _remove_eighth_wonder(state):
    for wonder in range(NUM_WONDERS):
        if state.wonder_at[wonder] == UNBUILT or state.wonder_at[wonder] == UNBUILT + 1:
            state.wonder_at[wonder] = WONDER_REMOVED


@kernel
def gain_wonder(state, player, wonder):
    """A wonder is built; sets ``state.phase`` if its builder has something to choose.

    Order of its effects: ruling 34. The extra turn is settled before the choice (ruling 48).
    """
    state.wonder_at[wonder] = BUILT + player
    state.wonders_built[player] += 1
    if state.wonders_built[0] + state.wonders_built[1] == MAX_WONDERS_BUILT:
        _remove_eighth_wonder(state)
    if WONDER_AGAIN[wonder] or owns_token(state, player, THEOLOGY):
        state.again = 1

    state.one_raw[player] += WONDER_ONE_RAW[wonder]
    state.one_grey[player] += WONDER_ONE_GREY[wonder]
    state.coins[player] += WONDER_COINS[wonder]
    move_pawn(state, player, WONDER_SHIELDS[wonder])
    if state.phase == OVER:
        return
    lose_coins(state, 1 - player, WONDER_OPPONENT_LOSES[wonder])
    _offer_choice(state, player, WONDER_CHOICE[wonder])


@kernel
def _offer_choice(state, player, choice):
    """Ask what the wonder lets its builder choose, if there is anything. Rulings 36-38."""
    if choice == CHOICE_LIBRARY:
        for i in range(TOKENS_ON_BOARD, NUM_TOKENS):
            drawn = i < TOKENS_ON_BOARD + LIBRARY_TOKENS
            state.token_at[state.token_deck[i]] = TOKEN_OFFERED if drawn else TOKEN_GONE
        state.phase = LIBRARY
    elif choice == CHOICE_REVIVE:
        for card in range(NUM_CARDS):
            if state.card_at[card] == DISCARDED:
                state.phase = REVIVE
    elif choice == CHOICE_DESTROY_BROWN and state.colors[1 - player, BROWN] > 0:
        state.phase = DESTROY
    elif choice == CHOICE_DESTROY_GREY and state.colors[1 - player, GREY] > 0:
        state.phase = DESTROY
