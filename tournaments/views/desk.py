"""The desk: an organiser's own tournaments, an officer's queue, the page of one revision and its files."""

from io import BytesIO

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, is_officer, is_registrar, organiser_required
from federation.claims import office
from federation.models import Account
from federation.web.downloads import name_file
from tournaments import permissions
from tournaments.checks import four_eyes, problems, submission_checks
from tournaments.corrections import where_counts
from tournaments.desk import crosstable, desk_findings, queries
from tournaments.desk.finding_words import sentence
from tournaments.dispatch import rules
from tournaments.entrants import entries
from tournaments.forms.desk import FactsForm, ReasonForm, facts_form, family_choices
from tournaments.intake import intake
from tournaments.models import Enrolment, Entry, Tournament, Upload
from tournaments.models.stages import UNDECIDED, Stage
from tournaments.onward.receivers import receivers_of
from tournaments.review import replies
from tournaments.revisions import changes, exports
from tournaments.revisions.public import public_revision
from tournaments.revisions.report_to_models import EARLIEST
from tournaments.views.access import address_of, revision_for
from tournaments.views.tables import DeskTable, WaitingTable

_A_PAGE = 50
_OLD = 2  # years after which a date has to be confirmed
OWN_STATES = [
    ("", gettext_lazy("everything")),
    ("turn", gettext_lazy("waiting for you")),
    ("waiting", gettext_lazy("waiting for an officer")),
    ("approved", gettext_lazy("approved")),
    ("over", gettext_lazy("withdrawn or replaced")),
]


@require_GET
@organiser_required
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits for an officer and what the account handed in itself."""
    account = account_of(request)
    officer = is_officer(account)
    state, text = request.GET.get("state", ""), request.GET.get("q", "")[:100].strip()
    own = Paginator(queries.own(account, state, text), _A_PAGE).get_page(request.GET.get("page"))
    page = {
        "officer": officer,
        "queue": WaitingTable(queries.queue()[:200] if officer else ()),
        "unowned": DeskTable(queries.unowned()[:200] if officer else ()),
        "own": DeskTable(own),
        "pages": own,
        "states": OWN_STATES,
        "state": state if state in queries.OWN_STATES else "",
        "text": text,
        "leftover": queries.leftover_uploads(account),
        "waiting": office.waiting_for(account) if is_registrar(account) else None,
    }
    return render(request, "tournaments/desk.html", page)


@require_http_methods(["GET", "POST"])
@organiser_required
def tournament(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show one revision with its findings and crosstable; the organiser may correct the facts of a draft."""
    current = revision_for(request, (number, revision))
    form = facts_form(current)
    if request.method == "POST":
        form = FactsForm(request.POST, discipline=current.discipline)
        if form.is_valid():
            return _correct(request, current, form)
    query = crosstable.Asked(**{name: request.GET.get(name, "")[:100].strip() for name in crosstable.ASKED})
    page = _tournament_page(account_of(request), current, form, query)
    return render(request, "tournaments/tournament.html", page, status=422 if form.errors else 200)


def _correct(request: HttpRequest, current: Tournament, form: FactsForm) -> HttpResponse:
    if not permissions.is_own(account_of(request), current):
        raise PermissionDenied
    try:
        seen = request.POST.get("seen", "")
        changed = intake.correct(current, form.facts, account=account_of(request), seen_as=seen)
    except entries.Closed as closed:
        messages.error(request, closed.message)
    except problems.Refused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message)
    else:
        messages.success(request, _("Saved.") if changed else _("No changes."))
    return redirect(address_of(current))


def _tournament_page(
    account: Account, current: Tournament, form: FactsForm, query: crosstable.Asked
) -> dict[str, object]:
    """Return what the template of one revision needs; `query`: which part of it."""
    people = crosstable.entrants(current)
    shown = crosstable.page_of(people, query)
    rows = crosstable.rows_of(current, people, list(shown))
    by_hand, cells = crosstable.corrected(current, {entry.number: str(entry) for entry in people})
    matches = [entry.match for entry in people]
    return {
        **standing(account, current),
        "pages": shown,
        "is_long": len(people) > crosstable.A_PAGE,
        "asked": query,
        "form": form,
        "rows": rows,
        "rounds": range(1, len(rows[0].cells) + 1 if rows else 1),
        "table": crosstable.marked(rows, cells),
        "corrections": by_hand,
        "findings": _findings(current, query),
        "kind": query.kind,
        "questions": _questions(current),
        "severities": queries.severities(current.current_findings),
        "seen": intake.seen(current),
        "formats": exports.formats_for(current),
        "matches": [(state, matches.count(state)) for state in Entry.Match if state in matches],
        "dated": current.start >= EARLIEST,
        "revisions": queries.revisions(current),
        "history": queries.history(current),
        "changes": changes.changes(current, public=False),
        "effects_of": effects_of(account, current),
    }


def _questions(current: Tournament) -> list[dict[str, object]]:
    """Return the remarks made when the revision was returned, with their subjects in words."""
    return [
        {
            "key": question.key,
            "text": question.text,
            "reply": question.reply,
            "about": sentence(question.finding["code"], question.finding["values"])
            if question.finding
            else "",
        }
        for question in replies.questions(current)
    ]


def _findings(current: Tournament, query: crosstable.Asked) -> list[desk_findings.Group]:
    """Return the findings of a revision, or a page of those of one kind."""
    if query.kind:
        return desk_findings.of_kind(current, query.kind, query.lines)
    return desk_findings.groups(current)


def effects_of(account: Account, current: Tournament) -> str:
    """Return which page shows what the revision does to ratings: to officers once it is approved."""
    if current.stage == Stage.APPROVED:
        return "approved" if is_officer(account) else ""
    return "waiting" if current.stage in UNDECIDED else ""


def standing(account: Account, current: Tournament) -> dict[str, object]:
    """Return what shows where a revision stands and what may be done with it now."""
    may_edit, may_approve = permissions.may_edit(account, current), permissions.may_approve(account, current)
    problems = submission_checks.before_submission(current) if may_edit else ()
    return {
        "tournament": current,
        "reason_form": ReasonForm(),
        "problems": problems,
        "checked": not problems if may_edit else None,
        "rulings": rulings(current),
        "is_asked": bool(current.asked_for) and not current.ruled,
        "counts_seen": where_counts.seen(current),
        "years_old": years_old(current),
        "undecided": any(problem.code in submission_checks.OF_MATCHES for problem in problems),
        "may_edit": may_edit,
        "may_decide": permissions.may_decide(account, current),
        "may_approve": may_approve,
        "erased": desk_findings.of_erased(_without_player(current)) if may_approve else [],
        "may_withdraw": permissions.may_withdraw(account, current),
        "may_reopen": permissions.may_reopen(account, current),
        "may_consent": four_eyes.may_consent(account, current),
        "may_reinstate": permissions.may_reinstate(account, current),
        "may_revoke": permissions.may_revoke(account, current),
        "enrolments": _enrolments(account, current),
        "onward_to": [receiver.name for receiver in receivers_of(rules.facts_of(current))],
    }


def _without_player(current: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=current, player=None).order_by("number")


def _enrolments(account: Account, current: Tournament) -> list[Enrolment]:
    """Return what the revisions of a number have enrolled and is not undone, for who may undo it."""
    if not permissions.may_undo_enrolment(account):
        return []
    enrolments = Enrolment.objects.filter(tournament__number=current.number).select_related("tournament")
    return [enrolment for enrolment in enrolments.order_by("-pk") if enrolment.left]


def rulings(current: Tournament) -> list[tuple[str, object, bool]]:
    """Return for which ratings a revision may count: key, name, and whether it is handed in for it."""
    handed_in = set(current.rated_for)
    return [(key, name, key in handed_in) for key, name in family_choices(current.discipline)]


def years_old(current: Tournament) -> int:
    """Return how many years ago an undecided tournament ended, 0 for what is recent, decided or not dated."""
    if current.stage not in UNDECIDED or current.start < EARLIEST:
        return 0
    years = (timezone.localdate() - current.end).days // 365
    return years if years >= _OLD else 0


@require_GET
@organiser_required
def file(request: HttpRequest, number: int, revision: int) -> FileResponse:
    """Return the file as it was handed in."""
    current = revision_for(request, (number, revision))
    if current.upload_id is None:
        raise Http404
    upload = Upload.objects.get(pk=current.upload_id)
    # Never shown in the page: an uploaded file is only ever saved.
    answer = FileResponse(BytesIO(bytes(upload.content)), as_attachment=True, filename=upload.filename)
    answer["Content-Type"] = "application/octet-stream"
    return answer


@require_GET
@organiser_required
def export(request: HttpRequest, number: int, revision: int, key: str) -> HttpResponse:
    """Return a revision as it stands, corrections included."""
    return _file(revision_for(request, (number, revision)), key, public=False)


@require_GET
def export_approved(_request: HttpRequest, number: int, key: str) -> HttpResponse:
    """Return the revision everybody sees, its players as they have chosen to be shown."""
    return _file(get_object_or_404(public_revision(number)), key, public=True)


def _file(tournament: Tournament, key: str, *, public: bool) -> HttpResponse:
    try:
        file = exports.export(tournament, key, public=public)
    except KeyError:
        raise Http404 from None
    answer = HttpResponse(file.content, content_type="application/octet-stream")
    return name_file(answer, file.filename)
