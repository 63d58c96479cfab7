"""Addresses of the home page, rules, calculators and search; their help lines and descriptions."""

from django.urls import URLPattern, URLResolver

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import GLOSSARY, MADE, RULES, RULES_OF_SYSTEM, Cached, Help, public_page
from ratings.views.calculators import calculators, pages
from ratings.views.site import home, rules

NOT_STORED = gettext_noop(
    "Nothing you enter is stored: everything is in the page address, which you can share."
)
CALCULATOR = Help(NOT_STORED, RULES)
EDITION = Help(
    gettext_noop("These are the figures the program uses; every example opens in a calculator."), GLOSSARY
)

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "",
        home.home,
        name="home",
        help_line=Help(
            gettext_noop(
                "The best active players on the latest lists; arrows are places gained or lost since "
                "the previous list, coloured figures are points."
            ),
            MADE,
        ),
        description=gettext_noop(
            "Current rating lists of %(federation)s: the top players, latest lists and tournaments."
        ),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "rules/",
        home.rules,
        name="rules",
        help_line=Help(
            gettext_noop("An edition applies from its date; earlier tournaments keep the earlier edition."),
            GLOSSARY,
        ),
        description=gettext_noop("How the ratings of %(federation)s are calculated, step by step."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "calculators/",
        calculators.index,
        name="calculators",
        help_line=Help(
            gettext_noop("Calculators use the same program as the lists; nothing is stored."), RULES
        ),
        description=gettext_noop(
            "Calculate your next rating, a first rating, winning chances or a handicap."
        ),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "calculators/first-rating/",
        pages.first_rating,
        name="calculator-first-rating",
        help_line=CALCULATOR,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "calculators/win-probability/",
        pages.chances,
        name="calculator-win-probability",
        help_line=CALCULATOR,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "calculators/handicap/",
        pages.handicap,
        name="calculator-handicap",
        help_line=CALCULATOR,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "calculators/<slug:system>/",
        calculators.what_if,
        name="calculator",
        help_line=Help(NOT_STORED, RULES_OF_SYSTEM),
        description=gettext_noop("%(system)s: calculate your rating after a tournament."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "glossary/",
        rules.glossary,
        name="rules-glossary",
        help_line=Help(
            gettext_noop("The terms are the same on every page; the rules give the figures."), RULES
        ),
        description=gettext_noop("Terms of ratings and tournaments explained."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "rules/formats/",
        rules.formats,
        name="rules-formats",
        help_line=Help(
            gettext_noop("The program recognises the format of a file by itself; its name does not matter."),
            MADE,
        ),
        description=gettext_noop("Tournament file formats this site reads and writes, with examples."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "rules/lists/",
        rules.lists,
        name="rules-lists",
        help_line=Help(
            gettext_noop("What is pending now, and for which list, is on the home page."), GLOSSARY
        ),
        description=gettext_noop("How a rating list is made, from the tournament to publication."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "rules/<slug:system>/",
        rules.system,
        name="rules-system",
        help_line=EDITION,
        description=gettext_noop("%(system)s: the rating rules with every constant and worked examples."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "rules/<slug:system>/<str:edition>/",
        rules.edition,
        name="rules-edition",
        help_line=EDITION,
        description=gettext_noop("%(system)s: the rating rules with every constant and worked examples."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "search/",
        home.search,
        name="search",
        in_site_map=False,
        help_line=Help(
            gettext_noop(
                "One field finds players, tournaments, clubs and towns; names may be written in Latin"
                " or Cyrillic letters."
            ),
            "lists",
        ),
    ),
]
