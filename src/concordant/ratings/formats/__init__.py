"""Exports of annotation and evaluation tools: recognised by content, read into one canonical table."""

from .canonical import CanonicalTable
from .declaration import CANONICAL, REASONS, Format, formats
from .dimensions import Dimensions
from .read_export import export_grid, read_export
from .recognise import Export, find_export, known_names

__all__ = [
    "CANONICAL",
    "REASONS",
    "CanonicalTable",
    "Dimensions",
    "Export",
    "Format",
    "export_grid",
    "find_export",
    "formats",
    "known_names",
    "read_export",
]
