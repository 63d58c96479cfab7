"""The addresses of the register's desk that need tournaments: the matching of entrants, enrolments."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import enrolments, registering

urlpatterns: list[URLPattern | URLResolver] = [
    path("register/new/", registering.new, name="register-new"),
    path("register/enrolments/", enrolments.index, name="register-enrolments"),
    path("register/enrolments/<key:pk>/", enrolments.show, name="register-enrolment"),
    path("register/enrolments/<key:pk>/undo/", enrolments.undo, name="register-enrolment-undo"),
]
