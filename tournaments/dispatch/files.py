"""File of a revision for a receiver, its checks, and its changes since it was sent.

Data of a matched entrant that the uploaded file leaves blank (numbers, birth, sex, title, federation) are
filled in from the register; data in the file are never replaced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import unified_diff
from hashlib import sha256

from federation.models import Player
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from tournaments.dispatch import rules
from tournaments.models import Dispatch, DispatchAct, DispatchRule, Entry, Tournament, Upload
from tournaments.models.stages import Stage
from tournaments.onward.checks import Check, Dossier
from tournaments.onward.receivers import RECEIVERS, File, Receiver, checked, file_of, text_of
from tournaments.reports.report import Entrant, Report
from tournaments.revisions import exports
from tournaments.revisions.report_to_models import EARLIEST

MOST_LINES = 200  # of a difference


@dataclass(frozen=True, slots=True)
class Material:
    """What files of a revision are made of: its report, and its players by the number of their entrant."""

    report: Report
    players: Mapping[int, Player]
    came: date | None  # the day the office first got it


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a difference: "-" was sent and is not there any more, "+" is new."""

    sign: str
    text: str


def material(tournament: Tournament) -> Material:
    """Read a revision as it is written into files; eight queries."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    rows = rows.select_related("player__federation", "player__club").prefetch_related("player__identifiers")
    players = {row.number: row.player for row in rows if row.player is not None}
    report = exports.report_to_write(tournament)
    filled = tuple(
        _filled(entrant, players[entrant.number], report.discipline) if entrant.number in players else entrant
        for entrant in report.entrants
    )
    start, end = (tournament.start, tournament.end) if tournament.start >= EARLIEST else (None, None)
    whole = replace(report, entrants=filled, start=start, end=end)
    return Material(whole, players, _came(tournament))


def _came(tournament: Tournament) -> date | None:
    """Return the day the office got it; where it was in time for its ratings, that of the first upload."""
    if tournament.reported is not None:
        return tournament.reported
    uploads = Upload.objects.filter(tournaments__number=tournament.number).order_by("received")
    moment = uploads.values_list("received", flat=True).first()
    return moment.date() if moment else None


def _filled(entrant: Entrant, player: Player, discipline: str) -> Entrant:
    """Fill in from the register what is blank."""
    known = {row.scheme: row.value for row in player.identifiers.all() if row.scheme in RECEIVERS}
    written = {scheme: text for scheme, text in entrant.identifiers.items() if text.strip("- ")}
    filled = replace(
        entrant,
        identifiers={**known, **written},
        country=entrant.country or player.federation.code,
        sex=entrant.sex or player.sex,
        birth=entrant.birth or str(player.birth_year or ""),
    )
    if "title" in DISCIPLINES[discipline].entrants:
        title = entrant.title or player.title or player.women_title
        return replace(filled, title=title, federation=entrant.federation or player.federation.fide_code)
    return replace(filled, club=entrant.club or player.club_label)


def write(receiver: Receiver, tournament: Tournament, held: Material) -> File:
    """Write the exact file of a revision for a receiver."""
    return file_of(receiver, held.report, number=tournament.number, end=tournament.end)


def check(
    dispatch: Dispatch, tournament: Tournament, held: Material, file: File, *, rule: DispatchRule, today: date
) -> list[Check]:
    """Return what a receiver would find in the file, gravest first; one query for the EGD."""
    receiver = RECEIVERS[dispatch.receiver]
    dossier = Dossier(
        held.report,
        today,
        seasoned=_seasoned(receiver, tournament, held.players) if receiver.asks_seasoned else frozenset(),
        grades={number: player.grade for number, player in held.players.items()},
    )
    deadline = rules.deadline_for(receiver.key, tournament.end, rule)
    return checked(receiver, file, dossier, deadline=deadline, came=held.came, is_sent=dispatch.is_done)


def _seasoned(receiver: Receiver, tournament: Tournament, players: Mapping[int, Player]) -> frozenset[int]:
    """Return the entrants whose players have been in an earlier tournament that went to a receiver."""
    keys = {player.pk: number for number, player in players.items()}
    earlier = Entry.objects.filter(
        player__in=keys, tournament__stage=Stage.APPROVED.value, tournament__start__lt=tournament.start
    ).exclude(tournament__number=tournament.number)
    rows = earlier.order_by().values_list("player", "tournament__rated_for").distinct()
    return frozenset(keys[player] for player, families in rows if player in keys and receiver.rates(families))


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    return sha256(content).hexdigest()


def difference(sent: DispatchAct, file: File) -> Sequence[Line]:
    """Return the lines that differ between what was sent and a file, at most MOST_LINES."""
    before = text_of(File(sent.filename, bytes(sent.content or b""), file.form))
    lines = unified_diff(before.splitlines(), text_of(file).splitlines(), lineterm="", n=0)
    changed = [Line(line[0], line[1:]) for line in list(lines)[2:] if line[0] in "+-"]
    return changed[:MOST_LINES]
