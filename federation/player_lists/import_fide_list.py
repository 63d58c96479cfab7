"""Import of a FIDE list slice by slice: players by FIDE number, only differences.

A list that is silent about something (sex, birth, titles) takes nothing away. A list imported for the archive
describes the past: it adds the players it alone knows and changes none.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from operator import attrgetter
from typing import Any

import numpy as np
from django.db import transaction

from federation.models import Account, Federation, KnownName
from federation.player_lists import fide_people, newer_acts, players_by_fide_id
from federation.player_lists.fide_people import FIDE, Columns, Writing
from federation.player_lists.identities import OTHER_PERSON, OTHER_SURNAME
from federation.player_lists.import_list import Outcome, Overtaken, Wish, note
from federation.player_lists.import_plan import ERASED, TAKEN, Newer
from federation.player_lists.players_by_fide_id import NOBODY, Known
from federation.player_lists.readers.fide_columns import RATES, Gathering
from federation.player_lists.readers.fide_row import PERSON, FideList, FideRow
from federation.player_lists.readers.row import ListFinding, NoList
from federation.privacy import erased_marks
from federation.privacy.erased_marks import ErasedMarks
from federation.register import register
from federation.register.federations import spellings
from federation.register.person import column_of
from federation.search.search import many_names
from federation.signals import LevelCounts, counted, fide_list_imported
from federation.vocabulary.countries import fide_federation, spelling_key
from federation.vocabulary.names import full_name, fuller_name, key_of
from federation.vocabulary.player_fields import named
from federation.vocabulary.same_person import Names, Person, compare

FAMILY = FIDE  # in a wish: every rate of play the list gives
_SLICE = 20_000
_read, _FEDERATION = attrgetter(*PERSON), PERSON.index("federation")
_LONGEST = [
    (Federation._meta.get_field("code") if name == "federation" else column_of(name)).max_length
    for name in PERSON[:-1]
]
_PARTS = [named(name).part for name in PERSON]


@dataclass(slots=True)
class _Import:
    """One import under way."""

    wish: Wish
    writing: Writing
    past: bool  # the list is for the archive alone: no known player is changed
    newer: Newer  # what the list does not change
    marks: ErasedMarks  # of people erased on request, who are not entered again
    gatherings: dict[str, Gathering]
    spelled: dict[str, str] = field(default_factory=spellings)  # federations the office assigned to codes
    created: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    strangers: int = 0
    rated: int = 0
    findings: list[ListFinding] = field(default_factory=list)
    asked: dict[int, FideRow] = field(default_factory=dict)  # by line, those to be decided
    decided: set[int] = field(default_factory=set)  # lines
    plan: Any = field(default_factory=hashlib.sha256)  # of what is written, and of every question

    @property
    def known(self) -> Known:
        """The players of the register by FIDE number."""
        return self.writing.known


def sift(listed: FideList) -> FideList:
    """Return a list whose rows are in memory: those with a number of the register's, and the findings."""
    numbers = frozenset(players_by_fide_id.read_players(with_persons=False).number.tolist())
    rows: list[FideRow | ListFinding] = []
    strangers = 0
    for row in listed.rows:
        if isinstance(row, ListFinding) or int(row.number) in numbers:
            rows.append(row)
        else:
            strangers += 1
    return replace(listed, rows=iter(rows), strangers=strangers)


def import_fide(
    listed: FideList, rows: Iterable[FideRow | ListFinding], wish: Wish, *, account: Account | None = None
) -> Outcome:
    """Import the `rows` of a list (its own, perhaps watched by a progress bar); again, nothing is written.

    ValueError when ratings are wanted of a list without a date, or of a rate of play it does not give; NoList
    when it has no rows; Overtaken when it is not the plan any more that was looked at.
    """
    if wish.dry_run:  # without a transaction: on SQLite each keeps all others from writing
        return _outcome(listed, _take_all(listed, rows, wish))
    with transaction.atomic():
        return write_fide(listed, rows, wish, account=account)


def write_fide(
    listed: FideList, rows: Iterable[FideRow | ListFinding], wish: Wish, *, account: Account | None
) -> Outcome:
    """Import the rows inside the transaction of the caller, which rolls back what is raised.

    Without a savepoint: below one, SQLite takes several times as long to enter many players.
    """
    register.one_at_a_time()
    with many_names():
        run = _take_all(listed, rows, wish)
    outcome = _outcome(listed, run)
    if wish.expected not in ("", outcome.fingerprint):
        raise Overtaken
    return _finish(run, listed, outcome, _day(listed, wish), account=account)


def _day(listed: FideList, wish: Wish) -> date | None:
    return wish.list_date or listed.list_date


def _take_all(listed: FideList, rows: Iterable[FideRow | ListFinding], wish: Wish) -> _Import:
    on = _day(listed, wish)
    wanted = {key: _rates(key, listed.rate) for key in (wish.base, wish.archive) if key}
    if wanted and on is None:
        raise ValueError("a list without a date gives no ratings; say it with --date")
    past = bool(wish.archive) and not wish.base
    rates = sorted({rate for rates in wanted.values() for rate in rates})
    persons_of = wanted.get(wish.archive, ())
    run = _Import(
        wish,
        Writing(players_by_fide_id.read_players(with_persons=not past)),
        past,
        newer_acts.newer_than(on, FAMILY),
        erased_marks.read(),
        {rate: Gathering(rate, with_persons=rate in persons_of) for rate in rates},
    )
    iterator = iter(rows)
    while part := list(islice(iterator, _SLICE)):
        _take(run, part)
    run.writing.known = players_by_fide_id.NOTHING  # frees the memory for the ratings
    return run


def _outcome(listed: FideList, run: _Import) -> Outcome:
    strangers = listed.strangers + run.strangers
    if not (run.created + run.changed + run.unchanged + run.older + strangers + len(run.findings)):
        raise NoList(ListFinding("list-empty"))
    return Outcome(
        run.created,
        run.changed,
        run.unchanged,
        tuple(run.findings),
        older=run.older,
        is_of_fide=True,
        strangers=strangers,
        rated=run.rated,
        asked=run.asked,
        fingerprint=run.plan.hexdigest(),
    )


def _finish(
    run: _Import, listed: FideList, outcome: Outcome, on: date | None, *, account: Account | None
) -> Outcome:
    """Send the ratings and write the journal's lines."""
    if on is not None:
        outcome = replace(outcome, levels=_announce(run, on, account=account))
    more = {"file": run.wish.filename} if outcome.created or outcome.changed else {}
    line = note(
        listed.format,
        FAMILY,
        outcome,
        on,
        account=account,
        past=run.past,
        new=run.writing.new,
        lines=run.writing.lines,
        **more,
    )
    return replace(outcome, line=line)


def _rates(wanted: str, listed: str) -> tuple[str, ...]:
    """Return the rates of play a system's key asks for, or a family's for all the list gives."""
    offered = (listed,) if listed else RATES
    rates = offered if wanted == FAMILY else tuple(rate for rate in offered if wanted == f"{FAMILY}-{rate}")
    if not rates:
        raise ValueError(f"the list gives no ratings of {wanted}")
    return rates


def _take(run: _Import, part: Sequence[FideRow | ListFinding]) -> None:
    """Write one slice and keep its ratings."""
    listed = [row for row in part if isinstance(row, FideRow)]
    run.findings += (row for row in part if isinstance(row, ListFinding))
    pairs = _leave_out(run, listed)
    rows, places = [row for row, _place in pairs], [place for _row, place in pairs]
    people = [_person(row, run.spelled) for row in rows]
    new = [at for at, place in enumerate(places) if place == NOBODY]
    moved, older = ([], 0) if run.past else _find_changes(run.known, places, people, newer=run.newer)
    run.created += len(new)
    run.changed += len(moved)
    run.older += older
    run.unchanged += len(rows) - len(new) - len(moved) - older
    run.rated += sum(any(getattr(row, rate) for rate in RATES) for row in rows)
    _note_plan(run, ((rows[at].line, "new") for at in new))
    _note_plan(run, ((rows[at].line, places[at], person) for at, person in moved))
    if run.wish.dry_run:
        return
    fide_people.describe(run.writing, [(places[at], person) for at, person in moved])
    entered = fide_people.enter(run.writing, [(rows[at].number, people[at]) for at in new])
    if run.gatherings:
        players = run.known.player[places].tolist() if run.known.player.size else [NOBODY] * len(rows)
        for at, player in zip(new, entered, strict=True):
            players[at] = player
        for gathering in run.gatherings.values():
            gathering.add(rows, players, people=people)


def _note_plan(run: _Import, changes: Iterable[tuple[Any, ...]]) -> None:
    """Add to the plan the writes of lines that need no decision."""
    for line, *change in changes:
        if line not in run.decided:
            run.plan.update(repr((line, *change)).encode())


def _leave_out(run: _Import, rows: Sequence[FideRow]) -> list[tuple[FideRow, int]]:
    """Return the rows to be imported, with their places among the known players.

    Left out are rows that need a decision, and new players if only known ones are wanted.
    """
    left = []
    numbers: list[tuple[int, str]] = []  # that belong to another player
    places = run.known.places(np.array([int(row.number) for row in rows], np.int64)).tolist()
    for row, place in zip(rows, places, strict=True):
        if place == NOBODY and run.wish.known_only:
            run.strangers += 1
            continue
        finding = _erased(run, row) if place == NOBODY else _other_person(run, row, place)
        if finding is None:
            left.append((row, place))
            continue
        run.plan.update(repr((row.line, finding.code, sorted(finding.values.items()))).encode())
        player = None if place == NOBODY else int(run.known.player[place])
        decision = run.wish.decisions.get(row.line, "")
        if decision == TAKEN and player is not None:
            numbers.append((player, row.number))
            left.append((row, NOBODY))
        elif decision == player or row.number in run.wish.renamed:
            left.append((row, place))
        else:
            run.findings.append(finding)
            run.asked[row.line] = row
            continue
        run.decided.add(row.line)
    if numbers and not run.wish.dry_run:
        fide_people.free_numbers(run.writing, numbers)
    return left


def _erased(run: _Import, row: FideRow) -> ListFinding | None:
    """Return the finding about a new row that is like a person erased on request."""
    if not run.marks.by_digest:
        return None
    name = full_name(row.surname, row.given_name)
    day = run.marks.erased_on(name, [(FAMILY, row.number)], row.birth_year)
    return ListFinding(ERASED, row.line, {"name": name, "day": day.isoformat()}) if day else None


def _other_person(run: _Import, row: FideRow, place: int) -> ListFinding | None:
    """Return the finding about a row whose number is that of a player of another name."""
    if run.past:  # a list of another time changes no player
        return None
    stands = run.known.person(place)
    if (row.surname, row.given_name) == stands[:2]:
        return None
    known = Person(stands[0], stands[1], stands[-1])
    names = compare(known, Person(row.surname, row.given_name, row.birth_year))
    if names is Names.SAME or _is_known_by(int(run.known.player[place]), row):
        return None
    code = OTHER_SURNAME if names is Names.NEW_SURNAME else OTHER_PERSON
    name, number = full_name(row.surname, row.given_name), f"FIDE {row.number}"
    return ListFinding(code, row.line, {"name": name, "number": number, "other": known.name})


def _is_known_by(player: int, row: FideRow) -> bool:
    """Return whether a row has another name of a player; one query, for the few whose names differ."""
    key = key_of(row.surname, row.given_name)
    return KnownName.objects.filter(player=player, key=key).exists()


def _person(row: FideRow, spelled: Mapping[str, str]) -> Columns:
    """Return a row's personal data in the register's form."""
    code = fide_federation(row.federation)
    *texts, born = _read(row)
    texts[_FEDERATION] = spelled.get(spelling_key(code), code) if spelled else code
    cut = (text[:longest] for text, longest in zip(texts, _LONGEST, strict=True))
    return (*cut, born)


def _find_changes(
    known: Known, places: list[int], people: Sequence[Columns], *, newer: Newer
) -> tuple[list[tuple[int, Columns]], int]:
    """Find the rows that differ from the register, with their new values.

    Also count the players who are left as they are because something newer is known of them.
    """
    changes, older = [], 0
    for at, (place, listed) in enumerate(zip(places, people, strict=True)):
        if place == NOBODY:
            continue
        stands = known.person(place)
        if stands == listed:
            continue
        wanted = _merge_row(stands, listed)
        merged = _keep_newer_values(stands, wanted, int(known.player[place]), newer)
        if merged != stands:
            changes.append((at, merged))
        elif wanted != stands:
            older += 1
    return changes, older


def _merge_row(stands: Columns, listed: Columns) -> Columns:
    """Merge a row into the present values: a name as a whole, blanks of the list change nothing."""
    known, name = (stands[0], stands[1]), (listed[0], listed[1])
    return (*fuller_name(known, name), *map(_either, listed[2:], stands[2:]))


def _either(new: Any, old: Any) -> Any:
    return new or old


def _keep_newer_values(stands: Columns, wanted: Columns, player: int, newer: Newer) -> Columns:
    """Leave of what is wanted what was decided since the day of the list."""
    return tuple(
        old if new != old and newer.holds(player, part) else new
        for part, old, new in zip(_PARTS, stands, wanted, strict=True)
    )


def _announce(run: _Import, on: date, *, account: Account | None) -> tuple[LevelCounts, ...]:
    """Send the ratings as a signal, a rate of play at a time; receivers make facts or a list of them."""
    answers: list[tuple[object, object]] = []
    for rate, gathering in _pop_gatherings(run.gatherings):
        system = f"{FAMILY}-{rate}"
        answers += fide_list_imported.send(
            sender=FideList,
            levels=gathering.levels(),
            persons=gathering.people() if gathering.with_persons else None,
            list_date=on,
            system=system,
            as_base=run.wish.base in (FAMILY, system),
            account=account,
        )
    return tuple(sorted(counted(answers), key=lambda counts: counts.system))


def _pop_gatherings(gatherings: dict[str, Gathering]) -> Iterator[tuple[str, Gathering]]:
    """Yield the gatherings one by one, so that the memory of one is free before the next is used."""
    while gatherings:
        yield gatherings.popitem()
