"""The tables of 7 Wonders for the oracle, by names, and random deals from them."""

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "envs" / "wonderzoo" / "seven_wonders"

SIDES = {"second": ("day", "night"), "first": ("a", "b")}


@cache
def _table(file: str) -> dict[str, Any]:
    return tomllib.loads((DATA / file).read_text("utf-8"))


def card_rows(edition: str) -> list[dict[str, Any]]:
    """All rows of an edition; Loom, Press and Glassworks have two."""
    rows = []
    for row in _table("cards.toml")["card"]:
        if edition in row.get("editions", SIDES):
            rows.append({**row, **(row.get("first_edition", {}) if edition == "first" else {})})
    return rows


def wonder_table(edition: str) -> dict[str, dict[str, Any]]:
    """All wonders; Carthage and Ur are the same boards in both editions."""
    rows = _table("wonders.toml")["wonder"]
    if edition == "first":
        return {row["name"]: row.get("first_edition", row) for row in rows}
    return {row["name"]: row for row in rows}


def board_sides(board: dict[str, Any]) -> tuple[str, str]:
    return SIDES["second"] if "day" in board else SIDES["first"]


def edifice_table() -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in _table("edifices.toml")["edifice"]}


def pawns_on_each(players: int) -> int:
    """Edifice 1."""
    return int(_table("edifices.toml")["pawns"][players - 3])


def debt_points(age: int) -> int:
    return int(_table("edifices.toml")["debts"][age - 1])


# Dealing


def deck(age: int, players: int, edition: str) -> list[str]:
    """The cards of an Age without the guilds (ruling 1.1)."""
    names = []
    for row in card_rows(edition):
        if row["age"] == age:
            names += [row["name"]] * sum(least <= players for least in row.get("players", []))
    return names


def guilds(edition: str) -> list[str]:
    return [row["name"] for row in card_rows(edition) if row["color"] == "purple"]


def wonders_to_draw(edition: str, extra: list[str], expansions: list[str]) -> list[str]:
    """The wonders of a random deal: the seven, and those of Carthage and Ur that are asked for."""
    boards = wonder_table(edition)
    if not set(extra) <= {name for name, board in boards.items() if "expansion" in board}:
        raise ValueError(f"extra wonders: {extra!r}")
    if "Ur" in extra and "edifice" not in expansions:
        raise ValueError("Ur is for games with the expansion Edifice")
    return [name for name, board in boards.items() if "expansion" not in board or name in extra]


def deal(rng: random.Random, players: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A random legal deal.

    options: ``edition``; ``wonders``, a list of names, one per seat; ``extra_wonders``, which of
    Carthage and Ur can be drawn; ``sides``, "random" (the default), "choose", or the side of every
    seat (a board of the other edition has day for a, night for b); ``expansions``.
    """
    options = options or {}
    edition = options.get("edition", "second")
    expansions = options.get("expansions", [])
    drawn = wonders_to_draw(edition, options.get("extra_wonders", []), expansions)
    names = options.get("wonders") or rng.sample(drawn, players)
    sides = options.get("sides", "random")
    wonders = [[name, _side(rng, wonder_table(edition)[name], sides)] for name in names]
    hands = {}
    for age in (1, 2, 3):
        cards = deck(age, players, edition)
        if age == 3:
            cards += rng.sample(guilds(edition), players + 2)
        rng.shuffle(cards)
        hands[str(age)] = [cards[7 * seat : 7 * seat + 7] for seat in range(players)]
    dealt: dict[str, Any] = {"wonders": wonders, "hands": hands}
    if "edifice" in expansions:  # Edifice 1: one of each Age
        rows = edifice_table().values()
        dealt["edifices"] = [
            rng.choice([row["name"] for row in rows if row["age"] == age]) for age in (1, 2, 3)
        ]
    return dealt


def _side(rng: random.Random, board: dict[str, Any], sides: str) -> str:
    if sides == "random":
        return rng.choice(board_sides(board))
    for names in SIDES.values():
        if sides in names:
            return board_sides(board)[names.index(sides)]
    return sides
