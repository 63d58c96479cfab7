"""Tournaments as personal data: handed out to the person, or preserved without their name."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.database.slicing import slices
from federation.models import Player
from federation.privacy import erased_marks
from federation.privacy.personal_data import Remainder
from federation.vocabulary.names import fold, full_name
from tournaments.models import (
    DispatchAct,
    Entry,
    ExpectedEntrant,
    Game,
    Handle,
    PublishedRound,
    TableGame,
    Upload,
)
from tournaments.people import suggestions
from tournaments.reports.outcomes import Outcome

_AT_ONCE = 500
_ENTRY = (
    "tournament__number", "tournament__revision", "tournament__name", "tournament__start",
    "tournament__stage", "number", "surname", "given_name", "grade", "country", "club", "identifiers",
    "title", "sex", "birth_year", "rating_written",
)  # fmt: skip
_EXPECTED = ("tournament__name", "tournament__start", "surname", "given_name", "grade", "club", "identifiers")


def collect(players: list[Player]) -> dict[str, Any]:
    """Return entries, games and handles of players; of the other player of a game only the number."""
    entries = Entry.objects.filter(player__in=players).order_by("tournament__start", "pk")
    keys = list(entries.values_list("pk", flat=True))
    handles = Handle.objects.filter(player__in=players).order_by("pk")
    expected = ExpectedEntrant.objects.filter(player__in=players).order_by("pk")
    return {
        "tournament_entries": list(entries.values(*_ENTRY)),
        "expected_entries": list(expected.values(*_EXPECTED)),
        "games": _games(keys),
        "handles": list(handles.values("server__key", "name")),
        "games_of_streams": _stream_games(players) if handles else [],
    }


def _games(keys: list[int]) -> list[dict[str, Any]]:
    rows = []
    for part in slices(keys, _AT_ONCE):
        games = Game.objects.filter(Q(white__in=part) | Q(black__in=part)).order_by("tournament", "round")
        rows += [
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
    return rows


def _stream_games(players: list[Player]) -> list[dict[str, Any]]:
    mine = Q(white__in=players) | Q(black__in=players) | Q(seats__player__in=players)
    games = TableGame.objects.filter(mine).distinct().order_by("ended", "pk")
    names = ("server__key", "code", "system", "ended", "white", "black", "score")
    return [dict(zip(names, row, strict=True)) for row in games.values_list(*names)]


def remainders(players: list[Player]) -> list[Remainder]:
    """Return the files that still contain the name: they are evidence, stored byte for byte."""
    uploads = Upload.objects.filter(tournaments__entries__player__in=players).distinct().order_by("pk")
    sent = DispatchAct.objects.filter(kind="sent", tournament__entries__player__in=players).distinct()
    return [
        Remainder(
            _("Uploaded files"),
            _(
                "They are kept unchanged as evidence of the results, and only their organiser and officers "
                "can see them. If one has to be removed, an officer uploads a copy without the name as a new "
                "revision."
            ),
            tuple(f"{key}: {name}" for key, name in uploads.values_list("pk", "filename")),
        ),
        Remainder(
            _("Files sent to other federations"),
            _(
                "They are kept as they were sent, as proof of what the recipient was given, and shown only "
                "to the organiser and to officers. Ask the recipient to erase its own copy."
            ),
            tuple(f"{key}: {name}" for key, name in sent.order_by("pk").values_list("pk", "filename")),
        ),
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
        for entrant in ExpectedEntrant.objects.filter(player=player):
            _erase_expected(entrant, f"NN {player.pk}")
        handles = list(Handle.objects.filter(player=player).select_related("server"))
        erased_marks.note_numbers(handle.as_number for handle in handles)
        for handle in handles:
            handle.name = handle.key = f"nn-{handle.pk}"
            handle.save(update_fields=["name", "key"])
    suggestions.take_away([player.pk for player in players], among=Entry.objects.all())


def _erase_expected(entrant: ExpectedEntrant, name: str) -> None:
    """Take the name off a list of entrants, and off what a pairing program published of its tournament."""
    key = fold(full_name(entrant.surname, entrant.given_name))
    for page in PublishedRound.objects.filter(tournament=entrant.tournament_id):
        content = _without(page.content, key, name)
        if content != page.content:
            PublishedRound.objects.filter(pk=page.pk).update(content=content)
    entrant.surname, entrant.given_name, entrant.club, entrant.identifiers = name, "", "", {}
    entrant.save(update_fields=["surname", "given_name", "club", "identifiers"])


def _without(document: Any, key: str, name: str) -> Any:
    """Return JSON with a name in the place of one that folds to a key."""
    if isinstance(document, dict):
        return {word: _without(value, key, name) for word, value in document.items()}
    if isinstance(document, list):
        return [_without(value, key, name) for value in document]
    return name if isinstance(document, str) and fold(document) == key else document
