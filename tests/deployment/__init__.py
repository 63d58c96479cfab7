"""docs/deploy.md walked as it stands, in fresh Debian trees: run by hand, as root, outside `./check`."""
