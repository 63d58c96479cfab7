"""`palmares-verify`: check a log against a checkpoint that was kept, and a list against the log.

Exit status 0: it holds; 1: it differs; 2: it cannot be read.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ratings.merkle_log import cosignatures, row_proof
from ratings.merkle_log.notes import BadNote, Key, parse_key
from ratings.merkle_log.reader import (
    MOST_BYTES,
    Differs,
    Fetch,
    Log,
    Unreadable,
    checkpoint,
    from_address,
    from_folder,
    said,
)

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2
NO_KEY = "No --key was given: the tree was checked, signatures were not."
_CHUNK = 1 << 20
_LAST_SECOND = 253402300799  # of the year 9999


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest sight of a log by a witness: at which second, how many entries."""

    witness: str
    at: int
    size: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(parser(__doc__ or "")[0].parse_args(arguments))


def run(given: argparse.Namespace) -> int:
    """Run the command of parsed arguments and return its exit status."""
    try:
        return int(given.run(given))
    except Differs as found:
        _say(f"DIFFERS: {found}")
        return DIFFERS
    except (Unreadable, BadNote, OSError) as problem:
        sys.stderr.write(f"Cannot be read: {problem}\n")
        return UNREADABLE


def parser(
    about: str,
) -> tuple[argparse.ArgumentParser, "argparse._SubParsersAction[argparse.ArgumentParser]"]:
    """Return the parser of the commands about a log, and where further commands are added."""
    main_parser = argparse.ArgumentParser(
        prog="palmares-verify", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = main_parser.add_subparsers(required=True, metavar="COMMAND")
    log = commands.add_parser(
        "log", help="that a log is whole and still begins with what you have a checkpoint of"
    )
    log.add_argument("old", metavar="OLD", type=Path, help="the checkpoint you kept, a file")
    rows = commands.add_parser("list", help="that a list is the one its log tells of")
    rows.add_argument("rows", metavar="ROWS.csv", type=Path, help="its rows, as its page of proof gives them")
    rows.add_argument("system", metavar="SYSTEM")
    rows.add_argument("date", metavar="DATE", help="the date of the list, YYYY-MM-DD")
    rows.add_argument("--revision", type=int, help="the revision; else the newest with these rows")
    row = commands.add_parser("row", help="that one row stands in a list of the log, from its proof alone")
    row.add_argument("proof", metavar="PROOF.txt", type=Path, help="the proof, as its page gives it")
    row.add_argument("--key", action="append", default=[], help="verifier key that must have signed")
    row.set_defaults(run=_row)
    for command, work in ((log, _log), (rows, _list)):
        command.add_argument("new", metavar="LOG", help="the log: its address, or a folder with a copy")
        command.add_argument("--key", action="append", default=[], help="verifier key that must have signed")
        command.add_argument(
            "--witness", action="append", default=[], help="key of a witness that must have seen the log"
        )
        command.set_defaults(run=work)
    return main_parser, commands


def _open(place: str, verifier_keys: Sequence[str]) -> Log:
    """Read the newest checkpoint of a log, signed by a key given."""
    keys: list[Key] = [parse_key(text) for text in verifier_keys]
    fetch: Fetch = from_folder(Path(place)) if Path(place).is_dir() else from_address(place)
    return Log(fetch, checkpoint(fetch("checkpoint"), keys))


def _log(arguments: argparse.Namespace) -> int:
    with arguments.old.open("rb") as opened:
        old = checkpoint(opened.read(MOST_BYTES))
    log = _open(arguments.new, arguments.key)
    log.check_extends(old)
    seen = _witnessed(log, arguments)
    since = [f"{place}: {_line(said(entry))}" for place, entry in log.entries() if place >= old.size]
    _say(f"Holds: the {old.size} entries of your checkpoint stand unchanged; there are {log.end.size} now.")
    for line in since:
        _say(line)
    _say(f"Read: all {log.end.size} entries, and every tile of hashes over them.")
    if not arguments.key:
        _say(NO_KEY)
    _say_seen(seen, log.end.size)
    return HOLDS


def _witnessed(log: Log, arguments: argparse.Namespace) -> list[Seen]:
    """Return what each witness named has seen of a log; Differs where one has not, or saw another log."""
    keys = [cosignatures.parse_key(text) for text in arguments.witness]
    if not keys:
        return []
    note = log.fetch("cosigned-checkpoint")
    end = checkpoint(note, [parse_key(text) for text in arguments.key])
    log.check_extends(end)
    try:
        by_key = {cosignature.key: cosignature for cosignature in cosignatures.of_note(note.decode(), keys)}
    except BadNote as problem:
        raise Differs(str(problem)) from problem
    for key in keys:
        if key not in by_key:
            raise Differs(f"{key.name} has not cosigned the checkpoint of {end.size} entries.")
    return [Seen(key.name, by_key[key].at, end.size) for key in keys]


def _say_seen(seen: Sequence[Seen], size: int) -> None:
    for sight in seen:
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(min(sight.at, _LAST_SECOND)))
        _say(
            f"Cosigned by {_printable(sight.witness)} on {at} UTC: the first {sight.size} of {size} entries."
        )


def _list(arguments: argparse.Namespace) -> int:
    digest = _digest(arguments.rows)
    log = _open(arguments.new, arguments.key)
    seen = _witnessed(log, arguments)
    entry, newest = _revision_of(log, arguments, digest)
    if any(entry["place"] >= sight.size for sight in seen):
        raise Differs(f"entry {entry['place']} came after the checkpoint the witnesses have seen.")
    if entry["sha256"] != digest:
        raise Differs(f"entry {entry['place']} has the digest {entry['sha256']}, these rows have {digest}.")
    _say(f"Holds: entry {entry['place']} of {entry['size']} has the digest of these rows, {digest}.")
    _say(_printable(f"It is revision {entry['revision']} of {entry['system']}, {entry['date']}."))
    if newest != entry["revision"]:
        _say(_printable(f"The log has a newer one: revision {newest}."))
    if not arguments.key:
        _say(NO_KEY)
    _say_seen(seen, log.end.size)
    return HOLDS


def _row(arguments: argparse.Namespace) -> int:
    with arguments.proof.open("rb") as opened:
        try:
            proof = row_proof.parse(opened.read(MOST_BYTES).decode())
        except UnicodeDecodeError as problem:
            raise Unreadable("The proof is no text.") from problem
    entry = row_proof.check(proof, [parse_key(text) for text in arguments.key])
    _say(f"Holds: row {proof.place + 1} of {proof.rows} of the list {_line(entry)}")
    _say(_printable(proof.row))
    _say(f"Entry {proof.index} of {entry['size']} of {_printable(entry['origin'])}.")
    if not arguments.key:
        _say("No --key was given: whose log it is was not checked.")
    return HOLDS


def entry_of(place: str, keys: Sequence[str], wanted: tuple[str, str, int]) -> dict[str, Any]:
    """Return the entry of a list (system, date, revision), with `place` and `size` of the log.

    Raises Differs where the log has no such entry.
    """
    return _entry_of(_open(place, keys), wanted)


def _revision_of(log: Log, arguments: argparse.Namespace, digest: str) -> tuple[dict[str, Any], Any]:
    """Return the entry of a list that has a digest, else of its newest; and the newest revision.

    Of several with the digest the newest, unless a revision is asked for. Raises Differs if none matches.
    """
    entries = list(_entries_of(log, arguments.system, arguments.date))
    wanted = [entry for entry in entries if arguments.revision in (None, entry["revision"])]
    if not wanted:
        revision = f", revision {arguments.revision}" if arguments.revision is not None else ""
        raise Differs(f"the log has no list of {arguments.system} of {arguments.date}{revision}.")
    alike = [entry for entry in wanted if entry["sha256"] == digest]
    return (alike or wanted)[-1], entries[-1]["revision"]


def _entries_of(log: Log, system: str, day: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a list's revisions, each with its `place` and the `size` of the log."""
    for number, entry in log.entries():
        body = said(entry)
        if (body.get("system"), body.get("date")) == (system, day) and {"sha256", "revision"} <= body.keys():
            yield {**body, "place": number, "size": log.end.size}


def _entry_of(log: Log, wanted: tuple[str, str, int]) -> dict[str, Any]:
    for entry in _entries_of(log, *wanted[:2]):
        if entry["revision"] == wanted[2]:
            return entry
    raise Differs(f"the log has no list of {wanted[0]} of {wanted[1]}, revision {wanted[2]}.")


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _line(entry: dict[str, Any]) -> str:
    """Return an entry as one line, without what could move a terminal's cursor."""
    names = ("at", "act", "system", "date", "revision", "kind", "player", "value", "sha256", "key")
    return _printable(" ".join(str(entry[name]) for name in names if name in entry))


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
