"""Files of games on the web and from the command line: looked at first, taken once, not always at once."""

import io
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from federation.jobs import jobs
from federation.models import Account, Job, JournalEntry, Player
from tests.tournaments import reports
from tests.tournaments.conftest import account, logged_in
from tests.tournaments.online_games.online_games import server
from tournaments.desk import queries
from tournaments.intake import intake
from tournaments.models import GameServer, Handle, Stream, TableGame, Upload
from tournaments.online_games import files

pytestmark = pytest.mark.django_db
HEADING = "game,ended,white,black,result,order,max_points\n"
FILE = (
    HEADING
    + "A-1,2026-03-14T11:59:59Z,anna,ben,1-0,,\n"
    + "A-2,2026-03-14T12:59:59,,,,ben > cem = dora,24\n"
    + "A-3,2199-03-14T12:59:59Z,anna,ben,1-0,,\n"
    + "A-4,soon,anna,ben,1-0,,\n"
)


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


def send(client: Client, text: str | bytes = FILE, **chosen: object) -> tuple[int, str]:
    """Send a file; the answer's status and where it leads."""
    data = text.encode() if isinstance(text, str) else text
    held = GameServer.objects.get(key=chosen.pop("server", "arena"))
    form = {"file": SimpleUploadedFile("games.csv", data), "server": held.pk, "system": "ladder"} | chosen
    answer = client.post(reverse("games-upload"), form)
    return answer.status_code, answer.get("Location", "")


def confirm(client: Client, address: str) -> str:
    """Press the button of the preview, as the page has it."""
    found = client.get(address).context["found"]
    return str(client.post(address, {"games": found.fresh})["Location"])


def test_file_is_looked_at_before_anything_is_taken(arena: GameServer, organiser: Account) -> None:
    client = logged_in(organiser)
    status, address = send(client)
    page = client.get(address)
    found = page.context["found"]
    assert (status, found.fresh, found.known, len(found.refused)) == (302, 2, 0, 2)
    assert found.newcomers == ("anna", "ben", "cem", "dora")
    assert [line.code for line in page.context["lines"]] == ["game-in-future", "odd-moment", "zone-assumed"]
    assert [line.place for line in page.context["lines"]] == ["line 4", "line 5", ""]
    assert "Import 2 games" in page.content.decode()
    assert (TableGame.objects.count(), Player.objects.count()) == (0, 0)


def test_confirmed_file_is_taken_and_then_known(arena: GameServer, organiser: Account) -> None:
    client = logged_in(organiser)
    _, address = send(client)
    assert confirm(client, address) == address
    page = client.get(address)
    assert (TableGame.objects.count(), Stream.objects.get().games, Player.objects.count()) == (2, 2, 4)
    assert (page.context["found"].fresh, page.context["found"].known) == (0, 2)
    assert "2 games imported, 0 already known, 2 rejected; 4 new players." in page.content.decode()
    assert 'href="/lists/ladder/"' in page.content.decode()
    client.post(address, {"games": 2})  # pressed twice
    assert TableGame.objects.count() == 2
    (line,) = JournalEntry.objects.filter(act="games.received")
    assert line.account == organiser


def test_large_file_is_taken_in_the_background(
    arena: GameServer,
    organiser: Account,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: object,
) -> None:
    monkeypatch.setattr(files, "AT_ONCE", 1)
    sent: list[int] = []
    monkeypatch.setattr(jobs, "enqueue", sent.append)
    client = logged_in(organiser)
    _, address = send(client)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture of pytest-django
        place = confirm(client, address)
    job = Job.objects.get(kind=files.WORK)
    assert (place, sent, TableGame.objects.count()) == (reverse("job", args=[job.pk]), [job.pk], 0)
    done = jobs.run(job.pk)
    assert done is not None
    assert (done.state, done.result["url"], done.result["accepted"]) == ("done", address, 2)
    again = jobs.request(files.WORK, arguments=job.arguments, account=organiser)
    told = jobs.run(again.pk)
    assert told is not None
    assert (told.result["accepted"], told.result["known"], TableGame.objects.count()) == (0, 2, 2)


@pytest.mark.parametrize("data", [b"", b"anna,ben\n", b"\x00\x01", b"PK\x03\x04", b"\x89PNG\r\n"])
def test_file_that_cannot_be_read_is_told_so(data: bytes, arena: GameServer, organiser: Account) -> None:
    client = logged_in(organiser)
    status, address = send(client, data)
    page = client.get(address)
    assert (status, page.status_code, len(page.context["lines"])) == (302, 422, 1)
    assert client.post(address, {"games": 5})["Location"] == address
    assert not TableGame.objects.exists()


def test_file_over_the_limit_is_refused_unread(
    arena: GameServer, organiser: Account, settings: pytest.FixtureRequest
) -> None:
    settings.UPLOAD_LIMIT = 1000  # type: ignore[attr-defined]  # pytest-django's settings
    status, _ = send(logged_in(organiser), HEADING + "x" * 40_000)
    assert (status, Upload.objects.count()) == (413, 0)


@pytest.mark.parametrize("chosen", [{"system": "ffg"}, {"system": ""}, {"server": "club"}])
def test_choice_that_is_none_is_refused(
    chosen: dict[str, str], arena: GameServer, organiser: Account
) -> None:
    server("club")
    assert send(logged_in(organiser), **chosen) == (422, "")
    assert logged_in(organiser).post(reverse("games-upload")).status_code == 422
    assert not Upload.objects.exists()


def test_file_of_a_stream_does_not_lie_on_the_desk_of_tournaments(
    arena: GameServer, organiser: Account
) -> None:
    send(logged_in(organiser))
    assert (Upload.objects.count(), queries.leftover_uploads(organiser)) == (1, [])


def test_file_that_was_handed_in_as_a_tournament_is_left_as_it_is(
    arena: GameServer, organiser: Account
) -> None:
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    intake.draft(upload, account=organiser)
    before = Upload.objects.values().get()
    status, address = send(logged_in(organiser), reports.tou())
    assert (status, logged_in(organiser).get(address).status_code) == (302, 422)
    assert Upload.objects.values().get() == before


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("games-upload", (200, 200, 200, 403, 302)),
        ("games-template", (200, 200, 200, 403, 302)),
        ("games-preview", (200, 200, 403, 403, 302)),
    ],
)
def test_who_gets_in(
    name: str, answers: tuple[int, ...], arena: GameServer, request: pytest.FixtureRequest
) -> None:
    people = [request.getfixturevalue(one) for one in ("organiser", "officer", "stranger", "visitor")]
    clients = [logged_in(person) for person in people]
    _, preview = send(clients[0])
    address = {
        "games-upload": reverse("games-upload"),
        "games-template": reverse("games-template", args=["ladder"]),
        "games-preview": preview,
    }[name]
    assert tuple(client.get(address).status_code for client in (*clients, Client())) == answers


def test_server_of_somebody_else_is_closed_with_ones_own_file(
    arena: GameServer, organiser: Account, stranger: Account
) -> None:
    server("club", stranger)
    client = logged_in(stranger)
    _, address = send(client, server="club")
    other = address.replace("/club/", "/arena/")
    assert (client.get(other).status_code, client.post(other, {"games": 2}).status_code) == (403, 403)
    assert client.get(address.replace("/ladder/", "/egf/")).status_code == 404
    assert not TableGame.objects.exists()


def test_organiser_without_a_server_is_told_whom_to_ask(arena: GameServer, stranger: Account) -> None:
    assert "You have no game servers" in logged_in(stranger).get(reverse("games-upload")).content.decode()


def test_handle_is_given_to_another_player_in_the_administration(arena: GameServer) -> None:
    boss = account("boss@example.org")
    Account.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    boss.refresh_from_db()
    files.take(files.keep(FILE.encode(), filename="games.csv", account=boss), arena, "ladder", account=boss)
    handle = Handle.objects.get(key="anna")
    other = Player.objects.create(surname="Sharp", search_key="sharp", federation=arena.federation)
    address = reverse("admin:tournaments_handle_change", args=[handle.pk])
    client = logged_in(boss)
    assert client.get(address).status_code == 200
    assert client.post(address, {"player": other.pk}).status_code == 302
    handle.refresh_from_db()
    line = JournalEntry.objects.get(act="handle.given")
    assert (handle.player, line.detail["after"], line.account) == (other, other.pk, boss)
    assert client.get(reverse("admin:tournaments_handle_changelist") + "?q=ann").status_code == 200
    assert client.get(reverse("admin:tournaments_gameserver_changelist")).status_code == 200


def test_server_is_looked_at_in_the_administration_and_changed_on_its_page(arena: GameServer) -> None:
    boss = Account.objects.create_superuser("boss@example.org")
    client = logged_in(boss)
    address = reverse("admin:tournaments_gameserver_change", args=[arena.pk])

    shown, sent = client.get(address), client.post(address, {"name": "Else"})

    assert f'href="{reverse("game-server", args=[arena.key])}"' in shown.content.decode()
    assert sent.status_code == 403


def told(*words: str) -> tuple[list[str], list[str]]:
    out, errors = io.StringIO(), io.StringIO()
    call_command("import_games", *words, stdout=out, stderr=errors)
    return out.getvalue().splitlines(), errors.getvalue().splitlines()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    path.write_text(FILE)
    return path


@pytest.fixture(autouse=True)
def _english(settings: pytest.FixtureRequest) -> None:
    settings.LANGUAGE_CODE = "en"  # type: ignore[attr-defined]  # pytest-django's settings


def test_command_takes_a_file_and_says_what_became_of_it(arena: GameServer, file: Path) -> None:
    words = (str(file), "--system", "ladder", "--server", "arena")
    assert told(*words, "--dry-run")[0] == ["imported: 2", "already known: 0", "refused: 2", "new players: 4"]
    assert not TableGame.objects.exists()
    out, errors = told(*words)
    assert out == ["imported: 2", "already known: 0", "refused: 2", "new players: 4"]
    assert [line.partition(":")[0] for line in errors] == [
        "line 4",
        "line 5",
        "Times without a time zone, read as UTC",
    ]
    assert told(*words)[0] == ["imported: 0", "already known: 2", "refused: 2", "new players: 0"]
    assert TableGame.objects.count() == 2


def test_command_shows_the_first_refusals_and_counts_the_rest(arena: GameServer, file: Path) -> None:
    file.write_text(HEADING + "A,soon,a,b,1-0,,\n" * 50)
    out, errors = told(str(file), "--system", "ladder", "--server", "arena")
    assert (out[2], len(errors), errors[-1]) == ("refused: 50", 21, "...")


def test_command_reads_a_file_larger_than_the_web_takes(
    arena: GameServer, file: Path, settings: pytest.FixtureRequest
) -> None:
    settings.UPLOAD_LIMIT = 100  # type: ignore[attr-defined]  # pytest-django's settings
    assert told(str(file), "--system", "ladder", "--server", "arena")[0][0] == "imported: 2"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--system", "ladder", "--server", "nowhere"), "Unknown game server nowhere"),
        (("--system", "egf", "--server", "arena"), "--system"),
        (("--system", "ladder"), "--server"),
    ],
)
def test_command_refuses_what_it_does_not_know(
    words: tuple[str, ...], said: str, arena: GameServer, file: Path
) -> None:
    with pytest.raises(CommandError, match=said):
        told(str(file), *words)


@pytest.mark.parametrize("data", [None, b"", b"anna,ben\n", b"\x1f\x8bcut off"])
def test_command_says_why_a_file_cannot_be_read(
    data: bytes | None, arena: GameServer, tmp_path: Path
) -> None:
    path = tmp_path / "broken"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CommandError, match="broken"):
        told(str(path), "--system", "ladder", "--server", "arena")
