"""Reading YAML that a user has written."""

from __future__ import annotations

from typing import Any

import yaml


def load_yaml(text: str, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> Any:
    """The value of a YAML text; whatever is wrong with it is a `yaml.YAMLError`.

    PyYAML lets errors of Python through: an impossible date, a number of thousands of digits, a
    list in a list in a list ...
    """
    try:
        return yaml.load(text, loader)
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise yaml.YAMLError(f"a value cannot be read: {error}") from None
