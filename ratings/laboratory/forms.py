"""The form of a variant: every constant of every edition as it is in force, to be changed."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from federation.forms.day_input import day_input
from federation.language.dates import format_date
from ratings.cadence.traits import traits_of
from ratings.laboratory.editions import check_conversion, editions_of
from ratings.laboratory.figures.rules import (
    can_scale,
    can_unadjust,
    can_unfloor,
    rules_of,
    why_untried,
)
from ratings.laboratory.figures.variant import NAME_MOST, PERIODS, Problem, UnfitVariant, Variant, read
from ratings.models import RatingSystem
from ratings.rulebook.constant_words import words_of
from ratings.rulebook.editions import Edition, edition_named, parameters_of

_DAY = day_input()
_YES_NO = (("true", gettext_lazy("yes")), ("false", gettext_lazy("no")))


class VariantForm(forms.Form):
    """Which rules are other; fields of constants are called `edition:constant`."""

    name = forms.CharField(label=gettext_lazy("Name of the variant"), max_length=NAME_MOST)
    no_adjustment = forms.BooleanField(
        label=gettext_lazy("without the adjustment of misplaced players"), required=False
    )
    no_floor = forms.BooleanField(label=gettext_lazy("without a lowest rating"), required=False)
    k_factor = forms.FloatField(
        label=gettext_lazy("K times"),
        initial=1,
        help_text=gettext_lazy("multiplies K (con) of every edition, tables and formulas"),
    )
    period = forms.TypedChoiceField(
        label=gettext_lazy("Months from list to list"),
        choices=[(period, period) for period in PERIODS],
        coerce=int,
        initial=1,
    )
    conversion_date = forms.DateField(label=gettext_lazy("Convert once, on"), required=False, widget=_DAY)
    # Required: browsers send a number they cannot read as nothing, which is not to pass for "as it is".
    conversion_factor = forms.FloatField(label=gettext_lazy("every rating times"), initial=1)
    conversion_offset = forms.FloatField(label=gettext_lazy("plus"), initial=0)

    def __init__(self, *args: Any, system: RatingSystem, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.editions = editions_of(system)
        for name, can in (
            ("no_adjustment", can_unadjust(self.editions)),
            ("no_floor", can_unfloor(self.editions)),
            ("k_factor", can_scale(self.editions)),
            ("period", not traits_of(system.key).moves_between_lists),
        ):
            if not can:
                del self.fields[name]
        for edition, day in self.editions:
            if len(self.editions) > 1:
                self.fields[f"{edition.name}:"] = forms.DateField(
                    label=gettext_lazy("in force from"), initial=day, widget=_DAY
                )
            for name in _tried(edition):
                self.fields[f"{edition.name}:{name}"] = _field(edition, name)
        self.variant: Variant | None = None

    def general(self) -> list[BoundField]:
        """Return the fields that are of no edition."""
        return [self[name] for name in self.fields if ":" not in name]

    def by_edition(self) -> Iterator[tuple[Edition, list[BoundField], bool]]:
        """Yield each edition, newest first, with its fields and whether it is shown unfolded."""
        for place, (edition, _day) in enumerate(reversed(self.editions)):
            fields = [self[name] for name in self.fields if name.startswith(f"{edition.name}:")]
            yield edition, fields, place == 0 or any(field.errors for field in fields)

    def full_clean(self) -> None:
        """Clean the form, and let the page open at the first field to be corrected."""
        super().full_clean()
        if self.is_bound and self.errors and not self.non_field_errors():
            shown = [*self.general(), *(field for _, fields, _open in self.by_edition() for field in fields)]
            wrong = next(field for field in shown if field.errors)
            wrong.field.widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Make the variant of what differs from the rules in force, and hold it to the rulebook."""
        cleaned = super().clean() or {}
        if _converts(cleaned) and "conversion_date" in cleaned and not cleaned["conversion_date"]:
            self.add_error("conversion_date", gettext("Give the day of the conversion."))
        if self.errors:
            return cleaned
        try:
            variant = read(self._said(cleaned))
            rules_of(variant, self.editions)
            check_conversion(variant, self.system)
        except UnfitVariant as error:
            for problem in error.problems:
                self._tell(problem.place, gettext(problem.text).format(**self._in_words(problem)))
        else:
            self.variant = variant
        return cleaned

    def _said(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        constants: dict[str, dict[str, Any]] = {}
        dates: dict[str, str] = {}
        for edition, day in self.editions:
            if (moved := cleaned.get(f"{edition.name}:")) and moved != day:
                dates[edition.name] = moved.isoformat()
            for name, value in _tried(edition).items():
                given = cleaned[f"{edition.name}:{name}"]
                given = given == "true" if isinstance(value, bool) else given
                if given != value:
                    constants.setdefault(edition.name, {})[name] = given
        variant: dict[str, Any] = {
            "name": cleaned["name"],
            "system": self.system.key,
            "constants": constants,
            "dates": dates,
            "adjustment": not cleaned.get("no_adjustment"),
            "floor": not cleaned.get("no_floor"),
            "k_factor": cleaned.get("k_factor", 1.0),
        }
        if "period" in cleaned:
            variant["period"] = cleaned["period"]
        if day := cleaned["conversion_date"]:
            variant["conversion"] = {
                "date": day.isoformat(),
                "factor": cleaned["conversion_factor"],
                "offset": cleaned["conversion_offset"],
            }
        return variant

    def _in_words(self, problem: Problem) -> dict[str, str | float]:
        """Return what fills the gaps of a problem for readers: days written out, constants in words."""
        place = problem.place.split(".")
        named = problem.values.get("edition", place[1] if place[0] == "constants" else "")
        edition = edition_named([edition for edition, _day in self.editions], str(named))
        constants = parameters_of(edition) if edition else {}
        found: dict[str, str | float] = {}
        for gap, value in problem.values.items():
            if isinstance(value, date):
                found[gap] = format_date(value, "j F Y")
            elif edition and gap in ("constant", "other") and value in constants:
                words = {"words": gettext(words_of(edition, str(value))), "name": value}
                found[gap] = gettext("“%(words)s” (%(name)s)") % words
            else:
                found[gap] = f"{value:g}" if isinstance(value, float) else value
        return found

    def _tell(self, place: str, text: str) -> None:
        """Put a problem beside its field; one without a field above all."""
        part, _dot, rest = place.partition(".")
        name = {"constants": rest.replace(".", ":", 1), "dates": f"{rest}:"}.get(
            part, place.replace(".", "_")
        )
        if name in self.fields:
            self.add_error(name, text)
        else:
            self.add_error(None, f"{place}: {text}" if part != "variant" else text)


def _converts(cleaned: dict[str, Any]) -> bool:
    """Return whether a factor or an offset is given that changes ratings."""
    change = (cleaned.get("conversion_factor", 1.0), cleaned.get("conversion_offset", 0.0))
    return change != (1.0, 0.0)


def _tried(edition: Edition) -> dict[str, float | bool | str]:
    """Return the constants a variant may replace."""
    return {name: value for name, value in parameters_of(edition).items() if not why_untried(edition, name)}


def _field(edition: Edition, name: str) -> forms.Field:
    """Return the field of a constant: what it means is the label, its name in files and API the hint."""
    value, label = getattr(edition, name), capfirst(gettext(words_of(edition, name)))
    if isinstance(value, bool):
        return forms.ChoiceField(
            label=label, help_text=name, initial="true" if value else "false", choices=_YES_NO
        )
    if isinstance(value, str):
        choices = [(word, word) for word in edition.words[name]]
        return forms.ChoiceField(label=label, help_text=name, initial=value, choices=choices)
    number = forms.FloatField(label=label, help_text=name, initial=f"{value:g}")
    number.widget.attrs["step"] = "any"
    return number
