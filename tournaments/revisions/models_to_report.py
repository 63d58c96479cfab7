"""Report of a revision, its file with the corrections made by hand, and its inspection after a change.

What no row holds (comments, arbiters, teams, lines) comes from the bytes handed in; what is untouched stays
word for word as the file has it, so that a revision without corrections gives the findings of its file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

from federation.vocabulary.countries import COUNTRIES
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from tournaments.formats import table
from tournaments.inspection.inspection import inspect
from tournaments.inspection.plausibility import CODES
from tournaments.models import Bye, Correction, Entry, Game, Tournament, Upload
from tournaments.reports import mcmahon
from tournaments.reports.findings import Finding, Unreadable
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye as ReportBye
from tournaments.reports.report import Entrant, Pairing, Report
from tournaments.revisions import match_doubts, report_to_models, same_games

Touched = frozenset[tuple[int, int | None]]  # number of an entrant and a round, None for the entrant himself

_FACTS = ("name", "place", "country", "rounds", "board_size", "time_class", "adjusted_minutes", "rate")
_ENTRANT = ("surname", "given_name", "grade", "country", "club", "rank", "title", "sex")
# findings about a line of the head, and the facts by which they are mended
_BY_FACTS: Mapping[str, frozenset[str]] = {
    "impossible-date": frozenset({"start", "end"}),
    "ambiguous-date": frozenset({"start", "end"}),
    "partial-date": frozenset({"start", "end"}),
    "undated-games": frozenset({"start", "end"}),
    "unknown-class": frozenset({"time_class"}),
    "odd-federation": frozenset({"country"}),
    "name-from-comment": frozenset({"name"}),
}
_OF_PERSONS = CODES | {same_games.CODE}  # change with who the entrants are


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a revision; opponents are numbers of entries."""

    entries: Sequence[Entry]
    games: Sequence[Game]
    byes: Sequence[Bye]

    @property
    def number(self) -> dict[int, int]:
        """The number of an entry by its key."""
        return {entry.pk: entry.number for entry in self.entries}


def rows_of(tournament: Tournament) -> Rows:
    """Read a revision's entries, games and byes; three queries."""
    return Rows(
        list(Entry.objects.filter(tournament=tournament).order_by("number")),
        list(Game.objects.filter(tournament=tournament).order_by("round", "pk")),
        list(Bye.objects.filter(tournament=tournament).order_by("round", "pk")),
    )


def report_of(tournament: Tournament) -> Report:
    """Return the report of a revision as it stands, with what is left of the findings made while reading."""
    file, rows = _file_of(tournament), rows_of(tournament)
    if len(file.entrants) != len(rows.entries):
        file = _without_people(file, tournament)
    corrections = list(Correction.objects.filter(tournament=tournament))
    touched = touched_by(corrections)
    facts = frozenset(
        name
        for correction in corrections
        if correction.kind == Correction.Kind.FACTS
        for name in correction.after
    )
    entrants = tuple(_entrants(file, rows.entries, tournament))
    return replace(
        _with_facts(file, tournament),
        entrants=entrants,
        pairings=tuple(_pairings(file, rows, touched)),
        byes=tuple(_byes(file, rows, touched)),
        findings=tuple(_unsettled_findings(file.findings, entrants, touched=touched, facts=facts)),
    )


def _without_people(file: Report, tournament: Tournament) -> Report:
    """Return a file without its entrants: other lines were taken for them when the revision was drafted."""
    starts = mcmahon.loaded(tournament.mcmahon)
    return replace(file, entrants=(), pairings=(), byes=(), teams=(), nationals=(), mcmahon=starts)


def touched_by(corrections: Iterable[Correction]) -> Touched:
    """Return what was corrected by hand."""
    return frozenset(
        (entrant, number) for correction in corrections for entrant, number in correction.touched
    )


def _file_of(tournament: Tournament) -> Report:
    """Read the file again; an empty report without one, or where it is readable no more."""
    upload = Upload.objects.filter(pk=tournament.upload_id).first() if tournament.upload_id else None
    try:
        if upload is not None:
            content = bytes(upload.content)
            return table.read(content, filename=upload.filename, limit=settings.UPLOAD_LIMIT)
    except Unreadable:
        pass
    return Report("json", "utf-8", discipline=tournament.discipline)


def _with_facts(file: Report, tournament: Tournament) -> Report:
    """Replace the file's facts where others differ from what the file was drafted as."""
    drafted = report_to_models.tournament(file, upload=tournament.upload or Upload(), organiser=None)
    changes: dict[str, Any] = {
        name: getattr(tournament, name)
        for name in _FACTS
        if getattr(tournament, name) != getattr(drafted, name)
    }
    for name in ("start", "end"):
        if getattr(tournament, name) != getattr(drafted, name):
            changes[name] = _day(getattr(tournament, name))
    if tournament.online != drafted.online:
        changes["online"] = tournament.online
    if tournament.komi != drafted.komi:
        changes["komi"] = None if tournament.komi is None else float(tournament.komi)
    if "country" in changes and "federation" in DISCIPLINES[file.discipline].required:
        changes["federation"] = COUNTRIES.get(tournament.country, ("", ""))[0]
    return replace(file, **changes)


def _day(day: date) -> date | None:
    return None if day == report_to_models.NO_DATE else day


def _entrants(file: Report, entries: Sequence[Entry], tournament: Tournament) -> Iterable[Entrant]:
    written = {entrant.number: entrant for entrant in file.entrants}
    for entry in entries:
        entrant = written.get(entry.number) or Entrant(entry.number, "", line=entry.line)
        yield replace(entrant, **_changes(entry, report_to_models.entry_of(tournament, entrant), entrant))


def _changes(entry: Entry, drafted: Entry, entrant: Entrant) -> dict[str, Any]:
    """Return the values of an entry that differ from the file's entrant."""
    known = {field.name for field in fields(entrant)}
    changes = {
        name: getattr(entry, name)
        for name in _ENTRANT
        if name in known and getattr(entry, name) != getattr(drafted, name)
    }
    if entry.identifiers != drafted.identifiers:
        changes["identifiers"] = dict(entry.identifiers)
    if entry.birth_year != drafted.birth_year:
        changes["birth"] = str(entry.birth_year or "")
    if entry.rating_written != drafted.rating_written:
        changes["rating"] = None if entry.rating_written is None else float(entry.rating_written)
    return changes


def _pairings(file: Report, rows: Rows, touched: Touched) -> Iterable[Pairing]:
    """Return the games that stand, and those of the file no row can hold, until corrected."""
    number = rows.number
    written = {(pairing.round, pairing.white, pairing.black): pairing for pairing in file.pairings}
    standing = {(game.round, number[game.white_id], number[game.black_id]): game for game in rows.games}
    for key, game in standing.items():
        pairing = written.get(key) or Pairing(*key, Outcome(game.outcome))
        short = pairing.short and game.by_default  # a row calls both "by default"
        yield replace(
            pairing,
            outcome=Outcome(game.outcome),
            by_default=pairing.by_default if short else game.by_default,
            short=short,
            handicap=game.handicap,
            colour_known=game.colour_known,
        )
    seen = set[tuple[int, int, int]]()
    for pairing in file.pairings:
        key = (pairing.round, pairing.white, pairing.black)
        is_touched = not touched.isdisjoint({(pairing.white, pairing.round), (pairing.black, pairing.round)})
        if (key in seen or key not in standing) and not is_touched:
            yield pairing
        seen.add(key)


def _byes(file: Report, rows: Rows, touched: Touched) -> Iterable[ReportBye]:
    number = rows.number
    written = {(bye.round, bye.entrant): bye for bye in reversed(file.byes)}
    standing = {(bye.round, number[bye.entry_id]): bye for bye in rows.byes}
    for key, bye in standing.items():
        kind = ByeKind(bye.kind)
        yield replace(written[key], kind=kind) if key in written else ReportBye(*key, kind)
    seen = set[tuple[int, int]]()
    for written_bye in file.byes:
        key = (written_bye.round, written_bye.entrant)
        if (key in seen or key not in standing) and (written_bye.entrant, written_bye.round) not in touched:
            yield written_bye
        seen.add(key)


def _unsettled_findings(
    findings: Iterable[Finding], entrants: Sequence[Entrant], *, touched: Touched, facts: frozenset[str]
) -> Iterable[Finding]:
    """Return the findings of the reading that no correction has settled."""
    at_line = {entrant.line: entrant.number for entrant in entrants if entrant.line is not None}
    whole = {entrant for entrant, _ in touched}
    for finding in findings:
        place = finding.place
        entrant = place.entrant or at_line.get(place.line or 0)
        settled = (
            not _BY_FACTS.get(finding.code, frozenset()).isdisjoint(facts)
            if entrant is None
            else ((entrant, place.round) in touched if place.round else entrant in whole)
        )
        if not settled:
            yield finding


def reinspect(tournament: Tournament) -> None:
    """Inspect a revision again: its report with the corrections, and the persons matched."""
    keep(tournament, found_in(tournament))


def found_in(tournament: Tournament, rows: Sequence[Entry] | None = None) -> list[dict[str, object]]:
    """Return what is found in a revision; `rows`: its entries, where they are not those stored."""
    findings = inspect(report_of(tournament), today=timezone.localdate())
    return [*match_doubts.stored(findings), *_of_persons(tournament, rows)]


def reconsider(tournament: Tournament) -> None:
    """Look again at the persons only: their matches changed, the report did not."""
    findings = [finding for finding in tournament.current_findings if finding["code"] not in _OF_PERSONS]
    keep(tournament, [*findings, *_of_persons(tournament)])


def _of_persons(tournament: Tournament, rows: Sequence[Entry] | None = None) -> list[dict[str, object]]:
    """Return what is found about the players matched, and about games they have played already."""
    doubts = match_doubts.stored(match_doubts.of_matches(tournament, rows))
    return [*match_doubts.stored(shared.finding for shared in same_games.sharing(tournament, rows)), *doubts]


def keep(tournament: Tournament, findings: list[dict[str, object]]) -> None:
    """Note what was found; a confirmed warning stays confirmed as long as it is found."""
    tournament.findings = findings
    Tournament.objects.filter(pk=tournament.pk).update(findings=findings)
