"""A FIDE list as a file: FIDE's fixed width and XML, all rates of play or one; CSV and JSON of one. Pure."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from xml.sax.saxutils import escape

from anyascii import anyascii

from federation.vocabulary.countries import fide_letters
from ratings.exports.streamed import csv_pieces
from ratings.rulebook.list_fields import FIDE, names_in

NAME, OTHER = 61, 15  # characters
_PERSON = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
_ALL = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK "
_END = f"{'B-day':<6}{'Flag':<4}"
_PREFIXES = ("", "rapid_", "blitz_")


RATES = ("standard", "rapid", "blitz")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class FideHead:
    """A list, or all lists of a month where `rate` is ""."""

    date: date
    rate: str = ""

    @property
    def month(self) -> str:
        """The month as FIDE's files are named: nov26."""
        return f"{_MONTHS[self.date.month - 1]}{self.date.year % 100:02}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as listed, with K and the games of the period."""

    rating: int
    games: int
    k: int | None


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """A player as listed; `standings` in the order of RATES, None where they have no rating."""

    number: str  # FIDE's
    surname: str
    given_name: str
    federation: str  # our code
    sex: str
    title: str
    women_title: str
    other_titles: str
    birth_year: int | None
    active: bool
    standings: tuple[Standing | None, Standing | None, Standing | None]

    @property
    def name(self) -> str:
        """Surname and given name as FIDE writes them."""
        return f"{self.surname}, {self.given_name}" if self.given_name else self.surname

    @property
    def letters(self) -> str:
        """FIDE's letters of the federation."""
        return fide_letters(self.federation)

    @property
    def sex_letter(self) -> str:
        """FIDE's letter of the sex, "" where it is not known."""
        return {"m": "M", "f": "F"}.get(self.sex, "")

    @property
    def flag(self) -> str:
        """FIDE's marks: w for a woman, i for an inactive player."""
        return f"{'w' if self.sex == 'f' else ''}{'' if self.active else 'i'}"


def ascii_text(text: str) -> str:
    """Return a text in printable ASCII, on one line."""
    plain = text if text.isascii() else anyascii(text)
    return (
        plain if plain.isprintable() else "".join(letter if letter.isprintable() else " " for letter in plain)
    )


# Columns of CSV and JSON: fields of the player, among them the rating with its games and K.
COLUMNS, _FIGURES = names_in(FIDE), tuple(Standing.__dataclass_fields__)
PERSON = tuple(name for name in FidePlayer.__dataclass_fields__ if name in COLUMNS and name != "active")
_ATTRIBUTES = [{"fide": "number", "federation": "letters"}.get(name, name) for name in COLUMNS]
_FIRST = COLUMNS.index(_FIGURES[0])
_before = attrgetter(*_ATTRIBUTES[:_FIRST])
_behind = attrgetter(*_ATTRIBUTES[_FIRST + len(_FIGURES) :])


def render_text(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write FIDE's fixed-width list, all rates of play with the FOA column or one, player by player.

    Source: FIDE's downloads as of 2026: ASCII, CR LF, one header line, figures at the left of their columns.
    Other titles that do not fit are left out, the last first; the XML list has them all. The FOA column stays
    empty: titles of the online arena are not in the register.
    """
    chosen = [RATES.index(head.rate)] if head.rate else list(range(len(RATES)))
    columns = f"{head.month.upper():<6}{'Gms':<4}{'K':<3}" if head.rate else _ALL
    yield _line(f"{_PERSON}{columns}{_END}")
    for player in players:
        figures = "".join(_figures(player.standings[place]) for place in chosen)
        yield _line(f"{_person(player)}{figures}{player.birth_year or 0:<6}{player.flag:<4}")


def _person(player: FidePlayer) -> str:
    return (
        f"{player.number[:14]:<15}{ascii_text(player.name)[: NAME - 1]:<{NAME}}"
        f"{ascii_text(player.letters)[:3]:<4}{player.sex_letter:<4}{player.title:<5}"
        f"{player.women_title:<5}{_fitting(ascii_text(player.other_titles)):<{OTHER}}    "
    )


def _fitting(titles: str) -> str:
    """Leave titles out until the rest fits: a longer line would move every column behind it."""
    while len(titles) > OTHER:
        titles = titles.rpartition(",")[0]
    return titles


def _figures(standing: Standing | None) -> str:
    """Return a rating, 0 for none; with its games and K."""
    if standing is None:
        return "0     0   0  "
    return f"{standing.rating:<6}{standing.games:<4}{standing.k or 0:<3}"


def _line(text: str) -> bytes:
    return f"{text}\r\n".encode("ascii")


def render_csv(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write comma-separated values, UTF-8 with the mark spreadsheets look for."""
    return csv_pieces(COLUMNS, (_values(head, player) for player in players))


def render_json(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write one object, one player a line, keys in a fixed order."""
    about = json.dumps({"rate": head.rate, "date": head.date.isoformat()}, separators=(",", ":"))
    front = f'{about[:-1]},"players":[\n'
    for player in players:
        line = json.dumps(
            dict(zip(COLUMNS, _values(head, player), strict=True)), ensure_ascii=False, separators=(",", ":")
        )
        yield f"{front}{line}".encode()
        front = ",\n"
    yield b"\n]}\n" if front == ",\n" else f"{front}]}}\n".encode()


def _values(head: FideHead, player: FidePlayer) -> tuple[object, ...]:
    standing = player.standings[RATES.index(head.rate)]
    figures = (standing.rating, standing.games, standing.k) if standing else (None, 0, None)
    return (*_before(player), *figures, *_behind(player))


def render_xml(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write FIDE's XML list, all rates of play or one, player by player.

    Source: FIDE's downloads as of 2026: playerslist of players, their elements in a fixed order, no
    declaration; a list of one rate of play has only rating, games and k.
    """
    chosen = (
        [("", RATES.index(head.rate))] if head.rate else list(zip(_PREFIXES, range(len(RATES)), strict=True))
    )
    yield b"<playerslist>\n"
    for player in players:
        figures = "".join(_xml_figures(prefix, player.standings[place]) for prefix, place in chosen)
        yield (
            f"<player>\n<fideid>{player.number}</fideid>\n<name>{_text(player.name)}</name>\n"
            f"<country>{_text(player.letters)}</country>\n<sex>{player.sex_letter}</sex>\n"
            f"<title>{player.title}</title>\n<w_title>{player.women_title}</w_title>\n"
            f"<o_title>{_text(player.other_titles)}</o_title>\n<foa_title></foa_title>\n{figures}"
            f"<birthday>{player.birth_year or ''}</birthday>\n<flag>{player.flag}</flag>\n</player>\n"
        ).encode()
    yield b"</playerslist>\n"


def _xml_figures(prefix: str, standing: Standing | None) -> str:
    """Return a rating, its games and K; empty elements for none."""
    values = ("", "", "") if standing is None else (standing.rating, standing.games, standing.k or "")
    return "".join(
        f"<{prefix}{name}>{value}</{prefix}{name}>\n"
        for name, value in zip(("rating", "games", "k"), values, strict=True)
    )


def _text(text: str) -> str:
    """Escape a text; characters XML does not know are left out."""
    return escape(text if text.isprintable() else "".join(letter for letter in text if letter.isprintable()))
