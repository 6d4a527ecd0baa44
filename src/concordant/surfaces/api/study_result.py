"""What `cc.study` returns: a study that can also be shown and saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ...arguments import check_arguments
from ...errors import choose
from ...interpret.study import for_readers
from ...interpret.study import study as made
from ...language.render import LANGUAGES, Language

if TYPE_CHECKING:
    from ...frame import Frame
    from ...report.figure import Figure
    from ...report.formats import FormatName
    from ...report.render.notebook import Glance

Place = str | Path | None


class Study(made.Study):
    """The result of `concordant.study`: results, findings and items, to be read, shown and saved.

    `save` writes a report, `summary` and `text` give it in words, `tables` and `figures` hold its
    tables and figures, and `to_dict` every number.

    Attributes
    ----------
    comparisons : tuple of ComparisonReport
        The kinds of agreement, kept apart: between people (or raters), then each judge with people.
    main : ComparisonReport or None
        The comparison to read first, that of the best judge; `comparison(name)` gives any other.
    leaderboard : Leaderboard or None
        Several judges compared on the same items, the best first.
    findings : tuple of Finding
        The problems found, the largest gain first.
    small_findings : tuple of Finding
        Problems that are real, but whose repair would gain too little to matter.
    within : tuple of SelfAgreement
        How far each rater agrees with their own repeats.
    judge_reports : JudgeReports or None
        What the judge methods add where the data call for them, such as thresholds and soft labels.
    matrix : RaterMatrix or None
        Agreement of every pair of raters.
    profiles : tuple of RaterProfile
        How each rater rates.
    validity : tuple of Validity
        How close raters are to a known truth.
    items : tuple of ItemFacts
        The items that tables and findings point to, with their texts.
    n_items, n_ratings : float
        What the study is based on.
    who : RaterRoles
        Who is compared with whom.
    scale : ScaleFacts
        The scale as it was understood; `scale_doubts` lists the evidence against it.
    audit, design : tuple of Message, Design
        What was read and excluded, and how the ratings are spread over items and raters.
    data, options, version, versions
        Where the ratings came from, the options, and the versions it was computed with.
    """

    @classmethod
    def of(cls, study: made.Study) -> Self:
        """The study with its page, files, figures and tables; what is not found yet stays so."""
        result = object.__new__(cls)
        vars(result).update(vars(study))
        return result

    @check_arguments
    def to_html(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """The page as text, written whole to `path` where one is given."""
        return self._text("html", path, lang, force)

    @check_arguments
    def to_markdown(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """The study as Markdown, tables included."""
        return self._text("md", path, lang, force)

    @check_arguments
    def to_json(self, path: Place = None, *, force: bool = False) -> str:
        """Everything as strict JSON; `Study.from_dict(json.loads(text))` gives the study back."""
        return self._text("json", path, "en", force)

    @check_arguments
    def to_latex(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """Methods, results and tables for a paper, with captions and labels."""
        return self._text("latex", path, lang, force)

    @check_arguments
    def to_bibtex(self, path: Place = None, *, force: bool = False) -> str:
        """The sources of all that was computed."""
        return self._text("bibtex", path, "en", force)

    @check_arguments
    def to_word(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """Methods, results and tables as HTML that pastes into Word; a file that ends in .doc opens in it."""
        return self._text("word", path, lang, force)

    @check_arguments
    def to_csv(self, folder: str | Path, *, lang: Language = "en", force: bool = False) -> Path:
        """A folder with one CSV file for each table, every number with all its digits."""
        return self.save(folder, lang=lang, format="csv", force=force)

    @check_arguments
    def save(
        self,
        path: str | Path,
        *,
        lang: Language = "en",
        format: FormatName | None = None,
        force: bool = False,
    ) -> Path:
        """Write the report; the ending sets the format: .html .pdf .md .json .tex .bib .doc, or / for CSV."""
        from ...report.formats import study_format

        choose("lang", lang, LANGUAGES)
        return study_format(path, format).save(for_readers(self, lang), path, lang, force=force)

    @check_arguments
    def tables(self, lang: Language = "en") -> Mapping[str, Frame]:
        """Every table by name, with all digits; each has `to_pandas()` and `to_polars()`."""
        from ...report.tidy import tidy_tables

        return tidy_tables(for_readers(self, lang), lang)

    @check_arguments
    def figures(self, lang: Language = "en") -> Mapping[str, Figure]:
        """Every figure that the study has, by name; `figure.save("name.pdf")` writes one."""
        from ...report.figures.study_figures import figures_of

        return figures_of(for_readers(self, lang), lang)

    @check_arguments
    def shown(self, lang: Language = "en") -> Glance:
        """What a notebook shows, in one language."""
        from ...report.render.notebook import compact

        choose("lang", lang, LANGUAGES)
        return compact(for_readers(self, lang), lang)

    def _repr_html_(self) -> str:
        return self.shown().html

    def _text(self, name: FormatName, path: Place, lang: Language, force: bool) -> str:
        from ...report.formats import study_format
        from ...report.write_file import check_ours, write_whole

        choose("lang", lang, LANGUAGES)
        if path is not None and not force:
            check_ours(path)
        text = study_format("", name).text(for_readers(self, lang), lang)
        if path is not None:
            write_whole(path, text)
        return text
