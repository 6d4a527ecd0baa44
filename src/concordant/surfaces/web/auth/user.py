"""The user behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from ..actions.tokens import Role


@dataclass(frozen=True)
class User:
    """A name and a role."""

    name: str
    role: Role = "viewer"


#: The person in front of the machine, where nobody has to sign in.
LOCAL = User("local", "owner")
#: Somebody with a link, who is not signed in.
NOBODY = User("", "viewer")


def current_user(request: Request) -> User:
    """Who asks: `user: User = Depends(current_user)`."""
    found: User = getattr(request.state, "user", NOBODY)
    return found


#: What a route asks for by `user: CurrentUser`.
CurrentUser = Annotated[User, Depends(current_user)]
