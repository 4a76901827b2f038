"""Every numbered ruling, every wonder and every settled point has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

RULINGS = {1: 4, 2: 9, 3: 5, 4: 8, 6: 1, 7: 5, 8: 1}  # section: how many
WONDERS = {"alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia", "rhodos"}
SETTLED = range(1, 8)


def test_every_ruling_has_a_named_test() -> None:
    sources = sorted(Path(__file__).parent.glob("test_rulings_*.py"))
    text = "\n".join(path.read_text("utf-8") for path in sources)
    rulings = set(re.findall(r"^def test_ruling_(\d)_(\d)_\w", text, re.MULTILINE))
    assert rulings == {(str(s), str(i + 1)) for s, count in RULINGS.items() for i in range(count)}
    wonders = {
        name
        for names in re.findall(r"^def test_wonder_(\w+)", text, re.MULTILINE)
        for name in names.split("_")
    }
    assert wonders >= WONDERS
    settled = {int(n) for n in re.findall(r"^def test_settled_(\d)_\w", text, re.MULTILINE)}
    assert sorted(settled) == list(SETTLED)
