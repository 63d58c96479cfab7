"""Matches in the interface for programs: entrants, the players they may be, and decisions."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Field, Query, Schema

from federation.api.api import json_body
from federation.api.problems import Obstacle, Problem, Refused
from federation.language.dates import with_plain_spaces
from tournaments.api.acts import Act
from tournaments.api.cases import Case, opened, organiser_of
from tournaments.api.reports import PROBLEMS, decided_already, read_as
from tournaments.api.reports import router as router
from tournaments.desk.match_cards import Choice, MatchCard, Wanted, match_cards
from tournaments.entrants import entries

_MOST_BYTES = 1 << 20  # of decisions; one has about a hundred letters


class MayBe(Schema):
    """A player an entrant may be; `new_here` was not offered when it was decided last."""

    player: int
    name: str
    grade: str
    country: str
    club: str
    numbers: dict[str, str]
    reasons: list[str]
    doubts: list[str]
    new_here: bool


class NumberHeld(Schema):
    """A number of an entrant that belongs to another player."""

    scheme: str
    value: str
    player: int


class Matching(Schema):
    """An entrant of the file: the player or null, and whether that is to be decided (`open`).

    `match`: certain, likely, ambiguous, unknown; decided by a person: confirmed, or enrol (a new player).
    """

    entrant: int
    name: str
    grade: str
    country: str
    club: str
    numbers: dict[str, str]
    match: str
    player: int | None
    open: bool
    asked_again: bool
    may_be: list[MayBe]
    held: list[NumberHeld]
    remarks: list[str]


class Matchings(Schema):
    """A page of the entrants of a revision, those to be decided first; `open` counts all of these."""

    number: int
    revision: int
    open: int
    page: int
    pages: int
    entrants: list[Matching]


class Decide(Schema):
    """Match of an entrant: a player, a new one (`new`), or not decided (neither).

    `offered`: the players the program has seen and decided against; without it those noted with the draft.
    `drop_numbers`: the numbers of the file that belong to another player are not the entrant's.
    """

    entrant: int
    player: int | None = Field(default=None, ge=1, le=2**31 - 1)
    new: bool = False
    offered: list[int] | None = None
    drop_numbers: bool = False


class Decisions(Schema):
    """Matches of some entrants; `strangers`: entrants who resemble no player are new."""

    decisions: list[Decide] = Field(default=[], max_length=5000)
    strangers: Literal["", "new"] = ""


class Decided(Matchings):
    """Result of decisions: how many entrants changed, and which decisions were not stored."""

    changed: int
    refused: list[Obstacle]


# A schema within a schema has to be written out: what it refers to would be sought among the components.
_SCHEMA = {
    **Decisions.json_schema(),
    "properties": Decisions.json_schema()["properties"]
    | {"decisions": {"type": "array", "maxItems": 5000, "default": [], "items": Decide.json_schema()}},
}
del _SCHEMA["$defs"]
_DECISIONS: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": _SCHEMA}}}
}


@router.get("/{number}/matches", response={200: Matchings, 422: Problem, **PROBLEMS})
def matches(
    request: HttpRequest,
    number: int,
    only: Literal["", "open"] = "",
    page: Annotated[int, Query(ge=1, le=1000)] = 1,
) -> Matchings:
    """Return who the entrants of the newest revision may be, matched against the register as it is now.

    Fifty a page; a page behind the last one is the last.
    """
    with opened(request, number) as case:
        return Matchings(**_matchings(case, Wanted(show=only or "all", page=str(page))))


@router.post("/{number}/matches", response={200: Decided, 422: Problem, **PROBLEMS}, openapi_extra=_DECISIONS)
def decide_matches(request: HttpRequest, number: int) -> Decided:
    """Decide who entrants are, all or none; what the register has overtaken is refused by itself.

    `entrants` of the answer are the first of those still to be decided.
    """
    organiser_of(request)
    act = Act("match", _read(request).model_dump())
    try:
        with opened(request, number, act=act) as case:
            outcome = case.outcome
            refused = [
                Obstacle(code=problem.code, message=with_plain_spaces(problem.message))
                for problem in (outcome.problems if outcome else ())
            ]
            changed = outcome.changed if outcome else 0
            return Decided(changed=changed, refused=refused, **_matchings(case, Wanted(show="open")))
    except entries.Closed as closed:
        raise decided_already(closed.stage) from None
    except entries.Collision as collision:
        raise Refused(409, "collision", collision.message) from None


def _read(request: HttpRequest) -> Decisions:
    """Read decisions; Refused if the body is of another form, or decides twice on an entrant."""
    document = json_body(request, limit=_MOST_BYTES)
    if not isinstance(document, dict):
        raise Refused(422, "invalid", _("The body is not an object."))
    wanted = read_as(Decisions, document)
    named = [decision.entrant for decision in wanted.decisions]
    if len(named) != len(set(named)) or any(
        decision.new and decision.player for decision in wanted.decisions
    ):
        raise Refused(422, "contradiction", _("One entrant was given two different decisions."))
    return wanted


def _matchings(case: Case, wanted: Wanted) -> dict[str, Any]:
    cards = match_cards(case.tournament, wanted)
    shown = [*((card, True) for card in cards.open), *((card, False) for card in cards.done)]
    return {
        "number": case.number,
        "revision": case.tournament.revision,
        "open": cards.left,
        "page": cards.chosen.page.number,
        "pages": cards.chosen.page.paginator.num_pages,
        "entrants": [_matching(card, is_open=is_open) for card, is_open in shown],
    }


def _matching(card: MatchCard, *, is_open: bool) -> Matching:
    entry = card.entry
    return Matching(
        entrant=entry.number,
        name=str(entry),
        grade=entry.grade,
        country=entry.country,
        club=entry.club,
        numbers={scheme: str(value) for scheme, value in entry.identifiers.items()},
        match=entry.match,
        player=entry.player_id,
        open=is_open,
        asked_again=card.was_new,
        may_be=[_choice(choice) for choice in card.choices],
        held=[
            NumberHeld(scheme=held_number.scheme, value=held_number.value, player=held_number.player.pk)
            for held_number in card.held
        ],
        remarks=list(card.remarks),
    )


def _choice(choice: Choice) -> MayBe:
    candidate = choice.candidate
    return MayBe(
        player=candidate.player,
        name=candidate.name,
        grade=candidate.grade,
        country=candidate.country,
        club=candidate.club,
        numbers=dict(candidate.identifiers),
        reasons=list(choice.reasons),
        doubts=list(choice.doubts),
        new_here=choice.is_new_here,
    )
