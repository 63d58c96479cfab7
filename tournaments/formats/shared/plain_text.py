"""A text as its columns are counted: letters composed, blanks plain, nothing that has no width."""

import re
from unicodedata import is_normalized, normalize

# Soft hyphen, zero-width space and word joiner, marks of direction, a byte order mark inside.
_WIDTHLESS = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def plain_text(text: str) -> str:
    """Return a text whose letters are one character each (NFC), as people see them stand in columns."""
    if text.isascii():
        return text
    text = _BLANKS.sub(" ", _WIDTHLESS.sub("", text))
    return text if is_normalized("NFC", text) else normalize("NFC", text)
