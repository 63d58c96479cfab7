"""FIDE's XML lists: all rates of play, or one. Pure.

Source: FIDE's downloads as of 2026: playerslist of players, their elements in a fixed order, no declaration;
a list of one type has only rating, games and k.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from ratings.exports.fide_listed import RATES, FideHead, FidePlayer, Standing

_PREFIXES = ("", "rapid_", "blitz_")


def render(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write the list player by player, in the order they come."""
    chosen = (
        [("", RATES.index(head.rate))] if head.rate else list(zip(_PREFIXES, range(len(RATES)), strict=True))
    )
    yield b"<playerslist>\n"
    for player in players:
        figures = "".join(_figures(prefix, player.standings[place]) for prefix, place in chosen)
        yield (
            f"<player>\n<fideid>{player.number}</fideid>\n<name>{_text(player.name)}</name>\n"
            f"<country>{_text(player.letters)}</country>\n<sex>{player.sex_letter}</sex>\n"
            f"<title>{player.title}</title>\n<w_title>{player.women_title}</w_title>\n"
            f"<o_title>{_text(player.other_titles)}</o_title>\n<foa_title></foa_title>\n{figures}"
            f"<birthday>{player.birth_year or ''}</birthday>\n<flag>{player.flag}</flag>\n</player>\n"
        ).encode()
    yield b"</playerslist>\n"


def _figures(prefix: str, standing: Standing | None) -> str:
    """Return a rating, its games and K; empty elements for none."""
    values = ("", "", "") if standing is None else (standing.rating, standing.games, standing.k or "")
    return "".join(
        f"<{prefix}{name}>{value}</{prefix}{name}>\n"
        for name, value in zip(("rating", "games", "k"), values, strict=True)
    )


def _text(text: str) -> str:
    """Escape a text; characters XML does not know are left out."""
    return escape(text if text.isprintable() else "".join(letter for letter in text if letter.isprintable()))
