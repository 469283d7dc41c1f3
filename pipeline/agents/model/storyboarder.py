"""The Storyboarder: decomposes a section into scenes."""

import keyword
import re
import unicodedata

from pipeline.agents.model.agent import Agent
from pipeline.agents.model.ask import ask
from pipeline.agents.model.context import section_text
from pipeline.agents.model.replies.faults import ReplyFault, ReplyFaultError, ReplyNote
from pipeline.agents.model.replies.fields import Reading
from pipeline.agents.model.replies.schemas import SceneReply, StoryboardReply
from pipeline.checks.words import words
from pipeline.models.port import ModelError
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task

# Names of Manim that a scene may well be called after; a scene of that name would hide them.
_TAKEN = words(
    """Angle Animation AnnularSector Annulus Arc Arrow Arrow3D Axes BarChart Brace BraceLabel
    BulletedList Camera Circle Circumscribe Code Cone Create Cross Cube Cylinder DecimalNumber
    DiGraph Dot Dot3D Elbow Ellipse FadeIn FadeOut Flash FunctionGraph Graph Group Homotopy
    Indicate Integer Label Line Line3D LogBase MathTex Matrix MarkupText Mobject
    MovingCameraScene NumberLine NumberPlane ParametricFunction Point Polygon Polygram
    Polyhedron Prism Prod Rectangle RegularPolygon Restore Rotate Rotating Scene Sector Sphere
    Square Star Succession Sum Surface SurroundingRectangle Swap Table Tex Tetrahedron Text
    ThreeDAxes ThreeDScene Title Torus Transform Triangle Underline Uncreate Union Unwrite
    ValueTracker Variable Vector VectorField VectorScene Wait Wiggle Write ZoomedScene
    Difference Intersection Exclusion Broadcast Blink"""
)
_LONGEST = 40


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
            answer = ask(self.line, request, StoryboardReply, (task.text,), _judge)
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


def _judge(reply: StoryboardReply, reading: Reading) -> StoryboardReply | ReplyFault:
    if reply.scenes:
        return reply
    message = "The storyboard has no scenes."
    return ReplyFault(kind="misfit", message=message, fields=("scenes: at least one",))


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


def class_name(wish: str, number: int, used: list[str]) -> str:
    """A name as the model gave it if Python and Manim leave it free, else the nearest that is.

    Args:
        number: 1-based place in the storyboard.
        used: names of the scenes before.
    """
    plain = unicodedata.normalize("NFKD", wish)
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    name = letters
    if not re.fullmatch(r"[A-Za-z_]\w*", letters, re.ASCII):
        parts = re.findall(r"[A-Za-z0-9]+", letters)
        name = "".join(part[:1].upper() + part[1:] for part in parts)
    name = name.strip("_")[:_LONGEST]
    if not name or name[0].isdigit():
        name = f"Scene{number}{name}"
    if name in _TAKEN or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        name += "Explained"
    if name in used:
        name = f"{name}{number}"
    while name in used:
        name += "x"
    return name
