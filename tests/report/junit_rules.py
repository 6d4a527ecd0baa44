"""What every JUnit file of ours holds to (see `report/gate/junit.py`)."""

from __future__ import annotations

import xml.etree.ElementTree as ET

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
WITHIN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


def parsed(text: str) -> ET.Element:
    assert "<!DOCTYPE" not in text
    assert "<!ENTITY" not in text
    return ET.fromstring(text.encode("utf-8"))  # noqa: S314 - our own, and no entities in it


def check_rules(text: str) -> ET.Element:
    """The parsed file, after a look at its elements, attributes, counts and names."""
    root = parsed(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag]
        assert {inner.tag for inner in element} <= WITHIN.get(element.tag, set())
    for each in (root, *root):
        assert int(each.attrib["tests"]) == len(each.findall(".//testcase"))
        assert int(each.attrib["failures"]) == len(each.findall(".//failure"))
        assert int(each.attrib["errors"]) == len(each.findall(".//error"))
    for suite in root:
        assert int(suite.attrib["skipped"]) == len(suite.findall(".//skipped"))
        names = [case.attrib["name"] for case in suite]
        assert len(set(names)) == len(names)
        assert all(len([inner for inner in case if inner.tag != "system-out"]) <= 1 for case in suite)
    return root
