"""Files that used to be read with a confident wrong guess, written small; numbers come from formulas."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

#: How many items each file has.
N = 24


def truth(i: int) -> int:
    """A grade from 1 to 5 for each item, in no simple order."""
    return 1 + (7 * i + i // 5) % 5


def person(i: int, who: int) -> int:
    """What a person says: the truth, or one off on every fifth item, another one for each person."""
    return min(5, max(1, truth(i) + (1 if (i + 2 * who) % 5 == 0 else 0)))


def judge(i: int) -> int:
    """What the judge says: one off on every third item."""
    return min(5, max(1, truth(i) + (-1 if i % 3 == 0 else 0)))


def table(header: Sequence[str], rows: Iterable[Sequence[Any]], delimiter: str = ",") -> str:
    """CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", delimiter=delimiter)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def jsonl(records: Iterable[Any]) -> str:
    """One JSON object per line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def label_studio() -> str:
    """Point 1: `answer` is named like ratings and is the text that was rated."""
    header = ("annotation_id", "annotator", "answer", "helpfulness", "id", "lead_time", "prompt")
    return table(
        header,
        (
            (
                1000 + 2 * i + g,
                f"{name}@x.org",
                f"Answer {i}",
                f'[{{"rating": {person(i, g)}}}]',
                i,
                4.2,
                f"Q{i}",
            )
            for i in range(N)
            for g, name in enumerate(("ann", "bob"))
        ),
    )


def gold_beside_ratings() -> str:
    """Point 1: `score` is the same for all raters of an item, `label` is what they said."""
    words = ("bad", "ok", "good", "great", "best")
    return table(
        ("item", "annotator", "score", "label"),
        (
            (f"q{i}", name, truth(i), words[person(i, g) - 1])
            for i in range(N)
            for g, name in enumerate("abc")
        ),
    )


def other_scale() -> str:
    """Point 2: the judge gives 20 to 100 where people give 1 to 5."""
    return table(
        ("id", "ann", "bob", "judge", "tokens"),
        ((i, person(i, 0), person(i, 1), 20 * judge(i), 100 + 37 * i % 400) for i in range(N)),
    )


def model_in_letters() -> str:
    """Point 2: a column that may be a rater or what was rated has letters where people give numbers."""
    return table(
        ("id", "ann", "bob", "model"),
        ((i, person(i, 0), person(i, 1), "ABCDE"[judge(i) - 1]) for i in range(N)),
    )


def mean_beside_raters() -> str:
    """Point 2: a column without a telling name is the mean of the raters."""
    return table(
        ("id", "ann", "bob", "final", "confidence"),
        ((i, a, b, (a + b) / 2, 1 + i % 5) for i in range(N) for a, b in [(person(i, 0), person(i, 1))]),
    )


def judge_beside_rows() -> str:
    """Point 2: a table of one rating a row has the judge's score in a column."""
    return table(
        ("item", "annotator", "score", "judge_score"),
        ((f"q{i}", name, person(i, g), judge(i)) for i in range(N) for g, name in enumerate(("ann", "bob"))),
    )


def dropped_rows() -> str:
    """Point 2: a third of the rows, all of the judge, name no rater."""
    rows = [(f"q{i}", name, person(i, g), "human") for i in range(N) for g, name in enumerate(("ann", "bob"))]
    return table(
        ("item", "annotator", "score", "source"), rows + [(f"q{i}", "", judge(i), "eval") for i in range(N)]
    )


def several_values() -> str:
    """Point 3: two columns could be the ratings, and nothing says which."""
    return table(
        ("task_id", "annotator", "helpful", "safe"),
        (
            (f"q{i}", name, person(i, g), 1 + (person(i + 1, g) + g) % 3)
            for i in range(N)
            for g, name in enumerate(("ann", "bob"))
        ),
    )


def unknown_parts() -> str:
    """Point 3: names combine two lists, but it is unclear which of them are raters."""
    return table(
        ("id", "x_north", "x_south", "y_north", "y_south"),
        ((i, person(i, 0), person(i, 1), person(i + 1, 0), person(i + 1, 1)) for i in range(N)),
    )


def dimensions_and_raters() -> str:
    """Point 4: the commonest spreadsheet of LLM evaluation."""
    header = ("id", "helpfulness_human", "helpfulness_judge", "safety_human", "safety_judge")
    return table(header, ((i, person(i, 0), judge(i), person(i + 7, 0), judge(i + 7)) for i in range(N)))


def runs() -> str:
    """Point 4: three runs of one judge."""
    return table(
        ("id", "human", "judge_run1", "judge_run2", "judge_run3"),
        ((i, person(i, 0), judge(i), judge(i + (i % 4 == 0)), judge(i + (i % 6 == 0))) for i in range(N)),
    )


def system_beside_human() -> str:
    """Point 4: a system beside a human is a machine."""
    return table(("id", "human", "system"), ((i, person(i, 0), judge(i)) for i in range(N)))


def nested_scores() -> str:
    """Point 5: the judge's score is deep inside a record."""
    return jsonl(
        {
            "id": i,
            "human": person(i, 0),
            "judge": {"output": {"score": judge(i), "length": 7 * i}, "model": "m"},
        }
        for i in range(N)
    )


def spoken_scores() -> str:
    """Point 5: the judge answers in words, in JSON and in code fences, and twice not at all."""
    ways = (
        "Score: {}/5",
        "I would say {} out of 5.",
        '{{"score": {}}}',
        '```json\n{{"score": {}}}\n```',
        "评分：{}",
    )
    answers = [ways[i % len(ways)].format(judge(i)) for i in range(N)]
    answers[5], answers[11] = "I cannot judge this.", "Score: 2-3"
    return jsonl({"id": i, "human": person(i, 0), "judge": answers[i]} for i in range(N))


def humans() -> str:
    """Point 6: what people said, one rating a row."""
    return table(
        ("id", "rater", "score"),
        ((f"q{i}", name, person(i, g)) for i in range(N) for g, name in enumerate(("ann", "bob"))),
    )


def judge_file() -> str:
    """Point 6: what the judge said, of other items too."""
    return jsonl({"id": f"q{i}", "score": judge(i)} for i in range(2, N + 3))


def decimals() -> str:
    """Point 7: people give 1 to 5, the judge decimals."""
    return table(
        ("id", "ann", "bob", "judge"),
        ((i, person(i, 0), person(i, 1), min(5.0, judge(i) + (i % 4) / 5)) for i in range(N)),
    )


def half_points() -> str:
    """Point 7: half points."""
    return table(
        ("id", "human", "judge"),
        ((i, person(i, 0) - (0.5 if i % 4 == 1 and person(i, 0) > 1 else 0), judge(i)) for i in range(N)),
    )


def grades_in_words() -> str:
    """Point 7: words that are grades."""
    words = ("Very poor", "Poor", "Fair", "Good", "Excellent")
    return table(
        ("id", "human", "judge"), ((i, words[person(i, 0) - 1], words[judge(i) - 1]) for i in range(N))
    )


def chinese_grades() -> str:
    """Point 7: 无, 轻, 中, 重."""
    words = "无轻中重"
    return table(
        ("编号", "医生甲", "医生乙"),
        ((i, words[min(person(i, 0), 4) - 1], words[min(person(i, 1), 4) - 1]) for i in range(N)),
    )


def hundred_points() -> str:
    """Point 8: one judge out of 100, one reversed."""
    return table(
        ("id", "human", "judge", "strict"),
        ((i, person(i, 0), 1 + 99 * (judge(i) - 1) / 4, 6 - judge(i)) for i in range(N)),
    )


def decimal_commas() -> str:
    """Point 8: a decimal comma in a file with commas between columns."""
    return table(
        ("id", "human", "judge"),
        ((i, f"{person(i, 0)},5", f"{judge(i)},{5 * (i % 2)}") for i in range(N)),
    )
