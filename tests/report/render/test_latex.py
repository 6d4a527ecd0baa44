"""LaTeX tables: everything from the data is text, and every row fits its table."""

from __future__ import annotations

import re
from typing import Any

import pytest

import concordant as cc
from concordant.report.render.latex import escape_latex_line, to_latex
from concordant.report.write_file import LATEX_MARK
from tests.interpret.study_cases import some_cases, studied

#: What may stand in a cell or a caption: letters, escaped signs, and commands of ours.
_TEXT = re.compile(
    r"(?:\\[{}$&#%_]|\\(?:textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar"
    r"|textquotedbl|ldots|textperiodcentered)\{\}|\$(?:-|\^2|\\[a-z]+)\$|\{\[\}|~"
    r"|[^\\{}$&#%_^~<>|\"\[])*"
)


def test_every_sign_of_ascii_is_text() -> None:
    signs = "".join(map(chr, range(32, 127)))
    assert _TEXT.fullmatch(escape_latex_line(signs))
    assert escape_latex_line("50% of a_b & {c} #1 \\x ^2 ~ $") == (
        r"50\% of a\_b \& \{c\} \#1 \textbackslash{}x \textasciicircum{}2 \textasciitilde{} \$"
    )
    assert escape_latex_line("a\nb\x00c") == "a bc"


@pytest.mark.parametrize("lang", ["en", "zh"])
@some_cases(3)
def test_every_table_is_whole(name: str, lang: Any) -> None:
    text = to_latex(studied(name), lang)
    assert text.startswith(LATEX_MARK)
    labels = re.findall(r"\\label\{(.*)\}", text)
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"tab:[A-Za-z0-9-]+", label) for label in labels)
    blocks = re.findall(r"\\begin\{table\}.*?\\end\{table\}", text, re.S)
    assert len(blocks) == len(labels) == text.count(r"\begin{tabular}")
    for block in blocks:
        check_table(block)


def check_table(block: str) -> None:
    (caption,) = re.findall(r"^\\caption\{(.*)\}$", block, re.M)
    assert _TEXT.fullmatch(caption), caption
    (columns,) = re.findall(r"\\begin\{tabular\}\{([lr]+)\}", block)
    rows = re.findall(r"^(.*) \\\\$", block, re.M)
    for row in rows:
        cells = re.split(r"(?<!\\) & ", row)
        assert len(cells) == len(columns), row
        assert all(_TEXT.fullmatch(cell) for cell in cells), row
        assert not row.startswith("["), "LaTeX takes [ behind a row's end for a distance"
    rules = [r"\toprule", r"\midrule", r"\bottomrule"]
    assert [line for line in block.splitlines() if line in rules] == rules


def test_a_label_cannot_end_its_row_or_run_a_command() -> None:
    names = [r"\input{/etc/passwd}", r"a & b \\", "%", "$x$"]
    text = to_latex(cc.study({name: [i % 3 for i in range(20)] for name in names}, raters=names))
    assert r"\input{/" not in text
    assert r"\textbackslash{}input\{/etc/passwd\}" in text
    for block in re.findall(r"\\begin\{table\}.*?\\end\{table\}", text, re.S):
        check_table(block)
