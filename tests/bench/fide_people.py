"""Invented players of FIDE's lists, as many as are asked for; the seed decides everything."""

from collections.abc import Iterator
from itertools import accumulate
from random import Random

from federation.management.demo.chance import stream
from federation.management.demo.names import TONGUES, full_name
from federation.vocabulary.countries import COUNTRIES
from ratings.exports.fide_files import FidePlayer, Standing

FIRST_NUMBER = 90_000_000
_WOMEN, _INACTIVE = 0.12, 0.35
_NONE_AT_ALL = 0.02  # listed without a rating
_FASTER = 0.55  # share that has a rating of each faster rate of play
_TITLED = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))


def invented(count: int, *, seed: int = 1) -> Iterator[FidePlayer]:
    """Invent players one after another; the largest federation has about one in sixteen."""
    chance = stream(seed, "fide people")
    codes, tongues = list(COUNTRIES), list(TONGUES)
    weights = list(accumulate(1.0 / (place + 5) for place in range(len(codes))))
    for number in range(FIRST_NUMBER, FIRST_NUMBER + count):
        sex = "f" if chance.random() < _WOMEN else "m"
        surname, given_name = full_name(chance, country=chance.choice(tongues), sex=sex)
        strength = min(2850, max(1400, round(chance.gauss(1750.0, 250.0))))
        title = next((name for least, name in _TITLED if strength >= least), "")
        yield FidePlayer(
            number=str(number),
            surname=surname,
            given_name=given_name,
            federation=chance.choices(codes, cum_weights=weights)[0],
            sex=sex,
            title=title,
            women_title=f"W{title}" if title and sex == "f" else "",
            other_titles="FA" if chance.random() < 0.02 else "",
            birth_year=chance.randrange(1935, 2018),
            active=chance.random() >= _INACTIVE,
            standings=_standings(chance, strength),
        )


def _standings(chance: Random, strength: int) -> tuple[Standing | None, Standing | None, Standing | None]:
    if chance.random() < _NONE_AT_ALL:
        return None, None, None
    k = 10 if strength >= 2400 else 20 if chance.random() < 0.6 else 40
    rapid, blitz = (
        Standing(max(1400, strength + round(chance.gauss(0.0, 60.0))), 0, 20)
        if chance.random() < _FASTER
        else None
        for _ in range(2)
    )
    return Standing(strength, chance.randrange(12), k), rapid, blitz
