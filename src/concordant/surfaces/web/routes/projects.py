"""Projects: their rounds, what changed, goals and plans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from markupsafe import Markup
from pydantic import BaseModel

from ....errors import ConcordantError, OptionError
from ....interpret.goals import BOUNDS, GOALS
from ....quote import quote
from ....report.page.panels import contents_of
from ....report.page.render import fragment
from ...store.records import StoredRound
from ...track.project import Project
from ..actions.goals import ProjectGoal, project_goal, set_goal
from ..actions.plans import answer, fields_of, plan_for, questions
from ..actions.projects import FLIPS, changes, round_lines, status
from ..actions.refusal import texts_of
from ..actions.studies import StudyFilter, fingerprint
from ..actions.uploads import StaleVersion
from ..addresses import address_of, name_in, whole_number
from ..auth import CurrentUser
from ..language import language_of
from ..pages import render
from ..panels import Items, linked
from ..problems import Problem
from ..state import Web, WebState

router = APIRouter()
#: So many more items that flipped are shown when asked for.
_MORE_FLIPS = 100
#: Panels of the page of goals: the answer, every measure with what people reach and the baseline, the goals.
_OF_GOALS = ("verdict", "measures", "goals")
#: Measures that a goal of one's own is written with, the usual ones first.
MEASURES = (
    "cohen_kappa", "exact_agreement", "adjacent_agreement", "krippendorff_alpha", "fleiss_kappa", "gwet_ac",
    "icc", "mean_absolute_error", "spearman",
)  # fmt: skip


def rounds_named(web: WebState, project: str) -> tuple[StoredRound, ...]:
    """The rounds of the project of an address."""
    found = web.store.rounds(name_in(project))
    if not found:
        raise Problem(404, "no-project", {"project": name_in(project)})
    return found


@router.get("/p/{project}", include_in_schema=False)
def show_project(project: str, request: Request, web: Web) -> Any:
    """Rounds, how the project stands, and where to go on."""
    rounds = rounds_named(web, project)
    name = rounds[-1].project
    return render(
        request, "project.html", name=name, rounds=rounds, lines=list(round_lines(web.studies, rounds)),
        sections=status(web.store, web.studies, name), address_of=address_of, items_of=_items_of,
        answer=_answer(web, rounds[-1]), step=web.next_step(rounds[-1], StudyFilter()),
    )  # fmt: skip


def _answer(web: WebState, kept: StoredRound) -> Any:
    """The first panel of the last round: its verdict and what to do next, with links into its study."""
    here = address_of("p", kept.project, "r", kept.name)
    markup = next(iter(_first_panels(web, kept).values()))
    return Markup(str(markup).replace('href="#', f'href="{here}#'))  # noqa: S704 - escaped by both


def _first_panels(web: WebState, kept: StoredRound) -> dict[str, Markup]:
    """The verdict, the goals and the measures of a round, by their key: each number leads to its items."""
    goal = project_goal(web.store, kept.project).goal

    def made() -> dict[str, Markup]:
        study = web.study_of(kept, StudyFilter())
        items = _items_of(kept)
        return {
            panel.key: fragment(
                replace(linked(panel, study, study.main, items, view=lambda name: ""), folded=False)
            )
            for place, panel in enumerate(contents_of(study).first)
            if place == 0 or panel.key in _OF_GOALS
        }

    return web.studies.cache.get("panels", f"first {fingerprint(kept, StudyFilter(), goal)}", made)


@router.get("/p/{project}/compare", include_in_schema=False)
def show_compare(project: str, request: Request, web: Web, a: str = "", b: str = "", shown: str = "") -> Any:
    """What changed from one round to another, on the same items."""
    rounds = rounds_named(web, project)
    names = [one.name for one in rounds]
    if len(names) < 2:
        raise Problem(404, "one-round", {"project": rounds[-1].project})
    later = b if b in names else names[-1]
    earlier = a if a in names else names[max(0, names.index(later) - 1)]
    if earlier == later:
        earlier = next(one for one in names if one != later)
    n = max(whole_number(shown) or FLIPS, FLIPS)
    found = changes(web.store, rounds[-1].project, earlier, later, n)
    kept = next(one for one in rounds if one.name == later)
    return render(
        request, "compare.html", name=rounds[-1].project, names=names, a=earlier, b=later,
        sections=[(one, _links(kept, about)) for one, about in found.sections],
        more=_MORE_FLIPS if found.more else 0, shown=n + _MORE_FLIPS, address_of=address_of,
    )  # fmt: skip


def _links(kept: StoredRound, about: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Where the names of rows lead to: an item, or a list of items of the later round."""
    return {
        words: address_of("p", kept.project, "items", asked["item"])
        if "item" in asked
        else _items_of(kept)(**asked)
        for words, asked in about.items()
    }


# --- goals ----------------------------------------------------------------------------------------


@router.get("/p/{project}/goals", include_in_schema=False)
def show_goals(project: str, request: Request, web: Web) -> Any:
    """The goal, whether the last round meets it, and a form to change it."""
    rounds = rounds_named(web, project)
    kept = rounds[-1]
    held = project_goal(web.store, kept.project)
    panels = _first_panels(web, kept)
    return render(
        request, "goals.html", name=kept.project, kept=kept, held=held, goals=GOALS, measures=MEASURES,
        bounds=BOUNDS, panels=[panels[key] for key in _OF_GOALS if key in panels], address_of=address_of,
        targets=() if held.goal is None else held.goal.targets,
    )  # fmt: skip


def _items_of(kept: StoredRound) -> Items:
    """Addresses of lists of items of a round."""
    return lambda **asked: address_of("p", kept.project, "r", kept.name, "items", query=asked)


@router.post("/p/{project}/goals", include_in_schema=False)
async def post_goals(project: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """Set the goal by name, or by targets of one's own."""
    name = rounds_named(web, project)[-1].project
    form = await request.form()
    texts = {key: [v for v in form.getlist(key) if isinstance(v, str)] for key in form}
    version = whole_number(texts.get("version", ["0"])[0]) or 0
    _set_goal(web, user.name, name, _goal_of(texts), version)
    return RedirectResponse(address_of("p", name, "goals"), 303)


def _goal_of(form: Mapping[str, list[str]]) -> str | dict[str, Any] | None:
    """The goal that a form states: the name of one of ours, or a list of targets."""
    chosen = form.get("goal", [""])[0]
    if chosen != "own":
        return chosen or None
    rows = zip(form.get("measure", []), form.get("bound", []), form.get("threshold", []), strict=False)
    targets = [{"measure": m, bound: _number(t)} for m, bound, t in rows if m and t.strip()]
    return {"name": (form.get("name", [""])[0].strip() or "own"), "targets": targets}


def _number(text: str) -> float:
    try:
        return float(text.strip().rstrip("%")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        raise OptionError(f"A threshold must be a number, got {quote(text)}.") from None


def _set_goal(web: WebState, who: str, name: str, given: Any, version: int) -> ProjectGoal:
    try:
        return set_goal(web.store, who, name, given, version)
    except StaleVersion as stale:
        raise Problem(412, "stale", more={"version": stale.current}) from None


# --- plan -----------------------------------------------------------------------------------------


@router.get("/p/{project}/plan", include_in_schema=False)
def show_plan(project: str, request: Request, web: Web, question: str = "from-data", round: str = "") -> Any:
    """A calculator, filled from the study, and its answer."""
    rounds = rounds_named(web, project)
    kept = next((one for one in rounds if one.name == round), rounds[-1])
    lang = language_of(request)
    fields = fields_of(question, lang)
    given = {one.name: request.query_params.get(one.name, "") for one in fields}
    asked = question == "from-data" or any(given.values())
    found, problem = None, None
    if asked:
        try:
            found = answer(question, given, web.studies.ratings(kept))
        except ConcordantError as error:
            problem = texts_of(error)
    return render(
        request, "plan.html", name=kept.project, kept=kept, question=question, questions=questions(),
        fields=fields, given=given, found=found, problem=problem, address_of=address_of,
        lines=[] if found is None else _lines(found.text(lang)),
    )  # fmt: skip


def _lines(text: str) -> list[str]:
    """The title of a plan and its sentences; its tables are shown as such."""
    return [line.strip() for line in text.split("\n\n")[0].split("\n")]


# --- for programs ---------------------------------------------------------------------------------


class NewProject(BaseModel):
    """A project to be made: its name, and a goal."""

    name: str
    goal: str | dict[str, Any] | None = None


@router.get("/api/v1/projects")
def get_projects(web: Web) -> Any:
    """Every project with its last round."""
    return [one.to_dict() for one in web.store.projects()]


@router.post("/api/v1/projects", status_code=201)
def post_project(given: NewProject, web: Web, user: CurrentUser) -> Any:
    """Name a project and set its goal; it is listed when it has a round."""
    if not given.name.strip():
        raise OptionError("Name the project.")
    held = project_goal(web.store, given.name)
    if given.goal is not None:
        held = _set_goal(web, user.name, given.name, given.goal, held.version)
    return JSONResponse({"name": given.name, **_goal_json(held)}, 201)


@router.get("/api/v1/projects/{project}")
def get_project(project: str, web: Web) -> Any:
    """A project with its rounds."""
    rounds = rounds_named(web, project)
    held = project_goal(web.store, rounds[-1].project)
    return {"name": rounds[-1].project, "rounds": [one.to_dict() for one in rounds], **_goal_json(held)}


@router.get("/api/v1/projects/{project}/compare")
def get_compare(project: str, a: str, b: str, web: Web) -> Any:
    """What changed, as strict JSON."""
    name = rounds_named(web, project)[-1].project
    return {"changes": [one.to_dict() for one in Project(name, web.store).compare(a, b)]}


@router.get("/api/v1/projects/{project}/goal")
def get_goal(project: str, web: Web) -> Any:
    """The goal; its version is the tag."""
    held = project_goal(web.store, name_in(project))
    return JSONResponse(_goal_json(held), headers={"etag": f'"{held.version}"'})


@router.put("/api/v1/projects/{project}/goal")
def put_goal(
    project: str, goal: dict[str, Any] | str | None, web: Web, user: CurrentUser,
    if_match: Annotated[str | None, Header()] = None,
) -> Any:  # fmt: skip
    """Set the goal; `If-Match` names the version that it replaces."""
    if if_match is None:
        raise Problem(428, "if-match")
    version = whole_number(if_match.strip('"'))
    held = _set_goal(web, user.name, name_in(project), goal, -1 if version is None else version)
    return JSONResponse(_goal_json(held), headers={"etag": f'"{held.version}"'})


def _goal_json(held: ProjectGoal) -> dict[str, Any]:
    return {"goal": None if held.goal is None else held.goal.to_dict(), "version": held.version}


@router.post("/api/v1/plan")
def post_plan(options: dict[str, Any], web: Web) -> Any:
    """`question` and its options; the plan comes back."""
    given = dict(options)
    text = json.dumps(plan_for(given.pop("question", None), given).to_dict())
    return Response(text, media_type="application/json")
