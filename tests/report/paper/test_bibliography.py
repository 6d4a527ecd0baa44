"""References: right in APA, GB/T 7714 and BibTeX, and the same as those that are cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import concordant
from concordant.coefficients.catalogue import CATALOGUE
from concordant.coefficients.references import reference
from concordant.coefficients.references import references as sources
from concordant.interpret.compare.benchmarks import BENCHMARKS
from concordant.report.paper.bibliography import bibtex, cited, references
from concordant.report.paper.citations import SOFTWARE, gb7714
from concordant.report.paper.grras import grras
from concordant.report.paper.methods import methods
from concordant.report.paper.results import results
from tests.interpret.study_cases import some_cases, studied
from tests.report.paper_studies import made


@some_cases(2)
def test_what_is_cited_is_listed_and_what_is_listed_is_cited(name: str) -> None:
    study = studied(name)
    for lang in ("en", "zh"):
        keys = {key for make in (methods, results, grras) for key in make(study, lang).cited}
        assert keys == {one.key for one in cited(study)} == set(entries(bibtex(study)))
        assert len(references(study, lang).paragraphs) == len(keys)
        assert {"kottner2011", SOFTWARE} <= keys


def entries(text: str) -> dict[str, dict[str, str]]:
    """BibTeX as a strict reader takes it: entries of fields in balanced braces, in ASCII."""
    assert text.isascii()
    found = {}
    for kind, key, body in re.findall(r"@(\w+)\{(\w+),\n(.*?)\n\}\n", text, re.DOTALL):
        assert kind in ("article", "book", "inproceedings", "techreport", "misc")
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},?$", body, re.MULTILINE))
        assert len(fields) == len(body.splitlines())
        for value in fields.values():
            assert value
            assert value.count("{") == value.count("}")
            assert not re.search(r"(?<!\\)[&%$#_]", value)
        found[key] = fields
    assert len(found) == text.count("@")
    return found


def test_bibtex_of_all_sources_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from concordant.report.paper import bibliography

    monkeypatch.setattr(bibliography, "cited", lambda study: tuple(sources().values()))
    read = entries(bibtex(made("judge")))
    assert set(read) == set(sources())
    for key, fields in read.items():
        assert fields["year"] == key[-4:]
        assert {"author", "title"} <= set(fields)
    assert read["kottner2011"]["author"].startswith(r"Kottner, J. and Audig{\'e}, L. and Brorson, S.")
    assert read["cohen1960"]["pages"] == "37--46"
    assert "{LLM-as-a-judge:}" in read["calderon2025"]["title"]
    assert read["calderon2025"]["eprint"] == "2501.10970"


def test_apa_and_gb_t_by_hand() -> None:
    assert reference("fleiss1969").text() == (
        "Fleiss, J. L., Cohen, J., & Everitt, B. S. (1969). Large sample standard errors of kappa and "
        "weighted kappa. Psychological Bulletin, 72(5), 323–327."
    )
    assert gb7714(reference("fleiss1969")) == (
        "FLEISS J L, COHEN J, EVERITT B S, 1969. Large sample standard errors of kappa and weighted "
        "kappa[J]. Psychological Bulletin, 72(5): 323-327."
    )
    assert gb7714(reference("gwet2014")) == (
        "GWET K L, 2014. Handbook of inter-rater reliability[M]. 4th ed. Advanced Analytics."
    )
    assert gb7714(reference("devet2006")).startswith("DE VET H C W, TERWEE C B, KNOL D L, et al, 2006. ")
    assert reference("krippendorff2004").text(page=241).endswith("methodology (2nd ed., p. 241). Sage.")


def test_the_program_is_cited_with_its_version() -> None:
    assert "(Version 1.2.3) [Computer software]." in references(made("judge"), "en").text()
    assert "note = {Computer software, version 1.2.3}" in bibtex(made("judge"))


def test_journals_and_books_are_in_italics() -> None:
    runs = [run for paragraph in references(made("judge"), "en").paragraphs for run in paragraph]
    assert "Psychological Bulletin, 70" in {run.text for run in runs if run.kind == "italic"}


def test_every_source_is_of_use() -> None:
    package = Path(concordant.__file__).parent
    files = [path for room in ("report/paper", "planning") for path in (package / room).glob("*.py")]
    code = " ".join(path.read_text(encoding="utf-8") for path in files)
    used = {key for c in CATALOGUE for key in c.references} | {b.source for b in BENCHMARKS}
    assert [key for key in sources() if key not in used and f'"{key}"' not in code] == []
