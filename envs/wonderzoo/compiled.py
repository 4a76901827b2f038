"""The kernel decorator: numba's ``njit`` with a disk cache that can not go stale.

numba's own cache looks only at the file of the function itself, so a rule or a card edited in
another file would leave old machine code in use. Here the cache folder is named by a hash of every
source and data file of the package, and the cache key of a function does not depend on what its
closure holds, so that loops built by a factory are found again in the next process. Only the
functions decorated here are concerned: numba's settings are never changed.

Environment variables: ``WONDERZOO_CACHE_DIR`` (where compiled code is kept; default: numba's
``NUMBA_CACHE_DIR`` if set, else the user's cache folder), ``WONDERZOO_QUIET=1`` (no line on
standard error while compiling), ``NUMBA_DISABLE_JIT=1`` (run the same sources interpreted).
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, config
from numba.misc.appdirs import AppDirs

PACKAGE = Path(__file__).resolve().parent
INTERPRETED: bool = bool(getattr(config, "DISABLE_JIT", False))
_KEPT_VERSIONS = 4  # folders of earlier sources that are kept, newest first

_announced = False


_WITHOUT_KERNELS = {"adapters", "agents", "rendering"}


@functools.cache
def source_fingerprint() -> str:
    """Hash of the Python and data files of the package (and the versions that compile it).

    Left out are the folders in which nothing is compiled.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:3]}".encode())
    for path in sorted(PACKAGE.rglob("*")):
        folder = path.relative_to(PACKAGE).parts[0]
        if path.suffix in {".py", ".toml"} and folder not in _WITHOUT_KERNELS:
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one sub-folder of compiled code for each state of the sources."""
    chosen = os.environ.get("WONDERZOO_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if numba_folder := getattr(config, "CACHE_DIR", ""):
        return Path(numba_folder) / "wonderzoo"
    return Path(AppDirs(appname="wonderzoo", appauthor=False).user_cache_dir)


@functools.cache
def cache_folder() -> str:
    """The folder for the present sources, made if needed; a temporary one if none is writable."""
    folder = cache_root() / source_fingerprint()
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return tempfile.mkdtemp(prefix="wonderzoo-")
    if fresh:
        _drop_old_versions(folder)
    return str(folder)


def _drop_old_versions(current: Path) -> None:
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
    others.sort(key=age, reverse=True)
    for path in others[_KEPT_VERSIONS:]:
        shutil.rmtree(path, ignore_errors=True)


def _announce() -> None:
    global _announced
    if not _announced and not os.environ.get("WONDERZOO_QUIET"):
        print(
            "wonderzoo: compiling the rules for this machine (under a minute, once)...",
            file=sys.stderr,
            flush=True,
        )
    _announced = True


class _Locator(caching._CacheLocator):
    """Says where the compiled form of a function is kept."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file  # numba names it in its warnings

    def get_cache_path(self) -> str:
        return cache_folder()

    def get_source_stamp(self) -> str:
        return source_fingerprint()

    def get_disambiguator(self) -> None:
        return None

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012 (so declared in numba)


class _Cache(caching.FunctionCache):
    _impl_class = _Implementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            _announce()
        return found

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # The folder stands for all sources, so signature and machine are enough. numba's key adds
        # a hash of the closure, and a compiled function in a closure hashes anew in each process.
        return (sig, codegen.magic_tuple())


def kernel(function: Callable[..., Any] | None = None, *, name: str = "") -> Any:
    """Compile ``function`` with numba, or leave it as it is when interpreted.

    A kernel works on one game's record or on arrays that the caller owns: it allocates nothing,
    raises nothing and has bounded loops, so that numba.cuda can call the same source.

    Args:
        name: a name unique in the package, needed where a factory makes several functions from
            one ``def`` (each has its own file in the cache).
    """
    if function is None:
        return functools.partial(kernel, name=name)
    if name:
        function.__name__ = function.__qualname__ = name
    if INTERPRETED:
        return function
    dispatcher: Any = numba.njit(nogil=True)(function)
    dispatcher._cache = _Cache(function)
    return dispatcher
