"""The symbols of the FIDE ratings, with the letters FIDE prints (FIDE Handbook B.02, 8.1-8.3)."""

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import number
from ratings.breakdown.symbol import Symbol
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_clauses import FirstRatingClauses, change_clauses, first_rating_clauses

PERFORMANCE = Symbol(
    "Rp",
    "Rp",
    gettext_noop("performance"),
    gettext_noop(
        "The average rating of the rated opponents of a tournament, plus or minus what FIDE’s table "
        "gives for the percentage scored against them. Large differences are not capped here, and the "
        "rating does not depend on it."
    ),
)


def of_fide(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    """Return the symbols of a list's calculation and of a first rating."""
    return (*_of_change(edition, system), *_of_first(edition, system))


def _of_change(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    clauses = change_clauses(system, edition.name)
    return (
        Symbol("Ro", "Ro", gettext_noop("player's rating"),
               gettext_noop("The rating in force on the first day of the tournament.")),
        Symbol("Rc", "Rc", gettext_noop("opponent’s rating"), gettext_noop(
            "The opponent's rating in force on that day, as counted; for a whole tournament, the mean of "
            "all opponents.")),
        Symbol("w", "w", gettext_noop("points"), gettext_noop(
            "1 for a win, 0.5 for a draw, 0 for a loss.")),
        Symbol("n", "n", gettext_noop("number of games"), gettext_noop("The number of games that count.")),
        Symbol("D", "D", gettext_noop("difference"), gettext_noop(
            "The player's rating minus the opponent's; a large difference may be capped, by the rule then "
            "in force."),
            clauses.difference, ("{Ro} − {Rc}",)),
        Symbol("PD", "PD", gettext_noop("expected score"), gettext_noop(
            "The player's average score at this difference, read from FIDE’s table: 0.50 between "
            "equals."), clauses.table),
        Symbol("chg", "chg", gettext_noop("above expectation"), gettext_noop(
            "How much more, or less, was scored than expected."), clauses.change, ("{w} − {PD}",)),
        Symbol("K", "K", gettext_noop("points at stake"), gettext_noop(
            "How many points one game can be worth: many for new players and juniors, few for the "
            "strongest."),
            clauses.change),
        Symbol("Kchg", "K*chg", gettext_noop("change"), gettext_noop(
            "The change of the rating. All games of a list are added up, and the sum is rounded once, at "
            "the end."),
            clauses.change, ("{K} × {chg}",)),
        PERFORMANCE,
    )  # fmt: skip


def _of_first(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    clauses = first_rating_clauses(system, edition.name)
    return (
        Symbol("sum", "ΣR", gettext_noop("sum of the opponents’ ratings"),
               gettext_noop("The ratings of all rated opponents of a new player, added up.")),
        *(_with_draws(edition, clauses) if edition.draws else _without_draws(edition, clauses)),
        Symbol("dp", "dp", gettext_noop("difference for the percentage score"), gettext_noop(
            "How far above or below the opponents such a percentage score places a player, read from "
            "FIDE’s table."),
            clauses.table),
        Symbol("Rp2022", "Rp 2022", gettext_noop("performance of a new player, rule of 2022"), gettext_noop(
            "What FIDE shows as Rp for one tournament of a new player: 20 points for each half point above "
            "half of the points. It is not the first rating.")),
    )  # fmt: skip


_SHARE = gettext_noop("percentage score")
_AVERAGE = gettext_noop("average rating of the opponents")
_FIRST = gettext_noop("first rating")


def _with_draws(edition: FideEdition, clauses: FirstRatingClauses) -> tuple[Symbol, ...]:
    draws, half = number(edition.draws), number(edition.draws / 2)
    against = number(edition.draws_against)
    return (
        Symbol("Ra", "Ra", _AVERAGE, gettext_noop(
            "The average strength of a new player’s opponents, hypothetical draws included."),
            clauses.average, (f"({{sum}} + {draws} × {against}) / ({{n}} + {draws})",)),
        Symbol("p", "p", _SHARE, gettext_noop("A new player's points divided by games, hypothetical draws "
                                              "included."),
               clauses.average, (f"({{w}} + {half}) / ({{n}} + {draws})",)),
        Symbol("Ru", "Ru", _FIRST, gettext_noop(
            "What all results of a new player give together, rounded to the nearest point, "
            "before the maximum and the floor."), clauses.rating, ("{Ra} + {dp}",)),
    )  # fmt: skip


def _without_draws(edition: FideEdition, clauses: FirstRatingClauses) -> tuple[Symbol, ...]:
    bonus = f"{{Ra}} + {number(edition.half_point_value)} × (2 × {{w}} − {{n}})"
    return (
        Symbol("Ra", "Ra", _AVERAGE, gettext_noop("The average strength of a new player’s opponents."),
               clauses.average, ("{sum} / {n}",)),
        Symbol("p", "p", _SHARE, gettext_noop("A new player's points divided by games."),
               clauses.average, ("{w} / {n}",)),
        Symbol("Ru", "Ru", _FIRST, gettext_noop(
            "What all results of a new player give together, rounded to the nearest point, before the "
            "floor. The first formula is for up to half of the points, the second for more."),
            clauses.rating, ("{Ra} + {dp}", bonus)),
    )  # fmt: skip
