"""Calculator of possible results for every system, with all its input in the address."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

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
from ratings.calculators.known_ratings import lookup
from ratings.calculators.question import ask, edition_for
from ratings.rulebook.editions import Edition
from ratings.rulebook.fide_clauses import first_rating_clauses
from ratings.rulebook.systems import SYSTEMS, System
from ratings.views.calculators import form as calculator_form
from ratings.views.calculators import sums as calculator_sums
from ratings.views.calculators.form import Filled
from ratings.views.players import breakdowns

LONGEST = 80  # letters of a field
_SEEN = 0.005  # points: what two decimals show


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
    place = calculator_sums.place_of(found, card=card)
    question, own, lines = found.question, found.own, calculator_sums.lines(found, place)
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
