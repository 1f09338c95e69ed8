"""Independent judge of envs/games/bean_splitting_impartial_game.py."""

from functools import cache
from itertools import combinations_with_replacement

from rlve.authoring.gate import up_to


@cache
def _mover_wins(odd) -> bool:
    """Win or loss by trying every move, where a bottle holds one bean or none, as the bits of `odd` say, the last one lowest.

    Two beans in one bottle change nothing: whatever is done with one of them can be copied with the other.
    """
    for i in range(odd.bit_length()):
        if odd >> i & 1:
            for j, k in combinations_with_replacement(range(i), 2):
                if not _mover_wins((odd ^ 1 << i ^ 1 << j ^ 1 << k) & ~1):
                    return True
    return False


@up_to(8)
def bean_splitting_impartial_game(problem, answer) -> bool:
    i, j, k = answer
    if not i < j <= k or problem.beans[i] == 0:
        return False
    beans = list(problem.beans)
    beans[i] -= 1
    beans[j] += 1
    beans[k] += 1
    return not _mover_wins(int("".join(str(count % 2) for count in beans[:-1]) + "0", 2))
