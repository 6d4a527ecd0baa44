"""Problem patterns: what raters do wrong, the likely cause, the fix, and what it would gain."""

from .candidate import Candidate
from .context import PatternContext
from .failed_parses import failed_parses
from .find_patterns import PATTERNS, candidates, find_patterns

__all__ = ["PATTERNS", "Candidate", "PatternContext", "candidates", "failed_parses", "find_patterns"]
