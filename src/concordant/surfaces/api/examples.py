"""Bundled ratings for each kind of user, ready to study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...arguments import check_arguments
from ...errors import choose
from ...language.message import Message
from ...language.render import Language
from ...ratings.ratings import Ratings
from ...ratings.read import read

FOLDER = Path(__file__).parents[2] / "data"


@dataclass(frozen=True, kw_only=True)
class Example:
    """Bundled ratings: the file, how to read it, and where it comes from.

    `source` is a reference where the ratings were published, else the script that made them.
    """

    name: str
    source: str
    file: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / (self.file or f"{self.name}.csv")

    @property
    def simulated(self) -> bool:
        """Whether a script made the ratings."""
        return self.source.endswith(".py")

    def read(self) -> Ratings:
        """The ratings."""
        return read(self.path, **self.reading)

    @check_arguments
    def about(self, lang: Language = "en") -> str:
        """What it is, in a sentence."""
        return Message(f"demo.{self.name}").text(lang)

    @check_arguments
    def origin(self, lang: Language = "en") -> str:
        """Where it comes from, in a sentence."""
        if self.simulated:
            return Message("demo.simulated", {"script": self.source}).text(lang)
        return Message("demo.published", {"reference": self.source}).text(lang)


_SCORES = {"categories": range(5)}

#: In reading order.
EXAMPLES = (
    Example(name="judge", source="tools/make_examples_judge.py", reading=_SCORES),
    Example(name="judge-zh", source="tools/make_examples_judge.py", reading=_SCORES),
    Example(
        name="scores",
        file="demo.csv",
        source="tools/make_demo_data.py",
        reading={**_SCORES, "raters": ["human", "judge", "judge_v2"]},
    ),
    Example(name="rounds", source="tools/make_examples_rounds.py", reading=_SCORES),
    Example(
        name="clinical",
        source="Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological "
        "Bulletin, 76(5), 378–382, Table 1.",
        reading={"shape": "counts", "scale": "nominal"},
    ),
    Example(
        name="pathology",
        source="Landis, J. R., & Koch, G. G. (1977). An application of hierarchical kappa-type statistics in "
        "the assessment of majority agreement among multiple observers. Biometrics, 33(2), 363–374, Table 1; "
        "slides of Holmquist, McMahan & Williams (1967).",
        reading={"categories": range(1, 6)},
    ),
    Example(
        name="methods",
        source="Bland, J. M., & Altman, D. G. (1986). Statistical methods for assessing agreement between "
        "two methods of clinical measurement. The Lancet, 327(8476), 307–310, Table 1.",
        reading={"raters": ["Wright", "mini Wright"], "scale": "interval"},
    ),
    Example(
        name="crowd",
        source="tools/make_examples_crowd.py",
        reading={"categories": ["harmless", "mild", "moderate", "severe"]},
    ),
)


def examples() -> dict[str, Example]:
    """List the bundled examples by name.

    Returns
    -------
    dict of str to Example
        `path` is the file, `read()` gives its ratings, `about()` describes it and `origin()` gives
        its source.

    Examples
    --------
    >>> import concordant as cc
    >>> list(cc.examples())
    ['judge', 'judge-zh', 'scores', 'rounds', 'clinical', 'pathology', 'methods', 'crowd']
    >>> cc.examples()["judge"].path.name
    'judge.csv'
    """
    return {example.name: example for example in EXAMPLES}


@check_arguments
def example(name: str) -> Ratings:
    """Read a bundled example, ready to study.

    Parameters
    ----------
    name : str
        Name of the example; `concordant.examples()` lists them.

    Returns
    -------
    Ratings
        Its ratings.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.example("clinical")
    Ratings(30 rows, 6 raters, nominal scale with 5 values)
    >>> round(cc.fleiss_kappa(cc.example("clinical")).estimate, 3)
    0.43
    """
    known = examples()
    choose("name", name, known)
    return known[name].read()
