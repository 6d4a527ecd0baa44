"""The gate as JUnit XML, which continuous integration shows as tests.

There is no standard; we hold to what Jenkins' schema, GitLab and others read alike:

- `testsuites` (name, tests, failures, errors, time) holds a `testsuite` for every comparison;
- `testsuite` (name, tests, failures, errors, skipped, time) holds `testcase`s and nothing else;
- `testcase` (classname, name, time) holds nothing where it passes, else one `failure` or `error` (message,
  type, text) or `skipped` (message), and where items are missing or new a `system-out` that says so; names
  within a suite differ;
- counts are those of the elements, times are 0, and there is no time stamp: the same gate, the same bytes;
- signs that XML cannot hold are left out.

A target that is not met and a part that lost are failures ("not-met", "lost"), what is inconclusive is an
error ("cannot-tell"), and a slice in which the measure is not defined is skipped. A judge that only the
baseline has is a suite of one error. A check that could not be made is one suite with one error ("broken").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Comment, Element, SubElement, indent, tostring

from ...interpret.gate import (
    Gate,
    gone_message,
    item_messages,
    new_message,
    since,
    slice_message,
    whole_messages,
)
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ..shorten import shortened
from .tables import bound_message, comparison_name, slice_name, slice_state, target_name

#: Behind the first line of the file; a comment, which every reader passes over.
MARK = "concordant gate"
#: What XML 1.0 cannot hold, even written as a number.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: What an outcome or a state is in a test report.
_KINDS = {"not-met": "failure", "lost": "failure", "cannot-tell": "error", "undefined": "skipped"}
#: A whole that is not defined leaves the gate's question open; of a slice it is left aside.
_AS_CALLED = {"undefined": "cannot-tell", "incomplete": "cannot-tell"}


@dataclass(frozen=True)
class Case:
    """One test: its name, what became of it ("failure", "error", "skipped", or nothing), and what is said.

    `beside` is said whatever became of it.
    """

    name: str
    kind: str = ""
    type: str = ""
    text: str = ""
    beside: str = ""


def to_junit(gate: Gate, lang: Language = "en") -> str:
    """All targets, wholes and slices as test cases."""
    return document(_suites(shortened(gate), lang))


def document(suites: Iterable[tuple[str, list[Case]]]) -> str:
    """Suites of test cases, each under its name, as a file."""
    root = Element("testsuites", name="concordant check")
    root.append(Comment(f" {MARK} "))
    everything: list[Case] = []
    for name, cases in suites:
        everything += cases
        _suite(root, name, cases)
    _count(root, everything)
    indent(root)
    text = tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suites(gate: Gate, lang: Language) -> Iterator[tuple[str, list[Case]]]:
    for name in gate.judged:
        yield f"concordant: {comparison_name(gate, name, lang)}", list(_differing(_cases(gate, name, lang)))
    for name in gate.gone:
        case = _case(_whole(gate, lang), "cannot-tell", [gone_message(gate, (name,))], lang)
        yield f"concordant: {name}", [case]


def _cases(gate: Gate, name: str, lang: Language) -> Iterator[Case]:
    if name in gate.goals:
        for target in gate.goals[name].targets:
            title = f"{target_name(target, lang)} {bound_message(target).text(lang)}"
            case = _case(title, target.outcome, [target.said], lang)
            yield case if target.mark is None else replace(case, beside=xml_line(target.mark.text(lang)))
    for change in gate.changes:
        if change.name == name:
            state = gate.state(change)
            case = _case(_whole(gate, lang), _AS_CALLED.get(state, state), whole_messages(gate, change), lang)
            yield replace(case, beside=xml_line(_joined(item_messages(gate, change), lang)))
    if name in gate.new:
        yield _case(_whole(gate, lang), "cannot-tell", [new_message(gate, (name,))], lang)
    for one in gate.slices.get(name, ()):
        title = f"{_since(gate, lang)} {slice_name(one, lang)}"
        yield _case(title, slice_state(one), [slice_message(one)], lang)


def _since(gate: Gate, lang: Language) -> str:
    return Message("gate.since", {"baseline": since(gate)}).text(lang)


def _whole(gate: Gate, lang: Language) -> str:
    return f"{_since(gate, lang)} {Message('gate.all-items').text(lang)}"


def _case(name: str, state: str, messages: Iterable[Message], lang: Language) -> Case:
    kind = _KINDS.get(state, "")
    return Case(
        xml_line(name), kind, state if kind else "", xml_line(_joined(messages, lang)) if kind else ""
    )


def _joined(messages: Iterable[Message], lang: Language) -> str:
    return (" " if lang == "en" else "").join(one.text(lang) for one in messages)


def xml_line(text: str) -> str:
    """One line of signs that XML can hold."""
    return _NOT_XML.sub("", one_line(text))


def _differing(cases: Iterable[Case]) -> Iterator[Case]:
    """The second of a name is numbered: who reads the file tells tests apart by their names."""
    seen: Counter[str] = Counter()
    for case in cases:
        seen[case.name] += 1
        yield case if seen[case.name] == 1 else replace(case, name=f"{case.name} ({seen[case.name]})")


def _suite(root: Element, name: str, cases: list[Case]) -> None:
    suite = SubElement(root, "testsuite", name=xml_line(name))
    _count(suite, cases)
    suite.set("skipped", str(sum(case.kind == "skipped" for case in cases)))
    for case in cases:
        one = SubElement(suite, "testcase", classname=xml_line(name), name=case.name, time="0")
        if case.kind == "skipped":
            SubElement(one, "skipped", message=case.text)
        elif case.kind:
            SubElement(one, case.kind, message=case.text, type=case.type).text = case.text
        if case.beside:
            SubElement(one, "system-out").text = case.beside


def _count(element: Element, cases: list[Case]) -> None:
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.kind == "failure" for case in cases)))
    element.set("errors", str(sum(case.kind == "error" for case in cases)))
    element.set("time", "0")
