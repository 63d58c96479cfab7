"""The site map, read top to bottom."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from federation.api import api
from ratings.api.crosstables import router as crosstables
from ratings.api.handed_in import router as handed_in
from ratings.api.list_files import router as list_files
from ratings.api.lists import router as lists
from ratings.api.players import router as players
from ratings.api.rate import router as rate
from ratings.api.systems import router as systems
from ratings.api.tournament_status import router as progress
from tournaments.api.games import router as games
from tournaments.api.index import router as reports

# what programs may ask, app by app
ROUTERS = [
    ("/systems", systems),
    ("/lists", list_files),
    ("/lists", lists),
    ("/players", players),
    ("/tournaments", handed_in),  # before the numbers
    ("/tournaments", reports),
    ("/tournaments", progress),
    ("/tournaments", crosstables),
    ("/games", games),
    ("/rate", rate),
]

admin.autodiscover()
# One entrance for everybody: the admin's own would know neither second factors nor locked addresses.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("ratings.urls")),  # home, lists, players, tournaments, clubs: what everybody reads
    path("", include("ratings.urls.feeds")),  # feeds, site maps, lists to set into other sites
    path("", include("tournaments.urls")),  # upload, desk: what organisers and officers do
    path("", include("tournaments.urls.review")),  # the officers' queue, reviewing one tournament
    path("", include("tournaments.urls.register")),  # a new player, matched as entrants are
    path("", include("tournaments.urls.pairing_programs")),  # entrants out to Pairgoth, rounds in
    path("", include("tournaments.urls.games")),  # files of games that come one by one
    path("", include("ratings.urls.review")),  # review, runs, manual events
    path("", include("federation.urls.desk")),  # journal, register: what officers and registrars do
    path("", include("federation.urls.accounts")),  # log in, language, jobs
    path("api/v1/", api.build(ROUTERS).urls),
    path("admin/", admin.site.urls),
]
