"""The people of a FIDE list: changes, new players and numbers written; its plan as the page shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from federation.database import bulk
from federation.database.slicing import slices
from federation.history.wording import titles_words
from federation.models import Federation, Identifier, KnownName, ListDifference
from federation.player_lists import planning
from federation.player_lists.differences import Difference, resembling
from federation.player_lists.import_lines import Line, listed_line, name_line
from federation.player_lists.import_list import Outcome
from federation.player_lists.import_plan import HELD
from federation.player_lists.players_by_fide_id import Known
from federation.player_lists.readers.fide_row import PERSON, FideRow
from federation.player_lists.readers.row import PlayerRow
from federation.privacy import privacy
from federation.register.federations import federation_of_fide
from federation.register.person import columns_of
from federation.register.register import known_name
from federation.vocabulary.countries import fide_federation
from federation.vocabulary.names import full_name, key_of
from federation.vocabulary.player_fields import named
from federation.vocabulary.sounds import player_sounds

FIDE = Identifier.Scheme.FIDE.value
_AT_ONCE = 5000
Columns = tuple[Any, ...]  # the columns PERSON of a player
Kind = ListDifference.Kind


@dataclass(slots=True)
class Writing:
    """The players of the register a list is held against, and what was written of them."""

    known: Known
    federations: dict[str, int] = field(default_factory=dict)  # keys of rows, by code
    new: list[int] = field(default_factory=list)  # numbers of the players entered
    lines: list[Line] = field(default_factory=list)  # of the journal


def free_numbers(writing: Writing, held: Sequence[tuple[int, str]]) -> None:
    """Take FIDE numbers from players; `held` has (player, FIDE number)."""
    for part in slices([player for player, _number in held], _AT_ONCE):
        Identifier.objects.filter(scheme=FIDE, player__in=part).delete()
    writing.lines += (listed_line(player, f"number:{FIDE}", number, None) for player, number in held)


def _columns(writing: Writing, people: Sequence[Columns]) -> dict[str, list[Any]]:
    """Arrange persons as columns of federation_player."""
    columns = {name: [person[at] for person in people] for at, name in enumerate(PERSON)}
    codes, names = columns.pop("federation"), [person[:2] for person in people]
    _make_federations(writing, codes)
    return {
        **columns,
        "search_key": [key_of(*name) for name in names],
        "sound_key": [player_sounds(*name) for name in names],
        "federation_id": [writing.federations[code] for code in codes],
        "country_text": [""] * len(codes),
    }


def _make_federations(writing: Writing, codes: Sequence[str]) -> None:
    """Find or make the federations of some codes; letters of FIDE's we do not know make a federation."""
    for code in sorted(set(codes) - writing.federations.keys()):
        federation = federation_of_fide(code)
        if not federation.fide_code and fide_federation(code) == code and len(code) == 3:
            Federation.objects.filter(pk=federation.pk).update(fide_code=code)
        writing.federations[code] = federation.pk


def describe(writing: Writing, moved: Sequence[tuple[int, Columns]]) -> None:
    """Write what moved; a name that was replaced stays known."""
    if not moved:
        return
    players = [int(writing.known.player[place]) for place, _ in moved]
    writing.lines += (line for place, person in moved for line in _lines(writing, place, person))
    columns = _columns(writing, [person for _, person in moved])
    bulk.stage_and_merge("federation_player", {"id": players, **columns}, key=["id"])
    names = [writing.known.person(place)[:2] for place, _ in moved]
    keys = [key_of(*name) for name in names]
    KnownName.objects.bulk_create(
        [
            known_name(player, full_name(*name), key)
            for player, name, key, now in zip(players, names, keys, columns["search_key"], strict=True)
            if key and key != now
        ],
        ignore_conflicts=True,
        batch_size=1000,
    )


def _lines(writing: Writing, place: int, person: Columns) -> Iterator[Line]:
    """Yield the journal's lines of what is written of one player."""
    player, stands = int(writing.known.player[place]), writing.known.person(place)
    was, now = (stands[0], stands[1]), (person[0], person[1])
    if was != now:
        yield name_line(player, was, now, ())
    before, after = (dict(zip(PERSON, values, strict=True)) for values in (stands, person))
    titles = [{name: values[name] for name in columns_of("titles")} for values in (before, after)]
    if titles[0] != titles[1]:
        words = {"before": titles_words(titles[0]), "after": titles_words(titles[1])}
        yield listed_line(player, "titles", *titles, **words)
    for name in PERSON:
        if before[name] != after[name] and named(name).key == name:
            words = {"before": str(before[name] or ""), "after": str(after[name] or "")}
            states = (
                [values[name], ""] if name == "federation" else values[name] for values in (before, after)
            )
            yield listed_line(player, name, *states, **words)


def enter(writing: Writing, new: Sequence[tuple[str, Columns]]) -> list[int]:
    """Put new players and their FIDE numbers in as columns; give their public numbers."""
    if not new:
        return []
    players, count = bulk.reserve_ids("federation_player", len(new)), len(new)
    columns = _columns(writing, [person for _, person in new])
    shown_as = {year: privacy.of_office(year) for year in set(columns["birth_year"])}
    bulk.write_columns(
        "federation_player",
        {
            "id": players,
            **columns,
            "grade": [""] * count,
            "enrolled": [timezone.now()] * count,
            "privacy": [shown_as[year] for year in columns["birth_year"]],
        },
    )
    bulk.write_columns(
        "federation_identifier",
        {
            "player_id": players,
            "scheme": [FIDE] * count,
            "value": [number for number, _ in new],
        },
    )
    writing.new += players
    return players


def counts_of(outcome: Outcome, changes: Sequence[Difference]) -> dict[str, int]:
    """Return how many would be created, changed, left, by name of the count."""
    asked = sum(change.kind == Kind.RESEMBLING for change in changes)
    return {
        "created": outcome.created,
        "changed": outcome.changed,
        "unchanged": outcome.unchanged,
        "older": outcome.older,
        "resembling": asked,
        "refused": outcome.refused - outcome.unclear,
        "gone": 0,
        "strangers": outcome.strangers,
        "ratings": outcome.rated,
    }


def plan_differences(outcome: Outcome) -> Iterator[Difference]:
    """Yield the rows to be decided and the lines that cannot be read, for the page of the plan.

    What the list changes without a question is counted alone: it concerns hundreds of thousands of people.
    """
    numbers = [row.number for row in outcome.asked.values()]
    owners = Identifier.objects.filter(scheme=FIDE, value__in=numbers).values_list("value", "player_id")
    holder_of = dict(owners)
    known = {member.number: member for member in planning.read_members(holder_of.values(), season=0)}
    for finding in outcome.findings:
        row = outcome.asked.get(finding.line or 0)
        if row is None:
            why = [finding.code, dict(finding.values)]
            yield Difference(Kind.REFUSED, "", finding.line, values={"why": why})
            continue
        holder = known.get(holder_of.get(row.number, 0))
        if holder is not None or finding.code not in HELD:
            near = [holder] if holder else []
            yield resembling(_as_player_row(row), finding, near, born=row.birth_year)


def _as_player_row(row: FideRow) -> PlayerRow:
    country = fide_federation(row.federation)
    return PlayerRow(row.line, {FIDE: row.number}, row.surname, row.given_name, country, club="")
