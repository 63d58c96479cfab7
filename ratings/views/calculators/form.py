"""The form of a calculator: its fields as a page shows them, with what was typed and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ratings.cadence.shared.known import ListedPlayer, People
from ratings.calculators.fields import (
    MOST_LINES,
    PEOPLE,
    Family,
    Typed,
    event_fields,
    is_table,
    line_fields,
    own_fields,
)
from ratings.calculators.question import FieldFinding
from ratings.rulebook.editions import Edition
from ratings.rulebook.systems import System

SHOWN = 4  # lines before the rest is folded away

Option = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what it is called, what stands in it, what else it offers, what is wrong."""

    name: str
    label: str
    value: str
    placeholder: str = ""
    options: Sequence[Option] = ()
    findings: Sequence[str] = ()
    choices: Sequence[ListedPlayer] = ()  # whom the text can mean, where it means several
    found: ListedPlayer | None = None  # whom it means
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One opponent."""

    number: int
    fields: Sequence[Field]

    @property
    def is_used(self) -> bool:
        """Return whether anything stands in it."""
        return any(field.value for field in self.fields if field.name[0] in PEOPLE)


@dataclass(frozen=True, slots=True)
class Form:
    """A whole form."""

    own: Sequence[Field]
    event: Sequence[Field]
    first: Sequence[Line]
    more: Sequence[Line]
    is_table: bool
    findings: Sequence[str]  # of the whole

    @property
    def has_more(self) -> bool:
        """Return whether a line that is folded away is in use."""
        return any(line.is_used for line in self.more)

    @property
    def pointed(self) -> list[Field]:
        """Return the fields in which something is wrong."""
        lines = [field for line in (*self.first, *self.more) for field in line.fields]
        return [field for field in (*self.own, *self.event, *lines) if field.findings]

    @property
    def names(self) -> list[str]:
        """Name every field, in order."""
        lines = [field for line in (*self.first, *self.more) for field in line.fields]
        return [field.name for field in (*self.own, *self.event, *lines)]


@dataclass(frozen=True, slots=True)
class Filled:
    """Input of a form."""

    system: System
    family: Family
    edition: Edition
    typed: Typed
    people: People
    findings: Sequence[FieldFinding]


def build(filled: Filled) -> Form:
    """Build the form of a system with everything typed into it."""
    labels = _labels(filled.family)
    typed, names = filled.typed, own_fields(filled.system)
    if is_table(filled.family, typed):
        names = (*names, "place")
    stems = line_fields(filled.system, typed)
    rows = [
        Line(number, [_field(filled, f"{stem}{number}", labels[stem]) for stem in stems])
        for number in range(1, MOST_LINES + 1)
    ]
    shown = SHOWN // 2 if filled.family is Family.TEAMS else SHOWN
    return Form(
        own=[_field(filled, name, labels[name]) for name in names],
        event=[_field(filled, name, labels[name]) for name in event_fields(filled.system)],
        first=rows[:shown],
        more=rows[shown:],
        is_table=is_table(filled.family, typed),
        findings=[said(finding) for finding in filled.findings if not finding.name],
    )


def said(finding: FieldFinding) -> str:
    """Return a finding in the reader's language, beginning like a sentence."""
    sentence = _(finding.text).format(**finding.values)
    return f"{sentence[:1].upper()}{sentence[1:]}"


def _field(filled: Filled, name: str, label: str) -> Field:
    value = filled.typed.get(name, "").strip()
    stem = name.rstrip("0123456789") if name not in own_fields(filled.system) else name
    people = list(filled.people.get(value, ())) if value and (stem == "who" or stem in PEOPLE) else []
    return Field(
        name=name,
        label=label,
        value=filled.edition.name if stem == "edition" else value,
        placeholder=_placeholder(filled, name, stem),
        options=_options(filled, stem),
        findings=[said(finding) for finding in filled.findings if finding.name == name],
        choices=people if len(people) > 1 else (),
        found=people[0] if len(people) == 1 else None,
        is_wide=stem == "who" or stem in PEOPLE,
    )


def _placeholder(filled: Filled, name: str, stem: str) -> str:
    """Show what an empty field stands for."""
    own = filled.people.get(filled.typed.get("who", "").strip(), ())
    if len(own) == 1 and (shown := _known_values(own[0]).get(name)) is not None:
        return shown
    if stem in ("d", "md", "qd", "rd") and filled.edition.has_deviation:
        return f"{filled.edition.established_from:g}"
    usual = {"games": filled.system.games_when_rated, "g": filled.system.games_when_rated, "h": 0}
    return str(usual[stem]) if stem in usual else ""


def _known_values(known: ListedPlayer) -> dict[str, str]:
    values = {"games": known.games, "k": known.k, "born": known.birth_year, "rd": known.deviation}
    return {name: f"{value:g}" for name, value in values.items() if value is not None}


def _options(filled: Filled, stem: str) -> Sequence[Option]:
    """Return the choices of a field that is one; an empty value is what is taken where nothing is chosen."""
    rules = filled.system.entry.counts
    fixed: Mapping[str, Sequence[Option]] = {
        "s": [("", _("won")), ("0.5", _("drawn")), ("0", _("lost"))],
        "c": [("", _("Black")), ("w", _("White"))],
        "size": [(str(size) if size != rules.sizes[0] else "", f"{size} × {size}") for size in rules.sizes],
    }
    if stem == "edition":
        return [(edition.name, edition.name) for edition in reversed(filled.system.editions)]
    if stem == "class" and rules.classes:
        named = [
            (letter, f"{letter} (× {number_format(f'{weight:g}')})")
            for letter, weight in rules.class_weights.items()
        ]
        return [("", named[0][1]), *named[1:]]
    return fixed.get(stem, ())


def _labels(family: Family) -> dict[str, str]:
    return {
        "who": _("Rating or player"),
        "grade": _("New player’s grade"),
        "games": _("Rated games"),
        "k": "K",
        "born": _("Year of birth"),
        "rd": "RD",
        "idle": _("Days since the last game"),
        "edition": _("Edition"),
        "minutes": _("Adjusted minutes"),
        "size": _("Board"),
        "class": _("Class"),
        "points": _("Points at stake"),
        "place": _("Your place"),
        "o": _("First opponent") if family is Family.TEAMS else _("Opponent"),
        "s": _("Result"),
        "h": _("Handicap"),
        "c": _("You play"),
        "d": "RD",
        "g": _("Games"),
        "f": pgettext("in a game", "Place"),
        "m": _("Partner"),
        "md": "RD",
        "q": _("Second opponent"),
        "qd": "RD",
    }
