"""What the downloads of lists say: records, the files of pairing programs, FIDE's layouts zipped."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping

from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_row import FideList, FideRow
from federation.player_lists.readers.row import PlayerList, PlayerRow
from ratings.models import PublishedList
from ratings.public_log.bundles import list_bundles as bundles
from tests.flow.coherence.facts import About
from tests.flow.coherence.list_pages import read_row
from tests.flow.coherence.site import Site

_FILE = re.compile(r"/lists/[a-z-]+/[\d-]+/files/")
_LAYOUTS = {"ffg": "txt", "ffg-hybrid": "txt", "egf": "txt"}  # of pairing programs


def read_downloads(site: Site, system: str) -> None:
    """Read the downloads of the newest list of a system whose files are made when they are asked for."""
    when = site.newest[system]
    address = f"/lists/{system}/{when.split()[1]}/download"
    records: list[tuple[str, Iterable[dict[str, str]]]] = [
        (f"{address}.csv", site.csv(f"{address}.csv")),
        (f"{address}.json", site.json(f"{address}.json")["players"]),
    ]
    for where, rows in records:
        for row in rows:
            read_row(site, system, when, row, where)
    _read_proved_rows(site, system)
    if system in _LAYOUTS:
        _read_txt(site, system, when, f"{address}.txt")


def _read_proved_rows(site: Site, system: str) -> None:
    """Read the rows of the newest list that the public log has the digest of."""
    when = site.newest[system]
    address = f"/lists/{system}/{when.split()[1]}/rows.csv"
    for row in site.csv(address):
        read_row(site, system, when, row, address)
    day = when.split()[1]
    newest = PublishedList.objects.filter(system__key=system, date=day, ready=True).order_by("-revision")[0]
    bundles.make(newest)
    address = f"/lists/{system}/{day}/bundle.zip"
    with zipfile.ZipFile(io.BytesIO(site.get(address))) as archive:
        for row in csv.DictReader(io.StringIO(archive.read("list.csv").decode())):
            read_row(site, system, when, row, address)


def _read_txt(site: Site, system: str, when: str, where: str) -> None:
    """Read the file pairing programs read."""
    read = any_list.read(io.BytesIO(site.get(where)))
    assert isinstance(read, PlayerList), where
    entries = site.json(f"/api/v1/lists/{system}/{when.split()[1]}/entries.json")["items"]
    numbers = {row[read.scheme]: row["number"] for row in entries}
    rows = [row for row in read.rows if isinstance(row, PlayerRow)]
    assert len(rows) == len(numbers) == len(entries), where
    for row in rows:
        about = About(numbers[row.identifiers[read.scheme]], system, when)
        site.tell(about, "rating", _whole(row.rating), where)
        site.tell(about, "events", _whole(row.events), where)


def read_fide_files(site: Site, system: str, numbers: Mapping[str, int]) -> None:
    """Read every file a FIDE list names, in each of FIDE's layouts; `numbers`: players by FIDE's number."""
    when = site.newest[system]
    page = site.page(f"/lists/{system}/{when.split()[1]}/")
    found = [link.get("href") for link in page.all("a") if _FILE.search(link.get("href"))]
    assert len(found) == 6
    _read_proved_rows(site, system)
    for where in found:
        with zipfile.ZipFile(io.BytesIO(site.get(where))) as archive:
            name = archive.namelist()[0]
            whole = archive.read(name)
        if name.endswith((".csv", ".json")):
            _records(site, About(0, system, when), name, whole, numbers)
        else:
            _layout(site, About(0, system, when), name, whole, numbers)


def _records(site: Site, of: About, name: str, whole: bytes, numbers: Mapping[str, int]) -> None:
    text = whole.decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text)) if name.endswith(".csv") else json.loads(text)["players"]
    for row in rows:
        about = of._replace(player=numbers[str(row["fide"])])
        _figures(site, about, (row["rating"], row["games"], row["k"]), name)


def _layout(site: Site, of: About, name: str, whole: bytes, numbers: Mapping[str, int]) -> None:
    read = any_list.read(io.BytesIO(whole), filename=name)
    assert isinstance(read, FideList), name
    rows = list(read.rows)
    assert len(rows) == len(numbers), name
    for row in rows:
        assert isinstance(row, FideRow), row
        about = of._replace(player=numbers[row.number])
        _figures(site, about, (row.standard, row.standard_games, row.standard_k), name)


def _figures(site: Site, about: About, figures: tuple[object, object, object], where: str) -> None:
    for kind, figure in zip(("rating", "period games", "k"), figures, strict=True):
        site.tell(about, kind, figure, where)


def _whole(figure: float | None) -> int | None:
    """Return a figure of a reader as the file has it: without decimals."""
    assert figure is None or figure == int(figure)
    return None if figure is None else int(figure)
