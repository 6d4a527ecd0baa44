"""Errors in Chinese: found by their English, which is written where they arise."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

import concordant as cc
from concordant.arguments import kinds_of
from concordant.language.translate_errors import TOPICS, error_text, translate
from concordant.language.words_file import topic
from tests.source_files import FILES, PACKAGE, nodes, tree

#: What click says, what the system says, and words that stand in other sentences.
NOT_OURS = (
    "cli-", "os-", "kind-", "role-", "which-", "several-", "times", "n-field", "other", "hint", "name-them",
    "name-unknown", "option-unknown", "rater-unknown", "rater-names", "explain-", "is-folder", "clash-what",
)  # fmt: skip
_PLACE = re.compile(r"\{[^}]*\}")


def written_in_source() -> list[str]:
    """Every text in the package as it is written, with a sign in the place of what is filled in."""
    texts = []
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                texts.append("".join(v.value if isinstance(v, ast.Constant) else "\0" for v in node.values))
    return texts


def runs(text: str) -> set[str]:
    """Every two words in a row; a word that stands alone."""
    words = re.findall(r"[\w'+…×-]+", text)
    return {" ".join(words[i : i + 2]) for i in range(max(1, len(words) - 1))}


def test_the_english_of_every_error_is_written_in_the_package() -> None:
    """An error whose English was changed is no longer found by it: change the file of errors too.

    Sentences are put together from parts here and there, so some of the runs may be missing.
    """
    exports = (PACKAGE / "ratings/formats/formats.toml").read_text(encoding="utf-8")
    source = set().union(*(runs(text.replace("\0", " ")) for text in (*written_in_source(), exports)))
    lost = []
    for key, said in ((key, said) for name in TOPICS for key, said in topic(name).items()):
        if not key.startswith(NOT_OURS):
            own = set().union(*map(runs, _PLACE.split(said["en"]))) - {""}
            if len(own - source) > len(own) / 2:
                lost.append(key)
    assert lost == []


def test_facts_are_read_out_of_the_english() -> None:
    text = "weights must be one of ['identity', 'linear'], got 'linar'. Did you mean 'linear'?"
    assert (
        error_text(text, "zh") == "weights 须为以下之一：identity、linear；实际为“linar”。是否想写 linear？"
    )
    assert error_text(text, "en") == text


def test_what_nobody_has_written_in_chinese_says_so() -> None:
    assert error_text("Quite unheard of.", "zh") == "（仅有英文说明）Quite unheard of."
    assert translate("errors", "Quite unheard of.", "zh") is None


def test_an_error_says_itself_in_chinese() -> None:
    with pytest.raises(cc.OptionError) as caught:
        cc.cohen_kappa([[1, 2, 1], [2, 2, 1]])
    assert caught.value.text("zh").startswith("cohen_kappa 只比较两位评分者，而这里有 3 位")
    assert str(caught.value) == caught.value.text()


# --- every error has Chinese ------------------------------------------------------------------------

ERRORS = {
    "ConcordantError", "InputError", "ScaleError", "OptionError", "MissingLibrary", "AmbiguousReading",
    "UsageError", "BadParameter", "fail",
}  # fmt: skip
#: Errors that nobody at the command line can meet, or that are made of other errors and words of libraries.
INTERNAL = {
    "report/mathml.py": "formulas of the catalogue are drawable: a test draws all of them",
    "errors.py": "the family itself; its sentences have their own entries",
    "arguments.py": "arguments of Python functions: every kind has its Chinese, see below",
    "engines/library_errors.py": "the words of another library",
    "ratings/labels.py": "another error with the name of a column before it",
    "surfaces/cli/main.py": "an error of click with a hint behind it",
    "report/figures/rater_matrix.py": "drawn in Python; its sentence is a message with a code",
    "surfaces/cli/icc_form.py": "written in both languages there",
}
#: Sentences that are put together from parts that differ, each as a user meets it.
COMPOSED = (
    "A confusion matrix needs two identified raters and categories; these data have 3 raters and "
    "measurements. "
    "Choose two with raters=[…], or pass a study, which compares a judge with people.",
    "A Bland–Altman plot needs two identified raters and measurements; these data have 1 rater and "
    "categories.",
    "A plan needs one aim: width=… or null=….",
    "ICC(2,1) has random raters: omit model, or use form='A,1'.",
    "A plan needs only one aim: width=… or null=…, got width and null.",
    "There is nobody to compare judge with: a study needs two raters, or ratings that one rater repeated "
    "(repeat=…). concordant.drift(…) shows whether one rater changes from round to round.",
    "a.json is not JSON: the list at its beginning is never closed. It looks like an export of Label Studio. "
    "In Label Studio, choose Export, then JSON.",
    "a.json is an export of Argilla (Argilla records), but it contains no rating. Export it "
    "again once there are ratings.",
    "a.json is an export of Argilla (Argilla records), but it contains no rating: 3 records without "
    "responses. Export it again once there are ratings.",
    "a.csv is an export of Langfuse observations, which contains no scores: in Langfuse, open Scores "
    "and export "
    "that table.",
    "/dev/null is a device, not a file: save the ratings to a file and name that file.",
    "An array of features must have three dimensions, items × raters × features, got 2: for a single "
    "feature (items × raters), use icc().",
    "Several columns of a.csv look like ratings: x, y.",
    "'answer' is the same for all raters of every item, and several columns of a.csv look like ratings: "
    "x, y.",
    "The weights in column 'w' must be numbers.",
    "The count in row 3 of column 'w' is missing: give every row one.",
    "2000 raters make 1999000 pairs, but the limit is 499500 (1000 raters): choose some with "
    "raters=[…], "
    "or compare all raters together (fleiss_kappa, gwet_ac, krippendorff_alpha).",
    "There is no file 'a.csv'. If one rater was run several times, name the column of runs with "
    "round='version'.",
    "The plan for kappa is incomplete: give kappa=….",
    "--raters: 'a=b=c' must have the form rater=column+column,rater=column+column. In a name, write \\= "
    "for an "
    "equals sign and \\+ for a plus.",
    "Round 'v1' is stored, but the change cannot be computed. The project has no rounds yet.",
    "Rounds 'v1', 'v2' are stored, but the change cannot be computed. The project has no rounds yet.",
    "There is nothing to check: give a goal, for example goal='first', or a baseline.",
    "Round 'v1' of project 'p' is already in the store, but differs in its ratings. Nothing was loaded.",
    "The name of a round must have at most 200 characters, got 300.",
    "The name of a project must have no space at either end, no line break and no invisible character, got "
    "' p'.",
    "The name of a round must not begin with '-', as options do, got '-v'.",
    "The prompt 'p.txt' looks like a file name, but there is no such file.",
    "The rubric must be non-empty text, got ''.",
    "The prompt p.txt cannot be read: Permission denied.",
    "There is no project 'b' in concordant.db. Did you mean 'a'? The projects are: 'a'.",
    "Item 'q1' has several rows with different ratings (rows 1 and 3); this happens 2 times. The item "
    "column was inferred "
    "to be 'q'; pass item='id' if that names items. Pass duplicates='first', 'last' or 'repeat' (to "
    "number them "
    "as repeats), or name the column that distinguishes them with dimension=, repeat= or round=.",
)
#: How the parts of these sentences look where they are written.
_PARTS = re.compile(
    "^(\0 )?\0(s in column|\0 columns of| is \0\\.| is an export of| It looks|\\.)|unknown: f'An array|"
    "^There is nobody to compare|^The \0s? (in |\0|is a text)|raters\\): \\.$|^\0 $|is incomplete: \0|"
    "must have the form \0|^\0 \0 \0 stored|NOTHING_TO_CHECK|differs in its \\. Nothing|^The name of a \0 "
    "|^metric=\0 follows|these data have \0|only one aim: \0|has  raters"
)
_FILLED = "\0"
_HINTED = re.compile(r"^(near|meant|two|more|others|otherwise|rather|guessed|instead)$|hint\(|_near\(")


class Source:
    """The texts that a module writes: constants, variables and functions that return a text."""

    def __init__(self, tree: ast.Module) -> None:
        self.known: dict[str, list[ast.expr]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.known.setdefault(node.targets[0].id, []).append(node.value)
            elif isinstance(node, ast.FunctionDef):
                found = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
                self.known.setdefault(node.name, []).extend(found)

    def texts(self, node: ast.expr, depth: int = 0) -> list[str]:
        """What an expression may be, with a sign in the place of what is filled in; nothing if unknown."""
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        if isinstance(node, ast.JoinedStr):
            made = [""]
            for part in node.values:
                made = [old + new for old in made for new in self._part(part, depth)]
            return made
        if isinstance(node, ast.IfExp):
            return [*self.texts(node.body, depth), *self.texts(node.orelse, depth)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return [_PLACE.sub(_FILLED, text) for text in self.texts(node.func.value, depth)]
        name = node.func if isinstance(node, ast.Call) else node
        if isinstance(name, ast.Name) and depth < 3:
            return [text for one in self.known.get(name.id, ()) for text in self.texts(one, depth + 1)]
        return []

    def _part(self, part: ast.expr, depth: int) -> list[str]:
        if not isinstance(part, ast.FormattedValue):
            return self.texts(part, depth)
        if _HINTED.search(ast.unparse(part.value)):
            return [""]
        plain = isinstance(part.value, ast.Name) and (
            part.value.id.isupper() or part.value.id in ("what", "text")
        )
        return (self.texts(part.value, depth) if plain else []) or [_FILLED]


def errors_written() -> dict[str, str]:
    """Every sentence of an error in the package, and where it is raised."""
    found = {}
    for path in FILES:
        file = path.relative_to(PACKAGE).as_posix()
        source = Source(tree(path))
        for node in nodes(path):
            if file in INTERNAL or not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ERRORS:
                before = "--option: " if name in ("fail", "BadParameter") else ""
                texts = source.texts(node.args[0]) or [f"unknown: {ast.unparse(node.args[0])}"]
                found.update({f"{before}{text}": f"{file}:{node.lineno}" for text in texts})
    return found


def in_chinese(text: str) -> str | None:
    filled = " ".join(text.replace(_FILLED, "X1").split())
    return translate(TOPICS, filled.removesuffix(" Did you mean X1?"), "zh")


def test_every_error_has_chinese() -> None:
    """A new error needs a sentence in one of the files of errors, found by its English."""
    written = errors_written()
    assert len(written) > 650
    lost = {where: text for text, where in written.items() if in_chinese(text) is None}
    assert {where: text for where, text in lost.items() if not _PARTS.search(text)} == {}


#: English that stands in the Chinese of errors as it is: a button to press, a command to type.
_TYPED = re.compile(r"“[^”]*”|pip install \S+|concordant [a-z -]+")
#: Errors some of whose English is in another module, so that it cannot be put together here.
_ELSEWHERE = re.compile(
    "^unknown: |has  raters|The \0 in \0|The weight in \0|differs in its : choose|store is empty: \0|level "
    "\0 needs"
)


def test_no_english_is_left_in_the_chinese_of_an_error() -> None:
    """A sentence with few words of its own must not stand in for a missing one: “The upload 是 not here”."""
    left = {}
    for text, where in errors_written().items():
        said = _TYPED.sub("", in_chinese(text) or "")
        if re.search(r"(?<![\w'=.(/-])[a-z]{2,} [a-z]{2,} [a-z]{2,}", said) and not _ELSEWHERE.search(text):
            left[where] = said
    assert left == {}


@pytest.mark.parametrize("text", COMPOSED, ids=lambda text: text[:40])
def test_a_sentence_of_several_parts_has_chinese(text: str) -> None:
    said = error_text(text, "zh")
    assert "仅有英文" not in said
    assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}", said)


def test_the_value_of_an_option_stays_code_and_values_to_choose_from_lose_their_or() -> None:
    from concordant.language.translate_errors import error_text

    assert error_text("Name this round, for example round='v1'.", "zh").endswith("round='v1'。")
    english = "interval='exact' is not available for icc with these data; use 'classical', 'bca' or 'none'."
    said = error_text(english, "zh")
    assert " or " not in said
    assert "classical、bca、none" in said


KINDS = {
    "raters must be a list of names, got 5.": "raters 须为名称列表；实际为 5。",
    "sheet must be text or a whole number, got 5.": "sheet 须为文字或一个整数；实际为 5。",
    "goal must be text, a path, a dictionary or a Goal, got 5.": "goal 须为文字、路径、字典或 Goal；实际为 "
    "5。",
    "power must be one of ['tuned'] or a number, got 'x'.": "power "
    "须为以下之一：tuned，或一个数；实际为“x”。",
    "level must be a number between 0.5 and 1, got 2.": "level 须为 0.5 与 1 之间的数；实际为 2。",
}


@pytest.mark.parametrize(("english", "chinese"), KINDS.items())
def test_what_a_value_may_be_is_chinese_and_the_name_of_the_option_stays(english: str, chinese: str) -> None:
    assert error_text(english, "zh") == chinese


def test_every_kind_of_argument_has_chinese() -> None:
    said = {
        error_text(f"x must be {' or '.join(kind.words)}, got 5.", "zh")
        for name in cc.__all__
        if inspect.isfunction(function := getattr(cc, name))
        for kind in kinds_of(function).values()
        if kind is not None and kind.words
    }
    assert len(said) > 15
    assert [text for text in said if re.search(r"[a-z]{2,} [a-z]{2,}|仅有英文", text)] == []


def test_names_places_and_lists_are_written_as_chinese_writes_them() -> None:
    """Names in quotation marks of Chinese, rows in words, lists with 顿号 even where they are cut short."""
    unknown = cc.OptionError("There is no column 'foo' to slice by; there are item, judge.")
    assert unknown.text("zh") == "没有可用来切片的列“foo”；现有：item、judge。"
    off = cc.InputError(
        "3 (human, row 1) is not on the declared scale 1, 2. Correct it, declare it, or pass "
        "out_of_scale='drop' to count it as a gap."
    )
    assert off.text("zh").startswith("3（human，第 1 行）不在声明的量表 1、2 中。")
    many = cc.OptionError(
        "cohen_kappa compares two raters, but there are 7 (A, B, C, D, E, …): choose two with raters=[…], or "
        "use a coefficient for several raters, such as fleiss_kappa, conger_kappa or krippendorff_alpha."
    )
    assert "（A、B、C、D、E……）" in many.text("zh")
