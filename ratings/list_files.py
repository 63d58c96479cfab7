"""Writes: the downloads of a FIDE list, made once before it is shown: layouts, zipped, with checksums.

The same list gives the same bytes: entries in the order of the public numbers, zips dated by the list.
"""

import hashlib
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.conf import settings

from federation import privacy
from ratings.models import ListEntry, PublishedList
from ratings.renderings import fide_data, fide_text, fide_xml
from ratings.renderings.fide_listed import RATES, FideHead, FidePlayer, Standing

FAMILY = "fide"
_COLUMNS = ("player_id", "fide", "surname", "given_name", "federation", "sex", "title", "women_title",
            "other_titles", "birth_year", "active", "rating", "period_games", "k")  # fmt: skip
_CHUNK = 5000
Renderer = Callable[[FideHead, Iterable[FidePlayer]], Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class Layout:
    """One download: the name of the zip, of the file in it, and who writes it."""

    name: str
    inside: str
    head: FideHead
    renderer: Renderer


def make(published: PublishedList) -> dict[str, dict[str, Any]]:
    """Make the files of a prepared FIDE list and note size and SHA-256 of each; harmless when repeated.

    The files of all rates of play hold the lists of the same day that are published by then.
    """
    family, _, rate = published.system.key.partition("-")
    if family != FAMILY or not (published.ready or published.prepared) or is_made(published):
        return dict(published.files)
    folder = folder_of(published)
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, dict[str, Any]] = {}
    state = ""
    while state != (now := privacy.state()):  # somebody chose to be shown otherwise while we wrote
        state = now
        for layout in layouts(FideHead(published.date, rate)):
            lists = {rate: published} if layout.head.rate else _same_day(published, rate)
            made[layout.name] = _write(folder / layout.name, layout, players(lists))
    published.files = made
    published.save(update_fields=["files"])
    return made


def remake(key: int) -> None:
    """Make the files of a list again; until they are, nobody can fetch the old ones."""
    PublishedList.objects.filter(pk=key).update(files={})
    make(PublishedList.objects.select_related("system").get(pk=key))


def is_made(published: PublishedList) -> bool:
    """Say whether the files that are noted are there."""
    folder = folder_of(published)
    return bool(published.files) and all((folder / name).is_file() for name in published.files)


def folder_of(published: PublishedList) -> Path:
    """Name the folder of a list's files."""
    return Path(settings.DATA_DIR) / "lists" / str(published.pk)


def remove(folder: Path) -> None:
    """Delete the files of a list that nobody was shown."""
    shutil.rmtree(folder, ignore_errors=True)


def layouts(head: FideHead) -> list[Layout]:
    """Give the downloads of a list of one rate of play, and those of all rates on its day."""
    single, month = f"{head.rate}_{head.month}", f"{head.date:%Y-%m}"
    whole = FideHead(head.date)
    return [
        Layout(f"{single}frl.zip", f"{single}frl.txt", head, fide_text.render),
        Layout(f"{single}frl_xml.zip", f"{single}frl_xml.xml", head, fide_xml.render),
        Layout(f"{single}_csv.zip", f"{single}.csv", head, fide_data.render_csv),
        Layout(f"{single}_json.zip", f"{single}.json", head, fide_data.render_json),
        Layout(f"players_list_foa_{month}.zip", f"players_list_foa_{month}.txt", whole, fide_text.render),
        Layout(
            f"players_list_xml_foa_{month}.zip", f"players_list_xml_foa_{month}.xml", whole, fide_xml.render
        ),
    ]


def players(lists: dict[str, PublishedList]) -> Iterator[FidePlayer]:
    """Give everybody on some lists of one day, by public number, read a few thousand at a time."""
    streams = [_entries(lists[rate], RATES.index(rate)) for rate in RATES if rate in lists]
    for _player, rows in groupby(merge(*streams, key=itemgetter(0, 1)), key=itemgetter(0)):
        yield _player_of(list(rows))


def _entries(published: PublishedList, place: int) -> Iterator[tuple[Any, ...]]:
    rows = ListEntry.objects.filter(list=published).order_by("player_id").values_list(*_COLUMNS)
    for player, *rest in rows.iterator(chunk_size=_CHUNK):
        yield (player, place, *rest)


def _player_of(rows: list[tuple[Any, ...]]) -> FidePlayer:
    """Put the lines of one player together; who he is stands as the first of them has it."""
    player, _place, number, surname, given_name, federation, sex, title, women, other, born = rows[0][:11]
    standings: list[Standing | None] = [None] * len(RATES)
    for row in rows:
        standings[row[1]] = Standing(*row[-3:])
    return FidePlayer(
        number=number or str(player),
        surname=surname,
        given_name=given_name,
        federation=federation,
        sex=sex,
        title=title,
        women_title=women,
        other_titles=other,
        birth_year=born,
        active=any(row[11] for row in rows),
        standings=(standings[0], standings[1], standings[2]),
    )


def _same_day(published: PublishedList, rate: str) -> dict[str, PublishedList]:
    """Give the list and those of the other rates of play on its day, in their newest revision."""
    others = PublishedList.objects.filter(
        system__key__in=[f"{FAMILY}-{one}" for one in RATES if one != rate], date=published.date, ready=True
    ).select_related("system")
    found = {one.system.key.partition("-")[2]: one for one in others.order_by("revision")}
    return found | {rate: published}


def _write(path: Path, layout: Layout, rows: Iterable[FidePlayer]) -> dict[str, Any]:
    """Write one zip beside its place and move it there, so that nobody reads half of it."""
    on = layout.head.date
    entry = zipfile.ZipInfo(layout.inside, date_time=(max(on.year, 1980), on.month, on.day, 0, 0, 0))
    entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
    entry.external_attr = 0o644 << 16
    unfinished = path.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w", compresslevel=6) as archive, archive.open(entry, "w") as file:
        for piece in _pieces(layout.renderer(layout.head, rows)):
            file.write(piece)
    unfinished.replace(path)
    with path.open("rb") as done:
        return {"size": path.stat().st_size, "sha256": hashlib.file_digest(done, "sha256").hexdigest()}


def _pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Gather lines into pieces worth compressing."""
    kept: list[bytes] = []
    for line in lines:
        kept.append(line)
        if len(kept) == _CHUNK:
            yield b"".join(kept)
            kept.clear()
    yield b"".join(kept)
