"""Fetching of one small file over HTTP from an address a user entered; no Django.

The same guard as for messages: the name is resolved once, every address it has is checked, and the
connection is made to one of the checked ones. A redirect is no file: nothing is read behind it.
"""

import http.client
import time

from federation.webhooks.sending import Connection, Refused, connection_to, cut_off, why

_OK, _MOVED, _WRONG = 200, 300, 400
_GONE = (404, 410)


class Failed(Exception):
    """Nothing was read; the text is a code of WHY in `wording`."""


class NotThere(Failed):
    """The server reports that the file does not exist."""


def get(url: str, *, most: int, agent: str, private: bool = False) -> bytes:
    """Return a file of at most so many bytes; raises Failed with what went wrong.

    `private`: also from this machine and its network, and without encryption.
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
