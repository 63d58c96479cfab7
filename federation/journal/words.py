"""A journal line in the reader's words: labels of its values, and the values.

Lines keep the keys of the program ("stage", "submitted") for ever; they are put into words where they are
shown. An act or its family ("run.") declares words of its own (`journal.acts`); the names many acts share are
here; otherwise the field of the subject's table has a name and choices.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.journal import acts
from federation.journal.acts import Details, Label
from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import labelled

NAMES: Mapping[str, Any] = {
    "": "",  # what a line was before and is, as one value: the act defines what it is
    "accepted": pgettext_lazy("number of things", "accepted"),
    "account": gettext_lazy("account"),
    "active": pgettext_lazy("account", "may log in"),
    "added": pgettext_lazy("number of things", "added"),
    "address": gettext_lazy("address"),
    "answers": gettext_lazy("answers"),
    "batch": gettext_lazy("line of all of them"),
    "begins": gettext_lazy("begins with"),
    "change": gettext_lazy("change no."),
    "changed": pgettext_lazy("number of things", "changed"),
    "client": gettext_lazy("client number"),
    "club": gettext_lazy("club"),
    "clubs": gettext_lazy("clubs"),
    "code": gettext_lazy("code"),
    "contact_public": gettext_lazy("contact shown to everyone"),
    "correction": gettext_lazy("line of the correction"),
    "count": gettext_lazy("count"),
    "country": gettext_lazy("country"),
    "created": pgettext_lazy("number of things", "new"),
    "date": gettext_lazy("date"),
    "day": gettext_lazy("day"),
    "declared_grades": gettext_lazy("declared grades"),
    "description": gettext_lazy("description"),
    "email": gettext_lazy("e-mail address"),
    "end": gettext_lazy("last day"),
    "enrolled": pgettext_lazy("number of things", "newly enrolled"),
    "entrant": gettext_lazy("entrant"),
    "entries": gettext_lazy("entrants"),
    "events": gettext_lazy("events"),
    "federation": gettext_lazy("federation"),
    "federations": gettext_lazy("federations"),
    "file": gettext_lazy("file"),
    "filename": gettext_lazy("file"),
    "fingerprint": gettext_lazy("fingerprint"),
    "force": gettext_lazy("despite warnings"),
    "format": gettext_lazy("format"),
    "game": gettext_lazy("game"),
    "given_name": gettext_lazy("given name"),
    "gone": pgettext_lazy("number of things", "gone"),
    "grade": gettext_lazy("grade"),
    "handicap": gettext_lazy("handicap"),
    "identifiers": gettext_lazy("numbers"),
    "invitation": gettext_lazy("invitation no."),
    "is_given": pgettext_lazy("e-mail address", "on the register"),
    "key": gettext_lazy("key"),
    "kind": gettext_lazy("kind"),
    "known": pgettext_lazy("number of things", "known before"),
    "known_names": gettext_lazy("known names"),
    "label": gettext_lazy("label"),
    "language": gettext_lazy("language"),
    "left": pgettext_lazy("number of things", "left out"),
    "levels": gettext_lazy("levels"),
    "licences": gettext_lazy("licences"),
    "message": gettext_lazy("message"),
    "merge": gettext_lazy("merge no."),
    "moved": pgettext_lazy("number of things", "moved"),
    "name": gettext_lazy("name"),
    "name in files": gettext_lazy("name in files"),
    "new": pgettext_lazy("number of things", "new"),
    "newcomers": gettext_lazy("new players"),
    "number": gettext_lazy("number"),
    "numbers": gettext_lazy("numbers"),
    "of": gettext_lazy("action"),
    "older": pgettext_lazy("number of things", "older than the register"),
    "opened": gettext_lazy("reopened"),
    "origin": gettext_lazy("log"),
    "other": gettext_lazy("other number"),
    "page": gettext_lazy("page"),
    "past": gettext_lazy("for the archive alone"),
    "place": gettext_lazy("place"),
    "player": gettext_lazy("player no."),
    "players": gettext_lazy("players"),
    "present": gettext_lazy("entrants present"),
    "rate": gettext_lazy("time control"),
    "rated_by": gettext_lazy("rated by"),
    "rating": gettext_lazy("rating"),
    "reason": gettext_lazy("reason"),
    "receiver": gettext_lazy("recipient"),
    "refused": pgettext_lazy("number of things", "refused"),
    "region": gettext_lazy("region"),
    "remarks": gettext_lazy("remarks"),
    "removed": pgettext_lazy("number of things", "removed"),
    "revision": gettext_lazy("revision"),
    "roles": gettext_lazy("roles"),
    "round": gettext_lazy("round"),
    "rounds": gettext_lazy("rounds"),
    "rows": gettext_lazy("rows"),
    "scheme": gettext_lazy("scheme"),
    "scopes": gettext_lazy("may be used to"),
    "season": gettext_lazy("season"),
    "server": gettext_lazy("server"),
    "sha256": "SHA-256",
    "shown": pgettext_lazy("year of death", "shown to everyone"),
    "since": gettext_lazy("since"),
    "size": gettext_lazy("size"),
    "source": gettext_lazy("source"),
    "stakes": gettext_lazy("points at stake"),
    "start": gettext_lazy("first day"),
    "staying": pgettext_lazy("number of things", "staying"),
    "superseded": gettext_lazy("replaces revision"),
    "surname": gettext_lazy("surname"),
    "system": gettext_lazy("rating system"),
    "text": gettext_lazy("text"),
    "title": gettext_lazy("title"),
    "tournament": gettext_lazy("tournament"),
    "town": gettext_lazy("town"),
    "unchanged": pgettext_lazy("number of things", "unchanged"),
    "unclear": pgettext_lazy("number of things", "unclear"),
    "undoes": gettext_lazy("undoes line"),
    "unfit": gettext_lazy("rules have changed"),
    "until": gettext_lazy("until"),
    "value": gettext_lazy("number"),
    "variant": gettext_lazy("variant"),
    "warnings": gettext_lazy("warnings"),
    "website": gettext_lazy("website"),
    "whole": gettext_lazy("the whole history"),
    "withdrawn": gettext_lazy("withdrawn revisions"),
}

NOTHING = "–"
MINUS = "\N{MINUS SIGN}"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one act on one kind of subject."""

    chain: tuple[Details, ...]
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
    return Wording((acts.find(act), acts.family_of(act), ALL), _models().get(subject))


@cache
def _models() -> Mapping[str, type[Model]]:
    """Return our tables by the name the journal has for them."""
    own = (app.get_models() for app in apps.get_app_configs() if app.name in settings.OUR_APPS)
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


def total(counts: Any) -> str:
    """Return how many things there are of all kinds together."""
    return str(sum(counts.values())) if isinstance(counts, dict) else plain(counts)


# What every act has; a `system` is a key, and so are some values of others.
ALL = Details(
    names=NAMES,
    values={
        "system": lambda key: system_name(str(key)),
        "moved": total,
        "rows": total,
        "size": filesizeformat,
        "of": lambda key: acts.sentence(str(key)),
    },
)
