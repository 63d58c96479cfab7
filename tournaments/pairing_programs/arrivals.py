"""Pages published by a pairing program, stored as the last state of each round.

A page is taken whole or not at all. The same page again changes nothing: a program that did not receive the
answer sends it once more. Pages of different rounds may come in any order. No page changes a report that was
submitted.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from tournaments.models import STAGES, ExpectedTournament, PublishedRound, Tournament
from tournaments.models.stages import UNDECIDED, Stage
from tournaments.pairing_programs import entrants
from tournaments.pairing_programs.expected import locked
from tournaments.pairing_programs.pairgoth import pages
from tournaments.pairing_programs.pairgoth.assembly import Assembled, Came, assemble
from tournaments.pairing_programs.pairgoth.pages import (
    GamesPage,
    StandingsPage,
    read_games,
    read_standings,
)
from tournaments.pairing_programs.pairgoth.refusals import Unusable

MOST_BYTES = 4 << 20  # of a page; standings of 900 players after ten rounds have 1.7 MB
GAMES, STANDINGS = PublishedRound.Kind.GAMES, PublishedRound.Kind.STANDINGS


def take(tournament: ExpectedTournament, kind: PublishedRound.Kind, number: int, data: bytes) -> bool:
    """Keep a page that was published of a round; False where it is as before. Raises Unusable."""
    if not 1 <= number <= tournament.rounds:
        raise Unusable("beyond", round=number, rounds=tournament.rounds)
    page = _read(kind, number, data)
    content = pages.store(page)
    digest = pages.digest(content)
    with transaction.atomic():
        current = locked(tournament)
        rows = PublishedRound.objects.select_for_update().filter(tournament=current)
        before = rows.filter(round=number, kind=kind).first()
        if before is not None and before.digest == digest:
            return False
        _refuse_closed(current)
        values = {"content": content, "digest": digest, "received": timezone.now()}
        PublishedRound.objects.update_or_create(tournament=current, round=number, kind=kind, defaults=values)
        assembled(current)  # a page whose players are confused with others of the list is not stored
        journal.write(
            "expected.published",
            current,
            account=current.account,
            round=number,
            kind=kind.value,
            rows=len(page.rows) if isinstance(page, StandingsPage) else len(page.games),
        )
    return True


def assembled(tournament: ExpectedTournament) -> Assembled:
    """Return the tournament assembled from its pages; four queries. Raises Unusable."""
    listed = [line.listed for line in entrants.lines(tournament)]
    return assemble(came(tournament), listed, rounds=tournament.rounds)


def came(tournament: ExpectedTournament) -> Came:
    """Return the pages received of a tournament: games by round, and the newest standings."""
    rows = PublishedRound.objects.filter(tournament=tournament, round__lte=tournament.rounds)
    games: dict[int, GamesPage] = {}
    newest: PublishedRound | None = None
    for row in rows.order_by("round"):
        if row.kind == GAMES:
            games[row.round] = pages.games_of(row.content)
        else:
            newest = row
    if newest is None:
        return Came(games)
    return Came(games, pages.standings_of(newest.content), newest.round)


def newest_revision(tournament: ExpectedTournament) -> Tournament | None:
    """Return the newest revision of what a tournament became; None while there is no draft."""
    if tournament.number is None:
        return None
    rows = Tournament.objects.filter(number=tournament.number)
    return rows.select_related("upload").defer("upload__content").order_by("-revision").first()


def _read(kind: PublishedRound.Kind, number: int, data: bytes) -> GamesPage | StandingsPage:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable("not-utf-8") from None
    reader: Callable[[str], GamesPage | StandingsPage] = read_games
    return reader(text) if kind == GAMES else read_standings(text, after=number)


def _refuse_closed(current: ExpectedTournament) -> None:
    """Raise Unusable where the tournament was submitted: the program can no longer change it."""
    revision = newest_revision(current)
    if revision is None or revision.stage == Stage.WITHDRAWN:
        return
    if revision.stage in UNDECIDED and revision.stage != Stage.SUBMITTED:
        return
    raise Unusable("handed-in", number=revision.number, stage=str(dict(STAGES)[revision.stage]))
