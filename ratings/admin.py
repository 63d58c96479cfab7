"""The office's tables in the administration: policy may be changed, what was computed is only looked at."""

from json import dumps
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account
from ratings.cadence.facts import facts_of
from ratings.models import PublishedList, RatingRun, RatingSystem
from ratings.rulebook.constant_words import words_of
from ratings.rulebook.editions import (
    UnfitParameterError,
    UnknownParameterError,
    newer_than_1_0,
    parameters_of,
)
from ratings.rulebook.fide import INACTIVITY, FideEdition, inactivity_of
from ratings.rulebook.systems import SYSTEMS

OBJECT = 'an object such as {"divisor": 6}'
LEAST = "inactive_min_games"  # the constant behind the rule of inactivity


INACTIVITY_WORDS = {
    "handbook": _("FIDE Handbook: no rated game in a year"),
    "encyclopaedia": _("The encyclopaedia’s rule: fewer than 4 rated games in a year"),
}


def choices_in_words(key: str) -> list[tuple[str, str]]:
    """Return the choices an office has beside what release 1.0 did: name of a constant, what it means."""
    newest = SYSTEMS[key].editions[-1]
    text = gettext("%(words)s (as in version 1.0: %(old)s; the rules: %(new)s)")
    return [
        (
            name,
            text
            % {
                "words": gettext(words_of(newest, name)),
                "old": dumps(newest.since_1_0[name]),
                "new": dumps(new),
            },
        )
        for name, new in newer_than_1_0(newest).items()
    ]


class SystemForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no type at run time
    """Refuses an edition or a constant the rulebook does not have."""

    # To replace nothing is a policy too: Django takes an empty object for a field left out.
    parameters = forms.JSONField(label=_("parameters"), required=False)
    inactivity = forms.ChoiceField(
        label=_("inactivity"),
        required=False,
        help_text=_(
            "Who is inactive on the lists. A choice made here is written into the parameters "
            "(inactive_min_games); every list published from then on follows it, earlier lists stay."
        ),
    )

    class Meta:
        model = RatingSystem
        fields = ("position", "active", "edition", "parameters", "numeric", "imported_replace")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parameters"].help_text = format_html_join(
            mark_safe("<br>"), "<code>{}</code>: {}", choices_in_words(self.instance.key)
        )
        if not chooses_inactivity(self.instance):
            del self.fields["inactivity"]
            return
        usual = cast(FideEdition, SYSTEMS[self.instance.key].editions[-1]).inactive_min_games
        least = (self.instance.parameters or {}).get(LEAST, usual)
        named = inactivity_of(least)
        own = [] if named else [("", _("another number, as in the parameters"))]
        field = cast(forms.ChoiceField, self.fields["inactivity"])
        field.choices = [*own, *INACTIVITY_WORDS.items()]
        self.initial["inactivity"] = named

    @property
    def changes_inactivity(self) -> bool:
        """Return whether a rule of inactivity was chosen."""
        return "inactivity" in self.changed_data and self.cleaned_data.get("inactivity") in INACTIVITY

    def clean(self) -> dict[str, Any]:
        """Ask the rulebook."""
        cleaned = super().clean() or {}
        edition, given = cleaned.get("edition", ""), cleaned.get("parameters")
        parameters = {} if given is None else given
        if self.changes_inactivity and isinstance(parameters, dict):
            parameters = {**parameters, LEAST: INACTIVITY[cleaned["inactivity"]]}
        try:
            if not isinstance(parameters, dict):
                raise UnfitParameterError("parameters", OBJECT)
            key = self.instance.key
            facts_of(key).check_rules(key, edition=edition, parameters=parameters)
        except (LookupError, UnknownParameterError, UnfitParameterError) as problem:
            raise ValidationError(str(problem)) from problem
        return cleaned | {"parameters": parameters}


def chooses_inactivity(system: RatingSystem | None) -> bool:
    """Return whether the office chooses by which rule players of a system are inactive."""
    known = SYSTEMS.get(system.key) if system else None
    return known is not None and LEAST in parameters_of(known.editions[-1])


class _Kept(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no type at run time
    """Rows that come and go by runs, publications and migrations only."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


@admin.register(RatingSystem)
class RatingSystemAdmin(_Kept):
    """A system's policy."""

    list_display = ("key", "position", "active", "edition", "numeric", "stale_from", "state", "facts")
    readonly_fields = ("key", "stale_from", "state", "facts")
    form = SystemForm

    def get_fields(self, request: HttpRequest, obj: RatingSystem | None = None) -> Any:
        """Return the fields of a system; the rule of inactivity only of those it is chosen for."""
        names = super().get_fields(request, obj)
        return names if chooses_inactivity(obj) else [name for name in names if name != "inactivity"]

    def save_model(self, request: HttpRequest, obj: RatingSystem, form: Any, _change: Any) -> None:
        """Save, and have the whole history computed anew where the rules changed."""
        changed = {*form.changed_data, *(["parameters"] if form.changes_inactivity else [])}
        names = [name for name in SystemForm.Meta.fields if name in changed]
        locked = RatingSystem.objects.select_for_update(no_key=True)
        before = locked.values(*names).get(pk=obj.pk) if names else {}
        obj.save(update_fields=names)  # what became stale since the row was read stays so
        if {"edition", "parameters", "numeric", "imported_replace"} & set(names):
            facts = facts_of(obj.key)
            facts.mark_stale(obj, facts.first_day(obj))
            facts.enqueue_rating(obj.key, cast(Account, request.user))
        if names:
            after = {name: getattr(obj, name) for name in names}
            account = cast(Account, request.user)
            journal.write("system.changed", obj, account=account, before=before, after=after)


class _Closed(_Kept):
    """Rows to look at."""

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


@admin.register(RatingRun)
class RatingRunAdmin(_Closed):
    """Runs, newest first."""

    list_display = ("pk", "system", "stage", "since", "requested", "requested_by", "decided", "decided_by")
    list_filter = ("system", "stage")
    list_select_related = ("system", "requested_by", "decided_by")
    ordering: ClassVar = ["-pk"]


@admin.register(PublishedList)
class PublishedListAdmin(_Closed):
    """Lists, newest first."""

    list_display = ("system", "date", "revision", "ready", "players", "active_players", "published_by")
    list_filter = ("system",)
    list_select_related = ("system", "published_by")
    ordering: ClassVar = ["-date", "-revision"]
