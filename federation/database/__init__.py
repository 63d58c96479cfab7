"""Helpers of SQL: columns in and out, replicas, time limits of pages, addresses of databases."""
