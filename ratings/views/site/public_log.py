"""The public log as people read it, and how a list is proved with it."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.database.bulk import is_key
from federation.models import Player
from ratings.charts.qr_code import qr_code
from ratings.lists import today_comparison
from ratings.merkle_log import row_proof
from ratings.models import ListEntry, LogAlarm, PublishedList, WatchedLog
from ratings.public_log import reading, row_proofs, verifier
from ratings.public_log.bundles import deltas, signatures
from ratings.public_log.bundles import making as bundles
from ratings.public_log.witness import reading as witness
from ratings.views.drawings import safe_svg
from ratings.views.lists.lists import list_at
from ratings.views.site.tables import LogTable, TodayTable

A_PAGE = 50  # values that differ


def show(request: HttpRequest) -> HttpResponse:
    """Show what was published and decided, newest first, and how to check that it all stays."""
    pages = reading.page(request.GET.get("page"))
    context = {
        "head": reading.head(),
        "pages": pages,
        "entries": LogTable([reading.line(entry) for entry in pages]),
        "verifier": verifier.NAME,
        "site": _site(request),
        "witnesses": witness.seen_by(0),
        "watched": WatchedLog.objects.order_by("origin"),
        "alarms": LogAlarm.objects.order_by("-pk"),
    }
    return render(request, "ratings/public_log.html", context)


def prove(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show how anybody proves a list: its rows, the entry of the log, one command."""
    published = list_at(request, system, date).list
    entry, head, bundle = reading.entry_of(published), reading.head(), bundles.of(published)
    context = {
        "list": published,
        "system": system,
        "entry": reading.line(entry) if entry else None,
        "seen_by": witness.seen_by(entry.place) if entry else [],
        "verifier": verifier.NAME,
        "log_end": f'{_site(request)}/log --key "{head.key if head else ""}"',
        "command_end": _command_end(published, f"{_site(request)}/log", head.key if head else ""),
        "bundle": bundle,
        "before": deltas.newest_before(published) if bundle else None,
        "has_facts": bundles.has_facts(published),
        "bundle_file": bundles.name_of(published),
        "bundle_key": signatures.public_key_of(bundle) if bundle and bundle.signature else "",
        "file": f"{system}_{published.date.isoformat()}_r{published.revision}_rows.csv",
    }
    return render(request, "ratings/prove_list.html", context)


def prove_row(request: HttpRequest, system: str, date: str, number: int) -> HttpResponse:
    """Show the proof that a player's rating stands on a list: to print, to keep, to scan, to check."""
    published = list_at(request, system, date).list
    player = Player.objects.filter(pk=number).first() if is_key(number) else None
    listed = ListEntry.objects.filter(list=published, player=player).first() if player else None
    if player is None or listed is None:
        raise Http404(str(number))
    proof, head = row_proofs.of(published, player), reading.head()
    text = row_proof.write(proof) if proof else ""
    context = {
        "list": published,
        "system": system,
        "player": player,
        "row": listed,
        "proof": proof,
        "text": text,
        "code": safe_svg(qr_code(text, _("The proof as a QR code"))) if text else "",
        "key": head.key if head else "",
        "verifier": verifier.NAME,
        "file": row_proofs.name_of(published, number),
    }
    return render(request, "ratings/row_proof.html", context)


def compare_with_today(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Show which values of a list today's data gives otherwise, and what arrived since."""
    published = list_at(request, system, date).list
    found = today_comparison.compare(published)
    shown = Paginator(found.values, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "list": published,
        "system": system,
        "found": found,
        "count": len(found.values),
        "causes": [(_(cause), count) for cause, count in found.causes],
        "has_facts": bundles.has_facts(published),
        "pages": shown,
        "table": TodayTable(today_comparison.lines(published, list(shown.object_list))),
    }
    return render(request, "ratings/list_today.html", context)


def _command_end(published: PublishedList, log: str, key: str) -> str:
    """Return what stands behind the system in the command that checks the rows of a list."""
    revision = f" --revision {published.revision}" if published.revision > 1 else ""
    return f'{published.date.isoformat()}{revision} {log} --key "{key}"'


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
