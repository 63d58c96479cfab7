"""To EGD, FFG and FIDE: the page of a revision, its files, and what was done about them.

The officers' board of what goes onward, and what the office sets about it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation.accounts.permissions import (
    account_of,
    is_officer,
    is_registrar,
    officer_required,
    organiser_required,
)
from federation.models import Account
from federation.web.downloads import name_file
from tournaments import permissions
from tournaments.checks.problems import Problem, Refused
from tournaments.desk.finding_words import place_words, said_values
from tournaments.dispatch import acts, board, page, rules
from tournaments.dispatch.page import Section
from tournaments.forms.dispatch import ActForm, RuleForm
from tournaments.models import DispatchAct, Tournament
from tournaments.onward.checks import TEXTS, Check, Mend, Source, Weight
from tournaments.onward.receivers import KEYS, RECEIVERS
from tournaments.views.access import address_of, revision_for
from tournaments.views.tables import OnwardTable

AT_ONCE = 5  # of a kind, before the rest is folded
WORDS = {
    Weight.REFUSED: gettext_lazy("Will be rejected"),
    Weight.MAYBE: gettext_lazy("May be rejected"),
    Weight.NOTE: gettext_lazy("Accepted as it is"),
}
CSS = {Weight.REFUSED: "error", Weight.MAYBE: "warning", Weight.NOTE: "info"}
Way = Callable[[Check], str]

Kind = DispatchAct.Kind
UNDO = "undo"


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


def check_groups(checks: Sequence[Check], way: Way) -> list[Group]:
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


def check_counts(checks: Sequence[Check]) -> dict[str, int]:
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


@require_GET
@organiser_required
def show(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show for each receiver the file, what would be found in it, the days left and what was done."""
    current = revision_for(request, (number, revision))
    account = account_of(request)
    sections = page.sections(current, rules.rule(), timezone.localdate())
    answer = {
        "tournament": current,
        "officer": is_officer(account),
        "may_act": permissions.may_send_onward(account, current),
        "sections": [_shown(section, account) for section in sections],
        "in_force": page.in_force(current) if sections and not sections[0].is_in_force else 0,
    }
    return render(request, "tournaments/onward.html", answer)


def _shown(section: Section, account: Account) -> dict[str, object]:
    """Return a section with its checks in words."""
    return {
        "of": section,
        "groups": check_groups(section.checks, _Ways(section.tournament, account)),
        "counts": check_counts(section.checks),
        "source": source_words(section.deadline.terms.source),
        "form_source": source_words(section.file.form.source),
        "may": {kind.value: section.may(kind) for kind in Kind},
    }


class _Ways:
    """The addresses where the checks of a revision are mended, for one account."""

    def __init__(self, tournament: Tournament, account: Account) -> None:
        self.tournament = tournament
        self.may_edit = permissions.may_edit(account, tournament)
        self.keeps = is_officer(account) or is_registrar(account)
        rows = tournament.entries.exclude(player=None) if self.keeps else tournament.entries.none()
        self.players = dict(rows.values_list("number", "player"))

    def __call__(self, check: Check) -> str:
        number, revision = self.tournament.number, self.tournament.revision
        entrant, place = check.place.entrant, address_of(self.tournament)
        if check.mend is Mend.FACTS:
            return place
        if check.mend is Mend.PLAYER and entrant in self.players:
            return reverse("register-edit", args=[self.players[entrant]])
        if entrant is None:
            return ""
        if not self.may_edit:
            return f"{place}?entrant={entrant}#entrant-{entrant}"
        if check.mend is Mend.ROUND and check.place.round:
            return reverse("desk-cell", args=[number, revision, check.place.round, entrant])
        return reverse("desk-entrant", args=[number, revision, entrant])


@require_GET
@organiser_required
def file(request: HttpRequest, number: int, revision: int, receiver: str) -> HttpResponse:
    """Return the exact file for a receiver as it is now."""
    section = _section(revision_for(request, (number, revision)), receiver)
    return _download(section.file.filename, section.file.content)


@require_GET
@organiser_required
def sent(request: HttpRequest, number: int, revision: int, receiver: str) -> HttpResponse:
    """Return the file as it was sent last."""
    current = revision_for(request, (number, revision))
    sent_acts = DispatchAct.objects.filter(
        dispatch__number=current.number, dispatch__receiver=receiver, kind=Kind.SENT.value
    )
    act = sent_acts.order_by("-pk").first()
    if act is None:
        raise Http404
    return _download(act.filename, bytes(act.content or b""))


def _section(current: Tournament, receiver: str) -> Section:
    section = page.section_of(current, receiver, rules.rule(), timezone.localdate())
    if section is None:
        raise Http404
    return section


def _download(filename: str, content: bytes) -> HttpResponse:
    return name_file(HttpResponse(content, content_type="application/octet-stream"), filename)


@require_POST
@organiser_required
def act(request: HttpRequest, number: int, revision: int, receiver: str, kind: str) -> HttpResponse:
    """Note what was done about a file, or undo the last of it."""
    current = revision_for(request, (number, revision), question=permissions.may_send_onward)
    section = _section(current, receiver)
    if kind != UNDO and kind not in Kind.values:
        raise Http404
    form = ActForm(request.POST)
    if not form.is_valid():
        for problem in (error for errors in form.errors.values() for error in errors):
            messages.error(request, str(problem))
    else:
        _do(request, section, kind, form)
    return redirect(f"{address_of(current, 'desk-onward')}#{receiver}")


def _do(request: HttpRequest, section: Section, kind: str, form: ActForm) -> None:
    """Do it with a message, or give the reason where someone else was first."""
    current, receiver, account = section.tournament, section.receiver.key, account_of(request)
    try:
        if kind == UNDO:
            acts.undo(current, receiver, seen=form.said.seen, account=account)
        elif kind == Kind.SENT:
            if form.cleaned_data["file"] != section.sha256:
                raise Refused(Problem("dispatch-file"))
            acts.send(current, receiver, section.file, form.said, account=account)
        else:
            acts.note(current, receiver, Kind(kind), form.said, account=account)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message)
    else:
        messages.success(request, _("Saved."))


A_PAGE = 50
STATES = [
    ("", gettext_lazy("to be sent")),
    ("overdue", gettext_lazy("overdue")),
    ("sent", gettext_lazy("sent, no reply yet")),
    ("accepted", gettext_lazy("accepted")),
    ("off", gettext_lazy("not to be sent")),
    ("all", gettext_lazy("everything")),
]


@require_GET
@officer_required
def show_board(request: HttpRequest) -> HttpResponse:
    """Show what is to be sent, the most overdue first."""
    rule, today, wanted = rules.rule(), timezone.localdate(), _read_filter(request)
    pages = Paginator(board.rows(rule, today, wanted), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "pages": pages,
        "board": OnwardTable(pages),
        "rule": rule,
        "wanted": wanted,
        "states": STATES,
        "receivers": [("", _("all recipients")), *((key, RECEIVERS[key].name) for key in KEYS)],
        "asks": wanted != board.Wanted(),
    }
    return render(request, "tournaments/onward_board.html", page)


def _read_filter(request: HttpRequest) -> board.Wanted:
    """Read the filter; an unknown value is ignored."""
    state, receiver = request.GET.get("state", ""), request.GET.get("receiver", "")
    return board.Wanted(
        state=state if state in board.STATES else "",
        receiver=receiver if receiver in KEYS else "",
        text=request.GET.get("q", "").strip()[:100],
    )


@require_http_methods(["GET", "POST"])
@officer_required
def edit_rule(request: HttpRequest) -> HttpResponse:
    """Show from when on, where to and with which days of its own the office sends, and let it be changed."""
    dispatch_rule = rules.rule()
    initial = {name: getattr(dispatch_rule, name) for name in rules.FIELDS}
    form = RuleForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        changed = rules.choose(form.cleaned_data, account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("onward-rule")
    status = 422 if form.errors else 200
    return render(request, "tournaments/onward_rule.html", {"form": form}, status=status)
