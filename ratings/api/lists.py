"""Published lists by the interface for programs: which there are, one of them, its entries page by page.

Answers are conditional: a published list never changes.
"""

from datetime import date
from types import GenericAlias
from typing import Annotated, Any, Literal

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema
from pydantic import create_model

from federation.api.problems import Refused
from federation.api.public_api import FRESH, open_to_all
from federation.vocabulary.grades import AMATEUR
from ratings.api.records import ANY_SYSTEM, FOUND, LONGEST_KEY, ListHead, list_head
from ratings.lists import entry_rows, queries
from ratings.lists.layouts.columns import HERE
from ratings.lists.layouts.list_table import Layout
from ratings.lists.layouts.table import layout_of
from ratings.lists.selection import SORTS, Selection
from ratings.models import PublishedList
from ratings.rulebook.list_fields import API, DATE, FLAG, NUMBER, TEXT, WHOLE, fields_in, names_in
from ratings.rulebook.systems import SYSTEMS
from ratings.views.lists.freshness import tag


def tag_of(request: HttpRequest, published: PublishedList, *parts: object) -> str:
    """Name the state of an answer about a list: its revision, what was asked, in which language."""
    state = (published.pk, published.revision, published.files_state)
    return tag("api", *state, request.get_full_path(), get_language(), *parts)


def unchanged(request: HttpRequest, published: PublishedList, *parts: object) -> HttpResponse | None:
    """Answer 304 before any entry is read, where the client has the answer already."""
    etag = tag_of(request, published, *parts)
    # By the tag alone: a date would not show that a player has chosen since to be shown otherwise.
    answer = get_conditional_response(request, etag=etag)
    if not isinstance(answer, HttpResponse):
        return None
    label(request, answer, published, *parts)
    return answer


def label(request: HttpRequest, response: HttpResponseBase, published: PublishedList, *parts: object) -> None:
    """Note in an answer its state, and how long it may be cached."""
    response["ETag"] = tag_of(request, published, *parts)
    response["Cache-Control"] = f"public, max-age={FRESH}"
    if published.published is not None:
        response["Last-Modified"] = http_date(published.published.timestamp())


MOST = 500
NEWEST = "newest"
_GRADE = f"^({AMATEUR})?$"
_RATING = "^([+-]?[0-9]{1,5})?$"
_SORT = f"^-?({'|'.join(SORTS)})$"
_TEXT = r"^[^\u0000]*$"
_CURSOR = r"^([1-9][0-9]{0,5}\.[0-9]{1,18})?$"  # ordinal of the day, key of the list
# Which revision of a list is meant; 0 is the one that stands.
Revision = Annotated[int, Query(ge=0, le=32767, description="0: the one that stands")]
router = Router(tags=["lists"])


class ListsAsked(Schema):
    """Which lists: of one system or of all, behind a cursor."""

    system: str = Field("", max_length=LONGEST_KEY, pattern=ANY_SYSTEM)
    cursor: str = Field("", pattern=_CURSOR, description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


class Lists(Schema):
    """A page of lists, the newest first; `next` is the cursor of the next page, null on the last."""

    items: list[ListHead]
    next: str | None


_TYPES: dict[str, Any] = {TEXT: str, WHOLE: int, NUMBER: float, FLAG: bool, DATE: date}


def entry_record() -> type[Schema]:
    """Return the record of an entry in a page of a list: its public fields, and its place among them."""
    fields: dict[str, Any] = {
        field.name_in(API): (_TYPES[field.type] | None if field.null else _TYPES[field.type], ...)
        for field in fields_in(API)
    }
    fields[HERE] = (int | None, ...)
    says = "A player as listed; `here`: the place among those asked for, null without filters."
    return create_model("EntryHere", __base__=Schema, __doc__=says, **fields)


_items: Any = GenericAlias(list, (entry_record(),))
Entries = create_model(
    "Entries",
    __base__=Schema,
    __doc__="A page of a list; `count`: who fits on all pages; "
    "`next`: cursor of the next page, null on the last.",
    published=(ListHead, ...),
    count=(int, ...),
    items=(_items, ...),
    next=(int | None, ...),
)


class Filters(Schema):
    """What a list can be asked, by the names its page has for it; the ranks stay those of the whole list."""

    q: str = Field("", max_length=80, pattern=_TEXT, description="words of the name begin so, or a number")
    weakest: str = Field("", alias="from", pattern=_GRADE, description="weakest grade, such as 8k")
    strongest: str = Field("", alias="to", pattern=_GRADE, description="strongest grade, such as 2d")
    lowest: str = Field("", alias="min", pattern=_RATING, description="lowest rating")
    highest: str = Field("", alias="max", pattern=_RATING, description="highest rating")
    federation: str = Field("", max_length=8, pattern=_TEXT)
    club: str = Field("", max_length=16, pattern=_TEXT)
    region: str = Field("", max_length=8, pattern=_TEXT)
    sex: Literal["", "f", "m"] = ""
    title: Literal["", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"] = ""
    age: Literal["", "u8", "u10", "u12", "u14", "u16", "u18", "u20", "o50", "o65"] = ""
    licensed: Literal["0", "1"] = "0"
    everybody: Literal["0", "1"] = Field("0", alias="all", description="1: the inactive, too")
    table: Literal["", "provisional"] = ""
    sort: str = Field("rank", pattern=_SORT, description="a column of the page; - turns the order round")


class EntriesAsked(Filters):
    """A filtered list, part by part."""

    cursor: int = Field(0, ge=0, le=2**31 - 1, description="`next` of the page before")
    limit: int = Field(100, ge=1, le=MOST)


@router.get("", response={200: Lists, **FOUND})
@open_to_all()
def lists(request: HttpRequest, asked: Query[ListsAsked]) -> Lists:  # noqa: ARG001 - Ninja's first
    """List what is published, the newest first."""
    if asked.system and asked.system not in SYSTEMS:
        raise Refused(404, "no-system", _("There is no such rating system; /systems lists them."))
    rows = PublishedList.objects.filter(ready=True).select_related("system")
    rows = rows.filter(system__key=asked.system) if asked.system else rows.filter(system__active=True)
    if asked.cursor:
        ordinal, key = asked.cursor.split(".")
        last = date.fromordinal(int(ordinal))
        rows = rows.filter(Q(date__lt=last) | Q(pk__lt=int(key)), date__lte=last)
    found = list(rows.order_by("-date", "-pk")[: asked.limit + 1])
    page = found[: asked.limit]
    following = f"{page[-1].date.toordinal()}.{page[-1].pk}" if len(found) > len(page) else None
    return Lists(items=[list_head(row) for row in page], next=following)


@router.get("/{system}/{date}", response={200: ListHead, **FOUND})
@open_to_all()
def published_list(
    request: HttpRequest, response: HttpResponse, system: str, date: str, revision: Revision = 0
) -> Any:
    """Describe a list: of a date such as 2026-11-06, or the `newest`."""
    published = find(system, date, revision)
    answer = unchanged(request, published)
    if answer is None:
        label(request, response, published)
        return list_head(published)
    return answer


@router.get("/{system}/{date}/entries", response={200: Entries, **FOUND})
@open_to_all()
def entries(
    request: HttpRequest,
    response: HttpResponse,
    system: str,
    date: str,
    asked: Query[EntriesAsked],
    revision: Revision = 0,
) -> Any:
    """Return the entries of a list, filtered and ordered as its page does."""
    published = find(system, date, revision)
    answer = unchanged(request, published)
    if answer is not None:
        return answer
    chosen = selection_of(asked, layout_of(published.system.key))
    names = names_in(API)
    part = entry_rows.part_of(published, chosen, names, cursor=asked.cursor, limit=asked.limit)
    label(request, response, published)
    items = [dict(zip((*names, HERE), row, strict=True)) for row in part.rows]
    page = {"count": part.count, "items": items, "next": part.following}
    return {"published": list_head(published), **page}


def find(system: str, day: str, revision: int) -> PublishedList:
    """Find the list of an address; Refused if there is no such list."""
    try:
        on = None if day == NEWEST else date.fromisoformat(day)
    except ValueError:
        message = _("A list is given by its date, such as 2026-11-06, or by %(newest)s.") % {"newest": NEWEST}
        raise Refused(404, "no-list", message) from None
    found = queries.find_list(system, on=on, revision=revision or None)
    if found is None:
        raise Refused(404, "no-list", _("This list does not exist."))
    return found.list


def selection_of(asked: Filters, layout: Layout) -> Selection:
    """Return the selection a request makes from a list, as its page reads it."""
    return Selection(
        text=asked.q.strip(),
        weakest=asked.weakest,
        strongest=asked.strongest,
        lowest=str(int(asked.lowest)) if asked.lowest else "",
        highest=str(int(asked.highest)) if asked.highest else "",
        federation=asked.federation.strip(),
        club=asked.club.strip(),
        region=asked.region.strip(),
        sex=asked.sex,
        title=asked.title,
        age=asked.age,
        licensed=asked.licensed == "1",
        everybody=asked.everybody == "1",
        table=layout.table_asked(asked.table),
        sort=asked.sort,
    )
