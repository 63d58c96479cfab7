"""What was worked out for a page and is kept for the next one: each process's own, unless Redis holds it."""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

pages = ConnectionProxy(caches, "pages")
