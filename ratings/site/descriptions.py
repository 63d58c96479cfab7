"""Descriptions, for search engines and networks, of pages about no one player, list or event."""

from collections.abc import Mapping

from federation.vocabulary.messages import gettext_noop

# By the name of an address; %(system)s is the name of the rating system, %(federation)s ours.
DESCRIPTIONS: Mapping[str, str] = {
    "home": gettext_noop(
        "Current rating lists of %(federation)s: the top players, latest lists and tournaments."
    ),
    "lists": gettext_noop("Every rating list of %(federation)s as it was published."),
    "list-live": gettext_noop("%(system)s: ratings after the latest games."),
    "list-top": gettext_noop("%(system)s: the hundred highest-rated players."),
    "list-number-ones": gettext_noop("%(system)s: who was first on each list."),
    "list-compare": gettext_noop("%(system)s: two lists side by side, who gained and who lost."),
    "list-distribution": gettext_noop("%(system)s: how many players have which rating."),
    "tournaments": gettext_noop("Rated tournaments of %(federation)s with crosstables and rating changes."),
    "tournaments-handed-in": gettext_noop(
        "Tournaments submitted to %(federation)s and what they are waiting for."
    ),
    "clubs": gettext_noop("Clubs of %(federation)s and their players."),
    "players": gettext_noop("Search for a player by name or number."),
    "statistics": gettext_noop("Statistics of every rating system: forecasts, activity, drift, number ones."),
    "statistics-system": gettext_noop("%(system)s: statistics of games and lists."),
    "statistics-kind": gettext_noop("%(system)s: statistics of games and lists."),
    "calculators": gettext_noop("Calculate your next rating, a first rating, winning chances or a handicap."),
    "calculator": gettext_noop("%(system)s: calculate your rating after a tournament."),
    "rules": gettext_noop("How the ratings of %(federation)s are calculated, step by step."),
    "rules-system": gettext_noop("%(system)s: the rating rules with every constant and worked examples."),
    "rules-edition": gettext_noop("%(system)s: the rating rules with every constant and worked examples."),
    "rules-formats": gettext_noop("Tournament file formats this site reads and writes, with examples."),
    "rules-lists": gettext_noop("How a rating list is made, from the tournament to publication."),
    "trials": gettext_noop("Rules that %(federation)s calculates beside those in force, on trial."),
    "rules-glossary": gettext_noop("Terms of ratings and tournaments explained."),
    "programs": gettext_noop("Rating lists, players and tournaments as JSON, CSV and feeds."),
    "snapshots": gettext_noop(
        "Everything %(federation)s publishes, as files: players, lists, tournaments, games."
    ),
    "public-log": gettext_noop("The public log of published lists, and how to check it."),
}
