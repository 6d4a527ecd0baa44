"""Exports of annotation and evaluation tools: recognised by content, read into one canonical table."""

from .canonical import CanonicalTable, without_superseded
from .declaration import CANONICAL, REASONS, ExportFormat, formats
from .dimensions import Dimensions
from .read_export import export_grid, read_export
from .recognise import Export, find_export, known_names
from .write_table import write_table

__all__ = [
    "CANONICAL",
    "REASONS",
    "CanonicalTable",
    "Dimensions",
    "Export",
    "ExportFormat",
    "export_grid",
    "find_export",
    "formats",
    "known_names",
    "read_export",
    "without_superseded",
    "write_table",
]
