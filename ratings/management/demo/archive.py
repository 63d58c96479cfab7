"""The approved past as rows: every tournament's file read as intake reads it, then written as columns.

Intake would match and write one tournament after the other; the rows are the same (tests/flow/test_demo.py).
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from federation.database import bulk
from federation.models import JournalEntry, Player
from federation.register import queries
from federation.register.candidates import Candidate
from ratings.management.demo.membership import Office, insert, noon
from tournaments.careers import stored_games
from tournaments.intake import intake
from tournaments.management.demo.chess_calendar import ChessEvent
from tournaments.management.demo.chess_world import InventedChess, chess_file
from tournaments.management.demo.files import InventedFile, handed_in
from tournaments.management.demo.world import InventedTournament
from tournaments.matching.matching import Match, State, match_all
from tournaments.models import Bye, Entry, Game, Tournament, Upload
from tournaments.models.stages import Stage
from tournaments.reports.report import Entrant, Report
from tournaments.revisions import places, report_to_models

GAME_COLUMNS = (
    "tournament_id",
    "round",
    "white_id",
    "black_id",
    "outcome",
    "by_default",
    "handicap",
    "colour_known",
    "board",
)


Invented = InventedTournament | InventedChess


class Candidates:
    """Players as candidates: who may be meant by a player's name, himself among them.

    `players` lie side by side with the people of their world; `others` may be meant as well.
    """

    def __init__(self, players: Sequence[Player], others: "Candidates | None" = None) -> None:
        self.players = players
        namesakes = others._namesakes if others else {}
        self._namesakes: dict[str, list[Candidate]] = defaultdict(
            list, {key: list(several) for key, several in namesakes.items()}
        )
        known = {candidate.player for several in self._namesakes.values() for candidate in several}
        records = queries.candidates_by_number([player.pk for player in players])
        for player in players:
            if player.pk not in known:
                self._namesakes[player.search_key].append(records[player.pk])

    def of(self, player: Player) -> Sequence[Candidate]:
        """Return everybody of that name."""
        return self._namesakes[player.search_key]


@dataclass(frozen=True, slots=True)
class _Read:
    """An invented tournament with its upload and what reading it gave."""

    invented: Invented
    upload: Upload
    report: Report
    submitted: datetime
    decided: datetime


def file_away(
    invented: Sequence[Invented], candidates: Candidates, *, office: Office, now: datetime
) -> list[Tournament]:
    """Write tournaments by date, approved, under the next numbers, with uploads, games and journal."""
    if not invented:
        return []
    first = (Tournament.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    read = [
        _read_file(each, number, office=office, now=now) for number, each in enumerate(invented, start=first)
    ]
    insert([each.upload for each in read])
    tournaments = [_tournament(each, number, office=office) for number, each in enumerate(read, start=first)]
    insert(tournaments)
    entries = [
        _entries(each, tournament, candidates) for each, tournament in zip(read, tournaments, strict=True)
    ]
    insert([entry for several in entries for entry in several])
    together = list(zip(read, tournaments, entries, strict=True))
    _write_games(read, tournaments, entries)
    insert([bye for each in together for bye in _byes(*each)])
    insert(
        [
            line
            for each, tournament in zip(read, tournaments, strict=True)
            for line in _lines(each, tournament, office)
        ]
    )
    stored_games.refresh([tournament.pk for tournament in tournaments])
    places.keep_all(tournaments)
    return tournaments


def file_of(invented: Invented, *, number: int) -> InventedFile:
    """Write the file an organiser uploads."""
    if isinstance(invented, InventedChess):
        return chess_file(invented, number=number)
    return handed_in(invented, number=number)


def _read_file(invented: Invented, number: int, *, office: Office, now: datetime) -> _Read:
    """Read the file as intake does; it was handed in some days after the last round, and decided on later."""
    file = file_of(invented, number=number)
    day = invented.event.end + timedelta(days=1 + number % 5)
    if isinstance(invented, InventedChess):
        day = invented.event.handed_in
    submitted = min(now, noon(day))
    upload = _upload(file, office=office, received=submitted)
    report, findings = intake.read(upload)
    if report is None:
        raise ValueError(f"{file.filename}: {findings[0].message}")
    return _Read(
        invented, upload, report, submitted, min(now, submitted + timedelta(days=number % 7, hours=5))
    )


def _upload(file: InventedFile, *, office: Office, received: datetime) -> Upload:
    return Upload(
        sha256=hashlib.sha256(file.content).hexdigest(),
        filename=file.filename,
        size=len(file.content),
        content=file.content,
        account=office.organiser,
        received=received,
    )


def _tournament(read: _Read, number: int, *, office: Office) -> Tournament:
    """Return the row of a tournament; what a file cannot say, its organiser has corrected."""
    event = read.invented.event
    tournament = report_to_models.tournament(read.report, upload=read.upload, organiser=office.organiser)
    tournament.number = number
    tournament.stage = Stage.APPROVED.value
    tournament.start, tournament.end = event.start, event.end
    tournament.place, tournament.country = event.place, event.country
    tournament.time_class, tournament.adjusted_minutes = event.time_class, event.adjusted_minutes
    tournament.ruled = list(tournament.rated_for) != list(event.rated_for)
    tournament.online, tournament.rated_for = event.online, list(event.rated_for)
    if isinstance(event, ChessEvent):
        tournament.reported = event.reported
    tournament.submitted, tournament.decided = read.submitted, read.decided
    tournament.decided_by = office.officer
    return tournament


def _entries(read: _Read, tournament: Tournament, candidates: Candidates) -> list[Entry]:
    """Match as a draft does; uncertain matches are confirmed, since all players are invented."""
    players = candidates.players
    matches = match_all(
        read.report.entrants, [candidates.of(players[index]) for index in read.invented.people]
    )
    return [
        _entry(tournament, entrant, players[index], found=match)
        for entrant, index, match in zip(read.report.entrants, read.invented.people, matches, strict=True)
    ]


def _entry(tournament: Tournament, entrant: Entrant, player: Player, *, found: Match) -> Entry:
    certain = found.state is State.CERTAIN and found.player == player.pk
    entry = report_to_models.entry_of(tournament, entrant)
    entry.player = player
    entry.match = (Entry.Match.CERTAIN if certain else Entry.Match.CONFIRMED).value
    entry.suggestions = [
        {
            "player": suggestion.player,
            "score": suggestion.score,
            "reasons": [[reason.code, dict(reason.values)] for reason in suggestion.reasons],
        }
        for suggestion in found.suggestions
    ]
    return entry


def _write_games(
    read: Sequence[_Read], tournaments: Sequence[Tournament], entries: Sequence[list[Entry]]
) -> int:
    """Write all games as columns: there are too many to make a row of each first."""
    rows = [
        (
            tournament.pk,
            pairing.round,
            seats[pairing.white - 1].pk,
            seats[pairing.black - 1].pk,
            pairing.outcome.value,
            pairing.by_default,
            pairing.handicap,
            pairing.colour_known,
            pairing.board,
        )
        for each, tournament, seats in zip(read, tournaments, entries, strict=True)
        for pairing in each.report.pairings
    ]
    columns = zip(GAME_COLUMNS, zip(*rows, strict=True), strict=False)
    return bulk.write_columns(Game._meta.db_table, {name: list(values) for name, values in columns})


def _byes(read: _Read, tournament: Tournament, entries: Sequence[Entry]) -> list[Bye]:
    return [
        Bye(tournament=tournament, entry=entries[bye.entrant - 1], round=bye.round, kind=bye.kind.value)
        for bye in read.report.byes
    ]


def _lines(read: _Read, tournament: Tournament, office: Office) -> list[JournalEntry]:
    """Return the lines of the journal about one tournament."""
    acts = (
        ("tournament.submitted", office.organiser, read.submitted),
        ("tournament.approved", office.officer, read.decided),
    )
    return [
        JournalEntry(
            at=at,
            account=account,
            act=act,
            subject="tournament",
            subject_id=str(tournament.pk),
            detail={"number": tournament.number},
        )
        for act, account, at in acts
    ]
