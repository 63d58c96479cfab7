"""FIDE lists of invented players for the tests of their pages."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from federation.models import Identifier, Player
from federation.player_lists.readers.fide_columns import Levels, Persons
from federation.register.register import federation_for
from federation.vocabulary.names import key_of
from ratings.lists.import_published import keep
from ratings.models import PublishedList
from tests.ratings.chess_months import system


@dataclass(frozen=True, slots=True)
class Listed:
    """A player as the lists of the tests have him."""

    surname: str
    given_name: str
    federation: str
    rating: int
    sex: str = "m"
    title: str = ""
    women_title: str = ""
    born: int = 1980
    games: int = 0
    k: int = 20
    active: bool = True


ANNA = Listed("Osei", "Anna", "NO", 2500, "f", "GM", "WGM", 1995, 7, 10)
BEN = Listed("Quist", "Ben", "ENG", 2600, title="GM", k=10)
CARLA = Listed("Ruiz", "Carla", "ES", 2300, "f", "", "WIM", 2008, 4, 40)
DAG = Listed("Strand", "Dag", "NO", 2400, title="IM", born=2012, games=12, k=40)
EVA = Listed("Tamm", "Eva", "NO", 2350, "f", born=1990, active=False)
EVERYBODY = (ANNA, BEN, CARLA, DAG, EVA)


def enrolled(people: tuple[Listed, ...]) -> dict[str, Player]:
    """Enrol players with FIDE numbers, each once; give them by given name."""
    made = {}
    for place, one in enumerate(people):
        number = str(99_000_000 + sum(map(ord, one.surname + one.given_name)) * 10 + place % 10)
        person = {
            "search_key": key_of(one.surname, one.given_name),
            "federation": federation_for(one.federation),
            "title": one.title,
            "women_title": one.women_title,
            "sex": one.sex,
            "birth_year": one.born,
        }
        player, _ = Player.objects.get_or_create(
            surname=one.surname, given_name=one.given_name, defaults=person
        )
        Identifier.objects.get_or_create(player=player, scheme="fide", defaults={"value": number})
        made[one.given_name] = player
    return made


def archived(
    people: tuple[Listed, ...] = EVERYBODY, *, day: date = date(2026, 11, 1), key: str = "fide-standard"
) -> PublishedList:
    """Keep a list of some players as an imported one."""
    players = enrolled(people)
    numbers = dict(Identifier.objects.filter(scheme="fide").values_list("player_id", "value"))
    keys = [players[one.given_name].pk for one in people]
    levels = Levels(
        player=np.array(keys, np.int64),
        rating=np.array([one.rating for one in people], np.int64),
        games=np.array([one.games for one in people], np.int64),
        k=np.array([one.k for one in people], np.int64),
        birth_year=np.array([one.born for one in people], np.int64),
        inactive=np.array([not one.active for one in people], np.bool_),
    )
    persons = Persons(
        surname=[one.surname for one in people],
        given_name=[one.given_name for one in people],
        search_key=[key_of(one.surname, one.given_name) for one in people],
        federation=[one.federation for one in people],
        sex=[one.sex for one in people],
        title=[one.title for one in people],
        women_title=[one.women_title for one in people],
        other_titles=["" for _ in people],
        fide=[numbers[key] for key in keys],
    )
    return keep(system(key), levels, persons, day=day, account=None)
