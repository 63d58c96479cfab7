"""The site map, read top to bottom."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("ratings.urls")),  # home, lists, players, tournaments, clubs: what everybody reads
    path("", include("tournaments.urls")),  # upload, desk: what organisers and officers do
    path("", include("ratings.urls_review")),  # review, runs, manual events
    path("", include("federation.urls_desk")),  # journal, register: what officers and registrars do
    path("", include("federation.urls_accounts")),  # log in, language, jobs
    path("admin/", admin.site.urls),
]
