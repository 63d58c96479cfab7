"""Downloads of a FIDE list, made once before it is shown: layouts, zipped, with checksums.

The same list gives the same bytes: entries in the order of the public numbers, zips dated by the list. So a
machine that lacks a file fetches it where one is shared, or makes it again, of the lists noted with it
(PublishedList.files: name -> "size", "sha256", "lists").
"""

import logging
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import IO, Any, BinaryIO, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_noop

from federation.privacy import generation
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.web.outages import Outage
from ratings.exports import fide_files
from ratings.exports.fide_files import PERSON, RATES, FideHead, FidePlayer, Standing
from ratings.lists import file_store
from ratings.lists.entry_rows import shown_fields
from ratings.models import ListEntry, PublishedList
from ratings.rulebook.list_fields import FIDE, names_in, stored_in

FAMILY = "fide"
_READ = ("player_id", *stored_in(FIDE))
_AT = {name: at for at, name in enumerate(("player", "place", *names_in(FIDE)))}  # of a row
_person = itemgetter(*(_AT[name] for name in PERSON))
_figures = itemgetter(*(_AT[name] for name in Standing.__dataclass_fields__))
_CHUNK = 5000
ATTEMPTS = 5  # to make all files while privacy choices stay the same
TOO_MANY_CHOICES = gettext_noop(
    "Privacy settings changed at every attempt to create the files. Start this job again."
)
Renderer = Callable[[FideHead, Iterable[FidePlayer]], Iterator[bytes]]
Note = dict[str, Any]
logger = logging.getLogger(__name__)
_disk = Outage("The folder of list files", retry=60.0)


class OtherError(Exception):
    """A file comes out otherwise than noted: made by another version of the program, or of zlib."""


class ChoicesMovedError(Exception):
    """Privacy choices changed at every attempt; shown as the reason of the failed job."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY_CHOICES)


class Download(NamedTuple):
    """A file of a list, open, and the digest of its contents."""

    file: BinaryIO
    sha256: str


@dataclass(frozen=True, slots=True)
class ListFile:
    """One download: the name of the zip, of the file in it, and who writes it."""

    name: str
    inside: str
    head: FideHead
    renderer: Renderer


def has_files(system_key: str) -> bool:
    """Return whether downloads of the lists of a system are made once, beside the entries."""
    return CATALOGUE[system_key].family == FAMILY


def make(published: PublishedList) -> dict[str, Note]:
    """Make the files of a prepared FIDE list and note size and SHA-256 of each; harmless when repeated.

    The files of all rates of play hold the lists of the same day that are published by then. Files noted and
    not here are made again as noted; what cannot be is made with a new note, and logged. Raises
    ChoicesMovedError.
    """
    is_shown = published.ready or published.prepared
    if not has_files(published.system.key) or not is_shown or is_made(published):
        return dict(published.files)
    if published.files and _made_again(published):
        return dict(published.files)
    for _ in range(ATTEMPTS):
        if (notes := _made_anew(published)) is not None:
            _sweep(published, shared=True)
            return notes
    raise ChoicesMovedError


def _made_anew(published: PublishedList) -> dict[str, Note] | None:
    """Make all files and note them; None if a privacy choice changed meanwhile."""
    state, rate = generation.state(), _rate_of(published)
    notes: dict[str, Note] = {}
    for layout in layouts(FideHead(published.date, rate)):
        lists = {rate: published} if layout.head.rate else _same_day(published, rate)
        notes[layout.name] = _write(published, layout, lists)
    with transaction.atomic():
        PublishedList.objects.select_for_update().get(
            pk=published.pk
        )  # against a process that takes files off
        if state != generation.state():
            return None
        published.files = notes
        published.save(update_fields=["files"])
    return notes


def _made_again(published: PublishedList) -> bool:
    """Make what is noted and not here; False where one comes out otherwise."""
    try:
        for name in published.files:
            file = _here(published, name) or _fetched(published, name) or _again(published, name).file
            file.close()
    except OtherError as problem:
        logger.warning("files of list %s are noted anew: %s", published.pk, problem)
        return False
    _sweep(published, shared=True)
    return True


def download(published: PublishedList, name: str) -> Download:
    """Open a file of a list that is noted under a name, fetched or made again where this machine lacks it.

    Once for each file and machine, and one at a time: requests meanwhile get BusyError. Raises KeyError
    for what is not noted, OtherError where the bytes noted cannot be made.
    """
    noted = published.files[name]
    file = _here(published, name)
    if file is not None:
        return Download(file, noted["sha256"])
    if _is_hopeless(published, name) and not file_store.is_shared():
        raise OtherError(name)
    if _disk.is_on and not _disk.is_my_turn():
        raise file_store.BusyError
    try:
        with file_store.one_at_a_time():
            # Another process may have made it just now.
            file = _here(published, name) or _fetched(published, name)
            open_file = Download(file, noted["sha256"]) if file else _again(published, name)
            _sweep(published)
    except OSError as problem:
        _disk.begin(problem)
        raise file_store.BusyError from problem
    _disk.end()
    return open_file


def _here(published: PublishedList, name: str) -> BinaryIO | None:
    digest = published.files[name].get("sha256")
    return file_store.found(published.pk, name, digest) if digest else None


def _fetched(published: PublishedList, name: str) -> BinaryIO | None:
    digest = published.files[name].get("sha256")
    return file_store.fetched(published.pk, name, digest) if digest else None


def _is_hopeless(published: PublishedList, name: str) -> bool:
    return file_store.is_hopeless(published.pk, published.files[name].get("sha256", ""))


def _again(published: PublishedList, name: str) -> Download:
    """Make a file again of the lists it was made of; raises OtherError where it is not the same.

    Of what was noted before lists were noted with it, the lists of the day are those that are public now.
    """
    noted = published.files[name]
    rate = _rate_of(published)
    layout = next(
        (candidate for candidate in layouts(FideHead(published.date, rate)) if candidate.name == name), None
    )
    if layout is None or _is_hopeless(published, name):
        raise OtherError(name)
    lists = {rate: published} if layout.head.rate else _lists_of(published, noted, rate)
    is_open = "sha256" not in noted or not (layout.head.rate or "lists" in noted)
    new_note = _write(published, layout, lists, wanted="" if is_open else noted["sha256"])
    if new_note != noted:
        new_note = _note(published, name, new_note, is_open=is_open)
    file = file_store.found(published.pk, name, new_note["sha256"])
    if file is None:
        raise file_store.BusyError  # swept by a process with a newer note
    return Download(file, new_note["sha256"])


def _note(published: PublishedList, name: str, new_note: Note, *, is_open: bool) -> Note:
    """Note a file made again whose note was not whole; OtherError where it had to be the same."""
    with transaction.atomic():
        current = PublishedList.objects.select_for_update().get(pk=published.pk)
        if current.files.get(name) != published.files[name]:  # taken off, or made by another process
            raise file_store.BusyError
        if not is_open and new_note["sha256"] != published.files[name]["sha256"]:
            file_store.give_up(published.pk, published.files[name]["sha256"])
            logger.error("%s of list %s comes out otherwise than noted", name, published.pk)
            raise OtherError(name)
        published.files = current.files = {**current.files, name: new_note}
        current.save(update_fields=["files"])
    return new_note


def _lists_of(published: PublishedList, noted: Note, rate: str) -> dict[str, PublishedList]:
    """Return the lists a file of all rates of play was made of, by rate of play."""
    if "lists" not in noted:
        return _same_day(published, rate)
    lists = PublishedList.objects.filter(pk__in=noted["lists"]).select_related("system")
    return {_rate_of(published): published for published in lists}


def _sweep(published: PublishedList, *, shared: bool = False) -> None:
    files = [(name, note.get("sha256", "")) for name, note in published.files.items()]
    file_store.sweep(published.pk, files, shared=shared)


def remake(key: int) -> None:
    """Make the files of a list again; until they are, the old ones are not served."""
    PublishedList.objects.filter(pk=key).update(files={})
    make(PublishedList.objects.select_related("system").get(pk=key))


def is_made(published: PublishedList) -> bool:
    """Return whether the files that are noted are on this machine."""
    files = published.files.items()
    return bool(files) and all(
        file_store.path_of(published.pk, name, note.get("sha256", "")).is_file() for name, note in files
    )


def _rate_of(published: PublishedList) -> str:
    return published.system.key.partition("-")[2]


def layouts(head: FideHead) -> list[ListFile]:
    """Return the downloads of a list of one rate of play, and those of all rates on its day."""
    single, month = f"{head.rate}_{head.month}", f"{head.date:%Y-%m}"
    whole = FideHead(head.date)
    return [
        ListFile(f"{single}frl.zip", f"{single}frl.txt", head, fide_files.render_text),
        ListFile(f"{single}frl_xml.zip", f"{single}frl_xml.xml", head, fide_files.render_xml),
        ListFile(f"{single}_csv.zip", f"{single}.csv", head, fide_files.render_csv),
        ListFile(f"{single}_json.zip", f"{single}.json", head, fide_files.render_json),
        ListFile(
            f"players_list_foa_{month}.zip", f"players_list_foa_{month}.txt", whole, fide_files.render_text
        ),
        ListFile(
            f"players_list_xml_foa_{month}.zip",
            f"players_list_xml_foa_{month}.xml",
            whole,
            fide_files.render_xml,
        ),
    ]


def players(lists: dict[str, PublishedList]) -> Iterator[FidePlayer]:
    """Yield everybody on some lists of one day, by public number, read a few thousand at a time."""
    streams = [_entries(lists[rate], RATES.index(rate)) for rate in RATES if rate in lists]
    for _player, rows in groupby(merge(*streams, key=itemgetter(0, 1)), key=itemgetter(0)):
        yield _player_of(list(rows))


def _entries(published: PublishedList, place: int) -> Iterator[tuple[Any, ...]]:
    columns = shown_fields(published.system.key, published.date, _READ)
    rows = ListEntry.objects.filter(list=published).order_by("player_id").values_list(*columns)
    for player, *rest in rows.iterator(chunk_size=_CHUNK):
        yield (player, place, *rest)


def _player_of(rows: list[tuple[Any, ...]]) -> FidePlayer:
    """Put the lines of one player together; who they are stands as the first of them has it."""
    first = rows[0]
    standings: list[Standing | None] = [None] * len(RATES)
    for row in rows:
        standings[row[_AT["place"]]] = Standing(*_figures(row))
    number = first[_AT["fide"]] or str(first[_AT["player"]])
    is_active = any(row[_AT["active"]] for row in rows)
    values: tuple[Any, ...] = (number, *_person(first), is_active, tuple(standings))
    return FidePlayer(*values)


def _same_day(published: PublishedList, rate: str) -> dict[str, PublishedList]:
    """Return the list and those of the other rates of play on its day, in their newest revision."""
    others = PublishedList.objects.filter(
        system__key__in=[f"{FAMILY}-{other}" for other in RATES if other != rate],
        date=published.date,
        ready=True,
    ).select_related("system")
    by_rate = {other.system.key.partition("-")[2]: other for other in others.order_by("revision")}
    return by_rate | {rate: published}


def _write(
    published: PublishedList, layout: ListFile, lists: dict[str, PublishedList], *, wanted: str = ""
) -> Note:
    """Write one zip, dated by its list and so the same bytes every time; `wanted` as in the store."""
    on = layout.head.date
    entry = zipfile.ZipInfo(layout.inside, date_time=(max(on.year, 1980), on.month, on.day, 0, 0, 0))
    entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
    entry.external_attr = 0o644 << 16

    def fill(place: IO[bytes]) -> None:
        with zipfile.ZipFile(place, "w", compresslevel=6) as archive, archive.open(entry, "w") as file:
            for piece in _pieces(layout.renderer(layout.head, players(lists))):
                file.write(piece)

    size, digest = file_store.write(published.pk, layout.name, fill, wanted=wanted)
    return {"size": size, "sha256": digest, "lists": sorted(published.pk for published in lists.values())}


def _pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Gather lines into pieces worth compressing."""
    piece: list[bytes] = []
    for line in lines:
        piece.append(line)
        if len(piece) == _CHUNK:
            yield b"".join(piece)
            piece.clear()
    yield b"".join(piece)
