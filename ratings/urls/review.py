"""The addresses of the rating officer: review, runs, publication, decisions of the office."""

from django.urls import URLPattern, URLResolver, path

from ratings.views.office import (
    alarm_thresholds,
    decision_preview,
    differences,
    followers,
    laboratory,
    manual_events,
    month_end,
    operations,
    prepared,
    review,
    run_actions,
    run_player,
    tournament_preview,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("desk/<int:number>/<int:revision>/preview/", tournament_preview.show, name="desk-preview"),
    path("review/", review.overview, name="review"),
    path("jobs/", operations.show, name="operations"),
    path("jobs/<int:number>/retry/", operations.retry, name="job-retry"),
    path("review/month-end/", month_end.show, name="month-end"),
    path("review/<slug:system>/schedule/", month_end.edit_schedule, name="schedule-list"),
    path("review/runs/<int:pk>/", review.run, name="run"),
    path("review/runs/<int:pk>/apply/", run_actions.apply, name="run-apply"),
    path("review/runs/<int:pk>/discard/", run_actions.discard, name="run-discard"),
    path("review/runs/<int:pk>/undo/", run_actions.undo, name="run-undo"),
    path("review/runs/<int:pk>/cancel/", run_actions.cancel, name="run-cancel"),
    path("review/runs/<int:pk>/changes.csv", review.changes, name="run-changes"),
    path("review/runs/<int:pk>/players.csv", run_player.players, name="run-players"),
    path("review/runs/<int:pk>/players/<int:number>/", run_player.player, name="run-player"),
    path("review/tournaments/<int:number>/", run_player.tournament, name="effects"),
    path("review/followers/", followers.show, name="followers"),
    path("review/followers/<int:pk>/data.json", followers.hand_out, name="follower-data"),
    path("review/followers/<int:pk>/erase/", followers.erase, name="follower-erase"),
    path("review/lists/<int:pk>/", prepared.show, name="prepared-list"),
    path("review/lists/<int:pk>/differences/", differences.show, name="difference-list"),
    path("review/lists/<int:pk>/publish/", prepared.release, name="prepared-release"),
    path("review/lists/<int:pk>/drop/", prepared.drop, name="prepared-drop"),
    path("review/laboratory/", laboratory.overview, name="laboratory"),
    path("review/laboratory/new/<slug:system>/", laboratory.new, name="simulation-new"),
    path("review/laboratory/<int:pk>/cancel/", laboratory.cancel, name="simulation-cancel"),
    path("review/laboratory/<int:pk>/<slug:fingerprint>/", laboratory.show, name="simulation"),
    path(
        "review/laboratory/<int:pk>/<slug:fingerprint>/<slug:name>.csv",
        laboratory.table,
        name="simulation-table",
    ),
    path("review/<slug:system>/bounds/", alarm_thresholds.edit, name="alarm-bounds"),
    path("review/events/players/", manual_events.candidates, name="manual-event-players"),
    path("review/events/<int:pk>/withdraw/", manual_events.withdraw, name="manual-event-withdraw"),
    path("review/<slug:system>/run/", review.request_run, name="run-request"),
    path("review/<slug:system>/publish/", review.publish, name="list-publish"),
    path(
        "review/<slug:system>/events/preview/<int:job>/", decision_preview.show, name="manual-event-preview"
    ),
    path("review/<slug:system>/events/", manual_events.events, name="manual-events"),
]
