"""An office in which every form of the desks stands on some page, and who works there."""

import time
from dataclasses import dataclass, replace
from datetime import date

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from federation.claims import claims as record_claims
from federation.claims.letters import digest
from federation.jobs import jobs
from federation.models import Account, Club, Federation, Job, Player, RecordClaim
from federation.player_lists import licence_list
from federation.player_lists.licence_list import Wanted
from federation.register import register
from federation.site_texts import pages
from federation.webhooks import endpoints
from ratings.laboratory import stored_simulations
from ratings.laboratory.figures.variant import read
from ratings.lists import publication
from ratings.models import LogAlarm, LogWitness, RatingRun, RatingSystem, WatchedLog
from ratings.previews import decision_preview
from ratings.runs.manual_events import Decision
from ratings.runs.recalculation import compute, request_run
from tests.flow.permissions_world import SECRET, World
from tests.ratings.histories import recalculate, stale
from tests.ratings.laboratory import made_reports
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tests.tournaments.desk.test_queue import enrolled, handed_in
from tests.tournaments.pairing_programs.conftest import facts
from tests.tournaments.pairing_programs.pairgoth import ROUND_1, games
from tournaments.checks import warning_confirmations
from tournaments.desk import duplicates
from tournaments.dispatch import acts
from tournaments.dispatch import rules as dispatch_rules
from tournaments.dispatch.page import section_of
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.pairing_programs import arrivals, entrants, expected
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing
from tournaments.review import reservations
from tournaments.revisions.models_to_report import report_of
from tournaments.submission import steps

DAY = date(2023, 3, 4)
TOTP_SECRET = "JBSWY3DPEHPK3PXP"
# Nobody, one without role, two organisers, a registrar, an officer: as the permission matrix counts them.
OF_THE_MATRIX = ("", "vera", "orla", "sven", "remi", "odile")


@dataclass(frozen=True, slots=True)
class Place:
    """A page with forms: who opens it ("" for nobody logged in), and its address."""

    who: str
    path: str


def everybody(world: World) -> dict[str, Client]:
    """Return who works here, logged in; all but Late have said who they are a moment ago.

    Tara and Late have an authenticator app, Kim a security key, Nora no password, Omar is a second officer.
    """
    made = dict(zip(OF_THE_MATRIX, world.people, strict=True))
    roles_of = {"tara": ["organiser"], "omar": ["officer"]}
    for name in ("tara", "late", "nora", "omar", "kim"):
        roles = roles_of.get(name, [])
        one = account(f"{name}@example.org", *roles)
        if name == "nora":
            one.set_unusable_password()
            one.save()
        if name in ("tara", "late"):
            TOTP.activate(one, TOTP_SECRET)
            RecoveryCodes.activate(one)
        made[name] = Client()
        made[name].force_login(one)
    made["ada"] = Client()
    made["ada"].force_login(Account.objects.create_superuser("ada@example.org", "a long enough secret"))
    Client().force_login(Account.objects.get(email="vera@example.org"))  # Vera is logged in elsewhere too
    for name in made.keys() - {"", "late"}:
        session = made[name].session
        session["account_authentication_methods_user"] = session["_auth_user_id"]
        session["account_authentication_methods"] = [
            {"method": "password", "at": time.time(), "reauthenticated": True}
        ]
        session.save()
    return made


def further_places(world: World) -> list[Place]:
    """Return the pages whose forms stand on none of the matrix: they need something in another state."""
    return [*_tournaments(), *_ratings(), *_register(world), *_accounts(), *_operations()]


def _operations() -> list[Place]:
    """A job that failed, as the administrator sees it, and a text of the site that the office wrote."""
    Job.objects.create(kind="tournaments.mail", state=Job.State.FAILED, error="The server is away")
    LogAlarm.objects.get_or_create(origin="other.example.org/log", kind="rewritten")
    told = {"address": "https://other.example.org/log", "key": "no key"}
    WatchedLog.objects.get_or_create(origin="other.example.org/log", defaults=told)
    LogWitness.objects.get_or_create(name="other.example.org/witness", defaults=told)
    pages.write_text("about", "fr", "Le bureau.", account=Account.objects.get(email="odile@example.org"))
    return [
        Place("ada", reverse("operations")),
        Place("odile", reverse("witnesses")),
        Place("odile", reverse("site-text-edit", args=["about", "fr"])),
    ]


def _tournaments() -> list[Place]:
    orla, omar = (Account.objects.get(email=f"{name}@example.org") for name in ("orla", "omar"))
    enrolled(orla)
    ready = _draft(orla, _sound("Ready"), "ready.tou")
    doubtful = _draft(orla, _strangers(), "strangers.csv")
    held, clean = handed_in(orla, "Held"), handed_in(orla, "Clean")
    reservations.hold(held, account=omar)
    Tournament.objects.filter(pk=clean.pk).update(findings=[])
    kept = intake.receive(reports.tou("Kept"), filename="kept.tou", account=orla)
    approved = Tournament.objects.get(name="First")
    congress, asked = (
        _draft(orla, _congress(), "congress.csv"),
        _draft(orla, _sound("Asked"), "asked.tou"),
    )
    Tournament.objects.filter(pk=asked.pk).update(asked_for=["ffg"])
    sent_back = handed_in(orla, "Sent back")
    steps.send_back(sent_back, account=omar, reason="Who won round 2?")
    gone, wrong = handed_in(orla, "Gone"), handed_in(orla, "Wrong")
    steps.approve(gone, account=omar)
    steps.revoke(gone, account=omar, reason="It was never played.")
    steps.approve(wrong, account=omar)
    corrected = intake.reopen(wrong, account=omar)
    steps.submit(corrected, account=omar)
    sent, off = handed_in(orla, "Sent onward"), handed_in(orla, "Not sent onward")
    _onward(sent, off, orla)
    return [
        *_pairing_programs(orla),
        *_handed_in_again(approved, orla),
        Place("odile", _page("desk-tournament", gone)),
        Place("orla", _page("desk-tournament", corrected)),
        Place("orla", _page("desk-tournament", ready)),
        Place("orla", _page("desk-tournament", doubtful)),
        Place("orla", _page("desk-match", doubtful)),
        Place("orla", reverse("desk-cell", args=[doubtful.number, 1, 1, 1])),
        Place("orla", reverse("desk-entrant", args=[doubtful.number, 1, 1])),
        Place("odile", _page("desk-tournament", clean)),
        Place("odile", _page("desk-tournament", approved)),
        Place("odile", _page("desk-review", held)),
        Place("omar", _page("desk-review", held)),
        Place("orla", reverse("upload-findings", args=[kept.pk])),
        Place("orla", _page("desk-tournament", congress)),
        Place("orla", _page("desk-match", congress)),
        Place("orla", _page("desk-tournament", asked)),
        Place("orla", _page("desk-tournament", sent_back)),
        Place("orla", _page("desk-onward", sent)),
        Place("orla", _page("desk-onward", off)),
    ]


def _onward(sent: Tournament, off: Tournament, orla: Account) -> None:
    """Note that the results of one were sent to the FFG, and that those of another are not to be."""
    section = section_of(sent, "ffg", dispatch_rules.rule(), DAY)
    assert section is not None
    said = acts.ActDetails(date.today())
    acts.send(sent, "ffg", section.file, said, account=orla)
    acts.note(off, "ffg", acts.Kind.OFF, acts.ActDetails(said.day, "For fun"), account=orla)


def _pairing_programs(orla: Account) -> list[Place]:
    """A tournament of Pairgoth with entrants and a round, one whose connection is ended, and a secret."""
    running, ended = (
        expected.enter(facts(code=code, name=code.title()), account=orla) for code in ("running", "over")
    )
    entrants.add_typed(running, "0100001\n0100002", account=orla)
    arrivals.take(running, arrivals.GAMES, 1, games(ROUND_1).encode())
    expected.end(ended, account=orla)
    expected.new_secret(orla)
    page = reverse("pairing-program", args=[running.pk])
    return [
        Place("orla", reverse("pairing-programs")),
        Place("orla", page),
        Place("orla", f"{page}?q=Cavailles"),
        Place("orla", reverse("pairing-program", args=[ended.pk])),
    ]


def _draft(orla: Account, data: bytes, filename: str) -> Tournament:
    return intake.draft(intake.receive(data, filename=filename, account=orla), account=orla)


def _handed_in_again(approved: Tournament, orla: Account) -> list[Place]:
    """Two drafts with the games of an approved tournament; an officer has said that those of one differ."""
    report = report_of(approved)
    twice, both_count = (
        _draft(orla, table.write(replace(report, name=name), "tou"), f"{name}.tou")
        for name in ("Twice", "Both count")
    )
    found = duplicates.compared(both_count, approved)
    assert found is not None
    odile = Account.objects.get(email="odile@example.org")
    warning_confirmations.settle(both_count, found.finding, account=odile)
    compared = [
        reverse("desk-compare", args=[one.number, one.revision, approved.number])
        for one in (twice, both_count)
    ]
    return [Place("orla", compared[0]), *(Place("odile", path) for path in compared)]


def _sound(name: str) -> bytes:
    """A file without a finding, with other results than what was handed in before."""
    return reports.tou(name, pairings=reports.games(Tournament.objects.count()))


def _strangers() -> bytes:
    """A file with two warnings and somebody to decide about: one nobody resembles, one misspelt."""
    people = (
        replace(reports.PEOPLE[0], surname="Aubrak", identifiers={}, grade=""),
        Entrant(2, "Zywiec", "Quirin", grade="", country="FR"),
        *reports.PEOPLE[2:],
    )
    games = (Pairing(1, 1, 2, Outcome.WHITE_WINS), Pairing(1, 3, 4, Outcome.BLACK_WINS))
    return table.write(reports.report("Strangers", entrants=people, pairings=games, rounds=1), "spreadsheet")


def _congress() -> bytes:
    """A file with more people than stand on one page."""
    people = tuple(Entrant(n, f"Name{n}", "Given", grade="5k", country="FR") for n in range(1, 121))
    return table.write(reports.report("Congress", entrants=people), "spreadsheet")


def _page(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.number, tournament.revision])


def _ratings() -> list[Place]:
    egf = recalculate(stale(RatingSystem.objects.get(key="egf"), DAY)).system
    prepared = publication.prepare(
        publication.order(egf, publication.ListRequest(date(2023, 4, 1)), account=None).pk
    )
    applied = RatingRun.objects.filter(system__key="ffg", stage="applied").latest("pk")
    waiting = request_run(stale(RatingSystem.objects.get(key="ffg-hybrid"), DAY))
    ffg = RatingSystem.objects.get(key="ffg")
    proposed = compute(request_run(ffg))
    # Of the page of the month's end: one to be recalculated, one to be listed.
    stale(RatingSystem.objects.get(key="fide-rapid"), DAY)
    RatingSystem.objects.filter(key="fide-blitz").update(state=1)
    RatingSystem.objects.filter(key__in=("fide-rapid", "fide-blitz")).update(active=True)
    job = decision_preview.request(ffg, Decision("adjustment", DAY, "Drift", offset=5.0), account=None)
    jobs.run(job.pk)
    variant = read({"system": "ffg", "name": "Lower", "constants": {"2022-10": {"divisor": 6}}})
    simulation = stored_simulations.request(variant, account=Account.objects.get(email="odile@example.org"))
    player = Player.objects.order_by("pk")[0]
    reports = [made_reports.report_on(player, name=name) for name in ("Plain", "With lines", "Opened")]
    for one, is_open in zip(reports[1:], (False, True), strict=True):
        made_reports.with_lines(one, player, is_open=is_open)
    return [
        *(Place("odile", one.get_absolute_url()) for one in reports),
        Place("odile", made_reports.trial_of(reports[2]).get_absolute_url()),
        Place("odile", simulation.get_absolute_url()),
        Place("odile", reverse("prepared-list", args=[prepared.pk])),
        Place("odile", reverse("run", args=[proposed.pk])),
        Place("odile", reverse("run", args=[applied.pk])),
        Place("odile", reverse("run", args=[waiting.pk])),
        Place("odile", reverse("manual-event-preview", args=["ffg", job.pk])),
        Place("odile", reverse("list-publish", args=["egf"])),
        Place("odile", f"{reverse('manual-events', args=['egf'])}?kind=adjustment"),
    ]


def _register(world: World) -> list[Place]:
    kept, gone = world.player.pk, world.merge.kept_id
    merge = f"{reverse('register-merge')}?kept={kept}"
    norway = Federation.objects.get_or_create(code="NO", defaults={"name": "Norway"})[0]
    Club.objects.create(code="OSLO", label="Oslo", name="Oslo", federation=norway)
    register.add_known_name(world.player, "Annegret Masters", account=None)
    wanted = Wanted(2026, "L", Account.objects.get(email="odile@example.org"))
    fingerprint = licence_list.plan(str(kept), wanted).fingerprint
    licence_list.give(str(kept), wanted, fingerprint=fingerprint)
    oslo = Club.objects.get(code="NO-Oslo")
    clubs = [Club.objects.create(code=f"NO-{n}", label=n, name=n, federation=norway) for n in ("One", "Two")]
    register.enrol(register.Newcomer("Lointain", "Ada", "QQ"), account=None)
    register.federation_for("SE")
    sven, other = (
        Account.objects.get(email="sven@example.org"),
        Player.objects.exclude(pk=kept).order_by("pk")[0],
    )
    claim = record_claims.ask_for_code(other, account=sven, language="en")
    RecordClaim.objects.filter(pk=claim.pk).update(digest=digest(claim, "12345678"))
    return [
        Place("sven", reverse("claim", args=[other.pk])),
        Place("odile", reverse("register-claims")),
        Place("odile", reverse("register-club", args=[oslo.pk])),
        Place("odile", f"{reverse('register-club-merge')}?gone={clubs[0].pk}"),
        Place("odile", f"{reverse('register-club-merge')}?kept={clubs[1].pk}&gone={clubs[0].pk}"),
        Place("odile", reverse("register-regions")),
        Place("odile", merge),
        Place("odile", f"{merge}&gone={gone}"),
    ]


def _accounts() -> list[Place]:
    sven, tara, kim = (Account.objects.get(email=f"{name}@example.org") for name in ("sven", "tara", "kim"))
    key = Authenticator.objects.create(user=kim, type="webauthn", data={"name": "ring"})
    new = EmailAddress.objects.create(user=sven, email="sven@example.com", verified=False, primary=False)
    secret = [user_pk_to_url_str(sven), default_token_generator.make_token(sven)]
    asked = reverse("account_reset_password_from_key", args=secret)
    off = endpoints.add(tara, endpoints.Wanted("https://example.org/off", ["list.published"]))[0]
    endpoints.turn_off(off, account=tara)
    return [
        Place("tara", reverse("webhook", args=[off.pk])),
        Place("odile", reverse("account-of", args=[tara.pk])),
        Place("sven", reverse("account_email")),
        Place("", reverse("account_confirm_email", args=[EmailConfirmationHMAC(new).key])),
        Place("", asked),
        Place("sven", reverse("invitation", args=[SECRET])),
        Place("", reverse("invitation", args=[SECRET])),
        Place("nora", reverse("account_set_password")),
        Place("tara", reverse("mfa_deactivate_totp")),
        Place("kim", reverse("mfa_edit_webauthn", args=[key.pk])),
        Place("kim", reverse("mfa_remove_webauthn", args=[key.pk])),
        Place("tara", reverse("mfa_generate_recovery_codes")),
        Place("vera", reverse("mfa_activate_totp")),
        Place("late", reverse("mfa_reauthenticate")),
    ]
