"""`palmares-verify`: compute a list again from the facts beside it; check a log, and a list against the log.

Exit status 0: proved, it holds; 1: it differs; 2: it cannot be read, or was tampered with.
"""

import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from ratings.list_proof import archive
from ratings.merkle_log import command as log_command
from ratings.merkle_log.command import DIFFERS, HOLDS, UNREADABLE
from ratings.merkle_log.notes import BadNote
from ratings.merkle_log.reader import SECONDS, Differs, Unreadable

if TYPE_CHECKING:  # engines are loaded when a bundle is there: without numba they run as plain Python
    from argparse import Namespace

    from ratings.list_proof.checking import Opened

_SHOWN = 10  # rows that differ
_AT_ONCE = ThreadPoolExecutor(1)  # deflates a bundle again while its list is computed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; what names no command is a bundle."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    parser, commands = log_command.parser(__doc__ or "")
    bundle = commands.add_parser("bundle", help="that a list follows from the facts beside it (the default)")
    bundle.add_argument("bundle", metavar="FILE|URL", help="the bundle of a list")
    bundle.add_argument(
        "--since",
        metavar="OLD",
        help="an older bundle: make the whole of what changed since, name facts that changed",
    )
    bundle.add_argument(
        "--whole", metavar="FILE", type=Path, help="write the whole bundle there, for next time"
    )
    bundle.add_argument("--log", metavar="LOG", help="the log that must have it: its address, or a folder")
    bundle.add_argument("--key", action="append", default=[], help="verifier key that must have signed it")
    bundle.set_defaults(run=_bundle)
    if argv and argv[0] not in ("-h", "--help", *commands.choices):
        argv.insert(0, "bundle")
    return log_command.run(parser.parse_args(argv))


def _bundle(options: "Namespace") -> int:
    from ratings.list_proof.checking import Tampered, Unproved, check  # here: engines

    try:
        began = time.monotonic()
        data = _whole(options)
        bundle = _opened(data, options.bundle)
        packed = None if options.log else _AT_ONCE.submit(archive.is_packed_here, data, bundle.files)
        head = bundle.head
        _say(f"{head.system}, list of {head.date.isoformat()}, revision {head.revision}")
        _say(f"Rows: {len(bundle.tables['list']['number'])}, SHA-256 {bundle.rows_digest}")
        checked = check(bundle, report=_say)
        if packed:
            _check_packing(is_alike=packed.result())
        counts = ", ".join(f"{number} {name}" for name, number in checked.computed.counts.items())
        _say(f"Computed again: {counts}; {time.monotonic() - began:.1f} s, {_how()}.")
    except Unproved as problem:
        raise Differs(str(problem)) from None
    except Tampered as problem:
        raise Unreadable(str(problem)) from None
    status = HOLDS
    for difference in checked.differences[:_SHOWN]:
        where = f"list.csv, line {difference.line}" if difference.line else "list.csv"
        _say(f"  {where}, player {difference.player}: {difference.what}")
    if checked.differences:
        _say(f"DIFFERS: {len(checked.differences)} rows are not the ones computed; the first stand above.")
        status = DIFFERS
    if options.since:
        status = max(status, _compare(_opened(_read(options.since), options.since), bundle))
    if options.log:
        status = max(status, _logged(options, data, bundle))
    if options.whole:
        options.whole.write_bytes(data)
    if status == HOLDS:
        _say("PROVED: every row follows from the facts of the bundle.")
        if not options.log:
            _say("No --log was given: whether these rows and facts are those made public, the log says.")
        elif not options.key:
            _say(log_command.NO_KEY)
    return status


def _whole(options: "Namespace") -> bytes:
    """Return the bundle named, made again from the older one where only what has changed is given."""
    from ratings.list_proof import delta

    data = _read(options.bundle)
    try:
        files = archive.unpack(data)
        if not delta.is_delta(files):
            return data
        if not options.since:
            day = delta.told_since(files)
            raise Unreadable(f"This file has what changed since the bundle of {day} alone: give it, --since.")
        whole = delta.apply(data, _read(options.since))
    except archive.BadArchive:
        return data  # reported with its place where it is opened
    except delta.BadDelta as problem:
        raise Unreadable(f"{options.bundle}: {problem}") from None
    if not whole.as_told:
        _say("This machine deflates otherwise than others: the SHA-256 of the bundle was not compared.")
    return whole.data


def _check_packing(*, is_alike: bool) -> None:
    """Raise Unreadable where the files are deflated otherwise than in the bundle that was made public."""
    if is_alike:
        return
    if archive.deflates_alike():
        raise Unreadable("The files in the zip are deflated otherwise than a bundle's: give --log.")
    _say("This machine deflates otherwise than others: whether each bit of the zip is as made, --log says.")


def _compare(old: "Opened", new: "Opened") -> int:
    """Report what of an older bundle's facts is no longer there, and whether the list before is its list."""
    from ratings.list_proof.checking import changed_facts

    if old.head.system != new.head.system or old.head.date > new.head.date:
        raise Unreadable("The older bundle is not of an older list of the same system.")
    for line in changed_facts(old, new):
        _say(f"Since {old.head.date.isoformat()} other facts: {line}")
    before = new.head.before
    if before and (before.date, before.revision) == (old.head.date, old.head.revision):
        if before.sha256 != old.rows_digest:
            _say("DIFFERS: the list before has other rows than the older bundle.")
            return DIFFERS
        _say("The list before is the one of the older bundle.")
    return HOLDS


def _logged(options: "Namespace", data: bytes, bundle: "Opened") -> int:
    head = bundle.head
    wanted = (head.system, head.date.isoformat(), head.revision)
    entry = log_command.entry_of(options.log, options.key, wanted)
    if entry["sha256"] != bundle.rows_digest:
        _say(f"DIFFERS: the log has the digest {entry['sha256']} for these rows.")
        return DIFFERS
    _say("The log has the digest of these rows.")
    if "bundle" in entry:
        from ratings.list_proof.package import digest

        if entry["bundle"] != digest(data):
            _say("DIFFERS: the log has another bundle of this list.")
            return DIFFERS
        _say("The log has the digest of this bundle, facts and all.")
    else:
        _check_packing(is_alike=archive.is_packed_here(data, bundle.files))
        _say("The log names no bundle of this list: it was made after the entry.")
    return HOLDS


def _opened(data: bytes, place: str) -> "Opened":
    from ratings.list_proof.checking import Tampered, opened

    try:
        return opened(data)
    except Tampered as problem:
        raise Unreadable(f"{place}: {problem}") from None


def _how() -> str:
    import numpy as np

    return "compiled" if hasattr(np, "__version__") else "in plain Python"


def _read(place: str) -> bytes:
    """Return the bytes of a file, or of an address; Unreadable where there are none or too many."""
    try:
        if urllib.parse.urlsplit(place).scheme in ("http", "https"):
            with urllib.request.build_opener().open(place, timeout=SECONDS) as answer:
                data: bytes = answer.read(archive.MOST_BYTES + 1)
        else:
            with Path(place).open("rb") as opened:
                data = opened.read(archive.MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        raise Unreadable(f"{place}: {problem}") from None
    if len(data) > archive.MOST_BYTES:
        raise Unreadable(f"{place} is larger than a bundle may be.")
    return data


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


__all__ = ["UNREADABLE", "BadNote", "main"]
