"""Receivers of the register's signals and of the steps of a tournament."""
