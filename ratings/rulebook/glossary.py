"""The words of the site, and what they mean to a player."""

from collections.abc import Mapping

from federation.vocabulary.messages import gettext_noop

WORDS: Mapping[str, str] = {
    gettext_noop("Rating"): gettext_noop("A number for playing strength, computed from results."),
    gettext_noop("Level"): gettext_noop(
        "The rating of the FFG ladder: 100 points are a grade, 0 lies between 1 kyu and 1 dan."
    ),
    gettext_noop("GoR"): gettext_noop(
        "The rating of the European Go Federation: 1 dan is 2100, 100 points are a grade."
    ),
    gettext_noop("Grade"): gettext_noop(
        "Kyu and dan, in Go: 30 kyu is a beginner, then down to 1 kyu, and up from 1 dan to 9 dan."
    ),
    gettext_noop("Declared grade"): gettext_noop(
        "The grade a player registers with; a newcomer’s rating starts from it."
    ),
    gettext_noop("Expected score"): gettext_noop(
        "What a player would score on average against this opponent: 1 is a certain win, ½ an even game."
    ),
    gettext_noop("K"): gettext_noop(
        "How many points are at stake: the change of one game is K times what was scored above expectation."
    ),
    gettext_noop("RD, deviation"): gettext_noop(
        "How uncertain a rating is: the true one lies within 1.96 RD with a probability of 95%."
    ),
    gettext_noop("Weight"): gettext_noop(
        "How much a game counts, by class, thinking time, board and handicap; 1 is fully."
    ),
    gettext_noop("Handicap"): gettext_noop("Stones the weaker player places before the game; he has Black."),
    gettext_noop("Komi"): gettext_noop("Points White receives because Black begins."),
    gettext_noop("Jigo"): gettext_noop("A draw in Go."),
    gettext_noop("Class"): gettext_noop(
        "A, B, C or D by thinking time: how much a tournament counts in the EGF rating."
    ),
    gettext_noop("Edition"): gettext_noop(
        "The rules as they stood from a day on. Each tournament is computed by its own edition."
    ),
    gettext_noop("Rating period"): gettext_noop(
        "The month after which FIDE ratings move, all results of it together."
    ),
    gettext_noop("Performance"): gettext_noop(
        "The rating that would have made the result of a tournament the expected one."
    ),
    gettext_noop("First rating"): gettext_noop("What a newcomer gets once there are enough results."),
    gettext_noop("Adjustment"): gettext_noop(
        "On the FFG ladder: the start of a player is moved when his results are far from it, "
        "and the tournament computed again."
    ),
    gettext_noop("Reset"): gettext_noop(
        "In the EGF rating: who declares a grade far above all before is lifted to it."
    ),
    gettext_noop("Floor"): gettext_noop("The lowest rating of a system."),
    gettext_noop("Provisional"): gettext_noop(
        "A rating that still rests on few games, or has grown uncertain."
    ),
    gettext_noop("Established"): gettext_noop("A rating that is certain enough to be compared."),
    gettext_noop("Inactive"): gettext_noop(
        "Without a licence, or without a game for long: the rating is kept, the rank is not."
    ),
    gettext_noop("List"): gettext_noop(
        "Everybody’s ratings on a day, published and never changed afterwards."
    ),
    gettext_noop("Revision"): gettext_noop(
        "A corrected list for the same day; the first one stays readable."
    ),
    gettext_noop("Live rating"): gettext_noop("A rating between two lists; it can still change."),
    gettext_noop("Crosstable"): gettext_noop("All players of a tournament with all their results."),
    gettext_noop("Bye"): gettext_noop("A round without an opponent; it is never rated."),
    gettext_noop("Forfeit"): gettext_noop("A game won because the opponent did not come; it is never rated."),
    gettext_noop("Manual event"): gettext_noop("A decision of the office about a rating, with its reason."),
}
