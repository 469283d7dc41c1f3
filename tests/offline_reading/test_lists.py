"""Enumerations, processes and comparisons."""

from pipeline.agents.offline.reading import read_section


def test_a_numbered_list_is_a_process_with_short_names() -> None:
    text = (
        "The procedure has three steps:\n\n1. **Retrieve.** Query the bank.\n"
        "2. Write the whole program in one call.\n3. Render it in a sandbox and check it.\n"
    )
    (process,) = read_section(text).processes
    assert [step.name for step in process.steps] == [
        "Retrieve",
        "Write the whole program in one call",
        "Render it in a sandbox",
    ]
    assert process.intro == "The procedure has three steps"
    assert not process.cycle


def test_a_plain_list_is_an_enumeration_and_no_process() -> None:
    section = read_section("We make three demands:\n\n- be open\n- be exact\n- be brief\n")
    (enumeration,) = section.enumerations
    assert enumeration.items == ("be open", "be exact", "be brief")
    assert enumeration.intro == "We make three demands"
    assert section.processes == ()


def test_sequence_words_across_sentences_are_a_process() -> None:
    text = (
        "The signal is analysed as follows. First, it is cut into windows. Then each window is "
        "tapered. Finally, the spectrum of every window is drawn."
    )
    (process,) = read_section(text).processes
    assert [step.sentence for step in process.steps] == [1, 2, 3]
    assert process.intro == "The signal is analysed as follows."


def test_sequence_words_inside_one_sentence_are_a_process() -> None:
    text = "We first clean the data, then train the model, and finally measure the error."
    (process,) = read_section(text).processes
    assert [step.name for step in process.steps] == [
        "Clean the data",
        "Train the model",
        "Measure the error",
    ]


def test_arrows_in_text_and_in_math_are_a_process() -> None:
    for arrow in ("→", "->", "$\\to$"):
        (process,) = read_section(f"Data flows through parse {arrow} plan {arrow} draw.").processes
        assert [step.name for step in process.steps] == ["Parse", "Plan", "Draw"]


def test_a_process_that_repeats_is_a_cycle() -> None:
    text = "The loop has three stages:\n\n1. Plan.\n2. Act.\n3. Check.\n"
    assert read_section(text).processes[0].cycle


def test_lettered_items_inside_a_sentence_are_an_enumeration() -> None:
    (enumeration,) = read_section(
        "We contribute (i) a new bank, (ii) a loop with two budgets, and (iii) a benchmark."
    ).enumerations
    assert enumeration.items == ("a new bank", "a loop with two budgets", "a benchmark")


def test_ordinals_at_the_start_of_sentences_are_an_enumeration() -> None:
    (enumeration, *_) = read_section(
        "There are two reasons. First, memory is cheap. Second, lessons carry over."
    ).enumerations
    assert enumeration.items == ("Memory is cheap.", "Lessons carry over.")


def test_comma_lists_after_a_colon_or_a_listing_verb_are_enumerations() -> None:
    for text in (
        "It needs three things: data, labels, and time.",
        "The set consists of data, labels and time.",
    ):
        (enumeration,) = read_section(text).enumerations
        assert enumeration.items == ("data", "labels", "time")


def test_commas_inside_math_and_brackets_do_not_cut_items() -> None:
    (enumeration,) = read_section(
        "It consists of the pair $(a, b)$, the map f(x, y), and a sum."
    ).enumerations
    assert enumeration.items == ("the pair $(a, b)$", "the map f(x, y)", "a sum")


def test_an_ordinary_sentence_with_commas_is_no_enumeration() -> None:
    text = "When the bank is empty, which happens once, the loop is slow, and nobody is surprised."
    assert read_section(text).enumerations == ()


def test_a_nested_list_does_not_break_the_outer_one() -> None:
    text = "Stages:\n\n1. Plan it\n   - with care\n2. Draw it\n3. Check it\n"
    assert read_section(text).enumerations[0].items == ("Plan it", "Draw it", "Check it")


def test_comparisons_name_both_sides_and_the_cue() -> None:
    for text, left, right, cue in (
        ("We test dropout versus weight decay.", "dropout", "weight decay", "versus"),
        ("Unlike humans, models are patient.", "models", "humans", "unlike"),
        ("The small model is fast, while the large model is exact.", "small model",
         "large model", "while"),
        ("We measure parities rather than qubits.", "parities", "qubits", "rather than"),
    ):  # fmt: skip
        (comparison,) = read_section(text).comparisons
        assert (comparison.left, comparison.right, comparison.cue) == (left, right, cue)


def test_counted_reasons_are_no_process() -> None:
    text = (
        "Several limits remain. First, one judge decides. Second, the bank grows. Third, transfer "
        "is limited."
    )
    section = read_section(text)
    assert section.processes == ()
    assert len(section.enumerations[0].items) == 3


def test_a_change_written_with_an_arrow_is_no_process() -> None:
    text = "Pass@1 rises 62.0→84.9, quality rises 3.26→3.88, and rounds drop 12.2→6.5."
    assert read_section(text).processes == ()
