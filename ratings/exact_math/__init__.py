"""exp, log, log1p, pow and erfc, rounded correctly: the same bits on every machine, compiled or not."""
