"""Problem patterns: what raters do wrong, the likely cause, the fix, and what it would gain."""

from .candidate import Candidate
from .context import Looked
from .find_patterns import PATTERNS, candidates, find_patterns

__all__ = ["PATTERNS", "Candidate", "Looked", "candidates", "find_patterns"]
