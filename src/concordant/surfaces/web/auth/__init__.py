"""Who asks, and what they may do."""

from .user import LOCAL, NOBODY, CurrentUser, User, current_user

__all__ = ["LOCAL", "NOBODY", "CurrentUser", "User", "current_user"]
