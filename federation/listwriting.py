"""What a list can write of a player: shortened, spelled in ASCII, without his club. Pure.

A list that a register has written itself says less than the register knows. Whatever is only lost in the
writing is no difference: taken for one, a list downloaded and imported again would cut names short.
"""

import re

from anyascii import anyascii

from federation.listfiles.row import PlayerRow

_NAME = {"ffg": 38, "egd": 37}  # characters the layouts have for a whole name
_CLUB, _COUNTRY = 4, 2
_FOREIGNER = "e"
_INITIALS = re.compile(r"^(?:[^\W\d_]\.(?:[ -]|$))+$")
_UNNAMED = re.compile(r"^NN \d+$")


def _plain(text: str) -> str:
    return " ".join(anyascii(text).split())


def _latin(text: str) -> str:
    """Return a text as ISO-8859-1 can write it, the rest spelled in ASCII."""
    return " ".join("".join(each if ord(each) < 256 else anyascii(each) for each in text).split())


def _cut(surname: str, given_name: str, longest: int) -> str:
    """Return a whole name as far as it fits, words joined as the layouts join them."""
    joined = (f"{surname.replace(' ', '_')} {given_name.replace(' ', '_')}")[:longest]
    return " ".join(joined.replace("_", " ").split())


def is_same_name(known: tuple[str, str], row: tuple[str, str], *, scheme: str) -> bool:
    """Return whether a row's surname and given name are how the list writes the ones that are known."""
    if known == row:
        return True
    longest = _NAME.get(scheme, 60)
    written = " ".join(f"{row[0]} {row[1]}".split())
    return any(written == _cut(spelled(known[0]), spelled(known[1]), longest) for spelled in (_plain, _latin))


def is_same_country(known: str, row: str) -> bool:
    """Return whether a row's country is how a list writes the known one, of which it has two letters."""
    return row in (known, known[:_COUNTRY])


def is_same_club(code: str, label: str, row: PlayerRow, *, row_code: str) -> bool:
    """Return whether a row's club is how a list writes the known one; `row_code` is the row's as we file it.

    The ladder writes no club of a foreigner, and of every other the first characters of its label.
    """
    if code == row_code or (not row.club and row.licence_status == _FOREIGNER):
        return True
    return bool(row.club) and row.club in (_plain(label)[:_CLUB], _latin(label)[:_CLUB])


def is_hidden(row: PlayerRow) -> bool:
    """Return whether a row names nobody: initials, or NN and a number, of a player not shown by name."""
    name = f"{row.surname} {row.given_name}".strip()
    return bool(_UNNAMED.match(name) or _INITIALS.match(name))
