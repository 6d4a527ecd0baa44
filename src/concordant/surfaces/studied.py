"""What `cc.study` returns: a study that can also be shown and saved."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Self

from ..interpret import study as made
from ..interpret.speak import Language


class Study(made.Study):
    """A study with its page."""

    @classmethod
    def of(cls, study: made.Study) -> Self:
        """The same study, to be shown."""
        return cls(**{f.name: getattr(study, f.name) for f in fields(study)})

    def to_html(self, path: str | Path | None = None, *, lang: Language = "en", force: bool = False) -> str:
        """The page as text, written whole to `path` where one is given."""
        from ..report.page.render import page
        from ..report.write import check_ours, write_whole

        if path is not None and not force:
            check_ours(path)
        text = page(self, lang)
        if path is not None:
            write_whole(path, text)
        return text
