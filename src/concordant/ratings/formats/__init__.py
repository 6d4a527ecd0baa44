"""Exports of annotation and evaluation tools: recognised by content, read into one canonical table."""

from .canonical import CanonicalTable, without_superseded, write_table
from .declaration import CANONICAL, REASONS, ExportFormat, formats
from .dimensions import Dimensions
from .read_export import export_grid, read_export
from .recognise import Export, find_export, known_names
from .unpack import GZIP, ZIP, ZSTD, archive_of

__all__ = [
    "CANONICAL",
    "GZIP",
    "REASONS",
    "ZIP",
    "ZSTD",
    "CanonicalTable",
    "Dimensions",
    "Export",
    "ExportFormat",
    "archive_of",
    "export_grid",
    "find_export",
    "formats",
    "known_names",
    "read_export",
    "without_superseded",
    "write_table",
]
