"""What judge methods say of a study, where the data call for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...language.message import Message
from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import written_out
from ..compare import Comparison, RaterRoles, adjudicated
from ..record import Record
from .binary import BinaryReport, binary_reports, binary_section
from .corrected import CorrectedReport, corrected_reports, corrected_section
from .label_panels import LabelPanelReport, gives_labels, label_panel_report, label_panel_section
from .panels import PanelReport, RunsReport, panel_report, panel_section, runs_reports
from .preference_votes import PreferenceVotes, preference_votes
from .preferences import PreferenceReport, preference_report, preference_section
from .score_maps import ScoreMapReport, score_map_reports, score_maps_section
from .section import JudgeSection, judge_message
from .soft_labels import SoftLabelReport, soft_label_reports, soft_label_section
from .thresholds import ThresholdReport, threshold_reports, threshold_section
from .truth import TruthReport, truth_report, truth_section

#: Rows that represent several items are written out, one an item, up to so many.
_MOST_WRITTEN = 100_000
#: From so many raters on the most probable answers are estimated.
_RATERS_OF_TRUTH = 3


@dataclass(frozen=True, kw_only=True)
class JudgeReports(Record):
    """Each is empty where the data do not call for it.

    `corrected`: a judge rated more items than people; `score_maps`: another score of a judge is closer to
    people than its own; `binary`: two categories; `thresholds`: a judge's
    scores beside labels of two kinds; `soft_labels`: three people or more an item; `panel`: two judges or
    more with scores; `label_panel`: the same with categories without order, or two; `runs`: repeats of a
    judge; `truth`: three raters or more; `preferences`: which of two answers is better.
    """

    corrected: tuple[CorrectedReport, ...] = ()
    binary: tuple[BinaryReport, ...] = ()
    thresholds: tuple[ThresholdReport, ...] = ()
    soft_labels: tuple[SoftLabelReport, ...] = ()
    panel: PanelReport | None = None
    label_panel: LabelPanelReport | None = None
    runs: tuple[RunsReport, ...] = ()
    truth: TruthReport | None = None
    preferences: PreferenceReport | None = None
    score_maps: tuple[ScoreMapReport, ...] = ()
    left_out: Message | None = None


def judge_reports(
    ratings: Ratings, who: RaterRoles, compared: Sequence[Comparison], level: float
) -> JudgeReports:
    """All that the data call for; of very many counted items what needs no items one by one, and a word."""
    binary = tuple(binary_reports(compared))
    if ratings.anonymous:
        return JudgeReports(binary=binary)
    if ratings.item_source is not None or ratings.weights is not None:
        counted, ratings = ratings, _one_row_an_item(ratings)
        if ratings is counted:
            few = () if preference_votes(counted) is not None else soft_label_reports(counted, who, level)
            return JudgeReports(binary=binary, soft_labels=tuple(few), left_out=_left_out(counted, who))
    votes = preference_votes(ratings)
    soft = () if votes is not None else tuple(soft_label_reports(ratings, who, level))
    picked = votes is None and bool(who.judges) and adjudicated(ratings, who.reference)
    sampled = votes is None and not picked
    return JudgeReports(
        corrected=tuple(corrected_reports(ratings, who, level)) if sampled else (),
        binary=() if votes is not None else binary,
        thresholds=tuple(threshold_reports(ratings, who, level)),
        soft_labels=soft,
        panel=None if gives_labels(ratings) else panel_report(ratings, who, level),
        label_panel=None if votes is not None else label_panel_report(ratings, who, level),
        runs=tuple(runs_reports(ratings, who, level)),
        truth=None if votes is not None else truth_report(ratings, who, level),
        preferences=None if votes is None else _preferences(votes, who, level),
        score_maps=tuple(score_map_reports(ratings, who, level)) if sampled else (),
        left_out=judge_message("left-out-disputed") if picked else None,
    )


def _one_row_an_item(ratings: Ratings) -> Ratings:
    """Counted rows written out; the same ratings where they are too many, or weights a sample's."""
    given = ratings.clusters is not None and ratings.cluster_copies is None
    few = ratings.item_weights.sum() <= _MOST_WRITTEN
    return written_out(ratings) if few and not given else ratings


def _left_out(ratings: Ratings, who: RaterRoles) -> Message | None:
    """What judge methods would have said of data like these, and how to have it."""
    if not who.judges and len(who.people) < _RATERS_OF_TRUTH:
        return None
    if not ratings.copies:
        return judge_message("left-out-weights")
    return judge_message("left-out", n=float(ratings.item_weights.sum()), most=_MOST_WRITTEN)


def _preferences(votes: PreferenceVotes, who: RaterRoles, level: float) -> PreferenceReport | None:
    """None where nobody can be compared and no systems are named."""
    found = preference_report(votes, who, level)
    return found if found.agreement or found.wins else None


def judge_sections(reports: JudgeReports | None) -> Iterator[JudgeSection]:
    """The parts in reading order, those that the data call for."""
    if reports is None:
        return
    if reports.preferences is not None:
        yield preference_section(reports.preferences)
    if reports.corrected:
        yield corrected_section(reports.corrected)
    if reports.score_maps:
        yield score_maps_section(reports.score_maps)
    if reports.binary:
        yield binary_section(reports.binary)
    if reports.thresholds:
        yield threshold_section(reports.thresholds)
    if reports.soft_labels:
        yield soft_label_section(reports.soft_labels)
    if reports.panel is not None or reports.runs:
        yield panel_section(reports.panel, reports.runs)
    if reports.label_panel is not None:
        yield label_panel_section(reports.label_panel)
    if reports.truth is not None:
        yield truth_section(reports.truth)
    if reports.left_out is not None:
        yield JudgeSection("left-out", (reports.left_out,), ())
