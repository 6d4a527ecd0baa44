"""The container and compose files without a container: commands, variables and health check, by hand."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.postgres import Postgres

FOLDER = Path(__file__).parents[3] / "deploy"
#: Names of variables that the image of the database, libpq and the package read.
KNOWN = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "CONCORDANT_STORE", "PGPASSWORD"}


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def image() -> str:
    """The second stage, which is what runs."""
    return (FOLDER / "Dockerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2]


def stated(image: str, word: str) -> list[str]:
    """The JSON list behind an instruction."""
    found = re.search(rf"^{word}\b[^\[]*(\[.*\])$", image, re.M | re.S if word == "HEALTHCHECK" else re.M)
    assert found is not None
    made: list[str] = json.loads(found[1].splitlines()[0])
    return made


def test_the_parts_of_the_compose_file_fit_each_other(compose: Any, image: str) -> None:
    services = compose["services"]
    assert set(services) == {"database", "concordant"}
    ours, database = services["concordant"], services["database"]
    assert {name for one in services.values() for name in one["environment"]} == KNOWN
    place = re.fullmatch(r"postgresql://(\w+)@(\w+):5432/(\w+)", ours["environment"]["CONCORDANT_STORE"])
    assert place is not None
    about = database["environment"]
    assert place.groups() == (about["POSTGRES_USER"], "database", about["POSTGRES_DB"])
    assert ours["environment"]["PGPASSWORD"] == "${POSTGRES_PASSWORD}"
    assert about["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")  # refused without one
    assert ours["depends_on"]["database"]["condition"] == "service_healthy"
    assert f"-U {place[1]} -d {place[3]}" in database["healthcheck"]["test"][1]
    named = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert named == set(compose["volumes"])
    build = (FOLDER / ours["build"]["context"]).resolve()
    assert (build / ours["build"]["dockerfile"]).resolve() == FOLDER / "Dockerfile"
    inside = ours["volumes"][0].partition(":")[2]
    assert f"HOME={inside}" in image  # uploads of a store in a database lie below it
    assert f"VOLUME {inside}" in image
    assert re.search(r"^USER \d+:\d+$", image, re.M)
    assert all(port.startswith("127.0.0.1:") for port in ours["ports"])  # nobody else without a proxy
    assert ours["read_only"] is True
    assert ours["cap_drop"] == ["ALL"]


def test_the_command_answers_its_health_check_on_a_real_database(
    compose: Any, image: str, postgres: Postgres, tmp_path: Path
) -> None:
    """The entry and command of the files, with their variables; only the port and the database are others."""
    ours = compose["services"]["concordant"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    entry = [port if word == "8000" else word for word in stated(image, "ENTRYPOINT")]
    assert entry[0] == "concordant"
    command = [word.replace("${CONCORDANT_NAME:-localhost}", "ratings.test") for word in ours["command"]]
    postgres.connection.execute("DROP SCHEMA IF EXISTS deployed CASCADE")
    postgres.connection.execute("CREATE SCHEMA deployed")
    store = f"{postgres.address}&options=-csearch_path%3Ddeployed"
    given = {"CONCORDANT_STORE": store, "PGPASSWORD": "any p@ss%", "HOME": str(tmp_path)}
    environment = {**os.environ, **given, "PYTHONUNBUFFERED": "1", "CONCORDANT_LANG": "en"}
    program = [
        sys.executable,
        "-c",
        "from concordant.surfaces.cli.start import main; main()",
        *entry[1:],
        *command,
    ]
    with subprocess.Popen(
        program, env=environment, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as server:
        try:
            check = [word.replace(":8000", f":{port}") for word in stated(image, "HEALTHCHECK")]
            assert check[:2] == ["python", "-c"]
            until = time.monotonic() + 120
            while subprocess.run([sys.executable, *check[1:]], capture_output=True, check=False).returncode:
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.5)
            assert server.stdout is not None
            lines = server.stdout.readline() + server.stdout.readline()
            (address,) = re.findall(r"http://localhost:\d+/sign-in/\S+", lines)
            for host, status in (("ratings.test", 200), ("evil.test", 421)):
                answer = httpx.get(address, headers={"host": f"{host}:{port}"}, timeout=30)
                assert answer.status_code == status, host
        finally:
            server.terminate()
            server.wait(30)
    postgres.connection.execute("DROP SCHEMA deployed CASCADE")


def test_every_option_of_the_guide_is_one_of_the_command() -> None:
    from concordant.surfaces.cli.serve import command

    known = {flag for one in command.params for flag in one.opts}
    for name in ("README.md", "README.zh-CN.md"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        named = set(re.findall(r"(?<=`)--[a-z-]+", text))
        assert named
        assert named - {"--auth"} <= known, name
