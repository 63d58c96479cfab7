#!/usr/bin/env python3
"""Palmares from the command line: every command of the project starts here."""

from federation.management.command_line import main

if __name__ == "__main__":
    main()
