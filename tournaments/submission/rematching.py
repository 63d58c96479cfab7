"""Entries matched again against the register; new players enrolled, spellings remembered at the approval.

A match is made when the file is drafted; until the tournament is approved another one may enrol the same
people. So the entries are matched again when the match page is opened or saved, at submission and at
approval. Entrants called new players are asked about again only where they resemble a player who was not
offered then.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from federation.journal import journal
from federation.models import Account, Identifier, JournalEntry, Player
from federation.privacy import privacy
from federation.register import register
from federation.vocabulary import names
from federation.vocabulary.countries import country_code
from federation.vocabulary.grades import is_registered_form
from federation.vocabulary.names import full_name
from tournaments.checks import submission_checks, warning_confirmations
from tournaments.checks.problems import Problem, Refused
from tournaments.checks.submission_checks import of_erased
from tournaments.entrants import entries, held_numbers
from tournaments.entrants.entries import Decision, appeared, declined_by, save
from tournaments.matching.matching import Match, State
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.models.stages import OPEN, Stage
from tournaments.review import reservations
from tournaments.revisions import match_doubts, models_to_report

_STATE = ("match", "player_id", "suggestions")


@dataclass(frozen=True, slots=True)
class Renewal:
    """Changes of a new matching; the entries have their new state, unsaved."""

    changed: tuple[Entry, ...] = ()
    found: tuple[Entry, ...] = ()  # called new players, certainly a player who was not offered then
    asked: tuple[Entry, ...] = ()  # called new players, resembling one who was not offered then
    # Players not offered before, by entry.
    appeared: Mapping[int, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Decisions made on the match page; everything by primary key of the entry."""

    decisions: Mapping[int, Decision]
    shown: Mapping[int, Collection[int]] = field(default_factory=dict)  # players the page offered
    dropped: Collection[int] = ()  # written with a number that is not theirs
    strangers: bool = False  # entrants who resemble no player are new


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of the decisions: how many entries changed, and which decisions were not stored."""

    changed: int
    problems: tuple[Problem, ...]


def renew(rows: Sequence[Entry], *, similar: bool = True) -> Renewal:
    """Match the entries without a player again, in memory; `rows`: all entries of a tournament.

    `similar`: look for similar names too, where no player matches exactly. Eight queries, however many they
    are; none where everybody has their player.
    """
    waiting = [row for row in rows if row.player_id is None]
    taken = {row.player_id for row in rows if row.player_id is not None}
    return _renew_rows(waiting, taken=taken, similar=similar)


def renew_similar(rows: Sequence[Entry], some: Collection[int]) -> Renewal:
    """Look for similar names for some of the entries of a tournament, whose others are matched already.

    `some`: primary keys. A page that shows few of many entries need not look for them all.
    """
    waiting = [row for row in rows if row.pk in some and row.player_id is None]
    proposed = {_likely(row) for row in rows if row.pk not in some}
    taken = {row.player_id for row in rows if row.player_id is not None} | proposed
    return _renew_rows(waiting, taken={player for player in taken if player is not None}, similar=True)


def _likely(row: Entry) -> int | None:
    offered = entries.offered_players(row) if row.match == Entry.Match.LIKELY else ()
    return offered[0] if offered else None


def _renew_rows(waiting: Sequence[Entry], *, taken: set[int], similar: bool) -> Renewal:
    declined = declined_by(waiting)
    before = {row.pk: [getattr(row, name) for name in _STATE] for row in waiting}
    was_new = [row for row in waiting if row.match == Entry.Match.ENROL]
    new_here: dict[int, frozenset[int]] = {}
    for row, match in zip(waiting, entries.matches_of(waiting, similar=similar), strict=True):
        offered = {*entries.offered_players(row), *declined[row.pk]}
        _renew(row, match, taken=taken, declined=declined[row.pk])
        new_here[row.pk] = frozenset(entries.offered_players(row)) - offered
    return Renewal(
        changed=tuple(row for row in waiting if before[row.pk] != [getattr(row, name) for name in _STATE]),
        found=tuple(row for row in was_new if row.player_id is not None),
        asked=tuple(row for row in was_new if not entries.is_decided(row)),
        appeared={key: players for key, players in new_here.items() if players},
    )


def _renew(row: Entry, match: Match, *, taken: set[int], declined: set[int]) -> None:
    """Store a match in its entry, unless all players it offers have been declined."""
    is_new = row.match == Entry.Match.ENROL
    if match.player in declined:
        match = replace(match, state=State.AMBIGUOUS, player=None)
    entries.note(row, match, taken=taken)
    if is_new and not appeared(row, declined):
        row.match, row.player_id = Entry.Match.ENROL, None


def renew_and_save(tournament: Tournament, *, account: Account | None) -> Renewal:
    """Match the entries of a revision again and store changes; the caller has locked it.

    Entrants called new players and found to be players of the register, or asked about again, are written
    into the journal.
    """
    rows = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    renewal = renew(rows)
    entries.save(renewal.changed)
    note(tournament, [*renewal.found, *renewal.asked], account=account)
    return renewal


def note(tournament: Tournament, rows: Sequence[Entry], *, account: Account | None) -> None:
    """Write into the journal who is a new player no more, because the register has changed."""
    if rows:
        journal.write(
            "tournament.matched",
            tournament,
            account=account,
            entries=len(rows),
            before={str(row.number): Entry.Match.ENROL.value for row in rows},
            after=entries.decisions_of(rows),
        )


def settle(tournament: Tournament, outlook: Outlook, *, account: Account) -> Outcome:
    """Store the decisions an officer made on the match page of a submitted revision.

    Raises what `decide` raises, and Refused while another officer holds the revision. The letter that informs
    the organiser of the decision about the revision names the entrants an officer matched.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament, stages=(Stage.SUBMITTED,))
        reservations.refuse_others(current, account=account)
        # No entry is left undecided: that is for the organiser to be asked, by returning the revision.
        decided = {key: decision for key, decision in outlook.decisions.items() if decision is not None}
        return decide(
            tournament, replace(outlook, decisions=decided), account=account, stages=(Stage.SUBMITTED,)
        )


def settled(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the entrants an officer matched, with the player's number or None for a new one; two queries."""
    lines = JournalEntry.objects.filter(
        subject="tournament", subject_id=str(tournament.pk), act="tournament.matched"
    ).exclude(account=tournament.organiser_id)
    numbers = {number for line in lines if line.account_id for number in line.detail.get("after", {})}
    rows = Entry.objects.filter(tournament=tournament, number__in=numbers) if numbers else ()
    return [{"entrant": str(row), "player": row.player_id} for row in rows]


def decide(
    tournament: Tournament,
    outlook: Outlook,
    *,
    account: Account | None,
    stages: Collection[str] = OPEN,
) -> Outcome:
    """Store the decisions of the match page that still hold against the register as it is.

    An entrant is not called new who resembles a player the page did not show, or has the number of a player.
    Raises entries.Closed, entries.Collision, and then nothing is stored.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament, stages=stages)
        before = {row.pk: entries.offered_players(row) for row in current.entries.all()}
        dropped = current.entries.filter(pk__in=outlook.dropped).order_by("number")
        changed = held_numbers.drop(current, list(dropped), account=account)
        renewal = renew_and_save(current, account=account)
        shown = {key: outlook.shown.get(key, offered) for key, offered in before.items()}
        decisions, refused = _still_holding(current, outlook, shown)
        changed += entries.decide(current, decisions, account=account, shown=shown, stages=stages)
        tournament.findings = current.findings
    return Outcome(changed or len(renewal.changed), tuple(refused))


def _still_holding(
    tournament: Tournament, outlook: Outlook, shown: Mapping[int, Collection[int]]
) -> tuple[dict[int, Decision], list[Problem]]:
    """Part the decisions that hold against the register from those that do not, with the reason."""
    rows = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    decisions = dict(outlook.decisions)
    for row in rows if outlook.strangers else ():
        if row.match == Entry.Match.UNKNOWN and row.player_id is None:
            decisions[row.pk] = decisions.get(row.pk) or entries.ENROL
    for row in rows:  # the page does not offer to leave the certain undecided: it was made before
        if row.pk in decisions and decisions[row.pk] is None and row.match == Entry.Match.CERTAIN:
            del decisions[row.pk]
    to_enrol = [row for row in rows if decisions.get(row.pk) == entries.ENROL]
    before = declined_by(to_enrol)
    against = {row.pk: before[row.pk].union(shown.get(row.pk, ())) for row in to_enrol}
    refused = list(submission_checks.of_newcomers(to_enrol, declined=against))
    for problem in refused:
        del decisions[problem.values["entry"]]
    return decisions, refused


def foreseen(tournament: Tournament) -> tuple[list[Entry], list[Problem], list[Entry]]:
    """Return whom an approval would find in the register by now, why it would refuse, and whom it enrols."""
    return renew_called_new(list(Entry.objects.filter(tournament=tournament).order_by("number")))


def renew_called_new(rows: Sequence[Entry]) -> tuple[list[Entry], list[Problem], list[Entry]]:
    """Match those called new again, in memory; return who is found, why others cannot be new, and the others.

    `rows` are all entries of a tournament.
    """
    waiting = called_new(rows)
    renewal = renew(rows) if waiting else Renewal()
    left = [row for row in waiting if row.player_id is None]
    refusals = list(submission_checks.of_newcomers(left, declined=declined_by(left)))
    return list(renewal.found), refusals, left


@transaction.atomic
def enrol(tournament: Tournament, *, account: Account | None, confirmed: Collection[str] = ()) -> int:
    """Enrol the entrants decided to be new and give their entries the players; return how many.

    They are matched again first: an entrant who is certainly a player enrolled since that decision becomes
    that player, one who resembles a player goes back to the person who decided. `confirmed`: the keys of the
    warnings the officer has read about people like one erased on request. Raises Refused, with no player
    enrolled.
    """
    rows = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    candidates = called_new(rows)
    if not candidates:
        return 0
    register.one_at_a_time()
    new = still_new(rows)
    erased = _confirm_erased(tournament, new, confirmed, account=account)
    for row, number in zip(new, _enter(newcomers(new, tournament), account=account), strict=True):
        row.player_id, row.match = number, Entry.Match.CONFIRMED
    _describe(new)
    save(candidates)
    if new:
        players = [[row.number, row.player_id] for row in new]
        Enrolment.objects.create(tournament=tournament, account=account, players=players)
    note(tournament, [row for row in candidates if row not in new], account=account)
    if erased:
        # What was asked is answered: no page names them as erased any more.
        models_to_report.reconsider(tournament)
    return len(new)


def _confirm_erased(
    tournament: Tournament, new: Sequence[Entry], confirmed: Collection[str], *, account: Account | None
) -> bool:
    """Note whom of some new players an officer enrols although they are like a person erased on request.

    Return whether there are any; raise Refused where one is not among the keys confirmed.
    """
    found = match_doubts.stored(match_doubts.erased_among(new))
    left = [finding for finding in found if warning_confirmations.key_of(finding) not in confirmed]
    if left:
        raise Refused(*of_erased(left))
    if found:
        warning_confirmations.confirm_approving(tournament, found, account=account)
    return bool(found)


def called_new(rows: Sequence[Entry]) -> list[Entry]:
    """Return the entries decided to be new players."""
    return [row for row in rows if row.is_called_new]


def still_new(rows: Sequence[Entry]) -> list[Entry]:
    """Match those called new again, in memory, and return who has to be enrolled; raises Refused."""
    _found, refusals, new = renew_called_new(rows)
    if refusals:
        raise Refused(*refusals)
    return new


def _describe(new: list[Entry]) -> None:
    """Store sex and year of birth given by a report of chess: K of a junior depends on them."""
    rows = [row for row in new if row.sex or row.birth_year]
    Player.objects.bulk_update(
        [
            Player(
                pk=row.player_id,
                sex=row.sex,
                birth_year=row.birth_year,
                privacy=privacy.of_office(row.birth_year),
            )
            for row in rows
        ],
        ["sex", "birth_year", "privacy"],
    )


def remember_names(tournament: Tournament, *, account: Account | None) -> int:
    """Store the spellings decided on as known names of their players; return how many are new.

    The caller holds the lock of the register, and players who were merged have been followed.
    """
    decided = tournament.entries.filter(match=Entry.Match.CONFIRMED, player__isnull=False)
    remembered = 0
    for row in decided.select_related("player").order_by("number"):
        key = names.key_of(row.surname, row.given_name)
        player = row.player
        if player is not None and key and key != player.search_key:
            written = full_name(row.surname, row.given_name)
            known = player.known_names.filter(key=names.key_of(written)).exists()
            register.put_known_name(player, written, account=account)
            remembered += not known
    return remembered


def newcomers(rows: Sequence[Entry], tournament: Tournament) -> list[register.Newcomer]:
    """Return entries as the register takes new players."""
    home = country_code(tournament.country or settings.FEDERATION_CODE)
    return [
        register.Newcomer(
            surname=row.surname,
            given_name=row.given_name,
            country=country_code(row.country) if row.country else home,
            club=row.club,
            grade=row.grade if is_registered_form(row.grade) else "",
            identifiers={k: v for k, v in row.identifiers.items() if k in Identifier.Scheme.values and v},
        )
        for row in rows
    ]


def check(people: Sequence[register.Newcomer]) -> None:
    """Raise Refused where the register refuses one of some new players."""
    try:
        register.check_many(people)
    except register.RegisterError as refusal:
        raise _refusal_of(refusal) from None


def _refusal_of(refusal: register.RegisterError) -> Refused:
    return Refused(Problem("register", {"message": str(refusal.message)}))


def _enter(people: Sequence[register.Newcomer], *, account: Account | None) -> list[int]:
    try:
        with transaction.atomic():  # so that a refusal leaves the caller's transaction whole
            return register.enrol_many(people, account=account)
    except register.RegisterError as refusal:
        raise _refusal_of(refusal) from None
    except IntegrityError:
        # Another approval enrolled one of them between our look and our writing.
        raise Refused(Problem("overtaken")) from None
