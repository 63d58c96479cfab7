"""Demo desks: a draft with findings, two submitted, one returned, one approved late; sent results.

The board of results sent onward begins weeks ago, and most of what is on it was sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from federation.management.demo.places import HOME
from federation.models import Account, Player
from ratings.management.demo.archive import Invented, file_of
from ratings.management.demo.membership import Office
from tournaments.checks import warning_confirmations
from tournaments.dispatch import acts, board
from tournaments.dispatch.acts import ActDetails
from tournaments.dispatch.page import section_of
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.intake.intake import Facts
from tournaments.management.demo.calendar import Kind
from tournaments.management.demo.chess_calendar import ChessEvent
from tournaments.management.demo.files import InventedFile, damaged
from tournaments.management.demo.world import InventedTournament
from tournaments.models import DispatchRule, Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.submission import steps

REASON = (
    "La ronde 2 manque pour deux joueurs et le nom de la salle n'est pas celui de la convention ; "
    "merci de corriger le fichier et de le renvoyer."
)


@dataclass(frozen=True, slots=True)
class Desks:
    """The tournaments of the calendar, parted by how far they have come."""

    approved: tuple[InventedTournament, ...]
    late: InventedTournament
    submitted: tuple[InventedTournament, ...]  # two
    returned: InventedTournament
    draft: InventedTournament


def part(played: Sequence[InventedTournament], *, today: date) -> Desks:
    """Leave the last four local tournaments on the desks, and one from before the newest list as late."""
    local = [
        each for each in played if each.event.kind in (Kind.LOCAL, Kind.OPEN) and each.event.country == HOME
    ]
    *earlier, returned, first, second, draft = local
    newest_list = today.replace(day=1)
    late = [each for each in earlier if each.event.end < newest_list][-1]
    waiting = (late, returned, first, second, draft)
    return Desks(
        approved=tuple(each for each in played if each not in waiting),
        late=late,
        submitted=(first, second),
        returned=returned,
        draft=draft,
    )


def lay_out(desks: Desks, players: Sequence[Player], *, office: Office) -> None:
    """Upload and submit the drafts that wait, by the same steps as at the site."""
    number = len(desks.approved)
    for offset, tournament in enumerate((*desks.submitted, desks.returned), start=1):
        hand_in(tournament, players, number=number + offset, account=office.organiser)
    newest = Tournament.objects.order_by("-number").first()
    if newest is not None:
        steps.send_back(newest, account=office.officer, reason=REASON)
    _draft(damaged(desks.draft), account=office.organiser)


def approve_late(desks: Desks, players: Sequence[Player], *, office: Office) -> Tournament:
    """Hand in and approve a tournament played before the newest list was published."""
    number = Tournament.objects.count() + 1
    tournament = hand_in(desks.late, players, number=number, account=office.organiser)
    steps.approve(tournament, account=office.officer)
    return tournament


def hand_in(invented: Invented, players: Sequence[Player], *, number: int, account: Account) -> Tournament:
    """Upload, draft, match and submit one tournament."""
    tournament = _draft(file_of(invented, number=number), account=account)
    event = invented.event
    facts = Facts(
        name=tournament.name,
        start=event.start,
        end=event.end,
        place=event.place,
        country=event.country,
        time_class=event.time_class,
        adjusted_minutes=event.adjusted_minutes,
        online=event.online,
        rated_for=tuple(event.rated_for),
        rate=tournament.rate,
    )
    intake.correct(tournament, facts, account=account)
    _decide(tournament, invented, players, account=account)
    warning_confirmations.confirm_codes(tournament, ["*"], account=account)
    # only of chess does the day of the report decide anything
    reported = event.handed_in if isinstance(event, ChessEvent) else None
    steps.submit(tournament, account=account, on=reported)
    return tournament


def _draft(file: InventedFile, *, account: Account) -> Tournament:
    upload = intake.receive(file.content, filename=file.filename, account=account)
    return intake.draft(upload, account=account)


def _decide(
    tournament: Tournament, invented: Invented, players: Sequence[Player], *, account: Account
) -> None:
    """Confirm whom the matching could not decide; we know whom we invented."""
    decisions: dict[int, entries.Decision] = {
        entry.pk: players[invented.people[entry.number - 1]].pk
        for entry in Entry.objects.filter(tournament=tournament, player__isnull=True)
    }
    if decisions:
        entries.decide(tournament, decisions, account=account)


BEGAN = timedelta(60)  # before the present
LEFT = 4  # overdue and not sent yet


def fill_board(today: date, *, office: Office) -> int:
    """Begin the board; of what is overdue all but the newest was sent, and mostly accepted."""
    rule, _made = DispatchRule.objects.update_or_create(pk=1, defaults={"begins": today - BEGAN})
    overdue = [
        row
        for row in board.rows(rule, today, board.Wanted("overdue"))
        if row.tournament.stage == Stage.APPROVED
    ]
    done = overdue[:-LEFT]
    for place, row in enumerate(done):
        tournament, key = Tournament.objects.get(pk=row.tournament.pk), row.receiver.key
        section = section_of(tournament, key, rule, today)
        if section is None:
            continue
        day = tournament.end + timedelta(2)
        seen = acts.send(tournament, key, section.file, ActDetails(day), account=office.officer)
        if place % 3:
            details = ActDetails(day + timedelta(1), seen=seen)
            acts.note(tournament, key, acts.Kind.ACCEPTED, details, account=office.officer)
    return len(done)
