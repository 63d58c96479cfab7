"""Writes a FIDE list into the register, slice by slice: players by FIDE number, only what differs.

A list that is silent about something (sex, birth, titles) takes nothing away. A list imported for the archive
describes the past: it adds the players it alone knows and changes nobody.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone

from federation.database import bulk
from federation.history.wording import titles_words
from federation.models import Account, Federation, Identifier, KnownName
from federation.player_lists import newer_acts, players_by_fide_id
from federation.player_lists.identities import OTHER_PERSON, OTHER_SURNAME
from federation.player_lists.import_lines import Line, listed_line, name_line
from federation.player_lists.import_list import Outcome, Wish, note
from federation.player_lists.import_plan import COUNTRY, ERASED, NAME, PERSON, Newer
from federation.player_lists.players_by_fide_id import NOBODY, Known
from federation.player_lists.readers.fide_columns import RATES, Gathering
from federation.player_lists.readers.fide_row import FideList, FideRow
from federation.player_lists.readers.row import ListFinding
from federation.privacy import erased_marks
from federation.privacy.erased_marks import ErasedMarks
from federation.register.federations import federation_of_fide, spellings
from federation.register.known_names import known_name
from federation.register.person import TITLES
from federation.search.search import many_names
from federation.signals import LevelCounts, counted, fide_list_imported
from federation.vocabulary.countries import fide_federation, spelling_key
from federation.vocabulary.names import full_name, fuller_name, key_of
from federation.vocabulary.same_person import Names, Person, compare
from federation.vocabulary.sounds import player_sounds

FAMILY = "fide"  # in a wish: every rate of play the list gives
_SLICE = 20_000
_LONGEST = (80, 80, 8, 1, 3, 3, 40)  # characters of the texts of a person
_KIND = {"surname": NAME, "given_name": NAME, "federation": COUNTRY}  # of the columns of a person
Columns = tuple[Any, ...]  # the columns players_by_fide_id.PERSON of one player


@dataclass(slots=True)
class _Import:
    """One import under way."""

    known: Known
    past: bool  # the list is for the archive alone: nobody who is known is changed
    newer: Newer  # what the list does not change
    dry_run: bool
    renamed: frozenset[str]  # numbers whose players have another name by now
    marks: ErasedMarks  # of people erased on request, who are not entered again
    gatherings: dict[str, Gathering]
    federations: dict[str, int] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=spellings)  # what the office has said of codes
    created: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    findings: list[ListFinding] = field(default_factory=list)
    new: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@transaction.atomic
def import_fide(
    listed: FideList, rows: Iterable[FideRow | ListFinding], wish: Wish, *, account: Account | None = None
) -> Outcome:
    """Import the `rows` of a list (its own, perhaps watched by a progress bar); again, nothing is written.

    ValueError when ratings are wanted of a list without a date, or of a rate of play it does not give.
    """
    on = wish.list_date or listed.list_date
    wanted = {key: _rates(key, listed.rate) for key in (wish.base, wish.archive) if key}
    if wanted and on is None:
        raise ValueError("a list without a date gives no ratings; say it with --date")
    gatherings = {
        rate: Gathering(rate, with_persons=bool(wish.archive) and rate in wanted[wish.archive])
        for rate in sorted({rate for rates in wanted.values() for rate in rates})
    }
    past = bool(wish.archive) and not wish.base
    newer = newer_acts.newer_than(on, FAMILY)
    run = _Import(
        players_by_fide_id.read_players(with_persons=not past),
        past,
        newer,
        wish.dry_run,
        wish.renamed,
        erased_marks.read(),
        gatherings,
    )
    iterator = iter(rows)
    with many_names():
        while part := list(islice(iterator, _SLICE)):
            _take(run, part)
    run.known = players_by_fide_id.NOTHING  # a large list's worth of memory, before the ratings are used
    outcome = Outcome(
        run.created, run.changed, run.unchanged, tuple(run.findings), older=run.older, is_of_fide=True
    )
    if not wish.dry_run:
        if on is not None:
            outcome = replace(outcome, levels=_announce(run, wish, on, account=account))
        more = {"file": wish.filename} if outcome.created or outcome.changed else {}
        line = note(
            listed.format,
            FAMILY,
            outcome,
            on,
            account=account,
            past=past,
            new=run.new,
            lines=run.lines,
            **more,
        )
        outcome = replace(outcome, line=line)
    return outcome


def _rates(wanted: str, listed: str) -> tuple[str, ...]:
    """Return the rates of play a system's key asks for, or a family's for all the list gives."""
    offered = (listed,) if listed else RATES
    rates = offered if wanted == FAMILY else tuple(rate for rate in offered if wanted == f"{FAMILY}-{rate}")
    if not rates:
        raise ValueError(f"the list gives no ratings of {wanted}")
    return rates


def _take(run: _Import, part: Sequence[FideRow | ListFinding]) -> None:
    """Write one slice and keep its ratings."""
    rows = [row for row in part if isinstance(row, FideRow)]
    run.findings += (row for row in part if isinstance(row, ListFinding))
    places = run.known.places(np.array([int(row.number) for row in rows], np.int64)).tolist()
    rows, places = _leave_others(run, rows, places)
    people = [_person(row, run.spelled) for row in rows]
    new = [place for place, known_place in enumerate(places) if known_place == NOBODY]
    moved, older = ([], 0) if run.past else _find_changes(run.known, places, people, newer=run.newer)
    run.created += len(new)
    run.changed += len(moved)
    run.older += older
    run.unchanged += len(rows) - len(new) - len(moved) - older
    if run.dry_run:
        return
    _describe(run, [(places[at], person) for at, person in moved])
    entered = _enter(run, [(rows[at].number, people[at]) for at in new])
    if run.gatherings:
        players = run.known.player[places].tolist() if run.known.player.size else [NOBODY] * len(rows)
        for at, player in zip(new, entered, strict=True):
            players[at] = player
        for gathering in run.gatherings.values():
            gathering.add(rows, players, people=people)


def _leave_others(
    run: _Import, rows: Sequence[FideRow], places: Sequence[int]
) -> tuple[list[FideRow], list[int]]:
    """Return the rows without those whose number a player of another name has, and their places."""
    left = []
    for row, place in zip(rows, places, strict=True):
        finding = _erased(run, row) if place == NOBODY else _other_person(run, row, place)
        if finding is None:
            left.append((row, place))
        else:
            run.findings.append(finding)
    return [row for row, _place in left], [place for _row, place in left]


def _erased(run: _Import, row: FideRow) -> ListFinding | None:
    """Return the finding about a new row that is like somebody erased on request."""
    if not run.marks.by_digest or row.number in run.renamed:
        return None
    name = full_name(row.surname, row.given_name)
    day = run.marks.erased_on(name, [(FAMILY, row.number)], row.birth_year)
    return ListFinding(ERASED, row.line, {"name": name, "day": day.isoformat()}) if day else None


def _other_person(run: _Import, row: FideRow, place: int) -> ListFinding | None:
    """Return the finding about a row whose number is that of a player of another name."""
    if run.past:  # the list of another time changes nobody
        return None
    stands = run.known.person(place)
    if (row.surname, row.given_name) == stands[:2] or row.number in run.renamed:
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
    """Return what a row says of a person, as the register writes it."""
    code = fide_federation(row.federation)
    texts = (
        row.surname,
        row.given_name,
        spelled.get(spelling_key(code), code) if spelled else code,
        row.sex,
        row.title,
        row.women_title,
        row.other_titles,
    )
    cut = (text[:longest] for text, longest in zip(texts, _LONGEST, strict=True))
    return (*cut, row.birth_year)


def _find_changes(
    known: Known, places: list[int], people: Sequence[Columns], *, newer: Newer
) -> tuple[list[tuple[int, Columns]], int]:
    """Find the rows that say something else than the register, with what is to stand there.

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
    """Merge a row into what stands: a name as a whole, nothing for what the list leaves blank."""
    known, name = (stands[0], stands[1]), (listed[0], listed[1])
    return (*fuller_name(known, name), *map(_either, listed[2:], stands[2:]))


def _either(new: Any, old: Any) -> Any:
    return new or old


def _keep_newer_values(stands: Columns, wanted: Columns, player: int, newer: Newer) -> Columns:
    """Leave of what is wanted what was decided since the day of the list."""
    return tuple(
        old if new != old and newer.holds(player, _KIND.get(name, PERSON)) else new
        for name, old, new in zip(players_by_fide_id.PERSON, stands, wanted, strict=True)
    )


def _columns(run: _Import, people: Sequence[Columns]) -> dict[str, list[Any]]:
    """Arrange persons as columns of federation_player."""
    surname, given_name, codes, sex, title, women_title, other_titles, birth_year = (
        map(list, zip(*people, strict=True)) if people else [[]] * len(players_by_fide_id.PERSON)
    )
    _make_federations(run, codes)
    return {
        "surname": surname,
        "given_name": given_name,
        "search_key": [key_of(*names) for names in zip(surname, given_name, strict=True)],
        "sound_key": [player_sounds(*names) for names in zip(surname, given_name, strict=True)],
        "sex": sex,
        "birth_year": birth_year,
        "federation_id": [run.federations[code] for code in codes],
        "country_text": [""] * len(codes),
        "title": title,
        "women_title": women_title,
        "other_titles": other_titles,
    }


def _make_federations(run: _Import, codes: Sequence[str]) -> None:
    """Find or make the federations of some codes; letters of FIDE's we do not know make a federation."""
    for code in sorted(set(codes) - run.federations.keys()):
        federation = federation_of_fide(code)
        if not federation.fide_code and fide_federation(code) == code and len(code) == 3:
            Federation.objects.filter(pk=federation.pk).update(fide_code=code)
        run.federations[code] = federation.pk


def _describe(run: _Import, moved: Sequence[tuple[int, Columns]]) -> None:
    """Write what moved; a name that was replaced stays known."""
    if not moved:
        return
    players = [int(run.known.player[place]) for place, _ in moved]
    run.lines += (line for place, person in moved for line in _lines(run, place, person))
    columns = _columns(run, [person for _, person in moved])
    bulk.stage_and_merge("federation_player", {"id": players, **columns}, key=["id"])
    names = [run.known.person(place)[:2] for place, _ in moved]
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


def _lines(run: _Import, place: int, person: Columns) -> Iterator[Line]:
    """Yield the journal's lines of what is written of one player."""
    player, stands = int(run.known.player[place]), run.known.person(place)
    was, now = (stands[0], stands[1]), (person[0], person[1])
    if was != now:
        yield name_line(player, was, now, ())
    before, after = (dict(zip(players_by_fide_id.PERSON, one, strict=True)) for one in (stands, person))
    titles = [{name: one[name] for name in TITLES} for one in (before, after)]
    if titles[0] != titles[1]:
        words = {"before": titles_words(titles[0]), "after": titles_words(titles[1])}
        yield listed_line(player, "titles", *titles, **words)
    for name in ("federation", "sex", "birth_year"):
        if before[name] != after[name]:
            words = {"before": str(before[name] or ""), "after": str(after[name] or "")}
            states = ([one[name], ""] if name == "federation" else one[name] for one in (before, after))
            yield listed_line(player, name, *states, **words)


def _enter(run: _Import, new: Sequence[tuple[str, Columns]]) -> list[int]:
    """Put new players and their FIDE numbers in as columns; give their public numbers."""
    if not new:
        return []
    players, count = bulk.reserve_ids("federation_player", len(new)), len(new)
    columns = _columns(run, [person for _, person in new])
    bulk.write_columns(
        "federation_player",
        {"id": players, **columns, "grade": [""] * count, "enrolled": [timezone.now()] * count},
    )
    bulk.write_columns(
        "federation_identifier",
        {
            "player_id": players,
            "scheme": [Identifier.Scheme.FIDE.value] * count,
            "value": [number for number, _ in new],
        },
    )
    run.new += players
    return players


def _announce(run: _Import, wish: Wish, on: date, *, account: Account | None) -> tuple[LevelCounts, ...]:
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
            as_base=wish.base in (FAMILY, system),
            account=account,
        )
    return tuple(sorted(counted(answers), key=lambda counts: counts.system))


def _pop_gatherings(gatherings: dict[str, Gathering]) -> Iterator[tuple[str, Gathering]]:
    """Yield the gatherings one by one, so that the memory of one is free before the next is used."""
    while gatherings:
        yield gatherings.popitem()
