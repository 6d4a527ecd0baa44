"""`concordant.explain`: what a coefficient or a term means, in either language."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...arguments import check_arguments
from ...coefficients.catalogue import BY_NAME
from ...language.terms import Explanation
from ...language.terms import term as find_term
from .docstrings import Facts, computed_facts, example_code


@check_arguments
def explain(term: str, *, lang: Literal["en", "zh"] = "en") -> Explanation:
    """Explain a coefficient or a term: what it answers, its formula, when to use it, an example.

    Parameters
    ----------
    term : str
        A coefficient by its name, title or short name, or a term such as "p_e", "no-skill
        baseline", "linear weights" or "评分者间信度".
    lang : {"en", "zh"}, default "en"
        Language of the text.

    Returns
    -------
    Explanation
        `print(explanation)` shows all of it; `answers`, `formula`, `use`, `example` and
        `references` are its parts.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.explain("kappa").title
    "Cohen's kappa"
    >>> cc.explain("偶然一致率").term
    'p_e'
    """
    found = find_term(term, lang)
    c = BY_NAME.get(found.term)
    if c is None:
        return found
    shown = computed_facts().get(c.name, Facts()).shown
    return replace(found, example="\n".join([*example_code(c), shown]).rstrip())
