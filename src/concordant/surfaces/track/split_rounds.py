"""The rounds in what was given: one that is named, or one for each value of a column of rounds."""

from __future__ import annotations

from ...errors import InputError, OptionError
from ...interpret.rounds.rounds_in_data import parts_by_round
from ...quote import quote
from ...ratings.isolate_part import alone
from ...ratings.phrases import listed, many
from ...ratings.ratings import Ratings
from ...ratings.reading.carry_over_rounds import stray_rows


def round_parts(
    ratings: Ratings, name: str | None, *, next_name: str = "v1"
) -> tuple[tuple[str, Ratings], ...]:
    """Name and ratings of each round; without a column of rounds it has to be named.

    A round is the same whatever other rounds are in the data, so that a file that grows can be added again.
    """
    if ratings.round is None:
        if name is None:
            raise OptionError(f"Say which round this is, such as round={next_name!r}.")
        return ((name, ratings),)
    if stray := stray_rows(ratings):
        said = many(stray, "row of the data has", "rows of the data have")
        raise InputError(f"{said} no round: give each row one.")
    parts = parts_by_round(ratings)
    known = [one for one, _ in parts]
    if name is not None and name not in known:
        column = ratings.audit.roles.get("round", "round")
        raise OptionError(
            f"There is no round {quote(name)} in the data: its column of rounds, {column}, has "
            f"{listed(map(quote, known))}. Leave out the name to add them all, or take the "
            "column away to add the data as one round."
        )
    return tuple((one, alone(part)) for one, part in parts if name in (None, one))
