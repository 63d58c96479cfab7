"""Enrolling the new players of a tournament, and remembering how known ones were written."""

from collections.abc import Collection, Sequence

from django.conf import settings
from django.db import IntegrityError, transaction

from federation.models import Account, Identifier, Player
from federation.privacy import privacy
from federation.register import register
from federation.vocabulary import names
from federation.vocabulary.countries import country_code
from federation.vocabulary.grades import is_registered_form
from federation.vocabulary.names import full_name
from tournaments.checks import warning_confirmations
from tournaments.checks.submission_checks import Problem, Refused, of_erased
from tournaments.entrants.entries import save
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.revisions import match_doubts, reinspect
from tournaments.submission import rematching


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
    rematching.note(tournament, [row for row in candidates if row not in new], account=account)
    if erased:
        reinspect.reconsider(tournament)  # what was asked is answered: no page names them as erased any more
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
    _found, refusals, new = rematching.renew_called_new(rows)
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
