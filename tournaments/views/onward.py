"""To EGD, FFG and FIDE: the page of a revision, its files, and what was done about them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation.accounts.permissions import account_of, is_officer, is_registrar, organiser_required
from federation.models import Account
from federation.web.downloads import name_file
from tournaments import permissions
from tournaments.checks.submission_checks import Problem, Refused
from tournaments.desk import onward_checks
from tournaments.dispatch import acts, page, rules
from tournaments.dispatch.page import Section
from tournaments.forms.dispatch import ActForm
from tournaments.models import DispatchAct, Tournament
from tournaments.onward.checks import Check, Mend
from tournaments.views.access import address_of, revision_for

Kind = DispatchAct.Kind
UNDO = "undo"


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
        "groups": onward_checks.groups(section.checks, _Ways(section.tournament, account)),
        "counts": onward_checks.counts(section.checks),
        "source": onward_checks.source_words(section.deadline.terms.source),
        "form_source": onward_checks.source_words(section.file.form.source),
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
