"""The rules, written for players: every system and edition, the file formats, the words, the lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import lru_cache, partial
from typing import Any
from unicodedata import combining, normalize
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.vocabulary.messages import gettext_noop
from federation.web.address_language import links
from ratings.calculators.answer import Answer, answer
from ratings.calculators.examples import EXAMPLES, Example
from ratings.calculators.fields import TABLE_FIELDS, Family, event_fields, family_of, line_fields, own_fields
from ratings.calculators.question import ask, edition_for
from ratings.models import RatingSystem
from ratings.rulebook.constant_words import WORDS, words_of
from ratings.rulebook.editions import Edition, edition_named, parameters_of
from ratings.rulebook.systems import SYSTEMS, System, as_chosen
from ratings.views.calculators.calculators import explained
from ratings.views.players import breakdowns
from ratings.views.site.tables import ConstantTable, FormatTable
from tournaments.formats.samples import sample
from tournaments.formats.table import FORMATS, Format

# Rules of a family that are not computed, or computed by an interpretation of their text.
LEFT_OUT: Mapping[Family, Sequence[str]] = {
    Family.FFG: (
        gettext_noop("Levels before 13 January 2013: how the ladder was calculated then is not known."),
        gettext_noop(
            "The weights by time control are reconstructed from results; the published text is lost."
        ),
        gettext_noop("The optional limit on a moved start, by opponents beaten and lost to, is off."),
    ),
    Family.EGF: (
        gettext_noop("Downward resets: entered by the office as a re-evaluation."),
        gettext_noop("The class limits as relaxed since 2022."),
        gettext_noop("Automatic rules that could not be found in the published lists."),
    ),
    Family.FIDE: (
        gettext_noop(
            "The junior rule of 2014 ended on the birthday; lists give only years, so the year decides."
        ),
        gettext_noop("For 2014 and 2017 the limit of 700 and the wording of rounding are not verified."),
        gettext_noop("FIDE’s own calculator still applies the 400 rule above 2650; the Handbook does not."),
    ),
    Family.GLICKO: (
        gettext_noop("Manual changes on the server, such as ratings adjusted by an administrator."),
        gettext_noop(
            "Games whose end the server did not record: without it, the growth of the RD is unknown."
        ),
    ),
    Family.TEAMS: (
        gettext_noop("Manual changes on the server, such as ratings adjusted by an administrator."),
    ),
    Family.LADDER: (
        gettext_noop("The ladder’s own page is lost: two independent copies of it agree."),
        gettext_noop(
            "The points at stake do not reduce the steps of provisional players; an office may switch this "
            "on."
        ),
    ),
}

_OF_TABLES = {"mode", "place", *TABLE_FIELDS}
_MANY = 256  # editions in a language, more than there are


@dataclass(frozen=True, slots=True)
class Constant:
    """One constant of an edition, and what it was in the edition before."""

    name: str
    words: str
    value: float | bool | str
    before: float | bool | str | None

    @property
    def is_changed(self) -> bool:
        """Return whether the edition brought another value."""
        return self.before is not None and self.before != self.value


@dataclass(frozen=True, slots=True)
class Worked:
    """A computed example: its answer, its explanation, the address of its calculator."""

    example: Example
    answer: Answer
    more: Mapping[str, Any]
    query: str


@dataclass(frozen=True, slots=True)
class Sampled:
    """A file format with a small invented file."""

    format: Format
    words: str
    text: str
    is_read: bool
    is_written: bool


def system(request: HttpRequest, system: str) -> HttpResponse:
    """Show the edition in force, without a redirect: a reader waits for one response."""
    return edition(request, system, edition_for(_system(system), "", timezone.localdate()).name)


def edition(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Show one edition: in words, its constants, examples computed by it, what is left out."""
    chosen = _system(system)
    found = edition_named(chosen.editions, edition)
    if found is None:
        raise Http404(edition)
    family = family_of(chosen)
    own = as_chosen(RatingSystem.objects.filter(key=system).first(), found)
    context = {
        # the page of a system is that of its edition in force
        "page_links": partial(links, request, reverse("rules-edition", args=[system, edition])),
        "system": system,
        "family": family,
        "prose": [f"ratings/parts/rules_{name}.html" for name in chosen.prose],
        "edition": found,
        "own": own,
        "editions": list(reversed(chosen.editions)),
        "in_force": edition_for(chosen, "", timezone.localdate()).name,
        "sum": breakdowns.legend(breakdowns.Place(system, found, "symbol"), with_formulas=True),
        "constants": ConstantTable(constants(chosen, found)),
        "replaced": replaced(found, own),
        "tables": tables(found),
        "amendments": found.later,
        "examples": worked(system, edition, timezone.localdate(), get_language() or ""),
        "left_out": [_(text) for text in left_out(chosen)],
    }
    return render(request, "ratings/rules/edition.html", context)


def formats(request: HttpRequest) -> HttpResponse:
    """Describe every file format of tournaments, with a small invented file."""
    samples = [
        Sampled(
            entry,
            _(entry.words),
            sample(entry.key),
            is_read=entry.reader is not None,
            is_written=entry.writer is not None,
        )
        for entry in FORMATS.values()
    ]
    return render(request, "ratings/rules/formats.html", {"formats": samples, "table": FormatTable(samples)})


def lists(request: HttpRequest) -> HttpResponse:
    """Return how a list is made."""
    return render(request, "ratings/rules/lists.html", {})


def glossary(request: HttpRequest) -> HttpResponse:
    """Return what the words of the site mean."""
    words = sorted(((_(word), _(text)) for word, text in WORDS.items()), key=lambda pair: _place(pair[0]))
    first = list({SYSTEMS[key].engine: key for key in reversed(SYSTEMS)}.values())[::-1]  # of each engine
    context = {"words": words, "families": [_letters(key) for key in first]}
    return render(request, "ratings/rules/glossary.html", context)


def _place(word: str) -> tuple[str, str]:
    """Return where a word stands in the alphabet: by its letters, then by its accents; й is a letter."""
    parted = normalize("NFD", word.casefold().replace("й", "и\uffff"))
    return "".join(sign for sign in parted if not combining(sign)), word


def _letters(key: str) -> tuple[str, str, list[breakdowns.Entry]]:
    """Return the letters of a system's sums by its edition in force."""
    found = edition_for(SYSTEMS[key], "", timezone.localdate())
    return key, found.name, breakdowns.legend(breakdowns.Place(key, found, key))


def constants(chosen: System, found: Edition) -> list[Constant]:
    """Return the constants of an edition beside those of the one before."""
    place = list(chosen.editions).index(found)
    before = parameters_of(chosen.editions[place - 1]) if place else {}
    return [
        Constant(name, _(words_of(found, name)), value, before.get(name))
        for name, value in parameters_of(found).items()
    ]


def replaced(printed: Edition, own: Edition) -> list[Constant]:
    """Return the constants of an edition that this office replaced (`own`), with its values."""
    before = parameters_of(printed)
    return [
        Constant(name, _(words_of(printed, name)), value, before[name])
        for name, value in parameters_of(own).items()
        if value != before[name]
    ]


def tables(found: Edition) -> list[tuple[str, Sequence[float]]]:
    """Return the printed tables of an edition."""
    values = [(field.name, getattr(found, field.name)) for field in fields(found)]
    return [(name, value) for name, value in values if isinstance(value, tuple) and name != "later"]


@lru_cache(maxsize=_MANY)
def worked(system: str, edition: str, today: date, language: str) -> Sequence[Worked]:  # noqa: ARG001 - a key
    """Compute the examples of an edition; cached while the program runs, by language and day."""
    chosen = SYSTEMS[system]
    examples = []
    asked = {*own_fields(chosen), *event_fields(chosen), *line_fields(chosen, {})}
    for example in EXAMPLES[family_of(chosen)]:
        if not {name.rstrip("0123456789") for name in example.typed} <= asked | _OF_TABLES:
            continue
        typed = {**example.typed, "edition": edition}
        question, _findings = ask(chosen, typed, people={}, today=today)
        found = answer(question)[0] if question else None
        if found is not None:
            examples.append(Worked(example, found, explained(found, card="symbol"), urlencode(typed)))
    return examples


def _system(key: str) -> System:
    if key not in SYSTEMS:
        raise Http404(key)
    return SYSTEMS[key]


def left_out(system: System) -> Sequence[str]:
    """Return what is left out of the rules of a system; nothing where it only borrows the engine."""
    first = next(other for other in SYSTEMS.values() if other.engine == system.engine)
    return LEFT_OUT[family_of(system)] if system.entry.family == first.entry.family else ()
