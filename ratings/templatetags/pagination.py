"""Links between the pages of a table, set by a compiled template: lists have links to all."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.core.paginator import Page
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from federation.language.wording import grouped
from federation.web.jinja import rendered

register = template.Library()


@register.simple_tag(takes_context=True)
def page_links(context: dict[str, Any], pages: "Page[Any]", field: str = "") -> SafeString:
    """Return where we are and the page numbers worth a link; `field` is what the address calls the page."""
    numbers = pages.paginator.get_elided_page_range(pages.number, on_each_side=2, on_ends=1)
    before, after = _around(context["request"].GET, field or "page")
    where = {
        "first": grouped(pages.start_index()),
        "last": grouped(pages.end_index()),
        "total": grouped(pages.paginator.count),
    }
    navigation = {
        "label": gettext("Pages"),
        "where": gettext("%(first)s–%(last)s of %(total)s") % where,
        "numbers": [number if isinstance(number, int) else None for number in numbers],
        "current": pages.number,
        "before": before,
        "after": after,
    }
    return rendered("pagination.html", navigation)


def _around(query: QueryDict, field: str) -> tuple[str, str]:
    """Write the query as it is, but for the value of one field; give what stands before and behind that."""
    values = dict(query.lists())
    names = list(values)
    place = names.index(field) if field in values else len(names)
    before = urlencode({name: values[name] for name in names[:place]}, doseq=True)
    after = urlencode({name: values[name] for name in names[place + 1 :]}, doseq=True)
    return f"?{before}{'&' if before else ''}{field}=", f"{'&' if after else ''}{after}"
