"""The tables of actions and observations of a game as Markdown: ``docs/GAME.md``.

``python -m wonderzoo.layouts duel > docs/duel.md``
"""

from __future__ import annotations

import sys
from typing import Any

from wonderzoo.game import Encoder, Game
from wonderzoo.games import make_game


def markdown(game: Game) -> str:
    """The page of a game."""
    lines = [
        f"# {game.title}: actions and observations",
        "",
        f"Written by `python -m wonderzoo.layouts {game.name} > docs/{game.name}.md`.",
        "",
        "## Options",
        "",
        "| option | values (the first is the default) |",
        "|---|---|",
        *(
            f"| `{name}` | {_values(values, game.option_notes.get(name))} |"
            for name, values in game.option_values.items()
        ),
        "",
        f"## Actions: `Discrete({game.num_actions})`",
        "",
        "| ids | block | what it does | first of the block |",
        "|---|---|---|---|",
    ]
    first = 0
    for name, size, text in game.action_blocks:
        ids = str(first) if size == 1 else f"{first} - {first + size - 1}"
        lines.append(f"| {ids} | {name} | {text} | `{game.action_texts[first]}` |")
        first += size
    for encoder in game.encoders.values():
        lines += ["", *_encoder(encoder)]
    return "\n".join(lines) + "\n"


def _values(values: tuple[Any, ...], note: str | None) -> str:
    return ", ".join(f"`{value}`" for value in values) + (f": {note}" if note else "")


def _encoder(encoder: Encoder) -> list[str]:
    shape = " x ".join(map(str, encoder.shape))
    lines = [f"## Observation `{encoder.name}`: {shape} float32", ""]
    table = len(encoder.shape) > 1
    if table:
        lines += [
            "Each block is a range of rows; all rows have the same columns, unused ones are 0.",
            "",
        ]
    lines += ["| block | place | rows | what each row says |", "|---|---|---|---|"]
    at = 0
    for block in encoder.blocks:
        size = block.rows if table else block.size
        unit = "rows" if table else "numbers"
        columns = [column for column in block.columns if column != "(0)"]
        lines.append(
            f"| {block.name} | {unit} {at} - {at + size - 1} | {block.rows} "
            f"| {len(columns)}: {'; '.join(columns)} |"
        )
        at += size
    return lines


if __name__ == "__main__":
    print(markdown(make_game(sys.argv[1])), end="")
