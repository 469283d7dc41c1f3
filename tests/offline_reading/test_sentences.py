"""Sentences, headings and paragraphs of a section."""

import pytest

from pipeline.agents.offline.reading import content_words, read_section, word_count


def sentences(text: str) -> list[str]:
    return [sentence.text for sentence in read_section(text).sentences]


@pytest.mark.parametrize(
    "text",
    [
        "We follow Smith et al. in this choice.",
        "Some methods, e.g. dropout, act as noise.",
        "The loss falls, cf. Fig. 3 and Sec. 4.2, by a factor of 2.5 within an epoch.",
        "It was proposed by Dr. J. B. Fourier in Paris.",
        "The value 3.14 is close to $\\pi$ and version 2.0.1 is not.",
        "Training uses i.i.d. samples vs. correlated ones.",
        "See example.org for details.",
    ],
)
def test_full_stops_that_do_not_end_a_sentence_are_left_alone(text: str) -> None:
    assert sentences(text) == [text]


def test_two_sentences_on_one_line_are_cut_and_indexed() -> None:
    section = read_section("The bank grows. Does it help? It does!")
    assert [s.text for s in section.sentences] == ["The bank grows.", "Does it help?", "It does!"]
    assert [s.index for s in section.sentences] == [0, 1, 2]
    assert {s.paragraph for s in section.sentences} == {0}


def test_a_full_stop_after_et_al_ends_a_sentence_before_a_capital() -> None:
    assert sentences("This was shown by Smith et al. The proof is short.") == [
        "This was shown by Smith et al.",
        "The proof is short.",
    ]


def test_full_stops_inside_inline_math_do_not_cut() -> None:
    text = "We set $x. Y = 2.$ for all runs and keep $f(x) = a. B$ fixed."
    assert sentences(text) == [text]


def test_a_display_formula_stays_in_its_sentence_with_the_explanation_after_it() -> None:
    found = sentences("The sum is\n$$S = \\sum_{k} a_k,$$\nwhere $a_k$ is a term. It converges.")
    assert found == [
        "The sum is $$S = \\sum_{k} a_k,$$ where $a_k$ is a term.",
        "It converges.",
    ]


def test_a_display_formula_that_ends_in_a_full_stop_ends_its_sentence() -> None:
    found = sentences("The sum is\n$$S = 1.$$\nIn practice it is larger.")
    assert found == ["The sum is $$S = 1.$$", "In practice it is larger."]


def test_an_equation_environment_and_brackets_count_as_display_math() -> None:
    for body in (
        "\\begin{equation}\\label{eq:a} a = b \\end{equation}",
        "\\[ a = b \\]",
        "\\begin{align*} a &= b \\end{align*}",
    ):
        formulas = read_section(f"We have {body} here.").formulas
        assert len(formulas) == 1
        assert formulas[0].display
        assert "label" not in formulas[0].tex


def test_markdown_marks_vanish_and_words_stay() -> None:
    found = sentences("The **best** model is *not* the `largest` one, see [the page](a.html).")
    assert found == ["The best model is not the largest one, see the page."]


def test_code_fences_comments_and_front_matter_are_not_prose() -> None:
    text = "---\ntitle: T\n---\nBefore. <!-- hidden -->\n\n```\nx = 1. Y = 2\n```\n\nAfter."
    assert sentences(text) == ["Before.", "After."]


def test_headings_of_both_markdown_kinds_and_of_tex_are_found() -> None:
    section = read_section("# One\n\nText.\n\nTwo\n---\n\nMore.\n\n\\section{Three}\nEnd.")
    assert section.headings == ("One", "Two", "Three")
    assert section.title == "One"
    assert [s.text for s in section.sentences] == ["Text.", "More.", "End."]


def test_chinese_and_japanese_sentences_end_without_spaces() -> None:
    assert sentences("漢字の文章です。二番目の文です。") == ["漢字の文章です。", "二番目の文です。"]


def test_text_without_any_full_stop_is_cut_into_bounded_pieces() -> None:
    found = sentences("word " * 2000)
    assert len(found) > 10
    assert all(len(text) <= 700 for text in found)


def test_list_items_are_marked_and_keep_their_own_paragraph() -> None:
    section = read_section("Intro:\n\n- one thing\n- another thing\n")
    assert [s.item for s in section.sentences] == [False, True, True]
    assert len({s.paragraph for s in section.sentences}) == 3


def test_content_words_leave_out_math_numbers_and_small_words() -> None:
    found = content_words("The Fourier transform's value of $x_k$ at 44.1 kHz is the largest one")
    assert found == ("fourier", "transform", "value", "khz", "largest")


def test_a_formula_counts_as_one_word() -> None:
    assert word_count("the sum $\\sum_{k=1}^{n} a_k b_k$ grows") == 4


def test_the_empty_section_reads_as_nothing() -> None:
    section = read_section("  \n\n ")
    assert section.sentences == ()
    assert section.formulas == ()


def test_a_single_capital_before_a_full_stop_is_an_initial_only_before_a_name() -> None:
    assert sentences("The gain is 7.8 points on task C. We believe it lasts.") == [
        "The gain is 7.8 points on task C.",
        "We believe it lasts.",
    ]
    assert sentences("The memory of Wen et al. Agents is older.") == [
        "The memory of Wen et al. Agents is older."
    ]


def test_short_lines_without_a_verb_are_headings_of_plain_text() -> None:
    section = read_section(
        "3.2 The Self-Evolving Loop\n\nThe loop has three layers and each of them is driven by an "
        "agent of its own.\n\nRetrieve.\n\nThe query is embedded and the bank is searched for it."
    )
    assert section.headings == ("3.2 The Self-Evolving Loop", "Retrieve.")
    assert len(section.sentences) == 2


def test_a_tex_source_is_read_without_its_floats_comments_and_references() -> None:
    section = read_section(
        "\\section{Method}\\label{sec:m}\n% a private remark\nThe model has two parts, see "
        "Fig.~\\ref{fig:a}.\n\\begin{figure}[t]\\includegraphics{a.pdf}\\caption{A.}\\end{figure}\n"
        "We optimise Eq.~\\eqref{eq:b} with \\emph{Adam}~\\cite{kingma}.\n"
        "\\begin{table}\\begin{tabular}{lc} Model & NLL \\\\ \\hline VAE & 86.4 \\\\ "
        "Ours & 81.2 \\\\ \\end{tabular}\\end{table}\nIt works."
    )
    assert [s.text for s in section.sentences] == [
        "The model has two parts.",
        "We optimise the equation with Adam.",
        "It works.",
    ]
    assert section.title == "Method"
    assert section.tables[0].header == ("Model", "NLL")
    assert section.tables[0].rows == (("VAE", "86.4"), ("Ours", "81.2"))


def test_entities_and_footnotes_do_not_reach_the_screen() -> None:
    assert sentences("It ran for 10&nbsp;epochs &amp; more.[^1] It helped.\n\n[^1]: A remark.") == [
        "It ran for 10 epochs & more.",
        "It helped.",
    ]


def test_a_percent_sign_at_the_start_of_a_line_of_prose_stays() -> None:
    assert sentences("It holds for $x$ in 12\n% of all cases.") == [
        "It holds for $x$ in 12 % of all cases."
    ]


def test_german_abbreviations_do_not_end_a_sentence() -> None:
    text = "Das spart viel, z. B. Zeit und d. h. auch Geld."
    assert sentences(text) == [text]
