"""Reasoning benchmarks through lm-eval: AIME 2024 and 2025, OlympiadBench, any task of lm-eval, and exported rows.

    python scripts/lm_eval_benchmarks.py runs/my-run --tasks aime24,aime25 --samples 64 --output results.json

docs/benchmarks.md says what was run and what was not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

import rlve
from rlve.answers.extraction import final_answer
from rlve.extras import need
from rlve.models import TINY, of_run
from rlve.runs import versions, write_json
from rlve.verdict import Unparsable

ASKED = "{{%s}}\n\nReason step by step, and put the final answer in \\boxed{}."
MATHS = {
    "aime24": {"dataset_path": "Maxwell-Jia/AIME_2024", "test_split": "train", "question": "Problem", "answer": "Answer"},
    "aime25": {"dataset_path": "math-ai/aime25", "test_split": "test", "question": "problem", "answer": "answer"},
    "olympiad_bench": {
        "dataset_path": "Hothan/OlympiadBench",
        "dataset_name": "OE_TO_maths_en_COMP",
        "test_split": "train",
        "question": "question",
        "answer": "final_answer",
    },
}
"""Where a hub has the questions, and the columns they stand in."""


def task_of(name: str, samples: int, generation: Mapping[str, Any]) -> str | dict[str, Any]:
    """A task of ours as lm-eval's configuration; another name as it is. The score of a question is its mean over samples."""
    if name.endswith(".jsonl"):
        source = {
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": str(Path(name).resolve())}},
            "test_split": "test",
        }
        return _task(Path(name).stem, source, "{{prompt}}", "{{answer}}", _row_is_right, samples, generation)
    if name not in MATHS:
        return name
    source = dict(MATHS[name])
    question, answer = source.pop("question"), source.pop("answer")
    return _task(
        name,
        source,
        ASKED % question,
        f"{{{{{answer}}}}}",
        lambda doc, text: maths_is_right(doc[answer], text),
        samples,
        generation,
    )


def _task(
    name: str,
    source: Mapping[str, Any],
    prompt: str,
    target: str,
    right: Callable[[Mapping[str, Any], str], bool],
    samples: int,
    generation: Mapping[str, Any],
) -> dict[str, Any]:
    def score(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
        texts = results[0] if isinstance(results[0], list) else results
        return {"accuracy": sum(right(doc, text) for text in texts) / len(texts)}

    return {
        "task": name,
        **source,
        "output_type": "generate_until",
        "doc_to_text": prompt,
        "doc_to_target": target,
        "process_results": score,
        "metric_list": [{"metric": "accuracy", "aggregation": "mean", "higher_is_better": True}],
        "generation_kwargs": {"until": [], **generation},
        "repeats": samples,
        "filter_list": [{"name": "all", "filter": [{"function": "take_first_k", "k": samples}]}],
        "num_fewshot": 0,
        "metadata": {"version": 1},
    }


def _row_is_right(row: Mapping[str, Any], text: str) -> bool:
    return bool(rlve.verify_row(row, text).correct)


def maths_is_right(gold: Any, text: str) -> bool:
    """Whether the final answer of a completion equals the right one, as math-verify sees it; False without an answer."""
    from math_verify import parse, verify

    try:
        answer = final_answer(text)
    except Unparsable:
        return False
    wanted = gold[0] if isinstance(gold, list) else gold
    return bool(verify(parse(f"\\boxed{{{str(wanted).strip().strip('$')}}}"), parse(f"\\boxed{{{answer}}}")))


def model_arguments(model: str, adapter: str | None, backend: str) -> dict[str, Any]:
    """lm-eval's model_args for "tiny", a run, a folder with weights or with a LoRA adapter, or an id on a hub."""
    place = str(TINY if model == "tiny" else of_run(model))
    own = Path(place) / "adapter_config.json"
    if adapter is None and own.is_file():
        adapter, place = place, json.loads(own.read_text("utf-8"))["base_model_name_or_path"]
        place = str(TINY) if place == "tiny" else place
    arguments = {"pretrained": place, "dtype": "auto"}
    if adapter is not None:
        arguments["peft" if backend == "hf" else "lora_local_path"] = str(of_run(adapter))
    return arguments


@click.command()
@click.argument("model")
@click.option("--adapter", help="A LoRA adapter for MODEL: a folder, a run, or a hub id.")
@click.option(
    "--tasks", default="aime24,aime25,olympiad_bench", show_default=True, help="Ours, lm-eval's, or .jsonl of rlve export."
)
@click.option("--samples", type=click.IntRange(min=1), default=1, show_default=True, help="Completions of a question, averaged.")
@click.option("--temperature", type=click.FloatRange(min=0), default=0.6, show_default=True, help="0 is greedy.")
@click.option("--top-p", type=float, default=0.95, show_default=True)
@click.option("--max-completion-length", type=click.IntRange(min=1), default=8192, show_default=True, help="In tokens.")
@click.option("--backend", type=click.Choice(["hf", "vllm"]), default="hf", show_default=True)
@click.option("--batch-size", type=click.IntRange(min=1), default=8, show_default=True)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first questions of each task, to try it out.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write results, settings and completions as JSON."
)
def main(model: str, adapter: str | None, tasks: str, output: Path | None, **given: Any) -> None:
    """Measure MODEL: tiny, a run of rlve train, a folder, or an id on the Hugging Face hub."""
    need("lm_eval", "math_verify", extra="benchmarks")
    import lm_eval
    import torch

    greedy = given["temperature"] == 0
    generation: dict[str, Any] = {"max_gen_toks": given["max_completion_length"], "do_sample": not greedy}
    if not greedy:
        generation |= {"temperature": given["temperature"], "top_p": given["top_p"]}
    if greedy and given["samples"] > 1:
        raise click.UsageError("--temperature 0 gives the same completion every time: leave out --samples")
    chosen = [task_of(name.strip(), given["samples"], generation) for name in tasks.split(",")]
    arguments = model_arguments(model, adapter, given["backend"])
    found = lm_eval.simple_evaluate(
        model=given["backend"],
        model_args=arguments,
        tasks=chosen,
        batch_size=given["batch_size"],
        device="cuda" if torch.cuda.is_available() else "cpu",
        limit=given["limit"],
        apply_chat_template=has_chat_template(arguments["pretrained"]),
        log_samples=True,
        random_seed=given["seed"],
        numpy_random_seed=given["seed"],
        torch_random_seed=given["seed"],
    )
    for name, result in found["results"].items():
        for metric, value in result.items():
            if isinstance(value, float):
                click.echo(f"{name}\t{metric}\t{value:.4f}")
    if output is not None:
        kept = {
            "model": model,
            "adapter": adapter,
            "settings": given,
            "results": found["results"],
            "completions": {name: [sample["resps"] for sample in samples] for name, samples in found["samples"].items()},
            "versions": {**versions(), "lm_eval": found["lm_eval_version"]},
        }
        write_json(output, json.loads(json.dumps(kept, default=str)))


def has_chat_template(model: str) -> bool:
    """Whether the model's tokenizer has a chat template, through which it is then asked."""
    from transformers import AutoTokenizer

    return bool(AutoTokenizer.from_pretrained(model).chat_template)


if __name__ == "__main__":
    main()
