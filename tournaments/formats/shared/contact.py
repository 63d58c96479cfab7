"""Contact data in remarks of files: addresses and telephone numbers, which are handed on to nobody."""

import re

_ADDRESS = re.compile(r"[^\s@]@[^\s@]")
# A number people ring: a plus or nought in front, eight figures and more, blanks, dots or dashes between.
_TELEPHONE = re.compile(r"(?<![0-9])(?:\+|00|0|\(0|\(\+)[0-9](?:[ ./()-]{0,2}[0-9]){7,14}(?![0-9])")


def has_contact(text: str) -> bool:
    """Return whether a text holds an address of mail or a telephone number."""
    return _ADDRESS.search(text) is not None or _TELEPHONE.search(text) is not None
