"""A journal line in the reader's words: labels of its values, and the values.

Lines keep the keys of the program ("stage", "submitted") for ever; they are put into words where they are
shown. Words are registered for an act or a group of acts ("run."), an app's in its `views.journal_words`;
where none are, the field of the subject's table has a name and choices.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from federation.journal.actions import WORD
from federation.journal.names import NAMES
from federation.language.dates import format_date
from federation.language.wording import labelled, translated
from federation.vocabulary.systems.catalogue import CATALOGUE

Label = str | Promise
Values = Mapping[Any, Label] | Callable[[Any], str]
NOTHING = "–"
MINUS = "\N{MINUS SIGN}"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of some acts: of names, and of values by name; "" names what a line was before and is."""

    names: Mapping[str, Label] = field(default_factory=dict)
    values: Mapping[str, Values] = field(default_factory=dict)


_words: dict[str, Words] = {}


def register(act: str, words: Words) -> None:
    """Register the words of an act, or of a group of them, which ends in a dot."""
    _words[act] = words


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one act on one kind of subject."""

    chain: tuple[Words, ...]
    model: type[Model] | None

    def name(self, name: str) -> str:
        """Return the label of a value; without one its key, in the form used in a sentence."""
        for words in self.chain:
            if name in words.names:
                return str(words.names[name])
        column = self.column(name)
        if column is not None:
            return str(column.verbose_name)
        return _("entrant %(number)s") % {"number": name} if name.isdigit() else name.replace("_", " ")

    def value(self, name: str, value: Any) -> str:
        """Return a value in words; "" for none."""
        if value in (None, "", [], {}):
            return ""
        known = next((words.values[name] for words in self.chain if name in words.values), None)
        if known is None:
            column = self.column(name)
            known = dict(column.flatchoices) if column is not None else {}
        if callable(known):
            return known(value)
        if isinstance(value, list):
            return ", ".join(self._one(name, item, known) for item in value)
        return self._one(name, value, known)

    def _one(self, name: str, value: Any, known: Mapping[Any, Label]) -> str:
        if isinstance(value, dict):
            pairs = ((self.name(key), self.value(key, item) or NOTHING) for key, item in value.items())
            return ", ".join(labelled(key, text) for key, text in pairs)
        if isinstance(value, list):
            return ", ".join(self._one(name, item, known) for item in value)
        return str(known[value]) if value in known else plain(value)

    def column(self, name: str) -> Any:
        """Return the field of the subject's table that a value belongs to; None without one."""
        try:
            column = self.model._meta.get_field(name) if self.model is not None and name else None
        except FieldDoesNotExist:
            return None
        return column if hasattr(column, "flatchoices") else None


def wording_of(act: str, subject: str) -> Wording:
    """Return the words of an act on a subject of a kind."""
    _discover()
    group = f"{act.partition('.')[0]}."
    chain = (*(_words[key] for key in (act, group) if key in _words), ALL)
    return Wording(chain, _models().get(subject))


@cache
def _discover() -> None:
    """Import the words of every app once."""
    autodiscover_modules("views.journal_words")


@cache
def _models() -> Mapping[str, type[Model]]:
    """Return our tables by the name the journal has for them."""
    own = (apps.get_app_config(label).get_models() for label in ("federation", "tournaments", "ratings"))
    return {str(model._meta.model_name): model for models in own for model in models}


def plain(value: Any) -> str:
    """Return a text, number or day as the reader's language writes it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return number_format(f"{value:.10g}", use_l10n=True).replace("-", MINUS)
    text = str(value)
    try:
        if _DAY.fullmatch(text):
            return format_date(date.fromisoformat(text), "j N Y")
        if _MOMENT.fullmatch(text):
            return format_date(localtime(datetime.fromisoformat(text)), "j N Y, H:i")
    except ValueError:  # what looks like a day and is none, or a moment without its time zone
        return text
    return text


def system_name(key: str) -> str:
    """Return what a rating system is called."""
    return translated(CATALOGUE[key].name) if key in CATALOGUE else key


def total(counts: Any) -> str:
    """Return how many things there are of all kinds together."""
    return str(sum(counts.values())) if isinstance(counts, dict) else plain(counts)


def _act(act: Any) -> str:
    return _(WORD[act]) if act in WORD else str(act)


# What every act has; a `system` is a key, and so are some values of others.
ALL = Words(
    NAMES,
    {
        "system": lambda key: system_name(str(key)),
        "moved": total,
        "rows": total,
        "size": filesizeformat,
        "of": _act,
    },
)
