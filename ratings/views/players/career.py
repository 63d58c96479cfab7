"""Career of a player, as a section of the page: bars of years, most frequent opponents."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped, labelled
from federation.web.jinja import rendered
from ratings.charts import years
from ratings.players.opponents import Career, Tally
from ratings.views.figure_columns import safe_svg

SIZES = ((560, 150), (358, 140))  # on a desk, on a phone
WIDE = (30, 60)  # pixels the name of a year takes, that of a month
OFTEN = 5


def _everything(player: int) -> list[tuple[str, str]]:
    """Return where all games and all opponents in tournaments are, and how that is called."""
    return [
        (reverse("player-games", args=[player]), _("All games")),
        (reverse("player-opponents", args=[player]), _("All opponents")),
        (f"{reverse('player-games', args=[player])}#results", _("Results by year, colour and strength")),
    ]


def section(player: int, career: Career, system: str = "", *, is_cut: bool = False) -> SafeString | str:
    """Return what a player has played; nothing for nothing.

    `system`: whose games came one by one, all of them or only the newest; "" for tournaments.
    """
    if not career.years:
        return ""
    language = get_language() or ""
    months = [
        (format_date(date.fromisoformat(f"{month}-01"), "N Y"), tally) for month, tally in career.months
    ]
    periods = months or [(str(year), tally) for year, tally in career.years]
    drawn = [
        years.Year(name, (tally.won, tally.drawn, tally.lost), labelled(name, _result_words(tally, language)))
        for name, tally in periods
    ]
    results = _result_words(career.tally, language)
    caption = _caption(career, system, is_cut=is_cut) % {"ended": results}
    met = ngettext(
        "%(n)s opponent in total; compare with anyone",
        "%(n)s opponents in total; compare with anyone",
        career.met,
    )
    wide = WIDE[1] if career.months else WIDE[0]
    context = {
        "period": _("Month") if career.months else _("Year"),
        "years": [(name, *_counts(tally)) for name, tally in reversed(periods)],
        "met": [
            (
                opponent.player.pk,
                str(opponent.player),
                *_counts(opponent.tally),
            )
            for opponent in career.opponents
        ],
        "drawings": [
            safe_svg(years.bars(drawn, size=size, label=caption, wide=wide, written=grouped))
            for size in SIZES
        ],
        "caption": caption,
        "system": system,
        "title": _title(system),
        **_words(language),
        "choose": reverse("player-against-choose", args=[player]),
        "all": met % {"n": grouped(career.met)},
        "everything": () if system else _everything(player),
    }
    return rendered("player_career.html", context)


def _counts(tally: Tally) -> list[str]:
    return [grouped(count) for count in (tally.games, tally.won, tally.drawn, tally.lost)]


@lru_cache(16)
def _words(language: str) -> Mapping[str, str]:  # noqa: ARG001 - `language` is part of the key
    """Return the heads of the tables, which are repeated at every row."""
    return {
        "figures": _("The figures"),
        "often": _("Most frequent opponents"),
        "player": _("Player"),
        "games": _("Games"),
        "won": _("Won"),
        "drawn": _("Drawn"),
        "lost": _("Lost"),
    }


def _title(system: str) -> str:
    if system:
        return _("Games: %(system)s") % {"system": system_name(system)}
    return _("Games in tournaments")


def _caption(career: Career, system: str, *, is_cut: bool) -> str:
    if not system:
        return _("Tournament games by year: %(ended)s. From the bottom: won, drawn, lost.")
    if career.months and is_cut:
        return _("Latest games by month: %(ended)s. From the bottom: won, drawn, lost.")
    if career.months:
        return _("Games by month: %(ended)s. From the bottom: won, drawn, lost.")
    if is_cut:
        return _("Latest games by year: %(ended)s. From the bottom: won, drawn, lost.")
    return _("Games by year: %(ended)s. From the bottom: won, drawn, lost.")


@lru_cache(4096)
def _result_words(tally: Tally, language: str) -> str:  # noqa: ARG001 - `language` is part of the key
    """Return how games ended, drawn ones only where there are any; years of few games are much alike."""
    phrases = [ngettext("%(n)s game", "%(n)s games", tally.games) % {"n": grouped(tally.games)}]
    phrases.append(ngettext("%(n)s win", "%(n)s wins", tally.won) % {"n": grouped(tally.won)})
    if tally.drawn:
        phrases.append(ngettext("%(n)s draw", "%(n)s draws", tally.drawn) % {"n": grouped(tally.drawn)})
    phrases.append(ngettext("%(n)s loss", "%(n)s losses", tally.lost) % {"n": grouped(tally.lost)})
    return ", ".join(phrases)
