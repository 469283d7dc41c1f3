"""A rating in a run reaches no agent: no prompt holds it, and no work on the run opens its file."""

import sys
from pathlib import Path

import pytest

from app.editing.comments import Comments
from app.editing.human import render_by_hand
from app.editing.learning import learn_from
from app.editing.ratings import SCALES, Rating, Ratings
from app.editing.revising import send_to_reviser
from app.paths import DataPaths
from memory_store.bank import Bank
from memory_store.testing import WordEmbedder
from pipeline.agents.model import model_cast
from pipeline.loop.services import Services
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from tests.loop.scripted import ScriptedRenderer, nothing_lost, program
from tests.model_agents.chat import ScriptedChat
from tests.model_agents.stage import ANSWERS, PASS

OTHER = program("u=0", note="dot").replace("RIGHT", "LEFT")
MARK = "zebra-striped remark"


class Opened:
    """Paths that this process opens, for as long as it is switched on."""

    def __init__(self) -> None:
        self.paths: list[str] | None = None
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.paths is not None and event in ("open", "os.listdir", "os.scandir"):
            self.paths.append(str(arguments[0]))


@pytest.fixture(scope="module")
def opened() -> Opened:
    """An audit hook cannot be taken back: one for the file, off outside its test."""
    return Opened()


def test_edits_revisions_and_lessons_with_models_know_nothing_of_ratings(
    folder: RunFolder, paths: DataPaths, tmp_path: Path, opened: Opened
) -> None:
    form = dict.fromkeys(SCALES, 2)
    for t in (1, 2):
        Ratings(folder).save(
            "s1", t, Rating(usable=False, flags=("overlap", "other"), comment=MARK, **form)
        )
    comment = Comments(folder).add("s1", 2, 1, "Make the dot larger.")
    chat = ScriptedChat(
        ANSWERS
        | {
            "VisualReviser": [f"```python\n{OTHER}```"],
            "VisualReviewer": [PASS],
        }
    )
    work = Services(
        cast=model_cast(chat),
        renderer=ScriptedRenderer(still=True),
        cancel=CancelToken(),
        lost_content=nothing_lost,
    )
    opened.paths = []
    try:
        revised = send_to_reviser(paths, folder, (comment.id,), work.cancel, services=work)
        edited = render_by_hand(
            paths, folder, "s1", 1, program("u=0", note="mine"), work.cancel, services=work
        )
        with Bank.open(tmp_path / "bank", WordEmbedder(), create=True) as bank:
            for made in (revised, edited):
                learn_from(
                    paths,
                    folder,
                    "s1",
                    made.candidate.t,
                    work.cancel,
                    kind="failure",
                    services=work,
                    memory=bank,
                )
            record = bank.show(1).model_dump_json()
    finally:
        touched, opened.paths = opened.paths, None
    assert {r.agent for r in chat.requests} == {
        "VisualReviser",
        "VisualReviewer",
        "LessonDistiller",
    }
    assert any("Make the dot larger" in r.prompt for r in chat.asked("VisualReviser"))
    said = "".join(r.system + r.prompt for r in chat.requests) + record
    for word in (MARK, "key_claim_coverage", 'usable":', "first_attempt_usability"):
        assert word not in said
    assert any("scene.py" in path or "candidate.json" in path for path in touched)
    assert [path for path in touched if "ratings" in Path(path).parts] == []
    assert MARK not in "".join(
        p.read_text("utf-8", errors="replace")
        for p in folder.root.rglob("*.json*")
        if "ratings" not in p.parts
    )
