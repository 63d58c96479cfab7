"""The addresses of the pages whose texts belong to the office, and of their desk."""

from django.urls import URLPattern, URLResolver, path

from federation.views import site_texts

urlpatterns: list[URLPattern | URLResolver] = [
    path("about/", site_texts.show, {"page": "about"}, name="about"),
    path("contact/", site_texts.show, {"page": "contact"}, name="contact"),
    path("privacy/", site_texts.show, {"page": "privacy"}, name="privacy"),
    path("legal/", site_texts.show, {"page": "legal"}, name="legal"),
    path("review/texts/", site_texts.index, name="site-texts"),
    path("review/texts/<slug:page>/<slug:language>/", site_texts.edit, name="site-text-edit"),
]
