"""The words of the field: rating systems, grades, countries, names, messages. Pure, and below all else."""
