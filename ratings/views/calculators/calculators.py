"""Calculator of possible results for every system, its input in the address, each game with its sum."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from federation.models import Player
from federation.search.search import find_players
from ratings.breakdown import chess, go, streams
from ratings.cadence.pages import pages_of
from ratings.cadence.shared.known import ListedPlayer
from ratings.calculators.answer import Answer, answer
from ratings.calculators.examples import EXAMPLES
from ratings.calculators.fields import (
    MOST_LINES,
    event_fields,
    family_of,
    line_fields,
    names_of,
    own_fields,
)
from ratings.calculators.first_fide import reckoned_of
from ratings.calculators.question import ask, edition_for
from ratings.rating_job import answer_go, answer_streams
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_clauses import first_rating_clauses
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import SYSTEMS, System
from ratings.views.calculators import form as calculator_form
from ratings.views.calculators.form import Filled
from ratings.views.players import breakdowns
from ratings.views.players.breakdowns import Line, Place

MANY = 8
_LOOKED_UP = 36  # texts of one form

LONGEST = 80  # letters of a field
_SEEN = 0.005  # points: what two decimals show


@dataclass(frozen=True, slots=True)
class GameLine:
    """One rated game seen by the player: against whom, how it ended, what it gave, step by step."""

    line: str  # in the form
    opponent: str
    number: int  # of the opponent in the register; 0: only a rating was typed
    opponent_rating: float
    score: float
    expected: float | None
    k: float | None
    change: float
    steps: Sequence[Line]


def place_of(answer: Answer, *, card: str = "sum") -> Place:
    """Return whose rules the sums of an answer follow."""
    return Place(answer.question.system.key, answer.question.edition, card)


def sum_lines(answer: Answer, place: Place | None = None) -> list[GameLine]:
    """Return every rated game of an answer."""
    place = place or place_of(answer)
    if answer.stream:
        return [_stream(answer, side, place) for side in answer.stream]
    if family_of(answer.question.system).asks_colour:
        return [_go(answer, side, place) for side in answer.go]
    return [_fide(answer, row, place) for row in answer.games]


def _opponent(answer: Answer, key: str) -> tuple[str, int]:
    person = answer.question.people.get(key)
    return (person.name, person.number) if person else ("", 0)


def _go(answer: Answer, side: answer_go.NamedSide, place: Place) -> GameLine:
    detail, (name, number) = side.side.detail, _opponent(answer, side.opponent)
    edition = cast(FfgEdition | EgfEdition, place.edition)
    return GameLine(
        line=side.opponent,
        opponent=name,
        number=number,
        opponent_rating=detail.opponent_before,
        score=detail.score,
        expected=detail.expected,
        k=detail.k,
        change=detail.change,
        steps=breakdowns.lines(go.steps(side.side, edition, place.system), place),
    )


def _fide(answer: Answer, row: dict[str, Any], place: Place) -> GameLine:
    name, number = _opponent(answer, row["opponent"])
    side = chess.FideSide(
        own=row["before"],
        opponent=row["opponent_rating"],
        is_capped=row["capped"],
        score=row["score"],
        expected=row["expected"],
        k=row["k"],
    )
    return GameLine(
        line=row["opponent"],
        opponent=name,
        number=number,
        opponent_rating=side.opponent,
        score=side.score,
        expected=side.expected,
        k=side.k,
        change=row["change"],
        steps=breakdowns.lines(chess.steps(side, cast(FideEdition, place.edition), place.system), place),
    )


def _stream(answer: Answer, side: answer_streams.Side, place: Place) -> GameLine:
    detail, (name, number) = side.detail, _opponent(answer, side.opponent)
    if place.edition.has_deviation:
        end = {"before": side.before, "after": side.after, "deviation": side.deviation}
        steps = breakdowns.lines(
            streams.glicko(detail, cast(FicsEdition, place.edition), system=place.system, **end), place
        )
    else:
        duel = streams.ladder(detail, cast(LadderEdition, place.edition))
        steps = breakdowns.lines(duel, place, clause=str(streams.formula_number(detail)))
    return GameLine(
        line=side.opponent,
        opponent=name,
        number=number,
        opponent_rating=detail.opponent_rating,
        score=detail.score,
        expected=None if math.isnan(detail.expected) else detail.expected,
        k=None if math.isnan(detail.k) else detail.k,
        change=detail.change,
        steps=steps,
    )


def index(request: HttpRequest) -> HttpResponse:
    """Offer the calculators."""
    return render(request, "ratings/calculators/index.html", {"systems": list(SYSTEMS)})


def what_if(request: HttpRequest, system: str) -> HttpResponse:
    """Answer what some games would do to a rating, game by game."""
    chosen = SYSTEMS.get(system)
    if chosen is None:
        raise Http404(system)
    typed = typed_into(request, chosen)
    family, today = family_of(chosen), timezone.localdate()
    people = lookup(system, names_of(chosen, typed))
    question, findings = ask(chosen, typed, people=people, today=today)
    reply: Answer | None = None
    if question is not None:
        reply, findings = answer(question)
    edition = edition_for(chosen, typed.get("edition", ""), today)
    context = {
        "system": system,
        "family": family,
        "form": calculator_form.build(Filled(chosen, family, edition, typed, people, findings)),
        "answer": reply,
        "edition": edition,
        "findings": findings,
        "share": request.build_absolute_uri(f"?{query_of(typed, edition)}"),
        "example": urlencode(EXAMPLES[family][-1 if typed.get("mode") else 0].typed),
        "has_grades": bool(chosen.scale),
    }
    return render(request, "ratings/calculators/what_if.html", context | (explained(reply) if reply else {}))


def explained(found: Answer, *, card: str = "sum") -> dict[str, Any]:
    """Return the context that explains the two figures: the sums, and the remainder."""
    place = place_of(found, card=card)
    question, own, lines = found.question, found.own, sum_lines(found, place)
    total = sum(line.change for line in lines)
    if "places" in question.job["events"][0]["games"][0]:  # one table: the change is the mean of the duels
        total /= len(lines)
    start = found.start if found.go else own["before"]
    rest = own["after"] - start - total if start is not None and own["after"] is not None else 0.0
    return {
        "lines": lines,
        "legend": breakdowns.legend(place, breakdowns.used(step for line in lines for step in line.steps)),
        "total": total,
        "remainder": rest if abs(rest) >= _SEEN else None,
        "start_note": bool(found.go) and start is not None and start != own["before"],
        "first": reckoned_of(found),
        "clauses": first_rating_clauses(question.system.key, question.edition.name),
    }


def query_of(typed: dict[str, str], edition: Edition) -> str:
    """Write the query of an answer; it names the edition, so the answer stays the same later."""
    return urlencode({name: value for name, value in (typed | {"edition": edition.name}).items() if value})


def typed_into(request: HttpRequest, system: System) -> dict[str, str]:
    """Return the values of the fields a calculator has; other parameters are ignored."""
    family = family_of(system)
    mode = {"mode": "table"} if request.GET.get("mode") == "table" and family.rates_tables else {}
    stems = line_fields(system, mode)
    names = [*own_fields(system), *event_fields(system), *(["place"] if mode else [])]
    names += [f"{stem}{line}" for line in range(1, MOST_LINES + 1) for stem in stems]
    values = {name: request.GET.get(name, "").strip()[:LONGEST] for name in names}
    return mode | values


def lookup(system: str, texts: Sequence[str]) -> dict[str, list[ListedPlayer]]:
    """Find for every text the players it can mean, those with a rating in the system.

    "#12" is only the player of that number in the register. Ratings are those listed, of streams
    those of now. At most six queries a text, and one for all of them.
    """
    matches = {text: _players(text) for text in texts[:_LOOKED_UP]}
    people = {player.pk: player for players in matches.values() for player in players}
    if not people:
        return {text: [] for text in matches}
    known = pages_of(system).known(system, people.values())
    return {
        text: [known[player.pk] for player in players if player.pk in known]
        for text, players in matches.items()
    }


def _players(text: str) -> list[Player]:
    if not text.startswith("#"):
        return find_players(text, MANY)
    number = text[1:].strip()
    return [player for player in find_players(number, MANY) if str(player.pk) == number]
