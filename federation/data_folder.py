"""The data folder at the start: it is made with the secret key and the folder of compiled engines."""

import contextlib
import fcntl
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from federation import site_folder

_IN_USE = "in_use.lock"


def make() -> Path:
    """Return the data folder, made where it is missing; programs that are started from here take the same.

    Raises ImproperlyConfigured where it cannot be made or written to.
    """
    try:
        folder = site_folder.data_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(f"{folder} belongs to somebody else")
    except (OSError, RuntimeError) as problem:
        raise ImproperlyConfigured(
            f"there is no data folder ({problem}); name one that can be written to in PALMARES_DATA"
        ) from problem
    if os.environ.get("PALMARES_DATA"):
        os.environ["PALMARES_DATA"] = str(folder)
    return folder


def secret_key(folder: Path) -> str:
    """Return the key made at the first start and stored in the data folder (mode 0600)."""
    path = folder / "secret_key"
    make_once(path, _write_key)
    return path.read_text(encoding="utf-8")


def _write_key(path: Path) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(50))


def make_once(path: Path, write: Callable[[Path], object]) -> None:
    """Make a file where it is missing: of processes that do it at once the first decides.

    `write` makes it under another name, so that no process reads half of it.
    """
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")  # containers have the same process numbers
    write(draft)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()


def compiled_kernels(folder: Path) -> Path:
    """Return the folder of compiled kernels, named after the source of engines and laboratory.

    By default numba writes beside the code, and code folders are often read-only; it judges a
    kernel's age by file times, which copies and images do not keep.
    """
    digest = hashlib.sha256()
    ratings = site_folder.ROOT / "ratings"
    sources = (ratings / "engines", ratings / "exact_math")
    files = [file for source in sources for file in source.glob("*.py")]
    for file in sorted([*files, *(ratings / "laboratory" / "figures").glob("*_kernel.py")]):
        digest.update(file.read_bytes())
    return folder / "kernels" / digest.hexdigest()[:16]


@contextlib.contextmanager
def one_at_a_time(folder: Path, name: str, *, waits: Callable[[], object]) -> Iterator[None]:
    """Let one process of the data folder do something at a time; call `waits` where another one does it."""
    with _held(folder / f"{name}.lock", fcntl.LOCK_EX, waits):
        yield


@contextlib.contextmanager
def in_use(folder: Path, *, waits: Callable[[], object]) -> Iterator[None]:
    """Note that a site runs from the data folder; several may. Call `waits` while `unused` holds it."""
    with _held(folder / _IN_USE, fcntl.LOCK_SH, waits):
        yield


@contextlib.contextmanager
def _held(path: Path, kind: int, waits: Callable[[], object]) -> Iterator[None]:
    """Hold a lock of a file; call `waits` where another process has it."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            waits()
            fcntl.flock(lock, kind)
        yield


@contextlib.contextmanager
def unused(folder: Path) -> Iterator[None]:
    """Keep sites from starting with the data folder; BlockingIOError where one runs, or this does."""
    with (folder / _IN_USE).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
