"""A FIDE list for spreadsheets and programs: CSV and JSON, one rate of play a file. Pure."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from federation.vocabulary.spreadsheets import cell
from ratings.exports.fide_listed import RATES, FideHead, FidePlayer

COLUMNS = ("fide", "surname", "given_name", "federation", "sex", "title", "women_title", "other_titles",
           "rating", "games", "k", "birth_year", "active")  # fmt: skip


def render_csv(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write comma-separated values, UTF-8 with the mark spreadsheets look for."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    yield b"\xef\xbb\xbf" + _take_written(text)
    for player in players:
        writer.writerow(map(cell, _values(head, player)))
        yield _take_written(text)


def render_json(head: FideHead, players: Iterable[FidePlayer]) -> Iterator[bytes]:
    """Write one object, one player a line, keys in a fixed order."""
    about = json.dumps({"rate": head.rate, "date": head.date.isoformat()}, separators=(",", ":"))
    front = f'{about[:-1]},"players":[\n'
    for player in players:
        line = json.dumps(
            dict(zip(COLUMNS, _values(head, player), strict=True)), ensure_ascii=False, separators=(",", ":")
        )
        yield f"{front}{line}".encode()
        front = ",\n"
    yield b"\n]}\n" if front == ",\n" else f"{front}]}}\n".encode()


def _values(head: FideHead, player: FidePlayer) -> list[object]:
    standing = player.standings[RATES.index(head.rate)]
    figures = (standing.rating, standing.games, standing.k) if standing else (None, 0, None)
    return [
        player.number,
        player.surname,
        player.given_name,
        player.letters,
        player.sex,
        player.title,
        player.women_title,
        player.other_titles,
        *figures,
        player.birth_year,
        player.active,
    ]


def _take_written(text: io.StringIO) -> bytes:
    """Take what was written, and empty the buffer."""
    written = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return written
