"""An office before the story begins: two accounts, three licensed players, and a list of the year before.

Run as a program in an installation: `python -m tests.browser.opening`.
"""

from datetime import date

import django

ORGANISER, OFFICER, PASSWORD = "orla@example.org", "odile@example.org", "a long enough secret"
BEFORE = date(2023, 3, 4)


def open_office() -> None:
    """Enrol, license, rate and publish what the story builds on."""
    from django.contrib.auth.models import Group

    from federation.models import Account, Licence
    from federation.register import register
    from ratings.lists.publication import publish
    from ratings.models import RatingSystem
    from tests.ratings.histories import hold, recalculate, round_robin, stale
    from tests.tournaments.reports import PEOPLE

    for email, role in ((ORGANISER, "organiser"), (OFFICER, "officer")):
        account = Account.objects.create_user(email, PASSWORD, first_name=email.split("@")[0].title())
        account.groups.add(Group.objects.get(name=role))
    # The third is in the register without a number, the fourth is not there at all: somebody has to decide.
    players = [
        register.enrol(
            register.Newcomer(
                one.surname,
                one.given_name,
                country=one.country,
                club=one.club,
                grade=one.grade,
                identifiers=one.identifiers if one.number < 3 else {},
            ),
            account=None,
        )
        for one in PEOPLE[:3]
    ]
    Licence.objects.bulk_create(
        Licence(player=player, season=season, status="L") for player in players for season in (2023, 2024)
    )
    hold(BEFORE, players, round_robin(3), number=1, rated_for=["ffg"])
    ffg = stale(RatingSystem.objects.get(key="ffg"), BEFORE)
    recalculate(ffg)
    ffg.refresh_from_db()
    publish(ffg, date(2023, 4, 1), account=None, note="")


if __name__ == "__main__":
    django.setup()
    open_office()
