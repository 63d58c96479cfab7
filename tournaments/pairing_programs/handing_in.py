"""Draft of a tournament made from the pages received, and updated by those received later.

The draft is made once. Our own writer makes its file, which is uploaded like any other. A draft that was
corrected by hand or returned is rewritten only when its organiser asks for it; a submitted one never.
"""

from enum import StrEnum

from django.db import transaction
from django.utils.text import slugify

from federation.journal import journal
from federation.models import Account
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Correction, Entry, ExpectedEntrant, ExpectedTournament, Tournament, Upload
from tournaments.models.stages import OPEN, Stage
from tournaments.pairing_programs import arrivals
from tournaments.pairing_programs.expected import locked
from tournaments.pairing_programs.pairgoth.assembly import Assembled, report_of
from tournaments.pairing_programs.pairgoth.people import Listed
from tournaments.reports.report import Report
from tournaments.revisions import models_to_report, report_to_models


class Outcome(StrEnum):
    """Result of making or updating the draft."""

    DRAFTED = "drafted"
    UPDATED = "updated"
    SAME = "same"  # the draft has all of it already
    WAITS = "waits"  # something is missing: a round, a result
    RESEMBLES = "resembles"  # a tournament of this name and day is there already
    BY_HAND = "by-hand"  # the draft was corrected by hand, or is another file's
    CLOSED = "closed"  # it was submitted


class NothingCame(Exception):
    """There is no game to hand in."""


def follow(tournament: ExpectedTournament) -> Outcome:
    """Make the draft when every round is there with its results, and keep it up to date from then on.

    Doing it twice does nothing the second time. Raises Unusable.
    """
    with transaction.atomic():
        current = locked(tournament)
        assembly = arrivals.assembled(current)
        draft = _draft_of(current)
        if draft is None and not assembly.is_complete:
            return Outcome.WAITS
        return _hand_in(current, assembly, draft, account=current.account, asked=False)


def hand_in(tournament: ExpectedTournament, *, account: Account) -> Outcome:
    """Make the draft of the pages received, or rewrite it, at the request of the organiser.

    Corrections made by hand in the draft are lost then. Raises NothingCame, Unusable.
    """
    with transaction.atomic():
        current = locked(tournament)
        assembly = arrivals.assembled(current)
        if not assembly.pairings:
            raise NothingCame
        return _hand_in(current, assembly, _draft_of(current), account=account, asked=True)


def is_behind(tournament: ExpectedTournament, draft: Tournament, found: Assembled) -> bool:
    """Return whether what came since is not in the draft."""
    return draft.upload is None or draft.upload.sha256 != _digest_of(tournament, found)


def upload_of(tournament: ExpectedTournament, found: Assembled) -> Upload:
    """Hand the file of what came in, so that its organiser can be asked what it is."""
    return intake.receive(
        _file(tournament, found), filename=_filename(tournament), account=tournament.account
    )


def _hand_in(
    current: ExpectedTournament,
    assembly: Assembled,
    draft: Tournament | None,
    *,
    account: Account,
    asked: bool,
) -> Outcome:
    if draft is None or draft.stage == Stage.WITHDRAWN:
        if draft is not None and not asked:
            return Outcome.WAITS  # its organiser withdrew it: only they submit it again
        return _make(current, assembly, draft, account=account)
    if draft.stage not in OPEN:
        return Outcome.CLOSED
    if not is_behind(current, draft, assembly):
        return Outcome.SAME
    if not asked and (draft.stage != Stage.DRAFT or is_by_hand(current, draft)):
        return Outcome.BY_HAND
    _write_anew(current, assembly, draft, account=account)
    return Outcome.UPDATED


def is_by_hand(current: ExpectedTournament, draft: Tournament) -> bool:
    """Return whether the draft has other sources: corrections by hand, a file we did not make."""
    return draft.upload_id != current.upload_id or Correction.objects.filter(tournament=draft).exists()


def _draft_of(current: ExpectedTournament) -> Tournament | None:
    """Return the newest revision, found by its file where it was drafted in another way."""
    if current.number is None and current.upload is not None:
        known = intake.existing(current.upload)
        if known is not None and known.organiser_id == current.account_id:
            _link(current, known)
    return arrivals.newest_revision(current)


def _make(
    current: ExpectedTournament, assembly: Assembled, before: Tournament | None, *, account: Account
) -> Outcome:
    """Make the draft; the file is stored even if the organiser has to answer a question first."""
    upload = upload_of(current, assembly)
    ExpectedTournament.objects.filter(pk=current.pk).update(upload=upload)
    current.upload = upload
    known = intake.existing(upload)
    if known is not None and known.organiser_id != current.account_id:
        return Outcome.RESEMBLES
    if known is None and before is None and intake.similar(upload, moved=False):
        return Outcome.RESEMBLES
    draft = intake.draft(upload, account=current.account, replaces=before)
    _link(current, draft)
    _say_who(draft, assembly, account=account)
    return Outcome.DRAFTED


def _write_anew(
    current: ExpectedTournament, assembly: Assembled, draft: Tournament, *, account: Account
) -> None:
    """Rewrite games and entrants of an open draft; its details and matches stay."""
    upload = upload_of(current, assembly)
    report, _findings = intake.read(upload)
    if report is None:  # our own writer made it
        raise AssertionError("a file of ours cannot be read")
    target = entries.lock_open(draft)
    decided = entries.decided_by_identity(target)
    Entry.objects.filter(tournament=target).delete()
    Correction.objects.filter(tournament=target).delete()
    Tournament.objects.filter(pk=target.pk).update(upload=upload, rounds=report.rounds, findings=None)
    target.refresh_from_db()
    report_to_models.write_entries(target, report)
    entries.apply_decided(target, decided)
    entries.propose(target)
    models_to_report.reinspect(target)
    _link(current, target)
    _say_who(target, assembly, account=account)
    journal.write("tournament.rewritten", target, account=account, number=target.number, file=upload.filename)


def _link(current: ExpectedTournament, draft: Tournament) -> None:
    ExpectedTournament.objects.filter(pk=current.pk).update(number=draft.number, upload=draft.upload)
    current.number, current.upload = draft.number, draft.upload


def _say_who(draft: Tournament, assembly: Assembled, *, account: Account) -> None:
    """Match the entrants to the players the organiser had put on the list."""
    listed = {
        place: entrant.key
        for place, entrant in enumerate(assembly.entrants, start=1)
        if isinstance(entrant, Listed)
    }
    rows = ExpectedEntrant.objects.filter(pk__in=listed.values(), player__isnull=False)
    players = {
        row.pk: row.player.merged_into_id or row.player.pk
        for row in rows.select_related("player")
        if row.player
    }
    decisions: dict[int, entries.Decision] = {}
    for entry in Entry.objects.filter(tournament=draft):
        player = players.get(listed.get(entry.number, 0))
        if player is not None and not entries.is_decided(entry):
            decisions[entry.pk] = player
    taken = set(Entry.objects.filter(tournament=draft).values_list("player", flat=True))
    fitting = {pk: player for pk, player in decisions.items() if player not in taken}
    if fitting:
        entries.decide(draft, fitting, account=account)


def _digest_of(current: ExpectedTournament, assembly: Assembled) -> str:
    return intake.digest_of(_file(current, assembly))


def _file(current: ExpectedTournament, assembly: Assembled) -> bytes:
    """Write what came as the spreadsheet our reader knows."""
    head = Report(
        "spreadsheet",
        "utf-8",
        name=current.name,
        start=current.start,
        end=current.end,
        place=current.place,
        country=current.country,
    )
    return table.write(report_of(assembly, head), "spreadsheet")


def _filename(current: ExpectedTournament) -> str:
    return f"{slugify(current.name)[:60] or current.code}-pairgoth.csv"
