"""Two tournaments with common players nobody knows: some are written otherwise in the second file."""

from dataclasses import replace

from federation.models import Account
from tests.tournaments import reports
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant

STRANGERS = (
    Entrant(1, "Ravenel", "Octave", grade="3d", country="FR", club="38Gr"),
    Entrant(2, "Tessier", "Nadège", grade="1k", country="FR", club="75Op"),
    Entrant(3, "Quéméner", "Yann", grade="5k", country="FR", club="69Ly"),
    Entrant(4, "Zubiri", "Ainhoa", grade="9k", country="FR", club="35Re"),
)
# The first is written alike, the second has moved abroad, the third has lost a letter, the fourth is another.
LATER = (
    STRANGERS[0],
    replace(STRANGERS[1], country="BE", club="Bru"),
    replace(STRANGERS[2], surname="Quémener", given_name="Yan"),
    Entrant(4, "Wolgast", "Ottilie", grade="2k", country="FR", club="35Re"),
)


def drafted(account: Account, name: str, entrants: tuple[Entrant, ...] = STRANGERS) -> Tournament:
    """Hand a file in, with other results than those before it."""
    games = reports.games(Tournament.objects.count()) if len(entrants) > 3 else reports.GAMES[:1]
    data = table.write(reports.report(name, entrants=entrants, pairings=games), "spreadsheet")
    upload = intake.receive(data, filename=f"{name}.csv", account=account)
    return intake.draft(upload, account=account)


def call_all_new(tournament: Tournament) -> Tournament:
    """Decide that everybody without a player is new."""
    new: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in tournament.entries.all() if not entries.is_decided(row)
    }
    entries.decide(tournament, new, account=tournament.organiser)
    return tournament


def entry(tournament: Tournament, number: int) -> Entry:
    """Read one entry by its number."""
    return tournament.entries.get(number=number)
