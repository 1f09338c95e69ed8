"""What becomes of a trained adapter: loaded, merged, published."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rlve.cli import cli
from rlve.models.backends import generate
from rlve.models.chat import Prompting
from rlve.runs import RunFolder

pytest.importorskip("trl")
pytest.importorskip("peft")

from rlve.models import load
from rlve.models.chat import trained_prompting
from rlve.sharing.adapters import merge
from rlve.sharing.publish import is_hub_id, prepare, upload
from rlve.training import train

PROMPTS = [f"What number follows {number}?" for number in (3, 7, 11, 2)]
NUMBERS = {"prompts_per_step": 2, "rollouts_per_prompt": 4, "completion_length": 12, "learning_rate": 0.05, "steps": 2}
BASE = "someone/small-base"


def answers(model, tokenizer) -> list:
    return generate(model, tokenizer, PROMPTS, 12)


def run(*arguments: object) -> Result:
    result = CliRunner(env={"FORCE_COLOR": None, "TTY_COMPATIBLE": None}).invoke(cli, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def first(toy, toy_model, tmp_path_factory):
    """The folder of a run that trained an adapter upon the toy model, and what it answers."""
    folder = tmp_path_factory.mktemp("first") / "run"
    result = train(
        str(toy_model), [toy], lora_rank=2, warmup_steps=0, folder=folder, system_prompt="Count.", report_to="none", **NUMBERS
    )
    return folder, answers(result.model, result.tokenizer)


@pytest.fixture(scope="module")
def whole(toy, toy_model, tmp_path_factory):
    """The folder of a run that trained all weights."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(str(toy_model), [toy], folder=folder, **{**NUMBERS, "steps": 1, "learning_rate": 1e-3})
    return folder


@pytest.fixture
def published(first, tmp_path, monkeypatch):
    """What a hub that is none was given."""
    given = {}

    class Api:
        def create_repo(self, name, private, exist_ok):
            given.update(name=name, private=private)
            return f"hub/{name}"

        def upload_folder(self, repo_id, folder_path, commit_message):
            given.update(to=repo_id, files={path.name: path.read_bytes() for path in Path(folder_path).iterdir()})

    monkeypatch.setattr("huggingface_hub.HfApi", Api)
    return given


def test_training_changed_the_answers_and_they_are_loaded_again(first, toy_model):
    folder, trained = first
    assert answers(*load(folder)) == trained
    assert answers(*load(toy_model)) != trained


def test_the_merged_model_is_whole_and_answers_the_same(first, tmp_path):
    folder, trained = first
    found = merge(folder, tmp_path / "merged")
    assert (found.exact, found.prompts, found.dtype) == (True, 8, "float32")
    assert found.gap < 1e-4
    assert not list((tmp_path / "merged").glob("adapter*"))
    assert answers(*load(tmp_path / "merged")) == trained


def test_half_precision_says_how_far_it_is(first, tmp_path):
    found = merge(first[0], tmp_path / "merged", dtype="bfloat16")
    assert found.dtype == "bfloat16"
    assert 0 < found.gap < 1
    assert f"greedy answers equal on {found.same} of 8 prompts" in str(found)


def test_what_cannot_be_merged_is_said_so(first, whole, tmp_path):
    with pytest.raises(ValueError, match="holds no adapter: a model trained with all its weights is whole already"):
        merge(whole, tmp_path / "merged")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="full holds something already"):
        merge(first[0], tmp_path / "full")


def test_an_adapter_upon_an_adapter(first, toy, tmp_path):
    """A run may go on from a run: its base is then the first one, adapter and all."""
    result = train(str(first[0]), [toy], lora_rank=2, warmup_steps=0, folder=tmp_path / "second", **NUMBERS)
    trained = answers(result.model, result.tokenizer)
    assert trained != first[1]
    assert answers(*load(tmp_path / "second")) == trained
    assert merge(tmp_path / "second", tmp_path / "merged").exact
    assert answers(*load(tmp_path / "merged")) == trained


def test_a_base_that_has_moved(toy, toy_model, tmp_path):
    shutil.copytree(toy_model, tmp_path / "base")
    train(str(tmp_path / "base"), [toy], lora_rank=2, folder=tmp_path / "run", **{**NUMBERS, "steps": 1})
    before = answers(*load(tmp_path / "run"))
    (tmp_path / "base").rename(tmp_path / "moved")
    with pytest.raises(ValueError, match=r"trained upon '.*base', which cannot be loaded: if it has moved, give its place"):
        load(tmp_path / "run")
    assert answers(*load(tmp_path / "moved", tmp_path / "run")) == before
    assert merge(tmp_path / "run", tmp_path / "merged", base=tmp_path / "moved").exact


def test_a_base_that_was_only_in_memory(toy, toy_model, tmp_path, caplog):
    model, tokenizer = load(toy_model)
    model.name_or_path = ""
    train(model, [toy], tokenizer=tokenizer, lora_rank=2, folder=tmp_path / "run", **{**NUMBERS, "steps": 1})
    assert "is an adapter of a model that was only in memory" in caplog.text
    with pytest.raises(ValueError, match="upon a model that was only in memory: save that model to a folder"):
        load(tmp_path / "run")
    assert merge(tmp_path / "run", tmp_path / "merged", base=toy_model).exact


def test_how_a_run_asked_is_known(first, whole):
    assert trained_prompting(first[0]) == trained_prompting(first[0] / "model") == Prompting(system_prompt="Count.")
    assert trained_prompting(whole) == trained_prompting("tiny") == Prompting()


@pytest.mark.filterwarnings("default::UserWarning:rlve.*")
def test_an_evaluation_remarks_that_it_asks_otherwise(first, toy, tmp_path):
    options = ("evaluate", "--model", first[0], "-e", toy, "--levels", "0-0", "--problems", 2, "--max-completion-length", 4)
    other = run(*options, "--output-dir", tmp_path / "other")
    assert "note:" in other.output and "was trained on prompts put as 'Count.\\n\\nPROMPT'" in other.output
    same = run(*options, "--system-prompt", "Count.", "--output-dir", tmp_path / "same")
    assert "note:" not in same.output


def test_merge_on_the_command_line(first, whole, tmp_path):
    done = run("merge", first[0], tmp_path / "merged")
    assert done.exit_code == 0, done.output
    assert "greedy answers equal on 8 of 8 prompts" in done.output
    refused = run("merge", whole, tmp_path / "other")
    assert refused.exit_code == 2 and "holds no adapter" in refused.output


def test_the_card_says_what_was_trained_and_measured(first, toy, tmp_path):
    folder, _ = first
    evaluation = tmp_path / "evaluation"
    options = ("--levels", "0-1", "--problems", 4, "--max-completion-length", 12, "--system-prompt", "Count.")
    assert run("evaluate", "--model", folder, "-e", toy, *options, "--output-dir", evaluation).exit_code == 0
    done = run(
        *("publish", folder, "--to", "me/counter", "--base", BASE, "--evaluation", evaluation, "--folder", tmp_path / "out"),
        "--dry-run",
    )
    assert done.exit_code == 0, done.output
    assert "nothing was uploaded" in done.output
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"README.md", "adapter_config.json", "adapter_model.safetensors", "tokenizer.json"} <= names
    assert "training_args.bin" not in names
    assert json.loads((tmp_path / "out" / "adapter_config.json").read_text("utf-8"))["base_model_name_or_path"] == BASE
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    head = card.split("---\n")[1]
    assert f"base_model: {BASE}\nlibrary_name: peft\n" in head
    assert "license" not in head
    for words in (
        f"A LoRA adapter for {BASE}, by GRPO",
        "| environments | 1: next_number |",
        "| scheduler | ProportionalScheduler (",
        "| steps | 2 of 2 |",
        "| a step | 2 prompts x 4 rollouts |",
        "| trained weights | LoRA of rank 2 |",
        "4 problems, fingerprint ",
        "seed 0, system prompt as in training. Accuracy",
        "| environment | accuracy | level 0 | level 1 | cut off | readable |",
        'model = PeftModel.from_pretrained(base, "me/counter")',
        "    Count.\n",
        f"trl {RunFolder(folder).config()['versions']['trl']}",
        "None is stated.",
    ):
        assert words in card
    for path in (tmp_path / "out").glob("*.[jm][sd]*"):
        assert str(tmp_path.parent) not in path.read_text("utf-8"), f"{path.name} names a place of this machine"


def test_a_model_that_nobody_measured_says_so(whole, tmp_path):
    prepare(whole, tmp_path / "out", "me/counter")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "no evaluation says whether it is better than its base" in card
    assert "library_name: transformers" in card and "base_model" not in card  # the base is a folder of this machine
    assert answers(*load(tmp_path / "out")) == answers(*load(whole))


def test_publishing_uploads_what_the_dry_run_wrote_and_you_mended(first, published):
    folder, _ = first
    assert run("publish", folder, "--to", "me/counter", "--base", BASE, "--dry-run").exit_code == 0
    assert not published
    card = folder / "published" / "README.md"
    card.write_text(card.read_text("utf-8").replace("None is stated.", "MIT."))
    refused = run("publish", folder, "--to", "me/other")
    assert refused.exit_code == 2 and "was written for another name than me/other" in refused.output and not published
    done = run("publish", folder, "--to", "me/counter", "--base", BASE, "--private")
    assert done.exit_code == 0, done.output
    assert "goes up as it stands (what the other options say was settled" in done.output and "hub/me/counter" in done.output
    assert (published["name"], published["to"], published["private"]) == ("me/counter", "me/counter", True)
    assert b"MIT." in published["files"]["README.md"] and "adapter_model.safetensors" in published["files"]
    shutil.rmtree(folder / "published")


def test_the_whole_model_is_published_in_one_go(first, published, tmp_path):
    done = run("publish", first[0], "--to", "me/counter", "--merged", "--folder", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert {"model.safetensors", "config.json", "README.md"} <= set(published["files"])
    assert not any(name.startswith("adapter") for name in published["files"])
    assert answers(*load(tmp_path / "out")) == first[1]


def test_what_cannot_be_published_is_said_so(first, toy_model, tmp_path, monkeypatch):
    folder, _ = first
    with pytest.raises(ValueError, match=r"which others do not have: say where they find the same model \(--base ORG/NAME\)"):
        prepare(folder, tmp_path / "out", "me/counter")
    with pytest.raises(ValueError, match="is not the folder of a training run"):
        prepare(toy_model, tmp_path / "out", "me/counter")
    with pytest.raises(ValueError, match="such as ORG/NAME, got 'counter'"):
        prepare(folder, tmp_path / "out", "counter", base=BASE)
    assert not (tmp_path / "out").exists()

    from huggingface_hub.errors import LocalTokenNotFoundError

    class NoToken:
        def create_repo(self, *arguments, **options):
            raise LocalTokenNotFoundError("Token is required")

    monkeypatch.setattr("huggingface_hub.HfApi", NoToken)
    with pytest.raises(ConnectionError, match=r"the hub took no me/counter: Token is required \(log in"):
        upload(tmp_path, "me/counter")

    import httpx

    class NoNetwork:
        def create_repo(self, *arguments, **options):
            raise httpx.ConnectError("no route")

    monkeypatch.setattr("huggingface_hub.HfApi", NoNetwork)
    with pytest.raises(ConnectionError, match=r"the hub cannot be reached \(no route\)"):
        upload(tmp_path, "me/counter")


def test_what_a_hub_may_know(tmp_path):
    assert is_hub_id("Qwen/Qwen2.5-0.5B-Instruct") and is_hub_id("gpt2")
    assert not any(map(is_hub_id, ("tiny", str(tmp_path), "/models/mine", "models/mine/run")))
