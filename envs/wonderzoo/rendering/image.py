"""Text as an image, for ``render_mode="rgb_array"``.

The text of ``Game.render`` with its terminal colors is drawn in a fixed-width font on a dark
ground. Pillow is needed; its own bitmap font is used, so the picture is the same everywhere.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np

_COLUMNS, _ROWS = 100, 48  # at least; longer lines are folded, more rows make the image taller
_INDENT = 4  # of what follows a fold
_SCALE = 2
_MARGIN = 8  # pixels before scaling
_GROUND = (24, 26, 31)
_PLAIN = (208, 210, 214)
# the codes that `Game.render` may use: dark and bright terminal colors
_COLORS = {
    30: (90, 90, 90),
    31: (205, 80, 80),
    32: (80, 180, 90),
    33: (190, 140, 80),
    34: (80, 120, 210),
    35: (190, 100, 190),
    36: (80, 180, 190),
    37: (170, 175, 185),
    90: (120, 120, 120),
    91: (240, 100, 95),
    92: (110, 215, 120),
    93: (240, 215, 90),
    94: (110, 160, 255),
    95: (215, 140, 240),
    96: (110, 220, 230),
    97: (255, 255, 255),
}
_CODE = re.compile(r"\x1b\[(\d*)m")

Run = tuple[str, tuple[int, int, int]]  # text in one color


@functools.cache
def _font() -> tuple[Any, int, int]:
    """Pillow's fixed-width bitmap font, and the width and height of a character."""
    try:
        from PIL import ImageFont
    except ImportError:
        raise ImportError(
            "render_mode='rgb_array' needs Pillow: pip install 'wonderzoo[render]'"
        ) from None
    # Since Pillow 10.1 ``load_default`` gives a proportional font where it can.
    load = getattr(ImageFont, "load_default_imagefont", ImageFont.load_default)
    font = load()
    _, _, width, height = font.getbbox("M")
    return font, int(width), int(height) + 1


def _runs(line: str, color: tuple[int, int, int]) -> tuple[list[Run], tuple[int, int, int]]:
    """The line cut at its color codes, and the color that holds at its end."""
    runs = []
    at = 0
    for code in _CODE.finditer(line):
        runs.append((line[at : code.start()], color))
        color = _COLORS.get(int(code.group(1) or 0), _PLAIN)
        at = code.end()
    runs.append((line[at:], color))
    return [(text, tint) for text, tint in runs if text], color


def _fold(runs: list[Run]) -> list[list[Run]]:
    """Lines of at most ``_COLUMNS`` characters, folded at spaces."""
    lines: list[list[Run]] = [[]]
    used = 0
    for text, tint in runs:
        rest = text
        while used + len(rest) > _COLUMNS:
            cut = rest.rfind(" ", 0, max(_COLUMNS - used, 0) + 1)
            if cut <= 0:
                cut = 0 if used > _INDENT else _COLUMNS - used
            lines[-1].append((rest[:cut], tint))
            rest = rest[cut:].lstrip(" ")
            lines.append([(" " * _INDENT, tint)])
            used = _INDENT
        lines[-1].append((rest, tint))
        used += len(rest)
    return lines


def text_image(text: str) -> np.ndarray:
    """Draw text that may hold terminal color codes.

    Returns:
        (H, W, 3) uint8; the same size for any text of up to 48 lines.

    Raises:
        ImportError: Pillow is missing.
    """
    font, width, height = _font()
    from PIL import Image, ImageDraw

    lines: list[list[Run]] = []
    color = _PLAIN
    for line in text.split("\n"):
        runs, color = _runs(line, color)
        lines += _fold(runs)
    size = (2 * _MARGIN + _COLUMNS * width, 2 * _MARGIN + max(_ROWS, len(lines)) * height)
    image = Image.new("RGB", size, _GROUND)
    pen = ImageDraw.Draw(image)
    for row, folded in enumerate(lines):
        column = 0
        for part, tint in folded:
            known = part.encode("latin-1", "replace").decode("latin-1")
            pen.text((_MARGIN + column * width, _MARGIN + row * height), known, tint, font)
            column += len(part)
    return np.asarray(image).repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
