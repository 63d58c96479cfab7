"""The broker of the embedded default: a folder of messages, published and claimed by rename.

kombu's own file transport opens the final name and then writes, so a reader can take a half-written message
(celery/kombu #1551), and moves what it took through the shared temporary folder. Here a file exists under its
final name only when it is whole, and has left that name before it is read.
"""

import fcntl
import os
import secrets
import time
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps, loads

from federation.jobs.brokers import ALIAS

LEFTOVER_SECONDS = 3600


def _write_whole(path: Path, text: str) -> None:
    """Write under a dot-name readers ignore, then give the file its name in one step."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError:  # a full disk shall not get one more file with every message
        draft.unlink()
        raise


def _sweep_leftovers(folder: Path) -> None:
    """Remove the dot-files of processes killed between two steps; their jobs are rows and come back."""
    oldest = time.time() - LEFTOVER_SECONDS
    for path in folder.glob(".*"):
        try:
            if path.stat().st_mtime < oldest:
                path.unlink()
        except FileNotFoundError:
            continue


class Channel(filesystem.Channel):
    """A channel over two private folders (0700): messages, and the table of exchanges."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for folder in (Path(self.data_folder_out), Path(self.control_folder)):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
            _sweep_leftovers(folder)

    def _put(self, queue: str, payload: Any, **_: Any) -> None:
        """Publish; names sort by wall clock, so the order survives a reboot."""
        name = f"{time.time_ns():020d}_{secrets.token_hex(8)}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str) -> Any:
        """Claim the oldest message by renaming it to a dot-name; Empty without one."""
        folder = Path(self.data_folder_in)
        for name in sorted(path.name for path in folder.iterdir()):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            mine = folder / f".{name}.{secrets.token_hex(4)}"
            try:
                (folder / name).rename(mine)
            except FileNotFoundError:  # another reader was faster
                continue
            text = mine.read_text(encoding="utf-8")
            mine.unlink()
            return loads(text)
        raise Empty

    def _bindings(self, exchange: str, change: Any) -> None:
        """Read, change and rewrite an exchange's table under a lock."""
        lock = os.open(Path(self.control_folder) / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            before = self.get_table(exchange)
            after = change(before)
            if after != before:
                _write_whole(self._exchange_file(exchange), dumps(after))
        finally:
            os.close(lock)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._bindings(exchange, lambda table: table if entry in table else [entry, *table])

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *rest: Any, **more: Any
    ) -> None:
        virtual.Channel._delete(self, queue, exchange, routing_key, pattern, *rest, **more)
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._bindings(exchange, lambda table: [binding for binding in table if binding != entry])


class Transport(filesystem.Transport):
    """kombu's file transport with the channel above."""

    Channel = Channel
    driver_type = driver_name = ALIAS

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = virtual.BrokerState()  # bindings are in the folder; what another folder has is no news
