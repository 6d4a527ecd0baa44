"""`concordant export`: disputed items, agreed answers or ratings, back to the tool they came from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rich_click as click

from ...errors import ConcordantError, OptionError
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line, tamed
from ...report.write_back import TO, WHAT, Outgoing, Proposals, Settings, To, What
from ...report.write_file import check_file, write_whole
from ..api.exports import canonical_table, proposed
from ..option_help import EXPORT_WORDS
from ..send import address_of, send, service_of
from .coefficient import stated
from .help_text import LocalisedCommand
from .options import OneOf, reading_flags
from .output import as_json
from .report import STDOUT, default_place_with
from .source import Files, file_argument, first_file, source_of
from .terminal import print_document
from .wrap import lang_option, page_width, wrapped


def _run(
    file: Files,
    to: To,
    what: What,
    output: str | None,
    send_it: bool,
    dry_run: bool,
    top: int | None,
    queue: str,
    object_type: str,
    to_name: str,
    lang: Language,
    **given: Any,
) -> None:
    if send_it or dry_run:
        service_of(to)
    reading, _ = stated(given)
    with source_of(file) as source:
        controls = _controls(source) if to == "label-studio" else {}
        settings = Settings(queue, object_type.upper(), to_name, controls)
        made, found = proposed(source, to, what, top, settings, reading)
    if send_it or dry_run:
        _send(to, made, found, queue, lang, dry_run=dry_run)
    else:
        _write(to, made, found, output, first_file(file), lang)


def _controls(source: Any) -> Any:
    """The controls that an export of Label Studio names; none of any other file."""
    try:
        return canonical_table(source).remembered
    except ConcordantError:
        return {}


def _write(to: str, made: Outgoing, found: Proposals, output: str | None, file: str, lang: Language) -> None:
    place = output or default_place_with(file, f"-{found.what}-{to}{made.ending}")
    if place == STDOUT:
        print_document(made.text, nl=False)
        return
    check_file(place)
    write_whole(place, made.text)
    _say(
        [
            *_counted(found, made),
            Message("exports.written", {"path": place}),
            Message(f"exports.next-{to}", {"path": Path(place).name}),
        ],
        lang,
    )


def _send(to: str, made: Outgoing, found: Proposals, queue: str, lang: Language, *, dry_run: bool) -> None:
    title = service_of(to).title
    if not made.requests and found.found:
        raise OptionError(
            f"{title} accepts these as a file: omit --send and --dry-run, and import the file that is "
            "written."
        )
    if to == "langfuse" and found.what == "disputed" and not queue:
        raise OptionError("Disputed items go to an annotation queue of Langfuse: name it with --queue ID.")
    if dry_run:
        address = address_of(to)
        for request in made.requests:
            click.echo(tamed(f"POST {address}{request.path}\n{as_json(request.body)}"))
        _say([Message("exports.would-send", {"n": len(made.requests), "title": title})], lang)
        return
    sent = send(to, made.requests)
    _say([*_counted(found, made), Message("exports.sent", {"n": sent, "title": title})], lang)


def _counted(found: Proposals, made: Outgoing) -> Iterator[Message]:
    facts = {"n": len(found.found), "items": len(found.items)}
    yield Message(f"exports.found-{found.what}", facts)
    if found.undecided:
        yield Message("exports.undecided", {"n": found.undecided})
    if made.left_out:
        yield Message("exports.left-out", {"n": made.left_out})


def _say(messages: list[Message], lang: Language) -> None:
    for message in messages:
        click.echo(wrapped(one_line(message.text(lang)), page_width()))


def _option(name: str, key: str, **more: Any) -> click.RichOption:
    return click.RichOption([*name.split()], help=EXPORT_WORDS[key], panel="Output", **more)


command = LocalisedCommand(
    name="export",
    callback=_run,
    params=[
        file_argument(),
        _option("--to", "to", type=OneOf(TO), required=True),
        _option("--what", "what", type=OneOf(WHAT), default="disputed", show_default=True),
        _option("-o --output", "output", metavar="FILE|-"),
        _option("--send send_it", "send", is_flag=True),
        _option("--dry-run", "dry_run", is_flag=True),
        _option("--top", "top", type=click.IntRange(1)),
        _option("--queue", "queue", default="", metavar="ID"),
        _option(
            "--object-type",
            "object_type",
            type=OneOf(("trace", "observation", "session")),
            default="trace",
            show_default=True,
        ),
        _option("--to-name", "to_name", default="text", show_default=True, metavar="NAME"),
        *reading_flags(),
        lang_option(),
    ],
)
