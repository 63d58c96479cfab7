"""The journal for officers: filtered, page by page, and as a file."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from federation.accounts.permissions import officer_required
from federation.journal import acts, subjects
from federation.journal import pages as journal_lines
from federation.journal.pages import Wanted
from federation.models import JournalEntry
from federation.views.tables import JournalTable
from federation.vocabulary import spreadsheets
from federation.web.downloads import table_stream

COLUMNS = ("place", "at", "account", "act", "subject", "subject_id", "detail", "digest")
_AT_ONCE = 2000


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget, input_formats=["%Y-%m-%d"])


class WantedForm(forms.Form):
    """The filters; invalid ones get an error and are not applied."""

    act = forms.ChoiceField(label=gettext_lazy("Action"), required=False)
    account = forms.CharField(label=gettext_lazy("Account"), required=False, max_length=120, strip=True)
    subject = forms.ChoiceField(label=gettext_lazy("Subject"), required=False)
    number = forms.CharField(label=gettext_lazy("Number"), required=False, max_length=18)
    since = _day(pgettext_lazy("days of the journal", "from"))
    until = _day(pgettext_lazy("days of the journal", "to"))
    text = forms.CharField(label=gettext_lazy("Text"), required=False, max_length=120)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act, subject = self.fields["act"], self.fields["subject"]
        act.choices = _acts()  # type: ignore[attr-defined]  # a field of a form by name
        subject.choices = [  # type: ignore[attr-defined]  # a field of a form by name
            ("", _("everything")),
            *((name, str(kind.label)) for name, kind in subjects.kinds().items() if kind.has_lines),
        ]

    @property
    def wanted(self) -> Wanted:
        """What is asked for, as far as it makes sense."""
        self.is_valid()
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})


def _acts() -> list[tuple[str, Any]]:
    groups = [(str(group.name), [(act.key, act.sentence) for act in some]) for group, some in acts.groups()]
    return [("", _("all actions")), *groups]


@require_safe
@officer_required
def journal(request: HttpRequest) -> HttpResponse:
    """Show the lines asked for, newest first."""
    form = WantedForm(request.GET)
    keys = {"older_than": request.GET.get("older", ""), "newer_than": request.GET.get("newer", "")}
    query = request.GET.copy()
    for name in ("older", "newer"):
        query.pop(name, None)
    lines_page = journal_lines.page(form.wanted, **keys)
    page = {
        "form": form,
        "page": lines_page,
        "table": JournalTable(lines_page.lines),
        "filtered": form.wanted != Wanted(),
        "query": query.urlencode(),
    }
    return render(request, "federation/journal.html", page, status=422 if form.errors else 200)


@require_safe
@officer_required
def lines(request: HttpRequest) -> StreamingHttpResponse:
    """Return the lines asked for as a file, written while it is read."""
    entries = journal_lines.wanted_lines(WantedForm(request.GET).wanted)
    lines = spreadsheets.lines(_rows(entries.iterator(chunk_size=_AT_ONCE)))
    return table_stream(chain(("\ufeff",), lines), "journal")


def _rows(entries: Iterator[JournalEntry]) -> Iterator[tuple[object, ...]]:
    yield COLUMNS
    for entry in entries:
        detail = json.dumps(entry.detail, ensure_ascii=False, sort_keys=True)
        yield (
            entry.place,
            entry.at.isoformat(),
            entry.account.email if entry.account else "",
            entry.act,
            entry.subject,
            entry.subject_id,
            detail,
            entry.digest,
        )
