"""The FFG ladder file V3, as pairing programs download it. Pure.

Source: FFG ladder rules 3.1: ISO-8859-1, CRLF, a line with the date, then 61 characters a player by surname.
"""

from collections.abc import Iterable

from anyascii import anyascii

from ratings.renderings.listed import Head, Row

ENCODING = "iso-8859-1"
NAME, LEVEL, LICENCE, CLUB = 38, 5, 7, 4
FOREIGN_CLUB, NO_CLUB = "xxxx", "XXXX"
# The file writes countries in its own two letters.
_COUNTRIES = {"GB": "UK", "": "XX"}


def render(head: Head, rows: Iterable[Row]) -> bytes:
    """Write the file: surname, level as listed, licence status and number, club, country."""
    at = head.published
    first = f"#Echelle au {at.day}/{at:%m/%Y %H:%M:%S}"
    ordered = sorted(rows, key=lambda row: (row.surname.upper(), row.given_name.upper(), row.number))
    lines = [first, *(_line(row) for row in ordered)]
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _line(row: Row) -> str:
    name = f"{_word(row.surname)} {_word(row.given_name)}"[:NAME].rstrip()
    country = _COUNTRIES.get(row.federation[:2].upper(), row.federation[:2].upper())
    return (
        f"{name:<{NAME}}{row.rating:>{LEVEL}} {(row.licence or '-')[0]} "
        f"{(_latin(row.ffg) or '-' * LICENCE)[:LICENCE]:<{LICENCE}} {_club(row):<{CLUB}} {country:<2}"
    )


def _club(row: Row) -> str:
    """Four characters; foreigners and players without a club have the file's own marks."""
    if row.licence == "e" and row.federation != "FR":
        return FOREIGN_CLUB
    return (_latin(row.club_label) or NO_CLUB)[:CLUB]


def _word(text: str) -> str:
    """Join the words of a name: the first blank of a line parts surname and first name."""
    return "_".join(_latin(text).split()) or "_"


def _latin(text: str) -> str:
    """Keep what ISO-8859-1 can write, spell the rest in ASCII, one character at a time."""
    return (
        "".join(letter if ord(letter) < 256 and letter.isprintable() else anyascii(letter) for letter in text)
        .replace("\r", " ")
        .replace("\n", " ")
    )
