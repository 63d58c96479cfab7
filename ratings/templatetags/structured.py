"""The tag that sets a record of schema.org into the head of a page, as a block of data."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from federation.models import Player
from ratings.models import PublishedList
from ratings.site import structured_data
from tournaments.models import Tournament

register = template.Library()
# What could end the block, or begin another inside it; JSON may write any letter so.
_ESCAPED = tuple((letter, f"\\u{ord(letter):04x}") for letter in "<>&")
_encoder = json.JSONEncoder(ensure_ascii=False)


@register.simple_tag(takes_context=True)
def json_ld(context: dict[str, Any], thing: Player | Tournament | PublishedList) -> SafeString:
    """Return what a page is about as JSON-LD; the policy of content lets data pass, it is no script."""
    request = context.get("request")
    site = request.build_absolute_uri("/").rstrip("/") if request else ""
    if isinstance(thing, Player):
        record = structured_data.of_player(thing, site)
    elif isinstance(thing, Tournament):
        record = structured_data.of_tournament(thing, site)
    else:
        record = structured_data.of_list(thing, site)
    if record is None:
        return SafeString("")
    text = _encoder.encode(record)
    for letter, written in _ESCAPED:
        text = text.replace(letter, written)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # noqa: S308 - escaped above
