"""Addresses of rating lists, their proofs and files, and of statistics; their help lines and descriptions."""

from django.urls import URLPattern, URLResolver, path

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import GLOSSARY, MADE, RULES_OF_SYSTEM, Cached, Help, public_page
from ratings.views.feeds_and_frames import public_log as log_files
from ratings.views.lists import compare, distribution, downloads, lists, live, top_lists
from ratings.views.players import follow
from ratings.views.site import public_log, snapshot
from ratings.views.statistics import statistics

OF_A_LIST = Help(
    gettext_noop(
        "Ranks count active players only; no filter changes them. Changes are since the previous list."
    ),
    RULES_OF_SYSTEM,
)
FOLLOWED = Help(
    gettext_noop("Followers are told what is published; every e-mail has an unsubscribe link."), MADE
)
FINGERPRINT = Help(
    gettext_noop(
        "The fingerprint covers numbers, ranks and ratings, so it stays the same if a name is hidden."
    ),
    MADE,
)
COUNTED = Help(
    gettext_noop(
        "Based on all rated games, recalculated after each list; every page offers its table as a file."
    ),
    GLOSSARY,
)

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "lists/",
        lists.archive,
        name="lists",
        help_line=Help(
            gettext_noop("A system’s name leads to its latest list, a date to the list of that date."), MADE
        ),
        description=gettext_noop("Every rating list of %(federation)s as it was published."),
        cached=Cached.WITH_LISTS,
    ),
    public_page(
        "lists/<slug:system>/",
        lists.newest,
        name="list-newest",
        help_line=OF_A_LIST,
        cached=Cached.WITH_LISTS,
        parameters=None,
    ),
    public_page(
        "lists/<slug:system>/top/",
        top_lists.top,
        name="list-top",
        help_line=Help(
            gettext_noop("The place is within the group; the rank beside it is on the whole list."),
            RULES_OF_SYSTEM,
        ),
        description=gettext_noop("%(system)s: the hundred highest-rated players."),
        cached=Cached.WITH_LISTS,
        parameters=("federation", "of"),
    ),
    public_page(
        "lists/<slug:system>/number-ones/",
        top_lists.number_ones,
        name="list-number-ones",
        help_line=Help(
            gettext_noop("Each line covers the time a player stayed first; the date leads to the list."),
            RULES_OF_SYSTEM,
        ),
        description=gettext_noop("%(system)s: who was first on each list."),
        cached=Cached.WITH_LISTS,
        parameters=("of",),
    ),
    public_page(
        "lists/<slug:system>/live/",
        live.show,
        name="list-live",
        help_line=Help(
            gettext_noop(
                "Between two lists these ratings change with every game; only the next list is official."
            ),
            MADE,
        ),
        description=gettext_noop("%(system)s: ratings after the latest games."),
    ),
    public_page(
        "lists/<slug:system>/compare/",
        compare.show,
        name="list-compare",
        help_line=Help(gettext_noop("Players on only one of the two lists have no change."), MADE),
        description=gettext_noop("%(system)s: two lists side by side, who gained and who lost."),
        cached=Cached.WITH_LISTS,
        parameters=("date", "with"),
    ),
    public_page("lists/<slug:system>/follow/", follow.system, name="list-follow", help_line=FOLLOWED),
    public_page(
        "lists/<slug:system>/distribution/",
        distribution.show,
        name="list-distribution",
        help_line=Help(
            gettext_noop(
                "Each bar is a rating band; the curve is the normal curve with the same mean and "
                "spread, for comparison."
            ),
            GLOSSARY,
        ),
        description=gettext_noop("%(system)s: how many players have which rating."),
        cached=Cached.WITH_LISTS,
        parameters=("of",),
    ),
    public_page(
        "lists/<slug:system>/<str:date>/",
        lists.dated,
        name="list",
        help_line=OF_A_LIST,
        cached=Cached.WITH_LISTS,
        parameters=None,
    ),
    path("lists/<slug:system>/<str:date>/download.<str:extension>", downloads.download, name="list-download"),
    path("lists/<slug:system>/<str:date>/files/<str:name>", downloads.list_file, name="list-file"),
    public_page(
        "lists/<slug:system>/<str:date>/proof/", public_log.prove, name="list-proof", help_line=FINGERPRINT
    ),
    public_page(
        "lists/<slug:system>/<str:date>/proof/today/",
        public_log.compare_with_today,
        name="list-today",
        help_line=Help(
            gettext_noop(
                "If an error is found, the office can publish a revision; earlier revisions stay readable."
            ),
            MADE,
        ),
    ),
    public_page(
        "lists/<slug:system>/<str:date>/proof/<key:number>/",
        public_log.prove_row,
        name="row-proof",
        help_line=FINGERPRINT,
    ),
    path(
        "lists/<slug:system>/<str:date>/proof/<key:number>/proof.txt",
        log_files.row_proof,
        name="row-proof-file",
    ),
    path("lists/<slug:system>/<str:date>/rows.csv", log_files.rows, name="list-rows"),
    path("lists/<slug:system>/<str:date>/bundle.zip", log_files.bundle, name="list-bundle"),
    path(
        "lists/<slug:system>/<str:date>/bundle.zip.minisig",
        log_files.bundle_signature,
        name="list-bundle-signature",
    ),
    public_page(
        "log/",
        public_log.show,
        name="public-log",
        help_line=Help(
            gettext_noop("Names are not in the log; a player’s number leads to the player’s page."), MADE
        ),
        description=gettext_noop("The public log of published lists, and how to check it."),
    ),
    public_page(
        "public-data/",
        snapshot.show,
        name="snapshots",
        help_line=Help(
            gettext_noop(
                "The files change once a day; a name that someone hides disappears from them at once."
            ),
            MADE,
        ),
        description=gettext_noop(
            "Everything %(federation)s publishes, as files: players, lists, tournaments, games."
        ),
    ),
    public_page(
        "statistics/",
        statistics.index,
        name="statistics",
        help_line=COUNTED,
        description=gettext_noop(
            "Statistics of every rating system: forecasts, activity, drift, number ones."
        ),
        cached=Cached.WITH_LISTS,
    ),
    public_page(
        "statistics/<slug:system>/",
        statistics.system,
        name="statistics-system",
        help_line=COUNTED,
        description=gettext_noop("%(system)s: statistics of games and lists."),
        cached=Cached.WITH_LISTS,
    ),
    public_page(
        "statistics/<slug:system>/<slug:kind>/",
        statistics.show,
        name="statistics-kind",
        help_line=COUNTED,
        description=gettext_noop("%(system)s: statistics of games and lists."),
        cached=Cached.WITH_LISTS,
    ),
]
