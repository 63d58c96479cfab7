"""The register's desk: licences of a season for many players at once, shown before they are given."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, editable_players, keeps_one_club, registrar_required
from federation.forms.player_changes import FIRST_SEASON, STATUSES
from federation.history import batches
from federation.history.wording import KINDS, NOTHING
from federation.models import Account, Club, JournalEntry
from federation.player_lists import licence_list
from federation.player_lists.import_list import Overtaken
from federation.player_lists.licence_list import Given, Held, LicencePlan, Wanted
from federation.player_lists.readers import licence_lines
from federation.player_lists.readers.row import ListFinding
from federation.register.register import RegisterError
from federation.views.tables import BatchTable, GivenTable, LeftTable
from federation.web.sent_forms import limit_body

_LIMIT = {"limit": licence_lines.MOST_BYTES // 2**20, "lines": licence_lines.MOST_LINES}

SHOWN = 200  # of each table; what is behind it is counted
_RECENT = 30
_MOST = 2 * licence_lines.MOST_BYTES  # bytes of a form: its text in UTF-8, and the browser's encoding


def _refuse(request: HttpRequest, _size: int) -> HttpResponse:
    return _page(request, LicencesForm(), problem=too_large(), status=413)


@require_http_methods(["GET", "POST"])
@registrar_required
@limit_body(lambda: _MOST, _refuse)
def index(request: HttpRequest) -> HttpResponse:
    """Show the form and the latest acts, or what lines would do; give the licences once that was shown."""
    if request.method == "GET":
        return _page(request, LicencesForm())
    form = LicencesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    text, wanted = form.cleaned_data["text"], form.wanted(account_of(request))
    problem = ""
    if request.POST.get("act") == "give":
        try:
            plan, first = licence_list.give(text, wanted, fingerprint=request.POST.get("fingerprint", ""))
        except Overtaken:
            problem = _(
                "The lines or the register have changed since the preview. Check them again, then give the "
                "licences."
            )
        else:
            _tell(request, plan, first)
            return redirect("register-licences")
    plan = licence_list.plan(text, wanted)
    shown = LicencesForm(initial={**form.cleaned_data, "file": None})
    return _page(request, shown, plan=plan, problem=problem, status=409 if problem else 200)


def _tell(request: HttpRequest, plan: LicencePlan, first: JournalEntry | None) -> None:
    if first is None:
        messages.info(request, _("No changes."))
        return
    gaps = {"season": plan.season, "new": len(plan.new), "changed": len(plan.changed)}
    text = _("Licences for %(season)s: %(new)s new, %(changed)s changed. You can undo this below.")
    messages.success(request, text % gaps)


class LicencesForm(forms.Form):
    """Season, kind, and lines that say whose licences they are: pasted, or a file that takes their place."""

    season = forms.IntegerField(label=gettext_lazy("Season"), min_value=FIRST_SEASON)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of licence"),
        choices=STATUSES,
        help_text=gettext_lazy("For lines that name no season or kind of their own."),
    )
    text = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("Replaces the lines."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("season", timezone.localdate().year)

    def clean_season(self) -> int:
        """Refuse a season for which licences are not given yet."""
        season: int = self.cleaned_data["season"]
        if season > timezone.localdate().year + 1:
            raise forms.ValidationError(gettext_lazy("Next year’s season at the latest."))
        return season

    def clean(self) -> dict[str, Any]:
        """Read the file in the place of the lines, and refuse what is empty or too much."""
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > licence_lines.MOST_BYTES:
            raise forms.ValidationError(too_large())
        text = licence_lines.decode(file.read()) if file is not None else cleaned.get("text", "")
        text = text.replace("\0", "")
        if len(text) > licence_lines.MOST_BYTES:
            raise forms.ValidationError(too_large())
        if not text.strip():
            raise forms.ValidationError(
                gettext_lazy("Enter at least one line, or choose a file that is not empty.")
            )
        return {**cleaned, "text": text}

    def wanted(self, account: Account) -> Wanted:
        """Return what is asked for, once the form is valid."""
        return Wanted(self.cleaned_data["season"], self.cleaned_data["kind"], account)


def too_large() -> str:
    """Return the sentence for more than is read at once."""
    return str(gettext_lazy("This is more than %(limit)s MB or %(lines)s lines. Send it in parts.") % _LIMIT)


def _page(
    request: HttpRequest,
    form: LicencesForm,
    *,
    plan: LicencePlan | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    account = account_of(request)
    page: dict[str, Any] = {
        "form": form,
        "problem": problem,
        "plan": plan,
        "shown": SHOWN,
        "own_club": account.club if keeps_one_club(account) else None,
        "megabytes": licence_lines.MOST_BYTES // 2**20,
        "most": licence_lines.MOST_LINES,
        "batches": BatchTable(_batches(account)),
    }
    if plan is not None:
        page |= _tables(plan)
    return render(request, "federation/register/licences.html", page, status=status)


def _tables(plan: LicencePlan) -> dict[str, Any]:
    clubs = dict(Club.objects.values_list("pk", "name"))
    return {
        "new": GivenTable(_given(licence, clubs) for licence in plan.new[:SHOWN]),
        "changed": GivenTable(_given(licence, clubs) for licence in plan.changed[:SHOWN]),
        "left": LeftTable(map(_left, plan.findings[:SHOWN])),
        "notes": LeftTable(map(_left, plan.notes[:SHOWN])),
        "doubles": LeftTable(map(_left, plan.doubles[:SHOWN])),
    }


def _given(given: Given, clubs: dict[int, str]) -> dict[str, Any]:
    before, after = (_licence_words(licence, clubs) for licence in (given.before, given.after))
    after = f"{given.season}: {after}"
    return {"line": given.line, "player": given.player, "name": given.name, "before": before, "after": after}


def _licence_words(licence: Held | None, clubs: dict[int, str]) -> str:
    if licence is None:
        return NOTHING
    kind, club = licence
    return ", ".join(text for text in (str(KINDS.get(kind, kind)), clubs.get(club or 0, "")) if text)


def _left(finding: ListFinding) -> dict[str, Any]:
    return {"line": finding.line, "why": _(licence_lines.TEXTS[finding.code]).format(**finding.values)}


def _batches(account: Account) -> list[dict[str, Any]]:
    """Return the latest acts of many licences: of a club's registrar those of the same account."""
    lines = JournalEntry.objects.filter(act__in=[batches.GIVEN, batches.TAKEN_BACK]).select_related("account")
    if keeps_one_club(account):
        lines = lines.filter(account=account)
    entries = list(lines.order_by("-pk")[:_RECENT])
    undone: set[int] = set()
    for line in entries:  # the newest first: whether an undo stands is known before what it undoes is reached
        if line.pk not in undone and line.act == batches.TAKEN_BACK:
            undone.add(line.detail["undoes"])
    return [{"line": line, "is_undone": line.pk in undone, "what": _batch_words(line)} for line in entries]


def _batch_words(line: JournalEntry) -> str:
    detail = line.detail
    if line.act == batches.TAKEN_BACK:
        return _("undone, players: %(count)s") % {"count": detail["players"]}
    return _("%(new)s new, %(changed)s changed") % {"new": detail["new"], "changed": detail["changed"]}


@require_POST
@registrar_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo licences given by list as a whole, or refuse with what was changed since."""
    account, allowed = account_of(request), None
    if keeps_one_club(account):
        if not JournalEntry.objects.filter(pk=pk, account=account).exists():
            messages.error(request, _("This action cannot be undone."))
            return redirect("register-licences")
        allowed = set(editable_players(account).values_list("pk", flat=True))
    try:
        batches.undo(pk, account=account, allowed=allowed)
    except RegisterError as refusal:
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Undone: every licence on the list is as it was before."))
    return redirect("register-licences")
