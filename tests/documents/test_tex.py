"""A paper's TeX source becomes readable sections with the math between dollar signs."""

from pathlib import Path

import pytest

from app.documents.opening import open_document
from pipeline.intake.errors import IntakeError
from pipeline.intake.reading import read_task

PAPER = r"""\documentclass{article}
\newcommand{\R}{\mathbb{R}}
\newcommand{\norm}[2][2]{\left\lVert #2 \right\rVert_{#1}}
\def\pair#1#2{\langle #1, #2\rangle}
\DeclareMathOperator*{\argmin}{arg\,min}
\newtheorem{fact}[section]{Observation}
\title{Long \emph{Pendulums}\\ and others}
\begin{document}\maketitle
\begin{abstract}We look at clocks. % and hide this
\end{abstract}
\section{Introduction}\label{sec:one}
Gravity pulls \cite{a,b}, as Eq.~\eqref{eq:t} says.
\begin{equation}\label{eq:t} T = 2\pi\sqrt{L/g} \end{equation}
It costs 5\% of \$20 and na\"ive ``care''. % 50% of this is a comment
\subsection[Short]{Norms in $\R^n$}
Let $ x \in \R^n $ with $\norm{x} < \norm[1]{x}$ and $\pair{x}{y}$; take $\argmin_x f$.
\begin{align}
a &= b \\
c &= d \nonumber
\end{align}
\begin{fact}[Old] It swings.\end{fact}
\begin{enumerate}\item first \item second\end{enumerate}
\begin{figure}\includegraphics[width=3cm]{x}\caption{Gone}\end{figure}
\section*{Method}
\input{parts/method}
\bibliography{refs}
\appendix
\section{Proofs} All is proved.
\end{document}
"""


def _paper(folder: Path) -> Path:
    (folder / "parts").mkdir()
    (folder / "parts" / "method.tex").write_text("We use wires.~\\footnote{Or \\emph{not}.}\n")
    path = folder / "paper.tex"
    path.write_text(PAPER)
    return path


def test_headings_can_be_picked_and_hold_what_is_below_them(tmp_path: Path) -> None:
    document = open_document(_paper(tmp_path))
    assert document.title == "Long Pendulums and others"
    assert [(s.heading, s.level, s.page) for s in document.sections] == [
        ("Abstract", 1, None),
        ("Introduction", 1, None),
        (r"Norms in $\mathbb{R}^n$", 2, None),
        ("Method", 1, None),
        ("Proofs", 1, None),
    ]
    assert "## Norms in" in document.sections[1].text


def test_labels_citations_comments_and_figures_are_dropped(tmp_path: Path) -> None:
    text = open_document(_paper(tmp_path)).text
    for gone in ("cite", "label", "eq:t", "comment", "hide", "Gone", "includegraphics", "footnote"):
        assert gone not in text
    assert "Gravity pulls, as the equation says." in text


def test_math_stays_between_dollar_signs_with_the_authors_commands_spelled_out(
    tmp_path: Path,
) -> None:
    text = open_document(_paper(tmp_path)).text
    assert r"$$T = 2\pi\sqrt{L/g}$$" in text
    assert r"Let $x \in \mathbb{R}^n$ with" in text
    assert r"$\left\lVert x \right\rVert_{2} < \left\lVert x \right\rVert_{1}$" in text
    assert r"$\langle x, y\rangle$" in text
    assert r"$\operatorname*{arg\,min}_x f$" in text
    assert r"$$\begin{aligned} a &= b \\ c &= d \end{aligned}$$" in text


def test_accents_quotes_and_signs_become_letters(tmp_path: Path) -> None:
    assert "It costs 5% of $20 and naïve “care”." in open_document(_paper(tmp_path)).text


def test_lists_and_theorems_become_readable(tmp_path: Path) -> None:
    text = open_document(_paper(tmp_path)).text
    assert "Observation (Old). It swings." in text
    assert "1. first\n2. second" in text


def test_files_that_are_named_are_read_but_none_outside_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    path = _paper(inside)
    (tmp_path / "secret.tex").write_text("A secret of another folder.")
    path.write_text(PAPER.replace("We use", "").replace("parts/method", "../secret"))
    assert "secret" not in open_document(path).text
    path.write_text(PAPER)
    assert "We use wires." in open_document(path).text


def test_a_file_that_names_itself_ends(tmp_path: Path) -> None:
    path = tmp_path / "loop.tex"
    path.write_text("\\section{One} Words for it.\n\\input{loop}\n")
    assert open_document(path).sections[0].heading == "One"


def test_a_command_that_multiplies_itself_is_not_spelled_out(tmp_path: Path) -> None:
    names = "abcdefghijkl"
    bomb = "".join(
        rf"\newcommand{{\b{one}}}{{{next_ * 10}}}"
        for one, next_ in zip(names, (rf"\b{name}" for name in names[1:]), strict=False)
    )
    path = tmp_path / "bomb.tex"
    path.write_text(bomb + "\\section{S} It grows \\ba\\ and ends.")
    assert len(open_document(path).text) < 200_000


def test_broken_tex_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "broken.tex"
    path.write_text(
        "\\section{S} An {open brace and $x = 1 and \\frac{1} \\begin{itemize} \\item one"
    )
    assert "open brace" in open_document(path).text


def test_an_old_encoding_that_the_file_names_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "old.tex"
    path.write_bytes(
        "\\usepackage[latin1]{inputenc}\\section{S} Ein schöner Satz.".encode("latin-1")
    )
    assert "schöner" in open_document(path).text


def test_a_source_without_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.tex"
    path.write_text("\\documentclass{article}\\begin{document}\\end{document}")
    with pytest.raises(IntakeError) as caught:
        open_document(path)
    assert caught.value.kind == "empty"


def test_a_picked_section_is_a_task_with_its_heading_as_title(tmp_path: Path) -> None:
    task = read_task(open_document(_paper(tmp_path)).sections[1].text)
    assert task.title == "Introduction"
