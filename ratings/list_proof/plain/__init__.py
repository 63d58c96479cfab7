"""Plain Python for the part of numpy and numba that engines use, without packages.

In the verifier's file `arrays` is called numpy, `typing` numpy.typing and `compiler` numba; no other
module imports them. The formulas are those of the engines, which do not know what runs them.
"""
