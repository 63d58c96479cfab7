"""The downloads of lists in this machine's data folder, named after their contents so that none is mistaken.

What stands in PublishedList.files is the truth; a file that is missing here, or another one, counts for
nothing and is made again by `list_files`.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

from django.conf import settings

LEFTOVER_SECONDS = 3600
_MOST = 4096  # files whose digest this process has compared
_compared: dict[str, tuple[int, int, int]] = {}


class BusyError(Exception):
    """Another file of a list is being made on this machine; come again."""


def folder_of(key: int) -> Path:
    """Name the folder of a list's files."""
    return Path(settings.DATA_DIR) / "lists" / str(key)


def path_of(key: int, name: str, digest: str) -> Path:
    """Name the place of a file with these contents: `standard_nov26frl.<SHA-256>.zip`."""
    stem, dot, ending = name.rpartition(".")
    return folder_of(key) / f"{stem}.{digest}{dot}{ending}"


def remove(folder: Path) -> None:
    """Delete the files of a list that nobody was shown."""
    shutil.rmtree(folder, ignore_errors=True)


def found(key: int, name: str, digest: str) -> BinaryIO | None:
    """Open a file of a list if it is here with the contents noted, None otherwise."""
    path = path_of(key, name, digest)
    file = _intact(path, digest)
    if file is None and path.with_name(name).is_file():  # as files were named before
        file = _intact(path.with_name(name), digest)
        if file is not None:
            path.with_name(name).replace(path)
    return file


def _intact(path: Path, digest: str) -> BinaryIO | None:
    """Open a file and compare its contents with their digest, once for each state of the file."""
    try:
        file = path.open("rb")
    except OSError:  # not here, or not to be read
        return None
    about = os.fstat(file.fileno())
    state = (about.st_ino, about.st_mtime_ns, about.st_size)
    if _compared.get(str(path)) == state:
        return file
    if _digest(file) != digest:
        file.close()
        return None
    if len(_compared) >= _MOST:
        _compared.clear()
    _compared[str(path)] = state
    return file


def _digest(file: IO[bytes]) -> str:
    """Compute the SHA-256 of a file's contents, "" where they cannot be read; leave it at its beginning."""
    file.seek(0)
    try:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # any binary file
    except OSError:
        return ""
    finally:
        file.seek(0)


def write(key: int, name: str, fill: Callable[[IO[bytes]], None], *, wanted: str = "") -> tuple[int, str]:
    """Write a file beside its place and move it there once it is whole; return its size and digest.

    `wanted`: the digest it must have; a file that has another one is not kept. Raises OSError.
    """
    folder = folder_of(key)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", suffix=".part", delete=False) as file:
        unfinished = Path(file.name)
        try:
            fill(cast(IO[bytes], file))
            file.flush()
            os.fsync(file.fileno())
            digest = _digest(cast(IO[bytes], file))
            size = unfinished.stat().st_size
            if wanted in ("", digest):
                unfinished.replace(path_of(key, name, digest))
        finally:
            unfinished.unlink(missing_ok=True)
    return size, digest


def sweep(key: int, noted: Iterable[tuple[str, str]]) -> None:
    """Delete what is in a list's folder and not noted, given as names and digests."""
    files = list(noted)
    kept = {path_of(key, name, digest).name for name, digest in files}
    kept |= {_trial(key, digest).name for _name, digest in files}
    oldest = time.time() - LEFTOVER_SECONDS
    for path in folder_of(key).glob("*"):
        with suppress(FileNotFoundError):
            # another process may just be writing a part
            if path.name not in kept and (path.suffix != ".part" or path.stat().st_mtime < oldest):
                path.unlink()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep everybody else on this machine from making a file for a visitor; BusyError where somebody is."""
    folder = Path(settings.DATA_DIR) / "lists"
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / ".making", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BusyError from None
    finally:
        os.close(lock)


def is_hopeless(key: int, digest: str) -> bool:
    """Return whether this version of the program has tried in vain to make a file with this digest here."""
    try:
        return _trial(key, digest).read_text(encoding="utf-8") == settings.VERSION
    except FileNotFoundError:
        return False


def give_up(key: int, digest: str) -> None:
    """Note that this version of the program makes other bytes here."""
    _trial(key, digest).write_text(settings.VERSION, encoding="utf-8")


def _trial(key: int, digest: str) -> Path:
    return folder_of(key) / f".{digest}.other"
