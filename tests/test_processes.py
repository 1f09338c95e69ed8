"""Two processes that torchrun starts on the CPU: they draw the same problems, count every outcome once, stop and resume together."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rlve import Task
from rlve.runs import STATE, RunFolder, processes, read
from rlve.training import grpo_config, train
from rlve.training.stream import OWN

pytest.importorskip("trl")

PROMPTS, ROLLOUTS, STOP = 3, 4, 2  # 12 rollouts of a step: each process has 6, half of the second prompt's with them
OWN_SHARE = 0.34  # about a third of the prompts
ROOT = Path(__file__).resolve().parent.parent
SURROUNDINGS = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}
NUMBERS = {"prompts_per_step": PROMPTS, "num_generations": ROLLOUTS, "max_completion_length": 6, "learning_rate": 1e-3}
STOPPING, RESUMED, AGAIN = 4, 5, 6  # steps asked for: stopped at STOP, gone on with in one process, then in two again


def main(toy: str, model: str, folder: str, out: str) -> None:
    """What each of the two processes does; it writes what it saw to `out`, a file a rank, and then the second one breaks."""
    import signal

    import torch

    from rlve.schedulers import scheduler_named
    from rlve.training.reward import RewardFunction
    from rlve.training.stream import ProblemStream

    processes.start(use_cpu=True)
    rank, events, judged, said = processes.rank(), [], [], []
    command = json.loads(os.environ["COMMAND"])
    scheduler = scheduler_named(command["scheduler"], [toy], seed=0, **command["options"])
    draw, update, judge = scheduler.draw, scheduler.update, RewardFunction._judge

    def noted_draw() -> Task:
        events.append(["draw", *draw()])
        return Task(*events[-1][1:])

    def noted_update(outcomes: list) -> None:
        events.append(["update", *([*outcome.task, outcome.reward, outcome.status] for outcome in outcomes)])
        if rank == 1 and sum(event[0] == "update" for event in events) == STOP:
            os.kill(os.getpid(), signal.SIGINT)  # Ctrl-C reaches one of them only: all stop after this step
        update(outcomes)

    def noted_judge(reward: RewardFunction, task: Task, texts: list[str]) -> list:
        judged.append([*task, len(texts)])
        return judge(reward, task, texts)

    scheduler.draw, scheduler.update, RewardFunction._judge = noted_draw, noted_update, noted_judge
    result = train(
        model,
        scheduler=scheduler,
        max_steps=STOPPING,
        output_dir=folder,
        own_dataset=command["dataset"],
        own_share=OWN_SHARE,
        on_plan=said.append,
        on_step=lambda record: said.append(record["step"]),
        **NUMBERS,
    )
    weights = hashlib.sha256(b"".join(value.detach().numpy().tobytes() for value in result.model.parameters())).hexdigest()
    saw = {
        "world_size": torch.distributed.get_world_size(),
        "seed": torch.initial_seed(),
        "events": events,
        "judged": list(judged),
        "said": said,
        "stopped": result.stopped,
        "history": result.history,
        "state": scheduler.state_dict(),
        "weights": weights,
    }

    class Broken(scheduler.environments["next_number"]):  # fails in one of them; the other one should not wait for ever
        @classmethod
        def draw(cls, rng: object, n: int) -> "Broken":
            if rank == 1:
                raise ZeroDivisionError("a mistake of the author")
            return cls(number=0)

    scheduler_named("static", [Broken], seed=0)  # makes it known by its name
    columns = {"environment": ["broken"], "level": [0], "seed": [1], "issue": [0], "completions": ["<answer>1</answer>"]}
    reward = RewardFunction()
    saw["broken"] = [
        reward(**columns),
        reward.books.faults,
        reward.books.history[0]["accuracy"],
        reward.books.history[0]["faults"],
    ]
    other = RewardFunction(ProblemStream(scheduler_named("static", [toy], seed=rank)))
    try:
        other(**{**columns, "environment": ["next_number"]}, trainer_state=SimpleNamespace(global_step=6))
    except RuntimeError as error:
        saw["disagreement"] = str(error)
    for name, changes in (
        ("uneven", {"prompts_per_step": 5, "num_generations": 3}),
        ("share", {"per_device_train_batch_size": 4}),
    ):
        try:
            grpo_config(**{**NUMBERS, **changes}, max_steps=1)
        except ValueError as error:
            saw[name] = str(error)
    saw["at once"] = [
        (config.per_device_train_batch_size, config.gradient_accumulation_steps, config.generation_batch_size)
        for config in (grpo_config(**NUMBERS, max_steps=1, per_device_train_batch_size=size) for size in (12, 3))
    ]
    Path(out, f"rank{rank}.json").write_text(json.dumps(saw))
    processes.wait()
    if rank == 1:
        raise RuntimeError("rank 1 breaks")
    processes.gathered("rank 0 waits for it")


def torchrun(*command: object, **environment: str) -> subprocess.CompletedProcess:
    """Run a program in two processes on the CPU."""
    return subprocess.run(
        [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", *map(str, command)],
        env={**os.environ, **SURROUNDINGS, **environment},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )


@pytest.fixture(scope="module")
def pair(toy, toy_model, tmp_path_factory):
    """(what each rank saw, the run's folder, how torchrun ended), of a run that one of its two processes was told to stop."""
    place = tmp_path_factory.mktemp("pair")
    rows = [{"prompt": f"What number follows {n}?", "answer": str(n + 1)} for n in range(5)]
    (place / "own.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    command = {
        "model": str(toy_model),
        "environments": [toy],
        "scheduler": "paper",
        "options": {"tau_num": 4, "tau_acc": 0.01},
        "dataset": str(place / "own.jsonl"),
        "dataset_share": OWN_SHARE,
        "settings": {**NUMBERS, "seed": 0},
        "max_steps": STOPPING,
    }
    done = torchrun(__file__, toy, toy_model, place / "run", place, COMMAND=json.dumps(command))
    files = [place / f"rank{rank}.json" for rank in (0, 1)]
    assert all(file.is_file() for file in files), done.stderr
    return [json.loads(file.read_text()) for file in files], RunFolder(place / "run"), done


def test_both_draw_the_same_and_count_every_outcome_once_before_they_draw_again(pair):
    (first, second), _, _ = pair
    assert [first["world_size"], second["world_size"]] == [2, 2]
    assert first["events"] == second["events"]  # the same draws, the same outcomes, in the same order
    assert first["state"] == second["state"]
    assert first["weights"] == second["weights"]
    assert first["seed"] != second["seed"]  # they do not write the same completions
    drawn, waiting, updates = [], [], 0
    for what, *found in first["events"]:
        if what == "draw":
            waiting.append(tuple(found))
            drawn.append(tuple(found))
            continue
        updates += 1
        tasks = [tuple(task) for *task, _, _ in found]
        assert len(tasks) == len(set(tasks)) * ROLLOUTS  # of each prompt that was drawn, every rollout, and none twice
        assert list(dict.fromkeys(tasks)) == waiting[: len(set(tasks))]
        waiting = waiting[len(set(tasks)) :]
        assert len(waiting) <= PROMPTS  # one step ahead, not more: else an outcome came after draws it should have led
    assert updates == STOP
    assert len(drawn) == len(set(drawn))
    here = [{(*task,): number for *task, number in saw["judged"]} for saw in (first, second)]
    assert {task: here[0].get(task, 0) + here[1].get(task, 0) for task in {**here[0], **here[1]}} == dict.fromkeys(
        drawn[: len(drawn) - len(waiting)], ROLLOUTS
    )
    assert set(here[0]) & set(here[1])  # a prompt's rollouts were split


def test_the_record_is_of_the_whole_step_and_written_once(pair):
    (first, second), run, _ = pair
    assert first["history"] == second["history"] == run.history()
    assert [record["step"] for record in run.history()] == [1, 2]
    outcomes = read(run.outcomes)
    updates = [event[1:] for event in first["events"] if event[0] == "update"]
    assert [[*row.values()][1:6] for row in outcomes] == [outcome for update in updates for outcome in update]
    for record, update in zip(run.history(), updates, strict=True):
        rewards = {}
        for *task, reward, _ in update:
            rewards.setdefault((*task,), set()).add(reward)
        assert record["effective_prompt_ratio"] == sum(len(found) > 1 for found in rewards.values()) / len(rewards)
        assert record["accuracy"] == sum(status == "correct" for *_, status in update) / len(update)
    plan, *steps = first["said"]
    assert "2 processes" in plan
    assert steps == [1, 2]
    assert second["said"] == []


def test_one_that_is_told_to_stop_stops_both(pair):
    (first, second), run, _ = pair
    assert first["stopped"] == second["stopped"] == "interrupted"
    place, state = run.checkpoint()
    assert (place.name, state["step"], state["processes"]) == (f"checkpoint-{STOP}", STOP, 2)
    assert {path.name for path in place.glob("rng_state*")} == {"rng_state_0.pth", "rng_state_1.pth"}
    assert [issue for issue, *_ in state["stream"]["open"]] == list(range(PROMPTS * STOP, PROMPTS * (STOP + 1)))


def test_a_fault_in_one_is_counted_in_both(pair):
    (first, second), _, _ = pair
    assert first["broken"] == [[1.0], {"broken": 1}, 1.0, 1]
    assert second["broken"] == [[None], {"broken": 1}, 1.0, 1]


def test_streams_that_differ_end_the_run(pair):
    for saw in pair[0]:
        assert saw["disagreement"].startswith(
            "step 7: the 2 processes no longer draw the same problems (their streams differ in "
        )
        assert "scheduler" in saw["disagreement"]


def test_an_exception_in_one_ends_both(pair):
    *_, done = pair
    assert done.returncode != 0
    assert "rank 1 breaks" in done.stderr


def test_the_numbers_of_a_step_stay_and_are_shared(pair):
    for saw in pair[0]:
        assert "the 15 rollouts of a step (5 prompts x 3) cannot be shared evenly by 2 processes" in saw["uneven"]
        assert "per_device_train_batch_size=4 should divide the 6 rollouts that each of the 2 processes has" in saw["share"]
        assert "one of 1, 2, 3, 6" in saw["share"]
        assert saw["at once"] == [[6, 1, 12], [3, 2, 12]]


def test_two_then_one_then_two_processes_go_on(pair, toy, toy_model, caplog, monkeypatch):
    _, run, _ = pair
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    from rlve.schedulers import scheduler_named

    config = run.config()["settings"]
    waiting = [task for _, *task in run.checkpoint()[1]["stream"]["open"]]
    result = train(
        str(toy_model),
        scheduler=scheduler_named("paper", [toy], seed=0, tau_num=config["tau_num"], tau_acc=config["tau_acc"]),
        max_steps=RESUMED,
        output_dir=run.path,
        resume=True,
        own_dataset=run.path.parent / "own.jsonl",
        own_share=OWN_SHARE,
        **NUMBERS,
    )
    assert "was written by 2 processes, and 1 go on" in caplog.text
    assert [record["step"] for record in result.history] == [1, 2, 3, 4, 5]
    third = [[row["environment"], row["level"], row["seed"]] for row in read(run.outcomes) if row["step"] == STOP + 1]
    assert third == [task for task in waiting if task[0] != OWN for _ in range(ROLLOUTS)]

    done = torchrun("-m", "rlve", "train", "--resume", run.path, "--max-steps", AGAIN)
    assert done.returncode == 0, done.stderr
    assert [record["step"] for record in run.history()] == [1, 2, 3, 4, 5, 6]
    assert run.checkpoint()[1]["processes"] == 2
    for line in ("1 steps after the 5 done", f"{run.path}: figure.svg", "step    6 of 6"):
        assert done.stdout.count(line) == 1  # the main process speaks, the other one is silent


def test_a_launcher_whose_processes_do_not_find_each_other_is_told(monkeypatch):
    from accelerate import PartialState

    PartialState(cpu=True)  # as where a program was started twice, and not by torchrun
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(RuntimeError, match="WORLD_SIZE says 2 processes, and torch finds 1: start them with torchrun"):
        processes.start(use_cpu=True)


def test_several_gpus_in_one_process_are_refused(monkeypatch, tmp_path):
    monkeypatch.setattr("transformers.TrainingArguments.n_gpu", 3)
    with pytest.raises(ValueError, match=r"torchrun --nproc_per_node 3 -m rlve train \.\.\., or choose one GPU"):
        grpo_config(**NUMBERS, max_steps=1, output_dir=str(tmp_path))


def test_each_process_has_its_own_gpu(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    assert processes.device() == "cuda:0"
    monkeypatch.setenv("LOCAL_RANK", "1")
    assert processes.device() == "cuda:1"
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert processes.device() == "cpu"


def test_the_lines_for_a_cluster_train(toy, toy_model, tmp_path, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    [lines] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "processes.md").read_text("utf-8"), re.DOTALL)
    for old, new in {
        '"Qwen/Qwen2.5-7B-Instruct"': repr(str(toy_model)),
        '"C16"': repr([toy]),
        "Prompting(chat=True)": "Prompting(chat=False)",
        "prompts_per_step=128,\n    num_generations=16": "prompts_per_step=2, num_generations=4",
        "max_completion_length=4096": "max_completion_length=6",
        "max_steps=500": f"max_steps=2, save_strategy='steps', save_steps=2, output_dir={str(tmp_path)!r}",
    }.items():
        assert lines.count(old) == 1
        lines = lines.replace(old, new)
    names: dict = {}
    exec(lines, names)
    assert names["trainer"].state.global_step == 2
    state = json.loads((tmp_path / "checkpoint-2" / STATE).read_text())
    assert (state["step"], state["stream"]["issued"]) == (2, 6)


if __name__ == "__main__":
    main(*sys.argv[1:])
