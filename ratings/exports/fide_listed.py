"""Contents of FIDE's layouts: players with their rating in each rate of play. Pure."""

from dataclasses import dataclass
from datetime import date

from anyascii import anyascii

from federation.vocabulary.countries import fide_letters

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
