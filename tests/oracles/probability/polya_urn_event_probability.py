"""Independent judge of envs/probability/polya_urn_event_probability.py."""

from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _probability(counts, added, events) -> Fraction:
    """Step after step the probability of each content of the urn, those steps included that are not listed."""
    colour_at = dict(events)
    urns = {counts: Fraction(1)}
    for step in range(1, max(colour_at) + 1):
        after: dict[tuple[int, ...], Fraction] = {}
        for urn, probability in urns.items():
            for colour, balls in enumerate(urn):
                if colour_at.get(step, colour) == colour:
                    content = (*urn[:colour], balls + added, *urn[colour + 1 :])
                    after[content] = after.get(content, Fraction(0)) + probability * Fraction(balls, sum(urn))
        urns = after
    return sum(urns.values())


@up_to(6)
def polya_urn_event_probability(problem, answer) -> bool:
    return answer == _probability(problem.counts, problem.added, problem.events)
