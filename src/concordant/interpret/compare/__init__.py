"""Who is compared with whom, by which measures, and how the values read."""

from .benchmarks import Band, Benchmark, benchmark, benchmarks_for, deciding_scales, same
from .ceiling import measure_of_people, people_with_each_other, short_of_people, with_themselves
from .choose_measures import Preset, shape_of
from .comparison import (
    MOST_CATEGORIES,
    CachedMeasures,
    Comparison,
    called,
    judged,
    n_usable,
    together,
    usable_rows,
)
from .comparisons import RaterRoles, chosen_for, rater_roles, rounded_comparisons, who_rated, with_main
from .double_ratings import ADVICE, double_rating_messages, items_rated, rated_once
from .headline import BesidePeople, counted, headline_of
from .judge_pairs import JudgePair, judge_pairs
from .labels_of_people import (
    DISPUTED,
    LabelledAnswers,
    adjudicated,
    answers_and_labels,
    expected_scores,
    judge_and_people,
    judge_labels_and_people,
    judges_and_people,
    probable_labels,
    scores_and_labels,
)
from .measure_report import MeasureReport, deciding_first, measured, tried
from .no_skill_baseline import Floor, floor_of
from .self_agreement import SelfAgreement, within_raters
from .stand_in import ENOUGH_PEOPLE, SKILLED, Withheld, above_baseline
from .verdict import NO_SPREAD, Verdict, of_constant_rater

__all__ = [
    "ADVICE",
    "DISPUTED",
    "ENOUGH_PEOPLE",
    "MOST_CATEGORIES",
    "NO_SPREAD",
    "SKILLED",
    "Band",
    "Benchmark",
    "BesidePeople",
    "CachedMeasures",
    "Comparison",
    "Floor",
    "JudgePair",
    "LabelledAnswers",
    "MeasureReport",
    "Preset",
    "RaterRoles",
    "SelfAgreement",
    "Verdict",
    "Withheld",
    "above_baseline",
    "adjudicated",
    "answers_and_labels",
    "benchmark",
    "benchmarks_for",
    "called",
    "chosen_for",
    "counted",
    "deciding_first",
    "deciding_scales",
    "double_rating_messages",
    "expected_scores",
    "floor_of",
    "headline_of",
    "items_rated",
    "judge_and_people",
    "judge_labels_and_people",
    "judge_pairs",
    "judged",
    "judges_and_people",
    "measure_of_people",
    "measured",
    "n_usable",
    "of_constant_rater",
    "people_with_each_other",
    "probable_labels",
    "rated_once",
    "rater_roles",
    "rounded_comparisons",
    "same",
    "scores_and_labels",
    "shape_of",
    "short_of_people",
    "together",
    "tried",
    "usable_rows",
    "who_rated",
    "with_main",
    "with_themselves",
    "within_raters",
]
