"""The addresses of pairing programs: the organiser's pages, and the webhook the programs call."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import pairgoth
from tournaments.views import pairing_programs

_PAIRGOTH = "api/pairgoth"  # without a slash at the end, as Pairgoth calls them

urlpatterns: list[URLPattern | URLResolver] = [
    path("desk/pairing-programs/", pairing_programs.index, name="pairing-programs"),
    path("desk/pairing-programs/<key:pk>/", pairing_programs.show, name="pairing-program"),
    path(_PAIRGOTH, pairgoth.health, name="pairgoth"),
    path(
        f"{_PAIRGOTH}/",
        include(
            [
                path("health", pairgoth.health, name="pairgoth-health"),
                path("players/<str:code>", pairgoth.players, name="pairgoth-players"),
                path("pairings/<str:code>/<str:number>", pairgoth.pairings, name="pairgoth-pairings"),
                path("standings/<str:code>/<str:number>", pairgoth.standings, name="pairgoth-standings"),
                path("presences/<str:code>/<str:number>", pairgoth.presences, name="pairgoth-presences"),
            ]
        ),
    ),
]
