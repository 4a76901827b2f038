"""Rulings 41 to 50: progress tokens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.duel.table import Table

CARDS = ["Library", "Walls", "Statue", "Temple", "Brewery"]
BOARD = ["Agriculture", "Economy", "Law", "Strategy", "Theology"]
PAIRS = [
    ("Scriptorium", "Library", 2),
    ("Pharmacist", "Dispensary", 2),
    ("Workshop", "Laboratory", 2),
    ("Apothecary", "School", 2),
    ("University", "Observatory", 3),
    ("Academy", "Study", 3),
]


def pair(token: str, **setup: Any) -> Table:
    """Seat 0 completes a pair of quills by a chain and takes the token."""
    known = {"cards": CARDS, "cities": (["Scriptorium"], []), "board": [token], **setup}
    return Table(**known).play("build Library", f"token {token}")


# Ruling 41: a pair


@pytest.mark.parametrize(("first", "second", "age"), PAIRS)
@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_41_the_second_copy_gives_a_token(
    first: str, second: str, age: int, seat: int
) -> None:
    other = "Walls" if age == 2 else "Obelisk"
    table = Table(
        age=age,
        cards=[second, other],
        cities=([first], []) if seat == 0 else ([], [first]),
        coins=(20, 20),
        board=BOARD,
        actor=seat,
    ).play(f"build {second}")
    assert (table.phase, table.actor) == ("token", seat)
    assert table.legal() == [f"token {token}" for token in sorted(BOARD)]
    table.play("token Strategy")
    assert table.board == set(BOARD) - {"Strategy"} and table.tokens(seat) == {"Strategy"}
    assert (table.phase, table.actor) == ("play", 1 - seat)


@pytest.mark.parametrize(("first", "second", "age"), PAIRS)
def test_ruling_41_the_other_ones_copy_is_no_pair(first: str, second: str, age: int) -> None:
    other = "Walls" if age == 2 else "Obelisk"
    table = Table(age=age, cards=[second, other], cities=([], [first]), coins=(20, 7), board=BOARD)
    assert table.play(f"build {second}").phase == "play"


def test_ruling_41_different_symbols_are_no_pair() -> None:
    city = ["Pharmacist", "Workshop", "Apothecary"]
    table = Table(cards=CARDS, cities=(city, []), coins=(20, 7), board=BOARD)
    assert table.play("build Library").phase == "play"


def test_ruling_41_no_tokens_left() -> None:
    table = Table(
        cards=CARDS,
        cities=(["Scriptorium"], []),
        tokens=(["Economy", "Strategy"], ["Theology", "Masonry", "Urbanism"]),
    )
    assert table.board == set()
    table.play("build Library")
    assert (table.phase, table.actor, table.over) == ("play", 1, None)


def test_ruling_41_laws_symbol_is_no_pair() -> None:
    table = pair("Law", board=BOARD)
    assert (table.phase, table.actor) == ("play", 1)
    assert table.board == set(BOARD) - {"Law"}
    assert sorted(table.state.symbols[0].tolist()) == [0, 0, 0, 0, 0, 1, 2]


# Ruling 42: pair and sixth symbol

FOUR_AND_QUILL = ["Scriptorium", "Pharmacist", "Workshop", "Apothecary"]


def test_ruling_42_law_as_the_sixth_symbol() -> None:
    """Five different symbols, a pair of them, and Law on the board."""
    table = Table(
        age=3,
        cards=["Observatory", "Obelisk"],
        cities=([*FOUR_AND_QUILL, "University", "Laboratory"], []),
        board=["Law", "Agriculture"],
    ).play("build Observatory")
    assert (table.phase, table.over) == ("token", None)
    agriculture = table.copy().play("token Agriculture")
    assert agriculture.over is None and agriculture.actor == 1
    table.play("token Law")
    assert table.over == ("science", 0) and table.legal() == []


def test_ruling_42_law_as_the_fifth_wins_nothing() -> None:
    table = Table(cards=CARDS, cities=(FOUR_AND_QUILL, []), board=["Law"])
    table.play("build Library", "token Law")
    assert (table.over, table.actor) == (None, 1)


def test_ruling_42_a_pair_alone_wins_nothing() -> None:
    """Six symbols, but five different ones."""
    table = Table(
        age=3,
        cards=["Study", "Obelisk"],
        cities=([*FOUR_AND_QUILL, "Academy"], []),
        coins=(20, 7),
        board=["Economy"],
    ).play("build Study")
    assert (table.phase, table.over) == ("token", None)


def test_ruling_42_one_pair_for_one_action() -> None:
    """Two pairs in the city already: only the new one counts."""
    city = ["Pharmacist", "Dispensary", "Scriptorium"]
    table = Table(cards=CARDS, cities=(city, []), board=BOARD).play("build Library")
    assert table.play("token Economy").phase == "play"
    table.play("discard Walls", "discard Statue")
    assert table.phase == "play"


# Ruling 43: nothing is retroactive


def test_ruling_43_strategy() -> None:
    table = pair("Strategy", cities=(["Scriptorium", "Stable", "Garrison"], []), pawn=1)
    assert table.pawn == 1


def test_ruling_43_urbanism() -> None:
    """The chain that completed the pair came before the token."""
    table = pair("Urbanism", coins=(0, 0))
    assert table.coins == (6, 0)


def test_ruling_43_economy() -> None:
    table = Table(
        cards=["School", "Walls", "Library", "Statue"],
        cities=(["Scriptorium"], []),
        coins=(0, 6),
        board=["Economy"],
        actor=1,
    )
    table.play("build School", "build Library", "token Economy")
    assert table.coins == (0, 0)  # what seat 1 paid before stays in the bank


def test_ruling_43_masonry_and_architecture() -> None:
    for token in ("Masonry", "Architecture"):
        table = pair(
            token, cities=(["Scriptorium", "Baths"], []), built=(["Piraeus"], []), coins=(5, 5)
        )
        assert table.coins == (5, 5)


def test_ruling_43_theology() -> None:
    """Neither for a wonder built before nor for the turn in which it is taken."""
    table = pair("Theology", built=(["The Pyramids"], []))
    assert (table.phase, table.actor) == ("play", 1)


# Ruling 44: Agriculture and Urbanism


def test_ruling_44_agriculture() -> None:
    table = pair("Agriculture", coins=(1, 1))
    assert table.coins == (7, 1) and table.sheets[0]["tokens"] == 4


def urbanism(text: str, **setup: Any) -> int:
    """Coins that seat 0 with Urbanism has after the play; he had none."""
    known = {
        "cards": ["Statue", "Walls", "Brewery", "Temple"],
        "coins": (0, 0),
        "tokens": (["Urbanism"], []),
        **setup,
    }
    return Table(**known).play(text).coins[0]


def test_ruling_44_urbanism_pays_for_a_chain() -> None:
    assert urbanism("build Statue", cities=(["Theater"], [])) == 4


def test_ruling_44_a_chain_that_gives_coins_too() -> None:
    """Arena by the Brewery's chain: 4, and 2 for each of two wonders."""
    cards = ["Arena", "Obelisk"]
    built = (["Piraeus", "The Sphinx"], [])
    assert urbanism("build Arena", age=3, cards=cards, cities=(["Brewery"], []), built=built) == 8


def test_ruling_44_not_for_a_card_without_cost() -> None:
    assert urbanism("build Brewery") == 6
    assert urbanism("build Altar", age=1, cards=["Altar", "Theater"]) == 0


def test_ruling_44_not_for_masonry_down_to_nothing() -> None:
    tokens = (["Urbanism", "Masonry"], [])
    assert urbanism("build Statue", tokens=tokens) == 0
    # with a chain as well it is a chain
    assert urbanism("build Statue", tokens=tokens, cities=(["Theater"], [])) == 4


def test_ruling_44_not_for_a_city_that_makes_everything() -> None:
    assert urbanism("build Walls", cities=(["Shelf Quarry"], [])) == 0


def test_ruling_44_not_for_the_other_player_or_his_chain() -> None:
    assert urbanism("build Statue", cities=(["Theater"], []), tokens=([], ["Urbanism"])) == 0


def test_ruling_44_not_for_the_mausoleum() -> None:
    table = Table(
        cards=["Walls", "Temple"],
        coins=(10, 0),
        cities=(["Theater"], []),
        wonders=(["The Mausoleum"], []),
        tokens=(["Urbanism"], []),
        discards=["Statue"],
    )
    assert table.play("wonder The Mausoleum with Walls", "revive Statue").coins == (0, 0)


def test_ruling_45_after_payment() -> None:
    """With nothing in hand: the 4 coins are there after the chain, and only then."""
    table = Table(
        cards=["Statue", "Walls", "Temple", "Brewery"],
        cities=(["Theater"], []),
        coins=(0, 0),
        tokens=(["Urbanism"], []),
    )
    assert not table.can("build Walls")
    table.play("build Statue")
    assert (table.paid, table.coins) == (0, (4, 0))
    table.play("discard Temple")
    assert table.can("build Walls")


# Ruling 46: Economy


@pytest.mark.parametrize(
    ("card", "cities", "price", "income"),
    [
        ("Walls", ([], []), 4, 4),
        ("Walls", ([], ["Quarry"]), 6, 6),
        ("Walls", (["Stone Reserve"], ["Quarry"]), 2, 2),  # prices of 1 too
        ("Laboratory", (["Customs House"], ["Glassworks"]), 4, 4),
        ("Forum", ([], []), 5, 2),  # 3 printed coins go to the bank
        ("Caravansery", ([], ["Press"]), 2 + 2 + 3, 5),
        ("Customs House", ([], []), 4, 0),
        ("Sawmill", ([], []), 2, 0),
        ("Statue", (["Theater"], []), 0, 0),
        ("Barracks", ([], []), 3, 0),
    ],
)
def test_ruling_46_what_goes_to_economy(
    card: str, cities: tuple[list[str], list[str]], price: int, income: int
) -> None:
    table = Table(cards=[card, "Temple"], cities=cities, coins=(10, 1), tokens=([], ["Economy"]))
    table.play(f"build {card}")
    assert (table.paid, table.coins) == (price, (10 - price, 1 + income))


def test_ruling_46_a_wonder() -> None:
    table = Table(cards=CARDS, coins=(8, 1), wonders=(["The Pyramids"], []),
                  tokens=([], ["Economy"]))  # fmt: skip
    assert table.play("wonder The Pyramids with Walls").coins == (0, 9)


def test_ruling_46_the_price_really_paid() -> None:
    """After the rebates."""
    setup: dict[str, Any] = {"cards": ["Aqueduct", "Walls"], "coins": (10, 0)}
    table = Table(**setup, tokens=(["Masonry"], ["Economy"])).play("build Aqueduct")
    assert table.coins == (8, 2)
    table = Table(
        **setup, wonders=(["The Pyramids"], []), tokens=(["Architecture"], ["Economy"])
    ).play("wonder The Pyramids with Walls")
    assert table.coins == (6, 4)


def test_ruling_46_not_ones_own_purchases() -> None:
    table = Table(cards=CARDS, coins=(4, 0), tokens=(["Economy"], []))
    assert table.play("build Walls").coins == (0, 0)


def test_ruling_46_never_loot_nor_the_loss_by_the_appian_way() -> None:
    table = Table(
        cards=CARDS,
        cities=(["Brickyard", "Shelf Quarry", "Press"], []),
        coins=(0, 7),
        wonders=(["The Appian Way"], []),
        tokens=(["Economy"], []),
        pawn=1,
    )
    table.play("wonder The Appian Way with Statue")
    assert table.coins == (3, 4)
    table.play("build Walls")
    assert (table.coins, table.pawn) == ((3, 2), 3)


def test_ruling_46_not_when_discarding() -> None:
    table = Table(cards=CARDS, coins=(0, 0), tokens=([], ["Economy"]))
    assert table.play("discard Walls").coins == (2, 0)


# Ruling 47: Strategy


@pytest.mark.parametrize(
    ("age", "card", "shields"),
    [(1, "Stable", 1), (2, "Walls", 2), (2, "Barracks", 1), (3, "Pretorium", 3)],
)
@pytest.mark.parametrize("owner", [None, 0, 1])
def test_ruling_47_red_cards(age: int, card: str, shields: int, owner: int | None) -> None:
    other = {1: "Altar", 2: "Temple", 3: "Obelisk"}[age]
    tokens = (["Strategy"] if owner == 0 else [], ["Strategy"] if owner == 1 else [])
    table = Table(age=age, cards=[card, other], coins=(20, 20), tokens=tokens)
    assert table.play(f"build {card}").pawn == shields + (owner == 0)


def test_ruling_47_for_the_second_seat() -> None:
    table = Table(cards=CARDS, coins=(7, 7), tokens=([], ["Strategy"]), actor=1)
    assert table.play("build Walls").pawn == -3


@pytest.mark.parametrize(
    ("wonder", "shields"), [("The Colossus", 2), ("The Statue of Zeus", 1), ("Circus Maximus", 1)]
)
def test_ruling_47_never_wonders(wonder: str, shields: int) -> None:
    table = Table(cards=CARDS, coins=(20, 7), wonders=([wonder], []), tokens=(["Strategy"], []))
    assert table.play(f"wonder {wonder} with Walls").pawn == shields


def test_ruling_47_no_other_color() -> None:
    table = Table(cards=CARDS, coins=(20, 7), tokens=(["Strategy"], []), board=[])
    assert table.play("build Statue").pawn == 0


def test_ruling_47_by_the_mausoleum() -> None:
    table = Table(cards=CARDS, coins=(20, 7), wonders=(["The Mausoleum"], []),
                  tokens=(["Strategy"], []), discards=["Guard Tower"])  # fmt: skip
    table.play("wonder The Mausoleum with Walls", "revive Guard Tower")
    assert table.pawn == 2


# Ruling 48: Theology


@pytest.mark.parametrize("wonder", ["The Pyramids", "The Colossus", "The Great Lighthouse"])
@pytest.mark.parametrize("owner", [0, 1])
def test_ruling_48_an_extra_turn_for_any_wonder(wonder: str, owner: int) -> None:
    tokens = (["Theology"], []) if owner == 0 else ([], ["Theology"])
    table = Table(cards=CARDS, coins=(20, 7), wonders=([wonder], []), tokens=tokens)
    assert table.play(f"wonder {wonder} with Walls").actor == owner


@pytest.mark.parametrize("wonder", ["The Sphinx", "Piraeus", "The Appian Way"])
def test_ruling_48_not_two_extra_turns(wonder: str) -> None:
    table = Table(cards=CARDS, coins=(20, 7), wonders=([wonder], []), tokens=(["Theology"], []))
    table.play(f"wonder {wonder} with Walls")
    assert table.actor == 0
    assert table.play("discard Statue").actor == 1


@pytest.mark.parametrize(
    ("wonder", "phase"),
    [("The Mausoleum", "revive"), ("The Great Library", "library"),
     ("The Statue of Zeus", "destroy"), ("Circus Maximus", "destroy")],
)  # fmt: skip
def test_ruling_48_after_the_choice(wonder: str, phase: str) -> None:
    table = Table(
        cards=CARDS,
        coins=(20, 7),
        cities=([], ["Quarry", "Press"]),
        wonders=([wonder], []),
        tokens=(["Theology"], []),
        discards=["Altar"],
    ).play(f"wonder {wonder} with Walls")
    assert (table.phase, table.actor) == (phase, 0)
    table.play(table.legal()[0])
    assert (table.phase, table.actor) == ("play", 0)
    assert table.play("discard Statue").actor == 1


def test_ruling_48_a_revived_pair_then_the_extra_turn() -> None:
    table = Table(
        cards=["Walls", "Statue", "Temple"],
        coins=(20, 7),
        cities=(["Scriptorium"], []),
        wonders=(["The Mausoleum"], []),
        tokens=(["Theology"], []),
        board=["Economy"],
        discards=["Library"],
    ).play("wonder The Mausoleum with Walls", "revive Library", "token Economy")
    assert (table.phase, table.actor) == ("play", 0)


def test_ruling_48_theology_from_the_library_is_too_late() -> None:
    table = Table(
        cards=CARDS,
        coins=(30, 7),
        wonders=(["The Great Library", "The Pyramids"], []),
        left_out=["Theology", "Law", "Masonry"],
    ).play("wonder The Great Library with Walls", "library Theology")
    assert (table.phase, table.actor) == ("play", 1)
    table.play("discard Statue", "wonder The Pyramids with Temple")  # but it works from now on
    assert table.actor == 0


# Rulings 49, 50


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        (["Mathematics"], 3),
        (["Mathematics", "Law"], 6),
        (["Mathematics", "Economy", "Strategy", "Theology"], 12),
        (["Mathematics", "Philosophy", "Agriculture"], 9 + 7 + 4),
        (["Philosophy"], 7),
        (["Agriculture"], 4),
        (["Law"], 0),
        (["Architecture", "Economy", "Masonry", "Strategy", "Urbanism"], 0),
        ([], 0),
    ],
)
def test_ruling_49_points_of_tokens(tokens: list[str], points: int) -> None:
    table = Table(cards=CARDS, tokens=(tokens, []))
    assert [sheet["tokens"] for sheet in table.sheets] == [points, 0]
    assert table.sheets[0]["total"] == points + 2  # and 7 coins


def test_ruling_49_mathematics_counts_own_tokens_only() -> None:
    table = Table(cards=CARDS, tokens=(["Mathematics", "Law"], ["Economy", "Strategy"]))
    assert [sheet["tokens"] for sheet in table.sheets] == [6, 0]


def test_ruling_49_law_is_one_symbol() -> None:
    table = Table(
        age=3,
        cards=["University", "Obelisk"],
        coins=(20, 7),
        cities=(FOUR_AND_QUILL, []),
        tokens=(["Law"], []),
    )
    assert table.play("build University").over == ("science", 0)


def test_ruling_50_taking_a_token_is_forced() -> None:
    table = Table(cards=CARDS, cities=(["Scriptorium"], []), board=["Law"]).play("build Library")
    assert table.legal() == ["token Law"]
    table = Table(cards=CARDS, coins=(20, 7), wonders=(["The Great Library"], []))
    table.play("wonder The Great Library with Walls")
    assert all(text.startswith("library ") for text in table.legal())
