"""`./run doctor`: what works on this machine."""

import argparse

from app.cli.output import Output
from app.doctor import run_doctor
from app.errors import ExitCode
from pipeline.render_port import CancelToken


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """Exit 0 if everything works, 3 if something is missing."""
    checks = run_doctor()
    ok = all(check.ok for check in checks)
    output.document(
        {
            "ok": ok,
            "checks": [
                {
                    "name": check.name,
                    "ok": check.ok,
                    "detail": check.detail,
                    "remedy": check.remedy,
                }
                for check in checks
            ],
        }
    )
    width = max((len(check.name) for check in checks), default=0)
    for check in checks:
        sign = "ok     " if check.ok else "MISSING"
        output.line(f"{sign}  {check.name:<{width}}  {check.detail}")
        if not check.ok and check.remedy:
            output.line(f"         {'':<{width}}  -> {check.remedy}")
    return ExitCode.DONE if ok else ExitCode.ENVIRONMENT
