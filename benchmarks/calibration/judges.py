"""What a study says of judges that no verdict may be fooled by: random, copied, constant, like a person.

`python -m benchmarks.calibration.judges` writes judges.json, from which the guide has its table; a test holds
it to what is said now (`tests/interpret/test_verdicts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import concordant as cc
from concordant.interpret.study.outline import glance
from concordant.language.render import LANGUAGES
from tests.interpret.judges import JUDGES, PEOPLE

from .stored import write_rows

SHOWN = ("random", "copy of a person", "constant", "93 % constant", "like a person")
#: The sentence of each kind that is told, by how its code begins; the first kind that is there.
KINDS = {
    "problem": ("doctor.", "study.finding", "study.nothing-found"),
    "stand-in": ("headline.stand-in",),
    "stage": ("goals.",),
}


def told(name: str, study: cc.Study) -> dict[str, Any]:
    """The first problem, the alternative annotator test and the stage, in both languages."""
    sentences = [message for section in glance(study) for message in section.sentences]
    row: dict[str, Any] = {"judge": name}
    for kind, begins in KINDS.items():
        message = next(one for begin in begins for one in sentences if one.code.startswith(begin))
        row[kind] = {lang: message.text(lang) for lang in LANGUAGES}
    return row


def rows() -> Iterator[dict[str, Any]]:
    """A row for each judge."""
    for name in SHOWN:
        yield told(name, cc.study(JUDGES[name](), item="item", reference=list(PEOPLE)))


if __name__ == "__main__":
    write_rows("judges", rows())
