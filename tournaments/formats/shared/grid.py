"""Table of results from pairings: every round of every line."""

import unicodedata
from dataclasses import dataclass

from tournaments.reports.outcomes import ByeKind, Outcome, bye_score
from tournaments.reports.report import Pairing, Report

_SIGNS = {
    Outcome.WHITE_WINS: "+-",
    Outcome.BLACK_WINS: "-+",
    Outcome.DRAW: "==",
    Outcome.UNKNOWN: "??",
    Outcome.BOTH_LOSE: "--",
    Outcome.BOTH_WIN: "++",
}
_BYES = {2: "+", 1: "=", 0: "-"}


@dataclass(frozen=True, slots=True)
class Half:
    """One side's half of a round; `opponent` 0 is none, `colour` "" unknown."""

    opponent: int = 0
    sign: str = "-"
    colour: str = ""
    handicap: int = 0
    rated: bool = True


def grid(report: Report) -> list[list[Half]]:
    """Return the halves by entrant and round; who has no record in a round was absent."""
    table = [[Half() for _ in range(report.rounds)] for _ in report.entrants]
    for bye in report.byes:
        table[bye.entrant - 1][bye.round - 1] = Half(sign=_BYES[bye_score(ByeKind(bye.kind))])
    for pairing in report.pairings:
        white, black = halves(pairing)
        table[pairing.white - 1][pairing.round - 1] = white
        table[pairing.black - 1][pairing.round - 1] = black
    return table


def halves(pairing: Pairing) -> tuple[Half, Half]:
    """Part a pairing in White's and Black's half; with a handicap the colours are known even where unsaid."""
    signs = _SIGNS[pairing.outcome]
    colours = "wb" if pairing.colour_known or pairing.handicap else ("", "")
    rated = not pairing.by_default and pairing.outcome not in (Outcome.BOTH_LOSE, Outcome.BOTH_WIN)
    return (
        Half(pairing.black, signs[0], colours[0], pairing.handicap, rated),
        Half(pairing.white, signs[1], colours[1], pairing.handicap, rated),
    )


def latin(text: str) -> str:
    """Bring a text into ISO-8859-15: letters it lacks lose their accent, the rest become "?"."""
    return "".join(_latin(letter) for letter in text)


def _latin(letter: str) -> str:
    try:
        letter.encode("iso-8859-15")
    except UnicodeEncodeError:
        plain = unicodedata.normalize("NFKD", letter)[:1]
        return plain if plain.isascii() else "?"
    return letter


def word(text: str) -> str:
    """Make one word of a name: blanks become "_", what would end a field goes."""
    return "_".join(text.replace(";", " ").replace("|", " ").split())


def one_line(text: str) -> str:
    """Make one line of a text."""
    return " ".join(text.split())
