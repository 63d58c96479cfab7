"""Why an event moved a player: the games, each opened into its sum, and how the start was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Player
from federation.vocabulary.grades import grade_at
from ratings.breakdown import go
from ratings.breakdown.adjustment import Pass
from ratings.cadence.by_event.explain import Explanation, GameRow, explain_event
from ratings.charts import figures
from ratings.charts.figures import moved, plain
from ratings.models import PublishedList, RatingChange, RatingSystem
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.expected_score import played_like
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS, edition_of
from ratings.views.calculators import what_if as what_ifs
from ratings.views.figure_columns import safe_svg
from ratings.views.players import breakdowns
from ratings.views.players.breakdowns import Line, Place
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import public_revision

_TOP, _FOOT, _SIDE = 22, 22, 44  # room around the steps: names above and below, levels on both sides
SIZE = (358, 150)
_SHOWN = 4  # passes of the table at either end; what lies between is left out

_SEEN = 0.005  # points: what two decimals show


@dataclass(frozen=True, slots=True)
class StaircaseWords:
    """Texts of the drawing, in the reader's language."""

    label: str
    start: str  # names the staircase
    after: str  # names the line above or below it
    passes: str  # under the foot, at its end


def draw_staircase(
    passes: Sequence[tuple[float, float]], words: StaircaseWords, *, size: tuple[int, int]
) -> str:
    """Draw start and end of every pass, the first at the left; "" for fewer than two."""
    if len(passes) < 2:
        return ""
    width, height = size
    values = [value for step in passes for value in step]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    rises = passes[-1][0] >= passes[0][0]

    def x(place: float) -> float:
        return round(_SIDE + place * (width - 2 * _SIDE) / len(passes), 1)

    def y(value: float) -> float:
        return round(_TOP + (high - value) / span * (height - _TOP - _FOOT), 1)

    stairs = "".join(
        f"{'M' if not at else 'V'}{_point(x(at), y(step[0]), at)}H{x(at + 1)}"
        for at, step in enumerate(passes)
    )
    led = " ".join(f"{x(at + 0.5)},{y(step[1])}" for at, step in enumerate(passes))
    first, last = passes[0], passes[-1]
    # the staircase rises below the line it follows, or falls above it
    near, far = ("start", "after") if rises else ("after", "start")
    texts = (
        _text("level end", x(0) - 6, y(first[0]) + 4, plain(first[0]))
        + _text("level strong", x(len(passes)) + 6, y(last[0]) + 4, plain(last[0]))
        + _text(f"name {far}", x(0), 13, words.after if far == "after" else words.start)
        + _text(f"name {near}", x(0), height - 6, words.start if near == "start" else words.after)
        + _text("count end", x(len(passes)), height - 6, words.passes)
    )
    return (
        f'<svg class="staircase" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(words.label)}">'
        f'<polyline class="led" points="{led}"/><path class="stairs" d="{stairs}"/>{texts}</svg>'
    )


def _point(x: float, y: float, at: int) -> str:
    """Begin the path, or climb to the next step."""
    return f"{x},{y}" if not at else f"{y}"


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{round(x, 1)}" y="{round(y, 1)}">{escape(text)}</text>'


@dataclass(frozen=True, slots=True)
class Staircase:
    """Moves of a start; `rows` are the passes of the table, None where some are left out."""

    drawing: SafeString
    story: Sequence[str]
    rows: Sequence[Pass | None]


def adjustment_of(explanation: Explanation) -> Staircase | None:
    """Draw and describe the moves of a start by an adjustment; None without an adjustment."""
    passes = explanation.course
    if len(passes) < 2:
        return None
    count = len(passes)
    words = StaircaseWords(
        label=_label(passes),
        start=_("the start"),
        after=_("where the games led"),
        passes=ngettext("%(n)s pass", "%(n)s passes", count) % {"n": count},
    )
    steps = [(step.start, step.after) for step in passes]
    drawing = safe_svg(draw_staircase(steps, words, size=SIZE))
    return Staircase(drawing, _story(explanation), _rows(passes))


def _label(passes: Sequence[Pass]) -> str:
    return _("The start moved step by step from %(first)s to %(last)s.") % {
        "first": plain(passes[0].start),
        "last": plain(passes[-1].start),
    }


def _story(explanation: Explanation) -> list[str]:
    """Return the adjustment in words: from where, how far the games led, and where it came to rest.

    The threshold depends on the level (FFG ladder rules 1.9): the first and the last each have their own.
    """
    first, last = explanation.course[0], explanation.course[-1]
    figures = {
        "start": plain(first.start),
        "led": plain(first.after),
        "far": plain(abs(moved(first.start, first.after))),
        "threshold": plain(first.threshold),
        "end": plain(last.start),
        "after": plain(last.after),
        "rest": plain(abs(moved(last.start, last.after))),
        "threshold_there": plain(last.threshold),
    }
    sentences = [
        _("From the start %(start)s the games led to %(led)s: %(far)s points at once."),
        _(
            "At %(start)s, more than %(threshold)s points mean that the start was wrong, "
            "not that the player’s strength changed."
        ),
        _(
            "So the start was moved by the excess and the whole tournament calculated again, until nothing "
            "changed. Opponents are then compared with the corrected start, not the wrong one."
        ),
        _(
            "It settled at %(end)s, where the threshold is %(threshold_there)s points; from there the games "
            "lead to %(after)s, %(rest)s points."
        ),
    ]
    return [sentence % figures for sentence in sentences]


def _rows(passes: Sequence[Pass]) -> list[Pass | None]:
    if len(passes) <= 2 * _SHOWN + 1:
        return list(passes)
    return [*passes[:_SHOWN], None, *passes[-_SHOWN:]]


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a card: what it was, against whom, and its sum step by step."""

    row: GameRow
    opponent: Player | None
    lines: Sequence[Line]

    @property
    def end(self) -> Line | None:
        """The last step: the change itself."""
        return self.lines[-1] if self.lines else None


def change(request: HttpRequest, number: int, system: str, tournament: int) -> HttpResponse:
    """Show why an event moved a player: the games, each with its sum; a fragment where htmx asks.

    Of the revision the rating rests on: after a correction or a revocation that is the one before, until the
    next run.
    """
    rows = RatingChange.objects.select_related("player", "tournament", "system")
    row = get_object_or_404(rows, player=number, system__key=system, tournament__number=tournament)
    if row.tournament is None or not _is_public(row.system, row.tournament):
        raise Http404(f"{system} {tournament}")
    public = _public_revision(row.tournament)
    explanation = explain_event(row.system, row.tournament).get(number)
    if explanation is None:
        raise Http404(f"{system} {tournament}")
    context = {
        "player": row.player,
        "tournament": row.tournament,
        "waiting": public.revision if public.pk != row.tournament.pk else None,
        "is_revoked": public.stage == Stage.REVOKED,
        "played_like": _played_like(row.system, row.tournament, explanation),
        "what_if": what_ifs.of_event(system, explanation, row.tournament),
        **card(explanation, system, name=f"why-{system}-{tournament}"),
    }
    template = "ratings/parts/why.html" if request.headers.get("HX-Request") else "ratings/change.html"
    return render(request, template, context)


def _public_revision(rated: Tournament) -> Tournament:
    """Return the public revision, which the next run will rate; Http404 without one."""
    if rated.stage == Stage.APPROVED:
        return rated
    return get_object_or_404(public_revision(rated.number))


def card(explanation: Explanation, system: str, *, name: str) -> dict[str, Any]:
    """Return what a card is set from; `name` begins its ids, so that several stand on one page."""
    opponents = Player.objects.in_bulk([game.opponent for game in explanation.games])
    rules, before = explanation.rules, explanation.before
    place = None if rules is None else Place(system, rules, name)
    games = [Game(game, opponents.get(game.opponent), _lines(game, place)) for game in explanation.games]
    staircase = adjustment_of(explanation)
    keys = breakdowns.used(line for game in games for line in game.lines) | ({"T"} if staircase else set())
    scale = SYSTEMS[system].scale
    return {
        "row": explanation,
        "system": system,
        "explanation": explanation,
        "games": games,
        "place": place,
        "legend": breakdowns.legend(place, keys) if place and keys else (),
        "staircase": staircase,
        "is_reset": hasattr(rules, "reset_grades"),
        "grade": grade_at(explanation.declared, scale)
        if explanation.declared is not None and scale
        else None,
        "seeds_from": SYSTEMS[system].seeds_from,
        "change": None if before is None else figures.moved(before, explanation.after),
        "moved": bool(explanation.adjustment) if before is not None else bool(explanation.course),
        "has_remainder": abs(explanation.remainder) >= _SEEN,
    }


def _lines(game: GameRow, place: Place | None) -> Sequence[Line]:
    if place is None or not isinstance(place.edition, FfgEdition | EgfEdition):
        return ()
    return breakdowns.lines(go.steps(game.side, place.edition, place.system), place)


def _played_like(system: RatingSystem, tournament: Tournament, explanation: Explanation) -> float | None:
    """Return the rating played like in an event, handicaps counted in; None where all was won or all lost."""
    edition = edition_of(system, tournament.start)
    if edition is None:
        return None
    opponents = [game.before - game.difference for game in explanation.games]
    return played_like(edition, opponents, sum(game.score for game in explanation.games))


def _is_public(system: RatingSystem, tournament: Tournament) -> bool:
    """Return whether a change is public: of a closed system, only that of a published list."""
    if system.active:
        return True
    return PublishedList.objects.filter(system=system, ready=True, date__gte=tournament.start).exists()
