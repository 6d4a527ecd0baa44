"""What Python users call to keep rounds of a project and see whether it gets better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...arguments import check_arguments
from .project import Project
from .stored_rounds import place_of, store_at

if TYPE_CHECKING:
    from ..store.records import ProjectFacts
    from ..store.store import Store


@check_arguments
def track(project: str, *, store: str | Path | Store | None = None) -> Project:
    """Open the rounds of a project: add one, compare two, see whether agreement still improves.

    Parameters
    ----------
    project : str
        Name of the project.
    store : str, path or Store, optional
        Store of the rounds: a file, or the address of a PostgreSQL database. By default, the
        environment variable CONCORDANT_STORE, otherwise `concordant.db` in the current folder. It is
        made when the first round is added.

    Returns
    -------
    Project
        `project.add` stores a round, `project.compare` compares two, `project.status()` shows the
        state of the project and what to do next, and `project.study("v4").save("v4.html")` writes the report
        of a round with all before it.

    Examples
    --------
    >>> import tempfile
    >>> import concordant as cc
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     project = cc.track("assistant", store=f"{folder}/rounds.db")
    ...     added = project.add(cc.example("rounds"), note="four prompts, one after the other")
    ...     (change,) = project.compare("v1", "v4")
    >>> [one.name for one in added]
    ['v1', 'v2', 'v3', 'v4']
    >>> change.paired, change.n_common
    (True, 120.0)
    """
    return Project(project, store)


@check_arguments
def projects(store: str | Path | Store | None = None) -> tuple[ProjectFacts, ...]:
    """List the projects of a store, each with its number of rounds and the last of them.

    Parameters
    ----------
    store : str, path or Store, optional
        Store of the rounds: a file, or the address of a PostgreSQL database. By default, the
        environment variable CONCORDANT_STORE, otherwise `concordant.db` in the current folder.

    Returns
    -------
    tuple of ProjectFacts
        The projects by name, each with `name`, `n_rounds`, `last` (the last round) and `when` that
        was added.

    Examples
    --------
    >>> import tempfile
    >>> import concordant as cc
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     added = cc.track("assistant", store=f"{folder}/rounds.db").add(cc.example("rounds"))
    ...     found = cc.projects(f"{folder}/rounds.db")
    >>> [(project.name, project.n_rounds, project.last) for project in found]
    [('assistant', 4, 'v4')]
    """
    with store_at(store) as found:
        return found.projects()


@check_arguments
def store(place: str | Path | None = None) -> Store:
    """Open the store that keeps the rounds of projects, to export it or to load what was exported.

    To add and compare rounds use `concordant.track`.

    Parameters
    ----------
    place : str or path, optional
        A file, or the address of a PostgreSQL database. By default the environment variable
        CONCORDANT_STORE, else `concordant.db` in the current folder. It is made where there is none.

    Returns
    -------
    Store
        `store.export` writes rounds to one file, `store.load` adds those of such a file; `with`
        closes the store.

    Examples
    --------
    >>> import tempfile
    >>> import concordant as cc
    >>> with tempfile.TemporaryDirectory() as folder, cc.store(f"{folder}/rounds.db") as kept:
    ...     kept.projects()
    ()
    """
    from ..store.store import Store

    return Store(place_of(place))
