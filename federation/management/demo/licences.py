"""Licences taken by invented members: active players nearly always, the others at times."""

from collections.abc import Collection
from datetime import date
from random import Random

from federation.management.demo.people import Person
from federation.management.demo.places import HOME


def licences(
    chance: Random, person: Person, *, played: Collection[int], seasons: range
) -> list[tuple[int, str]]:
    """Draw (season, status letter) for the seasons a member was around; `played` are those they played in.

    Letters as the FFG ladder writes them: L competition, C leisure, e foreigner. A season is a calendar year.
    """
    taken: list[tuple[int, str]] = []
    for season in seasons:
        if person.country != HOME:
            if season in played:
                taken.append((season, "e"))
            continue
        around = any(person.is_around(date(season, month, 1)) for month in (2, 6, 11))
        turn = chance.random()
        if season in played:
            taken += [(season, "L")] if turn < 0.93 else [(season, "C")] if turn < 0.97 else []
        elif around and person.ffg:
            taken += [(season, "L")] if turn < 0.18 else [(season, "C")] if turn < 0.32 else []
    return taken
