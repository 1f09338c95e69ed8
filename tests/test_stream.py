"""The problem stream: what its rows hold, how one's own rows are mixed in, and that it goes on where it was saved."""

import json
import logging
from itertools import islice

import pytest
from toys import Successor

from rlve import Task
from rlve.errors import RequestError
from rlve.models.chat import Prompting
from rlve.schedulers import AdaptiveScheduler, Outcome, StaticScheduler
from rlve.training.reward import RewardFunction
from rlve.training.stream import FAULTS_IN_A_ROW, OF_TRL, OWN, RESERVED, ProblemStream, own_rows


class Predecessor(Successor):
    def statement(self):
        return f"What number precedes {self.number}?"

    def solve(self):
        return self.number - 1


class NeverDrawn(Predecessor):
    @classmethod
    def draw(cls, rng, n):
        raise ZeroDivisionError("a mistake of the author")


QUESTIONS = [{"prompt": f"question {n}", "answer": str(n), "weight": n / 2} for n in range(3)]


def static(*environments, high=0):
    return StaticScheduler(list(environments or [Predecessor]), high=high)


def adaptive():
    return AdaptiveScheduler([Predecessor], tau_num=4, tau_acc=0.5, d_delta=2)


def mixed(share, scheduler=None):
    return ProblemStream(scheduler or static(), own_dataset=QUESTIONS, own_share=share)


def score(stream, rows):
    """Right answers to these rows, booked as the reward function does."""
    stream.scheduler.update([Outcome(Task(*(row[name] for name in Task._fields)), True, 1.0, "correct") for row in rows])
    stream.settle([row["issue"] for row in rows])


def test_a_row_holds_the_prompt_and_what_rebuilds_it():
    row = next(iter(ProblemStream(static(high=3), Prompting(style="boxed"))))
    assert set(row) == {"prompt", "environment", "level", "seed", "issue"}
    assert row["prompt"] == Predecessor.sample(row["level"], row["seed"]).prompt("boxed")
    row = next(iter(ProblemStream(static(), Prompting(chat=True))))
    assert row["prompt"] == [{"role": "user", "content": Predecessor.sample(0, row["seed"]).prompt()}]
    with pytest.raises(ValueError, match="unknown answer style"):
        ProblemStream(static(), Prompting(style="loud"))


def test_issues_count_up_and_two_readers_share_them():
    stream = ProblemStream(static())
    assert [row["issue"] for row in islice(stream, 3)] == [0, 1, 2]
    assert [row["issue"] for row in islice(stream, 2)] == [3, 4]
    assert list(stream.open) == [0, 1, 2, 3, 4]
    assert stream.seconds > 0


@pytest.mark.parametrize("conversational", [False, True])
def test_levels_change_while_the_dataset_is_read(conversational):
    pytest.importorskip("datasets")
    scheduler = AdaptiveScheduler([Predecessor], tau_num=1, d_delta=1)
    levels = []
    for row in islice(ProblemStream(scheduler, Prompting(chat=conversational)).dataset(), 4):
        levels.append(row["level"])
        scheduler.update([Outcome(Task(row["environment"], row["level"], row["seed"]), True, 1.0, "correct")])
    assert levels == [0, 1, 2, 3]


def test_an_environment_that_raises_is_skipped_and_named(caplog):
    stream = ProblemStream(static(Predecessor, NeverDrawn))
    with caplog.at_level(logging.WARNING):
        rows = list(islice(stream, 50))
    assert {row["environment"] for row in rows} == {"predecessor"}
    assert [row["issue"] for row in rows] == list(range(50))
    assert len(stream.open) == 50
    assert "1 faults of never_drawn" in caplog.text
    assert "problem skipped" in caplog.text
    assert "a mistake of the author" in caplog.text
    assert len(caplog.records) == stream.faults["never_drawn"].bit_length()  # at 1, 2, 4, 8 ... of them


def test_the_stream_stops_when_nothing_can_be_drawn():
    with pytest.raises(RuntimeError, match=f"never_drawn {FAULTS_IN_A_ROW}"):
        next(iter(ProblemStream(static(NeverDrawn))))


@pytest.mark.parametrize("share", [0.25, 0.2, 0.5, 0.9, 1 / 3])
def test_own_rows_have_their_share_and_are_spread_evenly(share):
    own = [row["environment"] == OWN for row in islice(mixed(share), 900)]
    for count in range(1, 901):
        assert abs(sum(own[:count]) - share * count) <= 1
    assert sum(own) == round(900 * share)


def test_own_rows_come_in_order_and_over_again_with_their_columns():
    rows = list(islice(mixed(0.5), 14))
    mine = [row for row in rows if row["environment"] == OWN]
    assert [row["prompt"] for row in mine] == [f"question {n}" for n in (0, 1, 2, 0, 1, 2, 0)]
    assert [row["level"] for row in mine] == [0, 1, 2, 0, 1, 2, 0]
    assert mine[1] | {"seed": 0} == {**QUESTIONS[1], "environment": OWN, "level": 1, "seed": 0, "issue": 3}
    for row in rows:
        assert set(row) == {"prompt", "answer", "weight", "environment", "level", "seed", "issue"}
        if row["environment"] != OWN:
            assert row["answer"] is None and row["weight"] is None


def test_own_rows_leave_the_problems_as_they_were():
    alone = [row["seed"] for row in islice(ProblemStream(static()), 6)]
    assert [row["seed"] for row in islice(mixed(0.5), 12) if row["environment"] != OWN] == alone


@pytest.mark.parametrize("as_dataset", [False, True])
@pytest.mark.parametrize("conversational", [False, True])
def test_the_dataset_has_the_own_columns_with_their_types(conversational, as_dataset):
    datasets = pytest.importorskip("datasets")
    own = [{**row, "prompt": [{"role": "user", "content": row["prompt"]}]} for row in QUESTIONS] if conversational else QUESTIONS
    stream = ProblemStream(
        static(),
        Prompting(chat=conversational),
        own_dataset=datasets.Dataset.from_list(own) if as_dataset else own,
        own_share=0.5,
    )
    data = stream.dataset()
    assert {name: data.features[name].dtype for name in ("answer", "weight", "level", "issue")} == {
        "answer": "string",
        "weight": "float64",
        "level": "int64",
        "issue": "int64",
    }
    first, second = islice(data, 2)
    assert (first["answer"], second["answer"], second["prompt"]) == (None, "0", own[0]["prompt"])


@pytest.mark.parametrize(
    ("own", "share", "conversational", "message"),
    [
        (QUESTIONS, 0.0, False, "own_share should lie between 0 and 1, got 0.0"),
        (QUESTIONS, 1, False, "own_share should lie between 0 and 1, got 1"),
        ([], 0.5, False, "has no rows"),
        ([{"question": "?", "answer": "1"}], 0.5, False, "needs a column prompt; it has question, answer"),
        ([{"prompt": "?", "seed": 1, "level": 1}], 0.5, False, "rename these columns .*: seed, level"),
        ([{"prompt": "?", "issue": 1}], 0.5, False, "rename these columns .*: issue"),
        ([{"prompt": "?", "answer": 1}, {"prompt": "?"}], 0.5, False, "row 1 .* has the keys prompt; row 0 has prompt, answer"),
        (QUESTIONS, 0.5, True, "lists of messages, as the prompts are chat messages"),
        ([{"prompt": [{"role": "user", "content": "?"}]}], 0.5, False, "texts, as the prompts are plain text"),
    ],
)
def test_own_datasets_that_do_not_fit_are_explained(own, share, conversational, message):
    with pytest.raises(ValueError, match=message):
        ProblemStream(static(), Prompting(chat=conversational), own_dataset=own, own_share=share)


def test_scored_rows_are_closed():
    stream = ProblemStream(static())
    rows = list(islice(stream, 4))
    stream.settle([0, 2, 77])
    assert list(stream.open) == [1, 3]
    assert stream.open[3] == Task(rows[3]["environment"], rows[3]["level"], rows[3]["seed"])
    RewardFunction(stream)(
        completions=["nothing"] * 2, environment=["predecessor"] * 2, level=[0] * 2, seed=[rows[1]["seed"]] * 2, issue=[1] * 2
    )
    assert list(stream.open) == [3]


def test_a_restored_stream_issues_the_open_tasks_again_and_goes_on():
    stream = mixed(0.25, adaptive())
    rows = iter(stream)
    read = [next(rows) for _ in range(8)]
    score(stream, [row for row in read[:6] if row["environment"] != OWN])
    stream.settle([3])
    assert stream.scheduler.levels() == {"predecessor": (0, 1)}
    state = json.loads(json.dumps(stream.state_dict()))
    assert state["issued"] == 8
    assert [issue for issue, *_ in state["open"]] == [6, 7]
    ahead = [next(rows) for _ in range(12)]

    again = mixed(0.25, adaptive())
    again.load_state_dict(state)
    assert json.loads(json.dumps(again.state_dict())) == state
    restored = list(islice(again, 14))
    assert restored == read[6:] + ahead
    assert [row["level"] for row in restored[:2] if row["environment"] != OWN] == [0]  # drawn before the level rose
    assert {row["level"] for row in restored if row["environment"] != OWN} == {0, 1}
    assert list(again.open) == list(range(6, 20))


def test_a_stream_saved_while_it_reissues_loses_nothing():
    stream = ProblemStream(adaptive())
    rows = list(islice(stream, 5))
    again = ProblemStream(adaptive())
    again.load_state_dict(stream.state_dict())
    assert list(islice(again, 2)) == rows[:2]
    again.settle([0])
    third = ProblemStream(adaptive())
    third.load_state_dict(json.loads(json.dumps(again.state_dict())))
    assert list(islice(third, 4)) == rows[1:]
    assert next(iter(third)) == next(iter(stream))


def test_a_state_of_something_else_is_refused():
    state = ProblemStream(adaptive()).state_dict()
    with pytest.raises(ValueError, match="not a stream's state: KeyError"):
        ProblemStream(adaptive()).load_state_dict({"scheduler": state["scheduler"]})
    with pytest.raises(ValueError, match="the saved scheduler has other algorithm"):
        ProblemStream(static()).load_state_dict(state)


def test_a_task_issued_twice_makes_two_groups():
    stream = ProblemStream(adaptive())
    task = Task("predecessor", 0, 5)
    right = f"<answer>{Predecessor.sample(0, 5).number - 1}</answer>"
    rows = {"environment": [task.environment] * 4, "level": [0] * 4, "seed": [5] * 4}
    reward = RewardFunction(stream)
    completions = [right, right, "nothing", "nothing"]
    assert reward(completions=completions, issue=[7, 7, 9, 9], **rows) == [1.0, 1.0, -1.0, -1.0]
    assert reward.books.history[-1]["effective_prompt_ratio"] == 0  # within each group the rewards agree
    assert stream.scheduler.levels() == {"predecessor": (0, 1)}  # and all four rollouts count: two of four right
    reward(completions=completions, issue=[7, 9, 7, 9], **rows)
    assert reward.books.history[-1]["effective_prompt_ratio"] == 1
    reward(completions=completions, issue=[7] * 4, **rows)
    assert reward.books.history[-1]["effective_prompt_ratio"] == 1


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (iter(QUESTIONS), "got list_iterator, of which there is no first row: take the rows"),
        ((row for row in QUESTIONS), "got generator"),
        ({"prompt": ["?"], "answer": ["1"]}, "got dict"),
        ("rows.jsonl", "got str"),
        (["?"], "its row 0 is str, not a mapping"),
        (3, "got int"),
        ([], "has no rows"),
        *(([{"prompt": "?", name: 1}], f"rename these columns .*: {name}") for name in (*RESERVED, *OF_TRL)),
    ],
)
def test_what_is_no_list_of_rows_is_refused_in_words(own, message):
    with pytest.raises(ValueError, match=message):
        ProblemStream(static(), own_dataset=own)


def test_streams_and_tables_of_libraries_are_refused_in_words():
    datasets = pytest.importorskip("datasets")
    streamed = datasets.IterableDataset.from_generator(lambda: iter(QUESTIONS))
    with pytest.raises(ValueError, match=r"should be a list of rows, a datasets\.Dataset, or a JSONL file; got IterableDataset"):
        ProblemStream(static(), own_dataset=streamed)
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match=r"got a DataFrame: datasets\.Dataset\.from_pandas\(frame\) makes one"):
        ProblemStream(static(), own_dataset=pandas.DataFrame(QUESTIONS))


def test_an_open_task_that_can_no_longer_be_drawn_is_skipped_and_counted(monkeypatch):
    stream = ProblemStream(static())
    rows = list(islice(stream, 3))
    again = ProblemStream(static())
    again.load_state_dict(stream.state_dict())
    monkeypatch.setattr(Predecessor, "statement", lambda self: 1 / 0 if self.task.seed == rows[1]["seed"] else "?")
    went_on = list(islice(again, 3))
    assert [row["issue"] for row in went_on] == [0, 2, 3] and again.faults == {"predecessor": 1}


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ([{"prompt": "a"}, {"prompt": None}], "that of row 1 is not"),
        ([{"prompt": "a"}, {"prompt": [{"role": "user", "content": "b"}]}], "that of row 1 is not"),
        ([{"prompt": "a", 5: 1}], "named by texts"),
        ([{"prompt": "a"}, 5], "row 1 of the own dataset is int"),
        ([{"prompt": "a", "x": 1}, {"prompt": "b", "x": "c"}], "values of one kind"),
    ],
)
def test_a_later_row_of_another_kind_is_refused_before_the_first_step(own, message):
    with pytest.raises(RequestError, match=message):
        ProblemStream(StaticScheduler("integer_sorting"), own_dataset=own, own_share=0.5).dataset()


@pytest.mark.parametrize(
    "line", ['{"prompt": "a", "answer": null}', '{"prompt": null, "answer": 1}', '{"prompt": 5, "answer": 1}', "[" * 100_000]
)
def test_a_row_of_a_file_without_prompt_or_answer_is_refused(line, tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text('\ufeff{"prompt": "a", "answer": 1}\r\n' + line + "\r\n", "utf-8")
    with pytest.raises(RequestError, match="line 2"):
        own_rows(path)


def test_a_saved_state_neither_names_files_nor_strangers(tmp_path):
    marker, evil = tmp_path / "imported", tmp_path / "evil.py"
    evil.write_text(f"open({str(marker)!r}, 'w')")
    scheduler = StaticScheduler("integer_sorting")
    stream = ProblemStream(scheduler)
    state = stream.state_dict()
    strange = [[[0, name, 0, 0]] for name in (str(evil), "shortest_path", 5)]
    for rows in (*strange, "ab", [[0]], [5], None):
        with pytest.raises(RequestError, match="not a stream's state"):
            stream.load_state_dict({**state, "open": rows})
    for other in ({"issued": "x"}, {"scheduler": 5}, {"scheduler": {**state["scheduler"], "choice": 5}}):
        with pytest.raises(RequestError, match="state"):
            stream.load_state_dict({**state, **other})
    assert not marker.exists()
