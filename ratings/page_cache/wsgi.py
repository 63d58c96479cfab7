"""In-memory cache of each process before Django: the public answers it gave a moment ago.

An answer is stored as it left Django, every header and the body, so that nothing can be missing from it. Only
what `responses` marks as everybody's is stored, and it is given again only while the state it was made of is
the one last asked for. All doubtful cases go to Django: requests that may be of an account, conditions other
than a tag, and the state itself as soon as it is time to ask.

Without it cached pages come at a quarter of the rate and answers 304 miss their mark (docs/decisions,
Page machinery, has the figures).
"""

import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request

from federation.web.address_language import NAME
from ratings.monitoring import instruments
from ratings.page_cache import responses, version

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

BYTES = 16 * 1024 * 1024  # of one process, some thousand pages
LONGEST = 500  # characters of a header that is compared: as much as Django reads of Accept-Language
_ENTRY = 1500  # bytes an entry takes beside key and body
_OK, _UNCHANGED = "200 OK", "304 Not Modified"
Key = tuple[str, ...]


class RequestKey(NamedTuple):
    """All an answer depends on, as the server read it; a state of None is to be read again."""

    whole: Key
    known: str  # what the reader has already, from If-None-Match
    state: str | None


class StoredResponse(NamedTuple):
    """An answer as it left Django, and its `responses.Mark`."""

    mark: responses.Mark
    tag: str  # without the sign of a weak one
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Memory:
    """Answers of this process by what was asked, the ones longest unused forgotten first.

    Two halves: what is asked for moves into the younger one; when that is full, the older one is dropped.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._young: dict[Key, StoredResponse] = {}
        self._old: dict[Key, StoredResponse] = {}
        self._bytes = 0
        self._lock = Lock()

    def find(self, key: Key) -> StoredResponse | None:
        """Return what is remembered for a key."""
        stored = self._young.get(key)
        if stored is None and (stored := self._old.get(key)) is not None:
            self.keep(key, stored)
        return stored

    def keep(self, key: Key, given: StoredResponse) -> None:
        """Remember an answer, but for one so large that it would push out the others."""
        size = _ENTRY + len(given.body) + sum(map(len, key))
        if size > self.most // 16:
            return
        with self._lock:
            if self._bytes + size > self.most // 2:
                self._old, self._young, self._bytes = self._young, {}, 0
            self._young[key] = given
            self._bytes += size

    def size(self) -> int:
        """Count the bytes of the bodies remembered."""
        with self._lock:
            both = [*self._young.values(), *self._old.values()]
        return sum(len(stored.body) for stored in both)


class ProcessCache:
    """The application a web server calls: gives what is remembered, and hands everything else on."""

    def __init__(self, application: "WSGIApplication", most: int = BYTES) -> None:
        self.application, self.memory = application, Memory(most)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        key = request_key(environ) if settings.PAGE_CACHE_ENABLED else None
        if key is None:
            return self.application(environ, start_response)
        stored = self._find(key)
        if stored is None:
            return self._ask(environ, start_response, key)
        start_response(stored.status, stored.headers[:])
        instruments.count_memory_hit()
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [stored.body]

    def _find(self, key: RequestKey) -> StoredResponse | None:
        """Find an answer that still holds; for a reader who has a tag first the 304 Django gave for it."""
        if key.state is None:
            return None
        known = key.known
        stored = self.memory.find((*key.whole, known))
        if stored is None and known:
            stored = self.memory.find((*key.whole, ""))
            if stored is not None and (stored.tag in known or "*" in known):
                return None
        holds = stored is not None and stored.mark.state == key.state and time.time() < stored.mark.until
        return stored if holds else None

    def _ask(
        self, environ: "WSGIEnvironment", start_response: "StartResponse", key: RequestKey
    ) -> Iterable[bytes]:
        """Have Django answer, and remember what it marks as everybody's."""
        instruments.MEMORY_MISS.inc()
        heads: list[tuple[str, list[tuple[str, str]]]] = []

        def listen(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            heads.append((status, headers[:]))
            return start_response(status, headers, *error)

        answer = self.application(environ, listen)
        mark = environ.get(responses.MARK)
        if mark is not None and len(heads) == 1 and environ["REQUEST_METHOD"] == "GET":
            self._remember(key, mark, *heads[0], b"".join(answer))
        return answer

    def _remember(
        self,
        key: RequestKey,
        mark: responses.Mark,
        status: str,
        headers: list[tuple[str, str]],
        body: bytes,
    ) -> None:
        if status not in (_OK, _UNCHANGED):
            return
        memory_key = (*key.whole, key.known if status == _UNCHANGED else "")
        before = self.memory.find(memory_key)
        if before is None or before.mark != mark:
            tag = dict(headers)["ETag"].removeprefix("W/")
            lasting = [header for header in headers if header[0] != "X-Request-ID"]
            self.memory.keep(memory_key, StoredResponse(mark, tag, status, lasting, body))


def request_key(environ: "WSGIEnvironment") -> RequestKey | None:
    """Read what is asked; None where only Django may say what the answer is."""
    read = environ.get
    segment = responses.segment_of(read("PATH_INFO", ""))
    if segment is None or environ["REQUEST_METHOD"] not in ("GET", "HEAD") or "HTTP_HOST" not in environ:
        return None
    cookies, accepted = read("HTTP_COOKIE", ""), read("HTTP_ACCEPT_LANGUAGE", "")
    known = read("HTTP_IF_NONE_MATCH", "")
    if (cookies and _is_personal(cookies)) or max(len(cookies), len(accepted), len(known)) > LONGEST:
        return None
    if NAME in read("HTTP_HX_CURRENT_URL", ""):  # may choose the language, and is no part of the key
        return None
    if "HTTP_IF_MATCH" in environ or "HTTP_IF_UNMODIFIED_SINCE" in environ:
        return None
    proxy = settings.SECURE_PROXY_SSL_HEADER
    whole = (
        environ["HTTP_HOST"],
        environ["wsgi.url_scheme"],
        read(proxy[0], "") if proxy else "",
        read("SCRIPT_NAME", ""),
        environ["PATH_INFO"],
        read("QUERY_STRING", ""),
        responses.part_of(environ),
        _language(cookies, accepted),
        responses.encoding_for(segment, read("HTTP_ACCEPT_ENCODING", "")),
    )
    return RequestKey(whole, known, version.believed(lists=responses.shows_lists(segment)))


def _is_personal(cookies: str) -> bool:
    """Return whether a header of cookies may have one of an account, or a message: rather once too often."""
    return settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies


@lru_cache(1024)
def _language(cookies: str, accepted: str) -> str:
    """Choose the language as Django would."""
    request = HttpRequest()
    request.COOKIES, request.META = parse_cookie(cookies), {"HTTP_ACCEPT_LANGUAGE": accepted}
    return get_language_from_request(request)
