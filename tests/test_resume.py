"""A run that was stopped, killed or cut short goes on as if nothing had been, to the last bit."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rlve.cli import cli
from rlve.runs import STATE, RunFolder, read
from rlve.runs.lock import locked
from rlve.runs.records import with_levels
from rlve.schedulers import AdaptiveScheduler
from rlve.training import TrainingResult, train

pytest.importorskip("trl")

ROOT = Path(__file__).resolve().parent.parent
STEPS, SAVE_EVERY, STOP = 8, 3, 5  # checkpoints 3, 6 and 8; the stop lies between two of them
NUMBERS = {
    "max_steps": STEPS,
    "prompts_per_step": 4,
    "num_generations": 4,
    "max_completion_length": 12,
    "learning_rate": 1e-3,
    "save_steps": SAVE_EVERY,
}
VARIANTS = {
    "plain": {},
    "in parts, with own rows": {
        "per_device_train_batch_size": 8,
        "own_dataset": [{"prompt": f"What number follows {n}?", "answer": str(n + 1)} for n in range(5)],
        "own_share": 0.25,
    },
    "lora": {"lora_r": 4, "learning_rate": 1e-2},
}
TIMES = ("seconds", "environment_seconds")
KILLED = """
import os, signal, sys
import rlve.training.callback
from rlve.cli import main
from rlve.runs import RunFolder

rlve.training.callback.SAMPLES_EVERY = 3
log_step = RunFolder.log_step

def log_and_die(self, record, *rest, **options):
    log_step(self, record, *rest, **options)
    if record["step"] == {step}:
        os.kill(os.getpid(), signal.SIGKILL)

RunFolder.log_step = log_and_die
main(sys.argv[1:])
"""


@pytest.fixture(scope="module", autouse=True)
def on_the_cpu():
    """To the last bit holds on a CPU only. And completions are kept before and after the stop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("torch.cuda.is_available", lambda: False)
        patch.setattr("rlve.training.callback.SAMPLES_EVERY", 3)
        yield


@pytest.fixture(scope="module")
def go(toy, toy_model):
    """Train the toy model: `go(folder, variant, **changes)`. One right answer is enough for the next level."""

    def run(folder, variant: str = "plain", *, tau_num: int = 8, **changes) -> TrainingResult:
        scheduler = AdaptiveScheduler([toy], tau_num=tau_num, tau_acc=0.01)
        return train(str(toy_model), scheduler=scheduler, output_dir=folder, **{**NUMBERS, **VARIANTS[variant], **changes})

    return run


@pytest.fixture(scope="module")
def whole(go, tmp_path_factory):
    """Variant -> (folder, result) of a run that nothing disturbed."""
    made: dict[str, tuple[RunFolder, TrainingResult]] = {}

    def run(variant: str = "plain") -> tuple[RunFolder, TrainingResult]:
        if variant not in made:
            folder = tmp_path_factory.mktemp("whole") / "run"
            made[variant] = RunFolder(folder), go(folder, variant)
        return made[variant]

    return run


def interrupt(record):
    """Ctrl-C, while the step before STOP is logged: the next step is finished, and there the run stops."""
    if record["step"] == STOP - 1:
        os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(scope="module")
def stopped(go, tmp_path_factory):
    """Variant -> folder of a run stopped at STOP by Ctrl-C; copy it before use."""
    made: dict[str, Path] = {}

    def run(variant: str = "plain") -> Path:
        if variant not in made:
            folder = tmp_path_factory.mktemp("stopped") / "run"
            result = go(folder, variant, on_step=interrupt)
            assert result.stopped == "interrupted"
            assert [record["step"] for record in result.history] == list(range(1, STOP + 1))
            made[variant] = folder
        return made[variant]

    return run


@pytest.fixture
def copy(stopped, tmp_path):
    """A copy of the plain stopped run, to be spoilt."""
    return Path(shutil.copytree(stopped(), tmp_path / "copy"))


def steps_of(path: Path) -> list[int]:
    return [record["step"] for record in read(path)]


def timeless(run: RunFolder) -> list[dict]:
    return [{key: value for key, value in record.items() if key not in TIMES} for record in run.history()]


def weights(folder: Path) -> dict:
    from safetensors.torch import load_file

    [file] = folder.glob("*.safetensors")
    return load_file(file)


def assert_same_weights(first: Path, second: Path) -> None:
    ours, theirs = weights(first), weights(second)
    assert ours.keys() == theirs.keys()
    assert [name for name in ours if not ours[name].equal(theirs[name])] == []


def assert_same(run: RunFolder, other: RunFolder) -> None:
    """Logs, state of the stream and weights of two runs agree; only the clock may differ."""
    assert steps_of(run.metrics) == list(range(1, STEPS + 1))
    assert run.outcomes.read_text() == other.outcomes.read_text()
    assert run.samples.read_text() == other.samples.read_text()
    assert timeless(run) == timeless(other)
    (place, state), (other_place, other_state) = run.checkpoint(), other.checkpoint()
    assert state["step"] == STEPS
    assert {**state, "files": None} == {
        **other_state,
        "files": None,
    }  # optimizer.pt differs in how it is packed, not in what it says
    assert_same_weights(place, other_place)
    assert_same_weights(run.model, other.model)


def test_the_undisturbed_run_has_what_could_go_wrong(whole):
    run, result = whole()
    assert result.stopped == "finished"
    assert result.history == run.history()
    assert {record["levels"]["next_number"][1] for record in with_levels(result.history)} >= {
        1,
        2,
        3,
    }  # levels move, before and after STOP
    outcomes = read(run.outcomes)
    assert len(outcomes) == STEPS * 16
    assert {outcome["status"] for outcome in outcomes} >= {"correct", "wrong"}
    assert len({outcome["level"] for outcome in outcomes if outcome["step"] > STOP}) > 1
    assert [outcome["step"] for outcome in outcomes] == sorted(outcome["step"] for outcome in outcomes)
    assert steps_of(run.samples) == [1] * 4 + [4] * 4 + [7] * 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_stopped_and_resumed_equals_undisturbed(variant, whole, stopped, go, tmp_path):
    run = RunFolder(shutil.copytree(stopped(variant), tmp_path / "run"))
    place, state = run.checkpoint()
    assert place.name == f"checkpoint-{STOP}"
    assert state["step"] == STOP
    assert [issue for issue, *_ in state["stream"]["open"]] == list(range(4 * STOP, 4 * STOP + 4))  # read ahead: not scored yet
    assert run.figure.is_file() and run.model.is_dir()
    seen = []
    result = go(run.path, variant, resume=True, on_step=seen.append)
    assert result.stopped == "finished"
    assert [record["step"] for record in seen] == list(range(STOP + 1, STEPS + 1))
    assert [record["step"] for record in result.history] == list(range(1, STEPS + 1))
    assert_same(run, whole(variant)[0])
    assert result.scheduler.state_dict() == whole(variant)[1].scheduler.state_dict()


def test_after_kill_9_the_command_line_goes_on(whole, toy, toy_model, tmp_path):
    folder = tmp_path / "run"
    options = {
        "--model": toy_model,
        "-e": toy,
        "--max-steps": STEPS,
        "--prompts-per-step": 4,
        "--num-generations": 4,
        "--max-completion-length": 12,
        "--learning-rate": 1e-3,
        "--tau-num": 8,
        "--tau-acc": 0.01,
        "--save-steps": SAVE_EVERY,
        "--output-dir": folder,
    }
    arguments = [str(part) for pair in options.items() for part in pair]
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(step=STOP), "train", *arguments],
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    run = RunFolder(folder)
    assert steps_of(run.metrics) == list(range(1, STOP + 1))
    assert run.checkpoint()[1]["step"] == SAVE_EVERY
    assert not run.model.exists()
    result = CliRunner().invoke(cli, ["train", "--resume", str(folder)])
    assert result.exit_code == 0, result.output
    assert f"{STEPS - SAVE_EVERY} steps after the {SAVE_EVERY} done" in result.output
    assert_same(run, whole()[0])


def test_a_torn_log_and_an_incomplete_checkpoint_are_survived(copy, whole, go):
    run = RunFolder(copy)
    for path in (run.metrics, run.outcomes, run.samples):
        line = path.read_text().splitlines()[-1]
        torn = line.replace(f'"step": {json.loads(line)["step"]}', f'"step": {STOP + 1}')[: len(line) // 2]
        with path.open("a") as file:
            file.write(torn)
        assert '"step": 6' in path.read_text()
    shutil.copytree(run.checkpoint()[0], run.checkpoints / "checkpoint-7")
    (run.checkpoints / "checkpoint-7" / STATE).unlink()
    (run.checkpoints / "checkpoint-7" / "model.safetensors").write_bytes(b"torn")
    assert run.checkpoint()[1]["step"] == STOP
    go(run.path, resume=True)
    assert_same(run, whole()[0])


def test_logs_ahead_of_the_checkpoint_are_cut_back(copy, whole, go):
    run = RunFolder(copy)
    shutil.rmtree(run.checkpoints / f"checkpoint-{STOP}")
    assert (run.checkpoint()[1]["step"], steps_of(run.metrics)[-1]) == (SAVE_EVERY, STOP)
    seen = []
    go(run.path, resume=True, on_step=seen.append)
    assert seen[0]["step"] == SAVE_EVERY + 1
    assert_same(run, whole()[0])


def test_without_a_checkpoint_the_run_begins_anew(copy, whole, go):
    run = RunFolder(copy)
    shutil.rmtree(run.checkpoints)
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match="has no sound checkpoint to go on from, and a start from nothing would overwrite"):
        go(run.path, resume=True)
    assert before == {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    shutil.rmtree(run.model)  # as of a run that was killed before its first checkpoint
    go(run.path, resume=True)
    assert_same(run, whole()[0])


def test_a_time_limit_saves_and_stops_and_the_run_goes_on(whole, go, tmp_path):
    run = RunFolder(tmp_path / "run")
    result = go(run.path, time_limit=1e-3)
    assert result.stopped == "time limit"
    assert steps_of(run.metrics) == [1]
    assert run.checkpoint()[1]["step"] == 1
    assert run.figure.is_file() and run.model.is_dir()
    result = go(run.path, resume=True, time_limit=3600)
    assert result.stopped == "finished"
    assert_same(run, whole()[0])


def test_a_finished_run_takes_more_steps(whole, go, tmp_path):
    run = RunFolder(shutil.copytree(whole()[0].path, tmp_path / "run"))
    with pytest.raises(ValueError, match=f"has done {STEPS} steps: to go on, ask for more"):
        go(run.path, resume=True)
    assert run.outcomes.read_text() == whole()[0].outcomes.read_text()
    result = go(run.path, resume=True, max_steps=STEPS + 2)
    assert result.stopped == "finished"
    assert steps_of(run.metrics) == list(range(1, STEPS + 3))
    assert timeless(run)[:STEPS] == timeless(whole()[0])
    assert run.config()["settings"]["max_steps"] == STEPS + 2
    assert run.checkpoint()[1]["step"] == STEPS + 2
    assert len(result.history) == STEPS + 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"learning_rate": 0.5}, "learning_rate was 0.001 and is 0.5$"),
        ({"seed": 3}, "seed was 0 and is 3$"),
        ({"tau_num": 16}, "tau_num was 8 and is 16; scheduler was .*'tau_num': 8.* and is .*'tau_num': 16"),
        ({"shaped": False, "num_generations": 8}, "num_generations was 4 and is 8; shaped was True and is False$"),
        ({"lora_r": 4}, "lora_r was 0 and is 4"),
        (
            {"own_dataset": [{"prompt": "?", "answer": "1"}]},
            "own_dataset was None and is 'list in memory'; own_rows was None and is 1",
        ),
        ({"beta": 0.1}, "beta was 0.0 and is 0.1"),
    ],
)
def test_other_settings_are_named(changes, message, copy, go):
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match=f"resumed with the settings it began with: {message}"):
        go(copy, resume=True, **changes)
    assert before == {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}


def test_a_folder_holds_one_run(copy, go, tmp_path):
    before = RunFolder(copy).outcomes.read_text()
    with pytest.raises(FileExistsError, match="holds a run already: resume it, or choose another folder"):
        go(copy)
    assert RunFolder(copy).outcomes.read_text() == before
    with pytest.raises(FileNotFoundError, match=r"no run in .*nothing: config.json is missing"):
        go(tmp_path / "nothing", resume=True)
    assert not (tmp_path / "nothing").exists()


def test_settings_that_do_not_fit_leave_no_run_behind(go, tmp_path):
    with pytest.raises(ValueError, match="should divide the 16 rollouts"):
        go(tmp_path / "run", per_device_train_batch_size=5)
    assert go(tmp_path / "run", max_steps=1).stopped == "finished"


def test_adapters_are_kept_and_load_merged(whole, stopped, go, tmp_path, toy_model):
    import torch

    from rlve.models import load

    run = RunFolder(shutil.copytree(stopped("lora"), tmp_path / "run"))
    result = go(run.path, "lora", resume=True)
    assert (run.model / "adapter_config.json").is_file()
    adapters = weights(run.model)
    assert all("lora_" in name for name in adapters)
    assert any("lora_B" in name for name in adapters)
    assert all(adapters[name].abs().max() > 0 for name in adapters if "lora_B" in name)  # zero at the start: they have learnt
    assert_same_weights(run.model, whole("lora")[0].model)

    merged, tokenizer = load(run.model)
    base, _ = load(toy_model)
    assert not any("lora" in name for name, _ in merged.named_parameters())
    ids = tokenizer("What number follows 3?", return_tensors="pt")["input_ids"]
    with torch.no_grad():
        logits, trained, untrained = (model.eval()(input_ids=ids).logits for model in (merged, result.model, base))
    assert torch.allclose(logits, trained, atol=1e-4)
    assert (trained - untrained).abs().max() > 1e-2


DAMAGES = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "changed": lambda path: path.write_bytes(path.read_bytes()[:-1] + bytes([path.read_bytes()[-1] ^ 1])),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.pt", "scheduler.pt", "rng_state.pth", "trainer_state.json"])
def test_a_damaged_checkpoint_is_found_and_the_one_before_is_taken(name, damage, copy, caplog):
    run = RunFolder(copy)
    DAMAGES[damage](run.checkpoints / f"checkpoint-{STOP}" / name)
    assert run.checkpoint()[1]["step"] == SAVE_EVERY
    assert name in caplog.text and "the checkpoint before it is taken: the steps since then are lost" in caplog.text


def test_a_run_killed_while_its_model_is_written_is_finished_by_a_resume(whole, go, tmp_path):
    run = RunFolder(shutil.copytree(whole()[0].path, tmp_path / "run"))
    run.model.rename(run.path / "model.new")  # killed before the rename
    assert go(run.path, resume=True).stopped == "finished"
    assert_same(run, whole()[0])
    assert not (run.path / "model.new").exists()


def test_a_second_process_is_refused_and_names_the_first(copy, go):
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    with locked(copy), pytest.raises(FileExistsError, match=rf"is in use by process {os.getpid()} on .*, since 20"):
        go(copy, resume=True)
    assert before == {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert go(copy, resume=True).stopped == "finished", "a lock that was left does not block"


def test_a_damaged_configuration_is_a_line(copy, go):
    for text in ("{", "[]", "{}", '{"settings": 3}', "\ufffe"):
        (copy / "config.json").write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"config\.json is damaged"):
            go(copy, resume=True)
