"""The study of a round, live: a filter bar, the panels of the report, and the items behind each number."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import QueryParams

from ....errors import OptionError
from ....interpret.compare import called
from ....interpret.study import rater_name
from ....interpret.where import cut_text
from ....ratings.ratings import Ratings
from ....ratings.rows import NOTHING
from ....report.page.raters import kind_word
from ...api.study_result import Study
from ...store.records import StoredRound
from ..actions.goals import project_goal
from ..actions.items import PAGE, SORTS, ItemChoice, items_page
from ..actions.jobs import Job
from ..actions.studies import StudyFilter, fingerprint
from ..addresses import address_of, name_in, whole_number
from ..auth import CurrentUser
from ..language import language_of
from ..pages import render, sentences
from ..panels import study_panels
from ..problems import Problem
from ..state import Web, WebState
from .awaiting import awaiting_answer, awaiting_page
from .filters import filter_of, query_of, slices_of

router = APIRouter()
WEIGHTS = ("linear", "quadratic")
PRESETS = ("daily", "strict", "ordinal", "continuous", "everything")
#: A column with more values than this is no filter.
_MOST_VALUES = 60
_MOST_LIMIT = 200


def round_named(web: WebState, project: str, name: str) -> StoredRound:
    """The round of an address."""
    rounds = {one.name: one for one in web.store.rounds(name_in(project))}
    found = rounds.get(name_in(name))
    if found is None:
        raise Problem(404, "no-round", {"round": name_in(name), "project": name_in(project)})
    return found


# --- the study ------------------------------------------------------------------------------------


@router.get("/p/{project}/r/{round}", include_in_schema=False)
def show_study(project: str, round: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """The panels of the report, for the part that is asked for; or how far the worker is that makes it."""
    kept, chosen = round_named(web, project, round), filter_of(request)
    job, ratings = web.awaited(user.name, kept, chosen), web.studies.ratings(kept)
    study = web.study_of(kept, chosen) if job is None else web.studies.stored(kept)
    judge = request.query_params.get("judge", "")
    panels: list[Any] = []
    step = None
    if job is None:
        key = f"{fingerprint(kept, chosen, project_goal(web.store, kept.project).goal)} {judge}"
        panels = web.studies.cache.get("panels", key, lambda: list(_panels(kept, study, chosen, judge)))
        step = web.next_step(kept, chosen, judge)
    return render(
        request, "study.html", 200 if job is None else 202, job=job, address=None, kept=kept,
        rounds=web.store.rounds(kept.project), study=study, chosen=chosen, judge=judge, panels=panels,
        step=step, choices=choices_of(ratings), weights=WEIGHTS, presets=PRESETS,
        comparisons=[(one.name, called(one.name, one.kind)) for one in study.comparisons],
        query=query_of(chosen), address_of=address_of,
    )  # fmt: skip


def _panels(kept: StoredRound, study: Study, chosen: StudyFilter, judge: str) -> Any:
    at = ("p", kept.project, "r", kept.name)
    query = query_of(chosen)
    return study_panels(
        study,
        judge,
        items=lambda **asked: address_of(*at, "items", query={**query, **asked}),
        view=lambda name: address_of(*at, query={**query, "judge": name}),
        item=lambda name: address_of("p", kept.project, "items", name),
    )


def choices_of(ratings: Ratings) -> dict[str, Any]:
    """What can be chosen: raters, dimensions, and the values of columns with few of them."""
    columns = {name: _values(ratings, name) for name in ratings.slices}
    return {
        "raters": () if ratings.anonymous else ratings.raters,
        "dimensions": () if ratings.dimension is None else _values(ratings, "dimension"),
        "slices": {name: values for name, values in columns.items() if 1 < len(values) <= _MOST_VALUES},
    }


def _values(ratings: Ratings, name: str) -> list[str]:
    return sorted({str(one) for one in ratings.column_of(name).tolist()})


@router.get("/api/v1/projects/{project}/rounds/{round}/study")
def get_study(project: str, round: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """The study as strict JSON; the same tag means the same study. 202 with a job where it takes long."""
    kept, chosen = round_named(web, project, round), filter_of(request)
    goal = project_goal(web.store, kept.project).goal
    tag = f'"{fingerprint(kept, chosen, goal)}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    if job := web.awaited(user.name, kept, chosen):
        return awaiting_answer(job)
    text = web.study_of(kept, chosen).to_json()
    return Response(text, media_type="application/json", headers={"etag": tag})


# --- its items ------------------------------------------------------------------------------------


def choice_of(given: QueryParams) -> ItemChoice:
    """What the address says of items."""
    return ItemChoice(
        comparison=given.get("comparison", ""),
        cell=_cell(given.get("cell", "")),
        finding=_whole(given.get("finding", ""), "finding"),
        slices=slices_of(given.getlist("within")),
        pair=tuple(one for one in given.getlist("pair") if one),
        rater=given.get("rater", ""),
        value=given.get("value", ""),
        differ=given.get("differ", "") == "1",
        compared=given.get("compared", "") == "1",
        cut=_whole(given.get("cut", ""), "cut"),
        shared=given.get("shared", "") == "1",
        again=given.get("again", "") == "1",
        both=tuple(one for one in given.getlist("both") if one),
        kinds=tuple(given.getlist("kinds")),
        item=given.get("item", ""),
        search=given.get("q", ""),
        sort=given.get("sort") or "item",
    )


def _cell(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    first, _, second = text.partition(",")
    row, column = _whole(first, "cell"), _whole(second, "cell")
    if row is None or column is None:
        raise OptionError("A cell must have the form row,column.")
    return row, column


def _whole(text: str, name: str) -> int | None:
    """A whole number; none where nothing is said."""
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        raise OptionError(f"{name} must be a whole number.")
    return number


@router.get("/p/{project}/r/{round}/items", include_in_schema=False)
def show_items(project: str, round: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """A page of items with what everybody gave them."""
    kept, chosen, given = round_named(web, project, round), filter_of(request), request.query_params
    choice = choice_of(given)
    if choice.of_study and (job := web.awaited(user.name, kept, chosen)):
        return _items_awaited(request, kept, job)
    study, ratings = partial(web.study_of, kept, chosen), web.studies.ratings(kept, chosen)
    page = items_page(ratings, study, choice, _whole(given.get("after", ""), "after"))
    rest = {key: given.getlist(key) for key in given if key not in ("after", "lang")}
    at = ("p", kept.project, "r", kept.name)
    return render(
        request, "items.html", kept=kept, page=page, choice=choice, ratings=ratings, sorts=SORTS,
        chosen=chosen, query=query_of(chosen), about=_about(study, choice), address_of=address_of,
        more=None if page.after is None else address_of(*at, "items", query={**rest, "after": page.after}),
        first=address_of(*at, "items", query=rest) if given.get("after") else None,
        limit=web.limits.text_shown, cut_text=cut_text, nothing=NOTHING,
    )  # fmt: skip


def _items_awaited(request: Request, kept: StoredRound, job: Job) -> Any:
    crumbs = (
        (kept.project, address_of("p", kept.project)),
        (kept.name, address_of("p", kept.project, "r", kept.name, query=query_of(filter_of(request)))),
    )
    title = sentences(language_of(request))("items")
    return awaiting_page(
        request, job, title=title, note="web_work.study-awaited", part="items", crumbs=crumbs
    )


def _about(made: Callable[[], Study], choice: ItemChoice) -> dict[str, Any]:
    """The cell, the finding, the kinds of raters or the comparison that is looked at, in words."""
    found: dict[str, Any] = {}
    if not choice.of_study:
        return found
    study = made()
    if choice.cell is not None or choice.cut is not None or choice.compared:
        one = study.comparison(choice.comparison) if choice.comparison else study.main
        found["comparison"] = None if one is None else called(one.name, one.kind)
        table = None if one is None else one.confusion
        if one is not None and table is not None and choice.cell is not None:
            row, column = choice.cell
            if not (0 <= row <= len(table.labels) and 0 <= column <= len(table.labels) and row + column):
                raise OptionError("There is no such cell in the table.")
            given = ((table.first, row), (table.second, column))
            found["cell"] = [(rater_name(one, who), table.labels[at - 1]) for who, at in given if at]
        if one is not None and choice.cut is not None and 1 <= choice.cut <= len(one.boundaries):
            cut = one.boundaries[choice.cut - 1]
            found["cut"] = {"lower": cut.lower, "upper": cut.upper}
    if choice.kinds:
        found["kinds"] = [kind_word(kind) for kind in choice.kinds]
    if choice.finding is not None:
        findings = (*study.findings, *study.small_findings)
        if 1 <= choice.finding <= len(findings):
            found["finding"] = findings[choice.finding - 1]
    return found


@router.get("/api/v1/projects/{project}/rounds/{round}/items")
def get_items(project: str, round: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """A page of items; `after` of the answer asks for the next. 202 with a job where it takes long."""
    kept, chosen, given = round_named(web, project, round), filter_of(request), request.query_params
    choice = choice_of(given)
    if choice.of_study and (job := web.awaited(user.name, kept, chosen)):
        return awaiting_answer(job)
    study, ratings = partial(web.study_of, kept, chosen), web.studies.ratings(kept, chosen)
    limit = min(_whole(given.get("limit", ""), "limit") or PAGE, _MOST_LIMIT)
    after = _whole(given.get("after", ""), "after")
    page = items_page(ratings, study, choice, after, limit)
    return JSONResponse(
        json.loads(
            json.dumps(
                {
                    "n": page.n,
                    "counted": page.counted,
                    "after": page.after,
                    "items": [
                        {"row": row, **facts.to_dict()}
                        for row, facts in zip(page.rows, page.items, strict=True)
                    ],
                },
                default=str,
            )
        )
    )
