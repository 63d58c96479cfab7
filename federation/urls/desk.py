"""The addresses of the register's desk and of the journal."""

from django.urls import URLPattern, URLResolver, path

from federation.views import (
    clubs,
    clubs_named,
    federations,
    journal,
    list_imports,
    player_edit,
    regions,
    register,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("journal/", journal.journal, name="journal"),
    path("journal/lines.csv", journal.lines, name="journal-lines"),
    path("register/", register.desk, name="register"),
    path("register/<int:number>/", register.player, name="register-player"),
    path("register/<int:number>/edit/", player_edit.edit, name="register-edit"),
    path("register/<int:number>/privacy/", register.choose_privacy, name="register-privacy"),
    path("register/<int:number>/data.json", register.hand_out, name="register-data"),
    path("register/<int:number>/erase/", register.erase, name="register-erase"),
    path("register/clubs/", clubs.index, name="register-clubs"),
    path("register/clubs/new/", clubs.new, name="register-club-new"),
    path("register/clubs/named/", clubs_named.index, name="register-clubs-named"),
    path("register/clubs/merge/", clubs.merge, name="register-club-merge"),
    path("register/clubs/<int:pk>/", clubs.club, name="register-club"),
    path("register/clubs/<int:pk>/delete/", clubs.delete, name="register-club-delete"),
    path("register/clubs/changes/<int:pk>/undo/", clubs.undo, name="register-club-undo"),
    path("register/federations/", federations.index, name="register-federations"),
    path("register/regions/", regions.index, name="register-regions"),
    path("register/regions/<int:pk>/", regions.region, name="register-region"),
    path("register/imports/", list_imports.index, name="register-imports"),
    path("register/imports/<int:pk>/", list_imports.show, name="register-import"),
    path("register/imports/<int:pk>/decide/", list_imports.decide, name="register-import-decide"),
    path("register/imports/<int:pk>/apply/", list_imports.apply, name="register-import-apply"),
    path("register/imports/<int:pk>/drop/", list_imports.drop, name="register-import-drop"),
    path("register/merge/", register.merge, name="register-merge"),
    path("register/merges/<int:pk>/", register.merged, name="merge"),
    path("register/merges/<int:pk>/undo/", register.undo, name="merge-undo"),
]
