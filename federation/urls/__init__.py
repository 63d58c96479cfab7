"""The site map, read top to bottom."""

from importlib import import_module

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from federation.api import api
from federation.api.changes import router as changes
from federation.api.webhooks import router as webhooks
from ratings.api.clubs import router as clubs
from ratings.api.crosstables import router as crosstables
from ratings.api.games_played import router as games_played
from ratings.api.handed_in import router as handed_in
from ratings.api.list_files import router as list_files
from ratings.api.list_reads import router as list_reads
from ratings.api.lists import router as lists
from ratings.api.players import router as players
from ratings.api.rate import router as rate
from ratings.api.statistics import router as statistics
from ratings.api.systems import router as systems
from ratings.api.tournament_status import router as progress
from tournaments.api.games import router as games
from tournaments.api.index import router as reports

# what an office may leave out: module `urls` of each such app, with its addresses and its calls
optional = [import_module(f"{app}.urls") for app in settings.OPTIONAL_APPS]
# what programs may ask, app by app
ROUTERS = [
    ("/changes", changes),
    ("/webhooks", webhooks),
    ("/systems", systems),
    ("/systems", statistics),
    ("/lists", list_reads),  # before the dates
    ("/lists", list_files),
    ("/lists", lists),
    ("/players", players),
    ("/players", games_played),
    ("/clubs", clubs),
    ("/tournaments", handed_in),  # before the numbers
    ("/tournaments", reports),
    ("/tournaments", progress),
    ("/tournaments", crosstables),
    ("/games", games),
    ("/rate", rate),
    *(router for part in optional for router in part.ROUTERS),
]
interface = api.build(ROUTERS)

handler400 = "federation.web.middleware.bad_request"
handler500 = "federation.web.middleware.server_error"

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
    *(path("", include(part)) for part in optional),
    path("", include("federation.urls.desk")),  # journal, register: what officers and registrars do
    path("", include("federation.urls.site_texts")),  # about, contact, privacy, legal notice
    path("", include("federation.urls.login")),  # other sites let people log in here
    path("", include("federation.urls.accounts")),  # log in, language, jobs
    path("api/v1/", interface.urls),
    path("admin/", admin.site.urls),
]
