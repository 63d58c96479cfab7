"""Addresses of public pages: home, lists, periods, players, tournaments, clubs, rules."""

from django.urls import URLPattern, URLResolver

from ratings.urls import lists, people, site

urlpatterns: list[URLPattern | URLResolver] = [*site.urlpatterns, *lists.urlpatterns, *people.urlpatterns]
