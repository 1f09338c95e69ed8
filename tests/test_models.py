"""The model in the repository, and loading others."""

import json
import re
from pathlib import Path

import pytest

import rlve
from rlve.environment import EVALUATION_SEED

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from rlve.evaluation import evaluate  # noqa: E402
from rlve.models import TINY, load  # noqa: E402
from rlve.models.backends import generate  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DATA = json.loads((ROOT / "docs" / "data" / "tiny_model.json").read_text("utf-8"))
CARD = (TINY / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def tiny():
    return load("tiny")


def test_the_tiny_model_is_tiny(tiny):
    model, tokenizer = tiny
    assert model.num_parameters() < 1.5e6
    assert sum(file.stat().st_size for file in TINY.iterdir()) < 10e6
    assert tokenizer.pad_token_id != tokenizer.eos_token_id
    assert not tokenizer.chat_template


def test_a_row_of_the_card_is_reproduced(tiny):
    name, problems = "integer_sorting", 40
    marks = DATA["verdicts"]["greedy"][name]
    results = evaluate(*tiny, name, range(9), problems=problems, max_completion_length=48, batch_size=200)
    kept = [marks[str(level)][index] for level in range(9) for index in range(problems)]
    here = [verdict[0] for result in results for verdict in result.verdicts]
    # Another processor adds up in another order, which can turn a close decision.
    assert sum(mine != theirs for mine, theirs in zip(here, kept, strict=True)) <= 0.03 * len(kept)


@pytest.mark.parametrize("sampling", ["greedy", "temperature 1"])
def test_the_card_says_what_the_data_say(sampling):
    table = CARD.partition(f"**{sampling}**")[2].partition("\n\n**")[0]
    for name, by_level in DATA["verdicts"][sampling].items():
        shares = [100 * marks.count("c") / (len(marks) - marks.count("f")) for marks in by_level.values()]
        assert f"| {name} | {' | '.join(f'{share:.0f}' for share in shares)} |" in table


def test_the_collections_of_the_card():
    names = {key: rlve.collection(key) for key in ("STARTER", "MINI1", "MINI2", "MINI4", "MINI8", "MINI_HELD_OUT")}
    assert [len(names[key]) for key in ("STARTER", "MINI1", "MINI2", "MINI4", "MINI8")] == [4, 1, 2, 4, 8]
    for smaller, larger in (("MINI1", "MINI2"), ("MINI2", "MINI4"), ("MINI4", "MINI8")):
        assert names[smaller] == names[larger][: len(names[smaller])]
    assert "integer_sorting" in names["STARTER"]
    assert len(names["MINI_HELD_OUT"]) >= 2
    assert not set(names["MINI_HELD_OUT"]) & {*names["MINI8"], *names["STARTER"]}
    assert {*names["MINI8"], *names["MINI_HELD_OUT"], *names["STARTER"]} <= set(DATA["verdicts"]["greedy"])


def test_starter_is_fit_for_a_start():
    """High at levels 0 and 1, falling, rare but not never at 8: by the warm-up's curve at temperature 1 alone."""
    for name in rlve.collection("STARTER"):
        share = [marks.count("c") / len(marks) for marks in DATA["verdicts"]["temperature 1"][name].values()]
        assert min(share[:2]) >= 0.5, name
        assert share[0] > share[4] > share[8] > 0, name


def test_no_evaluation_seed_in_the_warm_up():
    from rlve.models import examples

    held_out = {rlve.problem("integer_sorting", 8, EVALUATION_SEED + index).prompt() for index in range(200)}
    shown = (prompt for _, (prompt, _) in zip(range(2000), examples("integer_sorting", [8], 0), strict=False))
    assert not held_out & set(shown)


def test_loading_a_folder_and_an_adapter(tiny, tmp_path):
    from peft import LoraConfig, get_peft_model

    model, tokenizer = tiny
    model.save_pretrained(tmp_path / "copy")
    tokenizer.save_pretrained(tmp_path / "copy")
    copy, words = load(tmp_path / "copy")
    prompt = [rlve.problem("integer_sorting", 2, 1).prompt()]
    assert generate(copy, words, prompt, 48) == generate(model, tokenizer, prompt, 48)

    adapted = get_peft_model(copy, LoraConfig(r=2, target_modules="all-linear", init_lora_weights=False, task_type="CAUSAL_LM"))
    ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
    wanted = adapted.eval()(input_ids=ids).logits
    adapted.save_pretrained(tmp_path / "adapter")
    merged, _ = load(tmp_path / "adapter")
    assert torch.allclose(merged.eval()(input_ids=ids).logits, wanted, atol=1e-4)


def test_a_model_that_is_not_there(tmp_path):
    (tmp_path / "runs" / "tiny-1").mkdir(parents=True)
    with pytest.raises(ValueError, match=r"expected 'tiny', a folder with config\.json"):
        load(tmp_path / "runs" / "tiny-1")


def test_a_mistyped_folder_is_named_without_asking_a_hub(tmp_path, monkeypatch):
    monkeypatch.setattr("transformers.AutoTokenizer.from_pretrained", lambda place: pytest.fail(f"asked for {place}"))
    (tmp_path / "runs" / "tiny-1").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    for source, words in (
        ("runs/tiny-2", "did you mean runs/tiny-1?"),
        (tmp_path / "nothing", "no model"),
        ("./nothing", "no model ./nothing"),
        ("some/where/else", "some/where/else, nor the folder some/where"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            load(source)
