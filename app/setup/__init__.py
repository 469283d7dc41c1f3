"""Set-up of the machine, run by any Python 3.11+ before a virtual environment exists.

Everything here uses the standard library alone.
"""
