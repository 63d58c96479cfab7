"""What everybody reads: home, lists, periods, players, tournaments, clubs, rules."""

from django.urls import URLPattern, URLResolver, path

from ratings.views.calculators import calculators, pages
from ratings.views.lists import clubs, compare, distribution, downloads, lists, live, top_lists
from ratings.views.machines import public_log as log_files
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
from ratings.views.site import home, public_log, rules, search, simulation_player
from ratings.views.statistics import statistics
from ratings.views.tournaments import games, handed_in, tournaments

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("rules/", home.rules, name="rules"),
    path(
        "laboratory/<int:pk>/<slug:fingerprint>/players/<int:number>/",
        simulation_player.show,
        name="simulation-player",
    ),
    path(
        "laboratory/<int:pk>/<slug:fingerprint>/players/<int:number>.csv",
        simulation_player.file,
        name="simulation-player-file",
    ),
    path("calculators/", calculators.index, name="calculators"),
    path("calculators/first-rating/", pages.first_rating, name="calculator-first-rating"),
    path("calculators/win-probability/", pages.chances, name="calculator-win-probability"),
    path("calculators/handicap/", pages.handicap, name="calculator-handicap"),
    path("calculators/<slug:system>/", calculators.what_if, name="calculator"),
    path("glossary/", rules.glossary, name="rules-glossary"),
    path("rules/formats/", rules.formats, name="rules-formats"),
    path("rules/lists/", rules.lists, name="rules-lists"),
    path("rules/<slug:system>/", rules.system, name="rules-system"),
    path("rules/<slug:system>/<str:edition>/", rules.edition, name="rules-edition"),
    path("lists/", lists.archive, name="lists"),
    path("lists/<slug:system>/", lists.newest, name="list-newest"),
    path("lists/<slug:system>/top/", top_lists.top, name="list-top"),
    path("lists/<slug:system>/number-ones/", top_lists.number_ones, name="list-number-ones"),
    path("lists/<slug:system>/live/", live.show, name="list-live"),
    path("lists/<slug:system>/compare/", compare.show, name="list-compare"),
    path("lists/<slug:system>/follow/", follow.system, name="list-follow"),
    path("lists/<slug:system>/distribution/", distribution.show, name="list-distribution"),
    path("lists/<slug:system>/<str:date>/", lists.dated, name="list"),
    path("lists/<slug:system>/<str:date>/download.<str:extension>", downloads.download, name="list-download"),
    path("lists/<slug:system>/<str:date>/files/<str:name>", downloads.list_file, name="list-file"),
    path("lists/<slug:system>/<str:date>/proof/", public_log.prove, name="list-proof"),
    path("lists/<slug:system>/<str:date>/proof/today/", public_log.compare_with_today, name="list-today"),
    path("lists/<slug:system>/<str:date>/proof/<int:number>/", public_log.prove_row, name="row-proof"),
    path(
        "lists/<slug:system>/<str:date>/proof/<int:number>/proof.txt",
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
    path("log/", public_log.show, name="public-log"),
    path("statistics/", statistics.index, name="statistics"),
    path("statistics/<slug:system>/", statistics.system, name="statistics-system"),
    path("statistics/<slug:system>/<slug:kind>/", statistics.show, name="statistics-kind"),
    path("search/", search.search, name="search"),
    path("players/", players.search, name="players"),
    path("players/<int:number>/", players.player, name="player"),
    path("players/<int:number>/games/", all_games.games, name="player-games"),
    path("players/<int:number>/opponents/", all_games.opponents, name="player-opponents"),
    path("players/<int:number>/follow/", follow.player, name="player-follow"),
    path("players/<int:number>/against/", head_to_head.choose, name="player-against-choose"),
    path("players/<int:number>/against/<int:other>/", head_to_head.against, name="player-against"),
    path("players/<int:number>/<slug:system>/<int:tournament>/", why.change, name="change"),
    path("players/<int:number>/<slug:system>/<str:date>/", period_calculation.period, name="player-period"),
    path("games/<slug:system>/<slug:server>/<str:code>/", games.game, name="table-game"),
    path("me/", me.page, name="me"),
    path("me/<int:number>/privacy/", me.choose_privacy, name="me-privacy"),
    path("me/<int:number>/data.json", me.hand_out, name="me-data"),
    path("me/<int:number>/error/", report_error.report, name="me-error"),
    path("follow/asked/", follow.asked, name="follow-asked"),
    path("follow/confirm/<str:token>/", follow.confirm, name="follow-confirm"),
    path("follow/letters/<str:token>/", follow.manage, name="follow-manage"),
    path("follow/off/<str:token>/", follow.off, name="follow-off"),
    path("tournaments/", tournaments.index, name="tournaments"),
    path("tournaments/handed-in/", handed_in.show, name="tournaments-handed-in"),
    path("tournaments/<int:number>/", tournaments.tournament, name="tournament"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/<str:code>/", clubs.club, name="club"),
]
