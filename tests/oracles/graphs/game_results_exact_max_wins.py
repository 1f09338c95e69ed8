"""Independent judge of envs/graphs/game_results_exact_max_wins.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def game_results_exact_max_wins(problem, answer) -> bool:
    if any(winner not in game for winner, game in zip(answer, problem.games, strict=True)):
        return False
    return max(list(answer).count(player) for player in range(problem.n)) == problem.most
