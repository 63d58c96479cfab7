"""Words for players: every named constant of editions, editions' names, a glossary of the site."""

from collections.abc import Mapping

from federation.vocabulary.messages import gettext_noop
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition

_SHARED: Mapping[str, str] = {
    "handicap_step": gettext_noop("points a handicap stone is worth"),
    "komi_stones": gettext_noop("stones by which missing komi reduces the first stone"),
    "active_days": gettext_noop("days without a game after which a player is inactive (our choice)"),
    "k_minimum": gettext_noop("minimum K"),
    "divisor": gettext_noop("divisor of the rating difference"),
    "initial_rating": gettext_noop("rating everyone is first calculated from"),
    "rounding": gettext_noop("how lists round ratings to whole points"),
}
_FFG: Mapping[str, str] = {
    "a_numerator": gettext_noop("numerator of a: the scale of the curve is (this − level) / divisor"),
    "divisor": gettext_noop("divisor of a"),
    "floor": gettext_noop("lowest level, 30 kyu"),
    "ceiling": gettext_noop("highest level, 9 dan"),
    "handicap_divisor": gettext_noop("weight of a handicap game is 1 − stones / this"),
    "handicap_most": gettext_noop("games with more stones do not count"),
    "white_loses_power": gettext_noop("power of that weight for White losing on 19×19"),
    "weight_13": gettext_noop("weight of a game on 13×13"),
    "weight_9": gettext_noop("weight of a game on 9×9"),
    "exempt_below": gettext_noop("below this level a player’s own weight is 1"),
    "exempt_counts_all": gettext_noop(
        "whether games with more stones and tournaments too fast for others count there, too"
    ),
    "passes_most": gettext_noop("maximum calculations of one tournament; 1: no start is moved"),
    "stop_below": gettext_noop("the calculation is repeated until no level changes by more than this"),
    "threshold_numerator": gettext_noop("numerator of the threshold above which a start is moved"),
    "threshold_slope": gettext_noop("how the threshold falls with the level"),
    "threshold_known_divisor": gettext_noop("divisor of the threshold of a known player"),
    "threshold_unknown_divisor": gettext_noop("divisor of the threshold of a new player"),
    "threshold_from": gettext_noop("below this level the threshold is flat"),
    "threshold_to": gettext_noop("above this level the threshold is flat"),
    "guard_rail": gettext_noop("whether a moved start is limited by opponents beaten and lost to"),
    "guard_known": gettext_noop("how far beyond them a known player may be moved"),
    "guard_unknown": gettext_noop("how far beyond them a new player may be moved"),
    "k_first": gettext_noop("level of the first row of the table of K"),
    "k_step": gettext_noop("points from row to row of the table of K"),
    "licence_needed": gettext_noop("whether the exact level and the rank need a licence"),
}
_EGF: Mapping[str, str] = {
    "since_2021": gettext_noop("whether the 2021 formulas apply, otherwise the 1998 tables"),
    "e": gettext_noop("what the two expected scores together lack to 1"),
    "e_on_stronger": gettext_noop("whether all of it is taken from the stronger side"),
    "event_drop": gettext_noop("no tournament costs more than this, before its class; 0: no limit"),
    "reset_grades": gettext_noop(
        "a declared grade this far above all earlier ones raises the rating; 0: never"
    ),
    "floor": gettext_noop("lowest rating"),
    "perfect": gettext_noop("rating of perfect play"),
    "ceiling": gettext_noop("a handicap raises no one above this"),
    "exponent": gettext_noop("exponent of the curve"),
    "con_divisor": gettext_noop("divisor in K = ((perfect − rating) / divisor) to a power"),
    "con_power": gettext_noop("power in the formula of K"),
    "bonus_at": gettext_noop("rating around which the bonus of every game fades"),
    "bonus_scale_divisor": gettext_noop("how fast it fades"),
    "bonus_divisor": gettext_noop("divisor of the bonus"),
    "a_at_zero": gettext_noop("scale of the curve at the rating 0"),
    "a_divisor": gettext_noop("points over which that scale falls by 1"),
    "con_first": gettext_noop("rating of the first row of the table of K"),
    "con_step": gettext_noop("points from row to row of the table of K"),
    "con_above": gettext_noop("change of K for every 100 points above the table"),
    "least_minutes": gettext_noop(
        "tournaments with fewer adjusted minutes did not count before 2011; 0: all count"
    ),
    "inactive_dan_years": gettext_noop(
        "calendar years without a tournament, after the current one, until a dan player is inactive"
    ),
    "inactive_kyu_months": gettext_noop(
        "months without a tournament, after the current one, until a kyu player is inactive"
    ),
    "inactive_weak_months": gettext_noop("the same for weaker kyu players"),
    "weak_kyu_from": gettext_noop("number of kyu from which a player is one of these"),
}
_FIDE: Mapping[str, str] = {
    "expectation": gettext_noop("where the expected score comes from"),
    "cap": gettext_noop("a larger difference counts as this; 0: only the table limits it"),
    "cap_once": gettext_noop("whether only the largest difference of a tournament is capped"),
    "cap_once_lower": gettext_noop("whether this applies once to the lower-rated player, too (our choice)"),
    "exempt_from": gettext_noop("player’s rating from which the true difference counts; 0: none"),
    "gap": gettext_noop("games with such a difference are not rated; 0: all are"),
    "gap_above": gettext_noop("if one of the two is above this"),
    "k": gettext_noop("K of most players"),
    "k_new": gettext_noop("K of a new player"),
    "k_junior": gettext_noop("K of a junior"),
    "k_top": gettext_noop("K of a top player"),
    "new_below_games": gettext_noop("number of games below which a player is new"),
    "junior_age": gettext_noop("junior until the end of the year of this birthday"),
    "junior_below": gettext_noop("as long as the rating was below this"),
    "top_from": gettext_noop("a player who has reached this rating stays a top player"),
    "k_games_most": gettext_noop("K times the games of a list is at most this"),
    "floor": gettext_noop("lowest rating"),
    "first_games": gettext_noop("games against rated players a first rating needs"),
    "window": gettext_noop("lists whose results are added up for it"),
    "pooling": gettext_noop("how the results of several tournaments are combined"),
    "first_needs": gettext_noop("half points without which a first tournament is ignored"),
    "needs_until_met": gettext_noop("whether later tournaments are ignored, too, until one has them"),
    "draws": gettext_noop("hypothetical draws added to the results of a new player"),
    "draws_against": gettext_noop("rating of the opponents of these draws"),
    "half_point_value": gettext_noop(
        "points for each half point above 50%, where no hypothetical draws are added"
    ),
    "first_most": gettext_noop("maximum of a first rating; 0: none"),
    "round_robin": gettext_noop("whether unrated players of a round robin count"),
    "robin_scaled": gettext_noop("whether dp is scaled below 50% there"),
    "inactive_min_games": gettext_noop("inactive with fewer games ..."),
    "inactive_months": gettext_noop("... within this many lists"),
    "report_lists": gettext_noop("lists within which a tournament has to be reported"),
}
_FICS: Mapping[str, str] = {
    "initial_deviation": gettext_noop("RD of a new player"),
    "deviation_cap": gettext_noop("largest RD"),
    "growth": gettext_noop("what RD squared gains per minute without a game"),
    "team_divisor": gettext_noop("the same divisor in bughouse"),
    "established_deviation": gettext_noop("RD up to which a rating is established"),
}
_LADDER: Mapping[str, str] = {
    "provisional_games": gettext_noop("games after which a player is established"),
    "k": gettext_noop("points at stake when the game does not say"),
    "provisional_step": gettext_noop("what a win adds between two provisional players"),
    "established_step": gettext_noop("what a win against an established player adds to a provisional one"),
    "scale_steps": gettext_noop("whether these two steps grow with the points at stake"),
    "curve": gettext_noop("curve of the expected score"),
}
_OF: Mapping[type[Edition], Mapping[str, str]] = {
    FfgEdition: _FFG,
    EgfEdition: _EGF,
    FideEdition: _FIDE,
    FicsEdition: _FICS,
    LadderEdition: _LADDER,
}


# Most editions are called by their year, which needs no translation.
EDITIONS: Mapping[str, str] = {"brief": gettext_noop("1998, worked examples")}


def words_of(edition: Edition, name: str) -> str:
    """Return what a constant of an edition means.

    Raises KeyError for one without a description.
    """
    own = _OF[type(edition)]
    return own[name] if name in own else _SHARED[name]


WORDS: Mapping[str, str] = {
    gettext_noop("Rating"): gettext_noop("A number that measures playing strength, calculated from results."),
    gettext_noop("Level"): gettext_noop(
        "The rating of the FFG ladder: 100 points are one grade, 0 lies between 1 kyu and 1 dan."
    ),
    gettext_noop("GoR"): gettext_noop(
        "The rating of the European Go Federation: 1 dan is 2100, 100 points are one grade."
    ),
    gettext_noop("Grade"): gettext_noop(
        "Kyu and dan in Go: from 30 kyu for a beginner down to 1 kyu, then up from 1 dan to 9 dan."
    ),
    gettext_noop("Declared grade"): gettext_noop(
        "The grade a player registers with; a new player’s rating starts from it."
    ),
    gettext_noop("Expected score"): gettext_noop(
        "A player’s average score against this opponent: 1 is a certain win, ½ an even game."
    ),
    gettext_noop("K"): gettext_noop(
        "How many points are at stake: the change from one game is K times the score above expectation."
    ),
    gettext_noop("RD, deviation"): gettext_noop(
        "How uncertain a rating is: the true rating lies within 1 RD of it with 67% probability, within 2 RD "
        "with 95%, within 3 RD with 99.7%."
    ),
    gettext_noop("Weight"): gettext_noop(
        "How much a game counts, by class, time control, board and handicap; 1 means fully."
    ),
    gettext_noop("Handicap"): gettext_noop(
        "Stones the weaker player, who has Black, places before the game."
    ),
    gettext_noop("Komi"): gettext_noop("Points given to White because Black begins."),
    gettext_noop("Jigo"): gettext_noop("A draw in Go."),
    gettext_noop("Class"): gettext_noop(
        "A, B, C or D by time control: how much a tournament counts in the EGF rating."
    ),
    gettext_noop("Edition"): gettext_noop(
        "The rules as in force from a certain date. Each tournament is calculated with its own edition."
    ),
    gettext_noop("Rating period"): gettext_noop(
        "The month after which FIDE ratings change, all its results together."
    ),
    gettext_noop("Performance"): gettext_noop(
        "In chess: the average rating of the rated opponents of a tournament, plus or minus what FIDE’s "
        "table gives for the percentage scored against them; shown as Rp."
    ),
    gettext_noop("Played like"): gettext_noop(
        "In Go: the rating of a player who would have been expected to score exactly as much in the same "
        "tournament."
    ),
    gettext_noop("First rating"): gettext_noop("The rating a new player gets once there are enough results."),
    gettext_noop("Adjustment"): gettext_noop(
        "On the FFG ladder: if a player’s results are far from the starting level, the start is moved and "
        "the tournament calculated again."
    ),
    gettext_noop("Reset"): gettext_noop(
        "In the EGF rating: a player who declares a grade far above all earlier ones is raised to it."
    ),
    gettext_noop("Floor"): gettext_noop("The lowest rating of a system."),
    gettext_noop("provisional"): gettext_noop(
        "A rating based on few games so far, or one that has become uncertain."
    ),
    gettext_noop("established"): gettext_noop("A rating that is certain enough to be compared."),
    gettext_noop("Inactive"): gettext_noop(
        "Without a licence, or without a game for a long time: the rating is kept, the rank is not."
    ),
    gettext_noop("List"): gettext_noop(
        "Everyone’s ratings on a date, published and never changed afterwards."
    ),
    gettext_noop("Revision"): gettext_noop(
        "A corrected list for the same date; the first one stays available."
    ),
    gettext_noop("Live rating"): gettext_noop("A rating between two lists; it can still change."),
    gettext_noop("Crosstable"): gettext_noop("All players of a tournament with all their results."),
    gettext_noop("Bye"): gettext_noop("A round without an opponent; it is never rated."),
    gettext_noop("Forfeit"): gettext_noop(
        "A game won because the opponent did not show up; it is never rated."
    ),
    gettext_noop("Manual adjustment"): gettext_noop(
        "A rating set or corrected by the office, with the reason."
    ),
}
