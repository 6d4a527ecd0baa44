"""Exports of evaluation tools whose judges, people and checks stand in different places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ...result import Note
from ..names import kind_of
from ..phrases import many
from .langfuse import pair_names
from .path import is_empty, is_list, objects_in, short_name, unfold, walk
from .read_records import amount_of, rating_of, text_of
from .survey import Reshape, Survey

# --- Inspect ----------------------------------------------------------------------------------------

#: Scorers of Inspect that compare text, without a model.
_CODE_SCORERS = frozenset(["match", "includes", "pattern", "answer", "exact", "f1", "choice", "math"])


def inspect(survey: Survey) -> Reshape:
    """Each scorer, each value of a scorer that gives several, and each person who changed a score."""

    def turn(record: Mapping[str, Any], _: str, log: Any) -> Iterator[Mapping[str, Any]]:
        scores = unfold(record.get("scores"))
        found = scores.items() if isinstance(scores, Mapping) else ()
        grader = text_of(walk(log, ("eval", "model_roles", "grader", "model")))
        yield {**record, "ratings": [r for name, s in found for r in _inspect_ratings(str(name), s, grader)]}

    return Reshape(turn)


def _inspect_ratings(scorer: str, score: Any, grader: str | None) -> Iterator[dict[str, Any]]:
    if not isinstance(score, Mapping):
        score = {"value": score}
    history = objects_in(score.get("history"))
    judged = history[0] if history else score
    rater = " ".join(filter(None, [scorer, grader]))
    kind = "code" if scorer in _CODE_SCORERS else "judge"
    yield from _inspect_values(scorer, rater, kind, {**score, **judged})
    for edit in history[1:]:
        author = text_of(walk(edit, ("provenance", "author")))
        if author and not is_empty(edit.get("value")):
            yield from _inspect_values(scorer, author, "human", edit)


def _inspect_values(scorer: str, rater: str, kind: str, score: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    value, comment = unfold(score.get("value")), score.get("explanation")
    same = {"kind": kind, "comment": comment}
    if isinstance(value, Mapping):
        for key, own in value.items():
            yield {"rater": rater, "dimension": str(key), "value": own, **same}
    elif is_list(value):
        for place, own in enumerate(value, start=1):
            yield {"rater": f"{rater} {place}", "dimension": scorer, "value": own, **same}
    else:
        yield {"rater": rater, "dimension": scorer, "value": value, **same}


# --- Ragas ------------------------------------------------------------------------------------------


def ragas(survey: Survey) -> Reshape:
    """What the judge said, and what the person made of it: accepted, edited, or rejected."""
    unknown = sum(
        _person_of_ragas(one) is None for _, record in survey.head for _, one in _ragas_records(record)
    )

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        seen: Counter[tuple[str, str]] = Counter()
        for metric, one in _ragas_records(record):
            item = short_name(one.get("metric_input"))
            seen[metric, item] += 1
            same = {
                "item": item,
                "repeat": seen[metric, item],
                "dimension": metric,
                "data": one.get("metric_input"),
            }
            judged = _verdict(one.get("metric_output"))
            yield {"ratings": [
                {**same, "rater": "LLM judge", "value": judged, "comment": _reason(one.get("metric_output"))},
                {**same, "rater": "person", "value": _person_of_ragas(one)},
            ]}  # fmt: skip

    notes: tuple[Note, ...] = ()
    if unknown:
        text = (
            f"{many(unknown, 'judgment was', 'judgments were')} rejected without an edit, so the human "
            "rating is unknown."
        )
        notes = (Note("ragas-unknown", text, {"count": unknown}),)
    return Reshape(turn, notes)


def _ragas_records(record: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for metric, held in record.items():
        for one in objects_in(held):
            yield str(metric), one


def _verdict(output: Any) -> Any:
    output = unfold(output)
    return (
        output.get("verdict", output.get("score", output.get("value")))
        if isinstance(output, Mapping)
        else output
    )


def _reason(output: Any) -> Any:
    return output.get("reason") if isinstance(output, Mapping) else None


def _person_of_ragas(one: Mapping[str, Any]) -> Any:
    """An edit counts where it changes the verdict; a rejected 0 or 1 means the other one."""
    judged = rating_of(_verdict(one.get("metric_output")))
    prompts = one.get("prompts")
    for prompt in prompts.values() if isinstance(prompts, Mapping) else ():
        if isinstance(prompt, Mapping) and not is_empty(prompt.get("edited_output")):
            edited = rating_of(_verdict(prompt["edited_output"]))
            if edited is not None and not isinstance(edited, (dict, tuple)):
                return edited
    if one.get("is_accepted"):
        return judged
    return 1 - int(judged) if judged in (0, 1) and not isinstance(judged, (dict, tuple)) else None


# --- MT-bench ---------------------------------------------------------------------------------------

_SIDES = {"model_1": "model_1", "model_a": "model_1", "model_2": "model_2", "model_b": "model_2"}


def mt_bench_pairs(survey: Survey) -> Reshape:
    """The winner by name, and who was shown first: models as recorded, swapped in a second game.

    The repeat is the order: 1 where the models stand in the order of their names, else 2. So a rater's votes
    in both orders are two, and votes of several raters on the same order stand in one row.
    """

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        models = [
            text_of(record.get(a, record.get(b))) for a, b in (("model_1", "model_a"), ("model_2", "model_b"))
        ]
        names = dict(zip(("model_1", "model_2"), models, strict=True))
        item = " ".join(
            filter(None, [text_of(record.get("question_id")), *sorted(map(str, models)), _turn(record)])
        )
        winners = (
            [record.get(key) for key in ("g1_winner", "g2_winner")]
            if "g1_winner" in record
            else [record.get("winner")]
        )
        orders = [list(map(str, models)), list(map(str, reversed(models)))]
        ratings = [
            {
                "value": names.get(_SIDES.get(str(said), ""), said),
                "repeat": 1 if shown == sorted(shown) else 2,
                "model_a": shown[0],
                "model_b": shown[1],
            }
            for said, shown in zip(winners, orders, strict=False)
        ]
        by = "judge" if is_list(record.get("judge")) or kind_of(record.get("judge")) == "judge" else "human"
        yield {**record, "item": item, "ratings": ratings, "by": by}

    return Reshape(turn)


def _turn(record: Mapping[str, Any]) -> str | None:
    return text_of(record.get("turn"))


# --- LangSmith, Weave, alternative annotator test ---------------------------------------------------


def langsmith_experiment(survey: Survey) -> Reshape:
    """A column for each kind of feedback; names that differ only in who gave it are one dimension."""
    given = {k.removeprefix("feedback.") for _, r in survey.head for k in r if k.startswith("feedback.")}
    paired = pair_names(
        {k for k in given if kind_of(k) == "human"}, {k for k in given if kind_of(k) != "human"}
    )

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        feedback = [
            {"dimension": paired.get(key, key), "value": value, "kind": kind_of(key) or "judge"}
            for name, value in record.items()
            if (key := name.removeprefix("feedback.")) != name
        ]
        data = {
            k: v
            for k, v in record.items()
            if k.startswith(("inputs.", "outputs.", "reference.", "metadata."))
        }
        yield {"example_id": record.get("example_id"), "feedback": feedback, "data": data}

    return Reshape(turn)


def weave(survey: Survey) -> Reshape:
    """What a kind of feedback says: annotations are of people, runnables of judges."""

    def turn(record: Mapping[str, Any], _: str, __: Any) -> Iterator[Mapping[str, Any]]:
        said = text_of(record.get("feedback_type")) or ""
        kind = {"wandb.annotation": "human", "wandb.runnable": "judge"}.get(said.rpartition(".")[0], "")
        name = said.rpartition(".")[2]
        person = text_of(record.get("creator")) or text_of(record.get("wb_user_id"))
        reference = text_of(record.get("weave_ref")) or ""
        judge = text_of(record.get("runnable_ref")) or name
        rater = person if kind == "human" else judge.rpartition("/")[2].partition(":")[0]
        yield {
            **record,
            "kind": kind,
            "dimension": name,
            "item": reference.rpartition("/")[2],
            "rater": rater,
        }

    return Reshape(turn)


def alt_test(survey: Survey) -> Reshape:
    """{rater: {item: score}}; an item may end in two underscores and the name of a dimension."""

    def turn(record: Mapping[str, Any], stem: str, _: Any) -> Iterator[Mapping[str, Any]]:
        by_file = kind_of(stem)
        ratings = []
        for rater, scores in record.items():
            kind = kind_of(rater) or by_file
            for item, score in scores.items() if isinstance(scores, Mapping) else ():
                name, _, dimension = str(item).partition("__")
                value = score if amount_of(score) is not None else rating_of(score)
                ratings.append(
                    {
                        "rater": rater,
                        "item": name,
                        "dimension": dimension or "rating",
                        "value": value,
                        "kind": kind,
                    }
                )
        yield {"ratings": ratings}

    return Reshape(turn)
