"""The addresses of the desk: what organisers hand in and officers decide."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import acts, by_hand, corrections, desk, duplicates, mail, match, onward, upload

_revision: list[URLPattern | URLResolver] = [
    path("", desk.tournament, name="desk-tournament"),
    path("file/", desk.file, name="desk-file"),
    path("export/<slug:key>/", desk.export, name="desk-export"),
    path("onward/", onward.show, name="desk-onward"),
    path("onward/<slug:receiver>/file/", onward.file, name="desk-onward-file"),
    path("onward/<slug:receiver>/sent/", onward.sent, name="desk-onward-sent"),
    path("onward/<slug:receiver>/act/<slug:kind>/", onward.act, name="desk-onward-act"),
    path("match/", match.match, name="desk-match"),
    path("match/search/", match.search, name="desk-match-search"),
    path("rounds/<key:at>/<key:entrant>/", corrections.cell, name="desk-cell"),
    path("entrants/<key:entrant>/", corrections.entrant, name="desk-entrant"),
    path("confirm/", corrections.confirm, name="desk-confirm"),
    path("counts/", acts.rule_systems, name="desk-rule"),
    path("answers/", acts.answer, name="desk-answer"),
    path("submit/", acts.submit, name="desk-submit"),
    path("compare/<key:other>/", duplicates.compare, name="desk-compare"),
    path("approve/", acts.approve, name="desk-approve"),
    path("return/", acts.send_back, name="desk-return"),
    path("withdraw/", acts.withdraw, name="desk-withdraw"),
    path("reopen/", acts.reopen, name="desk-reopen"),
    path("revoke/", acts.revoke, name="desk-revoke"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("upload/", upload.upload, name="upload"),
    path("upload/template.csv", upload.template, name="upload-template"),
    path("upload/by-hand/", by_hand.by_hand, name="upload-by-hand"),
    path("upload/<key:pk>/", upload.findings, name="upload-findings"),
    path("desk/", desk.desk, name="desk"),
    path("account/mail/", mail.preferences, name="mail-preferences"),
    path("account/mail/off/<str:token>/", mail.off, name="mail-off"),
    path("tournaments/<key:number>/export/<slug:key>/", desk.export_approved, name="tournament-export"),
    path("desk/<key:number>/<key:revision>/", include(_revision)),
]
