"""Two players against each other: where both stand, who is to be expected to win, every game between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.models import Player
from federation.search.search import find_players
from federation.vocabulary.names import full_name
from ratings.charts import bands
from ratings.charts.figures import moved, plain
from ratings.players import head_to_head
from ratings.players.head_to_head import Comparison, Encounter, Pair
from ratings.players.pair_scores import scores_of
from ratings.rulebook.deviation import probability_stronger
from ratings.rulebook.expected_score import expected_score
from ratings.views.drawings import safe_svg
from ratings.views.players import pair_charts
from ratings.views.players.tables import MeetingTable, OpponentTable, PairTable

MANY = 12
SIZES = (560, 326)  # pixels wide on a desk, on a phone
GAMES = 50  # shown at once; the rest at `?games=all`


@dataclass(frozen=True, slots=True)
class Standing:
    """Both in one system: what stands, what is to be expected, how the games so far compare with it."""

    now: Comparison
    expected: float | None
    expected_other: float | None  # with deviations the two need not add up to 1
    stronger: float | None  # probability that the first truly is; None without deviations
    drawings: Sequence[SafeString]
    played: int  # games with an expectation
    scored: float  # in them
    foreseen: float  # in them

    @property
    def weaker(self) -> float | None:
        """The probability that the second truly is the stronger."""
        return None if self.stronger is None else 1.0 - self.stronger

    @property
    def difference(self) -> float:
        """The first's rating less the second's, as both are shown."""
        return moved(self.now.other.rating, self.now.own.rating)


def choose(request: HttpRequest, number: int) -> HttpResponse:
    """Offer a search for the other player."""
    person = get_object_or_404(Player.objects.select_related("federation", "club"), pk=number)
    if person.merged_into_id is not None:
        return redirect("player-against-choose", person.merged_into_id)
    text = request.GET.get("q", "").strip()[:80]
    others = [player for player in find_players(text, MANY) if player.pk != person.pk]
    context = {"player": person, "text": text, "found": others, "others": OpponentTable(others)}
    return render(request, "ratings/against_choose.html", context)


def against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """Show two players against each other, seen by the first."""
    if number == other:
        return redirect("player", number)
    # one by one: a number too large for the column matches no player; in a list of numbers it is an error
    rows = Player.objects.select_related("federation", "club").filter(Q(pk=number) | Q(pk=other))
    people = {player.pk: player for player in rows}
    if len(people) != 2:
        raise Http404(f"{number} {other}")
    pair = (people[number], people[other])
    if any(player.merged_into_id for player in pair):
        return redirect("player-against", *(player.merged_into_id or player.pk for player in pair))
    now = head_to_head.comparisons(pair, timezone.now())
    games = head_to_head.between(pair, [comparison.system for comparison in now if comparison.day is None])
    shown = games if request.GET.get("games") == "all" else games[:GAMES]
    standings = [_standing(pair, comparison, games) for comparison in now]
    context = {
        "player": pair[0],
        "other": pair[1],
        "standings": standings,
        "pair": PairTable(standings, labels=dict(zip(("own", "other"), _heads(pair), strict=True))),
        "figures": pair_charts.figures(pair, now, games),
        "scores": scores_of(games),
        "games": shown,
        "meetings": MeetingTable(shown),
        "hidden": len(games) - len(shown),
    }
    return render(request, "ratings/against.html", context)


def _heads(pair: Pair) -> list[str]:
    """Name both by their surnames, where these differ."""
    alike = pair[0].surname == pair[1].surname
    return [str(player) if alike else player.surname for player in pair]


def _standing(pair: Pair, now: Comparison, games: Sequence[Encounter]) -> Standing:
    """Return what is to be expected in one system, and what was in the games that had an expectation."""
    own, other, edition = now.own, now.other, now.edition
    foreseen = [
        (game.score, rated.expected)
        for game in games
        for rated in game.ratings
        if rated.system == now.system and rated.expected is not None
    ]
    has_deviations = (
        edition is not None and edition.has_deviation and own.deviation > 0 and other.deviation > 0
    )
    return Standing(
        now=now,
        expected=expected_score(edition, own, other) if edition else None,
        expected_other=expected_score(edition, other, own) if edition else None,
        stronger=(
            probability_stronger(own.rating, own.deviation, other.rating, other.deviation)
            if has_deviations
            else None
        ),
        drawings=_drawings(pair, now) if has_deviations else (),
        played=len(foreseen),
        scored=sum(score for score, _ in foreseen),
        foreseen=sum(expected for _, expected in foreseen),
    )


def _drawings(pair: Pair, now: Comparison) -> list[SafeString]:
    rows = [
        bands.Band(full_name(player.surname, player.given_name), strength.rating, strength.deviation)
        for player, strength in zip(pair, (now.own, now.other), strict=True)
    ]
    label = "; ".join(
        _("%(name)s: %(rating)s, with 95%% probability between %(low)s and %(high)s")
        % {"name": row.name, "rating": plain(row.rating), "low": plain(row.low), "high": plain(row.high)}
        for row in rows
    )
    return [safe_svg(bands.draw(rows, width=width, label=label)) for width in SIZES]
