"""`concordant serve`: the web application on this machine, or for a team."""

from __future__ import annotations

import threading
from typing import Any, get_args

import rich_click as click

from ...language.message import Message
from ...language.render import Language
from ..option_help import SERVE_WORDS, TRACK_WORDS
from ..web.serve import address, check_installed, run, settings_for, sign_in_address, signing_in
from ..web.settings import Auth
from .help_text import LocalisedCommand
from .options import OneOf
from .wrap import lang_option

_PANEL = "Server"


def _run(
    file: tuple[str, ...], store: str | None, demo: bool, open_it: bool, lang: Language, **options: Any
) -> None:
    check_installed()
    with settings_for(store, demo=demo, files=file, **signing_in(options)) as settings:
        click.echo(Message("web.serving", {"address": address(settings)}).text(lang))
        if settings.auth == "token":
            click.echo(Message("web_work.sign-in-here", {"address": sign_in_address(settings)}).text(lang))
        if open_it:
            threading.Timer(1.0, click.launch, (address(settings),)).start()
        run(settings)


def _option(name: str, *flags: str, **more: Any) -> click.RichOption:
    return click.RichOption([*(flags or (f"--{name}",)), name], help=SERVE_WORDS[name], panel=_PANEL, **more)


command = LocalisedCommand(
    name="serve",
    callback=_run,
    params=[
        click.RichArgument(["file"], nargs=-1, metavar="[FILE]...", type=click.Path(exists=True)),
        _option("demo", is_flag=True),
        _option("open_it", "--open", is_flag=True),
        _option("host", default="127.0.0.1", metavar="ADDRESS"),
        _option("port", default=8000, type=click.IntRange(1, 65535), metavar="N"),
        _option("auth", default="none", type=OneOf(get_args(Auth))),
        _option("names", "--name", multiple=True, metavar="HOST"),
        _option("public_address", "--public-address", default="", metavar="URL"),
        _option("trusted_proxy", "--trusted-proxy", multiple=True, metavar="ADDRESS"),
        _option("user_header", "--user-header", default="X-Forwarded-User", metavar="NAME"),
        _option("oidc_issuer", "--oidc-issuer", default="", metavar="URL"),
        _option("oidc_client", "--oidc-client", default="", metavar="NAME"),
        _option("owners", "--owner", multiple=True, metavar="NAME"),
        click.RichOption(["--store"], help=TRACK_WORDS["store"], metavar="FILE|URL", panel=_PANEL),
        lang_option(),
    ],
)
