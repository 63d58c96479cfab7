"""A tournament handed out as a file: in every format, with its corrections, and nobody named who is not."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, Identifier, Player
from federation.register import merging, register
from federation.register.register import Newcomer
from tests.formats import samples, trf_samples
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.checks import warning_confirmations
from tournaments.corrections import corrections
from tournaments.corrections.corrections import EntrantChange, RoundChange
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.reports.outcomes import Outcome
from tournaments.revisions import exports, rounds
from tournaments.revisions.rounds import Played
from tournaments.submission import steps

pytestmark = pytest.mark.django_db

KEYS = ["h9", "tou", "spreadsheet", "trf26", "trf16", "json"]
TWICE = samples.H9.replace("2+/b0", "3+/b0").replace("5+!w9", "9+!w9")


def drafted(account: Account, data: bytes | None = None) -> Tournament:
    upload = intake.receive(data or reports.tou(), filename="a.txt", account=account)
    return intake.draft(upload, account=account)


@pytest.fixture
def approved(organiser: Account, officer: Account) -> Tournament:
    tournament = drafted(organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    steps.approve(tournament, account=officer)
    return tournament


def test_every_format_we_write_is_offered() -> None:
    assert [one.key for one in exports.WRITTEN] == KEYS


def test_offered_are_the_formats_of_the_game(organiser: Account) -> None:
    go, chess = drafted(organiser), drafted(organiser, trf_samples.TRF26.encode())

    assert [one.key for one in exports.formats_for(go)] == ["h9", "tou", "spreadsheet", "json"]
    assert [one.key for one in exports.formats_for(chess)] == ["spreadsheet", "trf26", "trf16", "json"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "data", [reports.tou(), reports.undated(), trf_samples.TRF26.encode(), TWICE.encode("iso-8859-15")]
)
def test_every_revision_is_written_in_every_format(key: str, data: bytes, organiser: Account) -> None:
    tournament = drafted(organiser, data)

    answer = logged_in(organiser).get(f"/desk/{tournament.number}/1/export/{key}/")

    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith(f'{table.FORMATS[key].extension}"')
    if key != "json":
        assert len(table.read(answer.content).entrants) == tournament.entries.count()


def test_corrections_are_in_the_file(organiser: Account) -> None:
    tournament = drafted(organiser)
    cell = rounds.cell_of(tournament, 1, 1)
    lost = Played(opponent=2, ended="lost", colour="w", handicap=3)
    corrections.correct_round(tournament, RoundChange(1, 1, cell.seen, 1, lost), account=organiser)
    seen = rounds.digest(rounds.entrant_row(tournament.entries.get(number=3)))
    corrections.correct_entrant(tournament, EntrantChange(3, seen, {"grade": "4k"}), account=organiser)

    back = table.read(exports.export(tournament, "h9").content)

    first = back.pairings[0]
    assert (first.white, first.black, first.outcome, first.handicap) == (1, 2, Outcome.BLACK_WINS, 3)
    assert back.entrants[2].grade == "4k"
    assert back.findings == ()


@pytest.mark.parametrize("key", ["opengotha", "pgn", "trf06", "nothing"])
def test_format_only_read_is_not_found(key: str, organiser: Account) -> None:
    drafted(organiser)

    assert logged_in(organiser).get(f"/desk/1/1/export/{key}/").status_code == 404


def test_only_what_is_approved_is_public(organiser: Account) -> None:
    drafted(organiser)

    assert logged_in(organiser).get("/tournaments/1/export/json/").status_code == 404


@pytest.mark.parametrize("key", KEYS)
def test_nobody_is_named_who_chose_not_to_be(key: str, approved: Tournament, organiser: Account) -> None:
    hidden = approved.entries.get(number=1).player
    assert hidden is not None
    Player.objects.filter(pk=hidden.pk).update(privacy="anonymous")

    public = logged_in(organiser).get(f"/tournaments/1/export/{key}/").content.decode("iso-8859-15")
    office = logged_in(organiser).get(f"/desk/1/1/export/{key}/").content.decode("iso-8859-15")

    assert re.search("aubrac|0100001|Lise", public, re.IGNORECASE) is None
    assert re.search("brossolette", public, re.IGNORECASE)
    assert re.search("aubrac", office, re.IGNORECASE)


def directed(organiser: Account, line: str) -> Tournament:
    head, rest = trf_samples.TRF26.split("\n", 1)
    lines = [one for one in rest.split("\n") if not one.startswith(("102", "112"))]
    return drafted(organiser, "\n".join([head, line, *lines]).encode())


def arbiters(tournament: Tournament, *, public: bool) -> list[str]:
    written = json.loads(exports.export(tournament, "json", public=public).content)["arbiters"]
    return [str(one) for one in written]


@pytest.mark.parametrize(
    "line",
    [
        "112 MUELLER, Hans",
        "102 Hans Müller (tel. 1)",
        "102 IA Muller Hans",
        "102 Hans K. Mueller",
        "112 Dr. Hans MÜLLER, Grenoble",
        "112 Hansi Müller",
        "102 H. M. 90000109",
    ],
)
@pytest.mark.parametrize("privacy", ["public", "initials", "anonymous"])
def test_arbiter_is_not_named_who_is_a_hidden_player_and_no_entrant(
    line: str, privacy: str, organiser: Account
) -> None:
    player = register.enrol(Newcomer("MÜLLER", "Hans", "FR"), account=None)
    register.keep_known_name(player, "Müller Hansi")
    Identifier.objects.create(player=player, scheme="fide", value="90000109")
    Player.objects.filter(pk=player.pk).update(privacy=privacy)
    tournament = directed(organiser, line)

    assert (line[4:] in arbiters(tournament, public=True)) is (privacy == "public")
    assert line[4:] in arbiters(tournament, public=False)


@pytest.mark.parametrize(
    "line", ["102 Müller, Petra", "102 Hans Meyer", "102 Hans", "102 Müller, Hans (90000110)"]
)
def test_arbiter_is_named_who_is_another_than_a_hidden_player(line: str, organiser: Account) -> None:
    hidden = register.enrol(Newcomer("MÜLLER", "Hans", "FR"), account=None)
    Player.objects.filter(pk=hidden.pk).update(privacy="anonymous")
    namesake = register.enrol(Newcomer("MÜLLER", "Hans", "DE"), account=None)
    Identifier.objects.create(player=namesake, scheme="fide", value="90000110")

    assert line[4:] in arbiters(directed(organiser, line), public=True)


@pytest.mark.parametrize("scheme", Identifier.Scheme.values)
def test_arbiter_is_found_by_the_number_of_any_register(scheme: str, organiser: Account) -> None:
    hidden = register.enrol(Newcomer("MÜLLER", "Hans", "FR"), account=None)
    Identifier.objects.create(player=hidden, scheme=scheme, value="90000109")
    Player.objects.filter(pk=hidden.pk).update(privacy="anonymous")

    assert arbiters(directed(organiser, "102 H. M. 90000109"), public=True) == [""]


def test_number_of_somebody_of_another_name_does_not_name_a_hidden_player(organiser: Account) -> None:
    hidden, other = (
        register.enrol(Newcomer(name, "Hans", "FR"), account=None) for name in ("MÜLLER", "KOCH")
    )
    Identifier.objects.create(player=other, scheme="ffg", value="90000110")
    Player.objects.filter(pk=hidden.pk).update(privacy="anonymous")

    assert arbiters(directed(organiser, "102 Müller, Hans (90000110)"), public=True) == [""]


def test_arbiter_of_a_number_merged_into_a_hidden_player_is_not_named(
    organiser: Account, officer: Account
) -> None:
    kept, gone = (register.enrol(Newcomer(name, "Hans", "FR"), account=None) for name in ("KOCH", "MÜLLER"))
    merging.merge(kept, gone, merging.Choice(reason="the same"), account=officer)
    Player.objects.filter(pk=kept.pk).update(privacy="initials")

    assert arbiters(directed(organiser, "102 Müller, Hans"), public=True) == [""]


def test_arbiters_of_a_public_file_take_two_queries(
    organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    register.enrol(Newcomer("MÜLLER", "Hans", "FR"), account=None)
    nobody, two = directed(organiser, "102"), directed(organiser, "102 Hans Müller\n112 Perrault, Ines")
    with CaptureQueriesContext(connection) as asked:
        arbiters(nobody, public=True)
    with django_assert_num_queries(len(asked) + 2):
        arbiters(two, public=True)


def test_findings_and_remarks_stay_in_the_office(organiser: Account, officer: Account) -> None:
    sheet = table.write(reports.report(comments=("Thanks to Lise Aubrac",)), "spreadsheet")
    tournament = drafted(organiser, sheet.replace(b";3d;", b";;"))
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    warning_confirmations.confirm_codes(tournament, ["*"], account=organiser)
    steps.submit(tournament, account=organiser)
    steps.approve(tournament, account=officer)

    public = json.loads(logged_in(organiser).get("/tournaments/1/export/json/").content)

    assert (public["findings"], public["comments"]) == ([], [])


@pytest.mark.parametrize("key", KEYS)
def test_public_file_has_no_more_of_a_birth_than_the_year(key: str, organiser: Account) -> None:
    tournament = drafted(organiser, trf_samples.TRF26.encode())

    public = exports.export(tournament, key, public=True).content
    office = exports.export(tournament, key).content

    dates = re.compile(rb"1990[-/]11|30[./]11[./]1990")
    assert dates.search(public) is None
    assert bool(dates.search(office)) == (key in ("trf26", "trf16", "json"))
    assert (b"1990" in public) == (b"1990" in office)


def test_contact_data_in_a_name_is_on_no_page_and_in_no_public_file(organiser: Account) -> None:
    data = trf_samples.TRF26.replace("012 ", "012 Tel. 06 12 34 56 78 anne@example.org ", 1).encode()
    tournament = drafted(organiser, data)

    public = exports.export(tournament, "trf16", public=True)

    for text in (tournament.name, public.content.decode(), public.filename):
        assert "06 12" not in text
        assert "anne" not in text


def test_file_has_one_ending_and_the_key_before_one_that_formats_share(organiser: Account) -> None:
    upload = intake.receive(reports.tou("Open du Moulin"), filename="moulin.tou", account=organiser)
    draft = intake.draft(upload, account=organiser)

    names = {one.key: exports.export(draft, one.key).filename for one in exports.WRITTEN}

    endings = {"h9": "h9", "tou": "tou", "spreadsheet": "csv", "json": "json"}
    endings |= {key: f"{key}.trf" for key in ("trf16", "trf26")}
    assert names == {key: f"{draft.number}-open-du-moulin.{ending}" for key, ending in endings.items()}
