"""Simple rules that are not the real solution, tried on every environment by the gate.

Each list of rules belongs to an answer format and looks at nothing but a problem's visible fields and its format; the
greedy ones ask `objective` or `satisfied` besides. A rule's name is the same for every problem of an environment, so that
its share of right answers can be counted. `rules()` of an environment adds its own.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import gcd, prod
from random import Random
from typing import Any

from rlve.answers import Expression, Grid, Integer, IntegerList, IntegerSet, Permutation, Text
from rlve.authoring.near_misses import constants
from rlve.authoring.problem_fields import Fields, Graph
from rlve.environment import ConstraintEnvironment, Environment, OptimizationEnvironment
from rlve.verdict import Infeasible, Unparsable

Named = Iterator[tuple[str, Any]]
LONGEST = 40  # items that a greedy rule looks at


def simple_rules(problem: Environment) -> dict[str, Any]:
    """Answers by simple rules, each with its name; invalid ones are left out."""
    fields, form = Fields(problem), problem.format
    makers = (
        (IntegerSet, _sets),
        (IntegerList, _lists),
        (Integer, _integers),
        (Grid, _grids),
        (Text, _texts),
        (Expression, _expressions),
    )
    found: dict[str, Any] = {}
    for kind, maker in makers:
        if isinstance(form, kind):
            found |= maker(fields)
            break
    return _valid(problem, found | {f"rules(): {name}": answer for name, answer in problem.rules().items()})


def lazy_answers(problem: Environment) -> dict[str, Any]:
    """Valid answers without any thought: the constants of the format and the input unchanged."""
    fields, form = Fields(problem), problem.format
    found = {f"the constant {name}": answer for name, answer in constants(form).items()}
    found |= {f"{name} unchanged": answer for name, answer in (fields.lists | fields.rows | fields.texts | fields.words).items()}
    if isinstance(form, IntegerSet):
        low = form.low or 0
        found |= _fitted("everything", range(low, low + form.max_length if form.high is None else form.high + 1), form)
    return _valid(problem, found)


def one_wrong_entry(problem: Environment, rng: Random, tries: int = 4) -> Iterator[Any]:
    """The reference with one entry changed (of a permutation: two exchanged), where it has two or more and that is valid."""
    form, right = problem.format, problem.reference
    for _ in range(tries):
        changed: Any = None
        if isinstance(form, IntegerList) and not isinstance(form, IntegerSet) and len(right) > 1:
            i, j = rng.sample(range(len(right)), 2)
            changed = list(right)
            if isinstance(form, Permutation):
                changed[i], changed[j] = right[j], right[i]
            else:
                changed[i] = _other_number(right[i], form.low, form.high, rng)
        elif isinstance(form, Text) and len(right) > 1:
            i = rng.randrange(len(right))
            changed = right[:i] + rng.choice(form.alphabet) + right[i + 1 :]
        elif isinstance(form, Grid):
            i, j = rng.randrange(form.rows), rng.randrange(form.columns)
            cell = rng.choice(form.alphabet) if form.alphabet else (_other_number(right[i][j], form.low, form.high, rng),)
            changed = (*right[:i], right[i][:j] + cell + right[i][j + 1 :], *right[i + 1 :])
        if changed is not None:
            with suppress(Infeasible, Unparsable):
                if (answer := form.validate(changed)) != right:
                    yield answer


def _other_number(value: int, low: int | None, high: int | None, rng: Random) -> int:
    if low is not None and high is not None:
        return rng.randint(low, high)
    return value + rng.choice((-1, 1))


def _valid(problem: Environment, answers: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for name, answer in answers.items():
        with suppress(Infeasible, Unparsable):
            found[name] = problem.format.validate(tuple(answer) if isinstance(answer, (list, range)) else answer)
    return found


def _fitted(name: str, answer: Sequence[int], form: IntegerList) -> dict[str, Sequence[int]]:
    """The answer, cut from either end to the length that is allowed."""
    if len(answer) <= form.max_length:
        return {name: answer}
    return {f"the first of {name}": answer[: form.max_length], f"the last of {name}": answer[-form.max_length :]}


# Lists and permutations.


def _lists(fields: Fields) -> Named:
    form = fields.problem.format
    assert isinstance(form, IntegerList)
    for name, numbers in fields.lists.items():
        for what, answer in _rearranged(numbers):
            yield from _fitted(f"{name}{what}", answer, form).items()
    for name, rows in fields.rows.items():
        yield from _fitted(f"{name} row after row", [item for row in rows for item in row], form).items()
        yield f"sum of each of {name}", [*map(sum, rows)]
        yield f"largest of each of {name}", [*map(max, rows)]
        yield f"smallest of each of {name}", [*map(min, rows)]
        yield from _by_sign(name, rows, form.max_length)
    low = form.low or 0
    for name, order in fields.orders.items():
        yield from _fitted(name, [low + index for index in order], form).items()
        yield f"rank by {name}", [low + place for _, place in sorted(zip(order, range(len(order)), strict=True))]
    for name, values in fields.keys.items():
        if name.startswith(("degree", "occurrences")):
            yield f"{name}, odd or even", [low + value % 2 for value in values]
            yield f"{name}, itself", values
    yield "every number from the lowest", range(low, low + form.max_length)
    yield "every number from the highest", range(low, low + form.max_length)[::-1]
    for graph in fields.graphs:
        yield from _routes(graph)
        yield from _chosen_edges(graph, form)
    yield from _entry_by_entry(fields.problem, form)


def _rearranged(numbers: Sequence[int]) -> Named:
    yield "", numbers
    yield " reversed", numbers[::-1]
    yield " in ascending order", sorted(numbers)
    yield " in descending order", sorted(numbers, reverse=True)
    yield " without repeats", tuple(dict.fromkeys(numbers))
    for shift in (1, -1, len(numbers) // 2):
        yield f" shifted by {'half' if shift not in (1, -1) else shift}", numbers[shift:] + numbers[:shift]
    yield " added up", [*itertools.accumulate(numbers)]
    yield " as running maximum", [*itertools.accumulate(numbers, max)]
    yield " as running minimum", [*itertools.accumulate(numbers, min)]
    yield " as differences", [b - a for a, b in itertools.pairwise(numbers)]
    yield " as larger neighbours", [*map(max, numbers, numbers[1:])]
    yield " as smaller neighbours", [*map(min, numbers, numbers[1:])]
    yield " plus one", [number + 1 for number in numbers]
    yield " flipped", [1 - number for number in numbers]
    for name, value in (("median", sorted(numbers)[len(numbers) // 2]), ("maximum", max(numbers)), ("minimum", min(numbers))):
        yield f" all at the {name}", [value] * len(numbers)
    ordered = sorted(set(numbers))
    after = dict(zip(ordered, ordered[1:] + ordered[:1], strict=True))
    yield " each as the next larger, cyclically", [after[number] for number in numbers]
    yield " each as the next smaller, cyclically", [{b: a for a, b in after.items()}[number] for number in numbers]
    if sorted(numbers) == list(range(len(numbers))):
        yield " inverted", sorted(range(len(numbers)), key=numbers.__getitem__)


def _by_sign(name: str, rows: Sequence[Sequence[int]], n: int) -> Named:
    """For signed numbers of unknowns: the sign that is more frequent, and its opposite."""
    times = Counter(item for row in rows for item in row)
    if 0 in times or min(times) > 0 or max(map(abs, times)) > n:
        return
    yield f"majority of signs in {name}", [int(times[k] >= times[-k]) for k in range(1, n + 1)]
    yield f"minority of signs in {name}", [int(times[k] < times[-k]) for k in range(1, n + 1)]
    chosen: dict[int, int] = {}
    for row in rows:
        if not any(chosen.get(abs(item)) == int(item > 0) for item in row):
            free = next((item for item in row if abs(item) not in chosen), None)
            if free is not None:
                chosen[abs(free)] = int(free > 0)
    yield f"first free sign of each of {name}", [chosen.get(k, 0) for k in range(1, n + 1)]


def _routes(graph: Graph) -> Named:
    for name, neighbours in ((graph.name, graph.onward), (f"{graph.name} both ways", graph.both_ways)):
        for route in graph.fewest_arcs(neighbours):
            yield f"fewest steps along {name}", route
        walk = graph.nearest_first(neighbours)
        yield f"nearest first along {name}", walk
        if graph.n - 1 in walk:
            yield f"nearest first along {name} to the last", walk[: walk.index(graph.n - 1) + 1]
        for start in range(1, min(graph.n, 3)):
            yield f"nearest first along {name} from {start}", graph.nearest_first(neighbours, start)
    for largest in (False, True):
        yield f"{'largest' if largest else 'smallest'} free vertex of {graph.name} first", graph.sources_first(largest=largest)
    yield "first vertex and last", (0, graph.n - 1)


def _chosen_edges(graph: Graph, form: IntegerList) -> Named:
    count = form.max_length // 2
    for name, rows in (
        ("first", graph.rows),
        ("cheapest", sorted(graph.rows, key=lambda row: row[-1])),
        ("dearest", sorted(graph.rows, key=lambda row: -row[-1])),
    ):
        yield f"the {name} of {graph.name}", [vertex for row in rows[:count] for vertex in row[:2]]


def _entry_by_entry(problem: Environment, form: IntegerList) -> Named:
    """From all entries lowest, each in turn as what is best with the others as they are."""
    if form.low is None or form.high is None or form.high - form.low > 3 or form.max_length > LONGEST:
        return
    for name, places in (("first", range(form.max_length)), ("last", range(form.max_length)[::-1])):
        chosen = [form.low] * form.max_length
        best = _worth(problem, chosen)
        for place in places:
            for value in range(form.low + 1, form.high + 1):
                other = [*chosen[:place], value, *chosen[place + 1 :]]
                if (worth := _worth(problem, other)) is not None and (best is None or worth > best):
                    chosen, best = other, worth
        if best is not None:
            yield f"greedy, entry by entry, {name} to {'last' if name == 'first' else 'first'}", chosen


def _worth(problem: Environment, answer: Sequence[int]) -> Any:
    """How good an answer is, larger is better; None where it breaks a rule or the kind of the problem has no measure."""
    with suppress(Infeasible, Unparsable):
        answer = problem.format.validate(tuple(answer))
        if isinstance(problem, OptimizationEnvironment):
            return problem.objective(answer) * (1 if problem.goal == "maximum" else -1)
        if isinstance(problem, ConstraintEnvironment):
            return problem.satisfied(answer)[0]
    return None


# Sets.


def _sets(fields: Fields) -> Named:
    form = fields.problem.format
    assert isinstance(form, IntegerSet)
    low = form.low or 0
    places = range(low, (low + form.max_length - 1 if form.high is None else form.high) + 1)
    yield from _fitted("everything", places, form).items()
    yield "every second from the first", places[::2]
    yield "every second from the second", places[1::2]
    yield "the first half", places[: len(places) // 2]
    yield "the second half", places[len(places) // 2 :]
    yield "first and last", (places[0], places[-1])
    for name, numbers in fields.lists.items():
        yield from _fitted(name, tuple(dict.fromkeys(numbers)), form).items()
    for name, values in fields.keys.items():
        yield from _marked(name, values, low)
    for name, order in fields.orders.items():
        shifted = [low + index for index in order]
        yield from _fitted(name, shifted, form).items()
        for count in {form.min_length, 1, 2, 3}:
            yield f"{name}, {'as few as allowed' if count == form.min_length else count}", shifted[:count]
        yield f"{name}, half of them", shifted[: (len(shifted) + 1) // 2]
        yield from _one_by_one(fields.problem, form, name, shifted)
    yield from _one_by_one(fields.problem, form, "lowest first", places)
    for graph in fields.graphs:
        degree = [len(some) for some in graph.both_ways]
        yield f"leaves of {graph.name}", [low + vertex for vertex in range(graph.n) if degree[vertex] == 1]
        yield f"all but leaves of {graph.name}", [low + vertex for vertex in range(graph.n) if degree[vertex] > 1]


def _marked(name: str, values: Sequence[Any], low: int) -> Named:
    """The places of values that stand out in a list."""
    middle, last = sorted(values)[len(values) // 2], len(values) - 1
    yield f"{name} above the median", [low + i for i, value in enumerate(values) if value > middle]
    yield f"{name} from the median up", [low + i for i, value in enumerate(values) if value >= middle]
    yield (
        f"{name} larger than its neighbours",
        [
            low + i
            for i, value in enumerate(values)
            if (i == 0 or value > values[i - 1]) and (i == last or value >= values[i + 1])
        ],
    )
    climbing: list[int] = []
    for i, value in enumerate(values):
        if not climbing or value >= values[climbing[-1]]:
            climbing.append(i)
    yield f"{name} not smaller than all before", [low + i for i in climbing]


def _one_by_one(problem: Environment, form: IntegerSet, name: str, order: Sequence[int]) -> Named:
    """Take one after the other where that breaks no rule; and where it makes the answer better."""
    if not isinstance(problem, (OptimizationEnvironment, ConstraintEnvironment)) or len(order) > LONGEST:
        return
    for better in (False, True):
        chosen: list[int] = []
        best = None
        for item in order:
            if len(chosen) < form.max_length and item not in chosen:
                worth = _worth(problem, [*chosen, item])
                if len(chosen) + 1 < form.min_length or (worth is not None and (not better or best is None or worth > best)):
                    chosen, best = [*chosen, item], worth
        yield f"{name}, one by one{', while better' if better else ''}", chosen


# Single numbers.


def _integers(fields: Fields) -> Named:
    for name, numbers in fields.lists.items():
        yield from ((f"{what} of {name}", value) for what, value in _summaries(numbers))
    for name, rows in fields.rows.items():
        items = [item for row in rows for item in row]
        yield from ((f"{what} of all of {name}", value) for what, value in _summaries(items))
        yield f"rows times columns of {name}", len(rows) * len(rows[0])
        yield f"product of the sizes of {name}", prod(map(len, rows))
        yield f"largest sum in {name}", max(map(sum, rows))
        yield f"smallest sum in {name}", min(map(sum, rows))
    for name, text in [*fields.texts.items(), *((name, "".join(words)) for name, words in fields.words.items())]:
        yield f"length of {name}", len(text)
        yield f"different characters of {name}", len(set(text))
        yield f"runs of {name}", sum(1 for _ in itertools.groupby(text))
        yield from ((f"{symbol} in {name}", text.count(symbol)) for symbol in sorted(set(text))[:4])
    yield from _combined({**fields.numbers, **{f"length of {name}": len(some) for name, some in fields.lists.items()}})
    for name, numbers in fields.lists.items():
        if len(numbers) <= 3:
            yield from _combined({f"{name} {i}": number for i, number in enumerate(numbers)} | fields.numbers)
    for (first, a), (second, b) in itertools.combinations([(n, s) for n, s in fields.lists.items() if len(s) == 2], 2):
        yield f"pairs from {first} and {second}", (a[1] - a[0] + 1) * (b[1] - b[0] + 1)


def _summaries(numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    yield "sum", sum(numbers)
    yield "count", len(numbers)
    yield "maximum", max(numbers)
    yield "minimum", min(numbers)
    yield "range", max(numbers) - min(numbers)
    yield "median", sorted(numbers)[len(numbers) // 2]
    yield "different ones", len(set(numbers))
    yield "greatest multiplicity", max(Counter(numbers).values())
    yield "first", numbers[0]
    yield "last", numbers[-1]
    yield "place of the maximum", numbers.index(max(numbers))
    yield "place of the minimum", numbers.index(min(numbers))
    yield "positive ones", sum(number > 0 for number in numbers)
    yield "odd ones", sum(number % 2 for number in numbers)
    yield "steps upward", sum(a < b for a, b in itertools.pairwise(numbers))
    yield "absolute differences", sum(abs(a - b) for a, b in itertools.pairwise(numbers))
    yield "pairs", len(numbers) * (len(numbers) - 1) // 2
    if len(numbers) <= 12:
        yield "product", prod(numbers)
        yield "subsets", 2 ** len(numbers)
        yield "non-empty subsets", 2 ** len(numbers) - 1


def _combined(numbers: Mapping[str, int]) -> Named:
    for name, a in numbers.items():
        yield name, a
        yield f"{name} plus 1", a + 1
        yield f"{name} minus 1", a - 1
        yield f"half of {name}", a // 2
        if 0 <= a <= 64:
            yield f"2 to the power of {name}", 2**a
            yield f"pairs of {name}", a * (a - 1) // 2
    for (first, a), (second, b) in itertools.combinations([*numbers.items()][:6], 2):
        yield f"{first} plus {second}", a + b
        yield f"{first} and {second}, difference", abs(a - b)
        yield f"{first} times {second}", a * b
        yield f"{first} and {second}, common divisor", gcd(a, b)
        if a and b:
            yield f"{first} divided by {second}", a // b
            yield f"{second} divided by {first}", b // a
            yield f"{first} modulo {second}", a % b
            yield f"{second} modulo {first}", b % a


# Grids, words and expressions.


def _grids(fields: Fields) -> Named:
    form = fields.problem.format
    assert isinstance(form, Grid)
    for name, rows in (fields.rows | fields.words).items():
        yield f"{name} unchanged", rows
        yield f"{name} upside down", rows[::-1]
        yield f"{name} mirrored", tuple(row[::-1] for row in rows)
        yield f"{name} with its rows shifted", rows[1:] + rows[:1]
        if len({*map(len, rows)}) == 1 and not isinstance(rows[0], str):
            yield f"{name} transposed", tuple(zip(*rows, strict=True))
            yield f"{name} with its columns in order", tuple(zip(*map(sorted, zip(*rows, strict=True)), strict=True))
        if not isinstance(rows[0], str):
            yield f"{name} with its rows in order", tuple(tuple(sorted(row)) for row in rows)
            yield f"{name} with the lowest in its gaps", tuple(tuple(max(cell, form.low or 0) for cell in row) for row in rows)
    if not form.alphabet:
        low, size = form.low or 0, max(form.rows, form.columns)
        shape = [[(i, j) for j in range(form.columns)] for i in range(form.rows)]
        for name, rule in (
            ("each row shifted by one more", lambda i, j: low + (i + j) % size),
            ("each row shifted back by one more", lambda i, j: low + (j - i) % size),
            ("the numbers up in each row", lambda i, j: low + j),
            ("the numbers down in each row", lambda i, j: low + size - 1 - j),
            ("ones on the diagonal", lambda i, j: int(i == j)),
        ):
            yield name, tuple(tuple(rule(i, j) for i, j in row) for row in shape)


def _texts(fields: Fields) -> Named:
    form = fields.problem.format
    assert isinstance(form, Text)
    for name, text in [*fields.texts.items(), *((name, "".join(words)) for name, words in fields.words.items())]:
        yield f"{name} unchanged", text
        yield f"{name} reversed", text[::-1]
        yield f"{name} in ascending order", "".join(sorted(text))
        yield f"{name} in descending order", "".join(sorted(text, reverse=True))
        for shift in (1, -1):
            yield f"{name} shifted by {shift}", text[shift:] + text[:shift]
        for symbol, what in ((min(text, default=""), "smallest"), (max(text, default=""), "largest")):
            first = text.find(symbol)
            yield f"{name} from its first {what} character", text[first:] + text[:first]
            runs = [(len([*run]), key) for key, run in itertools.groupby(text)]
            longest = max((length for length, key in runs if key == symbol), default=0)
            start = text.find(symbol * longest)
            yield f"{name} from its longest run of the {what}", text[start:] + text[:start]
        yield f"{name} without repeats", "".join(key for key, _ in itertools.groupby(text))
    length = form.max_length
    for first, second in itertools.permutations(form.alphabet[:4], 2):
        yield f"{first} in the first half, {second} in the second", first * (length // 2) + second * (length - length // 2)
        yield f"{first} and {second} in turn", (first + second) * (length // 2) + first * (length % 2)


def _expressions(fields: Fields) -> Named:
    form = fields.problem.format
    assert isinstance(form, Expression)
    given = next((numbers for numbers in fields.lists.values() if sorted(map(str, numbers)) == form.numbers), None)
    if given is None:
        return
    orders = {"as given": given, "ascending": sorted(given), "descending": sorted(given, reverse=True)}
    for name, numbers in orders.items():
        for signs in itertools.islice(itertools.product("+*-/", repeat=min(2, len(numbers) - 1)), 16):
            chain = str(numbers[0])
            for place, number in enumerate(numbers[1:]):
                chain = f"({chain}) {signs[min(place, len(signs) - 1)]} {number}"
            yield f"{name}, from the left by {' '.join(signs)}", chain
