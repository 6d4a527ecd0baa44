"""The page printed to PDF: by a real Chromium, by a stand-in that notes what it is asked, and by none."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest

from concordant.errors import InputError, OptionError
from concordant.language.translate_errors import error_text
from concordant.report.formats import study_format
from concordant.report.print_page import PROGRAMS, VARIABLE, find_browser, print_page
from concordant.report.write_file import PDF_MARK, is_report
from tests.interpret.test_study_words import harsh_judge

#: Notes its arguments and its page, and prints a file with a date.
STAND_IN = f"""#!{sys.executable}
import pathlib, sys
here = pathlib.Path(__file__).parent
(here / "arguments").write_text("\\n".join(sys.argv[1:]))
target = next(a for a in sys.argv if a.startswith("--print-to-pdf=")).partition("=")[2]
(here / "page.html").write_bytes(pathlib.Path(target).with_name("report.html").read_bytes())
pathlib.Path(target).write_bytes(b"%PDF-1.4 /CreationDate (D:20260101000000+00'00')\\n%%EOF\\n")
"""


def browser(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that takes the place of a browser."""
    program = folder / "browser"
    program.write_text(script, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv(VARIABLE, str(program))
    return program


def test_without_a_browser_one_sentence_says_what_to_do_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OptionError, match=r"none was found: install Chromium, Chrome or Edge") as caught:
        study_format("report.pdf").check(tmp_path / "report.pdf")
    assert error_text(caught.value, "zh").startswith("PDF 由浏览器打印生成，但没有找到浏览器")
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_is_named_and_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/nowhere/chrome")
    with pytest.raises(OptionError, match="CONCORDANT_BROWSER names '/nowhere/chrome'"):
        find_browser()


@pytest.mark.parametrize("program", PROGRAMS)
def test_any_of_the_usual_programs_is_found(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / program).write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / program).chmod(0o755)
    assert find_browser() == str(tmp_path / program)


def test_the_page_of_the_language_is_printed_without_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser(tmp_path, STAND_IN, monkeypatch)
    kind, study = study_format("report.pdf"), harsh_judge()
    for lang, tag in (("en", "en"), ("zh", "zh-Hans")):
        kind.save(study, tmp_path / "report.pdf", lang)  # type: ignore[arg-type]
        page = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert page == study_format("report.html").text(study, lang)  # type: ignore[arg-type]
        assert f'<html lang="{tag}"' in page
    asked = (tmp_path / "arguments").read_text(encoding="utf-8").splitlines()
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in asked
    profile = next(a for a in asked if a.startswith("--user-data-dir=")).partition("=")[2]
    assert not Path(profile).exists()
    assert not Path(profile).is_relative_to(Path.home())


def test_it_is_written_over_a_report_and_over_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser(tmp_path, STAND_IN, monkeypatch)
    kind, study, target = study_format("report.pdf"), harsh_judge(), tmp_path / "report.pdf"
    kind.save(study, target, "en")
    first = target.read_bytes()
    assert first.endswith(PDF_MARK)
    assert b"CreationDate" not in first
    assert is_report(target)
    kind.save(study, target, "en")
    assert target.read_bytes() == first
    target.write_bytes(b"%PDF-1.4 my thesis\n%%EOF\n")
    with pytest.raises(OptionError, match="is not a concordant report"):
        kind.save(study, target, "en")
    kind.save(study, target, "en", force=True)
    assert target.read_bytes() == first


def test_a_browser_that_prints_nothing_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser(tmp_path, "#!/bin/sh\necho 'no display' >&2\nexit 3\n", monkeypatch)
    target = tmp_path / "report.pdf"
    target.write_bytes(b"%PDF-1.4 old\n" + PDF_MARK)
    with pytest.raises(InputError, match=r"printed no PDF: no display \(exit code 3\)"):
        study_format("report.pdf").save(harsh_judge(), target, "en")
    assert target.read_bytes() == b"%PDF-1.4 old\n" + PDF_MARK


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium")
def test_chromium_prints_a_page_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    rows = "".join(f"<tr><th>{row}<td>{row * row}" for row in range(20))
    page = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>t</title><p>κ<table>{rows}</table>"
    first, second = print_page(page), print_page(page)
    assert first.startswith(b"%PDF-")
    assert first.endswith(b"%%EOF\n" + PDF_MARK)
    assert first == second
