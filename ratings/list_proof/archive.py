"""Several files as one zip that has one form only, and back: bounded, nothing but what the form has.

Files stand in the order given, deflated at level 6, dated 1 January 1980; no comments, no further fields, no
byte between or behind them. A reader rebuilds the headers and compares: what differs in a bit is no
bundle. Nothing is written anywhere.
"""

import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256

MOST_BYTES = 1 << 30  # of a bundle, and of a file in it
MOST_FILES = 16
MOST_RATIO = 200  # a file may be so many times its deflated bytes
SMALL = 1 << 20  # bytes; a file below may have any ratio
_LEVEL = 6
_SAMPLE_BYTES = 200_000
_SAMPLE_DEFLATED = "c509bd3bc96fb13e15fd08efb4f360a22590eae9acc17567b69009e8b77d7755"
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
# version, flags, method, time, date
_HEAD = struct.Struct("<HHHHH")
_FORM = _HEAD.pack(20, 0, 8, 0, 0x21)
_SIZES = struct.Struct("<IIIHH")  # CRC, deflated, whole, length of the name, of further fields
_ENTRY_END = struct.Struct("<HHHII")  # comment, disk, kind, mode, offset
_END_FORM = struct.Struct("<4sHHHHIIH")
_MADE_BY = struct.pack("<H", 3 << 8 | 20)
_MODE = 0o100644 << 16


class BadArchive(ValueError):
    """Bytes that are no bundle; the text is the reason, in a sentence."""


def _local(name: bytes, crc: int, deflated: int, whole: int) -> bytes:
    return _LOCAL + _FORM + _SIZES.pack(crc, deflated, whole, len(name), 0) + name


def _central(name: bytes, crc: int, deflated: int, whole: int, at: int) -> bytes:
    sizes = _SIZES.pack(crc, deflated, whole, len(name), 0)
    return _CENTRAL + _MADE_BY + _FORM + sizes + _ENTRY_END.pack(0, 0, 0, _MODE, at) + name


def _joined(parts: Sequence[tuple[bytes, int, bytes, int]]) -> bytes:
    """Put deflated files (name, CRC, deflated bytes, length) together as a zip."""
    pieces, listed, at = [], [], 0
    for name, crc, deflated, whole in parts:
        head = _local(name, crc, len(deflated), whole)
        listed.append(_central(name, crc, len(deflated), whole, at))
        pieces += [head, deflated]
        at += len(head) + len(deflated)
    count, central = len(parts), b"".join(listed)
    return b"".join([*pieces, central, _END_FORM.pack(_END, 0, 0, count, count, len(central), at, 0)])


def pack(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Return files as one zip: the same files, the same bytes. ValueError for more than a bundle may hold."""
    parts = []
    for name, data in files:
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        parts.append((name.encode(), zlib.crc32(data), packer.compress(data) + packer.flush(), len(data)))
    if sum(len(data) for _name, data in files) > MOST_BYTES or len(files) > MOST_FILES:
        raise ValueError("a bundle would be too large")
    return _joined(parts)


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of a bundle by name, in their order; BadArchive for anything else.

    No more than MOST_BYTES are ever inflated.
    """
    size = len(data)
    if size > MOST_BYTES:
        raise BadArchive("The file is larger than a bundle may be.")
    if size < _END_FORM.size or data[-_END_FORM.size :][:4] != _END:
        raise BadArchive("The file is no zip of a bundle, or its end is missing.")
    _mark, _disk, _first, count, _all, _length, at, _comment = _END_FORM.unpack(data[-_END_FORM.size :])
    if not 0 < count <= MOST_FILES:
        raise BadArchive(f"The zip has {count} files; a bundle has at most {MOST_FILES}.")
    parts, files, total = [], {}, 0
    for _ in range(count):
        name, crc, deflated, whole, offset, at = _entry(data, at)
        if name in files:
            raise BadArchive(f"{name} is in the zip twice.")
        total += whole
        if total > MOST_BYTES or (whole > SMALL and whole > MOST_RATIO * deflated):
            raise BadArchive(f"{name} would inflate to more than a bundle may hold.")
        begin = offset + len(_local(name.encode(), 0, 0, 0))
        piece = data[begin : begin + deflated]
        files[name] = _inflated(name, piece, whole)
        if zlib.crc32(files[name]) != crc:
            raise BadArchive(f"{name} does not have the checksum the zip tells.")
        parts.append((name.encode(), crc, piece, whole))
    if _joined(parts) != data:
        raise BadArchive("The zip does not have the form of a bundle: headers, order or further bytes.")
    return files


def is_packed_here(data: bytes, files: Mapping[str, bytes]) -> bool:
    """Return whether packing these files on this machine gives just these bytes.

    Two streams of deflated bytes may inflate to the same file. Other libraries than zlib deflate otherwise:
    where `deflates_alike` finds that, this result means nothing for a bundle.
    """
    return pack(list(files.items())) == data


@cache
def deflates_alike() -> bool:
    """Return whether this machine deflates a known text to the known bytes, as zlib does."""
    text, number = bytearray(), 1
    while len(text) < _SAMPLE_BYTES:
        number = number * 48271 % 2147483647
        text += b"%d,%d,2023-0%d-01,%d.5\n" % (number % 997, number % 1071, number % 9 + 1, number % 2999)
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    deflated = packer.compress(bytes(text)) + packer.flush()
    return sha256(deflated).hexdigest() == _SAMPLE_DEFLATED


def _entry(data: bytes, at: int) -> tuple[str, int, int, int, int, int]:
    """Read an entry of the zip's directory: name, CRC, deflated, whole, offset, and where the next begins."""
    fixed = len(_CENTRAL) + len(_MADE_BY) + _HEAD.size
    end = fixed + _SIZES.size + _ENTRY_END.size
    if data[at : at + 4] != _CENTRAL or at + end > len(data):
        raise BadArchive("The directory of the zip is broken.")
    crc, deflated, whole, length, _more = _SIZES.unpack_from(data, at + fixed)
    offset = _ENTRY_END.unpack_from(data, at + fixed + _SIZES.size)[-1]
    raw = data[at + end : at + end + length]
    name = raw.decode("ascii", "replace")
    plain = all(character.isalnum() or character in "._" for character in name) and name.isascii()
    if not plain or not name or name.startswith("."):
        shown = "".join(character if character.isprintable() else "?" for character in name[:60])
        raise BadArchive(f'"{shown}" is no name of a file of a bundle.')
    return name, crc, deflated, whole, offset, at + end + length


def _inflated(name: str, piece: bytes, whole: int) -> bytes:
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = reader.decompress(piece, whole + 1)
    except zlib.error:
        raise BadArchive(f"{name} cannot be inflated.") from None
    if len(content) != whole or not reader.eof or reader.unused_data or reader.unconsumed_tail:
        raise BadArchive(f"{name} is not as long as the zip tells.")
    return content
