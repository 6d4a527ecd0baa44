"""The functions that turn records into the shape of the rules, by the names that the table uses."""

from __future__ import annotations

from . import annotation_tools, evaluation_tools, langfuse, promptfoo
from .survey import Maker

RESHAPES: dict[str, Maker] = {
    maker.__name__: maker
    for maker in (
        annotation_tools.label_studio_flat,
        annotation_tools.doccano,
        annotation_tools.doccano_old,
        annotation_tools.prodigy,
        annotation_tools.argilla_flat,
        annotation_tools.inception,
        evaluation_tools.inspect,
        promptfoo.promptfoo,
        evaluation_tools.ragas,
        evaluation_tools.mt_bench_pairs,
        evaluation_tools.langsmith_experiment,
        evaluation_tools.weave,
        evaluation_tools.alt_test,
        langfuse.langfuse,
    )
}
