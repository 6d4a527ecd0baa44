"""How a file is read, looked at within the request where it is small and by a worker where it is large."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ....errors import OptionError
from ....plain_json import plain
from ....ratings.formats import GZIP, ZIP, ZSTD
from ....result import Note
from ...store.store import Store
from .cache import Cache
from .jobs import Job, done_job, job_result, submit_job
from .recognise import FileColumn, Recognised, is_sampled, recognise
from .uploads import Upload, get_upload

KIND = "recognise"
#: Files of more bytes are looked at by a worker; packed ones, Excel and Parquet too, hold more than that.
AT_ONCE, PACKED_AT_ONCE = 4_000_000, 1_000_000
#: How packed files begin: Excel's are zip files, and its older ones those of OLE.
_PACKED = (ZIP, GZIP, ZSTD, b"PAR1", b"\xd0\xcf\x11\xe0")


def awaited_recognition(
    held: Cache, store: Store, who: str, upload: Upload, *, most_queued: int
) -> Job | None:
    """The job that looks at a large file; None where it has done so, or where the file is small."""
    if not _is_large(upload) or held.holds(KIND, _key(upload)):
        return None
    job = submit_job(store, who, KIND, _payload(upload), most_queued=most_queued)
    return None if job.state == "done" else job


def recognised(held: Cache, store: Store, upload: Upload) -> Recognised:
    """How a file is read, as it is held, or as a worker or this call has found."""

    def find() -> Recognised:
        done = done_job(store, KIND, _payload(upload)) if _is_large(upload) else None
        if done is not None:
            return recognised_in(job_result(store, done))
        return recognise(upload.path, upload.options)

    return held.get(KIND, _key(upload), find)


def recognise_of_job(
    store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]
) -> dict[str, Any]:
    """What a worker does with such a job: the upload, and how it is read."""
    tell("recognise", 0.1)
    upload = get_upload(store, Path(payload["folder"]), payload["upload"])
    if upload is None or upload.version != payload["version"]:
        raise OptionError("The upload is no longer available: upload the file again.")
    found = recognise(upload.path, upload.options)
    facts = {**asdict(replace(found, notes=())), "notes": [note.to_dict() for note in found.notes]}
    return {"upload": upload.id, "recognised": plain(facts)}


def recognised_in(result: Mapping[str, Any]) -> Recognised:
    """What the result of a job says."""
    facts = dict(result["recognised"])
    facts["columns"] = tuple(
        FileColumn(**{**one, "values": tuple(one["values"])}) for one in facts["columns"]
    )
    facts["notes"] = tuple(Note(**one) for one in facts["notes"])
    for name in ("raters", "overlap"):
        facts[name] = tuple(map(tuple, facts[name]))
    return Recognised(**{**facts, "categories": tuple(facts["categories"])})


def _is_large(upload: Upload) -> bool:
    """Whether looking at a file takes long, or much memory."""
    if upload.size <= PACKED_AT_ONCE or is_sampled(upload.path):
        return False
    with upload.path.open("rb") as file:
        packed = file.read(4).startswith(_PACKED)
    return packed or upload.size > AT_ONCE


def _key(upload: Upload) -> str:
    return f"{upload.id} {upload.version}"


def _payload(upload: Upload) -> dict[str, Any]:
    return {"upload": upload.id, "version": upload.version, "folder": str(upload.path.parents[1])}
