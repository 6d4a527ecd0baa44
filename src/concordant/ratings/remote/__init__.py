"""Ratings of data that stay where they are: opened, counted, and a few items fetched."""

from .fetch import RemoteItems, one_below_another
from .item_source import ItemSource
from .long import People, settled
from .source import Engine, found_files
from .unread import UnreadData, described, is_table, open_elsewhere, open_source, several_columns
from .wide import MOST_IN_MEMORY, all_rows, items_once, reduced, rows_in_memory, why_items

__all__ = [
    "MOST_IN_MEMORY",
    "Engine",
    "ItemSource",
    "People",
    "RemoteItems",
    "UnreadData",
    "all_rows",
    "described",
    "found_files",
    "is_table",
    "items_once",
    "one_below_another",
    "open_elsewhere",
    "open_source",
    "reduced",
    "rows_in_memory",
    "settled",
    "several_columns",
    "why_items",
]
