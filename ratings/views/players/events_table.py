"""The events of a player's page, set by a compiled template."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.models import Player
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.models import ManualEvent
from ratings.players.histories import Event
from ratings.players.opponents import Tally
from ratings.templatetags.palmares import system_name, system_short

_Move = tuple[str, str, str, SafeString]  # system, before, after, change
# Day twice, name, games, tournament, what was decided, moves.
_Line = tuple[str, str, str, str, int | None, str, list[_Move]]


def rows(player: Player, shown: Sequence[Event], ended: Mapping[int, Tally]) -> SafeString:
    """Return the events of a player, newest first; `ended`: how the games did, by the key of a tournament."""
    keys = {move.system for event in shown for move in event.moves}
    context = {
        "lines": [_line(event, ended.get(event.key or 0), get_language() or "") for event in shown],
        "systems": {key: _system_words(key) for key in keys},
        "player": reverse("player", args=[player.pk]),
        "tournaments": reverse("tournaments"),
        "to_tournament": _("View the tournament"),
    }
    return rendered("player_events.html", context)


def _line(event: Event, ended: Tally | None, language: str) -> _Line:
    """Return what the template sets of an event, in its order: it looks nothing up."""
    games = event.games if event.tournament else 0
    moves = [
        (
            move.system,
            "" if move.before is None else figures.plain(move.before),
            "–" if move.after is None else figures.plain(move.after),
            moved(move.change_shown, language),
        )
        for move in event.moves
    ]
    name = event.name or _decision_words(event)
    day = event.day.isoformat(), _day(event.day, language)
    return (
        *day,
        name,
        _results(games, ended, language) if event.tournament else "",
        event.tournament,
        decided(event),
        moves,
    )


def decided(event: Event) -> str:
    """Return what a decision of the office does to a rating; "" for a tournament."""
    if event.tournament:
        return ""
    words = _DECIDED.get(event.kind)
    return words() if words else _("Set by the office; no games.")


_DECIDED: Mapping[str, Callable[[], str]] = {
    ManualEvent.Kind.BASE: lambda: _(
        "Taken over from a list of that date: earlier games are included in it, and the history begins here."
    ),
    ManualEvent.Kind.INITIAL: lambda: _("First rating set by the office; no games."),
    ManualEvent.Kind.REEVALUATION: lambda: _("Rating set again by the office; no games."),
    ManualEvent.Kind.RESET: lambda: _("Rating set back by the office; no games."),
    ManualEvent.Kind.ADJUSTMENT: lambda: _(
        "All ratings of the system changed at once, by the same rule for everyone; no games."
    ),
    ManualEvent.Kind.CORRECTION: lambda: _(
        "The office corrected the rating used for the next list; no games."
    ),
}


def _decision_words(event: Event) -> str:
    return _("Imported list") if event.kind == ManualEvent.Kind.BASE else _("Manual adjustment")


def _system_words(key: str) -> tuple[str, str, str]:
    """Return what a system is called, in short, and the question why."""
    name = system_name(key)
    question = _("Why? %(system)s") % {"system": name}
    return name, system_short(key), question


# Of what a page repeats few things differ; `language` is part of the key.
@lru_cache(2048)
def moved(change: int | None, language: str) -> SafeString:  # noqa: ARG001 - as said above
    """Return a change in whole points, None: the first rating, in the language of the moment."""
    if change is None:
        return format_html('<span class="change">{}</span>', pgettext("player on a list", "new"))
    return format_html('<span class="change {}">{}</span>', figures.direction(change), figures.signed(change))


@lru_cache(2048)
def _results(rated: int, ended: Tally | None, language: str) -> str:
    """Return how the games of a tournament ended, and how many were rated where that is not all."""
    if ended is None:
        return ngettext("%(n)s game", "%(n)s games", rated) % {"n": rated}
    words = result_words(ended, language)
    if ended.games == rated:
        return words
    counted = _("%(n)s rated") % {"n": rated}
    return f"{words}, {counted}"


@lru_cache(2048)
def result_words(ended: Tally, language: str) -> str:  # noqa: ARG001 - as said above
    """Return how games ended: what did not happen is left out."""
    phrases = [
        ngettext("%(n)s won", "%(n)s won", ended.won) % {"n": ended.won} if ended.won else "",
        ngettext("%(n)s drawn", "%(n)s drawn", ended.drawn) % {"n": ended.drawn} if ended.drawn else "",
        ngettext("%(n)s lost", "%(n)s lost", ended.lost) % {"n": ended.lost} if ended.lost else "",
    ]
    return ", ".join(filter(None, phrases))


@lru_cache(8192)
def _day(day: date, language: str) -> str:  # noqa: ARG001 - as said above
    return format_date(day, "j N Y")
