"""Where raters disagree: slices, cuts, score bands, items, strata."""

from .confusion import Confusion, confusion_of
from .cuts import Boundary, CutCounts, boundaries
from .items import (
    PARTS,
    CellItems,
    ItemFacts,
    cell_name,
    cut_text,
    in_item_order,
    item_facts,
    item_name,
    place_of,
    row_identity,
    row_name,
    rows_called,
    smallest_rows,
    value_text,
)
from .ledger import Ledger, LedgerEntry, LedgerItem
from .ledger_sums import MOST_RATERS, DisagreementForm, pair_sums
from .scatter import Scatter, points_of, scatter_of
from .score_bands import EVERYBODY, BandTable, ScoreBand, band_table
from .slice_grid import SliceGrid, columns_for_grid, two_way
from .slice_table import ADVISED, MOST_VALUES, SliceRow, SliceTable, beside, without_advice
from .slices import column_kind, slice_columns, slice_tables
from .strata import SURE, ExplainedStrata, explain_strata, strata_of, strata_table
from .subgroups import LEAST_TESTED

__all__ = [
    "ADVISED",
    "EVERYBODY",
    "LEAST_TESTED",
    "MOST_RATERS",
    "MOST_VALUES",
    "PARTS",
    "SURE",
    "BandTable",
    "Boundary",
    "CellItems",
    "Confusion",
    "CutCounts",
    "DisagreementForm",
    "ExplainedStrata",
    "ItemFacts",
    "Ledger",
    "LedgerEntry",
    "LedgerItem",
    "Scatter",
    "ScoreBand",
    "SliceGrid",
    "SliceRow",
    "SliceTable",
    "band_table",
    "beside",
    "boundaries",
    "cell_name",
    "column_kind",
    "columns_for_grid",
    "confusion_of",
    "cut_text",
    "explain_strata",
    "in_item_order",
    "item_facts",
    "item_name",
    "pair_sums",
    "place_of",
    "points_of",
    "row_identity",
    "row_name",
    "rows_called",
    "scatter_of",
    "slice_columns",
    "slice_tables",
    "smallest_rows",
    "strata_of",
    "strata_table",
    "two_way",
    "value_text",
    "without_advice",
]
