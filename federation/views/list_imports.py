"""The register's desk: lists of other registers, handed in, planned, decided about and applied."""

from collections.abc import Sequence
from datetime import date
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts.permissions import account_of, officer_required
from federation.history import list_imports as history
from federation.history import pages as history_pages
from federation.journal.pages import labelled_lines
from federation.models import Job, JournalEntry, ListDifference, ListImport
from federation.player_lists import list_plans
from federation.player_lists.differences import NUMBER
from federation.player_lists.fide_people import FIDE
from federation.player_lists.readers.row import TEXTS
from federation.views.tables import ChoiceTable, DifferenceTable, ImportedTable, ImportTable
from federation.vocabulary.keys import key_from
from federation.vocabulary.names import fold
from federation.vocabulary.player_fields import CLUB, COUNTRY, GRADE, LICENCE, NAME
from federation.web.sent_forms import ENVELOPE, limit_body

_A_PAGE = 50
_RECENT = 20
_STORED_OF_FIDE = (ListDifference.Kind.RESEMBLING, ListDifference.Kind.REFUSED)
_WAITING = (Job.State.QUEUED, Job.State.RUNNING)
Kind = ListDifference.Kind
Stage = ListImport.Stage


def _refuse(request: HttpRequest, _size: int) -> HttpResponse:
    return _page(request, _too_large(), status=413)


def _too_large() -> str:
    text = _("The file is larger than %(limit)s MB. Compress it with gzip, or import it by command.")
    return text % {"limit": settings.LIST_UPLOAD_LIMIT // 2**20}


@require_http_methods(["GET", "POST"])
@officer_required
@limit_body(lambda: settings.LIST_UPLOAD_LIMIT + ENVELOPE, _refuse)
def index(request: HttpRequest) -> HttpResponse:
    """Show the lists handed in, or take one; a body over the limit is refused before it is read."""
    if request.method == "GET":
        return _page(request)
    file = request.FILES.get("file")
    if file is None or not file.size:
        return _page(request, _("Choose a file that is not empty."), status=422)
    if file.size > settings.LIST_UPLOAD_LIMIT:
        return _page(request, _too_large(), status=413)
    day, problem = _day(request.POST.get("day", ""))
    if problem:
        return _page(request, problem, status=422)
    source, name = cast(BinaryIO, file), file.name or ""
    if day is None and list_plans.is_without_day(source, name):
        text = _("This list and the name of its file have no date: enter it, and choose the file again.")
        return _page(request, text, status=422)
    source.seek(0)
    list_import = list_plans.receive(
        source,
        filename=name,
        day=day,
        account=account_of(request),
        is_start=bool(request.POST.get("start")),
        known_only=not request.POST.get("newcomers"),
    )
    return redirect(list_import)


def _day(written: str) -> tuple[date | None, str]:
    """Return the day entered for a list, or the error."""
    if not written.strip():
        return None, ""
    try:
        return date.fromisoformat(written.strip()), ""
    except ValueError:
        return None, _("Write the date as 2026-11-30.")


def _page(request: HttpRequest, problem: str = "", *, status: int = 200) -> HttpResponse:
    imports = ListImport.objects.select_related("account").defer("content").order_by("-pk")
    pages = Paginator(imports, _A_PAGE).get_page(request.GET.get("page"))
    page = {
        "pages": pages,
        "lists": ImportTable(pages),
        "imported": _recent_imports(),
        "problem": problem,
        "limit": settings.LIST_UPLOAD_LIMIT,
    }
    return render(request, "federation/register/imports.html", page, status=status)


def _recent_imports() -> list[dict[str, Any]]:
    """Return the latest imports, those by command among them."""
    lines = JournalEntry.objects.filter(act=history.IMPORTED).select_related("account").order_by("-pk")
    undone = history.undone()
    return [{"line": line, "is_undone": line.pk in undone} for line in lines[:_RECENT]]


@require_safe
@officer_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a list would change, a kind at a time, or how it was read and applied."""
    list_import = _list(pk)
    is_of_fide = list_import.format.startswith(FIDE)
    kinds = _STORED_OF_FIDE if is_of_fide else tuple(Kind)
    counts = _counts(list_import, kinds)
    kind = _kind(request.GET.get("kind", ""), counts)
    text = request.GET.get("q", "").strip()[:100]
    differences = list_import.differences.filter(kind=kind).order_by("pk")
    for word in fold(text).split():
        differences = differences.filter(key__contains=word)
    pages = Paginator(differences, _A_PAGE).get_page(request.GET.get("page"))
    rows = [_told(difference) for difference in pages]
    is_open = list_import.stage == Stage.PLANNED
    may_choose = is_open and kind == Kind.RESEMBLING
    page: dict[str, Any] = {
        "list": list_import,
        "job": list_import.job,
        "waiting": list_import.job is not None and list_import.job.state in _WAITING,
        "is_open": is_open,
        "kinds": [(kind, kind.label, counts[kind]) for kind in kinds if counts[kind] or kind != Kind.REFUSED],
        "is_of_fide": is_of_fide,
        "kind": kind,
        "may_choose": may_choose,
        "text": text,
        "pages": pages,
        "rows": ChoiceTable(rows) if may_choose else DifferenceTable(rows),
        "problem": _sentence(*list_import.problem) if list_import.problem else "",
        "undecided": list_import.differences.filter(kind=Kind.RESEMBLING, decision="").count(),
        "query": urlencode({"kind": str(kind), "q": text, "page": str(pages.number)}),
    }
    return render(request, "federation/register/import.html", page)


def _list(pk: int) -> ListImport:
    imports = ListImport.objects.select_related("account", "decided_by", "job").defer("content")
    return get_object_or_404(imports, pk=pk)


def _counts(list_import: ListImport, kinds: Sequence[Kind]) -> dict[str, int]:
    """Return how many differences there are of some kinds, as they were planned."""
    names = {Kind.NEW: "created", Kind.CHANGED: "changed", Kind.RESEMBLING: "resembling", Kind.GONE: "gone"}
    return {kind: list_import.counts.get(names.get(kind, "refused"), 0) for kind in kinds}


def _kind(asked: str, counts: dict[str, int]) -> str:
    """Return the kind to show: the one asked for, or the first with anything to look at."""
    order = (Kind.RESEMBLING, Kind.CHANGED, Kind.NEW, Kind.GONE, Kind.REFUSED)
    first = Kind.NEW if Kind.NEW in counts else Kind.RESEMBLING
    return asked if asked in counts else next((kind for kind in order if counts.get(kind)), first)


def _told(difference: ListDifference) -> dict[str, Any]:
    """Return a difference as its row shows it."""
    values = difference.values
    return {
        "difference": difference,
        "line": difference.line,
        "name": difference.name,
        "told": "; ".join(_words(difference)),
        "is_held": difference.kind == Kind.RESEMBLING and list_plans.is_held(difference),
        "may_lack_number": difference.kind == Kind.RESEMBLING and list_plans.may_lack_number(difference),
        "may_stay_out": difference.kind == Kind.RESEMBLING and not list_plans.is_new_by_number(difference),
        "candidates": [
            candidate
            | {
                "told": ", ".join(_facts(candidate)),
                "number": str(candidate["player"]),
                "is_first": place == 0,
            }
            for place, candidate in enumerate(values.get("candidates", ()))
        ],
    }


def _choice(candidate: dict[str, Any], *, is_first: bool) -> dict[str, Any]:
    facts = ", ".join(_facts(candidate))
    return candidate | {"told": facts, "number": str(candidate["player"]), "is_first": is_first}


def _words(difference: ListDifference) -> list[str]:
    labels = {
        NAME: _("name"),
        COUNTRY: _("country"),
        CLUB: _("club"),
        GRADE: _("grade"),
        LICENCE: _("licence"),
        NUMBER: _("number"),
    }
    texts = [
        f"{labels[what]} {before or '–'} → {after or '–'}"
        for what, before, after in difference.values.get("changes", ())
    ]
    if "row" in difference.values:
        texts += [", ".join(_facts(difference.values["row"]))]
    if "why" in difference.values:
        texts += [_sentence(*difference.values["why"])]
    if difference.kind == Kind.GONE:
        texts += [difference.values["number"]]
    return [text for text in texts if text]


def _facts(record: dict[str, Any]) -> list[str]:
    numbers = [f"{scheme.upper()} {value}" for scheme, value in sorted(record["numbers"].items())]
    born = _("born %(year)s") % {"year": record["born"]} if record.get("born") else ""
    return [text for text in (record["grade"], record["club"], record["country"], born, *numbers) if text]


def _sentence(code: str, values: dict[str, Any]) -> str:
    return _(TEXTS[code]).format(**values)


@require_safe
@officer_required
def done(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what an import has changed, as the journal has it, and whether it was undone."""
    line = _import_line(pk)
    pages, rows = history_pages.import_lines(line, request.GET.get("page"))
    undoing = JournalEntry.objects.filter(act=history.TAKEN_BACK, pk__gt=pk).order_by("pk")
    job = Job.objects.filter(kind=list_plans.UNDO, arguments={"line": pk}).order_by("-pk").first()
    facts = labelled_lines([line])[0].changes
    heading = line.detail.get("file")
    page: dict[str, Any] = {
        "line": line,
        "detail": [fact for fact in facts if fact.value != heading],
        "pages": pages,
        "rows": ImportedTable(rows),
        "undoings": labelled_lines([line for line in undoing if line.detail.get("undoes") == pk]),
        "job": job,
        "waiting": job is not None and job.state in _WAITING,
        "may_undo": bool(line.detail.get("entered") or line.detail.get("changed")),
    }
    return render(request, "federation/register/imported.html", page)


def _import_line(pk: int) -> JournalEntry:
    return get_object_or_404(JournalEntry.objects.select_related("account"), pk=pk, act=history.IMPORTED)


@require_POST
@officer_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the worker to undo an import as a whole."""
    list_plans.request_undo(_import_line(pk).pk, account=account_of(request))
    return redirect("register-import-done", pk)


@require_POST
@officer_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep who the rows of one page are, and return to it."""
    list_import = _list(pk)
    decisions = {
        key: str(value)
        for name, value in request.POST.items()
        if name.startswith("row-") and (key := key_from(name.removeprefix("row-"))) is not None
    }
    changed = list_plans.decide(list_import, decisions)
    if changed:
        text = ngettext("%(count)s decision saved.", "%(count)s decisions saved.", changed)
        messages.success(request, text % {"count": changed})
    else:
        messages.info(request, _("No changes."))
    back = {name: request.GET.get(name, "") for name in ("kind", "q", "page")}
    return redirect(f"{reverse('register-import', args=[pk])}?{urlencode(back)}")


@require_POST
@officer_required
def apply(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the worker to apply the plan."""
    list_import = _list(pk)
    if not list_plans.request_apply(list_import, account=account_of(request)):
        messages.warning(request, _("This list is not waiting to be applied."))
    return redirect(list_import)


@require_POST
@officer_required
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a list aside: its bytes and its plan are deleted."""
    list_import = _list(pk)
    if list_plans.drop(list_import, account=account_of(request)):
        messages.success(request, _("Discarded. Nothing was applied."))
    else:
        messages.warning(request, _("This list is not waiting to be applied."))
    return redirect("register-imports")
