"""Review without a model: scores are computed from measurements, and this is the formula.

Each axis starts at 100 and loses points for what was measured; u is the plain mean of the three.

Layout (overlap, off_frame, small_text, low_contrast, clutter, blank, occluded; and from
`comfort`: crowded, small_words, small_formula):
    a finding costs B * (0.5 + 0.5 * time + 0.5 * area), where B is 30 for an error, 20 for a fault
    of comfort and 6 for a warning, `time` is the share of the video that it lasts and `area` twice
    its share of the frame (at most 1); other warnings together cost at most 20. An error caps the
    axis at 65 and a fault of comfort at 69, so that a single one brings u below 90, the bar for
    passing without a verdict.
Logical flow:
    the same for reading_time, static and duration findings and for `comfort`'s formula_time and
    `pace`'s hasty_words; claim or takeaway never on screen 25 each, evidence 20; the last picture
    is not the takeaway 10; claim, evidence and takeaway out of order 15 each; more than 60% of all
    texts at one moment 10.
Accuracy:
    the share of numbers (weight 0.35), formulas (0.35, by tokens) and key terms (0.3) of claim,
    evidence and takeaway that were on screen; weights of what the scene does not have are spread
    over the rest. A number on screen that the section does not state costs 5, at most 20.

The faults of `comfort` and `pace` are what a demanding teacher sends back although nothing is
broken: a formula or a sentence gone before it can be read, texts so close that they read as one,
words needlessly small, a formula no larger than the words about it.

Verdict: pass without an error or a fault of comfort and with u >= 85; fail when there is no layout
value left to change or the last revision changed none of the issues; revise otherwise.
"""

from pipeline.agents.offline.review.content import lost_content
from pipeline.agents.offline.review.reviewer import IDENTITY, MeasuredReviewer

__all__ = ["IDENTITY", "MeasuredReviewer", "lost_content"]
