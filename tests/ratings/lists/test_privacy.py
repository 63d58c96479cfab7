"""Players who are not shown by name: nowhere public, past lists included; and all comes back."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks, Settings

from federation.jobs import jobs
from federation.models import Account, HiddenValues, Job, JournalEntry, Player
from federation.models.display_name import public_name, public_view
from federation.privacy import generation, privacy
from federation.register import register
from federation.register.register import RegisterError
from ratings.lists import list_files
from ratings.lists.publication import publish
from ratings.models import ListEntry, PublishedList, RatingSystem
from tests.ratings import fide_pages, small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small(settings: Settings, tmp_path: Any) -> Small:
    settings.DATA_DIR = tmp_path
    cache.clear()
    return small_federation.build(players=10, tournaments=2)


def crawl(client: Client, *, most: int = 600) -> Iterator[tuple[str, bytes]]:
    """Read every public address of the site that is linked from another, downloads included."""
    waiting, seen = ["/", "/players/?q=abel", "/players/?q=a", "/players/1/against/2/"], set[str]()
    while waiting and len(seen) < most:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        response = client.get(path, **ENGLISH)
        if response.status_code in (301, 302):
            waiting.append(urljoin(path, response.headers["Location"]))
            continue
        content = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]  # a file streams
        yield path, content
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for found in re.findall(r'(?:href|hx-get)="([^"]+)"', content.decode()):
            link = urljoin(path, found.replace("&amp;", "&"))
            parts = urlsplit(link)
            office = ("/login", "/static", "/admin", "/desk", "/upload", "/language")
            # The same rows in another order, and every two players beside each other, say nothing new.
            again = parts.query.startswith(("sort", "all", "federation")) or "/against/" in parts.path
            if not parts.netloc and not parts.path.startswith(office) and not again:
                waiting.append(link.partition("#")[0])


def whole(content: bytes) -> str:
    """Return what a file says, unzipped."""
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    return content.decode("utf-8", "replace")


def pattern_of(player: Player) -> re.Pattern[str]:
    """Return what finds the name of a player and his numbers in a text."""
    words = (player.surname, *player.identifiers.values_list("value", flat=True))
    return re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)


@pytest.mark.long
def test_name_appears_nowhere_in_public(client: Client, small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    name = pattern_of(player)
    saying = (path for path, content in crawl(client) if name.search(whole(content)))
    # lists, downloads, club, tournaments, players, home
    assert len(list(islice(saying, 9))) == 9

    privacy.choose(player, "anonymous", account=None)
    generation.forget()
    texts = {path: whole(content) for path, content in crawl(client)}
    assert [path for path, text in texts.items() if name.search(text)] == []

    about = [path for path, text in texts.items() if re.search(rf"\bNN {player.pk}\b|/{player.pk}/", text)]
    privacy.choose(player, "initials", account=None)
    generation.forget()
    assert len(about) > 50
    assert [path for path in about if name.search(whole(client.get(path, **ENGLISH).getvalue()))] == []


def test_player_is_still_there_under_what_he_chose(client: Client, small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    number, initial = player.pk, player.surname[0]

    privacy.choose(player, "initials", account=None)
    assert (
        f"<h1>{player.given_name[0]}. {initial}.</h1>" in client.get(f"/players/{number}/").content.decode()
    )

    privacy.choose(player, "anonymous", account=None)
    assert f"<h1>NN {number}</h1>" in client.get(f"/players/{number}/").content.decode()
    assert ListEntry.objects.filter(player=number, surname=f"NN {number}").count() > 0


def test_pages_that_were_kept_are_made_anew_at_once(client: Client, small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    name = player.surname.encode()
    client.get("/lists/ffg/", **ENGLISH)  # sets the cookie that is part of the state
    first = client.get("/lists/ffg/", **ENGLISH)
    again = client.get("/lists/ffg/", HTTP_IF_NONE_MATCH=first.headers["ETag"], **ENGLISH)
    assert (name in first.content, again.status_code) == (True, 304)

    privacy.choose(player, "anonymous", account=None)
    generation.forget()  # what the commit does
    after = client.get("/lists/ffg/", HTTP_IF_NONE_MATCH=first.headers["ETag"], **ENGLISH)

    assert (after.status_code, name in after.content) == (200, False)


def test_other_process_hears_of_it_within_a_minute(
    small: Small, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    now = [1000.0]
    monkeypatch.setattr("federation.privacy.generation.time.monotonic", lambda: now[0])
    monkeypatch.setattr(generation, "SECONDS", 15.0)
    before = generation.current()
    privacy.choose(small.players[0], "anonymous", account=None)

    assert generation.current() == before  # not asked again yet, as in a process that did not write it
    now[0] += 15.1
    assert generation.current() != before
    download = client.get("/lists/ffg/", {}, **ENGLISH).content.decode()
    assert "download.csv" in download
    answer = client.get(re.findall(r'href="([^"]+download\.csv[^"]*)"', download)[0].replace("&amp;", "&"))
    assert int(answer.headers["Cache-Control"].rpartition("=")[2]) <= 45


def test_choice_asks_anew_after_the_commit(
    small: Small, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    before = generation.current()

    with django_capture_on_commit_callbacks(execute=True):
        privacy.choose(small.players[0], "anonymous", account=None)

    assert generation.current() != before


def test_list_keeps_what_it_said(small: Small) -> None:
    player = small.players[0]
    before = list(ListEntry.objects.order_by("pk").values())

    privacy.choose(player, "anonymous", account=None)
    privacy.choose(player, "initials", account=None)
    assert list(ListEntry.objects.order_by("pk").values()) != before
    assert HiddenValues.objects.filter(player=player).count() == player.list_entries.count()
    privacy.choose(player, "public", account=None)

    assert list(ListEntry.objects.order_by("pk").values()) == before
    assert HiddenValues.objects.count() == 0


def test_new_list_is_published_as_chosen(small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, "anonymous", account=None)
    RatingSystem.objects.update(stale_from=None)

    listed = publish(RatingSystem.objects.get(key="ffg"), date(2027, 1, 1), account=None)

    entry = listed.entries.get(player=player)
    assert (entry.surname, entry.given_name, entry.ffg, entry.birth_year) == (f"NN {player.pk}", "", "", None)
    kept = HiddenValues.objects.get(row=entry.pk).values
    assert kept["surname"] == Player.objects.get(pk=player.pk).surname


def test_club_of_hidden_players_alone_is_no_filter_of_a_list(client: Client, small: Small) -> None:
    published = small.lists[-1]
    member = ListEntry.objects.filter(list=published).exclude(club="").select_related("player")[0]
    for entry in ListEntry.objects.filter(list=published, club=member.club).select_related("player"):
        privacy.choose(entry.player, "anonymous", account=None)
    address = f"/lists/{published.system.key}/{published.date.isoformat()}/"

    html = client.get(address, headers={"accept-language": "en"}).content.decode()

    assert f'value="{member.club}"' not in html
    assert '<select name="club"' in html or 'name="club"' in html


def test_public_search_does_not_tell_who_an_anonymous_player_is(client: Client, small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    register.add_known_name(player, "Solberg Anna", account=None)
    licence = player.identifiers.first()
    assert licence is not None
    privacy.choose(player, "anonymous", account=None)

    for text in (player.surname, licence.value, "solberg"):
        lines = client.get("/players/", {"q": text}, **ENGLISH).context["found"].lines
        assert player.pk not in {one.pk for one, _entries in lines}, text
        for key in ("ffg", "egf"):
            assert f'id="p{player.pk}"' not in client.get(f"/lists/{key}/", {"q": text}).content.decode()
    assert [
        one.pk for one, _entries in client.get("/players/", {"q": str(player.pk)}).context["found"].lines
    ] == [player.pk]


def test_desk_knows_everybody_by_name(client: Client, small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    registrar = Account.objects.create_user("rita@example.org", "secret")
    registrar.groups.add(Group.objects.get(name="registrar"))
    privacy.choose(player, "anonymous", account=None)
    client.force_login(registrar)

    page = client.get(f"/register/{player.pk}/", **ENGLISH).content.decode()

    assert f"<h1>{player.surname} {player.given_name}</h1>" in page
    assert player.surname in client.get("/register/", {"q": player.surname}).content.decode()
    assert player.surname not in client.get(f"/players/{player.pk}/").content.decode()


def test_choice_by_the_desk_is_a_line_of_the_journal(client: Client, small: Small) -> None:
    player = small.players[0]
    registrar = Account.objects.create_user("rita@example.org", "secret")
    registrar.groups.add(Group.objects.get(name="registrar"))
    client.force_login(registrar)

    client.post(f"/register/{player.pk}/privacy/", {"privacy": "initials"})
    client.post(f"/register/{player.pk}/privacy/", {"privacy": "initials"})
    odd = client.post(f"/register/{player.pk}/privacy/", {"privacy": "invisible"})

    (line,) = JournalEntry.objects.filter(act="player.privacy")
    assert (line.account, line.detail["before"], line.detail["after"]) == (registrar, "public", "initials")
    assert (odd.status_code, Player.objects.get(pk=player.pk).privacy) == (400, "initials")


@pytest.mark.parametrize("role", ["organiser", None])
def test_only_registrars_choose(client: Client, small: Small, role: str | None) -> None:
    if role:
        account = Account.objects.create_user("orla@example.org", "secret")
        account.groups.add(Group.objects.get(name=role))
        client.force_login(account)

    response = client.post(f"/register/{small.players[0].pk}/privacy/", {"privacy": "anonymous"})

    assert response.status_code == (403 if role else 302)
    assert Player.objects.exclude(privacy="public").count() == 0


def test_files_of_fide_lists_are_taken_off_and_made_again(
    client: Client, settings: Settings, tmp_path: Any
) -> None:
    settings.DATA_DIR = tmp_path
    listed = fide_pages.archived()
    players = fide_pages.enrolled(fide_pages.EVERYBODY)
    list_files.make(listed)
    listed.refresh_from_db()
    names = list(listed.files)
    address = f"/lists/{listed.system.key}/{listed.date.isoformat()}/files/"
    assert any("Osei" in whole(b"".join(client.get(address + n).streaming_content)) for n in names)  # type: ignore[attr-defined]  # a file streams

    privacy.choose(players["Anna"], "anonymous", account=None)

    assert {client.get(address + name).status_code for name in names} == {404}
    job = Job.objects.get(kind="ratings.remake_files")
    done = jobs.run(job.pk)
    assert done is not None
    assert done.state == Job.State.DONE
    for name in names:
        content = whole(b"".join(client.get(address + name).streaming_content))  # type: ignore[attr-defined]  # a file streams
        assert ("Osei" in content, f"NN {players['Anna'].pk}" in content) == (False, True)


@pytest.mark.parametrize(
    ("way", "result"),
    [("public", ("Holm", "Anne-Lise")), ("initials", ("H.", "A.-L.")), ("anonymous", ("NN 7", ""))],
)
def test_shown_says_no_more_than_chosen(way: str, result: tuple[str, str]) -> None:
    assert public_name(7, "Holm", "Anne-Lise", way) == result


def test_fields_of_a_player_say_less_only_in_public(small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    Player.objects.filter(pk=player.pk).update(birth_year=1990, privacy="anonymous")
    found = Player.objects.get(pk=player.pk)

    with public_view():
        seen = (found.surname, found.given_name, found.birth_year, str(found))
        deferred = Player.objects.only("pk").get(pk=player.pk).surname

    assert seen == (f"NN {player.pk}", "", None, f"NN {player.pk}")
    assert deferred == f"NN {player.pk}"
    assert (found.surname, found.birth_year) == (player.surname, 1990)


def test_no_way_to_show_a_player_is_refused(small: Small) -> None:
    with pytest.raises(RegisterError):
        privacy.choose(small.players[0], "invisible", account=None)


def test_choice_says_whether_it_changed_something_and_names_a_new_state(small: Small) -> None:
    before = generation.state()

    chosen = [privacy.choose(small.players[0], "anonymous", account=None) for _ in range(2)]

    assert chosen == [True, False]
    last = JournalEntry.objects.filter(act="player.privacy").latest("pk")
    assert (before, generation.state()) == ("0.0", f"{last.pk}.1")


def test_json_of_a_list_says_no_more(client: Client, small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, "anonymous", account=None)
    generation.forget()
    day = PublishedList.objects.filter(system__key="ffg").latest("date").date.isoformat()

    rows = json.loads(client.get(f"/lists/ffg/{day}/download.json").content)

    row = next(one for one in rows["players"] if one["number"] == player.pk)
    assert (row["surname"], row["given_name"], row["ffg"]) == (f"NN {player.pk}", "", "")


def test_player_saved_while_a_public_page_is_made_keeps_his_name(small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    name = player.surname
    Player.objects.filter(pk=player.pk).update(privacy="anonymous", birth_year=1990)
    found = Player.objects.get(pk=player.pk)

    with public_view():
        found.save()

    player.refresh_from_db()
    assert (player.surname, player.birth_year) == (name, 1990)
