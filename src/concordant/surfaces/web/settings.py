"""What a server is started with: where it listens, where it keeps things, and its limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ...errors import OptionError
from ..store.address import is_address

Auth = Literal["none", "token", "proxy", "oidc"]

#: What a browser on the same machine may call the server.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, kw_only=True)
class WebLimits:
    """How much a user may ask for; bytes, characters, seconds and numbers."""

    upload_bytes: int = 1 << 30
    form_bytes: int = 1 << 20
    text_shown: int = 20_000
    jobs_running: int = 2
    jobs_queued: int = 10
    job_seconds: float = 15 * 60.0
    unpacked_ratio: float = 100.0
    share_days: int = 30
    requests_per_minute: int = 600
    upload_days: int = 7


@dataclass(frozen=True, kw_only=True)
class OidcSettings:
    """The identity provider, and what this server is to it; `secret` is empty for a public client."""

    issuer: str
    client: str
    secret: str = ""


@dataclass(frozen=True, kw_only=True)
class WebSettings:
    """`store` is a file or an address, `folder` keeps uploads, `files` are uploaded at the start.

    `names` are further names of this host.
    """

    store: str | Path
    folder: Path
    files: Sequence[str] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    auth: Auth = "none"
    names: Sequence[str] = ()
    trusted_proxy: Sequence[str] = ()
    proxy_secret: str = ""
    user_header: str = "X-Forwarded-User"
    oidc: OidcSettings | None = None
    owners: Sequence[str] = ()
    public_address: str = ""
    limits: WebLimits = field(default_factory=WebLimits)

    def __post_init__(self) -> None:
        if self.auth == "none" and not is_loopback(self.host):
            raise OptionError(
                f"The address {self.host} can be reached from other machines, and anybody could use it "
                "without "
                "signing in: add --auth token (or proxy, oidc), or omit --host."
            )
        if self.auth == "proxy" and not (self.trusted_proxy and self.proxy_secret):
            raise OptionError(
                "With --auth proxy, name the proxy's address (--trusted-proxy) and the secret that it sends "
                "(environment variable CONCORDANT_PROXY_SECRET): otherwise anybody could send its header."
            )
        if self.auth == "oidc" and self.oidc is None:
            raise OptionError(
                "With --auth oidc, name the identity provider (--oidc-issuer) and this server's client there "
                "(--oidc-client)."
            )

    @property
    def hosts(self) -> frozenset[str]:
        """Every name by which a browser may call the server."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return frozenset(name.lower() for name in (*LOOPBACK, own, *self.names))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def folder_beside(store: str | Path) -> Path:
    """Where uploads are kept: beside the file of the store, or in the user's cache for a database."""
    if is_address(store):
        return Path("~/.cache/concordant/uploads").expanduser()
    path = Path(store).expanduser()
    return path.with_name(f"{path.name}.uploads")
