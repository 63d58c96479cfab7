"""Every output of lists and of the register asks the privacy policy, row by row.

Each case reads one field of one player out of one output. With its row turned the output says the opposite;
without its row it fails. Files of tournaments: tests/tournaments/desk/test_public_report.py.
"""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from federation.models import Player
from federation.models.display_name import public_view
from federation.privacy import policy
from federation.privacy.policy import Level
from ratings.cadence.pages import pages_of
from ratings.exports import fide_files
from ratings.exports.fide_files import FideHead
from ratings.lists import list_files
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.snapshots import rows as snapshot
from ratings.snapshots.parts import Part
from ratings.snapshots.tables import TABLES
from ratings.statistics.lists import best_improvers
from tests.privacy_rows import removed, turned
from tests.ratings import fide_pages, small_federation
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ADULT, MINOR = 7, 58  # players of the small federation: a woman born in 1957, a girl born in 2008
DAY = "2026-11-06"
NEWEST = "/api/v1/lists/ffg/newest/entries"
Reader = Callable[[Client, Player], object]


def body(client: Client, path: str) -> str:
    answer: Any = client.get(path, headers={"accept-language": "en"})
    if answer.status_code == 500:  # below /api/ the error is told as a problem
        raise LookupError(path)
    assert answer.status_code == 200, path
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(content.decode("utf-8-sig"))


def of_csv(path: str, field: str) -> Reader:
    def read(client: Client, player: Player) -> object:
        rows = csv.DictReader(io.StringIO(body(client, path)))
        return next(row[field] for row in rows if row["number"] == str(player.pk))

    return read


def of_json(path: str, field: str, *, within: str) -> Reader:
    def read(client: Client, player: Player) -> object:
        rows = json.loads(body(client, path))[within]
        return next(row[field] for row in rows if row["number"] == player.pk)

    return read


def of_snapshot(part: Part, field: str) -> Reader:
    names = [column.name for column in TABLES[part.table].columns]

    def read(_client: Client, player: Player) -> object:
        rows = (dict(zip(names, row, strict=True)) for row in snapshot.rows_of(part))
        return next(row[field] for row in rows if row["number"] == player.pk)

    return read


def of_list(field: str, *, system: str = "ffg") -> dict[str, Reader]:
    """Return the outputs that have a field of a list's entries."""
    entries = f"/api/v1/lists/{system}/newest/entries"
    year = Part("entries", system, 2026)
    return {
        "API": of_json(f"{entries}?all=1&limit=500", field, within="items"),
        "API CSV": of_csv(f"{entries}.csv?all=1", field),
        "API JSON": of_json(f"{entries}.json", field, within="items"),
        "API, sorted": of_json(f"{entries}?all=1&limit=500&sort=name", field, within="items"),
        "API CSV, filtered": of_csv(f"{entries}.csv?all=1&federation=FR", field),
        "snapshot": of_snapshot(year, field),
    }


def downloads(field: str) -> dict[str, Reader]:
    at = f"/lists/ffg/{DAY}/download"
    return {"CSV": of_csv(f"{at}.csv", field), "JSON": of_json(f"{at}.json", field, within="players")}


def of_player(field: str) -> Reader:
    def read(client: Client, player: Player) -> object:
        return json.loads(body(client, f"/api/v1/players/{player.pk}"))[field]

    return read


def number_on_page(client: Client, player: Player) -> object:
    number = player.identifiers.get(scheme="egd").value
    return number in body(client, f"/players/{player.pk}/")


def number_of_api(client: Client, player: Player) -> object:
    return json.loads(body(client, f"/api/v1/players/{player.pk}"))["identifiers"]


def public_year(_client: Client, player: Player) -> object:
    with public_view():
        return Player.objects.get(pk=player.pk).birth_year


def place_among(text: str) -> Reader:
    def read(client: Client, player: Player) -> object:
        return text in body(client, f"/players/{player.pk}/")

    return read


def number_of_ladder(client: Client, player: Player) -> object:
    answer = client.get(f"/lists/ffg/{DAY}/download.txt")
    return player.identifiers.get(scheme="ffg").value.encode() in answer.content


def club_of_file(key: str) -> Reader:
    def read(client: Client, _player: Player) -> object:
        answer = client.get(f"/tournaments/{Tournament.objects.get().number}/export/{key}/")
        return any(code in answer.content for code in (b"75Xa", b"38Yb", b"69Zc"))

    return read


NUMBERS = (
    of_list("egd")
    | downloads("egd")
    | {
        "page": number_on_page,
        "API player": number_of_api,
        "snapshot of the register": of_snapshot(Part("players"), "ffg"),
    }
)
FILES = {f"file {key}": club_of_file(key) for key in ("h9", "tou", "spreadsheet", "json")}
OTHER: list[tuple[str, str | None, bool | None, int, dict[str, Reader]]] = [
    ("sex", "other", None, ADULT, of_list("sex") | downloads("sex") | {"page": place_among("sex=f")}),
    ("age", "other", None, ADULT, {"page": place_among("age=o65")}),
    (
        "birth_year",
        "other",
        None,
        ADULT,
        of_list("birth_year")
        | downloads("birth_year")
        | {
            "API player": of_player("birth_year"),
            "pages": public_year,
            "snapshot of the register": of_snapshot(Part("players"), "birth_year"),
        },
    ),
    ("club", None, None, ADULT, of_list("club_name") | downloads("club") | FILES),
    ("number", None, False, ADULT, NUMBERS),
    ("number", None, True, MINOR, NUMBERS),
    ("own_number", None, None, MINOR, of_list("ffg") | downloads("ffg") | {"ladder": number_of_ladder}),
]
CASES = [
    pytest.param(field, kind, minor, who, reader, id=f"{field}-{'minor' if minor else kind}-{name}")
    for field, kind, minor, who, readers in OTHER
    for name, reader in readers.items()
]


@pytest.fixture
def players() -> list[Player]:
    cache.clear()
    return list(small_federation.build(players=60, tournaments=1).players)


@pytest.mark.parametrize(("field", "kind", "minor", "who", "reader"), CASES)
def test_output_follows_the_row(
    monkeypatch: pytest.MonkeyPatch,
    client: Client,
    players: list[Player],
    field: str,
    kind: str | None,
    minor: bool | None,
    who: int,
    reader: Reader,
) -> None:
    shown = policy.level(field, policy.Kind(kind or "other"), minor=bool(minor)) is Level.SHOWN
    assert bool(reader(client, players[who])) is shown

    turned(monkeypatch, field, kind, minor=minor)
    cache.clear()
    assert bool(reader(client, players[who])) is not shown

    removed(monkeypatch, field, kind, minor=minor)
    cache.clear()
    with pytest.raises(LookupError):
        reader(client, players[who])


def fide_file(render: Any, value: str) -> Reader:
    def read(_client: Client, _player: Player) -> object:
        published = PublishedList.objects.get(system__key="fide-standard")
        people = list_files.players({"standard": published})
        return value in b"".join(render(FideHead(published.date, "standard"), people)).decode()

    return read


def fide_page(path: str) -> Reader:
    return lambda client, _player: ">1995<" in body(client, path).replace("</span>", "")


def calculator(_client: Client, player: Player) -> object:
    return pages_of("fide-standard").known("fide-standard", [player])[player.pk].birth_year


FIDE = {
    "birth_year": of_list("birth_year", system="fide-standard")
    | {
        "list": fide_page("/lists/fide-standard/"),
        "top": fide_page("/lists/fide-standard/top/"),
        "text file": fide_file(fide_files.render_text, "1995"),
        "XML file": fide_file(fide_files.render_xml, "<birthday>1995<"),
        "CSV file": fide_file(fide_files.render_csv, "1995"),
        "JSON file": fide_file(fide_files.render_json, "1995"),
        "calculator": calculator,
    },
    "sex": of_list("sex", system="fide-standard")
    | {
        "XML file": fide_file(fide_files.render_xml, "<sex>F<"),
        "page": place_among("sex=f"),
    },
    "title": of_list("title", system="fide-standard")
    | {
        "list": lambda client, _player: ">GM</td>" in body(client, "/lists/fide-standard/"),
        "XML file": fide_file(fide_files.render_xml, "<title>GM<"),
    },
    "own_number": of_list("fide", system="fide-standard"),
}


@pytest.mark.parametrize(
    ("field", "reader"),
    [
        pytest.param(field, reader, id=f"{field}-{name}")
        for field, readers in FIDE.items()
        for name, reader in readers.items()
        if name != "API CSV, filtered"  # nobody of the list is French
    ],
)
def test_output_of_fide_lists_follows_the_row(
    monkeypatch: pytest.MonkeyPatch, client: Client, field: str, reader: Reader
) -> None:
    cache.clear()
    fide_pages.archived()
    player = Player.objects.get(given_name="Anna")
    kind = "fide" if field in ("birth_year", "sex") else None
    assert reader(client, player)

    turned(monkeypatch, field, kind)
    cache.clear()
    assert not reader(client, player)

    removed(monkeypatch, field, kind)
    cache.clear()
    with pytest.raises(LookupError):
        reader(client, player)


@pytest.mark.parametrize(("field", "option"), [("sex", 'value="f"'), ("age", 'value="u20"')])
def test_filter_of_fide_lists_follows_the_row(
    monkeypatch: pytest.MonkeyPatch, client: Client, field: str, option: str
) -> None:
    cache.clear()
    fide_pages.archived()
    assert option in body(client, "/lists/fide-standard/")

    turned(monkeypatch, field, "fide")
    cache.clear()
    assert option not in body(client, "/lists/fide-standard/")

    removed(monkeypatch, field, "fide")
    cache.clear()
    with pytest.raises(LookupError):
        body(client, "/lists/fide-standard/")


def ids(client: Client, query: str) -> int:
    return body(client, f"/lists/ffg/{query}").count('<tr id="p')


@pytest.mark.parametrize(
    ("field", "query", "group"), [("sex", "?sex=f", "women"), ("age", "?age=u20", "juniors")]
)
def test_categories_of_other_lists_follow_the_row(
    monkeypatch: pytest.MonkeyPatch, client: Client, field: str, query: str, group: str
) -> None:
    cache.clear()
    small = small_federation.build(players=130, tournaments=1, systems=("ffg",))
    newest = ListEntry.objects.filter(list=small.lists[-1])
    newest.update(rating=F("rating") + 50, games=F("games") + 60)  # everyone gained

    def offered() -> tuple[bool, bool, bool, bool]:
        """Return what names members: the filter, its calls, number ones, statistics."""
        cache.clear()
        system = RatingSystem.objects.get(key="ffg")
        days = {one.date: one.pk for one in PublishedList.objects.filter(system=system)}
        best = best_improvers(system, days)
        assert best is not None
        return (
            ids(client, query) > 0,
            bool(json.loads(body(client, f"{NEWEST}{query}"))["items"]),
            f"?of={group}" in body(client, "/lists/ffg/number-ones/"),
            any(best.rows[key] for key in best.rows if key[0] == group),
        )

    assert offered() == (True, True, True, True)

    turned(monkeypatch, field, "other", to=Level.INSIDE)
    assert offered() == (False, False, False, False)

    removed(monkeypatch, field, "other")
    with pytest.raises(LookupError):
        offered()


@pytest.mark.parametrize(("members", "is_offered"), [(4, False), (5, True)])
def test_category_of_fewer_than_five_is_not_offered(client: Client, members: int, is_offered: bool) -> None:
    cache.clear()
    small = small_federation.build(players=60, tournaments=0, systems=("ffg",))
    newest = ListEntry.objects.filter(list=small.lists[-1])
    newest.update(sex="m")
    few = list(newest.filter(active=True).values_list("pk", flat=True)[:members])
    newest.filter(pk__in=few).update(sex="f")

    page = body(client, "/lists/ffg/?sex=f")
    answer = json.loads(body(client, f"{NEWEST}?sex=f"))

    assert page.count('<tr id="p') == answer["count"] == (members if is_offered else 0)
    assert ("fewer than 5 such players" in page) is not is_offered
    assert ('<option value="f"' in body(client, "/lists/ffg/")) is is_offered


def test_category_of_two_filters_is_counted_as_one(client: Client) -> None:
    cache.clear()
    small = small_federation.build(players=60, tournaments=0, systems=("ffg",))
    ListEntry.objects.filter(list=small.lists[-1]).update(sex="m")
    girls = list(
        ListEntry.objects.filter(list=small.lists[-1], birth_year__gte=2006).values_list("pk", flat=True)
    )
    women = list(
        ListEntry.objects.filter(list=small.lists[-1], birth_year__lt=1990).values_list("pk", flat=True)
    )
    ListEntry.objects.filter(pk__in=[*girls[:3], *women[:5]]).update(sex="f")

    assert ids(client, "?all=1&sex=f") == 8
    assert ids(client, "?all=1&age=u20&sex=f") == 0
