"""The addresses of the rating officer: review, runs, publication, decisions of the office."""

from django.urls import URLPattern, URLResolver, path

from ratings.views.office import (
    followers,
    licences,
    manual_events,
    month_end,
    operations,
    prepared,
    review,
    run_player,
    tournament_preview,
    witnesses,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("desk/<key:number>/<key:revision>/preview/", tournament_preview.show, name="desk-preview"),
    path("review/", review.overview, name="review"),
    path("jobs/", operations.show, name="operations"),
    path("jobs/<key:number>/retry/", operations.retry, name="job-retry"),
    path("jobs/test-mail/", operations.send_test_mail, name="test-mail"),
    path("review/licence/", licences.edit, name="data-licence"),
    path("review/witnesses/", witnesses.show, name="witnesses"),
    path("review/witnesses/<slug:kind>/<key:pk>/remove/", witnesses.remove, name="witness-remove"),
    path("review/witnesses/alarms/<key:pk>/settle/", witnesses.settle, name="log-alarm-settle"),
    path("review/month-end/", month_end.show, name="month-end"),
    path("review/<slug:system>/schedule/", month_end.edit_schedule, name="schedule-list"),
    path("review/runs/<key:pk>/", review.run, name="run"),
    path("review/runs/<key:pk>/apply/", review.apply, name="run-apply"),
    path("review/runs/<key:pk>/discard/", review.discard, name="run-discard"),
    path("review/runs/<key:pk>/undo/", review.undo, name="run-undo"),
    path("review/runs/<key:pk>/cancel/", review.cancel, name="run-cancel"),
    path("review/runs/<key:pk>/changes.csv", review.changes, name="run-changes"),
    path("review/runs/<key:pk>/players.csv", run_player.players, name="run-players"),
    path("review/runs/<key:pk>/players/<key:number>/", run_player.player, name="run-player"),
    path("review/tournaments/<key:number>/", run_player.tournament, name="effects"),
    path("review/followers/", followers.show, name="followers"),
    path("review/followers/<key:pk>/data.json", followers.hand_out, name="follower-data"),
    path("review/followers/<key:pk>/erase/", followers.erase, name="follower-erase"),
    path("review/lists/<key:pk>/", prepared.show, name="prepared-list"),
    path("review/lists/<key:pk>/differences/", prepared.show_differences, name="difference-list"),
    path("review/lists/<key:pk>/publish/", prepared.release, name="prepared-release"),
    path("review/lists/<key:pk>/drop/", prepared.drop, name="prepared-drop"),
    path("review/<slug:system>/bounds/", review.edit_thresholds, name="alarm-bounds"),
    path("review/events/players/", manual_events.candidates, name="manual-event-players"),
    path("review/events/<key:pk>/withdraw/", manual_events.withdraw, name="manual-event-withdraw"),
    path("review/<slug:system>/run/", review.request_run, name="run-request"),
    path("review/<slug:system>/publish/", review.publish, name="list-publish"),
    path(
        "review/<slug:system>/events/preview/<key:job>/", manual_events.preview, name="manual-event-preview"
    ),
    path("review/<slug:system>/events/", manual_events.events, name="manual-events"),
]
