"""Recalculation: request, compute, compare, apply, undo; manual events; alarms."""
