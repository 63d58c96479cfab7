"""Entries and games that prevent the removal of players from the register; tournaments they entered."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.database.slicing import slices
from tournaments.models import STAGES, Career, Entry, ExpectedEntrant, Handle, Seat, TableGame
from tournaments.models.stages import OPEN, OVER, UNDECIDED
from tournaments.people import suggestions

Text = str | Promise
_AT_ONCE = 500


def holds_on(players: Sequence[int], *, inside: int) -> Mapping[int, list[Text]]:
    """Return what stands on players, by player: entries, handles, games of streams.

    `inside`: the number of the tournament that enrolled them.
    """
    texts: dict[int, list[Text]] = defaultdict(list)
    for player, text in (*_entries(players, inside), *_games(players)):
        texts[player].append(text)
    return texts


def loose_entries(players: Sequence[int], inside: int) -> QuerySet[Entry]:
    """Return the entries that do not prevent removal: they are opened again when a player goes.

    Those of revisions that are over, or of the tournament itself while it is open; of others, those in an
    open file that were matched without a decision.
    """
    own = Q(tournament__number=inside) | Q(match=Entry.Match.CERTAIN)
    loose = Q(tournament__stage__in=OVER) | (own & Q(tournament__stage__in=OPEN))
    return Entry.objects.filter(loose, player__in=players)


def _entries(players: Sequence[int], inside: int) -> Iterator[tuple[int, Text]]:
    loose = loose_entries(players, inside).values("pk")
    rows = Entry.objects.filter(player__in=players).exclude(pk__in=loose).order_by("tournament__number", "pk")
    text, stages = _("plays in tournament %(number)s, %(name)s (%(stage)s)"), dict(STAGES)
    names = ("player", "tournament__number", "tournament__revision", "tournament__name", "tournament__stage")
    for player, number, revision, name, stage in rows.values_list(*names):
        whole = f"{number}/{revision}" if revision > 1 else str(number)
        yield player or 0, text % {"number": whole, "name": name, "stage": stages[stage]}


def _games(players: Sequence[int]) -> Iterator[tuple[int, Text]]:
    text = _("has the handle %(handle)s on %(server)s")
    for player, name, server in Handle.objects.filter(player__in=players).values_list(
        "player", "name", "server__name"
    ):
        yield player, text % {"handle": name, "server": server}
    played = TableGame.objects.filter(Q(white__in=players) | Q(black__in=players)).values_list(
        "white", "black"
    )
    seated = Seat.objects.filter(player__in=players).values_list("player", flat=True)
    wanted = set(players)
    for player in {number for pair in played for number in pair if number in wanted} | set(seated):
        yield player or 0, gettext("has played games on a server")


def forget(players: Collection[int]) -> None:
    """Delete the careers of players who are no more, and suggest them to no entry that is to be decided."""
    careers = Career.objects.filter(player__in=players)
    careers._raw_delete(careers.db)
    ExpectedEntrant.objects.filter(player__in=players).update(player=None)  # they stay as they were written
    suggestions.take_away(players, among=Entry.objects.filter(tournament__stage__in=UNDECIDED))


def tournaments_of(players: Collection[int]) -> dict[int, list[tuple[str, str]]]:
    """Return by player the tournaments entered, the latest first, as (name, address)."""
    by_player: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for part in slices(sorted(players), _AT_ONCE):
        rows = Entry.objects.filter(player__in=part)
        columns = ("player", "tournament__name", "tournament__number")
        for player, name, number in rows.order_by("-tournament__start", "pk").values_list(*columns):
            by_player[player].append((name, reverse("tournament", args=[number])))
    return dict(by_player)
