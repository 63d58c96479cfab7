"""FIDE's fixed-width lists: all rates of play with the FOA column, or one. Pure.

Source: FIDE's downloads as of 2026: ASCII, CR LF, one header line, figures at the left of their columns.
Other titles that do not fit are left out, the last first; the XML list has them all. The FOA column stays
empty: titles of the online arena are not in the register.
"""

from collections.abc import Iterable, Iterator

from ratings.exports.fide_listed import RATES, FideHead, FidePlayer, Standing, ascii_text

NAME, OTHER = 61, 15  # characters
_PERSON = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
_ALL = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK "
_END = f"{'B-day':<6}{'Flag':<4}"


def render(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write the list line by line, in the order the players come."""
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
