"""The house: rooms import only rooms to their left, and nothing heavy at the door."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.source_files import FILES, PACKAGE, tree

ROOMS = [
    "engines",
    "ratings",
    "reduce",
    "coefficients",
    "inference",
    "language",
    "judges",
    "interpret",
    "planning",
    "report",
    "surfaces",
]
#: The rooms inside a room, left to right; "" stands for the files that lie beside them.
SUB_ROOMS = {
    "ratings": ("", "reading", "formats", "remote"),
    "coefficients": (
        "", "ranks", "categories", "reliability", "limits_of_agreement", "regression", "truth",
    ),
    "interpret": (
        "", "compare", "trust", "where", "raters", "data_checks", "patterns", "goals", "rounds", "gate",
        "judge_reports", "study",
    ),
    "report": ("", "figures", "paper", "page", "render", "gate", "write_back"),
    "surfaces": ("", "store", "api", "track", "gate", "web", "cli"),
}  # fmt: skip
#: Files that lie beside the inner rooms and lead into all of them.
DOORS = {
    "ratings/as_ratings.py",
    "ratings/read.py",
    "ratings/read_features.py",
    "coefficients/catalogue.py",
    "report/formats.py",
    "surfaces/figure_input.py",
    "surfaces/figures.py",
    "surfaces/pytest_plugin.py",
}
#: Inner rooms whose `__init__` names what others may use.
WITH_DOORS = {
    (room, inner) for room in ("ratings", "coefficients", "interpret") for inner in SUB_ROOMS[room] if inner
}
EVERYWHERE = {
    "result",
    "errors",
    "columns",
    "frame",
    "digits",
    "number_text",
    "plain_json",
    "quote",
    "suggestion",
    "arguments",
    "option_values",
    "wording",
    "version",
}
HEAVY = {
    "scipy",
    "duckdb",
    "narwhals",
    "pandas",
    "polars",
    "pyarrow",
    "pyspark",
    "ibis",
    "psycopg",
    "rich",
    "rich_click",
    "jinja2",
    "altair",
    "vl_convert",
    "sqlalchemy",
    "alembic",
    "python_calamine",
    "uharfbuzz",
    "fastapi",
    "starlette",
    "uvicorn",
}
NAMES = {path: str(path.relative_to(PACKAGE)) for path in FILES}


def imports(path: Path, body: list[ast.stmt] | None = None) -> Iterator[tuple[int, str]]:
    """Every import of a file, or of a part of it, as (line, module from the top)."""
    nodes = body or tree(path).body
    here = ("concordant", *path.relative_to(PACKAGE).parts[:-1])
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            deeper = node.module is None or module == "concordant"
            yield from ((node.lineno, f"{module}.{a.name}" if deeper else module) for a in node.names)


def room(module: str) -> str:
    """The room of one of our modules; empty for other libraries and for the package itself.

    Dictionaries of options are in the stub alone, and only type checkers import them.
    """
    parts = module.split(".")
    of_stub = len(parts) == 2 and parts[1].endswith("Options")
    return parts[1] if parts[0] == "concordant" and len(parts) > 1 and not of_stub else ""


def foreign_rooms(path: Path) -> list[str]:
    """The imports of a file that lead to a room to the right of its own."""
    parts = path.relative_to(PACKAGE).parts
    if parts in (("__init__.py",), ("__main__.py",)):
        return []
    own = parts[0] if len(parts) > 1 else ""
    allowed = {*EVERYWHERE, *(ROOMS[: ROOMS.index(own) + 1] if own in ROOMS else ())}
    return [f"line {line}: {m}" for line, m in imports(path) if room(m) and room(m) not in allowed]


def inner_room(module: str) -> str:
    """The inner room of one of our modules; empty for a file that lies beside the inner rooms."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and (PACKAGE / parts[1] / parts[2] / "__init__.py").exists() else ""


def foreign_inner_rooms(path: Path) -> list[str]:
    """The imports of a file that lead to an inner room to the right of its own; types alone may."""
    name, own = NAMES[path], path.relative_to(PACKAGE).parts
    order = SUB_ROOMS.get(own[0])
    if order is None or name in DOORS:
        return []
    here = order.index(own[1] if len(own) > 2 else "")
    doors = {f"concordant.{door.removesuffix('.py').replace('/', '.')}" for door in DOORS}
    return [
        f"line {line}: {m}"
        for line, m in imports(path, run(path))
        if room(m) == own[0] and (m in doors or order.index(inner_room(m)) > here)
    ]


def run(path: Path) -> list[ast.stmt]:
    """The statements of a file without those that only a type checker reads."""
    body = tree(path).body
    return [n for n in body if not (isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test))]


def heavy_at_the_top(path: Path) -> list[str]:
    """The heavy libraries that a file imports as soon as it is imported itself."""
    if path.relative_to(PACKAGE).parts[0] == "surfaces":
        return []
    top: list[ast.stmt] = [n for n in tree(path).body if isinstance(n, (ast.Import, ast.ImportFrom))]
    if not top:
        return []
    return [f"line {line}: {m}" for line, m in imports(path, top) if m.split(".")[0] in HEAVY]


def test_a_room_imports_only_rooms_to_its_left() -> None:
    assert len(FILES) > 100
    assert {NAMES[path]: wrong for path in FILES if (wrong := foreign_rooms(path))} == {}


def test_an_inner_room_imports_only_inner_rooms_to_its_left() -> None:
    assert {NAMES[path]: wrong for path in FILES if (wrong := foreign_inner_rooms(path))} == {}


def past_the_door(path: Path) -> list[str]:
    """The imports of a file from a module of another inner room that its `__init__` names, or should name.

    What is called as its module is (`from ..where.ledger import ledger`) stays there: as an attribute of
    the inner room it would hide the module.
    """
    here = ("concordant", *path.relative_to(PACKAGE).parts[:-1])
    wrong = []
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        parts = [*here[: len(here) - node.level + 1], *(node.module or "").split(".")]
        if len(parts) > 3 and tuple(parts[1:3]) in WITH_DOORS and tuple(parts[:3]) != here[:3]:
            names = [alias.name for alias in node.names if alias.name != parts[-1]]
            wrong += [f"line {node.lineno}: {'.'.join(parts)}: {name}" for name in names]
    return wrong


def test_inner_rooms_are_entered_by_their_door() -> None:
    assert {NAMES[path]: wrong for path in FILES if (wrong := past_the_door(path))} == {}


def test_every_inner_room_is_listed() -> None:
    found = {
        room: {path.name for path in (PACKAGE / room).iterdir() if (path / "__init__.py").exists()}
        for room in ROOMS
    }
    listed = {room: {*SUB_ROOMS.get(room, ())} - {""} for room in ROOMS}
    assert {room: names - listed[room] for room, names in found.items() if names - listed[room]} == {
        "language": {"words"}
    }
    assert {name for names in listed.values() for name in names} <= {n for ns in found.values() for n in ns}


def test_heavy_libraries_are_imported_where_they_are_used() -> None:
    assert {NAMES[path]: wrong for path in FILES if (wrong := heavy_at_the_top(path))} == {}


def test_using_a_name_of_the_api_loads_no_heavy_library() -> None:
    script = "import sys, concordant; concordant.cohen_kappa; print('loaded:', *HEAVY & set(sys.modules))"
    script = script.replace("HEAVY", repr(HEAVY))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["loaded:"], done.stderr


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= {*ROOMS, "data"}


#: What people hold adds a few methods to the record of the same name that is kept and compared.
SAME_NAME = {"Gate": {"interpret", "surfaces"}, "Study": {"interpret", "surfaces"}}


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in FILES:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(NAMES[path])
    shared = {name: where for name, where in places.items() if len(where) > 1}
    assert {n: {w.split("/")[0] for w in where} for n, where in shared.items()} == SAME_NAME, shared
    assert all(len(shared[name]) == len(rooms) for name, rooms in SAME_NAME.items()), shared
