"""Tests that run on both databases: how they are found, and the list of them.

`python -m tests.dialects` runs every test that asks a database on SQLite and on PostgreSQL, writes down the
SQL of each, and chooses the cases that have to run on both (cases.txt).
"""
