"""What a study was computed with: versions of the package, of Python, and of the libraries that work."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from ...ratings.ratings import Ratings
from ...version import __version__

_ENGINES = {"spark": "pyspark", "ibis": "ibis-framework"}


def versions_of(ratings: Ratings) -> dict[str, str]:
    """Versions by name; that of the engine too where one keeps the items."""
    engine = None if ratings.item_source is None else ratings.item_source.relation.engine
    found = {"concordant": __version__, "python": platform.python_version()}
    for name in ("numpy", "scipy", *([_ENGINES.get(engine, engine)] if engine else [])):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # Spark may come with a cluster, and not as a package
    return found
