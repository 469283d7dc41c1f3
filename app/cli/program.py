"""Reading a program given on the command line, and showing findings."""

from dataclasses import asdict
from pathlib import Path

from app.cli.output import Output
from app.errors import wrong_use
from pipeline.checks.parsing import MAX_CHARACTERS, parse_program
from pipeline.checks.reply import extract_program
from pipeline.schema.finding import Finding

MAX_BYTES = 8 * 1024 * 1024


def read_program(path: Path, scene: str) -> str | bytes:
    """The program in a file; if the file is a model's reply, the block that defines the scene.

    A file that is a program as it stands is handed on unchanged, line ends and all. What is not
    UTF-8, too long for a reply, or holds no program is handed on too: the check has words for it.

    Raises:
        StudioError: the file is missing, a folder, unreadable or far too large.
    """
    try:
        if path.is_dir():
            raise wrong_use(f"{path} is a folder.", "Give a Python file in it.", "directory")
        if path.exists() and not path.is_file():
            raise wrong_use(f"{path} is not a regular file.", "Give a Python file.", "unreadable")
        if path.stat().st_size > MAX_BYTES:
            raise wrong_use(
                f"{path} has more than {MAX_BYTES // 1024**2} MB.",
                "Give the program of one animation.",
                "too_long",
            )
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise wrong_use(f"There is no file {path}.", "Check the name.", "missing") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise wrong_use(f"{path} cannot be read: {reason}.", "Check it.", "unreadable") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data
    if len(text) > MAX_CHARACTERS or not isinstance(parse_program(text), Finding):
        return text
    return extract_program(text, scene).program or text


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding as the JSON of the command line has it; empty fields of geometry are left out."""
    document: dict[str, object] = {
        "rule": finding.rule,
        "severity": finding.severity,
        "line": finding.line,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "layer": finding.layer,
        "edits": [asdict(edit) for edit in finding.edits],
    }
    if finding.layer == "geometry":
        document |= {
            "time": finding.time,
            "until": finding.until,
            "boxes": [asdict(box) for box in finding.boxes],
            "subjects": list(finding.subjects),
            "amount": finding.amount,
            "limit": finding.limit,
            "unit": finding.unit,
        }
    return document


def print_findings(output: Output, findings: tuple[Finding, ...]) -> None:
    """One line a finding, for people."""
    for finding in findings:
        place = f"line {finding.line}: " if finding.line else ""
        if not place and finding.time is not None:
            place = f"at {finding.time:.1f} s: "
        advice = f" {finding.suggestion}" if finding.suggestion else ""
        output.line(f"{finding.severity}: {place}{finding.message}{advice} [{finding.rule}]")
