"""Template loaders: templates without the whitespace of their layout.

What a break of lines is worth:

- beside an element that is a block by itself (`<p>`, `<td>`), a cell of a table and `load`: nothing;
- beside the dash of `{%- if %}` or `{% endif -%}`: nothing, as in Jinja2, which brought it;
- inside `{% blocktranslate trimmed %}`: a blank, as in Django;
- anywhere else, between words, values, attributes and elements of a line: a blank, as a browser shows it.

What stands in `pre`, `textarea`, `script` and `style` is left as it is; so are letters, which are no HTML.
"""

import re
from collections.abc import Callable

import jinja2
from django.template import Origin
from django.template.loaders import filesystem
from django.utils.translation import trim_whitespace

_BLOCKS = "|".join(
    (
        *("html", "head", "body", "title", "meta", "link", "main", "header", "footer", "nav", "section"),
        *("article", "aside", "div", "p", "ul", "ol", "li", "dl", "dt", "dd", "form", "fieldset", "legend"),
        *("figure", "figcaption", "details", "summary", "table", "caption", "thead", "tbody", "tfoot"),
        *("tr", "td", "th", "h[1-6]", "option", "optgroup"),
    )
)
_INSIDE = "button|select|svg"  # at their edges nothing is shown either
_TAGS = "load|extends|cell|endcell|table|endtable"
_AS_IT_IS = re.compile(
    r"<(pre|textarea|script|style)\b.*?</\1>|{% blocktranslate.*?{% endblocktranslate %}", re.S
)
_DASH_BEFORE, _DASH_AFTER = re.compile(r"[ \t\r\n]*{%-"), re.compile(r"-%}[ \t\r\n]*")
_BREAK = re.compile(r"[ \t]*\r?\n[ \t\r\n]*")
_BREAK_BEFORE = re.compile(rf"\n(?=</?(?:{_BLOCKS})\b|</(?:{_INSIDE})>|{{% (?:{_TAGS})\b|>)")
_REST = r"(?:{%[^%]*%}|[^<>{]|{(?!%))*>"  # of an HTML tag; a condition in it may have a `>`
_BREAK_AFTER = re.compile(rf"(</?(?:{_BLOCKS})\b{_REST}|<(?:{_INSIDE})\b{_REST}|{{% (?:{_TAGS})\b[^%]*%}})\n")


def without_layout(source: str) -> str:
    """Return the source of an HTML template without insignificant whitespace."""
    parts = []
    begin = 0
    for match in _AS_IT_IS.finditer(source):
        parts += [_strip_layout(source[begin : match.start()]), _trim_text(match[0])]
        begin = match.end()
    return "".join([*parts, _strip_layout(source[begin:])])


def _strip_layout(text: str) -> str:
    text = _DASH_AFTER.sub("%}", _DASH_BEFORE.sub("{%", text))
    text = _BREAK_AFTER.sub(r"\1", _BREAK_BEFORE.sub("", _BREAK.sub("\n", text)))
    return text.replace("\n", " ")


def _trim_text(text: str) -> str:
    """Return a text to translate trimmed already: Django would trim it whenever it is shown."""
    head, end, body = text.partition("%}")
    if " trimmed" not in head:
        return text
    body, closing, _rest = body.partition("{% endblocktranslate %}")
    numbers = [trim_whitespace(form) for form in body.split("{% plural %}")]
    return head.replace(" trimmed", "", 1) + end + "{% plural %}".join(numbers) + closing


class Loader(filesystem.Loader):
    """Load Django's templates of the folders of the settings; those of HTML without their layout."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source as it is compiled."""
        source = super().get_contents(origin)
        return without_layout(source) if str(origin.template_name).endswith(".html") else source


class JinjaLoader(jinja2.FileSystemLoader):
    """Load Jinja2 templates without their layout."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the source as it is compiled, its file, and whether that is still the same."""
        source, file, is_the_same = super().get_source(environment, template)
        return without_layout(source), file, is_the_same
