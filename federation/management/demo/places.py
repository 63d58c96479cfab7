"""Invented towns and their clubs, and the federations the invented players come from."""

from dataclasses import dataclass
from random import Random

from federation.management.demo.names import words

HOME = "FR"
ABROAD = {  # code as Go files write it -> (share of the foreigners, a town with a tournament)
    "DE": (24, "Lindenreuth"),
    "UK": (16, "Thornwick"),
    "BE": (14, "Valmarelle"),
    "CZ": (12, "Gorodice"),
    "NL": (10, "Rosenkamp"),
    "CH": (8, "Birkenau am See"),
    "IT": (8, "Castaverino"),
    "ES": (8, "Ribamora"),
    "RO": (6, "Zelarescu"),
    "PL": (6, "Bratowice"),
}
HEADS = words(
    "Aube Beau Belle Brume Chante Clair Combe Cour Épine Fer Font Grand Haute Lande Lau Long Mire Mont Mor "
    "Noir Orme Pierre Plai Pont Riv Roque Sauve Val Verte Ville"
)
TAILS = words(
    "bourg brune caire claire court dour fleur fontaine gnac lac longue lune mare mer mont neuve nière pré "
    "rive roche serre sol tour val vent vigne ville voile"
)
ADDITIONS = ("", "", "", "", "", "-sur-Ormeline", "-les-Bains", "-le-Haut", "-en-Valdour", "-sous-Brume")
CLUB_NAMES = (
    "Go club {of_town}",
    "Go club {of_town}",
    "Les Pierres {of_town}",
    "Atari {town}",
    "Shicho {of_town}",
    "L'Œil du tigre {of_town}",
    "Hoshi {town}",
)
# The regions of the home federation, by area: code and name.
REGIONS = (
    ("VDA", "Ligue du Val d'Aube"),
    ("ORM", "Ligue de l'Ormeline"),
    ("BRU", "Ligue des Brumes"),
    ("MER", "Ligue de la Mer de l'Ouest"),
    ("EPI", "Ligue d'Épineterre"),
    ("HLA", "Ligue des Hautes Landes"),
    ("ROQ", "Ligue des Roques"),
    ("LAC", "Ligue des Lacs"),
    ("VDR", "Ligue du Valdour"),
    ("CAP", "Ligue de la Capitale"),
)


@dataclass(frozen=True, slots=True)
class InventedClub:
    """A club of the home federation; `code` is two digits like a département and two characters."""

    code: str
    name: str
    town: str
    area: int  # 0..9: clubs of one area are near each other
    weight: float  # how many of the members it attracts

    @property
    def region(self) -> str:
        """The code of the region it belongs to."""
        return REGIONS[self.area][0]


def town(chance: Random) -> str:
    """Compose the name of a town."""
    head, tail = chance.choice(HEADS), chance.choice(TAILS)
    if head.lower() == tail:
        return town(chance)
    return head + tail + chance.choice(ADDITIONS)


def of_town(name: str) -> str:
    """Return the French for "of" a town: `d'Ormepré`, `de Montrive`."""
    return f"d'{name}" if name[0] in "AEÉIOU" else f"de {name}"


def clubs(chance: Random, *, count: int) -> tuple[InventedClub, ...]:
    """Invent clubs with towns and codes that differ, a few large and many small."""
    all_clubs: list[InventedClub] = []
    codes: dict[str, str] = {}  # code -> town
    while len(all_clubs) < count:
        where = town(chance)
        digits = chance.randrange(1, 96)
        code = f"{digits:02d}{where[0].replace('É', 'E')}{chance.choice('abdegilmnoprstv')}"
        if code in codes or where in codes.values():
            continue
        codes[code] = where
        name = chance.choice(CLUB_NAMES).format(town=where, of_town=of_town(where))
        all_clubs.append(InventedClub(code, name, where, digits // 10, 1.0 / (1 + len(all_clubs)) ** 0.7))
    return tuple(sorted(all_clubs, key=lambda club: club.code))
