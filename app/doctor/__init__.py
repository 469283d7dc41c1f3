"""What works on this machine, found by trying it."""

from app.doctor.check import Check
from app.doctor.run import run_doctor

__all__ = ["Check", "run_doctor"]
