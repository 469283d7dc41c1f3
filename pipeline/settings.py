"""Every number that steers a run, in one typed object that goes into its manifest."""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value
from pipeline.schema.render import RenderSettings

MemoryMode = Literal["rw", "ro", "off"]
WritePolicy = Literal["automatic", "review_first"]
QueryLevel = Literal["section", "scene"]
Split = Literal["none", "build", "probe", "cross"]


class RunSettings(Value):
    """Defaults are those of ManimAgent (sections 3.2-3.3 and appendix B) unless marked ours.

    Attributes:
        k_plus, k_minus: records retrieved from M+ and M-.
        t_text: retries after a failed attempt, per text loop.
        t_vis: visual revisions per scene.
        theta_conv: u at which a scene passes whatever the verdict, in [0, 100].
        theta_high: u at which a scene is remembered as a success, in [0, 100].
        delta_fail: gain of u that makes a visual revision a lesson, in points.
        max_scenes: upper bound on the storyboard (ours).
        parallel_scenes: scenes worked on at the same time (ours).
        query: what the retrieval query embeds; `section` is the paper's.
        diversity: at most one record per source scene (ours, off).
        measured_findings: reviewer and reviser are given layers 1 and 2 (ours).
        veto: a record whose program carries an error finding waits for a person (ours).
        write_policy: `review_first` writes every record as pending (ours).
        repair: a program that the check refuses is mended where its findings carry a safe fix,
            before anyone is asked to write it again (ours).
        own_checks: the groups of the static check that are ours; off, safety and structure
            remain.
        code_excerpt: Reference Examples show code beside the rationale.
        gate_failures: a lesson needs a cure: a crash that was repaired, or a gain of delta_fail.
            Off, every failed attempt that another one followed gives one (for ablation).
        approve_storyboard: before anything is retrieved or written, the run pauses until a person
            has approved its storyboard (ours, off).
        budget_tokens, budget_money: what all calls of the run together may cost, in tokens or in
            the currency of the profile's prices (ours); None is no limit.
        split: evaluation split, for the manifest only.
        preset: names of the presets that made these settings, joined by `+`; see
            `pipeline.presets`.
    """

    render: RenderSettings = RenderSettings()
    k_plus: int = Field(default=2, ge=0, le=50)
    k_minus: int = Field(default=3, ge=0, le=50)
    t_text: int = Field(default=2, ge=0, le=10)
    t_vis: int = Field(default=2, ge=0, le=10)
    theta_conv: float = Field(default=90.0, ge=0, le=100)
    theta_high: float = Field(default=85.0, ge=0, le=100)
    delta_fail: float = Field(default=5.0, ge=0, le=100)
    max_scenes: int = Field(default=3, ge=1, le=12)
    parallel_scenes: int = Field(default=2, ge=1, le=12)
    memory_mode: MemoryMode = "rw"
    query: QueryLevel = "section"
    diversity: bool = False
    measured_findings: bool = True
    veto: bool = True
    repair: bool = True
    write_policy: WritePolicy = "automatic"
    own_checks: bool = True
    code_excerpt: bool = True
    gate_failures: bool = True
    approve_storyboard: bool = False
    budget_tokens: int | None = Field(default=None, gt=0)
    budget_money: float | None = Field(default=None, gt=0)
    split: Split = "none"
    preset: str = "studio"

    @property
    def empty_slots(self) -> bool:
        """Both slots stand in the prompts and hold nothing: no bank has to be opened."""
        return self.memory_mode != "off" and self.k_plus == 0 and self.k_minus == 0
