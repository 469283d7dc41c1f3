"""The benchmark set: sections of papers in two splits, and an evaluation sidecar beside them.

Shape after ManimAgent, section 4.1 and appendices F and G: tasks are separated by paper, what a
model may see is kept apart from what only an evaluation may see, and a validator checks both.

A benchmark is a folder with three parts (UTF-8, JSON without comments; unknown keys are errors):

`index.json`, the part that agents may see:

    {
      "version": 1,
      "name": "short name of the set",
      "papers": [
        {"id": "harmonic-bounds", "title": "...", "domain": "mathematics", "abstract": "..."}
      ],
      "sections": [
        {"id": "harmonic-bounds-method", "paper": "harmonic-bounds", "split": "build",
         "file": "sections/harmonic-bounds-method.md", "title": "...", "role": "method",
         "prior_context": "...", "prior_objects": ["..."], "source_type": "section",
         "difficulty": 2}
      ]
    }

  Required of a paper: id, title, domain. Required of a section: id, paper, split (`build` or
  `probe`), file, title, role (background, method, experiment, conclusion). The rest may be left
  out. Ids match `[a-z0-9][a-z0-9-]*`. `difficulty` is 1 to 3 and is for the reader of results
  only. Domain and abstract of a task are those of its paper; `paper_id` and `section_id` are the
  ids.

`sections/*.md`, one file a section: Markdown with LaTeX math between dollar signs, read by
`read_task` like any other section. Front matter is allowed, so that a file also works on its own;
where it names role, domain, paper id, section id or title, it must say what the index says.

`evaluation.json`, the sidecar that no agent and no task loader opens:

    {
      "version": 1,
      "sections": [
        {"id": "harmonic-bounds-method",
         "key_claims": ["..."],
         "reference_scene_plan": ["first ...", "then ..."],
         "rubric": [{"criterion": "...", "weight": 1.0}],
         "condition": "",
         "fatal_flags": ["major_factual_or_formula_error"]}
      ]
    }

  Exactly the ids of the index. At least one key claim, one step of the plan and one criterion
  each. `condition` names the condition a rating belongs to and is empty in a released set.
  `fatal_flags` lists the flags of `FatalFlag` that a rater should watch for in this section.

No paper may have sections in both splits (`validate_benchmark` says which does).
"""

import json
from pathlib import Path, PurePosixPath
from typing import TypeVar

from pydantic import ValidationError

from pipeline.intake.benchmark_models import (
    BenchmarkIndex,
    BenchmarkPaper,
    BenchmarkSection,
    EvaluationSidecar,
    Split,
)
from pipeline.intake.errors import IntakeError
from pipeline.intake.reading import read_front_matter, read_task, read_text
from pipeline.schema.base import Value
from pipeline.schema.task import Task

INDEX_FILE = "index.json"
EVALUATION_FILE = "evaluation.json"

_Model = TypeVar("_Model", bound=Value)


class BenchmarkTask(Value):
    """A section of the benchmark as the loop takes it."""

    section: BenchmarkSection
    task: Task


def load_index(folder: Path) -> BenchmarkIndex:
    """Read `index.json` of a benchmark folder.

    Raises:
        IntakeError: kind `missing`, `unreadable` or `malformed`, naming file and field.
    """
    return _load(folder / INDEX_FILE, BenchmarkIndex)


def load_tasks(folder: Path, split: Split | None = None) -> tuple[BenchmarkTask, ...]:
    """The sections of one split (or all) as tasks, in the order of the index.

    Opens the index and the section files, never the evaluation sidecar.

    Raises:
        IntakeError: kind `malformed` for a fault of the index, or the kind of `read_task` for a
            fault of a section file.
    """
    index = load_index(folder)
    papers = {paper.id: paper for paper in index.papers}
    chosen = index.sections if split is None else index.of_split(split)
    return tuple(
        BenchmarkTask(section=section, task=_task(folder, section, papers)) for section in chosen
    )


def load_evaluation(folder: Path) -> EvaluationSidecar:
    """Read the evaluation sidecar. For evaluations and the validator only, never for a run.

    Raises:
        IntakeError: kind `missing`, `unreadable` or `malformed`, naming file and field.
    """
    return _load(folder / EVALUATION_FILE, EvaluationSidecar)


def validate_benchmark(folder: Path) -> tuple[str, ...]:
    """Everything that is wrong with a benchmark, one sentence each; empty if it is sound.

    Checks that ids are unique, every section has a known paper, no paper is in two splits, every
    section file can be read and agrees with the index, and the sidecar has exactly the index's
    ids.

    Raises:
        IntakeError: `index.json` or `evaluation.json` cannot be read at all.
    """
    index, sidecar = load_index(folder), load_evaluation(folder)
    return (
        *_repeated("paper", [paper.id for paper in index.papers]),
        *_repeated("section", [section.id for section in index.sections]),
        *_repeated("evaluation", [entry.id for entry in sidecar.sections]),
        *_repeated("section file", [section.file for section in index.sections]),
        *_split_faults(index),
        *_sidecar_faults(index, sidecar),
        *_file_faults(folder, index),
    )


def _repeated(what: str, names: list[str]) -> list[str]:
    repeated = sorted({name for name in names if names.count(name) > 1})
    return [f"The {what} {name!r} is listed more than once." for name in repeated]


def _split_faults(index: BenchmarkIndex) -> list[str]:
    known = {paper.id for paper in index.papers}
    splits: dict[str, set[str]] = {}
    for section in index.sections:
        splits.setdefault(section.paper, set()).add(section.split)
    unknown = [
        f"Section {section.id!r} names the paper {section.paper!r}, which is not listed."
        for section in index.sections
        if section.paper not in known
    ]
    unused = [f"The paper {name!r} has no section." for name in sorted(known - splits.keys())]
    mixed = [
        f"The paper {name!r} has sections in both splits; a paper belongs to one."
        for name, names in sorted(splits.items())
        if len(names) > 1
    ]
    return [*unknown, *unused, *mixed]


def _sidecar_faults(index: BenchmarkIndex, sidecar: EvaluationSidecar) -> list[str]:
    sections = {section.id for section in index.sections}
    evaluated = {entry.id for entry in sidecar.sections}
    missing = [f"{EVALUATION_FILE} has no entry for {name!r}." for name in sections - evaluated]
    extra = [
        f"{EVALUATION_FILE} has an entry {name!r} that {INDEX_FILE} lacks."
        for name in evaluated - sections
    ]
    return sorted(missing) + sorted(extra)


def _file_faults(folder: Path, index: BenchmarkIndex) -> list[str]:
    papers = {paper.id: paper for paper in index.papers}
    faults = []
    for section in index.sections:
        if section.paper in papers:
            try:
                _task(folder, section, papers)
            except IntakeError as error:
                faults.append(f"Section {section.id!r}: {error}")
    return faults


def _task(folder: Path, section: BenchmarkSection, papers: dict[str, BenchmarkPaper]) -> Task:
    index_file = folder / INDEX_FILE
    if section.paper not in papers:
        raise IntakeError(
            "malformed",
            f"{index_file}: section {section.id!r} names the paper {section.paper!r}, "
            "which is not listed.",
            "Add the paper to `papers` or correct the name.",
        )
    place = PurePosixPath(section.file)
    if place.is_absolute() or ".." in place.parts:
        raise IntakeError(
            "malformed",
            f"{index_file}: section {section.id!r} has its text at {section.file!r}, outside the "
            "benchmark folder.",
            "Give a path below the folder, such as sections/name.md.",
        )
    task = read_task(folder / place)
    paper = papers[section.paper]
    told = Task(
        text=task.text,
        role=section.role,
        domain=paper.domain,
        paper_id=paper.id,
        section_id=section.id,
        title=section.title,
        abstract=paper.abstract,
        prior_context=section.prior_context,
        prior_objects=section.prior_objects,
        source_type=section.source_type,
    )
    _must_agree(folder / place, section, told)
    return told


def _must_agree(file: Path, section: BenchmarkSection, told: Task) -> None:
    """Front matter of a section file may repeat the index, never contradict it."""
    matter = read_front_matter(file)
    for field, value in matter.items():
        expected = getattr(told, field)
        if value != expected:
            raise IntakeError(
                "malformed",
                f"{file}: the front matter says {field} {value!r}, the index says {expected!r} "
                f"for {section.id!r}.",
                "Make them equal, or leave the field out of the front matter.",
            )


def _load(path: Path, model: type[_Model]) -> _Model:
    text = read_text(path)
    try:
        return model.model_validate(json.loads(text))
    except json.JSONDecodeError as error:
        raise IntakeError(
            "malformed",
            f"{path}, line {error.lineno}: not valid JSON ({error.msg}).",
            "Correct the file at that line.",
        ) from error
    except (ValidationError, RecursionError) as error:
        raise IntakeError(
            "malformed", f"{path}: {_first_fault(error)}", "Correct that field of the file."
        ) from error


def _first_fault(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply."
    faults = error.errors(include_url=False)
    place = ".".join(str(part) for part in faults[0]["loc"]) or "the document"
    more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{place}: {faults[0]['msg']}{more}."
