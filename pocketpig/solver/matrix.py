"""Games of one simultaneous choice: stand or sit, for both players.

The row player maximizes, the column player minimizes. `ss`: both stand; `sq`: the row player
stands, the column player quits (sits); `qs`: the reverse; `qq`: both quit.
"""

from numba import njit


@njit(cache=True)
def solve_matrix(ss: float, sq: float, qs: float, qq: float) -> tuple[float, float, float]:
    """Return (value for the row player, row's and column's probability of standing).

    It is von Neumann's minimax solution: a saddle point in pure choices if there is one, else the
    mix that makes the other indifferent.
    """
    stand, sit = min(ss, sq), min(qs, qq)
    lower = max(stand, sit)
    other_stands, other_sits = max(ss, qs), max(sq, qq)
    upper = min(other_stands, other_sits)
    if lower >= upper:
        row = 1.0 if stand >= sit else 0.0
        column = 1.0 if other_stands <= other_sits else 0.0
        return lower, row, column
    denominator = ss - sq - qs + qq
    row = (qq - qs) / denominator
    column = (qq - sq) / denominator
    return (ss * qq - sq * qs) / denominator, row, column
