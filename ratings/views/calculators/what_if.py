"""Addresses of the calculators, filled in: a player as they stand, or an event as it was played."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_event.explain import Explanation
from ratings.cadence.by_game.explain import SeatRow
from ratings.cadence.by_period.explain import PeriodExplanation, PeriodTournament
from ratings.calculators.fields import MOST_LINES
from ratings.players.online_games import Played, Sat
from ratings.replay.by_event import Side
from ratings.rulebook.systems import SYSTEMS
from tournaments.models import Tournament

Typed = dict[str, str]


def of_player(system: str, number: int) -> str:
    """Ask about a player as they stand now."""
    return _address(system, {"who": f"#{number}"})


def of_event(system: str, explanation: Explanation, tournament: Tournament) -> str:
    """Ask about a tournament of Go as it was played; "" for more games than the form has lines."""
    sides = [game.side for game in explanation.games]
    if not 0 < len(sides) <= MOST_LINES:
        return ""
    first = explanation.course[0].start if explanation.course else explanation.start
    typed = {"who": _figure(first if explanation.before is None else explanation.before)}
    typed["edition"] = explanation.edition
    if CATALOGUE[system].counts.classes:
        typed["class"] = tournament.time_class if tournament.time_class not in ("", "A") else ""
    else:
        typed |= _of_ffg(explanation, tournament, sides)
    for number, side in enumerate(sides, 1):
        typed |= {
            f"o{number}": _figure(side.detail.opponent_before),
            f"s{number}": _score_text(side.detail.score),
            f"h{number}": str(side.handicap) if side.handicap > 0 else "",
            f"c{number}": "w" if side.is_white and side.handicap > 0 else "",
        }
    return _address(system, typed)


def _of_ffg(explanation: Explanation, tournament: Tournament, sides: Sequence[Side]) -> Typed:
    minutes, size = tournament.adjusted_minutes, sides[0].size
    is_full = minutes is None or sides[0].event_weight == 1.0  # always on the hybrid ladder
    return {
        "games": "0" if explanation.before is None else "",
        "minutes": "" if is_full or minutes is None else _figure(minutes),
        "size": str(size) if size != 19 else "",
    }


def of_period(system: str, explanation: PeriodExplanation, tournament: PeriodTournament) -> str:
    """Ask about a tournament of a FIDE list; "" for more games than the form has lines."""
    if not 0 < len(tournament.sides) <= MOST_LINES:
        return ""
    typed: Typed = {"edition": explanation.edition}
    if tournament.rating is not None:
        typed |= {"who": str(tournament.rating), "k": str(tournament.k)}
    for number, side in enumerate(tournament.sides, 1):
        typed |= {f"o{number}": str(side.rating), f"s{number}": _score_text(float(side.score))}
    return _address(system, typed)


def of_game(system: str, played: Played, own: int, rows: Iterable[SeatRow]) -> str:
    """Ask about a game of a stream from one seat; "" where a seat has no numbers."""
    seats = {row.player: row for row in rows}
    if any(sat.player not in seats for sat in played.seats):
        return ""
    mine = seats[own]
    typed: Typed = {"who": "" if mine.games == 1 else _figure(mine.before)}
    if SYSTEMS[system].editions[-1].rates_tables:
        return _address(system, typed | _of_ladder(played, played.of(own), seats))
    typed["rd"] = "" if mine.games == 1 else _figure(mine.aged)
    against = played.opponents(own)
    partners = [seat for seat in played.seats if seat.player != own and seat not in against]
    named = [
        *zip(("o1", "q1"), ("d1", "qd1"), against, strict=False),
        *zip(("m1",), ("md1",), partners, strict=False),
    ]
    for who, deviation, seat in named:
        row = seats[seat.player]
        typed |= {who: _figure(row.before), deviation: _figure(row.aged)}
    return _address(system, typed | {"s1": _score_text(played.score(own, against[0].player) or 0.0)})


def _of_ladder(played: Played, own: Sat, seats: Mapping[int, SeatRow]) -> Typed:
    typed: Typed = {"games": str(seats[own.player].games - 1)}
    if played.is_table:
        typed |= {"mode": "table", "place": str(own.place)}
    points = played.game.max_points
    typed["points"] = "" if points is None else _figure(points)
    for number, opponent in enumerate(played.opponents(own.player)[:MOST_LINES], 1):
        row = seats[opponent.player]
        typed |= {f"o{number}": _figure(row.before), f"g{number}": str(row.games - 1)}
        if played.is_table:
            typed[f"f{number}"] = str(opponent.place)
        else:
            typed[f"s{number}"] = _score_text(played.score(own.player, opponent.player) or 0.0)
    return typed


def _address(system: str, typed: Typed) -> str:
    query = urlencode({name: text for name, text in typed.items() if text})
    return f"{reverse('calculator', args=[system])}?{query}"


def _figure(value: float) -> str:
    """Write a number as a field takes it: with the decimals that count."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _score_text(score: float) -> str:
    """Write a result; a win is what stands in an empty field."""
    return {0.5: "0.5", 0.0: "0"}.get(score, "")
