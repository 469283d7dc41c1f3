"""The Storyboarder's second question: one more scene for a storyboard that is there."""

from collections.abc import Iterable

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import scene_text, section_text
from pipeline.agents.model.replies.faults import ReplyFault, ReplyFaultError
from pipeline.agents.model.replies.fields import Reading
from pipeline.agents.model.replies.schemas import OtherSceneReply
from pipeline.agents.protocols import NoOtherSceneError
from pipeline.agents.scene_names import class_name
from pipeline.models.port import ModelError
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task


class SceneFinder(Agent):
    """Asks the text model for a scene that a storyboard lacks."""

    name = "Storyboarder"
    prompt_name = "another_scene"

    def find(
        self, task: Task, board: Storyboard, index: int, turned_down: tuple[SceneSpec, ...]
    ) -> SceneSpec:
        """See `pipeline.agents.protocols.Storyboarder.another`.

        Raises:
            NoOtherSceneError: the model finds none.
            ModelError: no usable reply, also after asking once more.
        """
        known = (*board.scenes, *turned_down)
        request = self.request(
            self._prompt(task, board, index, turned_down), self.limits.storyboard
        )

        def judge(reply: OtherSceneReply, reading: Reading) -> OtherSceneReply | ReplyFault:
            return _repeats(reply, known) or reply

        try:
            answer = ask(self.line, request, OtherSceneReply, (task.text,), judge)
        except ReplyFaultError as error:
            raise ModelError(
                f"The Storyboarder gave no other scene. {error.fault.message}",
                "Ask again, or write the scene yourself.",
            ) from error
        if not answer.value.scenes:
            raise NoOtherSceneError(
                "The model finds nothing in the section that the storyboard does not tell yet."
            )
        scene = answer.value.scenes[0]
        return SceneSpec(
            name=class_name(scene.name, index + 1, [spec.name for spec in board.scenes]),
            claim=scene.claim,
            evidence=scene.evidence,
            takeaway=scene.takeaway,
            duration_hint=scene.duration_hint,
        )

    def _prompt(
        self, task: Task, board: Storyboard, index: int, turned_down: tuple[SceneSpec, ...]
    ) -> str:
        replaced = index < len(board.scenes)
        return self.prompt.fill(
            section=section_text(task),
            scenes=_told(board.scenes, "Scene"),
            turned_down=f"# Turned down\n{_told(turned_down, 'Offer')}" if turned_down else "",
            place=str(index + 1),
            instead=" It replaces the scene that stands there now." if replaced else "",
        )


def _told(scenes: Iterable[SceneSpec], word: str) -> str:
    return "\n\n".join(f"{word} {n}. {scene_text(spec)}" for n, spec in enumerate(scenes, 1))


def _repeats(reply: OtherSceneReply, known: Iterable[SceneSpec]) -> ReplyFault | None:
    """A scene whose claim stands in the storyboard already is no other scene."""
    claims = {_plain(spec.claim) for spec in known}
    if not any(_plain(scene.claim) in claims for scene in reply.scenes[:1]):
        return None
    message = "The scene is one that is there already."
    return ReplyFault(kind="misfit", message=message, fields=("claim: not one that is told",))


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".!? ")
