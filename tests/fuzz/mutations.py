"""Ways a file is damaged: by transmission, by hand, by another program and on purpose."""

from collections.abc import Callable, Sequence
from random import Random

_TEXTS = (
    "²", "٣", "１", "½", "İ", "ſ", "\u2028", "\ufeff", "\x00", "\x1b", "\x85", "\u00a0", "\ud7ff", "🂡",
    "0+", "1-", "2?", "408?", "9999+/w99", "3=/b", "-", "--", "?", "1e308", "nan", "-0", "1_0", "2 10",
    "NaN", "-Infinity", "1e999", "5e-324", "null",
    "1" * 4301, "9" * 20, "0000", "31/02/2018", "2018-02-31", "0000-00-00", "(31 Feb 2018)", "99:99:99",
    "<!DOCTYPE a>", '<!DOCTYPE a SYSTEM "b.dtd">', "<!ENTITY b 'c'>", "&amp;", "&b;", "<a", "]]>", "<!--",
    '"', "'", ";", ",", "\t", "|", "{", "}", "[", "]", "\r", "\n", "\r\n", " ", "      ", "=", "#", "%s",
    "{0}", "; HA[h9]", ";size=", ";size=0", "012 x\n022 y\n", "FRA 1 23", "001    1 ", "310   1",
    "240 F   1", "222 40/6000+30:900+30", "XXR 99", "[Event \"x\"]\n", "1-0",
    "encoding=\"utf-7\"", "encoding='hex'",
)  # fmt: skip
_BYTES = (b"\xff", b"\xe9", b"\xc3", b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"PK\x03\x04", b"\xd9\xa1")
SNIPPETS = (*(text.encode() for text in _TEXTS), *_BYTES)
_LARGEST = 200_000  # bytes of a mutant


def mutant(seed: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Return a seed damaged in one to six ways."""
    data = seed
    for _ in range(random.randint(1, 6)):
        data = random.choice(_WAYS)(data, others, random)[:_LARGEST]
    return data


def _span(data: bytes, random: Random, most: int = 40) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(0, most))


def _flip(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _cut(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _insert(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random, most=6)
    return data[:start] + random.choice(SNIPPETS) + data[end:]


def _repeat(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:end] + data[start:end] * random.choice((1, 2, 9, 200)) + data[end:]


def _end(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _figure(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    """Exchange a figure: for another, a blank, a superscript one or one of another script."""
    places = [at for at, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if not places:
        return data
    at = random.choice(places)
    other = random.choice((b"0", b"9", b" ", b"", b"-", "²".encode(), "٣".encode(), b"99", b"x"))
    return data[:at] + other + data[at + 1 :]


def _lines(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Move, repeat or leave out a line, or take one of another file."""
    lines = data.split(b"\n")
    line = lines.pop(random.randrange(len(lines)))
    taken = random.choice(random.choice(others).split(b"\n"))
    for one in random.choice(((), (line, line), (line,), (taken,), (line, taken))):
        lines.insert(random.randint(0, len(lines)), one)
    return b"\n".join(lines)


def _recode(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    codec = random.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "iso-8859-15", "cp1252"))
    return data.decode("utf-8", "replace").encode(codec, "replace")


_WAYS: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    *(_flip, _cut, _insert, _figure, _lines) * 4,
    _repeat,
    _end,
    _recode,
)
