"""An invented federation for the public pages: clubs, players, lists, tournaments with games and changes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from federation.models import Club, Federation, Identifier, Licence, Player, Region
from federation.vocabulary.grades import grade_at, start_value
from federation.vocabulary.grades import parse_grade as parse
from federation.vocabulary.names import key_of
from ratings.cadence.by_event.explain import explain_event
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.models import (
    CurrentRating,
    ListEntry,
    PublishedList,
    RatingChange,
    RatingRun,
    RatingSystem,
    list_years,
)
from ratings.rulebook.systems import SYSTEMS
from tests.recorded import recorded
from tournaments.careers import stored_games
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome
from tournaments.revisions import places

SURNAMES = (
    "Abelard",
    "Besson-Lacroix",
    "Çelik",
    "Delaunoy",
    "Esteban",
    "Ferrandi",
    "Grosjean",
    "Hŕuška",
    "Iturbe",
    "Jansky",
    "Kowalczyński",
    "Lacombe",
    "Møller",
    "Nguyen-Thibault",
    "Ouellet",
    "Perrault",
    "Quintana",
    "Rossignol",
    "Sørby",
    "Thévenet",
    "Urbanek",
    "Valdemarsson",
    "Wójcik",
    "Xhoffer",
    "Ylönen",
    "Żeleński",
)
GIVEN = (
    "Adèle",
    "Bastien",
    "Cléo",
    "Damien",
    "Éloïse",
    "Fabrice",
    "Gaëlle",
    "Hector",
    "Inès",
    "Jules",
    "Katell",
)
CLUBS = (
    ("75Xa", "Cercle du Pont", "Paris"),
    ("38Yb", "Les Deux Yeux", "Grenoble"),
    ("69Zc", "Atari Croix", "Lyon"),
)
REGIONS = {"38Yb": "ALP", "69Zc": "ALP"}  # of the clubs that are in one
ALPS = "Ligue des Alpes"
DAYS = (date(2026, 6, 5), date(2026, 9, 4), date(2026, 11, 6))


@dataclass(frozen=True, slots=True)
class Small:
    """What the tests point at."""

    players: Sequence[Player]
    lists: Sequence[PublishedList]
    tournaments: Sequence[Tournament]


def build(*, players: int = 130, tournaments: int = 3, systems: Sequence[str] = ("ffg", "egf")) -> Small:
    """Enrol, play, rate and publish; the same federation every time."""
    for year in {day.year for day in DAYS} if systems else ():
        list_years.ensure(year)
    return _build(players, tournaments, tuple(systems))


@recorded
def _build(players: int, tournaments: int, systems: tuple[str, ...]) -> Small:
    chance = random.Random(19)
    people = enrol(players, chance)
    events = [play(number, people[: 8 if number > 1 else 24], chance) for number in range(1, tournaments + 1)]
    lists = []
    for key in systems:
        system = RatingSystem.objects.get(key=key)
        for event in events:
            rate(system, event)
        lists += [publish(system, day, people) for day in DAYS]
    return Small(people, lists, events)


def enrol(count: int, chance: random.Random) -> list[Player]:
    """Enrol players of three clubs, every ninth a foreigner, every fourth without licence."""
    home = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})[0]
    away = Federation.objects.get_or_create(code="BE", defaults={"name": "Belgique"})[0]
    alps = Region.objects.get_or_create(code="ALP", defaults={"name": ALPS, "federation": home})[0]
    clubs = [
        Club.objects.create(
            code=code,
            label=code,
            name=name,
            town=town,
            federation=home,
            region=alps if code in REGIONS else None,
        )
        for code, name, town in CLUBS
    ]
    people = []
    for number in range(count):
        surname = SURNAMES[number % len(SURNAMES)]
        given = GIVEN[(number * 7 + number // len(SURNAMES)) % len(GIVEN)]
        foreign = number % 9 == 8
        people.append(
            Player(
                surname=surname,
                given_name=given,
                search_key=key_of(surname, given),
                sex="mf"[number % 3 == 1],
                birth_year=1950 + number % 60,
                federation=away if foreign else home,
                club=None if foreign else clubs[number % 3],
                grade=_grade(number, chance),
            )
        )
    made = Player.objects.bulk_create(people)
    Identifier.objects.bulk_create(
        Identifier(player=player, scheme=scheme, value=f"{prefix}{number:05d}")
        for number, player in enumerate(made)
        for scheme, prefix in (("ffg", "99"), ("egd", "990"))
    )
    Licence.objects.bulk_create(
        Licence(player=player, season=2026, status=_status(number)) for number, player in enumerate(made)
    )
    return made


def _grade(number: int, chance: random.Random) -> str:
    strength = 5 - number // 5 + chance.choice((0, 0, -1))
    return f"{strength}d" if strength > 0 else f"{min(30, 1 - strength)}k"


def _status(number: int) -> str:
    return "e" if number % 9 == 8 else "-" if number % 4 == 3 else "L"


def play(number: int, people: Sequence[Player], chance: random.Random) -> Tournament:
    """Play three rounds, neighbours against neighbours."""
    start = date(2023, 1, 7) + timedelta(days=147 * number)
    event = Tournament.objects.create(
        number=number,
        stage=Stage.APPROVED,
        name=f"Open des Deux Rives {start.year}",
        start=start,
        end=start + timedelta(days=1),
        place="Saint-Étienne-du-Bois",
        country="FR",
        rounds=3,
        time_class="A",
        adjusted_minutes=75.0,
        komi="7.5",
        rated_for=["ffg", "egf"],
        decided=datetime(2026, 1, 1, tzinfo=UTC),
    )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=event,
            number=place,
            player=player,
            surname=player.surname,
            given_name=player.given_name,
            grade=player.grade,
            country="FR",
            club="75Xa",
            match="certain",
        )
        for place, player in enumerate(people, 1)
    )
    Game.objects.bulk_create(
        Game(
            tournament=event,
            round=turn,
            white=one,
            black=other,
            handicap=2 if place % 5 == 4 else 0,
            outcome=Outcome.DRAW
            if place == 3 and turn == 2
            else chance.choice((Outcome.WHITE_WINS, Outcome.BLACK_WINS)),
        )
        for turn in range(1, 4)
        for place, (one, other) in enumerate(_pairs(entries, turn))
    )
    stored_games.refresh([event.pk])
    places.keep(event)
    return event


def _pairs(entries: Sequence[Entry], turn: int) -> list[tuple[Entry, Entry]]:
    shift = turn % 2
    line = [*entries[shift:], *entries[:shift]]
    if turn == 3:
        half = len(line) // 2
        return list(zip(line[:half], line[half:], strict=True))
    return list(zip(line[::2], line[1::2], strict=True))


def rate(system: RatingSystem, event: Tournament) -> None:
    """Write what the engine says of an event into the ledger."""
    run = RatingRun.objects.get_or_create(system=system, stage="applied")[0]
    for player, told in explain_event(system, event).items():
        current = CurrentRating.objects.filter(system=system, player=player).first()
        place = sequence(event.start, number=event.number)
        games = (current.games if current else 0) + len(told.games)
        RatingChange.objects.create(
            system=system,
            player_id=player,
            tournament=event,
            run=run,
            sequence=place,
            before=told.before,
            start=told.start,
            after=told.after,
            games=len(told.games),
            total_games=games,
            passes=told.passes,
            edition=told.edition,
        )
        CurrentRating.objects.update_or_create(
            system=system,
            player_id=player,
            defaults={
                "rating": told.after,
                "games": games,
                "sequence": place,
                "last_played": event.start,
                "highest_rating": max(told.after, current.highest_rating if current else told.after),
                "events": (current.events if current else 0) + 1,
            },
        )


def publish(
    system: RatingSystem, day: date, people: Sequence[Player], *, revision: int = 1, spread: bool = True
) -> PublishedList:
    """Freeze a list of everybody, strongest first; every seventh is inactive."""
    scale = SYSTEMS[system.key].scale
    assert scale is not None
    live = dict(CurrentRating.objects.filter(system=system).values_list("player_id", "rating"))
    drift = (DAYS[-1] - day).days / 30 if spread else 0

    def value(number: int, player: Player) -> float:
        grade = parse(player.grade)
        assert grade is not None
        return live.get(player.pk, start_value(grade, scale) - number % 10) - drift * (number % 5 - 2)

    rated = sorted(((value(n, p), n, p) for n, p in enumerate(people)), key=lambda row: (-row[0], row[1]))
    made = PublishedList.objects.create(
        system=system,
        date=day,
        revision=revision,
        ready=True,
        published=datetime(day.year, day.month, day.day, 18, tzinfo=UTC),
        players=len(people),
        regions={"ALP": ALPS},
        active_players=sum(n % 7 != 6 for n in range(len(people))),
    )
    active = 0
    entries = []
    for position, (rating, number, player) in enumerate(rated, 1):
        is_active = number % 7 != 6
        active += is_active
        entries.append(
            ListEntry(
                list=made,
                player=player,
                position=position,
                rank=position,
                active_rank=active if is_active else None,
                active_position=active if is_active else None,
                surname=player.surname,
                given_name=player.given_name,
                search_key=player.search_key,
                sex=player.sex,
                birth_year=player.birth_year,
                federation=player.federation.code,
                club=player.club.code if player.club else "",
                club_name=player.club.name if player.club else "",
                region=REGIONS.get(player.club.code, "") if player.club else "",
                ffg=f"99{number:05d}",
                egd=f"990{number:05d}",
                declared_grade=player.grade,
                grade=str(grade_at(rating, scale)),
                rating=round(rating),
                exact=rating,
                change=None if number % 13 == 5 else number % 23 - 11,
                rank_change=number % 5 - 2 if is_active else None,
                games=3 * (number % 20 + 1),
                events=number % 20 + 1,
                last_played=day - timedelta(days=7 * (number % 50)),
                last_event=f"T26{number % 12 + 1:02d}A",
                active=is_active,
                licence=_status(number),
            )
        )
    ListEntry.objects.bulk_create(entries)
    return made
