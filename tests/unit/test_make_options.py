"""What the options of `./run make` become in the settings of a run."""

from pathlib import Path

import pytest

from app.cli.parser import build_parser
from app.cli.plan import plan_of
from tests.journeys.studio import SECTION


@pytest.mark.parametrize(("given", "repair"), [([], True), (["--no-repair"], False)])
def test_refused_programs_are_mended_unless_told_otherwise(
    tmp_path: Path, given: list[str], repair: bool
) -> None:
    file = tmp_path / "section.md"
    file.write_text(SECTION)
    options = build_parser().parse_args(["make", str(file), *given])
    assert plan_of(options).settings.repair is repair
