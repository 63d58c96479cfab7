"""Files of another installation's log, read within limits from an address a user entered."""

import http.client
import time

from django.conf import settings

from federation.webhooks.sending import Connection, Refused, connection_to, cut_off, why
from ratings.merkle_log.merkle import HASH_BYTES
from ratings.merkle_log.notes import LONGEST
from ratings.merkle_log.reader import Fetch, Missing, Unreadable
from ratings.merkle_log.tiles import WIDTH

_OK, _MOVED, _WRONG = 200, 300, 400
_GONE = (404, 410)

SECONDS = 60.0  # one look at one log
MOST_FILES = 100  # of one look: a proof in a tree of 2**40 entries needs some 20 tiles
_TILE = WIDTH * HASH_BYTES


class Failed(Exception):
    """Nothing was read; the text is a code of `webhooks.sending.WHY`."""


class NotThere(Failed):
    """The server reports that the file does not exist."""


def get_file(url: str, *, most: int, agent: str, private: bool = False) -> bytes:
    """Return a file of at most so many bytes; raises Failed with what went wrong.

    The address was entered by a user, so it is checked as that of a message is (`webhooks.sending`). A
    redirect is no file: it is not followed. `private`: also from this machine and its network, and without
    encryption.
    """
    begun = time.monotonic()
    try:
        status, body = _exchange(connection_to(url, private=private), most, agent)
    except Refused as refused:
        raise Failed(str(refused)) from None
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise Failed(why(problem, since=begun)) from problem
    if status in _GONE:
        raise NotThere("not-found")
    if status != _OK:
        raise Failed("redirect" if _MOVED <= status < _WRONG else "status")
    if len(body) > most:
        raise Failed("too-long")
    return body


def _exchange(connection: Connection, most: int, agent: str) -> tuple[int, bytes]:
    """Return the status and the body, read up to one byte too many; who dawdles is cut off."""
    with cut_off(connection) as is_late:
        connection.request("GET", connection.path, headers={"User-Agent": agent, "Connection": "close"})
        with connection.getresponse() as answer:
            body = answer.read(most + 1)
            if is_late():
                raise TimeoutError  # what was cut off looks like a short file
            if len(body) <= most and answer.length:
                raise http.client.IncompleteRead(body, answer.length)
            return answer.status, body


class Away(Unreadable):
    """A file that was not read; the text is a code of `PROBLEMS`."""


class Absent(Missing, Away):
    """A file that is not there."""


def files_of(address: str) -> Fetch:
    """Return a reader of files below a log's address; it raises Away, Absent for a missing file."""
    base, begun, count = address.rstrip("/") + "/", time.monotonic(), 0

    def fetch(path: str) -> bytes:
        nonlocal count
        count += 1
        if count > MOST_FILES or time.monotonic() - begun > SECONDS:
            raise Away("timeout")
        most = _TILE if path.startswith("tile/") else LONGEST
        agent = f"Palmares/{settings.VERSION}"
        try:
            return get_file(base + path, most=most, agent=agent, private=settings.WEBHOOK_PRIVATE)
        except NotThere as problem:
            raise Absent(str(problem)) from None
        except Failed as problem:
            raise Away(str(problem)) from None

    return fetch


def note_of(data: bytes) -> str:
    """Return a note as text; Away where it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Away("no-checkpoint") from None
