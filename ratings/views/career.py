"""What a player has played, as a section of his page: bars of years, and whom he met most often."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Player
from ratings.opponents import Career, Tally, career
from ratings.renderings import years

SIZES = ((560, 150), (358, 140))  # on a desk, on a phone
OFTEN = 10


@dataclass(frozen=True, slots=True)
class Section:
    """The drawings of the years with their caption, and the figures behind them."""

    career: Career
    drawings: Sequence[SafeString]
    caption: str


def section(player: Player) -> Section | None:
    """Lay out what a player has played; None for nothing."""
    found = career(player, few=OFTEN)
    if not found.years:
        return None
    drawn = [
        years.Year(str(year), (tally.won, tally.drawn, tally.lost), f"{year}: {_ended(tally)}")
        for year, tally in found.years
    ]
    caption = _caption(found)
    # what the drawing says is escaped where it is drawn
    drawings = [mark_safe(years.bars(drawn, size=size, label=caption)) for size in SIZES]  # noqa: S308 - escaped there
    return Section(found, drawings, caption)


def _caption(found: Career) -> str:
    tally = found.tally
    return _("Games in tournaments, year by year: %(ended)s. From the base up: won, drawn, lost.") % {
        "ended": _ended(tally)
    }


def _ended(tally: Tally) -> str:
    """Say how games ended, drawn ones only where there are any."""
    said = [ngettext("%(n)s game", "%(n)s games", tally.games) % {"n": tally.games}]
    said.append(ngettext("%(n)s won", "%(n)s won", tally.won) % {"n": tally.won})
    if tally.drawn:
        said.append(ngettext("%(n)s drawn", "%(n)s drawn", tally.drawn) % {"n": tally.drawn})
    said.append(ngettext("%(n)s lost", "%(n)s lost", tally.lost) % {"n": tally.lost})
    return ", ".join(said)
