"""Makes a store as the first version of the tables had it: `python -m tests.surfaces.store.make_old FILE`.

`old_0001.db` was made so and is kept, so that it can be seen to be upgraded by every later version.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from concordant.interpret.goals.goal import read_goals
from concordant.interpret.study.make_study import make_study
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.packed import content, pack
from concordant.ratings.ratings import Ratings
from concordant.surfaces.store.connection import bring_up_to_date
from concordant.surfaces.store.rows import strict_json, study_bytes

#: What the two rounds of the old store hold: name, note, marks, goal, ratings of two people and a judge.
OLD: list[dict[str, Any]] = [
    {
        "name": "v1",
        "note": "第一轮:基线",
        "marks": {"prompt": ("prompt.txt", "sha256:aa"), "model": ("judge-1", "judge-1")},
        "goal": None,
        "judge": [1, 2, 2, 3, 5, 1, 2, None],
    },
    {
        "name": "v2",
        "note": "a clearer rubric; 'quoted'",
        "marks": {"rubric": ("评分标准.md", "sha256:bb")},
        "goal": "first",
        "judge": [1, 2, 3, 4, 5, 1, 2, 3],
    },
]


def old_ratings(judge: list[int | None]) -> Ratings:
    """The ratings of one of them, with a text for each item."""
    table = {
        "item": [f"题{i}" for i in range(1, 9)],
        "question": [f"为什么 {i}?" for i in range(1, 9)],
        "human_1": [1, 2, 3, 4, 5, 1, 2, 3],
        "human_2": [1, 2, 3, 4, 4, 2, 2, 3],
        "judge": judge,
    }
    return as_ratings(
        table, raters=["human_1", "human_2", "judge"], text=["question"], categories=range(1, 6)
    )


@cache
def _rows() -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    rows = []
    for number, one in enumerate(OLD, 1):
        ratings = old_ratings(one["judge"])
        study, packed = make_study(ratings, goal=one["goal"], version="0.1.0"), pack(ratings)
        goal = one["goal"] and strict_json(read_goals(one["goal"]).to_dict())
        row = {
            "id": number, "project_id": 1, "name": one["name"], "place": number, "note": one["note"],
            "added": f"2025-0{number}-01T00:00:00+00:00", "who": "安", "n_items": study.n_items,
            "n_ratings": study.n_ratings, "options": strict_json({"level": 0.95}), "goal": goal,
            "content": content(packed), "version": "0.1.0", "ratings": packed, "study": study_bytes(study),
        }  # fmt: skip
        marks = [
            {"round_id": number, "what": what, "name": name, "fingerprint": fingerprint}
            for what, (name, fingerprint) in one["marks"].items()
        ]
        rows.append((row, marks))
    return rows


def fill(connection: sa.Connection) -> None:
    """Make the first tables in an empty database, and put both rounds there."""
    bring_up_to_date(connection, "0001")
    found = sa.MetaData()
    found.reflect(connection, only=lambda name, _: name.startswith("concordant_"))
    tables = found.tables
    connection.execute(tables["concordant_project"].insert(), {"id": 1, "name": "旧项目"})
    for row, marks in _rows():
        connection.execute(tables["concordant_round"].insert(), row)
        connection.execute(tables["concordant_mark"].insert(), marks)


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.unlink(missing_ok=True)
    with sa.create_engine(f"sqlite:///{where}", poolclass=sa.NullPool).begin() as made:
        fill(made)
