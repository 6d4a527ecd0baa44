"""Ratings on their way back to the tools they came from: what to send, and in which form."""

from .proposals import WHAT, Proposal, Proposals, What, proposals
from .targets import TO, ApiRequest, Outgoing, Settings, To, outgoing

__all__ = [
    "TO",
    "WHAT",
    "ApiRequest",
    "Outgoing",
    "Proposal",
    "Proposals",
    "Settings",
    "To",
    "What",
    "outgoing",
    "proposals",
]
