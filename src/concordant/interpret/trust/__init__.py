"""Whether to believe a number: prevalence, weights, margins, validity."""

from .components import Components, components_of
from .margins import margins_messages, margins_table, margins_text
from .paradox import Paradox, Shortfall
from .sensitivity import Scheme, Sensitivity, kappa_for, on_scale, weighable
from .sensitivity_words import scheme_name, schemes_table
from .validity import Validity, against_gold, correlation_is_not_agreement

__all__ = [
    "Components",
    "Paradox",
    "Scheme",
    "Sensitivity",
    "Shortfall",
    "Validity",
    "against_gold",
    "components_of",
    "correlation_is_not_agreement",
    "kappa_for",
    "margins_messages",
    "margins_table",
    "margins_text",
    "on_scale",
    "scheme_name",
    "schemes_table",
    "weighable",
]
