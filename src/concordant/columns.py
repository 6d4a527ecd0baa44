"""The column names of every tidy table we hand out, spelled once."""

from __future__ import annotations

MEASURE = "measure"
CATEGORY = "category"
ESTIMATE = "estimate"
STD_ERROR = "std_error"
CONF_LOW = "conf_low"
CONF_HIGH = "conf_high"
CONF_LEVEL = "conf_level"
P_VALUE = "p_value"
N_ITEMS = "n_items"
N_RATERS = "n_raters"
METHOD = "method"

RESULT_COLUMNS = (
    MEASURE,
    CATEGORY,
    ESTIMATE,
    STD_ERROR,
    CONF_LOW,
    CONF_HIGH,
    CONF_LEVEL,
    P_VALUE,
    N_ITEMS,
    N_RATERS,
    METHOD,
)
