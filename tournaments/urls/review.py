"""The addresses of an officer's desk: the queue, approving several, reviewing one."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import duplicates, four_eyes, onward, queue, reviewing

_revision: list[URLPattern | URLResolver] = [
    path("review/", reviewing.show, name="desk-review"),
    path("review/claim/", reviewing.claim, name="desk-claim"),
    path("review/take-over/", reviewing.take_over, name="desk-take-over"),
    path("review/leave/", reviewing.leave, name="desk-leave"),
    path("review/consent/", four_eyes.consent, name="desk-consent"),
    path("review/return/", reviewing.send_back, name="desk-review-return"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("desk/queue/", queue.show, name="queue"),
    path("desk/queue/public/", four_eyes.edit_handed_in, name="handed-in-rule"),
    path("desk/queue/second-eyes/", four_eyes.edit, name="four-eyes"),
    path("desk/duplicates/", duplicates.index, name="duplicates"),
    path("desk/queue/approve/", queue.approve, name="queue-approve"),
    path("desk/queue/approved/<key:pk>/", queue.outcomes, name="queue-outcomes"),
    path("desk/onward/", onward.show_board, name="onward"),
    path("desk/onward/rule/", onward.edit_rule, name="onward-rule"),
    path("desk/<key:number>/<key:revision>/", include(_revision)),
]
