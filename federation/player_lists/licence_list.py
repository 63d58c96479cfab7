"""Licences of a season for many players: checked with the register, shown, given in one act.

Nothing is written before the preview is confirmed: the lines are sent again with the fingerprint of their
changes, and if that has changed by now, the preview is shown again.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from federation.accounts.permissions import keeps_one_club
from federation.database.slicing import slices
from federation.history.batches import GIVEN, LICENSED, write_licences
from federation.history.wording import KINDS
from federation.journal import journal
from federation.models import Account, Club, Identifier, JournalEntry, KnownName, Licence, Player
from federation.player_lists.import_list import Overtaken
from federation.player_lists.readers import licence_lines
from federation.player_lists.readers.licence_lines import LicenceLine
from federation.player_lists.readers.row import ListFinding
from federation.register import register
from federation.register.register import state_of
from federation.vocabulary.keys import keys_from
from federation.vocabulary.names import fold, full_name, spellings
from federation.vocabulary.same_person import Names, Person, compare

NONE = "-"
FIRST_SEASON = 1970
_AT_ONCE = 5000
_NAMED = 4
_MOST_WORDS = 6
Held = tuple[str, int | None]  # kind and club


@dataclass(frozen=True, slots=True)
class Given:
    """A licence to be given; `before` is the present one, None for none."""

    line: int
    player: int
    name: str
    before: Held | None
    after: Held
    season: int


@dataclass(slots=True)
class LicencePlan:
    """What lines would do, and those that do nothing."""

    season: int
    new: list[Given] = field(default_factory=list)
    changed: list[Given] = field(default_factory=list)
    same: list[Given] = field(default_factory=list)
    doubles: list[ListFinding] = field(default_factory=list)
    findings: list[ListFinding] = field(default_factory=list)
    notes: list[ListFinding] = field(default_factory=list)  # of the heading

    @property
    def written(self) -> Sequence[Given]:
        """What would be written."""
        return [*self.new, *self.changed]

    @property
    def fingerprint(self) -> str:
        """A word for all that would be written and all that would not."""
        parts = [
            self.season,
            *((licence.player, licence.season, licence.before, licence.after) for licence in self.written),
            *((finding.line, finding.code) for finding in (*self.doubles, *self.findings)),
        ]
        return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The season, the default kind of lines without one, and who asks."""

    season: int
    kind: str
    account: Account


@dataclass(frozen=True, slots=True)
class _Register:
    """What of the register lines are held against."""

    by_number: Mapping[str, Collection[int]]  # "ffg 0712345", or our own number
    by_name: Mapping[str, Collection[int]]
    by_known_name: Mapping[str, Collection[int]]
    people: Mapping[int, tuple[str, int | None]]  # name, club
    persons: Mapping[int, Person]
    allowed: Collection[int] | None  # of the club whose register the account keeps
    held: Mapping[tuple[int, int], Held]  # by player and season
    clubs: Mapping[str, int]
    own_club: int | None


def plan(text: str, wanted: Wanted) -> LicencePlan:
    """Hold lines against the register; a bounded number of queries, however many lines."""
    read = list(licence_lines.read(text))
    lines = [entry for entry in read if isinstance(entry, LicenceLine)]
    known = _read_register(lines, wanted)
    draft, seen, kinds = LicencePlan(wanted.season), dict[tuple[int, int], Given](), kind_words()
    for entry in read:
        if isinstance(entry, ListFinding) and entry.code == licence_lines.UNKNOWN_HEADING:
            draft.notes.append(entry)
            continue
        outcome = entry if isinstance(entry, ListFinding) else _given(entry, wanted, known, kinds)
        if isinstance(outcome, ListFinding):
            draft.findings.append(outcome)
        elif (key := (outcome.player, outcome.season)) in seen:
            draft.doubles.append(_double(seen[key], outcome))
        else:
            seen[key] = outcome
            _sort_in(draft, outcome)
    return draft


def kind_words() -> dict[str, str]:
    """Return the letters of the kinds by their names in the languages of the site."""
    words = {fold(letter) or letter: letter for letter in KINDS}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            words |= {fold(str(label)): letter for letter, label in KINDS.items()}
    return words


def _sort_in(draft: LicencePlan, licence: Given) -> None:
    none = licence.before is None and licence.after[0] == NONE
    if none or licence.before == licence.after:
        draft.same.append(licence)
    elif licence.before is None:
        draft.new.append(licence)
    else:
        draft.changed.append(licence)


def _double(first: Given, second: Given) -> ListFinding:
    code = "licence-double" if first.after == second.after else "licence-otherwise"
    return ListFinding(code, second.line, {"name": second.name, "first": first.line})


def _given(
    line: LicenceLine, wanted: Wanted, known: _Register, kinds: Mapping[str, str]
) -> Given | ListFinding:
    kind = line.kind or wanted.kind
    letter = kinds.get(fold(kind) or kind)
    if letter is None:
        return ListFinding("licence-kind", line.line, {"written": kind[:20]})
    club = known.clubs.get(line.club) if line.club else None
    if line.club and club is None:
        return ListFinding("licence-club", line.line, {"written": line.club[:20]})
    if club is not None and known.own_club not in (None, club):
        return ListFinding("licence-club-not-ours", line.line, {"written": line.club[:20]})
    season = _season(line, wanted)
    if season is None:
        return ListFinding("licence-season", line.line, {"written": line.season[:20], "year": wanted.season})
    player = _who(line, known, club)
    if isinstance(player, ListFinding):
        return player
    if _is_somebody_else(line, known.persons[player]):
        values: dict[str, str | int] = {"name": known.people[player][0], "written": line.name[:60]}
        return ListFinding("licence-other-name", line.line, values)
    name, own = known.people[player]
    after = (letter, own if club is None else club)
    return Given(line.line, player, name, known.held.get((player, season)), after, season)


def _season(line: LicenceLine, wanted: Wanted) -> int | None:
    """Return the season of a line, else the default one; None for an invalid one."""
    if not line.season:
        return wanted.season
    is_year = line.season.isdecimal() and len(line.season) == 4
    season = int(line.season) if is_year else 0
    return season if FIRST_SEASON <= season <= timezone.localdate().year + 1 else None


def _is_somebody_else(line: LicenceLine, person: Person) -> bool:
    """Return whether a line has a player's number and quite another name."""
    if not line.name or not (line.any or line.numbers):
        return False
    return all(compare(reading, person) is not Names.SAME for reading in _readings(line.name))


def _readings(name: str) -> list[Person]:
    """Return a whole name as surname and given name, wherever the one may end."""
    words = name.split()
    parted = [
        (" ".join(words[:end]), " ".join(words[end:])) for end in range(1, min(len(words), _MOST_WORDS))
    ]
    return [Person(*parts) for parts in parted] or [Person(name)]


def _who(line: LicenceLine, known: _Register, club: int | None) -> int | ListFinding:
    """Return the player a line means, or the finding why that is undecided."""
    players = _meant(line, known)
    if known.allowed is not None:
        players = [player for player in players if player in known.allowed]
    if len(players) > 1 and club is not None:
        players = [player for player in players if known.people[player][1] == club] or players
    if len(players) == 1:
        return players[0]
    if not players:
        code = "licence-unknown" if known.allowed is None else "licence-not-ours"
        return ListFinding(code, line.line, {"written": line.written})
    names = ", ".join(f"{known.people[player][0]} ({player})" for player in players[:_NAMED])
    values: dict[str, str | int] = {"written": line.written, "count": len(players), "names": names}
    return ListFinding("licence-several", line.line, values)


def _meant(line: LicenceLine, known: _Register) -> list[int]:
    """Return everybody a line may mean: by its numbers, else by the name, else by another known name."""
    numbers = [f"{scheme} {value}" for scheme, value in line.numbers.items()]
    if line.any:
        numbers += [line.any, *(f"{scheme} {line.any}" for scheme in Identifier.Scheme.values)]
    if numbers:
        return sorted({player for number in numbers for player in known.by_number.get(number, ())})
    keys = _keys(line.name)
    for named in (known.by_name, known.by_known_name):
        if players := sorted({player for key in keys for player in named.get(key, ())}):
            return players
    return []


def _keys(name: str) -> list[str]:
    """Return the keys of a name whichever of its words are the surname."""
    words = name.split()
    turns = range(min(len(words), _MOST_WORDS)) if words else ()
    turned = (spellings(" ".join([*words[turn:], *words[:turn]])) for turn in turns)
    return list(dict.fromkeys(key for keys in turned for key in keys))


# --- reading


def _read_register(lines: Sequence[LicenceLine], wanted: Wanted) -> _Register:
    by_number: dict[str, set[int]] = defaultdict(set)
    _read_numbers(lines, by_number)
    by_name: dict[str, set[int]] = defaultdict(set)
    by_known: dict[str, set[int]] = defaultdict(set)
    _read_names({key for line in lines if line.name for key in _keys(line.name)}, by_name, by_known)
    keys = {
        player for some in (by_number, by_name, by_known) for players in some.values() for player in players
    }
    people, persons = {}, {}
    for part in slices(sorted(keys), _AT_ONCE):
        others: dict[int, list[str]] = defaultdict(list)
        for player, key in KnownName.objects.filter(player__in=part).values_list("player_id", "key"):
            others[player].append(key)
        rows = Player.objects.filter(pk__in=part).values_list("pk", "surname", "given_name", "club_id")
        for pk, surname, given_name, club in rows:
            people[pk] = (full_name(surname, given_name), club)
            persons[pk] = Person(surname, given_name, known=others[pk])
    seasons = {season for line in lines if (season := _season(line, wanted))} | {wanted.season}
    licences = Licence.objects.filter(season__in=seasons)
    clubs = dict(Club.objects.values_list("code", "pk")) if any(line.club for line in lines) else {}
    one_club = wanted.account.club_id if keeps_one_club(wanted.account) else None
    own = {pk for pk, (_name, club) in people.items() if club == one_club} if one_club else None
    licence_of = {
        (player, season): (status, club)
        for player, season, status, club in licences.values_list("player_id", "season", "status", "club_id")
    }
    return _Register(by_number, by_name, by_known, people, persons, own, licence_of, clubs, one_club)


def _read_numbers(lines: Sequence[LicenceLine], by_number: dict[str, set[int]]) -> None:
    """Find who has the numbers of lines; merged ones lead to the remaining player."""
    plain = {line.any for line in lines if line.any}
    values = plain | {value for line in lines for value in line.numbers.values()}
    for part in slices(sorted(values), _AT_ONCE):
        identifiers: QuerySet[Identifier, Any] = Identifier.objects.filter(
            scheme__in=Identifier.Scheme.values, value__in=part
        ).values_list("scheme", "value", Coalesce("player__merged_into", "player"))
        for scheme, value, player in identifiers:
            by_number[f"{scheme} {value}"].add(player)
    ours = sorted(keys_from(number for number in plain if not number.startswith("0")))
    for some in slices(ours, _AT_ONCE):
        rows = Player.objects.filter(pk__in=some).values_list("pk", Coalesce("merged_into", "pk"))
        for number, player in rows:
            by_number[str(number)].add(player)


def _read_names(keys: Collection[str], named: dict[str, set[int]], known: dict[str, set[int]]) -> None:
    for part in slices(sorted(keys), _AT_ONCE):
        for key, player in Player.objects.filter(search_key__in=part, merged_into=None).values_list(
            "search_key", "pk"
        ):
            named[key].add(player)
        rows = KnownName.objects.filter(key__in=part)
        for key, player in rows.values_list("key", Coalesce("player__merged_into", "player")):
            known[key].add(player)


# --- writing


@transaction.atomic
def give(text: str, wanted: Wanted, *, fingerprint: str) -> tuple[LicencePlan, JournalEntry | None]:
    """Grant the licences of a plan that was shown; return it, and the act's line, None where nothing is new.

    Raises Overtaken where the lines would do something else by now: then nothing is written.
    """
    register.one_at_a_time()
    draft = plan(text, wanted)
    if draft.fingerprint != fingerprint:
        raise Overtaken
    if not draft.written:
        return draft, None
    for season in sorted({licence.season for licence in draft.written}):
        write_licences(
            season,
            [(licence.player, *licence.after) for licence in draft.written if licence.season == season],
        )
    left = len(draft.doubles) + len(draft.findings)
    counts = {
        "new": len(draft.new),
        "changed": len(draft.changed),
        "unchanged": len(draft.same),
        "left": left,
    }
    detail = {"season": draft.season, **counts}
    first = journal.write(GIVEN, "player", account=wanted.account, **detail)
    journal.write_many(first, _lines(draft), subject=Player)
    return draft, first


def _lines(draft: LicencePlan) -> Iterable[tuple[str, int, Mapping[str, Any]]]:
    for licence in draft.written:
        was = None if licence.before is None else list(licence.before)
        state = state_of(f"licence:{licence.season}", was, list(licence.after))
        before = licence.before[0] if licence.before else ""
        detail = {"season": licence.season, "before": before, "after": licence.after[0], "state": state}
        yield LICENSED, licence.player, detail
