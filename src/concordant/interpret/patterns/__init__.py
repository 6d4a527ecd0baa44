"""Problem patterns: what raters do wrong, the likely cause, the fix, and what it would gain."""

from .all import PATTERNS, candidates, find_patterns
from .candidate import Candidate
from .looked import Looked

__all__ = ["PATTERNS", "Candidate", "Looked", "candidates", "find_patterns"]
