"""Uploads: a file written piece by piece, hashed, renamed into its place and listed in the store."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, update

from ....errors import InputError
from ...store.rows import storable
from ...store.store import Store
from ...store.web_schema import upload as table
from ..settings import WebLimits
from .events import record
from .unpacked import check_unpacked

#: What a file name may not hold on any system, and what a reader could not see.
_STRANGE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_LONGEST = 120
_PARTIAL = ".partial"


class StaleVersion(Exception):
    """Somebody else has changed it meanwhile; `current` is what it is now."""

    def __init__(self, current: Any) -> None:
        super().__init__("stale")
        self.current = current


@dataclass(frozen=True)
class Upload:
    """A file that was uploaded; `options` are those of reading that were chosen for it."""

    id: str
    owner: str
    name: str
    path: Path
    size: float
    content: str
    version: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)


def safe_name(name: str) -> str:
    """The last part of a name, without what no file can be called; its ending is kept."""
    base = _STRANGE.sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).strip(" .")
    stem, dot, ending = base.rpartition(".")
    if len(base.encode()) > _LONGEST:
        base = (
            f"{_cut(stem or ending, _LONGEST - 20)}{dot}{_cut(ending, 16)}" if dot else _cut(base, _LONGEST)
        )
    return base or "ratings"


def _cut(text: str, most: int) -> str:
    """The beginning of a text, in whole characters of so many bytes: systems count names in bytes."""
    return text.encode()[:most].decode("utf-8", "ignore")


class UploadFile:
    """A file that is being written: it is there whole after `finish`, and not at all after `discard`."""

    def __init__(self, folder: Path, name: str) -> None:
        self.id, self.name = secrets.token_urlsafe(16), safe_name(name)
        self.folder = folder / self.id
        self.folder.mkdir(parents=True, mode=0o700)
        self.path = self.folder / self.name
        self._partial = self.folder / f"{secrets.token_hex(4)}{_PARTIAL}"
        self._file = self._partial.open("wb")
        self._hash, self.size = hashlib.sha256(), 0

    def write(self, data: bytes) -> None:
        """Add a piece."""
        self._file.write(data)
        self._hash.update(data)
        self.size += len(data)

    def finish(
        self, store: Store, owner: str, options: Mapping[str, Any] | None, limits: WebLimits
    ) -> Upload:
        """Put the file in its place and list it."""
        self._file.close()
        try:
            if not self.size:
                raise InputError(f"The file {self.name} is empty.")
            check_unpacked(self._partial, self.name, limits.unpacked_ratio, limits.upload_bytes)
            self._partial.rename(self.path)
            made = Upload(
                self.id,
                owner,
                self.name,
                self.path,
                self.size,
                f"sha256:{self._hash.hexdigest()}",
                1,
                options or {},
            )
            with store.writing() as connection:
                connection.execute(insert(table).values(_row(made)))
                record(connection, owner, "upload.made", made.id, content=made.content)
        except BaseException:
            self.discard()
            raise
        return made

    def discard(self) -> None:
        """Leave nothing."""
        self._file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def keep_file(
    store: Store, folder: Path, source: Path, owner: str, options: Mapping[str, Any], limits: WebLimits
) -> Upload:
    """An upload of a file on this machine."""
    file = UploadFile(folder, source.name)
    with source.open("rb") as given:
        while piece := given.read(1 << 20):
            file.write(piece)
    return file.finish(store, owner, options, limits)


def get_upload(store: Store, folder: Path, key: str) -> Upload | None:
    """An upload by its id; None where there is none, or its file is gone."""
    with store.reading() as connection:
        row = connection.execute(select(table).where(table.c.id == storable(key))).mappings().first()
    if row is None:
        return None
    path = folder / row["id"] / row["name"]
    if not path.is_file():
        return None
    return Upload(
        row["id"], row["owner"], row["name"], path, row["size"], row["content"], row["version"],
        json.loads(row["roles"]),
    )  # fmt: skip


def set_options(store: Store, upload: Upload, options: Mapping[str, Any]) -> Upload:
    """The upload with other options of reading; `StaleVersion` where they were changed since it was shown."""
    changed = replace(upload, options=dict(options), version=upload.version + 1)
    with store.writing() as connection:
        done = connection.execute(
            update(table)
            .where(table.c.id == upload.id, table.c.version == upload.version)
            .values(roles=json.dumps(changed.options, ensure_ascii=False), version=changed.version)
        )
        if done.rowcount != 1:
            current = connection.execute(select(table.c.version).where(table.c.id == upload.id)).scalar()
            raise StaleVersion(current)
        record(connection, upload.owner, "upload.roles", upload.id, version=changed.version)
    return changed


def remove_old(folder: Path, days: float) -> int:
    """Remove what was uploaded longer ago than this, and what was never finished; how many."""
    if not folder.is_dir():
        return 0
    old = time.time() - days * 86_400
    gone = [one for one in folder.iterdir() if one.is_dir() and one.stat().st_mtime < old]
    for one in gone:
        shutil.rmtree(one, ignore_errors=True)
    return len(gone)


def _row(made: Upload) -> dict[str, Any]:
    return {
        "id": made.id,
        "owner": made.owner,
        "name": made.name,
        "content": made.content,
        "size": float(made.size),
        "version": made.version,
        "roles": json.dumps(dict(made.options), ensure_ascii=False),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
