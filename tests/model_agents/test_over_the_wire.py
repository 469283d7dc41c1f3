"""The whole cast against a loopback server that checks the wire format strictly."""

import json
import re
import threading

import pytest

from memory_store.bank import Bank
from pipeline.agents.model import model_cast
from pipeline.models.profile import JsonMode
from tests.model_agents.chat import Answer, Notes
from tests.model_agents.stage import ANSWERS, Stage
from tests.models.loopback import Loopback, Seen
from tests.models.profiles import KEY, chat_with
from tests.models.replies import Reply, say

HEADINGS = {
    "Storyboarder": "Storyboarder",
    "Coder": "Coder",
    "Reviser": "VisualReviser",
    "Reviewer of failures": "TextReviewer",
    "Reviewer of scenes": "VisualReviewer",
    "Writer of rationales": "RationaleWriter",
    "Distiller of lessons": "LessonDistiller",
}


class Model:
    """Answers each agent from the script; knows it by the heading of its rules."""

    def __init__(self, answers: dict[str, list[Answer]]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        self.pictures: dict[str, int] = {}
        self.lock = threading.Lock()

    def __call__(self, seen: Seen) -> Reply:
        messages = seen.body["messages"]
        heading = re.search(r"^# (.+)$", messages[0]["content"], re.MULTILINE)
        assert heading is not None
        agent = HEADINGS[heading[1]]
        parts = messages[-1]["content"]
        with self.lock:
            count = self.asked.count(agent)
            self.asked.append(agent)
            shown = [p for p in parts if isinstance(p, dict) and p["type"] == "image_url"]
            self.pictures[agent] = len(shown)
        script = self.answers[agent]
        answer = script[min(count, len(script) - 1)]
        return say(answer if isinstance(answer, str) else json.dumps(answer))


@pytest.mark.parametrize("mode", ["schema", "object", "text"])
def test_the_whole_cast_plays_a_run_over_the_wire(stage: Stage, bank: Bank, mode: JsonMode) -> None:
    model, notes = Model(ANSWERS), Notes()
    with Loopback(model, key=KEY) as server:
        outcome, _ = stage.play(model_cast(chat_with(server, json_mode=mode), log=notes), bank)
        counted = server.counted
    (scene,) = outcome.scenes
    assert [i.u for i in scene.iterations] == [None, 75, 89]
    assert len(outcome.learned.added) == 3
    assert sorted(model.asked) == sorted(
        ["Storyboarder", "Coder", "Coder", "TextReviewer", "VisualReviewer", "VisualReviewer",
         "VisualReviser", "RationaleWriter", "LessonDistiller", "LessonDistiller"]
    )  # fmt: skip
    assert {agent for agent, count in model.pictures.items() if count} == {"VisualReviewer"}
    assert model.pictures["VisualReviewer"] == 4
    assert not notes
    assert counted
    for id_ in outcome.learned.added:
        assert KEY not in bank.show(id_).model_dump_json()
