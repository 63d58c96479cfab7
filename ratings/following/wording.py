"""Words of letters about players and lists, in the active language."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.language.dates import format_date
from federation.language.wording import labelled, translated
from federation.mail.outbox import site
from federation.models import display_name
from ratings.charts import figures
from ratings.following.contents import About, Content, ListNews, Move, Place
from ratings.lists import activity_spans
from ratings.lists.activity_words import active_players, inactive
from ratings.rulebook.systems import SYSTEMS

ARROW = "→"


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


def lines(content: Content) -> str:
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
    values = {"system": translated(SYSTEMS[news.system].name), "date": format_date(news.list.date, "j F Y")}
    return _("%(system)s, list of %(date)s") % values


def _correction_words(news: ListNews) -> str:
    """Return that a list corrects an earlier one, with the reason the office gave."""
    text = _("This corrects the list published earlier for the same date.")
    note = " ".join(news.list.note.split())
    return f"{text} {note}" if note else text
