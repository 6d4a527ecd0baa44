"""Uploads: a file comes in, is shown as it was read, is corrected, and becomes a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from ....errors import choose
from ....language.translate_errors import error_text
from ....ratings.audit import CHOICES, WARNINGS
from ...api.examples import examples
from ..actions.recognise import (
    DUPLICATES,
    KINDS,
    LEVELS,
    OFF_SCALE,
    ROLES,
    SHAPES,
    Recognised,
    options_for,
)
from ..actions.refusal import CONTROLS, WebRefusal
from ..actions.rounds import next_round
from ..actions.uploads import StaleVersion, Upload, UploadFile, get_upload, keep_file, set_options
from ..addresses import address_of, whole_number
from ..auth import CurrentUser, User
from ..language import language_of
from ..pages import render
from ..problems import Problem
from ..reading_words import reading_text
from ..state import Web, WebState
from .awaiting import awaiting_page

router = APIRouter()
_PIECE = 1 << 20


def upload_named(web: WebState, key: str) -> Upload:
    """The upload of an address."""
    found = get_upload(web.store, web.settings.folder, key)
    if found is None:
        raise Problem(404, "no-upload")
    return found


# --- a file comes in ------------------------------------------------------------------------------


@router.put("/api/v1/uploads/{name:path}", status_code=201)
async def put_upload(name: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """The body is the file itself; what it was read as comes back."""
    file = await run_in_threadpool(UploadFile, web.settings.folder, name)
    try:
        async for piece in request.stream():
            await run_in_threadpool(file.write, piece)
    except ClientDisconnect:  # cancelled in the browser: nobody is there to be told
        file.discard()
        return Response(status_code=400)
    except BaseException:
        file.discard()
        raise
    made = await run_in_threadpool(_finish, web, file, user.name)
    return await run_in_threadpool(_as_json, web, user, made, 201)


@router.post("/uploads", include_in_schema=False)
async def post_upload(request: Request, web: Web, user: CurrentUser) -> Any:
    """A form with a file, for browsers without scripts."""
    async with request.form(max_files=1) as form:
        given = form.get("file")
        if given is None or isinstance(given, str) or not given.filename:
            raise Problem(422, "no-file")
        file = await run_in_threadpool(UploadFile, web.settings.folder, given.filename)
        try:
            while piece := await given.read(_PIECE):
                await run_in_threadpool(file.write, piece)
        except BaseException:
            file.discard()
            raise
    made = await run_in_threadpool(_finish, web, file, user.name)
    return _to(made)


@router.post("/examples/{name}", include_in_schema=False)
def post_example(name: str, web: Web, user: CurrentUser) -> Any:
    """A bundled example, as if it had been dropped."""
    known = examples()
    if name not in known:
        raise Problem(404, "not-found")
    example = known[name]
    reading = {key: list(v) if isinstance(v, range) else v for key, v in example.reading.items()}
    made = keep_file(web.store, web.settings.folder, example.path, user.name, reading, web.limits)
    return _to(made)


def _finish(web: WebState, file: UploadFile, owner: str) -> Upload:
    return file.finish(web.store, owner, None, web.limits)


def _to(made: Upload) -> RedirectResponse:
    return RedirectResponse(address_of("uploads", made.id), 303)


# --- how it was read ------------------------------------------------------------------------------


@router.get("/uploads/{key}", include_in_schema=False)
def show_upload(key: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """Each column with its role, the first rows, doubts, and what will count."""
    upload = upload_named(web, key)
    if job := web.awaited_upload(user.name, upload):
        note = "web_work.upload-awaited"
        return awaiting_page(request, job, title=upload.name, note=note, part="recognised")
    return _recognised(request, web, upload)


def _recognised(
    request: Request, web: WebState, upload: Upload, given: Mapping[str, str] | None = None, status: int = 200
) -> Any:
    """How a file is read; `given` is a form that came too late, which is shown beside it."""
    found, lang = web.recognised(upload), language_of(request)
    project = upload.name.rsplit(".", 1)[0]
    asked = _numbered(given or {}, "role-", [column.name for column in found.columns])
    return render(
        request, "recognised.html", status, stale=given is not None,
        yours={name: role for name, role in asked.items() if role in ROLES},
        upload=upload, found=found, roles=ROLES, kinds=KINDS, levels=LEVELS, shapes=SHAPES,
        choices={"duplicates": DUPLICATES, "out_of_scale": OFF_SCALE},
        ways=[(what, error_text(what, lang, over=CONTROLS)) for what in found.readings or ()],
        project=project, round=next_round(web.store, project),
        projects=[one.name for one in web.store.projects()],
        rows=list(zip(*(column.values for column in found.columns), strict=False)),
        notes=[reading_text(note, lang) for note in found.notes],
        warnings=[reading_text(n, lang) for n in found.notes if n.code in (*WARNINGS, *CHOICES)],
        has_rounds=any(column.role == "round" for column in found.columns),
    )  # fmt: skip


@router.post("/uploads/{key}", include_in_schema=False)
async def correct_upload(key: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """Other roles, kinds or a scale: the file is read again at once."""
    form = await request.form()
    texts = {name: value for name, value in form.items() if isinstance(value, str)}
    try:
        changed = await run_in_threadpool(_corrected, web, user, key, texts)
    except StaleVersion:
        upload = await run_in_threadpool(_seen, web, user, key)
        return await run_in_threadpool(_recognised, request, web, upload, texts, 412)
    return _to(changed)


def _seen(web: WebState, user: User, key: str) -> Upload:
    """An upload that was looked at already."""
    upload = upload_named(web, key)
    if job := web.awaited_upload(user.name, upload):
        raise WebRefusal(409, "being-read", more={"job": job.id})
    return upload


def _corrected(web: WebState, user: User, key: str, form: Mapping[str, str]) -> Upload:
    upload = _seen(web, user, key)
    if form.get("version", str(upload.version)) != str(upload.version):
        raise StaleVersion(upload.version)
    if "reading" in form:
        return set_options(web.store, upload, _chosen_reading(web, upload, form["reading"]))
    found = web.recognised(upload)
    roles = _numbered(form, "role-", [column.name for column in found.columns])
    kinds = _numbered(form, "kind-", [name for name, _ in found.raters])
    options = options_for(found, _checked(roles, ROLES), kinds=_checked(kinds, KINDS), before=upload.options)
    return set_options(web.store, upload, _with_values(options, form, upload.options))


def _numbered(form: Mapping[str, str], start: str, names: Sequence[str]) -> dict[str, str]:
    """What the fields `start0`, `start1`, … of a form state of these names."""
    given = {whole_number(key.removeprefix(start)): v for key, v in form.items() if key.startswith(start)}
    return {name: given[at] for at, name in enumerate(names) if at in given}


def _checked(given: Mapping[str, str], allowed: tuple[str, ...]) -> Mapping[str, str]:
    for name, value in given.items():
        choose(f"the role of {name}", value, allowed)
    return given


def _chosen_reading(web: WebState, upload: Upload, what: str) -> dict[str, Any]:
    """The options of one of the ways that a file can be meant."""
    readings = web.recognised(upload).readings or {}
    if what not in readings:
        raise Problem(404, "not-found")
    return {**upload.options, **readings[what]}


def _with_values(
    options: dict[str, Any], form: Mapping[str, str], before: Mapping[str, Any]
) -> dict[str, Any]:
    """The level, the categories and the codes of gaps that a form states; empty is what the data say."""
    for name in ("shape", "scale", "categories", "missing", "duplicates", "out_of_scale"):
        if name not in form:
            continue
        text = form[name].strip()
        if text == "" and name not in before:
            continue
        options.pop(name, None)
        if text:
            several = name in ("categories", "missing")
            options[name] = [_value(one) for one in _split(text)] if several else text
    if "categories" in options:
        options.pop("scale", None)
    return options


def _split(text: str) -> list[str]:
    for comma in ("，", "、", ";", "；"):
        text = text.replace(comma, ",")
    return [one.strip() for one in text.split(",") if one.strip()]


def _value(text: str) -> Any:
    """A number where it is one."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def _set(web: WebState, upload: Upload, options: Mapping[str, Any]) -> Upload:
    try:
        return set_options(web.store, upload, options)
    except StaleVersion as stale:
        raise Problem(412, "stale", more={"version": stale.current}) from None


@router.patch("/api/v1/uploads/{key}/roles")
def patch_roles(
    key: str, roles: dict[str, str], web: Web, user: CurrentUser,
    if_match: Annotated[str | None, Header()] = None,
) -> Any:  # fmt: skip
    """{column: role}: the file is read again with these."""
    upload = _seen(web, user, key)
    if if_match is not None and if_match != _tag(upload):
        raise Problem(412, "stale", more={"version": upload.version})
    found = web.recognised(upload)
    strange = [name for name in roles if name not in found.roles]
    if strange:
        choose("a column", strange[0], found.roles)
    options = options_for(found, _checked(roles, ROLES), kinds=dict(found.raters), before=upload.options)
    return _as_json(web, user, _set(web, upload, options), 200)


@router.get("/api/v1/uploads/{key}")
def get_roles(key: str, web: Web, user: CurrentUser) -> Any:
    """What an upload was read as."""
    return _as_json(web, user, upload_named(web, key), 200)


def _as_json(web: WebState, user: User, upload: Upload, status: int) -> JSONResponse:
    """What an upload was read as; of a large one the job that looks at it, with which one asks again."""
    job = web.awaited_upload(user.name, upload)
    if job is None:
        return JSONResponse(
            recognised_as_json(upload, web.recognised(upload)), status, {"etag": _tag(upload)}
        )
    facts = {"upload": upload.id, "name": upload.name, "size": upload.size, "content": upload.content}
    headers = {"etag": _tag(upload), "location": f"/api/v1/jobs/{job.id}"}
    body = {**facts, "version": upload.version, "job": job.id, "state": job.state}
    return JSONResponse(body, 202 if status == 200 else status, headers)


def _tag(upload: Upload) -> str:
    return f'"{upload.version}"'


def recognised_as_json(upload: Upload, found: Recognised) -> dict[str, Any]:
    """What a file was read as, for programs."""
    return {
        "upload": upload.id,
        "name": upload.name,
        "size": upload.size,
        "content": upload.content,
        "version": upload.version,
        "format": dict(found.format) if found.format else None,
        "shape": found.shape,
        "roles": found.roles,
        "guessed": [column.name for column in found.columns if column.guessed],
        "raters": dict(found.raters),
        "scale": {"level": found.level, "categories": list(found.categories)},
        "n_items": found.n_items,
        "n_ratings": found.n_ratings,
        "sampled": found.sampled,
        "audit": [note.to_dict() for note in found.notes],
        "problem": None if found.problem is None else dict(found.problem),
        "readings": None if found.readings is None else {k: dict(v) for k, v in found.readings.items()},
    }
