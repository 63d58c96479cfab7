"""Entrants of a revision: matches proposed, decided and declined, numbers of other players."""
