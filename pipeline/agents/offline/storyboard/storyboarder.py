"""Planning scenes from the text of a section, without a model."""

from pipeline.agents.offline.reading import Section, read_section
from pipeline.agents.offline.storyboard.anchors import find_anchors
from pipeline.agents.offline.storyboard.another import find_another
from pipeline.agents.offline.storyboard.partition import partition, scene_count
from pipeline.agents.offline.storyboard.planner import plan_scenes
from pipeline.agents.offline.storyboard.wording import term_weights
from pipeline.schema.storyboard import SceneSpec, Storyboard
from pipeline.schema.task import Task

_SPOKEN_CHARACTERS = 400


class OfflineStoryboarder:
    """The Storyboarder of the built-in cast.

    A section is cut into consecutive parts, each around the strongest content of its own: steps,
    a formula, numbers that compare, dates, a list. Kinds differ from scene to scene where the
    section allows it. The result depends on the task alone.
    """

    def storyboard(self, task: Task, max_scenes: int) -> Storyboard:
        """Between one and `max_scenes` scenes in the order of the section; never fails."""
        section = _readable(task)
        anchors = find_anchors(section, task.role)
        count = scene_count(section, anchors, max_scenes)
        ranges = partition(section, anchors, count)
        weights = term_weights(section, task.title)
        return Storyboard(scenes=plan_scenes(section, anchors, ranges, weights))

    def another(
        self,
        task: Task,
        board: Storyboard,
        index: int,
        turned_down: tuple[SceneSpec, ...] = (),
    ) -> SceneSpec:
        """See `pipeline.agents.protocols.Storyboarder`: the best of what is not told yet."""
        section = _readable(task)
        anchors = find_anchors(section, task.role)
        weights = term_weights(section, task.title)
        return find_another(section, anchors, weights, board.scenes, turned_down)


def _readable(task: Task) -> Section:
    """The reading of a task; headings or the title speak where the text has no sentence."""
    section = read_section(task.text)
    if section.sentences:
        return section
    heads = [head for head in (*section.headings, task.title) if head.strip()]
    cells = [" ".join(row) for table in section.tables for row in (table.header, *table.rows)]
    told = ". ".join(dict.fromkeys(heads or cells))
    told = told or " ".join(task.text.split())[:_SPOKEN_CHARACTERS]
    again = read_section(f"{told}.")
    if not again.sentences:
        again = read_section("This section has no readable text.")
    return again.model_copy(update={"tables": section.tables})
