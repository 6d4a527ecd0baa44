"""From files, frames and arrays to columns with known roles."""

from .arrays import assemble, by_place, from_columns, from_counts, from_matrix, from_sequences, from_table
from .carry_over_rounds import HELD, held_in_rounds, stray_rows, without_round
from .column_profile import look
from .csv import Decimal, Layout, lay_out, rectangular
from .feature_table import Stack, feature_column, find_names, from_feature_columns, grid_of
from .files import DATABASE, PACKED, PARQUET, copy_stream, first_bytes, has_suffix, open_grid
from .frames import frame_grid, is_frame
from .guess_roles import decide
from .join_files import join_grids
from .json_file import are_records as is_records
from .json_file import jsonl_lines
from .long import from_long, too_many
from .paired_answers import pair_columns, turn_column
from .pivot import BY_ORDER, Duplicates
from .plain_arrays import from_plain_arrays
from .prepare_table import Prepared, prepare
from .recode import OPTIONS as RECODING
from .recode import Recoding
from .recode_options import recoding_of, rescale_option
from .roles import COUNTED, SINGLE, Roles, Shape
from .table_labels import Cells, as_labels, numbers
from .text_file import guess, read_start, refuse_null, text_kind
from .wide import from_cells, from_wide

__all__ = [
    "BY_ORDER",
    "COUNTED",
    "DATABASE",
    "HELD",
    "PACKED",
    "PARQUET",
    "RECODING",
    "SINGLE",
    "Cells",
    "Decimal",
    "Duplicates",
    "Layout",
    "Prepared",
    "Recoding",
    "Roles",
    "Shape",
    "Stack",
    "as_labels",
    "assemble",
    "by_place",
    "copy_stream",
    "decide",
    "feature_column",
    "find_names",
    "first_bytes",
    "frame_grid",
    "from_cells",
    "from_columns",
    "from_counts",
    "from_feature_columns",
    "from_long",
    "from_matrix",
    "from_plain_arrays",
    "from_sequences",
    "from_table",
    "from_wide",
    "grid_of",
    "guess",
    "has_suffix",
    "held_in_rounds",
    "is_frame",
    "is_records",
    "join_grids",
    "jsonl_lines",
    "lay_out",
    "look",
    "numbers",
    "open_grid",
    "pair_columns",
    "prepare",
    "read_start",
    "recoding_of",
    "rectangular",
    "refuse_null",
    "rescale_option",
    "stray_rows",
    "text_kind",
    "too_many",
    "turn_column",
    "without_round",
]
