"""Contents of a bulletin for some followers, in words; the number of queries does not grow with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.language.wording import labelled
from federation.mail.outbox import site
from federation.models import Licence, Player, display_name
from ratings.cadence.lists import lists_of
from ratings.cadence.pages import pages_of
from ratings.charts import figures
from ratings.lists import activity_spans
from ratings.lists.list_words import active_players, inactive, is_by_licence
from ratings.models import Bulletin, Follow, Follower, ListEntry, PublishedList, RatingChange
from ratings.rulebook.active_span import ActiveSpan, by_licence

# What a place is made of, and until when the player is active.
_PLACE = ("list", "player", "rating", "grade", "active_rank", "provisional")
_ENTRY = (*_PLACE, "exact", "declared_grade", "active", "last_played", "licence")
_CHANGE = ("system__key", "player_id", "tournament__number", "tournament__name", "before", "after")
_WHY = 5  # events named in one line of a letter; the rest is behind the link
ARROW = "→"


@dataclass(frozen=True, slots=True)
class ListNews:
    """A list in a bulletin, the one it is compared with, and whether it corrects that."""

    list: PublishedList
    before: PublishedList | None
    correction: bool

    @property
    def system(self) -> str:
        """The key of its system."""
        return self.list.system.key


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place on a list; without rank where they are not counted among the active."""

    rating: int
    grade: str
    rank: int | None
    span: ActiveSpan


@dataclass(frozen=True, slots=True)
class Why:
    """An event between two lists, its effect as shown, and the page that explains it."""

    name: str
    change: float | None
    path: str


@dataclass(frozen=True, slots=True)
class Move:
    """A player's change in a system; `before` None: a first rating, `after` None: one ended."""

    told: ListNews
    before: Place | None
    after: Place | None
    whys: tuple[Why, ...]

    @property
    def turns(self) -> bool:
        """Whether the list is the first to call the player inactive or active again, or warns of the end."""
        return bool(self.after and self.before and _turns(self.told, self.before, self.after))


@dataclass(frozen=True, slots=True)
class About:
    """News of one player."""

    player: Player
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """Content of one follower's letter: players who moved, lists, and how much is followed in all."""

    players: tuple[About, ...]
    lists: tuple[ListNews, ...]
    follows: int


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What some followers follow: players (who stands for a merged one) and systems, and how many things."""

    players: Mapping[int, Sequence[int]]
    systems: Mapping[int, Sequence[int]]
    count: Mapping[int, int]


def news_of(bulletin: Bulletin) -> list[ListNews]:
    """Read the lists of a bulletin in the order of the site; lists and systems gone since are left out."""
    keys = [key for entry in bulletin.lists.values() for key in (entry["list"], entry["before"]) if key]
    lists = (
        PublishedList.objects.filter(ready=True, system__active=True).select_related("system").in_bulk(keys)
    )
    news = [
        ListNews(lists[item["list"]], lists.get(item["before"] or 0), item["correction"])
        for item in bulletin.lists.values()
        if item["list"] in lists
    ]
    return sorted(news, key=lambda item: (item.list.system.position, item.system))


def contents(news: Sequence[ListNews], followers: Sequence[Follower]) -> dict[int, Content]:
    """Return what lists hold for some followers, by follower; those without news left out. Four queries."""
    wanted = _read_follows(followers)
    numbers = {player for players in wanted.players.values() for player in players}
    moves = _moves(news, numbers)
    people = Player.objects.in_bulk(moves)
    by_follower = {}
    for follower in followers:
        players = tuple(
            About(people[player], tuple(moves[player]))
            for player in wanted.players.get(follower.pk, ())
            if player in moves
        )
        lists = tuple(item for item in news if item.list.system_id in wanted.systems.get(follower.pk, ()))
        if players or lists:
            by_follower[follower.pk] = Content(players, lists, wanted.count[follower.pk])
    return by_follower


def _read_follows(followers: Collection[Follower]) -> _Wanted:
    rows = Follow.objects.filter(follower__in=followers, expires=None).order_by("pk")
    players: dict[int, list[int]] = {}
    systems: dict[int, list[int]] = {}
    count: dict[int, int] = {}
    for follower, player, survivor, system in rows.values_list(
        "follower", "player", "player__merged_into", "system"
    ):
        count[follower] = count.get(follower, 0) + 1
        if system is not None:
            systems.setdefault(follower, []).append(system)
        elif (number := survivor or player) not in players.setdefault(follower, []):
            players[follower].append(number)
    return _Wanted(players, systems, count)


def _moves(news: Sequence[ListNews], players: Collection[int]) -> dict[int, list[Move]]:
    """Compare the lists, player by player; who stands as before is left out. Two queries."""
    lists = [published.pk for pair in news for published in (pair.list, pair.before) if published]
    known = {published.pk: published for pair in news for published in (pair.list, pair.before) if published}
    places: dict[int, dict[int, Place]] = {key: {} for key in lists}
    licences = _next_licences(news, players)
    for entry in ListEntry.objects.filter(list__in=lists, player__in=players).only(*_ENTRY):
        entry.list = known[entry.list_id]
        places[entry.list_id][entry.player_id] = _place(entry, licences.get(entry.player_id))
    moved = [
        (pair, player, before, after)
        for pair in news
        for player, before, after in _side_by_side(
            pair, places[pair.before.pk] if pair.before else {}, places[pair.list.pk]
        )
    ]
    whys = _whys([(pair, player) for pair, player, _before, _after in moved])
    moves: dict[int, list[Move]] = {}
    for pair, player, before, after in moved:
        moves.setdefault(player, []).append(Move(pair, before, after, whys.get((pair.system, player), ())))
    return moves


def _next_licences(news: Sequence[ListNews], players: Collection[int]) -> dict[int, tuple[int, str]]:
    """Return the licences of the next season by player; a query in the last month of one alone."""
    seasons = {
        item.list.date.year + 1 for item in news if is_by_licence(item.list) and item.list.date.month == 12
    }
    if not seasons:
        return {}
    rows = Licence.objects.filter(player__in=players, season__in=seasons).order_by("season")
    return {
        player: (season, status) for player, season, status in rows.values_list("player", "season", "status")
    }


def _place(entry: ListEntry, licence: tuple[int, str] | None) -> Place:
    span = pages_of(entry.list.system.key).active_span(entry, None)
    if licence is not None and span.is_renewed(*licence):
        span = by_licence(entry.licence, season=licence[0])
    return Place(entry.rating, entry.grade, None if entry.provisional else entry.active_rank, span)


def _side_by_side(
    pair: ListNews, old: Mapping[int, Place], new: Mapping[int, Place]
) -> Iterable[tuple[int, Place | None, Place | None]]:
    """Return the players of two lists who stand otherwise; a rank moved by others is no news."""
    for player in sorted(old.keys() | new.keys()):
        before, after = old.get(player), new.get(player)
        if (
            before is None
            or after is None
            or (before.rating, before.grade) != (after.rating, after.grade)
            or _turns(pair, before, after)
        ):
            yield player, before, after


def _turns(pair: ListNews, before: Place, after: Place) -> bool:
    """Return whether a list is the first to call a player inactive or active again, or to warn of the end.

    A rank ends within a month of the list, not within a month of the one before: announced once.
    """
    if before.span.active != after.span.active:
        return True
    if after.rank is None or not after.span.is_near(pair.list.date):
        return False
    return pair.before is None or not (
        before.span.ends == after.span.ends and before.span.is_near(pair.before.date)
    )


def _whys(moved: Sequence[tuple[ListNews, int]]) -> dict[tuple[str, int], tuple[Why, ...]]:
    """Name what moved players from one list to the next, and the pages that say why; one query."""
    pairs = {pair.system: pair for pair, _player in moved}.values()
    spans = [span for span in map(_span, pairs) if span is not None]
    if not spans:
        return {}
    rows = RatingChange.objects.filter(reduce(or_, spans), player__in={player for _pair, player in moved})
    days = {pair.system: pair.list.date.isoformat() for pair, _player in moved}
    reasons: dict[tuple[str, int], list[Why]] = {}
    for system, player, number, name, before, after in rows.order_by("sequence").values_list(*_CHANGE):
        if number is None:  # a period: one page for all that counted
            why = Why("", None, reverse("player-period", args=[player, system, days[system]]))
        else:
            change = None if before is None or after is None else figures.moved(before, after)
            why = Why(name, change, reverse("change", args=[player, system, number]))
        reasons.setdefault((system, player), []).append(why)
    return {key: tuple(whys[-_WHY:]) for key, whys in reasons.items()}


def _span(pair: ListNews) -> Q | None:
    """Return which rows of the ledger lead from one list to the next; a correction has none before it."""
    older = None if pair.correction else pair.before
    return lists_of(pair.system).rows_between(pair.list, older)


def subject(content: Content) -> str:
    """Return in a line what a letter is about; a correction is marked first."""
    news = [*content.lists, *(move.told for about in content.players for move in about.moves)]
    text = _subject(content)
    return _("Correction: %(subject)s") % {"subject": text} if all(item.correction for item in news) else text


def _subject(content: Content) -> str:
    players, lists = content.players, content.lists
    if not players:
        return list_title(lists[0]) if len(lists) == 1 else _("New rating lists")
    if len(players) > 1:
        return ngettext("New ratings of %(n)s player", "New ratings of %(n)s players", len(players)) % {
            "n": len(players)
        }
    with display_name.public_view():
        name = str(players[0].player)
    moves = players[0].moves
    if len(moves) > 1:
        return _("%(player)s: new ratings") % {"player": name}
    is_turn = moves[0].turns and not _is_moved(moves[0])
    return labelled(name, _turn(moves[0]) if is_turn else _figures(moves[0]))


def letter_lines(content: Content) -> str:
    """Return the lines of a letter, player by player, then list by list."""
    parts = ["\n".join(_about(about)) for about in content.players]
    return "\n\n".join([*parts, *("\n".join(_list(news)) for news in content.lists)])


def _about(about: About) -> Iterable[str]:
    with display_name.public_view():
        yield str(about.player)
    yield site() + about.player.get_absolute_url()
    for move in about.moves:
        yield ""
        yield f"* {list_title(move.told)}"
        yield f"  {', '.join(_move_parts(move))}"
        if move.turns:
            yield f"  {_turn_words(move)}"
        if move.told.correction:
            yield f"  {_correction_words(move.told)}"
        for why in move.whys:
            name = why.name or _("Why")
            # Of one event alone the line above has it, as the lists round it.
            known = why.change is not None and len(move.whys) > 1
            change = f" ({figures.signed(why.change or 0.0)})" if known else ""
            yield f"  {' '.join(name.split())}{change}: {site()}{why.path}"


def _move_parts(move: Move) -> Iterable[str]:
    """Return the parts of a player's change: rating, grade, rank."""
    yield _figures(move)
    before, after = move.before, move.after
    if before is None or after is None:
        return
    if before.grade != after.grade:
        yield f"{before.grade} {ARROW} {after.grade}"
    if before.rank and after.rank and before.rank != after.rank:
        yield _("rank %(before)s → %(after)s") % {"before": before.rank, "after": after.rank}


def _is_moved(move: Move) -> bool:
    """Return whether the rating a list shows is another."""
    return move.before is None or move.after is None or move.before.rating != move.after.rating


def _turn(move: Move) -> str:
    """Return in a few words until or since when a player is active."""
    if move.after is None or move.before is None:
        return ""
    now = move.after.span
    if now.active:
        return activity_spans.summary(now) if move.before.span.active else _("active again")
    return activity_spans.summary(now) or inactive(move.told.list)


def _turn_words(move: Move) -> str:
    """Return what a list changes in a player's activity, and what can be done about it."""
    advice = ""
    if move.after is not None and not move.after.span.active:
        advice = activity_spans.returning(move.after.span)
    elif move.before is not None and move.after is not None and move.before.span.active:
        advice = activity_spans.keeping(move.after.span)
    return " ".join(filter(None, (f"{capfirst(_turn(move))}.", advice)))


def _figures(move: Move) -> str:
    if not _is_moved(move) and move.after is not None:
        return _rating_and_grade(move.after)
    before, after = move.before, move.after
    if after is None:
        return _("no longer on the list")
    if before is None:
        return _("first rating %(rating)s") % {"rating": _rating_and_grade(after)}
    change = figures.signed(after.rating - before.rating)
    return f"{figures.plain(before.rating)} {ARROW} {figures.plain(after.rating)} ({change})"


def _rating_and_grade(place: Place) -> str:
    return f"{figures.plain(place.rating)} ({place.grade})" if place.grade else figures.plain(place.rating)


def _list(news: ListNews) -> Iterable[str]:
    published = news.list
    yield f"* {list_title(news)}"
    yield f"  {active_players(published, published.active_players)}"
    if news.correction:
        yield f"  {_correction_words(news)}"
    elif note := " ".join(published.note.split()):
        yield f"  {note}"
    yield f"  {site()}{published.get_absolute_url()}"


def list_title(news: ListNews) -> str:
    """Name a list by its system and its day."""
    values = {"system": system_name(news.system), "date": format_date(news.list.date, "j F Y")}
    return _("%(system)s, list of %(date)s") % values


def _correction_words(news: ListNews) -> str:
    """Return that a list corrects an earlier one, with the reason the office gave."""
    text = _("This corrects the list published earlier for the same date.")
    note = " ".join(news.list.note.split())
    return f"{text} {note}" if note else text
