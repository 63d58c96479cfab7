"""Records of schema.org for search engines, and the tag that sets one into the head of a page."""

import json
from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.language.system_names import system_name
from federation.models import Player
from federation.models.display_name import PUBLIC
from ratings.models import PublishedList
from tournaments.models import Tournament

Record = Mapping[str, Any]

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
        record = of_player(thing, site)
    elif isinstance(thing, Tournament):
        record = of_tournament(thing, site)
    else:
        record = of_list(thing, site)
    if record is None:
        return SafeString("")
    text = _encoder.encode(record)
    for letter, written in _ESCAPED:
        text = text.replace(letter, written)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # noqa: S308 - escaped above


def of_player(player: Player, site: str) -> Record | None:
    """Describe a player; nothing of one who is not shown by name."""
    if player.privacy != PUBLIC:
        return None
    record: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Person",
        # as it is spoken; pages begin with the family name, like every list
        "name": f"{player.given_name} {player.surname}".strip(),
        "familyName": player.surname,
        "url": site + player.get_absolute_url(),
        "identifier": str(player.pk),
    }
    if player.given_name:
        record["givenName"] = player.given_name
    if player.club_name:
        record["memberOf"] = {"@type": "SportsOrganization", "name": player.club_name}
    if player.shown_club:
        record["memberOf"]["url"] = site + player.shown_club.get_absolute_url()
    return record


def of_tournament(tournament: Tournament, site: str) -> Record:
    """Describe an approved tournament."""
    record: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "url": site + tournament.get_absolute_url(),
        "startDate": tournament.start.isoformat(),
        "endDate": tournament.end.isoformat(),
        "sport": str(tournament.game.name).capitalize(),
        "eventStatus": "https://schema.org/EventScheduled",
    }
    if tournament.online:
        record["eventAttendanceMode"] = "https://schema.org/OnlineEventAttendanceMode"
        record["location"] = {"@type": "VirtualLocation", "url": site + tournament.get_absolute_url()}
    elif tournament.place or tournament.country:
        record["eventAttendanceMode"] = "https://schema.org/OfflineEventAttendanceMode"
        address = {"addressLocality": tournament.place, "addressCountry": tournament.country}
        known = {name: value for name, value in address.items() if value}
        record["location"] = {
            "@type": "Place",
            "name": tournament.place or tournament.country,
            "address": {"@type": "PostalAddress", **known},
        }
    return record


def of_list(published: PublishedList, site: str) -> Record:
    """Describe a published list as a set of data, with where to fetch it."""
    key, day = published.system.key, published.date.isoformat()
    entries = f"{site}/api/v1/lists/{key}/{day}/entries"
    name = system_name(key)
    record: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": f"{name}, {day}",
        "description": _("Published ratings for %(date)s: %(n)s players, system %(system)s.")
        % {"n": published.players, "system": name, "date": day},
        "url": site + published.get_absolute_url(),
        "identifier": f"{key}/{day}/{published.revision}",
        "version": str(published.revision),
        "temporalCoverage": day,
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": settings.FEDERATION_NAME, "url": f"{site}/"},
        "distribution": [
            _download(f"{entries}.{ending}?revision={published.revision}", kind)
            for ending, kind in (("csv", "text/csv"), ("json", "application/json"))
        ],
    }
    if published.published:
        record["datePublished"] = published.published.isoformat(timespec="seconds")
    return record


def _download(address: str, kind: str) -> Record:
    return {"@type": "DataDownload", "encodingFormat": kind, "contentUrl": address}
