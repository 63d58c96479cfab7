"""Storage of list files and of the snapshot, by Django's storages: a folder, and what is shared.

`STORAGES["list_files"]` names it (LIST_STORAGE in the environment). What is shared is copied into the
folder of the machine that needs it: a machine serves the copies it has, even if the storage is lost.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, storages
from django.utils.functional import cached_property

from federation.web.outages import Outage

CONNECT_SECONDS, SILENT_SECONDS = 2.0, 5.0
WHOLE_SECONDS = 20.0  # default for one file; to make that of a list again takes as long
RETRY_SECONDS = 60.0
_PIECE = 1 << 18
if TYPE_CHECKING:
    _BytesFile = File[bytes]
else:
    _BytesFile = File


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
    """The folder, and an S3-compatible storage behind it that all machines share.

    One that fails or is slow is logged and left alone for a minute; files are then made again, as without it.
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
    """Return the storage of list files."""
    return cast(Folder, storages["list_files"])
