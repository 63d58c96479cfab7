"""Checks of a receiver in words: by weight and kind, each with the way to correct it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.desk.finding_words import place_words, said_values
from tournaments.onward.checks import TEXTS, Check, Source, Weight

AT_ONCE = 5  # of a kind, before the rest is folded
WORDS = {
    Weight.REFUSED: _("Will be rejected"),
    Weight.MAYBE: _("May be rejected"),
    Weight.NOTE: _("Accepted as it is"),
}
CSS = {Weight.REFUSED: "error", Weight.MAYBE: "warning", Weight.NOTE: "info"}
Way = Callable[[Check], str]


@dataclass(frozen=True, slots=True)
class CheckText:
    """One check in the reader's language; `url` is where it is mended, "" nowhere."""

    place: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class KindOf:
    """The checks of one kind: those shown at once, those folded, and where they are written."""

    source: str
    lines: Sequence[CheckText]
    folded: Sequence[CheckText]


@dataclass(frozen=True, slots=True)
class Group:
    """The checks of one weight."""

    weight: str
    css: str
    label: Any
    count: int
    kinds: Sequence[KindOf]


def groups(checks: Sequence[Check], way: Way) -> list[Group]:
    """Group checks by weight, then by kind in the order they came."""
    by_weight = []
    for weight in Weight:
        of_weight = [check for check in checks if check.weight is weight]
        codes = dict.fromkeys((check.code, check.source) for check in of_weight)
        kinds = [
            _kind([check for check in of_weight if (check.code, check.source) == (code, source)], source, way)
            for code, source in codes
        ]
        if kinds:
            by_weight.append(Group(weight.value, CSS[weight], WORDS[weight], len(of_weight), kinds))
    return by_weight


def counts(checks: Sequence[Check]) -> dict[str, int]:
    """Count checks by weight."""
    return {weight.value: sum(check.weight is weight for check in checks) for weight in Weight}


def source_words(source: Source) -> str:
    """Return document and clause in the reader's language."""
    return ", ".join(filter(None, (gettext(source.document), source.clause)))


def _kind(checks: Sequence[Check], source: Source, way: Way) -> KindOf:
    texts = [_told(check, way) for check in checks]
    cut = AT_ONCE if len(texts) > AT_ONCE + 1 else len(texts)
    return KindOf(source_words(source), texts[:cut], texts[cut:])


def _told(check: Check, way: Way) -> CheckText:
    place = {"line": check.place.line, "round": check.place.round}
    where = place_words({name: value for name, value in place.items() if value is not None})
    text = gettext(TEXTS[check.code]).format(**_values(check))
    return CheckText(where, text, way(check))


def _values(check: Check) -> dict[str, object]:
    """Return the values of a text: days and rates of play in words."""
    values = said_values(check.values)
    for name in ("written", "found"):
        if check.code in ("rate-by-clock", "rate-by-name"):
            values[name] = gettext(str(values[name]))
    return values
