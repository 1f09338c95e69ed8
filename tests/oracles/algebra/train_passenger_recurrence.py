"""Independent judge of envs/algebra/train_passenger_recurrence.py."""

from functools import lru_cache
from itertools import count

from rlve.authoring.gate import up_to


def _ride(stations, first, second) -> dict[int, int]:
    """The passengers on board when the train leaves each station before the last, from who boards and who alights."""
    boards, alights = {1: first, 2: second}, {1: 0, 2: second}
    for station in range(3, stations):
        boards[station] = boards[station - 1] + boards[station - 2]
        alights[station] = boards[station - 1]
    return {station: sum(boards[i] - alights[i] for i in range(1, station + 1)) for station in range(1, stations)}


@lru_cache(maxsize=1000)
def _passengers(stations, first, last, asked) -> int:
    """Try one passenger at station 2, two, and so on."""
    for second in count(1):
        on_board = _ride(stations, first, second)
        if on_board[stations - 1] >= last:
            assert on_board[stations - 1] == last
            return on_board[asked]


@up_to(10)
def train_passenger_recurrence(problem, answer) -> bool:
    return answer == _passengers(problem.stations, problem.boarding, problem.last, problem.asked)
