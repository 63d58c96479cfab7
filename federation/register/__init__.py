"""The register: players, clubs, regions and numbers; merging; candidates for the names of a tournament."""
