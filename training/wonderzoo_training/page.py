"""A report to look at: one page (HTML) or one picture (PNG) that needs no other file."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment

from wonderzoo import __version__
from wonderzoo.errors import OptionError
from wonderzoo_training import plots
from wonderzoo_training.report import between, percent


def write_report(path: Path, title: str, summaries: list[dict[str, Any]]) -> None:
    """Write the plots of some `tournament.summary`; the file's ending says in which form."""
    several = len(summaries) > 1
    parts = [s for s in summaries if s["matches"]]
    if not parts:
        raise OptionError(f"no game was played, so there is nothing to write to {path}")
    titles = [f"{title}, tables of {s['players']}" if several else title for s in parts]
    titles = [name + " (partial)" * s["partial"] for name, s in zip(titles, parts, strict=True)]
    if path.suffix.lower() == ".png":
        path.write_bytes(plots.png(parts, titles))
    else:
        path.write_text(_page(title, titles, parts), encoding="utf-8")


def _page(title: str, titles: list[str], parts: list[dict[str, Any]]) -> str:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"percent": percent, "between": between}
    text = resources.files("wonderzoo_training").joinpath("page.html.jinja").read_text("utf-8")
    drawn = [[(what, plots.svg(draw, s)) for what, draw in plots.plots_of(s)] for s in parts]
    return environment.from_string(text).render(
        title=title, parts=list(zip(titles, parts, drawn, strict=True)), version=__version__
    )
