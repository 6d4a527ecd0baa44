"""For pytest: `assert_agreement`, a fixture that fails a test when raters do not agree well enough."""

from __future__ import annotations
