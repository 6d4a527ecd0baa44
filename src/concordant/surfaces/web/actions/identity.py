"""Points in time, random names and secrets; of a secret only the hash is ever kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta


def now() -> str:
    """This moment in UTC, to the microsecond; texts of moments are in order of time."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def after(**span: float) -> str:
    """The moment after a span: `after(days=30)`."""
    return (datetime.now(UTC) + timedelta(**span)).isoformat(timespec="microseconds")


def new_name() -> str:
    """A name that nobody guesses and nobody else has: 96 bits."""
    return secrets.token_hex(12)


def new_secret() -> str:
    """What opens something: 256 bits, safe in an address."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """What is kept of a secret. It is random, so that a plain hash cannot be searched for."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
