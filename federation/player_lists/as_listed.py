"""Lossy forms of players in lists: shortened, spelled in ASCII, without their club. Pure.

A list written by a register has less than the register knows. A value lost only in the writing is no
difference: otherwise a list downloaded and imported again would cut names short.
"""

import re

from federation.player_lists.readers import egd, egd_writing, ffg, ffg_writing
from federation.player_lists.readers.row import PlayerRow
from federation.vocabulary.countries import is_part
from federation.vocabulary.names import fuller_name

_CLUB, _COUNTRY = 4, 2  # characters
_FOREIGNER = "e"
_INITIALS = re.compile(r"^(?:[^\W\d_]\.(?:[ -]|$))+$")
_UNNAMED = re.compile(r"^NN(?: \d+|\(\d+\))$")


def as_listed(surname: str, given_name: str, *, scheme: str) -> tuple[str, str]:
    """Return a name as a list gives it back: written in its layout, then read from there."""
    if scheme == "ffg":
        return ffg.split_name(ffg_writing.name_of(surname, given_name))
    return egd.split_name(egd_writing.name_of(surname, given_name))


def is_same_name(known: tuple[str, str], row: tuple[str, str], *, scheme: str) -> bool:
    """Return whether a row's surname and given name are how the list writes the ones that are known.

    Accents and capitals a row lacks are only lost in the writing.
    """
    if fuller_name(known, row) == known:
        return True
    return scheme in ("ffg", "egd") and as_listed(*known, scheme=scheme) == row


def is_same_country(known: str, row: str) -> bool:
    """Return whether a row's country is how a list writes the known one, of which it has two letters."""
    return row in (known, known[:_COUNTRY]) or is_part(known, row)


def is_same_club(code: str, label: str, row: PlayerRow, *, row_code: str) -> bool:
    """Return whether a row's club is how a list writes the known one; `row_code` is the row's as we file it.

    The ladder writes no club of a foreigner, and of the others only those the FFG has a code for; the EGD
    writes the first characters of a label. Only rows of the ladder have a licence status.
    """
    if code == row_code:
        return True
    if not row.club and row.licence_status:
        return row.licence_status == _FOREIGNER or not ffg_writing.is_club_code(label)
    return bool(row.club) and row.club == egd_writing.mark(label)[:_CLUB]


def is_hidden(row: PlayerRow) -> bool:
    """Return whether a row has no name: initials, or NN and a number, of a hidden player."""
    return bool(_UNNAMED.match(row.name) or _INITIALS.match(row.name))
