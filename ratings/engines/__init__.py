"""The rules, compiled: columns of facts in, columns of changes out. Nothing of ours outside is imported."""
