"""The chess office: a list to start from, then month by month what was played, rated and published."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

from django.utils import timezone

from federation.management.demo.chess_people import RATES, ChessPerson
from federation.management.demo.places import HOME
from federation.models import Identifier, Player
from federation.player_lists.import_fide_list import FAMILY, import_fide
from federation.player_lists.import_list import Wish
from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_row import FideList
from federation.register import register
from ratings.cadence.by_period.assemble import Held, counted
from ratings.cadence.by_period.policy import period_policy_of
from ratings.exports import fide_files
from ratings.exports.fide_files import FideHead, FidePlayer, Standing
from ratings.lists import list_files, publication
from ratings.management.demo import archive, desk, lists
from ratings.management.demo.archive import Candidates
from ratings.management.demo.membership import Office, noon
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles as bundles
from ratings.rulebook.fide_periods import list_date, month_of
from ratings.runs import recalculation
from tournaments.management.demo.chess_world import ChessPlan, InventedChess, chess_file, invent, rated
from tournaments.management.demo.world import InventedTournament, World
from tournaments.models import Tournament
from tournaments.submission import steps

KEYS = tuple(f"{FAMILY}-{rate}" for rate in RATES)
GUESTS = 2  # members of the Go federation who play chess as well
WAITING = 2  # tournaments at least that no list counts yet; the last of them is not approved


@dataclass(frozen=True, slots=True)
class Season:
    """What was invented; `guests` are indices into the people of the Go federation."""

    plan: ChessPlan
    people: tuple[ChessPerson, ...]
    guests: tuple[int, ...]
    months: dict[int, list[InventedChess]]  # the list a tournament first counts for
    waiting: tuple[InventedChess, ...]


def invent_season(plan: ChessPlan, world: World, played: Sequence[InventedTournament]) -> Season:
    """Invent players and tournaments, and say which list first counts what; `played` is the Go."""
    guests = _guests(world)
    people, tournaments = invent(plan, [(world.people[place], _busy(place, played)) for place in guests])
    months: dict[int, list[InventedChess]] = defaultdict(list)
    waiting: list[InventedChess] = []
    newest = month_of(plan.newest)
    for each in tournaments:
        first, last = _lists(each)
        if last > newest:
            waiting.append(each)
        else:
            months[first].append(each)
    while len(waiting) < WAITING:  # early in a month: the last ones were reported late
        month = max(month for month, several in months.items() if several)
        waiting.insert(0, months[month].pop())
    late = (replace(each, event=replace(each.event, handed_in=plan.today)) for each in waiting)
    return Season(plan, people, guests, dict(months), tuple(late))


def _guests(world: World) -> tuple[int, ...]:
    """Choose members with a club who play most, so that they are met on Go pages too."""
    today = world.plan.today
    here = [
        place
        for place, person in enumerate(world.people)
        if person.club and person.country == HOME and person.is_around(today)
    ]
    here.sort(key=lambda place: (-world.careers[place].appetite, place))
    return tuple(here[:GUESTS])


def _busy(person: int, played: Sequence[InventedTournament]) -> set[date]:
    """Return the days a player sits at a Go tournament."""
    return {
        each.event.start + timedelta(days=day)
        for each in played
        if person in each.people
        for day in range((each.event.end - each.event.start).days + 1)
    }


def _lists(invented: InventedChess) -> tuple[int, int]:
    """Return the first and the last list a tournament counts for."""
    event = invented.event
    tournament = Held(0, 0, event.start, event.end, False, event.reported, event.days)  # noqa: FBT003 - a record
    policy = period_policy_of(KEYS[0], edition="", parameters={})
    months = [part.month for part in counted(tournament, lists=policy.report_lists)]
    return (min(months), max(months)) if months else (month_of(event.end) + 1, month_of(event.end) + 1)


def open_office(season: Season, members: Sequence[Player], *, office: Office) -> list[Player]:
    """Take the FIDE systems into use and import the list everything starts from; give the players."""
    RatingSystem.objects.filter(key__in=KEYS).update(active=True)
    for place, member in enumerate(season.guests):
        number = season.people[place].number
        register.add_identifier(members[member], Identifier.Scheme.FIDE, number, account=office.registrar)
    listed = any_list.read(BytesIO(first_list(season)), filename="players_list_xml_foa.xml")
    if not isinstance(listed, FideList):
        raise TypeError("the first list is none of FIDE's")
    wish = Wish(base=FAMILY, archive=FAMILY, list_date=season.plan.base)
    import_fide(listed, listed.rows, wish, account=office.registrar)
    numbers = dict(Identifier.objects.filter(scheme=Identifier.Scheme.FIDE).values_list("value", "player_id"))
    known = Player.objects.select_related("federation", "club").in_bulk(list(numbers.values()))
    return [known[numbers[person.number]] for person in season.people]


def first_list(season: Season) -> bytes:
    """Write the list of the first month as FIDE does."""
    players = (_fide_player(person) for person in season.people)
    return b"".join(fide_files.render_xml(FideHead(season.plan.base), players))


def _fide_player(person: ChessPerson) -> FidePlayer:
    standings = [
        None if rating is None else Standing(rating, 0, k)
        for rating, k in zip(person.listed, person.k, strict=True)
    ]
    return FidePlayer(
        number=person.number,
        surname=person.surname,
        given_name=person.given_name,
        federation=person.country,
        sex=person.sex,
        title=person.title,
        women_title=person.women_title,
        other_titles=person.other_titles,
        birth_year=person.birth_year,
        active=not person.is_inactive,
        standings=(standings[0], standings[1], standings[2]),
    )


def write_folder(season: Season, folder: Path, *, number: int) -> int:
    """Write every tournament with the ratings of the first list, numbered on; return how many."""
    played = [*(each for month in sorted(season.months) for each in season.months[month]), *season.waiting]
    for place, each in enumerate(played, start=number):
        rate = RATES.index(each.event.rate)
        known = {person: season.people[person].listed[rate] for person in each.people}
        ratings = {person: rating for person, rating in known.items() if rating is not None}
        file = chess_file(rated(each, ratings), number=place)
        (folder / file.filename).write_bytes(file.content)
    return len(played)


def close_months(season: Season, candidates: Candidates, *, office: Office) -> Iterator[date]:
    """File, rate and publish one month after the other; give the day of each list when it is out."""
    first, newest = month_of(season.plan.base) + 1, month_of(season.plan.newest)
    systems = list(RatingSystem.objects.filter(key__in=KEYS).order_by("position"))
    for month in range(first, newest + 1):
        played = [_as_written(each, candidates) for each in season.months.get(month, ())]
        day = list_date(month)
        # Everything is decided before the list it counts for is rated and published at noon.
        before = min(timezone.now(), noon(day) - timedelta(hours=1))
        archive.file_away(played, candidates, office=office, now=before)
        for each in played:
            _mark_stale(systems, each)
        for system in systems:
            lists.rate(system, noon(day), office=office)
        new_lists = [_publish(system, day, office=office) for system in systems]
        for published in new_lists:
            list_files.make(published)
            if month == newest:
                bundles.make(published)
        yield day


def _as_written(invented: InventedChess, candidates: Candidates) -> InventedChess:
    """Write the ratings of the list in force into the report; without one, the standard rating."""
    day = invented.event.start.replace(day=1)
    players = [candidates.players[place].pk for place in invented.people]
    ratings: dict[int, int] = {}
    for key in dict.fromkeys((KEYS[0], f"{FAMILY}-{invented.event.rate}")):
        entries = ListEntry.objects.filter(list__system__key=key, list__date=day, player__in=players)
        ratings |= dict(entries.order_by("list__revision").values_list("player_id", "rating"))
    known = zip(invented.people, players, strict=True)
    return rated(invented, {place: ratings[player] for place, player in known if player in ratings})


def _mark_stale(systems: Sequence[RatingSystem], invented: InventedChess) -> None:
    for system in systems:
        if system.key.endswith(invented.event.rate):
            recalculation.mark_stale(system, invented.event.start)


def _publish(system: RatingSystem, day: date, *, office: Office) -> PublishedList:
    published = publication.publish(system, day, account=office.officer)
    PublishedList.objects.filter(pk=published.pk).update(published=noon(day))
    published.refresh_from_db()
    return published


def leave_waiting(season: Season, candidates: Candidates, *, office: Office) -> list[Tournament]:
    """Hand in what no list counts yet; the officer has approved all but the last, and proposals wait."""
    tournaments = []
    for each in season.waiting:
        number = Tournament.objects.count() + 1
        written = _as_written(each, candidates)
        tournaments.append(desk.hand_in(written, candidates.players, number=number, account=office.organiser))
    for tournament in tournaments[:-1]:
        steps.approve(tournament, account=office.officer)
    for system in RatingSystem.objects.filter(key__in=KEYS, stale_from__isnull=False).order_by("position"):
        lists.recalculate(system, office=office, put=False)
    return tournaments
