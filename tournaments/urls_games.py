"""The addresses where games that come one by one are handed in as files."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import games

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/upload/", games.upload, name="games-upload"),
    path("games/upload/<int:pk>/<slug:server>/<slug:system>/", games.preview, name="games-preview"),
    path("games/template/<slug:system>.csv", games.template, name="games-template"),
]
