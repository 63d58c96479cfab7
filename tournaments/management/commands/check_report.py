"""manage.py check_report FILE [--json]: what a file holds and what is wrong with it, without a database."""

import json
from argparse import ArgumentParser
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.management.office_command import OfficeCommand
from tournaments.desk.finding_words import place_words
from tournaments.formats import table
from tournaments.inspection import causes
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import TEXTS, Finding, Severity, Unreadable, error
from tournaments.reports.report import Report

READABLE, WITH_ERRORS, UNREADABLE = 0, 1, 2


class Command(OfficeCommand):
    """Exit status 0: readable without errors; 1: with error findings; 2: not readable at all."""

    help = "Check a tournament file and show its content and problems."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        report, findings = _check(options["file"])
        if options["json"]:
            self.stdout.write(json.dumps(_summary(report, findings), ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(_lines(report, findings)))
        raise SystemExit(_status(report, findings))


def _check(path: Path) -> tuple[Report | None, tuple[Finding, ...]]:
    try:
        data = path.read_bytes()
    except OSError:
        return None, (error("cannot-open"),)
    try:
        report = table.read(data, filename=path.name)
    except Unreadable as refusal:
        return None, (refusal.finding,)
    return report, inspect(report, today=timezone.localdate())


def _status(report: Report | None, findings: tuple[Finding, ...]) -> int:
    if report is None:
        return UNREADABLE
    errors = any(finding.severity is Severity.ERROR for finding in findings)
    return WITH_ERRORS if errors else READABLE


def _summary(report: Report | None, findings: tuple[Finding, ...]) -> dict[str, Any]:
    """Return what --json prints; the keys are a contract with other programs, messages stay English there."""
    return {
        "format": report.format if report else None,
        "encoding": report.encoding if report else None,
        "tournament": _tournament(report) if report else None,
        "entrants": len(report.entrants) if report else 0,
        "games": len(report.pairings) if report else 0,
        "rateable": sum(pairing.rateable for pairing in report.pairings) if report else 0,
        "byes": len(report.byes) if report else 0,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "place": str(finding.place),
                "message": finding.message,
                "follows": root,
            }
            for finding, root in zip(findings, causes.causes(findings), strict=True)
        ],
    }


def _tournament(report: Report) -> dict[str, Any]:
    return {
        "name": report.name,
        "start": report.start.isoformat() if report.start else None,
        "end": report.end.isoformat() if report.end else None,
        "place": report.place,
        "rounds": report.rounds,
        "class": report.time_class,
        "adjusted_minutes": report.adjusted_minutes,
    }


def _lines(report: Report | None, findings: tuple[Finding, ...]) -> list[str]:
    """Return the text for people, in the language of the site."""
    lines = []
    if report:
        days = " – ".join(day.isoformat() for day in (report.start, report.end) if day)
        lines += [
            f"{report.name} ({table.FORMATS[report.format].label}, {report.encoding})",
            ", ".join(text for text in (report.place, days) if text),
            _(
                "{entrants} entrants, {rounds} rounds, {games} games ({rateable} rateable), {byes} byes"
            ).format(
                entrants=len(report.entrants),
                rounds=report.rounds,
                games=len(report.pairings),
                rateable=sum(pairing.rateable for pairing in report.pairings),
                byes=len(report.byes),
            ),
        ]
    return [*lines, *_finding_lines(findings)]


def _finding_lines(findings: tuple[Finding, ...]) -> list[str]:
    """Return a line a finding, those that follow from one indented below it."""
    roots = causes.causes(findings)
    followers: dict[int, list[Finding]] = defaultdict(list)
    for finding, root in zip(findings, roots, strict=True):
        if root is not None:
            followers[root].append(finding)
    lines = []
    for at, finding in enumerate(findings):
        if roots[at] is None:
            count = len(followers[at])
            more = ngettext("%(n)s more follows from it", "%(n)s more follow from it", count) % {"n": count}
            lines += [_line(finding), *([f"  {more}:"] if count else [])]
            lines += [f"    {_line(follower)}" for follower in followers[at]]
    return lines


def _line(finding: Finding) -> str:
    words = {Severity.ERROR: _("error"), Severity.WARNING: _("warning"), Severity.NOTICE: _("notice")}
    sentence = _(TEXTS[finding.code]).format(**finding.values)
    place = place_words(asdict(finding.place)) or _("the file")
    return f"{words[finding.severity]}: {place}: {sentence} [{finding.code}]"
