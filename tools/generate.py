"""Write what is generated: the menu, the reference page, figures of the guide, output that pages show.

python tools/generate.py          write the files
python tools/generate.py --check  complain if a file does not say what would be written
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import chdir, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

from click.testing import CliRunner
from make_pictures import figure_files
from stubs import STUB, stub
from study_tables import with_tables
from text_comparison import same_meaning

from concordant.coefficients.catalogue import CATALOGUE
from concordant.coefficients.coefficient import Coefficient
from concordant.coefficients.references import reference
from concordant.errors import ConcordantError
from concordant.surfaces.api.coefficients import agreement
from concordant.surfaces.api.docstrings import (
    EXAMPLE_DATA,
    FACTS,
    Facts,
    example_call,
    example_code,
    intervals,
    number_text,
    range_text,
)
from concordant.surfaces.cli.coefficient_menu import FILE as MENU
from concordant.surfaces.cli.coefficient_menu import MenuEntry
from concordant.surfaces.cli.coefficient_menu import menu as read_menu
from concordant.surfaces.cli.main import main as cli
from concordant.surfaces.cli.options import MatrixOption, kind_of
from concordant.surfaces.option_help import WORDS

ROOT = Path(__file__).resolve().parents[1]


def menu() -> str:
    """`surfaces/cli/menu.json`."""
    entries = [
        MenuEntry(c.name, c.two_raters_only, c.summary, c.function.__module__.split(".")[2])._asdict()
        for c in CATALOGUE
    ]
    return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"


def docstring_facts() -> str:
    """`surfaces/api/docstring_facts.json`: the examples of docstrings run, and a value at two extremes."""
    made = {
        c.name: Facts(_shown(c), _perfect(c), _undefined_if_constant(c), _refused(c))._asdict()
        for c in CATALOGUE
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _shown(c: Coefficient) -> str:
    """What the last statement of a coefficient's example prints."""
    *statements, call = (line.removeprefix(">>> ") for line in example_code(c))
    names: dict[str, Any] = {}
    exec("\n".join(statements), names)  # noqa: S102
    return repr(eval(call, names))  # noqa: S307


def _undefined_if_constant(c: Coefficient) -> bool:
    """Whether there is no value where all ratings are the same, of three categories that are declared."""
    same = agreement([[1, 1], [1, 1], [1, 1]], c.name, interval="none", categories=[1, 2, 3])
    return not same.defined and not c.repeats


def _refused(c: Coefficient) -> list[str]:
    """Ways to an interval that a coefficient has on no data of an example whose items vary."""
    return [name for name in intervals() if name != "none" and not _has_interval(c, name)]


def _has_interval(c: Coefficient, interval: str) -> bool:
    for data in EXAMPLE_DATA:
        names: dict[str, Any] = {}
        exec(f"import concordant as cc\n{data.code}", names)  # noqa: S102
        with suppress(ConcordantError):
            found = eval(example_call(c, data, f"interval={interval!r}, draws=200"), names)  # noqa: S307
            if any(one.interval is not None and one.se > 0 for one in (found, *found.parts)):
                return True
    return False


def reference_page() -> str:
    """`docs/coefficients.md`."""
    head = [
        "# Coefficients",
        "",
        "Generated from the catalogue by `tools/generate.py`. Every coefficient is a Python function of this "
        "name, and a command of the same name with dashes. Every one returns a `Result` with a standard "
        "error, an interval and, where there is a value that means no agreement, a test.",
        "",
        "| name | title | 中文 | raters |",
        "| --- | --- | --- | --- |",
    ]
    rows = [f"| [`{c.name}`](#{c.name}) | {c.title} | {c.title_zh} | {_raters(c)} |" for c in CATALOGUE]
    return "\n".join([*head, *rows, "", *(line for c in CATALOGUE for line in _section(c))])


def _section(c: Coefficient) -> list[str]:
    entry = MenuEntry(c.name, c.two_raters_only, c.summary)
    also = f" (also {', '.join(f'`{name}`' for name in entry.short)})" if entry.short else ""
    facts = {
        "Symbol": c.symbol,
        "Range": range_text(c),
        "Perfect agreement": "no fixed value" if (best := _perfect(c)) is None else number_text(best),
        "Scales": ", ".join(c.scales),
        "Raters": _raters(c),
        "Command": f"`concordant {entry.command} FILE`{also}",
        **({"Below −1": _BELOW} if c.chance_corrected and c.range[0] < -1 else {}),
    }
    doc = (c.function.__doc__ or "").strip().splitlines()
    return [
        f"## {c.name}",
        "",
        f"**{c.title}** · {c.title_zh}",
        "",
        *(line.strip() for line in doc),
        "",
        "```math",
        c.formula,
        "```",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
        *_options(c),
        *(f"- Reference: {reference(key).text()}" for key in c.references),
        "",
    ]


def _options(c: Coefficient) -> list[str]:
    hints = get_type_hints(c.function)
    lines = []
    for name, parameter in c.options.items():
        choices = _choices(hints[name])
        default = f" Default: `{parameter.default}`." if parameter.default is not None else ""
        lines.append(f"- Option `{name}`: {WORDS[name]}{choices}{default}")
    return lines


def _choices(annotation: Any) -> str:
    kind = kind_of(annotation)
    names = kind.names if isinstance(kind, MatrixOption) else getattr(kind, "choices", ())
    return f" One of {', '.join(f'`{name}`' for name in names)}." if names else ""


def _perfect(c: Coefficient) -> float | None:
    """The value at perfect agreement, where there is one whatever the categories' shares."""
    same = agreement([[0, 0], [0, 0], [0, 0], [1, 1]], c.name, interval="none").estimate
    return c.best if same == c.best else None


_BELOW = (
    "possible with weights, where chance alone gives much credit: then little is left between chance and "
    "perfect agreement to divide by."
)


def _raters(c: Coefficient) -> str:
    return "two" if c.two_raters_only else "two or more"


# --- the output that is shown in a page --------------------------------------------------------

_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_PYTHON = re.compile(r"```pycon\n(.*?)```", re.DOTALL)
_GOALS = re.compile(r"```toml\n(.*?)```", re.DOTALL)
#: Behind a command whose exit code is shown too.
_AND_CODE = "; echo $?"


def with_real_output(page: Path) -> str:
    """The page with its tables made again, and every `$ concordant …` of its console blocks run again."""
    text = with_tables(page.read_text(encoding="utf-8"), "zh" if page.stem.endswith(".zh-CN") else "en")
    with TemporaryDirectory() as folder, chdir(folder):
        _run_python(text)
        for goals in _GOALS.findall(text):
            Path("goals.toml").write_text(goals, encoding="utf-8")
        return _CONSOLE.sub(_run_block, text)


_FILE = re.compile(r"[\w-]+\.(?:csv|parquet|jsonl?|xlsx)\b")


def _run_python(text: str) -> None:
    """Run the page's Python examples where its commands speak of the same files, so that these are there."""
    examples, commands = (" ".join(kind.findall(text)) for kind in (_PYTHON, _CONSOLE))
    if not {*_FILE.findall(examples)} & {*_FILE.findall(commands)}:
        return
    test = doctest.DocTestParser().get_doctest("\n".join(_PYTHON.findall(text)), {}, "page", None, 0)
    doctest.DocTestRunner(verbose=False).run(test, out=lambda said: None)


def _run_block(block: re.Match[str]) -> str:
    commands = [line for line in block[1].splitlines() if line.startswith("$ concordant ")]
    return "```console\n" + "\n".join(f"{line}\n{_run(line)}" for line in commands) + "```"


def _run(line: str) -> str:
    asked, said, _ = line.removeprefix("$ concordant ").partition(_AND_CODE)
    words, _, target = asked.partition(" > ")
    done = CliRunner().invoke(cli, shlex.split(words), catch_exceptions=False)
    if said:
        return f"{done.output.rstrip()}\n{done.exit_code}\n"
    if done.exit_code:
        raise SystemExit(f"{line}\n{done.output}")
    if target:
        Path(target).write_text(done.output, encoding="utf-8")
        return ""
    return done.output.rstrip("\n") + "\n"


SHOWING = tuple(
    ROOT / f"{name}{end}"
    for name in (
        "docs/tour",
        "docs/scale",
        "docs/study",
        "docs/examples",
        "docs/rounds",
        "docs/gate",
        "docs/planning",
        "docs/import",
        "docs/calibration",
    )
    for end in (".md", ".zh-CN.md")
)
FILES: dict[Path, Callable[[], str]] = {
    MENU: menu,
    FACTS: docstring_facts,
    STUB: stub,
    ROOT / "docs/coefficients.md": reference_page,
    **{page: partial(with_real_output, page) for page in SHOWING},
    **dict(figure_files()),
}


def main() -> int:
    """Write the files, or name the stale ones."""
    stale = 0
    for path, make in FILES.items():
        text = make()
        if not is_stale(path, text):
            continue
        if "--check" in sys.argv:
            print(f"{path.name} is stale: run python tools/generate.py")
            stale = 1
        else:  # at once, as later files are made with earlier ones
            path.write_text(text, encoding="utf-8")
            if path == MENU:
                read_menu.cache_clear()
    return stale


def is_stale(path: Path, text: str) -> bool:
    """Whether a file is missing, or says something else than this text."""
    return not path.exists() or not same_meaning(path.read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    sys.exit(main())
