"""The difference of a bundle from an earlier one of its system, and the bundle made of both.

A zip in the form of a bundle. `delta.json` names both bundles by their SHA-256; beside it stands of each file
that differs how it is made of the old one: `=N` takes N lines over, `-N` leaves N out, `+N` is followed by N
new ones. The same two bundles give the same bytes.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from ratings.list_proof import archive, package
from ratings.list_proof.archive import BadArchive
from ratings.list_proof.package import BadPackage, Head, digest, in_json, parse_json

NAME, SUFFIX, VERSION = "delta.json", ".delta", 1


class BadDelta(ValueError):
    """A file that is no delta, or not one of this older bundle; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The newer bundle, made again; `as_told`: its bytes have the SHA-256 the delta names."""

    data: bytes
    as_told: bool


def make(old: bytes, new: bytes) -> bytes:
    """Return what turns a bundle into a newer one of its system; BadDelta where these are no such two."""
    try:
        before, after = archive.unpack(old), archive.unpack(new)
        return _make(old, new, before, after)
    except (BadArchive, BadPackage) as problem:
        raise BadDelta(str(problem)) from None


def _make(old: bytes, new: bytes, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> bytes:
    older, newer = package.read(before), package.read(after)
    if (older.system, older.kind) != (newer.system, newer.kind) or older.date > newer.date:
        raise BadDelta("The older bundle is not of an older list of the same system.")
    document = {
        "version": VERSION,
        "system": newer.system,
        "old": {**_said(older), "sha256": digest(old)},
        "new": {**_said(newer), "sha256": digest(new), "bytes": len(new)},
    }
    files = [(NAME, in_json(document))]
    files += [
        (name + SUFFIX, _script(before[name], after[name]))
        for name in package.names_of(newer.kind)
        if before[name] != after[name]
    ]
    return archive.pack(files)


def _said(head: Head) -> dict[str, object]:
    return {"date": head.date.isoformat(), "revision": head.revision}


def is_delta(files: Mapping[str, bytes]) -> bool:
    """Return whether files of a zip are those of a delta."""
    return NAME in files


def told_since(files: Mapping[str, bytes]) -> str:
    """Return the date of the older bundle a delta is made from; BadDelta where it names none."""
    try:
        return str(parse_json(NAME, files[NAME])["old"]["date"])[:10]
    except (BadPackage, LookupError, TypeError):
        raise BadDelta(f"{NAME} does not name the older bundle.") from None


def apply(delta: bytes, old: bytes) -> Whole:
    """Return the newer bundle; BadDelta where anything is not as `make` writes it."""
    try:
        scripts, before = archive.unpack(delta), archive.unpack(old)
        document = parse_json(NAME, scripts.get(NAME, b""))
        if document["old"]["sha256"] != digest(old):
            raise BadDelta(
                f"The file is made from another bundle, that of {str(document['old']['date'])[:10]}."
            )
        wanted = str(document["new"]["sha256"])
        head = package.read(before)
        new = _packed(head, before, scripts)
    except (BadArchive, BadPackage) as problem:
        raise BadDelta(str(problem)) from None
    except (LookupError, TypeError):
        raise BadDelta(f"{NAME} does not name both bundles.") from None
    as_told = digest(new) == wanted
    if archive.is_packed_here(old, before):  # this machine deflates as the one that made them
        if not as_told:
            raise BadDelta("What comes of it is not the bundle the file names.")
        if make(old, new) != delta:
            raise BadDelta("The file does not have the form of a delta.")
    return Whole(new, as_told)


def _packed(head: Head, before: Mapping[str, bytes], scripts: Mapping[str, bytes]) -> bytes:
    names = package.names_of(head.kind)
    if further := [name for name in scripts if name.removesuffix(SUFFIX) not in names and name != NAME]:
        raise BadDelta(f"{further[0]} is no file of such a delta.")
    files, left = [], archive.MOST_BYTES
    for name in names:
        script = scripts.get(name + SUFFIX)
        data = before[name] if script is None else _applied(name, before[name], script, left)
        left -= len(data)
        files.append((name, data))
    if left < 0:
        raise BadDelta("The bundle would be larger than a bundle may be.")
    package.read(dict(files))
    return archive.pack(files)


# --- the lines of one file


def _script(old: bytes, new: bytes) -> bytes:
    """Write how a file is made of an older one."""
    before, after = old.split(b"\n"), new.split(b"\n")
    lines: list[bytes] = []
    at = here = unchanged = 0
    for taken, end in [*_common(before, after), (len(before), len(after))]:
        if (taken, end) != (at, here):
            lines += _steps(unchanged, taken - at, after[here:end])
            unchanged = 0
        unchanged += taken < len(before)
        at, here = taken + 1, end + 1
    lines += _steps(unchanged, 0, [])
    return b"\n".join(lines)


def _steps(unchanged: int, left_out: int, added: Sequence[bytes]) -> list[bytes]:
    steps = [b"=%d" % unchanged] if unchanged else []
    steps += [b"-%d" % left_out] if left_out else []
    return [*steps, b"+%d" % len(added), *added] if added else steps


def _common(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[int, int]]:
    """Return pairs of places of equal lines, rising in both: the most there are of lines that stand once."""
    once, twice = dict[bytes, int](), set[bytes]()
    for place, line in enumerate(before):
        if once.setdefault(line, place) != place:
            twice.add(line)
    pairs = [(once[line], at) for at, line in enumerate(after) if line in once and line not in twice]
    tops: list[int] = []  # of chains of each length, the lowest place in `before` one ends with
    ends: list[int] = []  # the pair that is
    behind = [-1] * len(pairs)
    for number, (place, _at) in enumerate(pairs):
        length = bisect_left(tops, place)
        behind[number] = ends[length - 1] if length else -1
        tops[length : length + 1] = [place]
        ends[length : length + 1] = [number]
    chain, number = [], ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = behind[number]
    return chain[::-1]


def _applied(name: str, old: bytes, script: bytes, most: int) -> bytes:
    """Return the newer file; BadDelta for a script that is none."""
    before, lines = old.split(b"\n"), iter(script.split(b"\n"))
    after: list[bytes] = []
    at = 0
    for line in lines:
        mark, count = line[:1], _count(name, line[1:])
        if mark == b"+":
            after += list(islice(lines, count))
            continue
        if mark not in (b"=", b"-") or at + count > len(before):
            raise BadDelta(f"{name}{SUFFIX} has a step that is none.")
        after += before[at : at + count] if mark == b"=" else []
        at += count
    if sum(map(len, after)) + len(after) > most:
        raise BadDelta("The bundle would be larger than a bundle may be.")
    return b"\n".join(after)


def _count(name: str, text: bytes) -> int:
    if not text.isdigit() or len(text) > 10:
        raise BadDelta(f"{name}{SUFFIX} has a step that is none.")
    return int(text)
