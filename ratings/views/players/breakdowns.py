"""Sums as a reader sees them: formulas with symbols that explain themselves, the numbers below, and words."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ratings.breakdown.steps import Figure, Note, Step, Symbol
from ratings.breakdown.symbols import Symbols, symbols_of
from ratings.charts import figures
from ratings.rulebook.editions import Edition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PARTS = re.compile(r"\{(\w+)\}|(\^\[)|(\])|(\d[\d.]*)")
_KEY = re.compile(r"\{(\w+)\}")
# Documents that count steps or formulas, not clauses.
_NUMBERED: Mapping[type[Edition], Callable[[], str]] = {
    FicsEdition: lambda: _("step %(n)s"),
    LadderEdition: lambda: _("formula %(n)s"),
}
_OPERATORS = ("−", "+", "×", "/")


@dataclass(frozen=True, slots=True)
class Place:
    """Context of a sum: its rules, and the prefix of the ids of its explanations."""

    system: str
    edition: Edition
    card: str

    @property
    def symbols(self) -> Symbols:
        """The symbols the sum is made of."""
        return symbols_of(self.edition, self.system)

    @property
    def rules(self) -> str:
        """The address of the edition's rules."""
        return reverse("rules-edition", args=[self.system, self.edition.name])


@dataclass(frozen=True, slots=True)
class Line:
    """One step, set: its sign, the formula with symbols and with numbers, what comes out, why, the clause."""

    key: str
    sign: SafeString
    formula: SafeString  # "": read in a table
    numbers: SafeString
    value: str
    words: str
    clause: str
    address: str  # of the clause on the page of rules
    parts: frozenset[str]  # the symbols shown in it


@dataclass(frozen=True, slots=True)
class Entry:
    """A symbol explained: what it is, how it is computed, where that is written."""

    id: str
    key: str
    sign: str
    name: str
    words: str
    clause: str  # with its document
    is_word: bool  # the sign is one, not a letter
    formulas: Sequence[SafeString] = ()


def in_language(number: str) -> str:
    """Put the reader's decimal separator into a number."""
    return number.replace(".", str(get_format("DECIMAL_SEPARATOR")))


def plain(value: float, places: int = 0) -> str:
    """Return a number rounded to so many decimals, in the reader's language, with a true minus."""
    # number_format would cut decimals off instead of rounding them
    text = f"{value:.{places}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")  # no minus before a zero
    return in_language(text).replace("-", figures.MINUS)


def signed(value: float) -> str:
    """Return a change with its sign and two decimals, in the reader's language."""
    return in_language(figures.signed(value, places=2))


def tiny(value: float) -> str:
    """Return a very small number as digits times a power of ten."""
    if not value:
        return "0"
    power = math.floor(math.log10(abs(value)))
    return f"{plain(value / 10.0**power, 3)} × 10{str(power).translate(_RAISED)}"


def figure(shown: Figure) -> str:
    """Return the figure of a step."""
    if shown.is_tiny:
        return tiny(shown.value)
    if shown.is_signed:
        return in_language(figures.signed(shown.value, places=shown.places))
    return plain(shown.value, shown.places)


def lines(steps: Iterable[Step], place: Place, *, clause: str = "") -> list[Line]:
    """Return the steps of a sum; `clause` is that of the last where it depends on the game."""
    every = list(steps)
    return [_line(step, place, clause=clause if step is every[-1] else "") for step in every]


def _line(step: Step, place: Place, *, clause: str) -> Line:
    symbols = place.symbols
    symbol, known = symbols[step.key], {other.key for other in symbols.every}
    return Line(
        key=step.key,
        sign=_explain_symbol(symbol, place),
        formula=with_symbols(step.formula if _keys(step.formula) <= known else "", place),
        numbers=with_numbers(step.formula, step.figures) if step.formula else SafeString(""),
        value=figure(step.value),
        words=" ".join(said(note) for note in step.words),
        clause=written(place, clause or symbol.clause),
        address=f"{place.rules}#symbol-{step.key}",
        parts=frozenset({step.key} | (_keys(step.formula) & known)),
    )


def said(note: Note) -> str:
    """Return a sentence with its figures."""
    return _(note.text) % {key: figure(value) for key, value in note.figures.items()}


def signs(place: Place) -> dict[str, SafeString]:
    """Return every symbol by its key for the heads of tables, which fold on a phone: it is plain there."""
    entries = [_entry(symbol, place, with_formulas=False) for symbol in place.symbols.every]
    return heads(entries)


def heads(entries: Iterable[Entry]) -> dict[str, SafeString]:
    """Return the heads of columns by key: signs that open their explanation, alone where a table folds."""
    return {
        entry.key: format_html('{}<span class="plain-sign">{}</span>', explained(entry), entry.sign)
        for entry in entries
    }


def written(place: Place, clause: str) -> str:
    """Name a clause with its document."""
    document = _(place.symbols.document)
    if not clause:
        return document
    numbered = _NUMBERED.get(type(place.edition))
    return f"{document}, {numbered() % {'n': clause} if numbered else clause}"


def _keys(formula: str) -> set[str]:
    return set(_KEY.findall(formula))


def used(every: Iterable[Line]) -> set[str]:
    """Return the symbols some lines show."""
    return {part for line in every for part in line.parts}


def legend(place: Place, keys: Iterable[str] | None = None, *, with_formulas: bool = False) -> list[Entry]:
    """Explain some symbols, without keys all of the edition."""
    symbols = place.symbols
    wanted = {symbol.key for symbol in symbols.every} if keys is None else set(keys)
    return [
        _entry(symbol, place, with_formulas=with_formulas) for symbol in symbols.every if symbol.key in wanted
    ]


def _entry(symbol: Symbol, place: Place, *, with_formulas: bool) -> Entry:
    return Entry(
        id=f"{place.card}-{symbol.key}",
        key=symbol.key,
        sign=_sign(symbol),
        name=_(symbol.name),
        words=_(symbol.words),
        clause=written(place, symbol.clause) if symbol.clause else "",
        is_word=symbol.is_word,
        formulas=[with_symbols(formula, place) for formula in symbol.formulas] if with_formulas else (),
    )


def with_symbols(formula: str, place: Place) -> SafeString:
    """Return a formula with its symbols, each of which explains itself."""
    symbols = place.symbols
    return _set_formula(formula, lambda key, _before: _explain_symbol(symbols[key], place))


def with_numbers(formula: str, numbers: Mapping[str, Figure]) -> SafeString:
    """Return a formula with numbers for its symbols; a negative one behind a sign in brackets."""

    def numbered(key: str, before: str) -> str:
        if key not in numbers:
            return key  # e and ln stand for themselves
        text = figure(numbers[key])
        negative = text.startswith(figures.MINUS)
        return f"({text})" if negative and before.rstrip().endswith(_OPERATORS) else text

    return _set_formula(formula, numbered)


def _set_formula(formula: str, stands: Callable[[str, str], str]) -> SafeString:
    """Return a formula; `stands` returns the markup of a key, given the text written before it."""
    markup, at, before = SafeString(), 0, ""
    for match in _PARTS.finditer(formula):
        key, raised, lowered, number = match.groups()
        between = formula[at : match.start()]
        markup += escape(between)
        before += between
        part = (
            conditional_escape(stands(key, before))
            if key
            else mark_safe("<sup>")
            if raised
            else mark_safe("</sup>")
            if lowered
            else escape(in_language(number))
        )
        markup += part
        before += match.group()
        at = match.end()
    return markup + escape(formula[at:])


def _sign(symbol: Symbol) -> str:
    return _(symbol.sign) if symbol.is_word else symbol.sign


def _explain_symbol(symbol: Symbol, place: Place) -> SafeString:
    return explained(_entry(symbol, place, with_formulas=False))


def explained(entry: Entry) -> SafeString:
    """Return a sign as what opens its explanation: under the pointer, with the focus, at a tap."""
    clause = format_html(" <small>{}</small>", entry.clause) if entry.clause else ""
    return format_html(
        '<span class="symbol{}"><button type="button" aria-describedby="{}">{}</button>'
        '<span class="tip" aria-hidden="true"><b>{}</b> {} {}{}</span></span>',
        " word" if entry.is_word else "",
        entry.id,
        entry.sign,
        entry.sign,
        f"{entry.name}.",
        entry.words,
        clause,
    )
