"""Addresses of the laboratory: pages for everybody, the desk of rating commissions, calls of the API."""

from django.urls import URLPattern, URLResolver, path

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import RULES, Help, public_page
from ratings.laboratory.api import router
from ratings.laboratory.views import job_figures, pool_health, simulation_player, simulations, trials

SIMULATED = Help(
    gettext_noop("Simulated rules never make a rating: no list and no page of a player has them."), RULES
)
ROUTERS = [("/simulations", router)]

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "laboratory/trials/",
        trials.index,
        name="trials",
        help_line=SIMULATED,
        description=gettext_noop("Rules that %(federation)s calculates beside those in force, on trial."),
    ),
    public_page("laboratory/trials/<key:pk>/", trials.show, name="trial", help_line=SIMULATED),
    path("laboratory/trials/<key:pk>/months.csv", trials.file, name="trial-file"),
    public_page(
        "laboratory/<key:pk>/<slug:fingerprint>/players/<key:number>/",
        simulation_player.show,
        name="simulation-player",
        help_line=SIMULATED,
    ),
    path(
        "laboratory/<key:pk>/<slug:fingerprint>/players/<key:number>.csv",
        simulation_player.file,
        name="simulation-player-file",
    ),
    path("review/laboratory/", simulations.overview, name="laboratory"),
    path("review/laboratory/new/<slug:system>/", simulations.new, name="simulation-new"),
    path("review/laboratory/pool/<slug:system>/", pool_health.show, name="pool-health"),
    path("review/laboratory/pool/<slug:system>/calculate/", pool_health.request, name="pool-health-request"),
    path("review/laboratory/pool/<slug:system>/groups.csv", pool_health.groups, name="pool-health-groups"),
    path("review/laboratory/late/<slug:system>/", job_figures.late_page, name="late-events"),
    path(
        "review/laboratory/late/<slug:system>/calculate/",
        job_figures.late_request,
        name="late-events-request",
    ),
    path(
        "review/laboratory/late/<slug:system>/<slug:name>.csv", job_figures.late_file, name="late-events-file"
    ),
    path("review/laboratory/whole-history/<slug:system>/", job_figures.history_page, name="whole-history"),
    path(
        "review/laboratory/whole-history/<slug:system>/calculate/",
        job_figures.history_request,
        name="whole-history-request",
    ),
    path(
        "review/laboratory/whole-history/<slug:system>/players.csv",
        job_figures.history_players,
        name="whole-history-players",
    ),
    path("review/laboratory/<key:pk>/cancel/", simulations.cancel, name="simulation-cancel"),
    path("review/laboratory/<key:pk>/trial/", trials.begin, name="trial-begin"),
    path("review/laboratory/trials/<key:pk>/end/", trials.end, name="trial-end"),
    path("review/laboratory/<key:pk>/lines/", simulations.request_lines, name="simulation-lines"),
    path("review/laboratory/<key:pk>/open/", simulations.open_lines, name="simulation-open"),
    path(
        "review/laboratory/<key:pk>/lines/delete/",
        simulations.delete_lines,
        name="simulation-lines-delete",
    ),
    path("review/laboratory/<key:pk>/player/", simulations.find_player, name="simulation-player-find"),
    path("review/laboratory/<key:pk>/delete/", simulations.delete, name="simulation-delete"),
    path("review/laboratory/<key:pk>/<slug:fingerprint>/", simulations.show, name="simulation"),
    path(
        "review/laboratory/<key:pk>/<slug:fingerprint>/report.json",
        simulations.whole,
        name="simulation-json",
    ),
    path(
        "review/laboratory/<key:pk>/<slug:fingerprint>/<slug:name>.csv",
        simulations.table,
        name="simulation-table",
    ),
]
