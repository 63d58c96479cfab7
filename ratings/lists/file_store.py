"""Files of lists and of the snapshot here, named after their contents, and the storage machines share.

What stands in PublishedList.files is the truth; a file that is missing here, or another one, counts for
nothing: it is fetched from the storage all machines share, where there is one, or made again by `list_files`.
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
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, storages
from django.utils.functional import cached_property

from federation.web.outages import Outage

if TYPE_CHECKING:
    _BytesFile = File[bytes]
else:
    _BytesFile = File

CONNECT_SECONDS, SILENT_SECONDS = 2.0, 5.0
WHOLE_SECONDS = 20.0  # default for one file; to make that of a list again takes as long
RETRY_SECONDS = 60.0
_PIECE = 1 << 18


LEFTOVER_SECONDS = 3600
Key = int | str  # of a list; the name of another folder beside those of lists
_MOST = 4096  # files whose digest this process has compared
_compared: dict[str, tuple[int, int, int]] = {}


class Folder(FileSystemStorage):
    """Files in the data folder, shared with no other machine."""

    is_shared = False

    def __init__(self) -> None:
        super().__init__(file_permissions_mode=0o600, allow_overwrite=True)

    def path(self, name: str) -> str:
        """Return the place of a file; the data folder is asked for each time, for tests change machines."""
        self.__dict__["location"] = str(Path(settings.DATA_DIR) / "lists")
        return super().path(name)

    def fetch(self, name: str, into: IO[bytes], *, seconds: float | None = None) -> None:
        """Copy a file that other machines share into an open one; nothing without one."""

    def share(self, name: str, *, seconds: float | None = None) -> None:
        """Copy a file of the folder to where other machines find it."""

    def sweep_shared(self, folder: str, kept: set[str]) -> None:
        """Delete what is shared in a folder, but for the names to keep."""


class Shared(Folder):
    """The folder, and an S3-compatible storage behind it that all machines share (LIST_STORAGE).

    What is shared is copied into the folder of the machine that needs it: a machine serves the copies it has,
    even if the storage is lost. A storage that fails or is slow is logged and left alone for a minute; files
    are then made again, as without it.
    """

    is_shared = True

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options = options
        self._outage = Outage("The storage of list files", retry=RETRY_SECONDS)

    @cached_property
    def remote(self) -> Any:
        """Return the storage, with short timeouts."""
        from botocore.config import Config
        from storages.backends.s3 import S3Storage

        patience = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=SILENT_SECONDS,
            retries={"total_max_attempts": 2, "mode": "standard"},
            s3={"addressing_style": "path"},
            # Digests are ours, and servers that are compatible do not all know those Amazon has added.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        return S3Storage(client_config=patience, **self._options)

    def fetch(self, name: str, into: IO[bytes], *, seconds: float | None = None) -> None:
        """Copy a file out of the storage; what is copied may be half of it, so its digest has to be asked."""

        def copy() -> None:
            limit = time.monotonic() + (seconds or WHOLE_SECONDS)
            if self.remote.exists(name):
                for piece in self.remote.open(name).obj.get()["Body"].iter_chunks(_PIECE):
                    _check(limit)
                    into.write(piece)

        self._try(copy)

    def share(self, name: str, *, seconds: float | None = None) -> None:
        """Copy a file into the storage."""

        def copy() -> None:
            with self.open(name) as file:
                self.remote.save(name, _Timed(file, seconds or WHOLE_SECONDS))

        self._try(copy)

    def sweep_shared(self, folder: str, kept: set[str]) -> None:
        """Delete what the storage has in a folder, but for the names to keep."""

        def delete_others() -> None:
            for name in set(self.remote.listdir(folder)[1]) - kept:
                self.remote.delete(f"{folder}/{name}")

        self._try(delete_others)

    def _try(self, act: Callable[[], None]) -> None:
        if self._outage.is_on and not self._outage.is_my_turn():
            return
        try:
            act()
        except Exception as problem:  # of three libraries below, and files can do without all of them
            self._outage.begin(problem)
        else:
            self._outage.end()


class _Timed(_BytesFile):
    """A file whose reader must be done within a time."""

    def __init__(self, file: IO[bytes], seconds: float) -> None:
        super().__init__(file)
        self._limit = time.monotonic() + (seconds or WHOLE_SECONDS)

    def read(self, *size: int) -> bytes:
        """Return what comes next; TimeoutError when the time is over."""
        _check(self._limit)
        return cast(IO[bytes], self.file).read(*size)


def _check(limit: float) -> None:
    if time.monotonic() > limit:
        raise TimeoutError("not done in time")


class Part(_BytesFile):
    """A file written beside its place; Django's storage of folders moves it there."""

    def temporary_file_path(self) -> str:
        """Return where it was written."""
        return str(self.name)


def storage() -> Folder:
    """Return the storage of list files and of the snapshot, `STORAGES["list_files"]`."""
    return cast(Folder, storages["list_files"])


class BusyError(Exception):
    """Another file of a list is being made on this machine; come again."""


def folder_of(key: Key) -> Path:
    """Name the folder of a list's files."""
    return Path(storage().path(str(key)))


def path_of(key: Key, name: str, digest: str) -> Path:
    """Name the place of a file with these contents: `standard_nov26frl.<SHA-256>.zip`."""
    return Path(storage().path(_stored(key, name, digest)))


def _stored(key: Key, name: str, digest: str) -> str:
    """Name a file as storages know it."""
    stem, dot, ending = name.rpartition(".")
    return f"{key}/{stem}.{digest}{dot}{ending}"


def remove(key: int) -> None:
    """Delete the files of an unreleased list, here and where they are shared."""
    shutil.rmtree(folder_of(key), ignore_errors=True)
    storage().sweep_shared(str(key), set())


def is_shared() -> bool:
    """Return whether other machines may have given a file."""
    return storage().is_shared


def found(key: Key, name: str, digest: str) -> BinaryIO | None:
    """Open a file of a list if it is here with the contents noted, None otherwise."""
    path = path_of(key, name, digest)
    file = _intact(path, digest)
    if file is None and path.with_name(name).is_file():  # as files were named before
        file = _intact(path.with_name(name), digest)
        if file is not None:
            path.with_name(name).replace(path)
    return file


def fetched(key: Key, name: str, digest: str, *, seconds: float | None = None) -> BinaryIO | None:
    """Open a file of a list that another machine has shared, once its contents are those noted; else None."""
    if not storage().is_shared:
        return None
    stored = _stored(key, name, digest)
    _write(key, name, lambda file: storage().fetch(stored, file, seconds=seconds), wanted=digest)
    return found(key, name, digest)


def _intact(path: Path, digest: str) -> BinaryIO | None:
    """Open a file and compare its contents with their digest, once for each state of the file."""
    try:
        file = cast(BinaryIO, storage().open(str(path)).file)
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


def write(
    key: Key,
    name: str,
    fill: Callable[[IO[bytes]], None],
    *,
    wanted: str = "",
    seconds: float | None = None,
) -> tuple[int, str]:
    """Write a file, move it into place once whole and share it; return its size and digest.

    `wanted`: the digest it must have; a file that has another one is dropped. `seconds`: how long sharing it
    may take. Raises OSError.
    """
    size, digest = _write(key, name, fill, wanted=wanted)
    if wanted in ("", digest):
        storage().share(_stored(key, name, digest), seconds=seconds)
    return size, digest


def _write(key: Key, name: str, fill: Callable[[IO[bytes]], None], *, wanted: str) -> tuple[int, str]:
    """Write a file beside its place, move it there if it was wanted so; return its size and digest."""
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
                storage().save(_stored(key, name, digest), Part(file, str(unfinished)))
        finally:
            unfinished.unlink(missing_ok=True)
    return size, digest


def sweep(key: Key, noted: Iterable[tuple[str, str]], *, shared: bool = False) -> None:
    """Delete what is in a list's folder, or shared of it, and not noted as name and digest."""
    files = list(noted)
    names_to_keep = {path_of(key, name, digest).name for name, digest in files}
    if shared:
        storage().sweep_shared(str(key), names_to_keep)
    names_to_keep |= {_trial(key, digest).name for _name, digest in files}
    oldest = time.time() - LEFTOVER_SECONDS
    for path in folder_of(key).glob("*"):
        with suppress(FileNotFoundError):
            # another process may just be writing a part
            if path.name not in names_to_keep and (path.suffix != ".part" or path.stat().st_mtime < oldest):
                path.unlink()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Lock the making of files for visitors on this machine; BusyError while one is made."""
    folder = Path(storage().path(""))
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
        return bool(_trial(key, digest).read_text(encoding="utf-8") == settings.VERSION)
    except FileNotFoundError:
        return False


def give_up(key: int, digest: str) -> None:
    """Note that this version of the program makes other bytes here."""
    _trial(key, digest).write_text(settings.VERSION, encoding="utf-8")


def _trial(key: Key, digest: str) -> Path:
    return folder_of(key) / f".{digest}.other"
