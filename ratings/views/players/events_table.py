"""The events of a player's page, set by a compiled template."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.system_names import system_name, system_short
from federation.models import Player
from federation.web.jinja import rendered
from ratings.charts import figures
from ratings.models import ManualEvent
from ratings.players.chess_events import ChessEvent, Share, Shown
from ratings.players.histories import Event
from ratings.players.opponents import Tally
from ratings.templatetags.palmares import half_points, signed2


class _Move(NamedTuple):
    """Effect of an event in a system, for the template."""

    system: str
    before: str
    after: str
    change: SafeString


class _Share(NamedTuple):
    """Contribution of a chess tournament to a list."""

    system: str
    change: SafeString | str  # "" none: words instead
    why: str  # address of the calculation; "" for none
    instead: str = ""


class _Line(NamedTuple):
    """An event as the template sets it, which looks nothing up."""

    iso: str
    day: str
    name: str
    games: str
    tournament: int | None
    decided: str = ""
    moves: Sequence[_Move] = ()
    performance: str = ""
    shares: Sequence[_Share] = ()


def rows(player: Player, shown: Shown, ended: Mapping[int, Tally], system: str) -> SafeString:
    """Return the events of a player, newest first; `ended`: how the games did, by the key of a tournament.

    The newest is open and asks for the sum of `system`, or of its first one, when it comes into view.
    """
    language = get_language() or ""
    lines = [
        _chess_line(player.pk, event, ended.get(event.key), language)
        if isinstance(event, ChessEvent)
        else _line(event, ended.get(event.key or 0), language)
        for event in shown
    ]
    keys = {move.system for line in lines for move in line.moves}
    keys |= {share.system for line in lines for share in line.shares}
    newest_moves = [move.system for line in lines[:1] if line.tournament for move in line.moves]
    context = {
        "lines": lines,
        "explained": system if system in newest_moves else next(iter(newest_moves), ""),
        "systems": {key: _system_words(key) for key in keys},
        "player": reverse("player", args=[player.pk]),
        "tournaments": reverse("tournaments"),
        "to_tournament": _("View the tournament"),
    }
    return rendered("player_events.html", context)


def _line(event: Event, ended: Tally | None, language: str) -> _Line:
    games = event.games if event.tournament else 0
    moves = [
        _Move(
            move.system,
            "" if move.before_shown is None else figures.plain(move.before_shown),
            "–" if move.after_shown is None else figures.plain(move.after_shown),
            moved(move.change_shown, language),
        )
        for move in event.moves
    ]
    name = event.name or _decision_words(event)
    results = _results(games, ended, language) if event.tournament else ""
    day = event.day.isoformat(), _day(event.day, language)
    return _Line(*day, name, results, event.tournament, decided(event), moves)


def _chess_line(player: int, event: ChessEvent, ended: Tally | None, language: str) -> _Line:
    performance = event.performance
    return _Line(
        event.day.isoformat(),
        _day(event.day, language),
        event.tournament.name,
        _score(event, ended),
        event.tournament.number,
        performance=str(performance.rating) if performance else "",
        shares=[_share(player, share) for share in event.shares],
    )


def _score(event: ChessEvent, ended: Tally | None) -> str:
    """Return the score out of the games played, and how many were rated where that is not all."""
    if ended is None:
        return ""
    score = f"{half_points(2 * ended.won + ended.drawn)} / {ended.games}"
    if event.games in (0, ended.games):
        return score
    counted = _("%(n)s rated") % {"n": event.games}
    return f"{score}, {counted}"


def _share(player: int, share: Share) -> _Share:
    if not share.is_published:
        day = format_date(share.day, "j F Y")
        return _Share(share.system, "", "", _("counts for the list of %(day)s") % {"day": day})
    address = ""
    if share.has_calculation:
        address = reverse("player-period", args=[player, share.system, share.day.isoformat()])
    if share.change is not None:
        return _Share(share.system, _contributed(share.change.change), address)
    return _Share(share.system, "", address, _("no game counted") if share.is_rated else _("no rating yet"))


def _contributed(change: Decimal) -> SafeString:
    went = "gain" if change > 0 else "loss" if change < 0 else "even"
    return format_html('<b class="change {}">{}</b>', went, signed2(float(change)))


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
def moved(change: int | None, language: str) -> SafeString:  # noqa: ARG001 - as explained above
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
def result_words(ended: Tally, language: str) -> str:  # noqa: ARG001 - as explained above
    """Return how games ended: what did not happen is left out."""
    phrases = [
        ngettext("%(n)s won", "%(n)s won", ended.won) % {"n": ended.won} if ended.won else "",
        ngettext("%(n)s drawn", "%(n)s drawn", ended.drawn) % {"n": ended.drawn} if ended.drawn else "",
        ngettext("%(n)s lost", "%(n)s lost", ended.lost) % {"n": ended.lost} if ended.lost else "",
    ]
    return ", ".join(filter(None, phrases))


@lru_cache(8192)
def _day(day: date, language: str) -> str:  # noqa: ARG001 - as explained above
    return format_date(day, "j N Y")
