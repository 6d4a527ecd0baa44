"""Zstandard, as Python has it from 3.14 on."""

from __future__ import annotations

import sys
from typing import Any

zstd: Any
if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["zstd"]
