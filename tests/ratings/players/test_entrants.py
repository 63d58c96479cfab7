"""What ratings tell of players who may be meant by an entrant."""

import pytest

from federation.register import register
from ratings.models import CurrentRating, RatingSystem
from ratings.receivers.facts import tell_levels
from tournaments.revisions.match_doubts import Level

pytestmark = pytest.mark.django_db


def rated(system: str, rating: float, player: int | None = None) -> int:
    number = player or register.enrol(register.Newcomer("Aubrac", "Lise", country="FR"), account=None).pk
    held = RatingSystem.objects.get(key=system)
    RatingSystem.objects.filter(pk=held.pk).update(active=True)
    CurrentRating.objects.create(
        system=held, player_id=number, rating=rating, games=5, highest_rating=rating, events=1, sequence=1
    )
    return number


def test_go_is_told_as_the_grade_of_the_rating_egf_first() -> None:
    both = rated("egf", 2104.0)
    rated("ffg", -1250.0, both)
    french = rated("ffg", -1250.0)

    told = tell_levels([both, french], discipline="go", rate="")

    assert told == {both: Level(strength="1d"), french: Level(strength="13k")}


def test_chess_is_told_as_the_rating_at_its_rate_of_play() -> None:
    player = rated("fide-rapid", 1873.0)

    assert tell_levels([player], discipline="chess", rate="rapid") == {player: Level(rating=1873.0)}
    assert tell_levels([player], discipline="chess", rate="standard") == {}
