"""exp, log, log1p, pow and erfc, rounded correctly: the same bits on every machine, compiled or not."""

# Who computes them for an engine: the C library of the machine, or this folder (a numeric contract).
LIBRARY, EXACT = 1, 2
