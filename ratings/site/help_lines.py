"""One sentence of help for every page everybody reads, and where to read on; by the name of its address."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop

GLOSSARY, MADE, SUMS, RULES = "rules-glossary", "rules-lists", "rules-system", "rules"


@dataclass(frozen=True, slots=True)
class Help:
    """An explanation for the reader of a page, and the name of the page with more."""

    text: str
    more: str


# Where the words of the link come from; SUMS leads to the rules of the system the page is about.
LINKS: Mapping[str, str] = {
    GLOSSARY: gettext_noop("Glossary"),
    MADE: gettext_noop("How a list is made"),
    SUMS: gettext_noop("Rules of this system"),
    RULES: gettext_noop("How ratings are calculated"),
    "lists": gettext_noop("All lists"),
    "rules-formats": gettext_noop("File formats"),
}

_LIST = Help(
    gettext_noop(
        "Ranks count active players only; no filter changes them. Changes are since the previous list."
    ),
    SUMS,
)
_SUMS = Help(
    gettext_noop(
        "Each line is one game; together they give the rating change. Figures are rounded for display only, "
        "so last digits may differ."
    ),
    SUMS,
)
_CALCULATOR = Help(
    gettext_noop("Nothing you enter is stored: everything is in the page address, which you can share."), SUMS
)
_VERSUS = Help(
    gettext_noop("Compare any two players: their games, their ratings then and now."),
    GLOSSARY,
)
_FOLLOWED = Help(
    gettext_noop("Followers are told what is published; every e-mail has an unsubscribe link."), MADE
)
_COUNTED = Help(
    gettext_noop(
        "Based on all rated games, recalculated after each list; every page offers its table as a file."
    ),
    GLOSSARY,
)
_PLAYED = Help(
    gettext_noop("Games in approved tournaments; forfeits and unplayed games do not count."), GLOSSARY
)
_OFFICE_TEXT = Help(gettext_noop("The text of this page is the rating office's."), MADE)
_EDITION = Help(
    gettext_noop("These are the figures the program uses; every example opens in a calculator."),
    GLOSSARY,
)

HELP: Mapping[str, Help] = {
    "home": Help(
        gettext_noop(
            "The best active players on the latest lists; arrows are places gained or lost since the "
            "previous list, coloured figures are points."
        ),
        MADE,
    ),
    "lists": Help(
        gettext_noop("A system's name leads to its latest list, a date to the list of that date."), MADE
    ),
    "list-newest": _LIST,
    "list": _LIST,
    "list-top": Help(
        gettext_noop("The place is within the group; the rank beside it is on the whole list."),
        SUMS,
    ),
    "list-number-ones": Help(
        gettext_noop("Each line covers the time a player stayed first; the date leads to the list."),
        SUMS,
    ),
    "list-live": Help(
        gettext_noop(
            "Between two lists these ratings change with every game; only the next list is official."
        ),
        MADE,
    ),
    "list-compare": Help(
        gettext_noop("Players on only one of the two lists have no change."),
        MADE,
    ),
    "list-distribution": Help(
        gettext_noop(
            "Each bar is a rating band; the curve is the normal curve with the same mean and spread, for "
            "comparison."
        ),
        GLOSSARY,
    ),
    "statistics": _COUNTED,
    "statistics-system": _COUNTED,
    "statistics-kind": _COUNTED,
    "search": Help(
        gettext_noop(
            "One field finds players, tournaments, clubs and towns; names may be written in Latin or "
            "Cyrillic letters."
        ),
        "lists",
    ),
    "players": Help(
        gettext_noop(
            "A few letters of each word are enough, in any order and without accents; numbers from other "
            "registers work too."
        ),
        "lists",
    ),
    "player": Help(
        gettext_noop(
            "Open a tournament to see why the rating changed; every rank leads to the player’s line on its "
            "list."
        ),
        GLOSSARY,
    ),
    "player-against-choose": _VERSUS,
    "player-against": _VERSUS,
    "player-period": _SUMS,
    "change": _SUMS,
    "table-game": _SUMS,
    "tournaments": Help(
        gettext_noop("This page shows approved tournaments; those still in progress are on the home page."),
        MADE,
    ),
    "tournaments-handed-in": Help(
        gettext_noop(
            "Players and results become public once an officer has approved the tournament; until then only "
            "its status is shown."
        ),
        MADE,
    ),
    "tournament": Help(
        gettext_noop(
            "A round shows the opponent’s place and the result; the change of each rating comes last."
        ),
        GLOSSARY,
    ),
    "clubs": Help(gettext_noop("Players are shown with their current club in the register."), "lists"),
    "club": Help(gettext_noop("Ratings are from the latest lists, strongest first."), "lists"),
    "calculators": Help(
        gettext_noop("Calculators use the same program as the lists; nothing is stored."), RULES
    ),
    "calculator": _CALCULATOR,
    "calculator-first-rating": Help(_CALCULATOR.text, RULES),
    "calculator-win-probability": Help(_CALCULATOR.text, RULES),
    "calculator-handicap": Help(_CALCULATOR.text, RULES),
    "rules": Help(
        gettext_noop("An edition applies from its date; earlier tournaments keep the earlier edition."),
        GLOSSARY,
    ),
    "rules-system": _EDITION,
    "rules-edition": _EDITION,
    **dict.fromkeys(
        ("trials", "trial", "simulation-player"),
        Help(
            gettext_noop("Simulated rules never make a rating: no list and no page of a player has them."),
            RULES,
        ),
    ),
    "rules-formats": Help(
        gettext_noop("The program recognises the format of a file by itself; its name does not matter."),
        MADE,
    ),
    "rules-lists": Help(
        gettext_noop("What is pending now, and for which list, is on the home page."),
        GLOSSARY,
    ),
    "rules-glossary": Help(
        gettext_noop("The terms are the same on every page; the rules give the figures."), RULES
    ),
    **dict.fromkeys(("player-games", "player-opponents"), _PLAYED),
    "public-log": Help(
        gettext_noop("Names are not in the log; a player's number leads to the player's page."), MADE
    ),
    **dict.fromkeys(
        ("list-proof", "row-proof"),
        Help(
            gettext_noop(
                "The fingerprint covers numbers, ranks and ratings, so it stays the same if a name is hidden."
            ),
            MADE,
        ),
    ),
    "list-today": Help(
        gettext_noop(
            "If an error is found, the office can publish a revision; earlier revisions stay readable."
        ),
        MADE,
    ),
    **dict.fromkeys(("about", "contact", "privacy", "legal"), _OFFICE_TEXT),
    "programs-reference": Help(
        gettext_noop("Every call with its parameters, an example and the errors."), "rules-formats"
    ),
    "programs": Help(gettext_noop("Programs can read everything public, without a token."), "rules-formats"),
    "snapshots": Help(
        gettext_noop("The files change once a day; a name that someone hides disappears from them at once."),
        MADE,
    ),
    "list-follow": _FOLLOWED,
    "player-follow": _FOLLOWED,
    "follow-asked": _FOLLOWED,
    "follow-confirm": _FOLLOWED,
    "follow-manage": _FOLLOWED,
    "follow-off": _FOLLOWED,
    "login": Help(
        gettext_noop(
            "Accounts are for organisers and officers, by invitation. No account is needed to read."
        ),
        MADE,
    ),
}
# The log-in page where players may open an account.
LOGIN_OPEN = Help(
    gettext_noop("Players open an account themselves; organisers and officers are invited to one."), MADE
)
