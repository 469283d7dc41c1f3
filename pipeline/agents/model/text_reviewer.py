"""The TextReviewer: reads a failure and hints at the cure."""

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import failure_text, program_text, scene_text
from pipeline.agents.model.replies.faults import ReplyFaultError
from pipeline.agents.model.replies.schemas import HintReply
from pipeline.agents.protocols import CodeRequest
from pipeline.schema.review import Hint

WORDS = 60


class ModelTextReviewer(Agent):
    """A TextReviewer that asks the text model. Neither it nor its prompt sees the memory."""

    name = "TextReviewer"
    prompt_name = "text_reviewer"

    def hint(self, request: CodeRequest) -> Hint:
        """At most 60 words; where no hint can be had, a plain one that says so."""
        if not request.attempts:
            return Hint(text="There is no failed attempt to read.", decision="give_up")
        *earlier, last = request.attempts
        before = [
            f"Attempt {number} before it failed too.\n{failure_text(attempt)}"
            for number, attempt in enumerate(earlier, start=1)
        ]
        prompt = self.prompt.fill(
            scene=scene_text(request.spec),
            program=program_text(last.program, "failed program"),
            earlier="\n".join(before),
            failure=failure_text(last),
        )
        chat = self.request(prompt, self.limits.hint, request.spec.name)
        try:
            answer = ask(self.line, chat, HintReply, (request.task.text, last.program))
        except ReplyFaultError as error:
            text = (
                f"No hint could be had ({error.fault.message.rstrip('.')[:120]}). "
                "Cure what the error and the findings name, and nothing else."
            )
            return Hint(text=at_most_words(text), decision="retry")
        return Hint(text=at_most_words(answer.value.hint), decision=answer.value.decision)


def at_most_words(text: str, limit: int = WORDS) -> str:
    """The first `limit` words."""
    words = text.split()
    return " ".join(words) if len(words) <= limit else " ".join(words[: limit - 1]) + " ..."
