"""HTML of responses without the layout of templates, for tests that compare pieces of markup."""

import re
from typing import Any

_BLOCKS = (
    "html|head|body|title|meta|link|main|header|footer|nav|section|article|aside|div|p|ul|ol|li|dl|dt|dd|form|"
    "fieldset|legend|figure|figcaption|details|summary|table|caption|thead|tbody|tfoot|tr|td|th|h[1-6]|option|"
    "optgroup"
)
_VERBATIM = re.compile(r"<(pre|textarea|script|style)\b.*?</\1>", re.S)
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")


def compact(html: str) -> str:
    """Return HTML with one blank where a browser shows one, and none beside blocks or inside tags."""
    parts, begin = [], 0
    for match in _VERBATIM.finditer(html):
        parts += [_compact(html[begin : match.start()]), match[0]]
        begin = match.end()
    return "".join([*parts, _compact(html[begin:])]).strip(" ")


def _compact(html: str) -> str:
    html = _TAG.sub(lambda tag: re.sub(r" (/?>)$", r"\1", re.sub(r"[ \t\r\n]+", " ", tag[0])), html)
    html = re.sub(r"[ \t\r\n]+", " ", html)
    html = re.sub(rf" ?(</?(?:{_BLOCKS})\b[^<>]*>) ?", r"\1", html)
    return re.sub(r"(<[a-z][^<>]*[^/]>) ", r"\1", re.sub(r" (</)", r"\1", html))


def html_of(response: Any) -> str:
    """Return the body of a response as text; HTML without the layout of its templates."""
    text: str = response.content.decode()
    return compact(text) if "html" in response.headers.get("Content-Type", "") else text
