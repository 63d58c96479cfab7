"""Pictures for shared pages and what they show, cached and revalidated like the pages themselves."""

import time
from collections.abc import Callable, Sequence
from datetime import date, datetime
from datetime import date as day

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.defaultfilters import floatformat
from django.utils import timezone, translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.api.rate_limit import place_of, take
from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import grouped, translated
from federation.models import Player
from federation.vocabulary.grades import grade_at
from federation.vocabulary.names import full_name
from ratings.charts import figures
from ratings.charts.share.cards import Card, EventCard, Figure, ListCard, PairCard, Place, PlayerCard
from ratings.crosstables.crosstables import crosstable
from ratings.lists import queries
from ratings.lists.list_words import active_players, inactive
from ratings.models import ListEntry, PublishedList
from ratings.page_cache import version
from ratings.players import head_to_head
from ratings.players.histories import newest_entries, newest_lists
from ratings.rulebook.expected_score import expected_score
from ratings.rulebook.systems import SYSTEMS
from ratings.views.lists.freshness import mark, tag, unchanged
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import public_revision

TOP = 5
POINTS = 150  # of a curve; lists of every night are more than it can show


@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Draw a player."""

    def card() -> Card:
        return of_player(get_object_or_404(Player, pk=number, merged_into=None))

    return _answer(request, card)


@require_safe
def player_list(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Draw the head of a list."""

    def card() -> Card:
        try:
            found = queries.find_list(system, on=day.fromisoformat(date))
        except ValueError:
            found = None
        if found is None:
            raise Http404(f"{system} {date}")
        return of_list(found.list)

    return _answer(request, card)


@require_safe
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Draw a tournament that was approved."""

    def card() -> Card:
        return of_tournament(get_object_or_404(public_revision(number)))

    return _answer(request, card)


@require_safe
def against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """Draw two players against each other."""
    if number == other:
        return redirect("share-player", number)

    def card() -> Card:
        # one by one: a number too large for the column matches no player; in a list of numbers it is an error
        asked = Player.objects.filter(Q(pk=number) | Q(pk=other), merged_into=None)
        people = {player.pk: player for player in asked}
        if len(people) != 2:
            raise Http404(f"{number} {other}")
        return of_pair((people[number], people[other]), timezone.now())

    return _answer(request, card)


def _answer(request: HttpRequest, card: Callable[[], Card]) -> HttpResponse:
    """Answer 304 where nothing public has changed, without reading what the picture shows; else draw it."""
    language = _language(request)
    etag = tag("share", version.of_everything(), request.get_full_path(), language)
    known = unchanged(request, etag)
    if known is not None:
        return known
    allowance = take(f"share {place_of(request)}", limit=settings.API_RATE, now=time.time())
    if allowance.is_spent:
        return HttpResponse(status=429, headers={**allowance.headers, "Cache-Control": "no-store"})
    from ratings.charts.share.drawing import picture  # here, because most processes never draw

    with translation.override(language):
        answer = HttpResponse(picture(card()), content_type="image/png")
    answer["Content-Language"] = language
    return mark(answer, etag)


def _language(request: HttpRequest) -> str:
    """Return the language the address asks for, else that of the reader."""
    code = request.GET.get("language", "")
    return code if code in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def of_player(player: Player) -> PlayerCard:
    """Show a player on the newest list that counts them among the active, else on any; three queries."""
    entries = list(newest_entries(player, newest_lists()).values())
    order = sorted(entries, key=lambda entry: (entry.active_rank is None, entry.list.system.position))
    entry = order[0] if order else None
    if entry is None:
        facts = [_("This player has no rating on any list.")]
        return PlayerCard(settings.FEDERATION_NAME, str(player), "", "", None, (), facts)
    key = entry.list.system.key
    return PlayerCard(
        house=settings.FEDERATION_NAME,
        name=str(player),
        system=key,
        over=system_name(key),
        figure=_figure(entry),
        course=_course(player, entry),
        facts=_facts(entry),
    )


def _figure(entry: ListEntry) -> Figure:
    moved = entry.change
    change = "" if not moved else figures.signed(moved)
    return Figure(figures.plain(entry.rating), entry.grade, change, figures.direction(moved))


def _facts(entry: ListEntry) -> Sequence[str]:
    place = _("Rank")
    rank = f"{place} {grouped(entry.active_rank)}" if entry.active_rank else inactive(entry.list)
    games = ngettext("%(n)s game", "%(n)s games", entry.games) % {"n": grouped(entry.games)}
    return [rank, _list_of(entry.list.date), games if entry.games else ""]


def _course(player: Player, entry: ListEntry) -> list[tuple[float, float]]:
    """Read the ratings of every list, the newest revision of each date, thinned to what a curve can show."""
    rows = ListEntry.objects.filter(player=player, list__system=entry.list.system_id, list__ready=True)
    listed: dict[date, int] = dict(
        rows.order_by("list__date", "list__revision").values_list("list__date", "rating")
    )
    points = [(float(day.toordinal()), float(rating)) for day, rating in listed.items()]
    step = -(-len(points) // POINTS)
    return points if step < 2 else [*points[:-1:step], points[-1]]


def of_list(published: PublishedList) -> ListCard:
    """Show the head of a list; one query."""
    rows = ListEntry.objects.filter(list=published, active_position__lte=TOP).order_by("active_position")
    places = [
        Place(
            str(row.active_rank), full_name(row.surname, row.given_name), row.grade, figures.plain(row.rating)
        )
        for row in rows
    ]
    key, count = published.system.key, published.active_players
    active = active_players(published, count, shown=grouped(count))
    return ListCard(settings.FEDERATION_NAME, key, system_name(key), _list_of(published.date), active, places)


def of_tournament(tournament: Tournament) -> EventCard:
    """Show a tournament with its winners."""
    cross = crosstable(tournament)
    winners = [line.row.entrant.name for line in cross.lines if line.row.place == 1]
    count, rounds = len(cross.lines), tournament.rounds
    where = ", ".join(filter(None, (tournament.place, tournament.country)))
    return EventCard(
        house=settings.FEDERATION_NAME,
        system=next(iter(cross.systems), next((counted.system for counted in cross.counts), "")),
        over=_tournament_kind(tournament),
        name=tournament.name,
        lead=". ".join(filter(None, (_days(tournament), where))),
        winners=", ".join(winners),
        winners_word=ngettext("Winner", "Winners", len(winners)),
        facts=[
            ngettext("%(n)s player", "%(n)s players", count) % {"n": grouped(count)},
            ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds},
        ],
    )


def _tournament_kind(tournament: Tournament) -> str:
    """Name the game, and say where the tournament no longer counts."""
    kind = translated(tournament.game.tournament)
    return f"{kind}, {tournament.get_stage_display()}" if tournament.stage == Stage.REVOKED else kind


def of_pair(pair: tuple[Player, Player], moment: datetime) -> PairCard:
    """Show two players against each other: where both stand, and the games between them."""
    now = head_to_head.comparisons(pair, moment)
    games = head_to_head.between(pair, [comparison.system for comparison in now if comparison.day is None])
    won = sum(game.score for game in games)
    first = now[0] if now else None
    facts = [ngettext("%(n)s game", "%(n)s games", len(games)) % {"n": grouped(len(games))}] if games else []
    chances = _chances(first) if first else ""
    facts += [_("expected score %(score)s") % {"score": chances}] if chances else []
    return PairCard(
        house=settings.FEDERATION_NAME,
        system=first.system if first else "",
        over=system_name(first.system) if first else "",
        names=(str(pair[0]), str(pair[1])),
        figures=(
            _standing(first.system, first.own.rating) if first else None,
            _standing(first.system, first.other.rating) if first else None,
        ),
        score=(_points(won), _points(len(games) - won)) if games else ("", ""),
        facts=facts,
    )


def _chances(now: head_to_head.Comparison) -> str:
    """Return what both are expected to score against each other."""
    if now.edition is None:
        return ""
    sides = ((now.own, now.other), (now.other, now.own))
    scores = [expected_score(now.edition, own, other) for own, other in sides]
    # number_format would cut, not round
    known = [floatformat(score, 2) for score in scores if score is not None]
    return " : ".join(known) if len(known) == len(sides) else ""


def _standing(key: str, rating: float) -> Figure:
    scale = SYSTEMS[key].scale
    return Figure(figures.plain(rating), str(grade_at(rating, scale)) if scale else "")


def _points(score: float) -> str:
    """Return a score with a half as people write it."""
    whole, half = divmod(round(score * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


def _days(tournament: Tournament) -> str:
    first, last = format_date(tournament.start, "j F Y"), format_date(tournament.end, "j F Y")
    if first == last:
        return first
    # 1 is written 1er in French, so it keeps its month
    one_month = (tournament.start.year, tournament.start.month) == (tournament.end.year, tournament.end.month)
    begun = str(tournament.start.day) if one_month and tournament.start.day > 1 else first
    return f"{begun} \N{EN DASH} {last}"


def _list_of(day: date) -> str:
    return _("List of %(date)s") % {"date": format_date(day, "j F Y")}
