"""The words of the site, and what they mean to a player."""

from collections.abc import Mapping

from federation.vocabulary.messages import gettext_noop

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
