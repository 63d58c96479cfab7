"""From bytes to text: which encoding a file is in, what is no text, and a text as its columns are counted."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from dataclasses import dataclass
from unicodedata import is_normalized, normalize

from charset_normalizer import from_bytes

from tournaments.reports.findings import Finding, Unreadable, error, warning

# Soft hyphen, zero-width space and word joiner, marks of direction, a byte order mark inside.
_WIDTHLESS = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")

LIMIT = 2_000_000  # bytes; the largest real file seen has 0.64 million

_BOMS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16
    (BOM_UTF32_LE, "utf-32"),
    (BOM_UTF32_BE, "utf-32"),
    (BOM_UTF8, "utf-8-sig"),
    (BOM_UTF16_LE, "utf-16"),
    (BOM_UTF16_BE, "utf-16"),
)
# What an XML declaration may name. A closed list: Python also knows codecs that unpack or evaluate.
_DECLARED = {
    **{name: name for name in ("utf-8", "us-ascii", "iso-8859-1", "iso-8859-2", "iso-8859-9", "iso-8859-15")},
    **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259)},
}
_DECLARATION = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# What stands in the zip of a workbook.
_ZIPPED = {
    b"xl/workbook": "Excel",
    b"application/vnd.oasis.opendocument.spreadsheet": "LibreOffice",
    b"Index/Document.iwa": "Numbers",
}
# Workbooks as a page or as XML.
_HEAD = 2_000
_MARKUP = {
    b'progid="excel.sheet"': "Excel",
    b"urn:schemas-microsoft-com:office:excel": "Excel",
    b"urn:schemas-microsoft-com:office:spreadsheet": "Excel",
    b"application/vnd.oasis.opendocument.spreadsheet": "LibreOffice",
}
_CP1252_HOLES = b"\x81\x8d\x8f\x90\x9d"
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Source:
    """A decoded file as the readers get it: plain text with LF ends only."""

    text: str
    encoding: str
    filename: str = ""
    findings: tuple[Finding, ...] = ()


def decode(data: bytes, *, filename: str = "", limit: int = LIMIT) -> Source:
    """Decode a file: byte order mark, XML declaration, strict UTF-8, Western single bytes, then a guess.

    Raises Unreadable for what is empty, above the limit, compressed, binary or in no known encoding.
    """
    if len(data) > limit:
        raise Unreadable(error("too-large", size=len(data), limit=limit))
    if not data.strip(b" \t\r\n\x00\x1a" + BOM_UTF8):
        raise Unreadable(error("empty-file"))
    if program := workbook_program(data):
        raise Unreadable(error("workbook", program=program))
    if data.startswith(_PACKED):
        raise Unreadable(error("compressed"))
    text, encoding, guessed = _decode(data)
    if not text.strip():
        raise Unreadable(error("empty-file"))
    text = plain_text(text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x00\x1a"))
    if _CONTROLS.search(text):
        raise Unreadable(error("binary-file"))
    findings = (warning("encoding-guessed", encoding=encoding),) if guessed else ()
    return Source(text, encoding, filename, findings)


def marked(data: bytes) -> str:
    """Return the codec a byte order mark names, "" without one."""
    return next((codec for mark, codec in _BOMS if data.startswith(mark)), "")


def workbook_program(data: bytes) -> str:
    """Name the program whose workbook a file is, under any file name; "" where it is none."""
    if data.startswith(_ZIP):
        return next((program for mark, program in _ZIPPED.items() if mark in data), "")
    if data.startswith(_COMPOUND):
        return "Excel" if any(name.encode("utf-16-le") in data for name in ("Workbook", "Book")) else ""
    head = data[:_HEAD].lower()
    return next((program for mark, program in _MARKUP.items() if mark in head), "")


def _decode(data: bytes) -> tuple[str, str, bool]:
    """Return the text, the name of its encoding, and whether that is more than a custom of the trade."""
    if codec := marked(data):
        try:
            return data.decode(codec), codec.removesuffix("-sig"), False
        except UnicodeDecodeError:
            raise Unreadable(error("mis-encoded")) from None
    named = _DECLARATION.match(data)
    declared = named.group(1).decode("ascii").lower() if named else ""
    for codec in (_DECLARED.get(declared, "utf-8"), "utf-8"):
        try:
            return data.decode(codec), codec, False
        except UnicodeDecodeError:
            continue
    if b"\x00" in data:
        raise Unreadable(error("binary-file"))
    # XML without a declaration is UTF-8 by definition, so anything else there is a guess.
    return _western(data, guessed=bool(declared) or data.lstrip().startswith(b"<"))


def _western(data: bytes, *, guessed: bool) -> tuple[str, str, bool]:
    """Decode single bytes: ISO-8859-15 as Go programs write it, cp1252 when its extra letters are there."""
    extra = {byte for byte in data if 0x80 <= byte <= 0x9F}
    if not extra:
        return data.decode("iso-8859-15"), "iso-8859-15", guessed
    if not extra & set(_CP1252_HOLES):
        return data.decode("cp1252"), "cp1252", guessed
    best = from_bytes(data).best()
    if best is None:
        raise Unreadable(error("mis-encoded"))
    return str(best), best.encoding, True


def plain_text(text: str) -> str:
    """Return a text whose letters are one character each (NFC), as people see them stand in columns."""
    if text.isascii():
        return text
    text = _BLANKS.sub(" ", _WIDTHLESS.sub("", text))
    return text if is_normalized("NFC", text) else normalize("NFC", text)
