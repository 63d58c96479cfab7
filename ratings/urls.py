"""What everybody reads: home, lists, periods, players, tournaments, clubs, rules."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import (
    clubs,
    distribution,
    downloads,
    fide_lists,
    games,
    head_to_head,
    home,
    lists,
    live,
    periods,
    players,
    statistics,
    tournaments,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("rules/", home.rules, name="rules"),
    path("lists/", lists.archive, name="lists"),
    path("lists/<slug:system>/", lists.newest, name="list-newest"),
    path("lists/<slug:system>/top/", fide_lists.top, name="list-top"),
    path("lists/<slug:system>/number-ones/", fide_lists.number_ones, name="list-number-ones"),
    path("lists/<slug:system>/live/", live.show, name="list-live"),
    path("lists/<slug:system>/distribution/", distribution.show, name="list-distribution"),
    path("lists/<slug:system>/<str:date>/", lists.dated, name="list"),
    path("lists/<slug:system>/<str:date>/download.<str:extension>", downloads.download, name="list-download"),
    path("lists/<slug:system>/<str:date>/files/<str:name>", downloads.list_file, name="list-file"),
    path("statistics/", statistics.index, name="statistics"),
    path("statistics/<slug:system>/", statistics.system, name="statistics-system"),
    path("statistics/<slug:system>/<slug:kind>/", statistics.show, name="statistics-kind"),
    path("players/", players.search, name="players"),
    path("players/<int:number>/", players.player, name="player"),
    path("players/<int:number>/against/", head_to_head.choose, name="player-against-choose"),
    path("players/<int:number>/against/<int:other>/", head_to_head.against, name="player-against"),
    path("players/<int:number>/<slug:system>/<int:tournament>/", players.change, name="change"),
    path("players/<int:number>/<slug:system>/<str:date>/", periods.period, name="player-period"),
    path("games/<slug:system>/<slug:server>/<str:code>/", games.game, name="table-game"),
    path("tournaments/", tournaments.index, name="tournaments"),
    path("tournaments/<int:number>/", tournaments.tournament, name="tournament"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/<str:code>/", clubs.club, name="club"),
]
