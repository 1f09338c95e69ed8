"""The probe: where a training can begin, what is read leniently, prompts that are read once."""

import json
from itertools import count

import pytest
from click.testing import CliRunner
from toys import Successor, source

import rlve
from rlve import Environment, Grid, Integer, IntegerList
from rlve.cli import cli
from rlve.environment import EVALUATION_SEED
from rlve.evaluation.lenient import lenient
from rlve.evaluation.probe import Rung, conclusions, faults, load_probe, probe, run_probe
from rlve.evaluation.problem_sets import content, different
from rlve.evaluation.settings import ProbeSettings
from rlve.evaluation.shots import worked_examples
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import AS_MADE, Prompting


class Wide(Successor):
    """With problems enough."""

    @classmethod
    def parameters(cls, level):
        return {"n": 1000 + level}


class Saying:
    """Says the same few things after each question: `{}` stands for the right answer."""

    sampling, prompting = Sampling(1.0), AS_MADE

    def __init__(self, *texts):
        self.texts, self.asked = texts, []

    def complete(self, prompts, first):
        self.asked += prompts
        return [
            Completion(text.format(int(prompt.split("follows ")[1].split("?")[0]) + 1), 3, "…" in text)
            for prompt, text in zip(prompts, self.texts * len(prompts), strict=False)
        ]

    def describe(self):
        return {"backend": "saying"}


RIGHT, WRONG, LONG, LOOSE = "<answer>{}</answer>", "<answer>-5</answer>", "well …", "It is {}."


def test_shares_of_the_completions_and_of_the_groups() -> None:
    ((cls, (rung,), _),) = probe(Saying(RIGHT, WRONG, LONG, LOOSE), Wide, [0], problems=5, num_generations=4)
    assert cls is Wide and (rung.environment, rung.level, rung.completions) == ("wide", 0, 20)
    assert [rung.share(letter) for letter in "cwiu"] == [0.25, 0.25, 0, 0.5]
    assert rung.share("c", "lenient") == 0.5 and rung.cut == 0.25
    assert rung.learnable == rung.rewarding == 1
    assert rung.row() == ("wide", "0", "25", "50", "0", "50", "25", "100", "100")
    ((_, (rung,), _),) = probe(Saying(LONG, WRONG), Wide, [0], problems=3, num_generations=2)
    assert (rung.learnable, rung.rewarding) == (0, 1), "only the form differs"


def test_the_last_line_says_where_a_training_can_begin() -> None:
    def rung(name, level, statuses, rewards):
        group = {"statuses": statuses, "lenient": statuses, "rewards": rewards, "cut": 0, "seed": 0, "completions": []}
        return Rung(name, level, (group,))

    rungs = [rung("a", 0, "cw", [1, 0]), rung("a", 1, "cw", [1, 0]), rung("b", 0, "wu", [0, -1]), rung("c", 0, "uu", [-1, -1])]
    lines = conclusions([*rungs, rung("d", 0, "cc", [1, 1])])
    assert lines[-1] == "a training can begin on these 1 of 4: a (level 0 and 1)"
    assert lines[0] == "always right, begin at higher levels: d"
    assert "only form or partial credit differs on these 1: b" in lines and "nothing to learn from on these 1: c" in lines
    assert any("rlve warm-up" in line for line in lines)
    assert any("2 worked examples stood before each question" in line for line in conclusions(rungs, shots=2))
    assert conclusions(rungs[:2]) == ["a training can begin on these 1 of 1: a (level 0 and 1)"]


class Row(Environment):
    """Give 1, 2, 3."""

    x: int

    @classmethod
    def parameters(cls, level):
        return {}

    @classmethod
    def draw(cls, rng):
        return cls(x=rng.randrange(3))

    def statement(self):
        return f"Give {self.x} + 1, 2 and 3."

    def answer_format(self):
        return IntegerList(length=3)

    def solve(self):
        return [1, 2, 3]


class Letters(Row):
    """A grid."""

    def answer_format(self):
        return Grid(2, 3, "xy")

    def solve(self):
        return ["xyx", "yxy"]


class One(Row):
    """A number."""

    def answer_format(self):
        return Integer()

    def solve(self):
        return 7


@pytest.mark.parametrize(
    ("kind", "text", "status"),
    [
        (Row, "<answer>1 2 3</answer>", "correct"),
        (Row, "<answer>3 2 1</answer> I mean 1 2 3", "wrong"),  # what can be read is read as ever
        (Row, "<answer>1 2</answer>\n1 2 3", "infeasible"),
        (Row, "1 2 3", "correct"),
        (Row, "Let me see.\n1, 2, 3", "correct"),
        (Row, "First 9 and 8, so it is 1 2 3", "correct"),
        (Row, "<answer>1 2 3", "correct"),
        (Row, "<answer>the integers are 1 2 3</answer>", "correct"),
        (Row, "\\boxed{1 2 3", "correct"),
        (Row, "answer 1 then 2 then 3 done", "correct"),
        (Row, "<think>1 2 3", "unparsable"),
        (Row, "<think>4 5 6</think>1 2 3", "correct"),
        (Row, "I do not know", "unparsable"),
        (Row, "1 2", "infeasible"),
        (Row, "", "unparsable"),
        (One, "4 + 3 = 7", "correct"),
        (One, "The answer is 7.", "correct"),
        (One, "x7 or 7.5", "unparsable"),
        (Letters, "The grid:\nxyx\nyxy", "correct"),
        (Letters, "xyx yxy", "correct"),
        (Letters, "xyx yx", "infeasible"),
    ],
)
def test_a_lenient_reading(kind, text, status) -> None:
    assert lenient(kind.sample(0, 1), text).status == status


def test_a_lenient_reading_of_a_long_text_is_quick_and_never_counts() -> None:
    import time

    drawn = Row.sample(0, 1)
    start = time.process_time()
    for text in ("<answer>" * 40_000, "1 2 3\n" * 50_000, "=" * 300_000, "\\boxed{" * 40_000):
        lenient(drawn, text)
    assert time.process_time() - start < 1
    assert drawn.verify("1 2 3").status == "unparsable"


def test_problems_differ_in_content_and_may_be_few() -> None:
    drawn = different(Wide, 0, 30, count(5))
    assert len({content(one) for one in drawn}) == len(drawn) == 30
    assert len(different(Successor, 0, 30, count())) == 10, "there are no more"
    held = {content(one) for one in drawn}
    assert not held & {content(one) for one in different(Wide, 0, 30, count(5), held)}


def test_the_problems_are_those_of_an_evaluation() -> None:
    saying = Saying(RIGHT)
    ((_, (rung,), _),) = probe(saying, Wide, [0], problems=4, num_generations=2)
    assert min(group["seed"] for group in rung.groups) >= EVALUATION_SEED
    assert saying.asked[0] == rlve.problem(Wide, 0, EVALUATION_SEED).prompt()


def test_it_goes_on_where_it_stopped(tmp_path) -> None:
    files = [tmp_path / f"{name.lower()}.py" for name in ("Ay", "Bee")]
    for file in files:
        file.write_text(source(file.stem.title(), "What number follows", "self.x + 1").replace("{self.x}.", "{self.x}?"))
    out = tmp_path / "probe.jsonl"
    chosen = ProbeSettings(environments=tuple(map(str, files)), output=str(out), problems=3, num_generations=2)
    whole = run_probe(Saying(RIGHT, WRONG), chosen)
    text = out.read_text()
    assert load_probe(out) == whole and len(text.splitlines()) == 3
    out.write_text(text[: text.rindex('{"environment"') + 20])  # broken off in the second environment
    saying = Saying(RIGHT, WRONG)
    assert run_probe(saying, chosen) == whole
    assert len(saying.asked) == 12, "the first one was not asked again"
    assert [line["environment"] for line in map(json.loads, out.read_text().splitlines()[1:])] == ["ay", "bee"]
    with pytest.raises(ValueError, match="holds another probe, choose another name: problems was 3, now 4"):
        run_probe(saying, ProbeSettings(environments=chosen.environments, output=str(out), problems=4, num_generations=2))
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n')
    with pytest.raises(ValueError, match="is no file of `rlve probe`"):
        load_probe(tmp_path / "other.jsonl")


def test_an_environment_that_fails_is_named_and_the_others_are_asked(tmp_path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source("Broken", "Break", "self.x").replace("rng.randint(1, size)", "size // 0"))
    rungs = run_probe(Saying(RIGHT), ProbeSettings(environments=(str(file), "tiny_but_wide"), problems=2, levels=(0, 0)))
    assert rungs[0].fault.startswith("ZeroDivisionError") and rungs[1].share("c") == 1
    assert faults(rungs) == ["broken at level 0 (ZeroDivisionError: integer division or modulo by zero)"]
    assert conclusions(rungs)[-1] == "a training can begin on these 0 of 2: none"


class TinyButWide(Wide):
    """Known by its name in this process."""


rlve.make(TinyButWide)


def test_worked_examples_are_turns_of_the_chat() -> None:
    shots = worked_examples(3)
    assert [question.split(":")[0] for question, _ in shots] == [
        "Add these integers",
        "Write these integers backwards",
        "Add these integers",
    ]
    assert all(answer.startswith("<answer>") for _, answer in shots) and shots[0] != shots[2]
    put = Prompting(shots=shots[:1], system_prompt="Be brief.")
    assert [turn["role"] for turn in put.messages("Q?")] == ["system", "user", "assistant", "user"]
    assert put.plain("Q?") == f"Be brief.\n\n{shots[0][0]}\n{shots[0][1]}\n\nQ?"
    assert worked_examples(1, "boxed")[0][1].startswith("\\boxed{")
    assert ProbeSettings(shots=2).prompting().shots == worked_examples(2)


@pytest.mark.parametrize(
    ("old", "new"), [("--rollouts", "--num-generations"), ("--completion-length", "--max-completion-length")]
)
def test_an_old_option_is_answered_with_the_new_name(old, new) -> None:
    result = CliRunner().invoke(cli, ["probe", old, "3"])
    assert result.exit_code == 2 and f"{old} is now called {new}" in result.output


def test_the_record_gives_the_settings_back() -> None:
    chosen = ProbeSettings(environments="C4,./mine.py", levels="1-2", shots=2, seed=3)
    assert ProbeSettings.from_dict(json.loads(json.dumps(chosen.as_dict()))) == chosen
    assert ProbeSettings().levels == (0, 1)


def test_prompts_are_read_once_and_completions_are_the_same() -> None:
    pytest.importorskip("transformers")
    from rlve.models import load
    from rlve.models.backends import generate, generate_groups

    model, tokenizer = load("tiny")
    names = ("integer_sorting", "lexicographically_largest_subsequence_length_k")
    prompts = [rlve.problem(name, level, 1).prompt() for name in names for level in (0, 3)]
    for some in (prompts, prompts[:2], prompts[:1], ["7", "7 8"]):
        plain = generate(model, tokenizer, [one for one in some for _ in range(3)], 24)
        assert [one for group in generate_groups(model, tokenizer, some, 3, 24, temperature=0.0) for one in group] == plain
    group = generate_groups(model, tokenizer, prompts[1:2], 16, 24, seed=3)[0]
    assert len({one.text for one in group}) > 1, "sampled, not copied"
    assert group == generate_groups(model, tokenizer, prompts[1:2], 16, 24, seed=3)[0]


def test_the_luck_of_one_level_is_not_that_of_another() -> None:
    class Noting(Saying):
        def complete(self, prompts, first):
            self.firsts = [*getattr(self, "firsts", []), first]
            return super().complete(prompts, first)

    noting = Noting(RIGHT)
    list(probe(noting, [Wide, TinyButWide], [0, 1], problems=2, num_generations=2))
    assert len(set(noting.firsts)) == 4
    alone = Noting(RIGHT)
    list(probe(alone, TinyButWide, [1], problems=2, num_generations=2))
    assert alone.firsts == noting.firsts[-1:], "whatever else is asked"


def test_the_command(toy, toy_model, tmp_path) -> None:
    pytest.importorskip("transformers")
    out = tmp_path / "probe.jsonl"
    options = ["--model", toy_model, "-e", toy, "--problems", 6, "--max-completion-length", 8, "-o", out]
    first = CliRunner().invoke(cli, ["probe", *map(str, options)])
    assert first.exit_code == 0, first.output
    lines = first.output.splitlines()
    assert lines[-1] == "a training can begin on these 1 of 1: next_number (level 0 and 1)", first.output
    assert "right\tlenient\tinfeasible\tunparsable\tcut off" in first.output
    again = CliRunner().invoke(cli, ["probe", *map(str, options)])
    assert again.output.splitlines()[-1] == lines[-1]
    refused = CliRunner().invoke(cli, ["probe", *map(str, options), "--num-generations", "5"])
    assert refused.exit_code == 2 and "num_generations was 4, now 5" in refused.output
