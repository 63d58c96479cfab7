"""Records of answers of the interface for programs: lists, players and tournaments."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

from ninja import Path, Query, Schema
from pydantic import create_model

from federation.api.problems import Problem
from federation.models import Player
from federation.models.display_name import privacy_of, shown_value
from federation.vocabulary.player_fields import TEXT, WHOLE, public_fields
from federation.vocabulary.systems.declaration import KEY
from ratings.models import PublishedList

# Numbers of players and tournaments; anything larger is in no database.
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
# Keys of rating systems, as declarations have them: in an address, in a query.
_KEY, _IS_KEY, LONGEST_KEY = f"^{KEY.pattern}$", "key of a rating system", 20
SystemKey = Annotated[str, Path(max_length=LONGEST_KEY, pattern=_KEY, description=_IS_KEY)]
SystemAsked = Annotated[str, Query(max_length=LONGEST_KEY, pattern=_KEY, description=_IS_KEY)]
ANY_SYSTEM = f"^({KEY.pattern})?$"
# Answers any operation open to all may give instead of its own.
OPEN: dict[Any, Any] = {304: None, 401: Problem, 422: Problem, 429: Problem}
FOUND: dict[Any, Any] = OPEN | {404: Problem}


class ListHead(Schema):
    """A published list. It never changes; a correction is a new revision.

    `established` counts the first of the two tables of a list of single games, null where there are none.
    `regions` names the regions of its players by their codes.
    """

    system: str
    date: date
    revision: int
    published: datetime | None
    note: str
    players: int
    active_players: int
    established: int | None
    regions: dict[str, str]
    url: str
    entries_url: str
    csv_url: str
    json_url: str


class _PlayerName(Schema):
    """The name of a player, federation and club."""

    number: int
    surname: str
    given_name: str
    federation: str
    club: str
    club_name: str


def player_record() -> type[_PlayerName]:
    """Return the record of a player: the name, and the public fields of any player."""
    types = {TEXT: str, WHOLE: int | None}
    fields: dict[str, Any] = {each.name: (types[each.type], ...) for each in public_fields(alone=False)}
    return create_model("PlayerFields", __base__=_PlayerName, **fields)


if TYPE_CHECKING:
    _Player = _PlayerName
else:
    _Player = player_record()


class PlayerHead(_Player):
    """A player, shown as they chose to be."""

    url: str


def list_head(published: PublishedList) -> ListHead:
    """Describe a list whose system is read already."""
    key, day = published.system.key, published.date
    revision = f"?revision={published.revision}"
    entries = f"/api/v1/lists/{key}/{day.isoformat()}/entries"
    return ListHead(
        system=key,
        date=day,
        revision=published.revision,
        published=published.published,
        note=published.note,
        players=published.players,
        active_players=published.active_players,
        established=published.established,
        regions=published.regions,
        url=published.get_absolute_url() + revision,
        entries_url=entries + revision,
        csv_url=f"{entries}.csv{revision}",
        json_url=f"{entries}.json{revision}",
    )


def player_head(player: Player) -> PlayerHead:
    """Describe a player whose federation and club are read already."""
    shown, fields = privacy_of(player), public_fields(alone=False)
    return PlayerHead(
        number=player.pk,
        surname=player.surname,
        given_name=player.given_name,
        federation=player.federation.code,
        club=player.club_address,
        club_name=player.club_name,
        **{each.name: shown_value(each, getattr(player, each.name), shown) for each in fields},
        url=player.get_absolute_url(),
    )
