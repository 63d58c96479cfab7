"""Tournaments and uploads as lines of the journal name them, and games as reports of errors do."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext_lazy as _

from federation.journal.subjects import Kind, Subject, address, register
from federation.journal.words import system_name
from federation.language.wording import labelled, round_name
from tournaments.models import ExpectedTournament, Game, GameServer, Handle, Stream, Tournament, Upload
from tournaments.reports.outcomes import WRITTEN, Outcome


def _tournaments(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    rows = Tournament.objects.filter(pk__in=keys).values_list("pk", "name", "number", "revision")
    for key, name, number, revision in rows:
        title = f"{name} ({number}/{revision})" if revision > 1 else f"{name} ({number})"
        yield key, Subject(title, address("desk-tournament", number, revision))


def _revisions(number: str) -> list[str]:
    keys = Tournament.objects.filter(number=int(number)).values_list("pk", flat=True)
    return [str(key) for key in keys]


def _uploads(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, filename in Upload.objects.filter(pk__in=keys).values_list("pk", "filename"):
        yield key, Subject(filename, address("upload-findings", key))


def _streams(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, system in Stream.objects.filter(pk__in=keys).values_list("pk", "system"):
        yield key, Subject(system_name(system), address("list-newest", system))


def _handles(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, name, server in Handle.objects.filter(pk__in=keys).values_list("pk", "name", "server__name"):
        yield key, Subject(f"{name} ({server})")


register("tournament", Kind(_("tournament"), _tournaments, _revisions))
register("upload", Kind(_("upload"), _uploads))


def _servers(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for pk, key, name in GameServer.objects.filter(pk__in=keys).values_list("pk", "key", "name"):
        yield pk, Subject(name, address("game-server", key))


def _expected(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for pk, name in ExpectedTournament.objects.filter(pk__in=keys).values_list("pk", "name"):
        yield pk, Subject(name, address("pairing-program", pk))


def _games(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    games = Game.objects.filter(pk__in=keys).select_related("white__player", "black__player", "tournament")
    for game in games:
        names = (str(side.player or side) for side in (game.white, game.black))
        title = f"{' – '.join(names)} {WRITTEN[Outcome(game.outcome)]}"
        url = f"{address('tournament', game.tournament.number)}#e{game.white.number}"
        yield game.pk, Subject(labelled(round_name(game.round), title), url)


register("game", Kind(_("game"), _games, has_lines=False))
register("expectedtournament", Kind(_("tournament of a pairing program"), _expected))
register("gameserver", Kind(_("game server"), _servers))
register("stream", Kind(_("stream of games"), _streams))
register("handle", Kind(_("handle"), _handles))
