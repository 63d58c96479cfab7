"""The addresses of files of games that come one by one, and of the servers they come from."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import games, servers

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/upload/", games.upload, name="games-upload"),
    path("games/upload/<key:pk>/<slug:server>/<slug:system>/", games.preview, name="games-preview"),
    path("games/servers/", servers.index, name="game-servers"),
    path("games/servers/<slug:key>/", servers.show, name="game-server"),
    path("games/template/<slug:system>.csv", games.template, name="games-template"),
]
