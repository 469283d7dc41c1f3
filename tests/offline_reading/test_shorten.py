"""Shortening sentences."""

import pytest

from pipeline.agents.offline.reading import shorten, word_count
from pipeline.agents.offline.reading.shorten import shorten_phrase


@pytest.mark.parametrize(
    ("sentence", "most", "expected"),
    [
        ("The bank helps.", 10, "The bank helps."),
        (
            "However, the fast transform, which was published in 1965, cuts the cost from $N^2$ to "
            "$N\\log N$ operations, so that long signals become tractable.",
            14,
            "The fast transform cuts the cost from $N^2$ to $N\\log N$ operations.",
        ),
        (
            "The estimate is right on average for every $n$; only its scatter depends on draws.",
            10,
            "The estimate is right on average for every $n$.",
        ),
        (
            "The weights always add up to one, so attention can only mix values.",
            8,
            "The weights always add up to one.",
        ),
        (
            "The score (see the appendix for the exact wording) is a mean of three axes.",
            9,
            "The score is a mean of three axes.",
        ),
        (
            "Memory is useful because lessons carry over from one task to the next one.",
            6,
            "Memory is useful.",
        ),
    ],
)
def test_a_sentence_is_cut_where_a_clause_ends(sentence: str, most: int, expected: str) -> None:
    assert shorten(sentence, most) == expected


def test_a_cut_between_words_is_marked_and_leaves_no_dangling_word() -> None:
    text = shorten("Sandboxed worker processes with strict resource limits for every render", 5)
    assert text == "Sandboxed worker processes…"


def test_a_list_of_numbers_is_never_cut_in_the_middle() -> None:
    text = "It gives 12.5% before the first round, 78.1% after one round, 94.5% after two rounds."
    assert not shorten(text, 12).endswith("round.")


@pytest.mark.parametrize("most", range(1, 15))
def test_the_limit_holds_and_formulas_stay_whole(most: int) -> None:
    text = (
        "After each of the $k$ rounds the state $|\\psi\\rangle$ has turned by $2\\theta$, which "
        "means that $\\sin^2((2k+1)\\theta)$ is the chance of success; then it falls again."
    )
    short = shorten(text, most)
    assert word_count(short) <= most
    assert short.count("$") % 2 == 0
    assert short


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Project the embeddings to queries, keys and values", "Project the embeddings"),
        (
            "Bob applies X, Z, both or neither, according to the two bits",
            "Bob applies X, Z, both or neither",
        ),
        (
            "Confirm a positive result with a second, independent test",
            "Confirm a positive result",
        ),
    ],
)
def test_a_name_does_not_end_inside_a_list(text: str, name: str) -> None:
    assert shorten_phrase(text, 7) == name
