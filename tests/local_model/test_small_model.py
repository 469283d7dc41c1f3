"""SmolLM2 behind a real server: the wire, the schemas, the faults. What it says does not matter."""

import threading
import time
from pathlib import Path

import pytest

from pipeline.agents.model.replies.faults import ReplyFault
from pipeline.agents.model.replies.fields import Reply
from pipeline.agents.model.replies.read import Fitted, read_reply
from pipeline.agents.model.replies.schemas import (
    HintReply,
    LessonReply,
    RationaleReply,
    ReviewReply,
    StoryboardReply,
)
from pipeline.models.endpoint import ModelChat
from pipeline.models.port import ChatRequest, ModelError
from pipeline.models.profile import Limits, ModelChoice, Profile
from pipeline.render_port import CancelledError, CancelToken
from tests.journeys.studio import studio
from tests.local_model.running import LocalModel

pytestmark = [pytest.mark.needs_model, pytest.mark.timeout(1800)]

SCHEMAS: dict[str, type[Reply]] = {
    "one scene that says: longer is slower": StoryboardReply,
    "a hint of five words": HintReply,
    "a review without issues": ReviewReply,
    "a rationale of five words": RationaleReply,
    "a lesson of five words in each field": LessonReply,
}
MOST = 300


def chat_with(model: LocalModel, cancel: CancelToken | None = None) -> ModelChat:
    profile = Profile(
        name="small",
        text=ModelChoice(base_url=model.base_url, model=model.name),
        limits=Limits(stall=600, total=1800, parallel=1),
        temperature=0.0,
        seed=1,
    )
    return ModelChat(profile, {}, cancel or CancelToken())


def request(prompt: str, most: int = 2000) -> ChatRequest:
    return ChatRequest(agent="Trial", system="Be brief.", prompt=prompt, max_tokens=most)


def test_the_test_of_a_profile_says_plainly_what_the_model_can(
    small: LocalModel, tmp_path: Path
) -> None:
    models = ("--text-model", small.name, "--vision-model", small.name)
    place = ("--preset", "llama-cpp", "--base-url", small.base_url)
    assert studio(tmp_path, "profile", "add", "mine", *place, *models).code == 0
    tested = studio(tmp_path, "profile", "test", "mine", timeout=1200)
    assert tested.code == 1
    assert f"lists {small.name}" in tested.stdout
    assert "Replies keep to a strict JSON schema." in tested.stdout
    assert f"{small.name} cannot see images: pick another for reviewing." in tested.stdout
    assert "Traceback" not in tested.stderr
    document = studio(tmp_path, "profile", "test", "mine", "--json", timeout=1200).document
    assert document["json_mode"] == "schema"
    assert document["images"] is False


@pytest.mark.parametrize("wish", SCHEMAS)
def test_a_server_that_takes_a_schema_makes_any_model_keep_to_it(
    small: LocalModel, wish: str
) -> None:
    schema = SCHEMAS[wish]
    chat = chat_with(small)
    reply = chat.complete(request(f"Write {wish} about a pendulum, as JSON.", MOST), schema)
    assert chat.json_mode("text") == "schema"
    assert not chat.notes("text")
    read = read_reply(reply, schema)
    if reply.finish == "length":
        # Small models ramble to the limit: what there is of it keeps to the schema all the same.
        assert isinstance(read, ReplyFault)
        assert read.kind == "truncated"
        first = next(iter(schema.model_fields))
        assert reply.text.lstrip().startswith("{")
        assert f'"{first}"' in reply.text
        return
    assert isinstance(read, Fitted), reply.text


def test_tokens_are_those_that_the_server_counts(small: LocalModel) -> None:
    before = small.tokens()
    reply = chat_with(small).complete(request("Name three colours.", 40))
    after = small.tokens()
    assert not reply.estimated
    assert (reply.tokens.input, reply.tokens.output) == (
        after.input - before.input,
        after.output - before.output,
    )


def test_a_request_longer_than_the_window_is_a_fault_with_a_name(small: LocalModel) -> None:
    with pytest.raises(ModelError) as caught:
        chat_with(small).complete(request("The period doubles. " * 4000))
    assert caught.value.kind == "context_too_long"
    assert "longer than" in caught.value.message
    assert caught.value.remedy


def test_a_cancel_stops_the_server_too(small: LocalModel) -> None:
    cancel = CancelToken()
    chat = chat_with(small, cancel)
    endings: list[BaseException] = []

    def call() -> None:
        try:
            chat.complete(request("Count from 1 to 10000 in words.", 8000))
        except CancelledError as ended:
            endings.append(ended)

    thread = threading.Thread(target=call)
    thread.start()
    while small.counted("requests_processing") == 0:
        time.sleep(0.05)
    cancel.cancel()
    thread.join(60)
    assert len(endings) == 1
    while small.counted("requests_processing"):
        time.sleep(0.05)
