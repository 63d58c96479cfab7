"""The EGD's all-world list, an HTML frame around fixed columns: read, and how it writes names. Pure.

Columns counted from 1 (spec EGF 3.2): PIN 2-9, name 12-48, country 50-51, club 54-57, grade 61-63, GoR 71-75,
number of events 76-81, last event 84-91 (for none blank, or "--" as our own lists have it). Amateurs,
professionals and Anonymous stand in it alike.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from anyascii import anyascii

from federation.player_lists.readers.row import ListFinding, PlayerList, PlayerRow
from federation.vocabulary.columns import aligned_bytes, true_letters
from federation.vocabulary.countries import country_code
from federation.vocabulary.grades import LETTERED

ROW = re.compile(rb"^ [0-9]{8}  ")
_DATE = re.compile(rb"^\(([0-9]{1,2}) ([A-Za-z]{3}) ([0-9]{4})\)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LEAST = 81
_NAME = (11, 48)
# Country, rating and number of events in their columns.
_FIELDS = re.compile(
    r".{48} [A-Z?-]{2} .{18}(?= *-?[0-9]{1,4}(?:[^0-9]|$))[ 0-9-]{5}(?= *[0-9]+)[ 0-9]{6}(?: |$)"
)
_GRADE = re.compile(LETTERED)
NAME = 37  # characters of a whole name
UNDEFINED = "(undefined)"  # a name the EGD does not know; programs pass over a row with it


def list_date(line: bytes) -> date | None:
    """Read the line under the title, "(27 Dec 2018)"; None when it is another, or no day."""
    match = _DATE.match(line.strip())
    if not match:
        return None
    day, month, year = match.groups()
    name = month.decode("ascii").lower()
    try:
        return date(int(year), _MONTHS.index(name) + 1, int(day))
    except ValueError:  # no such month, or no such day in it
        return None


def read(on: date | None, lines: Iterable[tuple[int, bytes]]) -> PlayerList:
    """Read numbered lines from the first row on; what is no row is the frame and is passed over."""
    return PlayerList("egd", "egd", on, _rows(lines))


def _rows(lines: Iterable[tuple[int, bytes]]) -> Iterator[PlayerRow | ListFinding]:
    seen: dict[str, int] = {}
    for number, raw in lines:
        if not ROW.match(raw):
            continue
        text = aligned_bytes(raw.rstrip(b"\r\n"), _NAME, lambda line: _FIELDS.match(line) is not None)
        row = read_line(number, text)
        if isinstance(row, PlayerRow):
            pin = row.identifiers["egd"]
            if pin in seen:
                row = ListFinding("number-twice", number, {"number": pin, "first": seen[pin]})
            else:
                seen[pin] = number
        yield row


def read_line(number: int, text: str) -> PlayerRow | ListFinding:
    """Read a player's line, or say what is wrong with it."""
    if len(text) < _LEAST:
        return ListFinding("short-line", number, {"length": len(text), "least": _LEAST})
    rating, events, grade = _field(text, 70, 75), _field(text, 75, 81), _field(text, 60, 63)
    # Figures of other scripts, superscript ones among them, are no figures here.
    if not re.fullmatch(r"-?[0-9]{1,4}", rating) or not re.fullmatch(r"[0-9]{1,6}", events):
        return ListFinding("odd-rating", number, {"written": _field(text, 70, 81)})
    surname, given_name = split_name(_field(text, *_NAME))
    last_event, club = _field(text, 82, 91), _field(text, 53, 57)
    # No player has GoR 0: a player without an event may be listed without a rating (spec EGF 3.2).
    listed = float(rating) if int(events) or int(rating) else None
    return PlayerRow(
        line=number,
        identifiers={"egd": _field(text, 1, 9)},
        surname=surname,
        given_name=given_name,
        country=country_code(_field(text, 49, 51)),
        club="" if not club.strip("xX") else club,
        grade=grade if _GRADE.fullmatch(grade) else "",
        rating=listed,
        events=int(events),
        last_event=last_event if last_event.strip("-") else "",
    )


def split_name(written: str) -> tuple[str, str]:
    """Split "Last First"; if the EGD does not know one, the other becomes the surname.

    "Anonymous#0099 Anonymous" is Anonymous#0099; "_ _" becomes (undefined): the player stays listed.
    """
    parts = [part.replace("_", " ").replace("`", "'").strip() for part in written.strip().split(" ")]
    known = [part for part in parts if part and part != UNDEFINED]
    if not known:
        return UNDEFINED, ""
    if known[0].startswith("Anonymous#"):
        return known[0], ""
    return known[0], " ".join(known[1:])


def _field(text: str, start: int, end: int) -> str:
    """Return a field in its letters: the list mixes UTF-8 and Windows-1252, and its columns count bytes."""
    return true_letters(text[start:end].strip())


def name_of(surname: str, given_name: str) -> str:
    """Return "Last First" in at most NAME characters, as the EGD writes a name (EGF rating rules 3.2).

    Digits stand in first names only, brackets in surnames only: a surname's digits follow the first name.
    """
    written = "" if surname == UNDEFINED else mark(surname)
    listed = _join_words(re.sub(r"[^-.`'_()A-Za-z]", "_", written)) or "_"
    digits = "".join(re.findall("[0-9]", written))
    first = _join_words(re.sub(r"[^-.`'_A-Za-z0-9]", "_", f"{mark(given_name)}_{digits}"))
    if listed == "_" and not first:
        return "_ _"  # a listed player whose name is not known
    # The shortest first name has a character.
    return f"{listed[: NAME - 2]} {first}"[:NAME].rstrip()


def _join_words(text: str) -> str:
    """Join the words of a name with one underscore each."""
    return re.sub(r"_{2,}", "_", text).strip("_")


def mark(text: str) -> str:
    """Return a text in ASCII as one word."""
    return "_".join(ascii_of(text).split())


def ascii_of(text: str) -> str:
    """Return in ASCII; what a page would take for markup is left out."""
    return "".join(letter for letter in anyascii(text) if letter not in "<>&" and letter.isprintable())
