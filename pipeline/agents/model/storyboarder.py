"""The Storyboarder: decomposes a section into scenes."""

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.another_scene import SceneFinder
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import section_text
from pipeline.agents.model.replies.faults import ReplyFaultError, ReplyNote
from pipeline.agents.model.replies.schemas import SceneReply, StoryboardReply
from pipeline.agents.scene_names import class_name
from pipeline.models.port import ModelError
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task


class ModelStoryboarder(Agent):
    """A Storyboarder that asks the text model."""

    name = "Storyboarder"
    prompt_name = "storyboarder"

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        """Between one and `max_scenes` scenes; more than that are left out, with a note.

        Raises:
            ModelError: no usable storyboard, also after asking once more.
        """
        prompt = self.prompt.fill(section=section_text(task), limit=str(max_scenes))
        request = self.request(prompt, self.limits.storyboard)
        try:
            answer = ask(self.line, request, StoryboardReply, (task.text,))
        except ReplyFaultError as error:
            raise ModelError(
                f"The Storyboarder gave no storyboard. {error.fault.message}",
                "Resume the run to ask again, or choose another text model.",
            ) from error
        scenes = answer.value.scenes
        if len(scenes) > max_scenes:
            message = f"Only the first {max_scenes} of {len(scenes)} scenes were kept."
            self.line.log(ReplyNote(agent=self.name, scene="", kind="note", message=message))
        return _storyboard(scenes[:max_scenes])

    def another(
        self,
        task: Task,
        board: Storyboard,
        index: int,
        turned_down: tuple[SceneSpec, ...] = (),
    ) -> SceneSpec:
        """See `pipeline.agents.protocols.Storyboarder`."""
        return SceneFinder(self.line, self.limits).find(task, board, index, turned_down)


def _storyboard(scenes: tuple[SceneReply, ...]) -> Storyboard:
    names: list[str] = []
    for number, scene in enumerate(scenes, start=1):
        names.append(class_name(scene.name, number, names))
    return Storyboard(
        scenes=tuple(
            SceneSpec(
                name=name,
                claim=scene.claim,
                evidence=scene.evidence,
                takeaway=scene.takeaway,
                duration_hint=scene.duration_hint,
            )
            for name, scene in zip(names, scenes, strict=True)
        )
    )
