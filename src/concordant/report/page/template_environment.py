"""How templates are set up, wherever they lie: every value is escaped and must be there.

Compiled templates are kept next to compiled modules, under the same rules.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError
from typing import Any


def environment_of(package: str) -> Any:
    """The templates in the folder `templates` of a package."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader(package, "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=template_cache(Path(__file__).parent),
    )


def template_cache(folder: Path) -> Any:
    """What keeps each compiled template in `__pycache__` of a folder; where nothing can be written, nothing.

    A template that was changed is compiled again: what is kept holds the checksum of its source.
    """
    from jinja2 import BytecodeCache

    class TemplateCache(BytecodeCache):
        def load_bytecode(self, bucket: Any) -> None:
            with suppress(OSError, UnpicklingError), _path(folder, bucket.key).open("rb") as file:
                bucket.load_bytecode(file)

        def dump_bytecode(self, bucket: Any) -> None:
            if not sys.dont_write_bytecode:
                with suppress(OSError):
                    _keep(_path(folder, bucket.key), bucket)

    return TemplateCache()


def _path(folder: Path, key: str) -> Path:
    return folder / "__pycache__" / f"template-{key}.{sys.implementation.cache_tag}.bin"


def _keep(path: Path, bucket: Any) -> None:
    """A compiled template, written whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            bucket.write_bytecode(file)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)
