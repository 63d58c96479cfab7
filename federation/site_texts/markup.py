"""Markdown as the office may write it: headings, paragraphs, lists, emphasis, links; no HTML, no pictures."""

from functools import cache

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

_HIGHEST = 2  # the page has the only heading of the first level


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline", "code"])
    parser.core.ruler.push("headings", lambda state: _lower(state.tokens))
    return parser


def _lower(tokens: list[Token]) -> None:
    """Let headings begin at the second level."""
    for token in tokens:
        if token.type.startswith("heading_"):
            token.tag = f"h{max(_HIGHEST, int(token.tag[1:]))}"


def to_html(text: str) -> SafeString:
    """Return a text as HTML: everything in it is escaped, links lead to http, https, mailto or this site."""
    return SafeString(_parser().render(text))
