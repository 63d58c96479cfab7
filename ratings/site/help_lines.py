"""One sentence of help for every page everybody reads, and where to read on; by the name of its address."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop

GLOSSARY, MADE, SUMS, RULES = "rules-glossary", "rules-lists", "rules-system", "rules"


@dataclass(frozen=True, slots=True)
class Help:
    """What a page's reader may not know, and the name of the page that tells more."""

    text: str
    more: str


# Where the words of the link come from; SUMS leads to the rules of the system the page is about.
LINKS: Mapping[str, str] = {
    GLOSSARY: gettext_noop("Glossary"),
    MADE: gettext_noop("How a list is made"),
    SUMS: gettext_noop("Rules of this system"),
    RULES: gettext_noop("How ratings are computed"),
    "lists": gettext_noop("All lists"),
    "rules-formats": gettext_noop("File formats"),
}

_LIST = Help(
    gettext_noop(
        "The rank is the one among active players and stays the same under any filter; arrows and changes "
        "are against the list before."
    ),
    SUMS,
)
_SUMS = Help(
    gettext_noop(
        "Every line is a game with what it brought; together the lines are the change of the rating."
    ),
    SUMS,
)
_CALCULATOR = Help(
    gettext_noop("Nothing typed here is kept: the whole question is in the address and can be sent on."), SUMS
)
_VERSUS = Help(
    gettext_noop("Any two players can be put side by side: their games, what both had then, and have now."),
    GLOSSARY,
)
_FOLLOWED = Help(
    gettext_noop("Whoever follows hears of what is published; every letter has a link that ends it."), MADE
)
_COUNTED = Help(
    gettext_noop("Counted from every rated game, anew after each list; every page has its table as a file."),
    GLOSSARY,
)
_EDITION = Help(
    gettext_noop("The figures are those the program computes with; every example opens as a calculator."),
    GLOSSARY,
)

HELP: Mapping[str, Help] = {
    "home": Help(
        gettext_noop(
            "The best active players of the newest lists; arrows are places won or lost since the list "
            "before, figures in colour are points."
        ),
        MADE,
    ),
    "lists": Help(
        gettext_noop("The name of a system leads to its newest list, a date to the list of that day."), MADE
    ),
    "list-newest": _LIST,
    "list": _LIST,
    "list-top": Help(
        gettext_noop("The place is the one inside the group; the rank beside it is that on the whole list."),
        SUMS,
    ),
    "list-number-ones": Help(
        gettext_noop(
            "A line holds as long as the same player led; the date leads to the list that shows it."
        ),
        SUMS,
    ),
    "list-live": Help(
        gettext_noop("Between two lists these ratings move with every game; what counts is the next list."),
        MADE,
    ),
    "list-compare": Help(
        gettext_noop("Whoever is on one of the two lists only has no change; arrows are places in between."),
        MADE,
    ),
    "list-distribution": Help(
        gettext_noop(
            "Each bar is a class of ratings; the curve is the bell of the same mean and spread, to compare "
            "with."
        ),
        GLOSSARY,
    ),
    "statistics": _COUNTED,
    "statistics-system": _COUNTED,
    "statistics-kind": _COUNTED,
    "players": Help(
        gettext_noop(
            "A few letters of each word are enough, in any order and without accents; numbers of other "
            "registers are found too."
        ),
        "lists",
    ),
    "player": Help(
        gettext_noop(
            "Open an event to see why the rating moved; every rank leads to the player’s line on its list."
        ),
        GLOSSARY,
    ),
    "player-against-choose": _VERSUS,
    "player-against": _VERSUS,
    "player-period": _SUMS,
    "change": _SUMS,
    "table-game": _SUMS,
    "tournaments": Help(
        gettext_noop("Here is what an officer has approved; what is on its way is told on the first page."),
        MADE,
    ),
    "tournaments-handed-in": Help(
        gettext_noop(
            "Players and results are public once an officer has approved a tournament; until then only its "
            "step is told."
        ),
        MADE,
    ),
    "tournament": Help(
        gettext_noop(
            "A cell names the opponent’s place and how the game ended; the last columns are what the "
            "tournament moved."
        ),
        GLOSSARY,
    ),
    "clubs": Help(gettext_noop("Players stand with the club the register knows of them today."), "lists"),
    "club": Help(gettext_noop("The ratings are those of the newest lists, the strongest first."), "lists"),
    "calculators": Help(
        gettext_noop("Calculators ask the program that makes the lists; nothing they answer is kept."), RULES
    ),
    "calculator": _CALCULATOR,
    "calculator-first-rating": Help(_CALCULATOR.text, RULES),
    "calculator-win-probability": Help(_CALCULATOR.text, RULES),
    "calculator-handicap": Help(_CALCULATOR.text, RULES),
    "rules": Help(
        gettext_noop("An edition holds from its day on; older tournaments stay computed by the older one."),
        GLOSSARY,
    ),
    "rules-system": _EDITION,
    "rules-edition": _EDITION,
    "rules-formats": Help(
        gettext_noop("The program finds out by itself which format a file has; its name does not matter."),
        MADE,
    ),
    "rules-lists": Help(
        gettext_noop("What is waiting at this moment, and for which list, is told on the first page."),
        GLOSSARY,
    ),
    "rules-glossary": Help(
        gettext_noop("The words are the same on every page; the rules give them their figures."), RULES
    ),
    "programs": Help(
        gettext_noop("Everything public can be read by programs without asking anybody."), "rules-formats"
    ),
    "list-follow": _FOLLOWED,
    "player-follow": _FOLLOWED,
    "follow-asked": _FOLLOWED,
    "follow-confirm": _FOLLOWED,
    "follow-manage": _FOLLOWED,
    "follow-off": _FOLLOWED,
    "login": Help(
        gettext_noop(
            "Accounts are for those who hand in and decide; the office invites them. Reading needs none."
        ),
        MADE,
    ),
}
