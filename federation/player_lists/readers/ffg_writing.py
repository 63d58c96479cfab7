"""Spelling of names and clubs in the FFG ladder, for writing and comparing. Pure.

Source: FFG ladder rules 3.1. Programs read a line by patterns made for the FFG's own: two words of letters,
digits only in brackets at the end of one, a club of two digits and two characters.
"""

import re

from anyascii import anyascii

NAME = 38  # characters of a whole name, the blank before the level among them
_KEPT = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100))))
# What a word of a name may be: letters from À on are those of ISO-8859-1.
_PLAIN = "-._`'A-Za-zÀ-ÿ"
_WORD = re.compile(rf"[{_PLAIN}]+(\([{_PLAIN}0-9]+\))?")
_CLUB_CODE = re.compile(r"[0-9]{2}[0-9A-Za-z]{2}")


def is_club_code(label: str) -> bool:
    """Return whether a club's label is a code of the FFG; no other club can be written."""
    return _CLUB_CODE.fullmatch(label) is not None


def name_of(surname: str, given_name: str) -> str:
    """Return surname and first name in fewer than NAME characters: -3000 leaves no blank before it."""
    room = NAME - 1
    names = [name for name in (surname, given_name) if name.strip()] + ["", ""]
    surname = _word(names[0], room - 2)
    return f"{surname} {_word(names[1], room - 1 - len(surname))}"


def _word(text: str, width: int) -> str:
    """Join the words of a name, for the first blank of a line parts surname and first name; "_" for none.

    What is no letter becomes an underscore, digits stand in brackets behind the name: "NN 12" is NN(12).
    """
    joined = "_".join(_latin(text).split())
    if len(joined) <= width and _WORD.fullmatch(joined):
        return joined
    digits = "".join(re.findall("[0-9]", joined))
    end = f"({digits[: width - 3]})" if digits and width > 3 else ""
    letters = re.sub("_{2,}", "_", re.sub(f"[^{_PLAIN}]", "_", joined)).strip("_")
    return f"{letters[: width - len(end)] or '_'}{end}"


def _latin(text: str) -> str:
    """Keep ASCII and the letters of ISO-8859-1, spell the rest in ASCII, one character at a time."""
    return (
        "".join(letter if letter in _KEPT else anyascii(letter) for letter in text)
        .replace("\r", " ")
        .replace("\n", " ")
    )
