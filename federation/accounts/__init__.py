"""Accounts: who can log in, as what, and how; django-allauth's adapters."""
