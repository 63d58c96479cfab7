"""The address of the register's desk that needs the matching of entrants."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import registering

urlpatterns: list[URLPattern | URLResolver] = [
    path("register/new/", registering.new, name="register-new"),
]
