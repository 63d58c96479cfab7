"""The public log as people read it, and how a list is proved with it, also from paper (QR code)."""

from itertools import groupby
from xml.sax.saxutils import quoteattr

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.models import Player
from ratings.lists import list_drift
from ratings.merkle_log import row_proof
from ratings.models import ListBundle, ListEntry, LogAlarm, PublishedList, WatchedLog
from ratings.public_log import list_rows, reading, verifier
from ratings.public_log.bundles import deltas, signatures
from ratings.public_log.bundles import list_bundles as bundles
from ratings.public_log.witness import reading as witness
from ratings.views.figure_columns import safe_svg
from ratings.views.lists.lists import list_at
from ratings.views.site.tables import LogTable, TodayTable

MOST_BYTES = 2953  # of version 40 at level L (ISO/IEC 18004)
_QUIET = 4  # modules of white around it, as the standard wants

A_PAGE = 50  # values that differ


def show(request: HttpRequest) -> HttpResponse:
    """Show what was published and decided, newest first, and how to check that it all stays."""
    pages, head = reading.page(request.GET.get("page")), reading.head()
    context = {
        "head": head,
        "pages": pages,
        "entries": LogTable([reading.line(entry) for entry in pages]),
        "verifier": verifier.NAME,
        "command": f'python3 {verifier.NAME} log checkpoint {_site(request)}/log --key "{head.key}"'
        if head
        else "",
        "witnesses": witness.seen_by(0),
        "watched": WatchedLog.objects.order_by("origin"),
        "alarms": LogAlarm.objects.order_by("-pk"),
    }
    return render(request, "ratings/public_log.html", context)


def prove(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show a proof of a list that anyone can check: its rows, the log entry, one command."""
    published = list_at(request, system, date).list
    entry, head, bundle = reading.entry_of(published), reading.head(), bundles.of(published)
    before = deltas.newest_before(published) if bundle else None
    context = {
        "list": published,
        "system": system,
        "entry": reading.line(entry) if entry else None,
        "seen_by": witness.seen_by(entry.place) if entry else [],
        "verifier": verifier.NAME,
        "commands": _commands(published, f'{_site(request)}/log --key "{head.key}"' if head else ""),
        "bundle": bundle,
        "before": before,
        "since_command": _since_command(published, before) if before else "",
        "has_facts": bundles.has_facts(published),
        "minisign_command": _minisign_command(bundle) if bundle and bundle.signature else "",
    }
    return render(request, "ratings/prove_list.html", context)


def prove_row(request: HttpRequest, system: str, date: str, number: int) -> HttpResponse:
    """Show the proof that a player's rating stands on a list: to print, to keep, to scan, to check."""
    published = list_at(request, system, date).list
    player = Player.objects.filter(pk=number).first()
    listed = ListEntry.objects.filter(list=published, player=player).first() if player else None
    if player is None or listed is None:
        raise Http404(str(number))
    proof, head = list_rows.proof_of(published, player), reading.head()
    text = row_proof.write(proof) if proof else ""
    context = {
        "list": published,
        "system": system,
        "player": player,
        "row": listed,
        "proof": proof,
        "text": text,
        "code": safe_svg(qr_code(text, _("The proof as a QR code"))) if text else "",
        "verifier": verifier.NAME,
        "command": f"python3 {verifier.NAME} row {list_rows.proof_name(published, number)}"
        + (f' --key "{head.key}"' if head else ""),
    }
    return render(request, "ratings/row_proof.html", context)


def compare_with_today(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show which values of a list today's data gives otherwise, and what arrived since."""
    published = list_at(request, system, date).list
    found = list_drift.compare_today(published)
    shown = Paginator(found.values, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "list": published,
        "system": system,
        "found": found,
        "count": len(found.values),
        "causes": [(_(cause), count) for cause, count in found.causes],
        "has_facts": bundles.has_facts(published),
        "pages": shown,
        "table": TodayTable(list_drift.comparison_lines(published, list(shown.object_list))),
    }
    return render(request, "ratings/list_today.html", context)


def _commands(published: PublishedList, log: str) -> dict[str, str]:
    """Return the commands that check a list; `log`: address and key of the log, "" without one."""
    day, revision, system = published.date.isoformat(), published.revision, published.system.key
    rows = f"{system}_{day}_r{revision}_rows.csv"
    chosen = f" --revision {revision}" if revision > 1 else ""
    whole = f" --log {log}" if log else ""
    return {
        "bundle": f"python3 {verifier.NAME} {bundles.name_of(published)}{whole}",
        "rows": f"python3 {verifier.NAME} list {rows} {system} {day}{chosen} {log}",
    }


def _since_command(published: PublishedList, before: PublishedList) -> str:
    """Return the command that makes the whole of an older bundle and of what changed since."""
    names = deltas.name_of(published, before), bundles.name_of(before), bundles.name_of(published)
    return "python3 {} {} --since {} --whole {}".format(verifier.NAME, *names)


def _minisign_command(bundle: ListBundle) -> str:
    return f"minisign -Vm {bundles.name_of(bundle.list)} -P {signatures.public_key_of(bundle)}"


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def qr_code(text: str, label: str) -> str:
    """Return the drawing of a text; "" for one that is too long. `label` describes it in words.

    It is scanned from paper, so it is black on white in every theme.
    """
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode  # here, because few pages draw one

    if len(text.encode()) > MOST_BYTES:
        return ""
    code = QRCode(error_correction=ERROR_CORRECT_L, border=_QUIET)
    code.add_data(text.encode(), optimize=0)
    code.make(fit=True)
    matrix = code.get_matrix()
    path = "".join(_runs(row, y) for y, row in enumerate(matrix))
    size = len(matrix)
    return (
        f'<svg class="qr-code" viewBox="0 0 {size} {size}" role="img" aria-label={quoteattr(label)}'
        f' shape-rendering="crispEdges"><path class="paper" d="M0 0h{size}v{size}H0z"/>'
        f'<path class="ink" d="{path}"/></svg>'
    )


def _runs(row: list[bool], y: int) -> str:
    """Return the black modules of a row as rectangles, one for each run."""
    rectangles, x = [], 0
    for is_black, run in groupby(row):
        length = len(list(run))
        if is_black:
            rectangles.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(rectangles)
