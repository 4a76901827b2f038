"""Every ruling has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

RULINGS = range(1, 66)
SETTLED = range(1, 7)


def test_every_ruling_has_a_named_test() -> None:
    sources = sorted(Path(__file__).parent.glob("test_rulings_*.py"))
    text = "\n".join(path.read_text("utf-8") for path in sources)
    rulings = {int(n) for n in re.findall(r"^def test_ruling_(\d\d)_\w", text, re.MULTILINE)}
    settled = {int(n) for n in re.findall(r"^def test_settled_(\d)_\w", text, re.MULTILINE)}
    assert sorted(rulings) == list(RULINGS)
    assert sorted(settled) == list(SETTLED)
