"""What was played, as a person's own data: handed out, or left without his name."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from federation.privacy.personal_data import Remainder
from tournaments.models import Entry, Game, Handle, TableGame, Upload
from tournaments.reports.outcomes import Outcome

_AT_ONCE = 500
_ENTRY = (
    "tournament__number", "tournament__revision", "tournament__name", "tournament__start",
    "tournament__stage", "number", "surname", "given_name", "grade", "country", "club", "identifiers",
    "title", "sex", "birth_year", "rating_written",
)  # fmt: skip


def collect(players: list[Player]) -> dict[str, Any]:
    """Return entries, games and handles of players; of the other player of a game only his public number."""
    entries = Entry.objects.filter(player__in=players).order_by("tournament__start", "pk")
    keys = list(entries.values_list("pk", flat=True))
    handles = Handle.objects.filter(player__in=players).order_by("pk")
    return {
        "tournament_entries": list(entries.values(*_ENTRY)),
        "games": _games(keys),
        "handles": list(handles.values("server__key", "name")),
        "games_of_streams": _stream_games(players) if handles else [],
    }


def _games(keys: list[int]) -> list[dict[str, Any]]:
    found = []
    for start in range(0, len(keys), _AT_ONCE):
        part = keys[start : start + _AT_ONCE]
        games = Game.objects.filter(Q(white__in=part) | Q(black__in=part)).order_by("tournament", "round")
        found += [
            {
                "tournament": number,
                "round": turn,
                "white": white,
                "black": black,
                "outcome": Outcome(outcome).name.lower(),
                "handicap": handicap,
            }
            for number, turn, white, black, outcome, handicap in games.values_list(
                "tournament__number", "round", "white__player", "black__player", "outcome", "handicap"
            )
        ]
    return found


def _stream_games(players: list[Player]) -> list[dict[str, Any]]:
    mine = Q(white__in=players) | Q(black__in=players) | Q(seats__player__in=players)
    games = TableGame.objects.filter(mine).distinct().order_by("ended", "pk")
    names = ("server__key", "code", "system", "ended", "white", "black", "score")
    return [dict(zip(names, row, strict=True)) for row in games.values_list(*names)]


def remainders(players: list[Player]) -> list[Remainder]:
    """Return which files still hold the name: they are evidence, kept byte for byte as handed in."""
    held = Upload.objects.filter(tournaments__entries__player__in=players).distinct().order_by("pk")
    return [
        Remainder(
            _("Uploaded files"),
            _(
                "They are kept unchanged as evidence of the results, and only their organiser and officers "
                "can see them. If one has to be removed, an officer uploads a copy without the name as a new "
                "revision."
            ),
            tuple(f"{key}: {name}" for key, name in held.values_list("pk", "filename")),
        )
    ]


def erase(players: list[Player]) -> None:
    """Take names, numbers and years off entries, suggestions and handles; the games stay."""
    for player in players:
        Entry.objects.filter(player=player).update(
            surname=f"NN {player.pk}",
            given_name="",
            club="",
            identifiers={},
            title="",
            sex="",
            birth_year=None,
            rating_written=None,
        )
        for handle in Handle.objects.filter(player=player):
            handle.name = handle.key = f"nn-{handle.pk}"
            handle.save(update_fields=["name", "key"])
    numbers = {player.pk for player in players}
    changed = []
    for entry in Entry.objects.exclude(suggestions=[]):
        kept = [one for one in entry.suggestions if one.get("player") not in numbers]
        if len(kept) != len(entry.suggestions):
            entry.suggestions = kept
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["suggestions"], batch_size=100)
