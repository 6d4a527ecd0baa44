"""A stand-in for an identity provider: OpenID Connect with PKCE, on a port of this machine."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey


@dataclass
class Provider:
    """Whom it vouches for next, and what it was asked; `claims` overrides what the ID token says."""

    address: str = ""
    email: str = "ann@example.org"
    claims: dict[str, Any] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    seen: list[dict[str, str]] = field(default_factory=list)
    key: Any = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "1"}))
    #: Signs the claims in place of the provider.
    forge: Callable[[dict[str, Any]], str] | None = None

    def token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims = {
            "iss": self.address, "aud": asked["client_id"], "sub": "42", "email": self.email,
            "email_verified": True, "nonce": asked["nonce"], "iat": now, "exp": now + 300, **self.claims,
        }  # fmt: skip
        return self.forge(claims) if self.forge else signed(claims, self.key)


def signed(claims: dict[str, Any], key: Any) -> str:
    """An ID token of these claims."""
    return jwt.encode({"alg": "RS256", "kid": "1"}, claims, key, algorithms=["RS256"])


def signed_by_hand(claims: dict[str, Any], algorithm: str, secret: bytes) -> str:
    """What no library signs: with the public key as a secret, or not at all."""
    parts = ({"alg": algorithm, "kid": "1"}, claims)
    text = ".".join(unpadded(json.dumps(part).encode()) for part in parts)
    end = hmac.digest(secret, text.encode(), "sha256") if secret else b""
    return f"{text}.{unpadded(end)}"


def unpadded(data: bytes) -> str:
    """Bytes as they stand in a token."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def log_message(self, *arguments: Any) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        address, own = self.provider.address, urlsplit(self.path)
        if own.path == "/.well-known/openid-configuration":
            ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
            self._json({"issuer": address, **{name: f"{address}/{end}" for name, end in ends.items()}})
        elif own.path == "/jwks":
            self._json({"keys": [self.provider.key.as_dict(private=False)]})
        elif own.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(own.query).items()}
            code = secrets.token_urlsafe(8)
            self.provider.codes[code] = asked
            self.send_response(302)
            self.send_header(
                "location", f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
            )
            self.end_headers()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        given = {name: values[0] for name, values in parse_qs(body).items()}
        asked = self.provider.codes.pop(given.get("code", ""), None)
        digest = hashlib.sha256(given.get("code_verifier", "").encode()).digest()
        challenge = unpadded(digest)
        self.provider.seen.append(given)
        if asked is None or asked["code_challenge"] != challenge or asked["code_challenge_method"] != "S256":
            self._json({"error": "invalid_grant"}, 400)
            return
        self._json({"access_token": "a", "token_type": "Bearer", "id_token": self.provider.token(asked)})

    def _json(self, content: Any, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())


@contextmanager
def provider() -> Iterator[Provider]:
    """A running provider."""
    made = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": made}))
    made.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
