"""Independent judge of envs/strings/minimize_longest_run_with_flips.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _shortest(text, flips) -> int:
    """For each length the fewest flips, character by character: by the new character and the length of its run so far."""
    for longest in range(1, len(text) + 1):
        fewest = {("", 0): 0}
        for symbol in text:
            after = {}
            for (last, run), cost in fewest.items():
                for new in "01":
                    state = (new, run + 1 if new == last else 1)
                    if state[1] <= longest:
                        after[state] = min(after.get(state, len(text)), cost + (new != symbol))
            fewest = after
        if min(fewest.values()) <= flips:
            return longest
    raise AssertionError("the text itself is no longer than itself")


@up_to(10)
def minimize_longest_run_with_flips(problem, answer) -> bool:
    text = "".join(str(1 - int(symbol)) if i in answer else symbol for i, symbol in enumerate(problem.text))
    longest = _shortest(problem.text, problem.flips)
    return len(set(answer)) <= problem.flips and not any(symbol * (longest + 1) in text for symbol in "01")
