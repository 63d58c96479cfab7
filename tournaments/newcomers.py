"""Enrolling the new players of a tournament, and remembering how known ones were written."""

import re
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from federation import names, register
from federation.models import Account, Identifier, Player
from tournaments.entries import matches_of, note, save
from tournaments.matching import State
from tournaments.models import Entry, Tournament
from tournaments.problems import Problem, Refused

_GRADE = re.compile(r"^(?:[1-9]|[12]\d|30)k$|^[1-9][dp]$")


@transaction.atomic
def enrol(tournament: Tournament, *, account: Account | None) -> int:
    """Enrol whoever was decided to be new and give the entries their players; says how many were enrolled.

    Since that decision somebody may have enrolled the same person by another tournament: who is certainly
    him is taken, who only resembles him goes back to whoever decided. Raises Refused, with nobody enrolled.
    """
    rows = list(tournament.entries.filter(match=Entry.Match.ENROL, player=None).order_by("number"))
    if not rows:
        return 0
    register.one_at_a_time()
    taken = set(tournament.entries.filter(player__isnull=False).values_list("player_id", flat=True))
    problems = _meet_the_enrolled(rows, since=tournament.submitted, taken=taken)
    if problems:
        raise Refused(*problems)
    new = [row for row in rows if row.player_id is None]
    for row, number in zip(new, _enter(new, tournament, account=account), strict=True):
        row.player_id = number
    _describe(new)
    for row in rows:
        row.match = Entry.Match.CONFIRMED
    save(rows)
    return len(new)


def _describe(new: list[Entry]) -> None:
    """Note sex and year of birth where a report of chess says them: K of a junior depends on his year."""
    said = [row for row in new if row.sex or row.birth_year]
    Player.objects.bulk_update(
        [Player(pk=row.player_id, sex=row.sex, birth_year=row.birth_year) for row in said],
        ["sex", "birth_year"],
    )


def reconsider(tournament: Tournament) -> int:
    """Ask again about new players who meanwhile resemble somebody enrolled since; says how many."""
    rows = list(tournament.entries.filter(match=Entry.Match.ENROL, player=None).order_by("number"))
    taken = set(tournament.entries.filter(player__isnull=False).values_list("player_id", flat=True))
    doubtful = []
    fresh = _enrolled_since(rows, tournament.submitted)
    for row, match in zip(rows, matches_of(rows), strict=True):
        if match.state is not State.UNKNOWN and any(one.player in fresh for one in match.suggestions):
            note(row, match, taken=taken)
            doubtful.append(row)
    save(doubtful)
    return len(doubtful)


def remember_names(tournament: Tournament, *, account: Account | None) -> int:
    """Keep the spellings somebody decided on as known names of their players; says how many are new."""
    decided = tournament.entries.filter(match=Entry.Match.CONFIRMED, player__isnull=False)
    remembered = 0
    for row in decided.select_related("player").order_by("number"):
        key = names.key_of(row.surname, row.given_name)
        player = row.player
        if player is not None and key and key != player.search_key:
            written = f"{row.surname} {row.given_name}".strip()
            known = player.known_names.filter(key=names.fold(written)[:200]).exists()
            register.add_known_name(player, written, account=account)
            remembered += not known
    return remembered


def _meet_the_enrolled(rows: list[Entry], *, since: datetime | None, taken: set[int]) -> list[Problem]:
    """Give entries the players enrolled since the decision who are certainly them; name the doubtful."""
    if since is None:  # decided this moment, nothing can have happened since
        return []
    fresh = _enrolled_since(rows, since)
    problems = []
    for row, match in zip(rows, matches_of(rows), strict=True):
        by_number = any(reason.code == "number-same" for reason in match.reasons)
        if not by_number and not any(one.player in fresh for one in match.suggestions):
            continue  # whoever decided saw all there was to see
        if match.state is State.CERTAIN and match.player not in taken:
            row.player_id = match.player
            taken.add(match.player or 0)
        else:
            problems.append(Problem("resembles", {"name": str(row)}))
    return problems


def _enrolled_since(rows: list[Entry], since: datetime | None) -> set[int]:
    if since is None or not rows:
        return set()
    return set(Player.objects.filter(enrolled__gte=since).values_list("pk", flat=True))


def _enter(rows: list[Entry], tournament: Tournament, *, account: Account | None) -> list[int]:
    home = tournament.country or settings.FEDERATION_CODE
    newcomers = [
        register.Newcomer(
            surname=row.surname,
            given_name=row.given_name,
            country=row.country or home,
            club=row.club,
            grade=row.grade if _GRADE.match(row.grade) else "",
            identifiers={k: v for k, v in row.identifiers.items() if k in Identifier.Scheme.values and v},
        )
        for row in rows
    ]
    try:
        with transaction.atomic():  # so that a refusal leaves the caller's transaction whole
            return register.enrol_many(newcomers, account=account)
    except register.RegisterError as refusal:
        raise Refused(Problem("register", {"message": str(refusal.message)})) from None
    except IntegrityError:
        # Another approval enrolled one of them between our look and our writing.
        raise Refused(Problem("overtaken")) from None
