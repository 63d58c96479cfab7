"""Lines that say whose licence it is: numbers or names, one a line, or a table with a heading. Pure.

Pasted or a file: UTF-8, UTF-16 or Windows-1252, with or without byte order mark; separated by tab, semicolon
or comma. Apostrophes and ="..." with which spreadsheets keep a number a text are taken off.
"""

import codecs
import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from federation.player_lists.readers.row import ListFinding
from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.names import fold

MOST_BYTES = 1024 * 1024
MOST_LINES = 20_000
LONGEST = 500  # characters of a line
_SHOWN = 60
UNKNOWN_HEADING = "licence-heading"
_DELIMITERS = "\t;,"
_WORDS = {
    "any": "number no num n nr numero nombre номер",
    "ffg": "ffg licence license licenceffg ffglicence numerodelicence numlicence лицензия",
    "egd": "egd egf pin egfpin pinegf egdpin",
    "fide": "fide fideid idfide",
    "aga": "aga agaid idaga",
    "name": "name nom player joueur nometprenom имя игрок",
    "surname": "surname lastname familyname nomdefamille фамилия",
    "given": "givenname firstname prenom given",
    "kind": "kind kindoflicence type statut status typedelicence категория вид",
    "club": "club clubcode codeclub codeduclub клуб",
    "season": "season saison year annee сезон год",
}
_SCHEMES = ("ffg", "egd", "fide", "aga")
_WHO = frozenset({"any", "name", "surname", *_SCHEMES})
_WIDTH = {"ffg": 7, "egd": 8}  # digits, of which a spreadsheet drops the noughts in front
_PREFIXED = re.compile(r"(FFG|EGD|EGF|FIDE|AGA|PIN)[ :#]*([0-9A-Z]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(?:#|no\.? ?|n° ?)?([0-9]{1,11}|[0-9]{2}[0-9A-Z][0-9]{4})", re.IGNORECASE)
_WHOLE = re.compile(r"([0-9]+)[.,]0+")  # a number a spreadsheet has made one of
_GUARDED = re.compile(r'="(.*)"')
_LETTERS = frozenset("LCcEe-")
_BLANKS = re.compile(r"[\s\u00a0\u200b\u2060\ufeff\x00-\x1f]+")

TEXTS: Mapping[str, str] = {
    "licence-too-many": gettext_noop("There are {count} lines, more than {limit}: send them in parts."),
    "licence-long-line": gettext_noop("The line has {length} characters, more than {limit}."),
    "licence-no-one": gettext_noop("The line names no one: enter a number or a name."),
    "licence-unknown": gettext_noop(
        "“{written}” is neither a number nor a name in the register. Is it in the right column? "
        "Correct it, or add the player first."
    ),
    "licence-not-ours": gettext_noop("No one in your club has the number or name “{written}”."),
    "licence-several": gettext_noop(
        "“{written}” could be several players: {names}. Enter the player’s number."
    ),
    "licence-kind": gettext_noop("“{written}” is not a kind of licence: use L, C, e or -."),
    "licence-club": gettext_noop("“{written}” is not a club code."),
    "licence-club-not-ours": gettext_noop("“{written}” is not your club."),
    "licence-other-name": gettext_noop(
        "The number is that of {name}, and the line says {written}: correct the number or the name."
    ),
    "licence-season": gettext_noop("“{written}” is not a season: enter a year such as {year}."),
    "licence-heading": gettext_noop("The column “{written}” is not known and was not used."),
    "licence-double": gettext_noop("{name} is already in line {first}; this line changes nothing."),
    "licence-otherwise": gettext_noop(
        "{name} is in line {first} with another licence; that one counts and this line is skipped."
    ),
}


@dataclass(frozen=True, slots=True)
class LicenceLine:
    """A line's licence and player as written; empty if missing."""

    line: int
    written: str
    any: str = ""  # a number of some register, or ours
    numbers: Mapping[str, str] = field(default_factory=dict)  # by scheme
    name: str = ""
    kind: str = ""
    club: str = ""
    season: str = ""


def decode(data: bytes) -> str:
    """Return the text of a file in whichever of the three encodings it is."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str) -> Iterator[LicenceLine | ListFinding]:
    """Yield each line's licence, or a finding; skip blank lines. Too many give one finding."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [(number, line) for number, line in enumerate(lines, start=1) if _tidy(line)]
    if len(filled) > MOST_LINES:
        yield ListFinding("licence-too-many", None, {"count": len(filled), "limit": MOST_LINES})
        return
    delimiter, columns = _heading(filled[0][1]) if filled else ("", {})
    if columns:
        yield from _unknown_headings(filled[0][0], _cells(filled[0][1], delimiter))
    for number, line in filled[1:] if columns else filled:
        if len(line) > LONGEST:
            yield ListFinding("licence-long-line", number, {"length": len(line), "limit": LONGEST})
        elif columns:
            yield _of_table(number, _cells(line, delimiter), columns)
        else:
            yield _of_line(number, line)


def _heading(line: str) -> tuple[str, dict[str, int]]:
    """Return how a heading separates and where its columns are; nothing where the line is none."""
    for delimiter in _DELIMITERS:
        names = [_HEADINGS.get(fold(cell).replace(" ", ""), "") for cell in _cells(line, delimiter)]
        columns = {name: at for at, name in reversed(list(enumerate(names))) if name}
        if _WHO & columns.keys():
            return delimiter, columns
    return "", {}


def _unknown_headings(number: int, cells: Sequence[str]) -> Iterator[ListFinding]:
    """Yield unknown columns of a heading as findings; a column without a name is ignored."""
    for cell in cells:
        if cell and not _HEADINGS.get(fold(cell).replace(" ", "")):
            yield ListFinding(UNKNOWN_HEADING, number, {"written": cell[:_SHOWN]})


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line, tidied; a quotation mark that is never closed takes the rest."""
    if len(line) > LONGEST:
        return []
    return [_tidy(cell) for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _tidy(cell: str) -> str:
    """Return a cell without the blanks around it and without what keeps a spreadsheet from computing it."""
    text = _BLANKS.sub(" ", cell).strip()
    guarded = _GUARDED.fullmatch(text)
    text = guarded.group(1) if guarded else text
    return text[1:].strip() if text.startswith("'") else text


def _of_table(number: int, cells: Sequence[str], columns: Mapping[str, int]) -> LicenceLine | ListFinding:
    row = {name: cells[at] for name, at in columns.items() if at < len(cells)}
    numbers = {scheme: _register_number(scheme, row[scheme]) for scheme in _SCHEMES if row.get(scheme)}
    name = " ".join(text for text in (row.get("surname", ""), row.get("given", "")) if text)
    name = name or row.get("name", "")
    own = _plain_number(row.get("any", ""))
    written = next((text for text in (own, *numbers.values(), name) if text), "")
    if not written:
        return ListFinding("licence-no-one", number)
    kind, club = row.get("kind", ""), row.get("club", "")
    season = _plain_number(row.get("season", ""))
    return LicenceLine(number, written[:_SHOWN], own, numbers, name, kind, club, season)


def _register_number(scheme: str, written: str) -> str:
    plain = _plain_number(written).upper()
    return plain.zfill(_WIDTH[scheme]) if scheme in _WIDTH and plain.isdecimal() else plain


def _plain_number(written: str) -> str:
    whole = _WHOLE.fullmatch(written)
    return whole.group(1) if whole else written


def _of_line(number: int, line: str) -> LicenceLine | ListFinding:
    """Read a line without heading: who it is, then perhaps the kind and the club."""
    delimiter = next((character for character in "\t;" if character in line), "")
    cells = _cells(line, delimiter) if delimiter else _by_comma(line)
    who, kind, club = (*cells[:3], "", "", "")[:3]
    if not who:
        return ListFinding("licence-no-one", number)
    prefixed, plain = _PREFIXED.fullmatch(who), _NUMBER.fullmatch(_plain_number(who))
    if prefixed:
        scheme = {"egf": "egd", "pin": "egd"}.get(prefixed.group(1).lower(), prefixed.group(1).lower())
        numbers = {scheme: prefixed.group(2).upper()}
        return LicenceLine(number, who[:_SHOWN], "", numbers, "", kind, club)
    if plain:
        return LicenceLine(number, who[:_SHOWN], plain.group(1).upper(), {}, "", kind, club)
    return LicenceLine(number, who[:_SHOWN], "", {}, who.replace(",", " "), kind, club)


def _by_comma(line: str) -> list[str]:
    """Return the cells of a line with commas: one behind a surname parts no cells."""
    cells = _cells(line, ",")
    is_numbered = bool(cells) and bool(_NUMBER.fullmatch(cells[0]) or _PREFIXED.fullmatch(cells[0]))
    is_kind = len(cells) > 1 and cells[1] in _LETTERS
    return cells if is_numbered or is_kind else [_tidy(line)]


_HEADINGS = {fold(word).replace(" ", ""): name for name, words in _WORDS.items() for word in words.split()}
