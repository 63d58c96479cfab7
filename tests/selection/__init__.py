"""The tests of what has been touched since main, nearest first, within a time: `./check --fast`."""
