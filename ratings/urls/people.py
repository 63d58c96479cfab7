"""Addresses of players, games, tournaments, clubs, one's own page and following; their help lines."""

from django.urls import URLPattern, URLResolver, path

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import GLOSSARY, MADE, RULES_OF_SYSTEM, Cached, Help, public_page
from ratings.urls.lists import FOLLOWED
from ratings.views.lists import clubs
from ratings.views.players import (
    all_games,
    follow,
    head_to_head,
    me,
    period_calculation,
    players,
    report_error,
    why,
)
from ratings.views.tournaments import games, tournaments

PLAYED = Help(
    gettext_noop("Games in approved tournaments; forfeits and unplayed games do not count."), GLOSSARY
)
AGAINST = Help(gettext_noop("Compare any two players: their games, their ratings then and now."), GLOSSARY)
SUMS = Help(
    gettext_noop(
        "Each line is one game; together they give the rating change. Figures are rounded for"
        " display only, so last digits may differ."
    ),
    RULES_OF_SYSTEM,
)
SEATS = Help(
    gettext_noop(
        "Each line is a player of the game. Figures are rounded for display only, so last digits may differ."
    ),
    RULES_OF_SYSTEM,
)

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "players/",
        players.search,
        name="players",
        help_line=Help(
            gettext_noop(
                "A few letters of each word are enough, in any order and without accents; numbers "
                "from other registers work too."
            ),
            "lists",
        ),
        description=gettext_noop("Search for a player by name or number."),
    ),
    public_page(
        "players/<key:number>/",
        players.player,
        name="player",
        help_line=Help(
            gettext_noop(
                "“Why?” explains a change of the rating; every rank leads to the player’s line on its list."
            ),
            GLOSSARY,
        ),
        cached=Cached.WITH_EVERYTHING,
        parameters=("events", "range", "system"),
    ),
    public_page("players/<key:number>/games/", all_games.games, name="player-games", help_line=PLAYED),
    public_page(
        "players/<key:number>/opponents/", all_games.opponents, name="player-opponents", help_line=PLAYED
    ),
    public_page("players/<key:number>/follow/", follow.player, name="player-follow", help_line=FOLLOWED),
    public_page(
        "players/<key:number>/against/", head_to_head.choose, name="player-against-choose", help_line=AGAINST
    ),
    public_page(
        "players/<key:number>/against/<key:other>/",
        head_to_head.against,
        name="player-against",
        help_line=AGAINST,
        cached=Cached.WITH_EVERYTHING,
        parameters=("games",),
    ),
    public_page(
        "players/<key:number>/<slug:system>/<key:tournament>/",
        why.change,
        name="change",
        help_line=SUMS,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "players/<key:number>/<slug:system>/<str:date>/",
        period_calculation.period,
        name="player-period",
        help_line=SUMS,
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "games/<slug:system>/<slug:server>/<str:code>/", games.game, name="table-game", help_line=SEATS
    ),
    path("me/", me.page, name="me"),
    path("me/<key:number>/privacy/", me.choose_privacy, name="me-privacy"),
    path("me/<key:number>/data.json", me.hand_out, name="me-data"),
    path("me/<key:number>/error/", report_error.report, name="me-error"),
    path("me/<key:number>/request/", me.send_request, name="me-request"),
    public_page("follow/asked/", follow.asked, name="follow-asked", help_line=FOLLOWED, in_site_map=False),
    public_page("follow/confirm/<str:token>/", follow.confirm, name="follow-confirm", help_line=FOLLOWED),
    public_page("follow/letters/<str:token>/", follow.manage, name="follow-manage", help_line=FOLLOWED),
    public_page("follow/off/<str:token>/", follow.off, name="follow-off", help_line=FOLLOWED),
    public_page(
        "tournaments/",
        tournaments.index,
        name="tournaments",
        help_line=Help(
            gettext_noop(
                "This page shows approved tournaments; those still in progress are on the home page."
            ),
            MADE,
        ),
        description=gettext_noop("Rated tournaments of %(federation)s with crosstables and rating changes."),
        cached=Cached.WITH_EVERYTHING,
        parameters=("game", "page", "region", "system", "year"),
    ),
    public_page(
        "tournaments/handed-in/",
        tournaments.show,
        name="tournaments-handed-in",
        help_line=Help(
            gettext_noop(
                "Players and results become public once an officer has approved the tournament; until"
                " then only its status is shown."
            ),
            MADE,
        ),
        description=gettext_noop("Tournaments submitted to %(federation)s and what they are waiting for."),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "tournaments/<key:number>/",
        tournaments.tournament,
        name="tournament",
        help_line=Help(
            gettext_noop(
                "A round shows the opponent’s place and the result; the change of each rating comes last."
            ),
            GLOSSARY,
        ),
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "clubs/",
        clubs.index,
        name="clubs",
        help_line=Help(gettext_noop("Players are shown with their current club in the register."), "lists"),
        description=gettext_noop("Clubs of %(federation)s and their players."),
        cached=Cached.WITH_EVERYTHING,
        parameters=("page", "sort"),
    ),
    public_page(
        "clubs/<str:code>/",
        clubs.club,
        name="club",
        help_line=Help(gettext_noop("Ratings are from the latest lists, strongest first."), "lists"),
        cached=Cached.WITH_EVERYTHING,
        parameters=("page",),
    ),
]
