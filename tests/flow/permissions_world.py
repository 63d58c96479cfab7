"""The office the table of permissions is tried in: something for every address to point at."""

from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from federation.accounts import accounts, letters, tokens
from federation.claims import corrections
from federation.jobs import jobs
from federation.models import (
    Account,
    Club,
    ClubChange,
    DataRequest,
    Invitation,
    Job,
    ListImport,
    Merge,
    Player,
    RecordClaim,
    Region,
    Token,
    Webhook,
)
from federation.player_lists import list_plans
from federation.privacy import data_requests
from federation.register import club_taking, merging, register
from federation.webhooks import endpoints
from ratings.following import subscribing
from ratings.following.subscribing import confirm_token, letters_token
from ratings.lists import list_files, publication
from ratings.models import Follow, LogAlarm, ManualEvent, PublishedList, RatingRun, RatingSystem, WatchedLog
from ratings.public_log.bundles import list_bundles as bundles
from ratings.runs.recalculation import compute, request_run
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.flow.matrix import MATRIX
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tests.tournaments.online_games.online_games import duel, server
from tests.tournaments.pairing_programs.conftest import facts
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Enrolment, Entry, ExpectedTournament, TableGame, Tournament, Upload
from tournaments.models.stages import Stage
from tournaments.online_games import files, sheet
from tournaments.online_games import intake as streams
from tournaments.pairing_programs import expected
from tournaments.submission import steps
from tournaments.submission.organiser_mail import off_token

LIST_DAY = date(2025, 2, 1)
SECRET = "a secret known to the test"


@dataclass(frozen=True, slots=True)
class World:
    """What the addresses point at."""

    people: tuple[Client, ...]
    waiting: Tournament
    upload: Upload
    player: Player
    run: RatingRun
    event: ManualEvent
    job: Job
    invitation: Invitation
    other: Account
    game: TableGame
    games: Upload
    token: Token
    webhook: Webhook
    merge: Merge
    follow: Follow
    enrolment: Enrolment
    list: ListImport
    imported: int  # key of the line of the journal
    claim: RecordClaim
    expected: ExpectedTournament


@pytest.fixture
def world(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """An office with a tournament waiting, a list published, a run proposed, somebody invited."""
    cache.clear()
    settings.DATA_DIR = tmp_path
    settings.SIGN_UP = True
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    return build_world()


def build_world() -> World:
    """Build the office, where jobs are not sent to a worker and the folder of data is the test's own."""
    who = [
        account("vera@example.org"),
        account("orla@example.org", "organiser"),
        account("sven@example.org", "organiser"),
        account("remi@example.org", "registrar"),
        account("odile@example.org", "officer"),
    ]
    organiser, other, officer = who[1], who[2], who[4]
    player = publish_lists()
    upload, waiting = hand_in(organiser)
    ffg = RatingSystem.objects.get(key="ffg")
    invitation, _secret = accounts.invite(
        accounts.Offer("ines@example.org", ("registrar",), None, "en"), by=officer
    )
    Invitation.objects.filter(pk=invitation.pk).update(digest=accounts.digest(SECRET))
    return World(
        people=(Client(), *map(logged_in, who)),
        waiting=waiting,
        upload=upload,
        player=player,
        run=compute(request_run(stale(ffg, date(2023, 3, 4)))),
        event=ManualEvent.objects.create(system=ffg, kind="adjustment", date=date(2023, 3, 4)),
        job=Job.objects.create(kind="none", requested_by=organiser),
        invitation=invitation,
        other=other,
        game=take_game(organiser),
        games=files.keep(sheet.template("ladder"), filename="ladder.csv", account=organiser),
        merge=merge_two(officer),
        follow=ask_to_follow(player),
        enrolment=enrol_two(),
        imported=import_a_list(officer),
        list=hand_in_a_list(officer),
        claim=claim_records(player, who[0], organiser),
        expected=expected.enter(facts(), account=organiser),
        webhook=add_webhook(organiser),
        token=tokens.issue(organiser, name="pairing program", scopes=[next(iter(tokens.SCOPES))])[0],
    )


def add_webhook(organiser: Account) -> Webhook:
    """Enter a webhook that has a message."""
    made, _secret = endpoints.add(
        organiser, endpoints.Wanted("https://example.org/hook", ["list.published"], "Club site")
    )
    endpoints.test(made)
    return made


def logged_in(person: Account) -> Client:
    client = Client()
    client.force_login(person)
    return client


def publish_lists() -> Player:
    """Two systems with what their pages show: a list of FIDE with its files, and a change on the ladder."""
    fide, (ann, bob) = system(), masters(2)
    based(fide, ann, 2000, k=20, games=100)
    based(fide, bob, 2600, k=10, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=101)
    recalculate(stale(fide, date(2024, 12, 1)))
    bundles.make(publication.publish(fide, LIST_DAY, account=None))
    list_files.make(PublishedList.objects.get(system=fide))
    members = people(4)
    hold(date(2023, 3, 4), members, round_robin(4), number=100)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), date(2023, 3, 4)))
    Region.objects.create(code="IDF", name="Ligue de la Capitale", federation=ann.federation)
    Club.objects.create(code="75Xa", label="75Xa", name="Cercle du Pont", federation=ann.federation)
    for code in ("NO-Oslo", "NO-Berg"):
        newcomer = register.Newcomer("Nommé", code[3:], "NO", code[3:])
        register.enrol(newcomer, account=None)
    club_taking.take_as_clubs(["NO-Oslo"], account=None)
    return ann


def hand_in(organiser: Account) -> tuple[Upload, Tournament]:
    """A tournament on the officers' desk."""
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    waiting = intake.draft(upload, account=organiser)
    decisions: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in waiting.entries.all()}
    entries.decide(waiting, decisions, account=organiser)
    steps.submit(waiting, account=organiser)
    return upload, waiting


def take_game(organiser: Account) -> TableGame:
    """A game server of the organiser, and a game of it."""
    RatingSystem.objects.filter(key="ladder").update(active=True)
    arena = server("arena", organiser)
    streams.receive(arena, "ladder", [duel("g1")], account=organiser)
    return TableGame.objects.get()


def merge_two(officer: Account) -> Merge:
    """Two entries of the register that are one person, merged."""
    kept, gone = (
        register.enrol(register.Newcomer("Double", given), account=None) for given in ("Lise", "Lisa")
    )
    return merging.merge(kept, gone, merging.Choice(reason="the same"), account=officer)


def enrol_two() -> Enrolment:
    """Two players enrolled by a tournament that counts no more."""
    people = [register.Newcomer("Fortuit", given, "FR") for given in ("Ada", "Guy")]
    numbers = register.enrol_many(people, account=None)
    day = date(2023, 3, 4)
    revoked = Tournament.objects.create(
        number=190, name="Revoked", start=day, end=day, rounds=1, stage=Stage.SUPERSEDED.value
    )
    for place, (one, number) in enumerate(zip(people, numbers, strict=True), start=1):
        Entry.objects.create(
            tournament=revoked, number=place, player_id=number, surname=one.surname, given_name=one.given_name
        )
    return Enrolment.objects.create(tournament=revoked, players=[[1, numbers[0]], [2, numbers[1]]])


def hand_in_a_list(officer: Account) -> ListImport:
    """A list of another register with somebody who resembles a player, planned."""
    register.enrol(register.Newcomer("Quisst", "Olaf", "NO", grade="6d"), account=None)
    row = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")
    held = list_plans.receive(BytesIO(ladder(row)), filename="ladder.txt", day=None, account=officer)
    jobs.run(held.job_id or 0)
    held.refresh_from_db()
    return held


def import_a_list(officer: Account) -> int:
    """An older list with somebody new, imported."""
    row = ladder_line("Sund Kaja", -300, "e", "0712399", "xxxx", "NO")
    held = list_plans.receive(
        BytesIO(ladder(row, head="#Echelle au 5/01/2024 05:17:21")),
        filename="older.txt",
        day=None,
        account=officer,
    )
    jobs.run(held.job_id or 0)
    held.refresh_from_db()
    return list_plans.apply(held.pk, held.fingerprint, account=officer).line or 0


def claim_records(player: Player, holder: Account, other: Account) -> RecordClaim:
    """A record that somebody holds, with requests; the same asked for by another, who waits."""
    RecordClaim.objects.create(player=player, account=holder, state="held", language="en")
    error = corrections.Error("club", "I play for the Cercle du Pont")
    corrections.report(player, error, account=holder, language="en")
    data_requests.ask(player, "copy", "", account=holder)
    return RecordClaim.objects.create(
        player=player, account=other, state="waiting", language="en", text="It is me"
    )


def watched_log() -> WatchedLog:
    """A log of another installation."""
    told = {"address": "https://other.example.org/log", "key": "other.example.org/log+0+0"}
    return WatchedLog.objects.get_or_create(origin="other.example.org/log", defaults=told)[0]


def log_alarm() -> LogAlarm:
    """An alarm about a log that was rewritten."""
    return LogAlarm.objects.get_or_create(origin="other.example.org/log", kind="rewritten")[0]


def ask_to_follow(player: Player) -> Follow:
    """Somebody who has not confirmed yet that he follows a player."""
    subscribing.ask("fleur@example.org", player, language="en")
    return Follow.objects.get()


def arguments(world: World) -> dict[str, list[object]]:
    """What fills the placeholders of an address, by its name; none for the others."""
    revision: list[object] = [world.waiting.number, world.waiting.revision]
    rated = Player.objects.exclude(pk=world.player.pk).filter(entries__tournament__number=100)
    listed: list[object] = ["fide-standard", LIST_DAY.isoformat()]
    published = PublishedList.objects.get()
    return {
        "list-newest": ["fide-standard"],
        "list-top": ["fide-standard"],
        "list-number-ones": ["fide-standard"],
        "list": listed,
        "list-download": [*listed, "csv"],
        "list-proof": listed,
        "list-today": listed,
        "list-rows": listed,
        "row-proof": [*listed, published.entries.order_by("position")[0].player_id],
        "row-proof-file": [*listed, published.entries.order_by("position")[0].player_id],
        "list-bundle": listed,
        "list-bundle-signature": listed,
        "site-text-edit": ["about", "en"],
        "snapshot-file": ["players.csv.gz"],
        "log-tile": ["0", "000"],
        "log-witness": ["0" * 64],
        "log-evidence": [0],
        "witness-remove": ["log", watched_log().pk],
        "log-alarm-settle": [log_alarm().pk],
        "list-file": [*listed, sorted(published.files)[0]],
        **{name: [world.player.pk] for name in ("claim", "me-error", "me-privacy", "me-data", "me-request")},
        "signup-open": [signing.dumps("new@example.org", salt=letters.SALT)],
        "register-request": [DataRequest.objects.get().pk],
        "register-claim-decide": [world.claim.pk],
        "register-privacy": [world.player.pk],
        "register-data": [world.player.pk],
        "register-erase": [world.player.pk],
        "tournament-export": [100, "tou"],
        "queue-outcomes": [world.job.pk],
        "register-player": [world.player.pk],
        "register-edit": [world.player.pk],
        "register-undo": [world.player.pk, 1],
        "register-licences-undo": [1],
        "register-region": [Region.objects.get().pk],
        "register-club": [Club.objects.get(code="75Xa").pk],
        "register-club-delete": [Club.objects.get(code="75Xa").pk],
        "register-club-undo": [ClubChange.objects.get().pk],
        "merge": [world.merge.pk],
        **{name: [world.enrolment.pk] for name in MATRIX if name.startswith("register-enrolment-")},
        "register-enrolment": [world.enrolment.pk],
        **{name: [world.list.pk] for name in MATRIX if name.startswith("register-import-")},
        "register-import": [world.list.pk],
        "register-import-done": [world.imported],
        "register-import-undo": [world.imported],
        "merge-undo": [world.merge.pk],
        "game-server": ["arena"],
        "list-live": ["ladder"],
        "rules-system": ["egf"],
        "rules-edition": ["egf", "2021"],
        "calculator": ["egf"],
        "list-compare": listed[:1],
        "list-distribution": listed[:1],
        "statistics-system": ["ffg"],
        "statistics-kind": ["ffg", "activity"],
        "table-game": ["ladder", "arena", world.game.code],
        "games-preview": [world.games.pk, "arena", "ladder"],
        "games-template": ["ladder"],
        "run-undo": [world.run.pk],
        "manual-event-preview": ["ffg", world.job.pk],
        "run-cancel": [world.run.pk],
        "token-revoke": [world.token.pk],
        "webhook": [world.webhook.pk],
        "webhook-act": [world.webhook.pk, "off"],
        "pairing-program": [world.expected.pk],
        "pairgoth-players": ["moulin"],
        **{f"pairgoth-{name}": ["moulin", "1"] for name in ("pairings", "standings", "presences")},
        "player": [world.player.pk],
        "feed-player": [world.player.pk],
        "sitemap-part": ["pages", 0],
        "embed-list": ["fide-standard"],
        "embed-player": [world.player.pk],
        "embed-tournament": [100],
        "feed-club": [Club.objects.order_by("pk")[0].code],
        "player-games": [world.player.pk],
        "player-opponents": [world.player.pk],
        "player-against-choose": [world.player.pk],
        "player-against": [world.player.pk, world.player.pk + 1],
        "player-period": [world.player.pk, *listed],
        "share-player": [world.player.pk],
        "share-against": [world.player.pk, world.player.pk + 1],
        "share-list": listed,
        "share-tournament": [100],
        "player-follow": [world.player.pk],
        "list-follow": listed[:1],
        "follow-confirm": [confirm_token(world.follow.pk)],
        "follow-manage": [letters_token(world.follow.follower_id)],
        "follow-off": [letters_token(world.follow.follower_id)],
        "follower-data": [world.follow.follower_id],
        "follower-erase": [world.follow.follower_id],
        "change": [rated[0].pk, "ffg", 100],
        "tournament": [100],
        "club": ["75Xa"],
        "upload-findings": [world.upload.pk],
        **{name: revision for name in MATRIX if name.startswith("desk-")},
        "desk-compare": [*revision, 100],
        "desk-export": [*revision, "tou"],
        "desk-onward-file": [*revision, "ffg"],
        "desk-onward-sent": [*revision, "ffg"],
        "desk-onward-act": [*revision, "ffg", "sent"],
        "desk-cell": [*revision, 1, world.waiting.entries.order_by("number")[0].number],
        "desk-entrant": [*revision, world.waiting.entries.order_by("number")[0].number],
        "run": [world.run.pk],
        "run-changes": [world.run.pk],
        "run-players": [world.run.pk],
        "run-player": [world.run.pk, world.player.pk],
        "effects": [100],
        "alarm-bounds": ["ffg"],
        "simulation-new": ["ffg"],
        "simulation": [0, "0"],
        "simulation-table": [0, "0", "level"],
        "simulation-json": [0, "0"],
        "simulation-cancel": [0],
        **{name: [0] for name in ("trial", "trial-file", "trial-begin", "trial-end")},
        **{name: ["ffg"] for name in ("late-events", "late-events-request")},
        "late-events-file": ["ffg", "moved"],
        **{f"simulation-{name}": [0] for name in ("delete", "lines", "lines-delete", "open", "player-find")},
        **{f"simulation-{name}": [0, "0" * 16, world.player.pk] for name in ("player", "player-file")},
        **{name: ["ffg"] for name in ("pool-health", "pool-health-request", "pool-health-groups")},
        **{name: ["ffg"] for name in ("whole-history", "whole-history-request", "whole-history-players")},
        "schedule-list": ["ffg"],
        "difference-list": [PublishedList.objects.filter(ready=True).latest("pk").pk],
        **{name: [0] for name in ("prepared-list", "prepared-release", "prepared-drop")},
        "run-apply": [world.run.pk],
        "run-discard": [world.run.pk],
        "run-request": ["ffg"],
        "list-publish": ["ffg"],
        "manual-events": ["ffg"],
        "manual-event-withdraw": [world.event.pk],
        "job": [world.job.pk],
        "job-retry": [world.job.pk],
        "mail-off": [off_token(world.other)],
        "invite-again": [world.invitation.pk],
        "invitation-withdraw": [world.invitation.pk],
        "invitation": [SECRET],
        "account-of": [world.other.pk],
        "second-factor-reset": [world.other.pk],
        "account_confirm_email": ["old"],
        "account_reset_password_from_key": ["1", "old"],
        "mfa_edit_webauthn": [1],
        "mfa_remove_webauthn": [1],
    }
