"""How prompts are put to a model: chat or plain, system prompt, template options, thoughts; the same in training and evaluation."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from servers import chat

import rlve
from rlve.cli import cli
from rlve.models.backends import Completion, Sampling, TransformersBackend, generate
from rlve.models.chat import AS_MADE, Prompting
from rlve.models.server import ServerBackend
from rlve.runs import RunFolder, read

pytest.importorskip("trl")

TEMPLATE = (
    "{% for message in messages %}[{{ message.role }}] {{ message.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}[assistant]{% if thinking %}<think>\n{% endif %}{% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + TEMPLATE
SMALL = (
    "--prompts-per-step",
    "2",
    "--num-generations",
    "2",
    "--max-completion-length",
    "12",
    "--learning-rate",
    "1e-3",
    "--max-steps",
    "1",
)


@pytest.fixture(scope="module")
def plain_model(toy_model):
    from rlve.models import load

    return load(toy_model)


@pytest.fixture(scope="module")
def chat_folder(toy_model, tmp_path_factory) -> Path:
    """The toy model with a chat template."""
    from rlve.models import load

    model, tokenizer = load(toy_model)
    tokenizer.chat_template = TEMPLATE
    folder = tmp_path_factory.mktemp("chat_model")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def chat_model(chat_folder):
    from rlve.models import load

    return load(chat_folder)


def run(*arguments: object) -> Result:
    result = CliRunner(env={"FORCE_COLOR": None, "TTY_COMPATIBLE": None}).invoke(cli, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("prompting", "read_by_the_model"),
    [
        (AS_MADE, "[user] 1 + 1?\n[assistant]"),
        (Prompting(chat=True), "[user] 1 + 1?\n[assistant]"),
        (Prompting(chat=False), "1 + 1?"),
        (Prompting(system_prompt="Be brief."), "[system] Be brief.\n[user] 1 + 1?\n[assistant]"),
        (Prompting(chat=False, system_prompt="Be brief."), "Be brief.\n\n1 + 1?"),
        (Prompting(chat_template_kwargs={"thinking": True}), "[user] 1 + 1?\n[assistant]<think>\n"),
    ],
)
def test_what_a_model_with_a_template_reads(prompting, read_by_the_model, chat_model):
    assert prompting.text(chat_model[1], "1 + 1?") == read_by_the_model


def test_a_model_without_a_template_reads_plain_text(plain_model):
    tokenizer = plain_model[1]
    assert AS_MADE.text(tokenizer, "1 + 1?") == Prompting(chat=False).text(tokenizer, "1 + 1?") == "1 + 1?"
    with pytest.raises(ValueError, match="has no chat template: ask in plain text"):
        Prompting(chat=True).text(tokenizer, "1 + 1?")
    with pytest.raises(ValueError, match="the prompts are plain text: leave them out"):
        Prompting(chat_template_kwargs={"thinking": True}).text(tokenizer, "1 + 1?")


def test_a_template_that_knows_no_system_prompt_says_so(plain_model, monkeypatch):
    tokenizer = plain_model[1]
    monkeypatch.setattr(tokenizer, "chat_template", NO_SYSTEM)
    assert AS_MADE.text(tokenizer, "?") == "[user] ?\n[assistant]"
    with pytest.raises(ValueError, match=r"refuses the messages \(System role not supported\)"):
        Prompting(system_prompt="Be brief.").text(tokenizer, "?")


def test_the_opening_is_the_thought_that_the_template_has_begun(chat_model):
    tokenizer = chat_model[1]
    assert Prompting(chat_template_kwargs={"thinking": True}).opening(tokenizer) == "<think>"
    assert AS_MADE.opening(tokenizer) == Prompting(chat=False).opening(tokenizer) == ""
    assert Prompting(system_prompt="Write <think> first, then think.").opening(tokenizer) == ""


def test_the_names_of_a_settings_class():
    nothing = {"style": "answer", "chat": None, "system_prompt": None, "chat_template_kwargs": None}
    assert AS_MADE.as_settings() == nothing
    asked = {"style": "boxed", "chat": False, "system_prompt": "Be brief.", "chat_template_kwargs": {"thinking": True}}
    assert Prompting(**asked).as_settings() == asked


def test_a_problem_is_put_in_the_style_a_prompt_as_it_is(chat_model):
    problem = rlve.problem("integer_sorting", 0, 1)
    boxed = Prompting(style="boxed")
    assert boxed.question(problem) == problem.prompt("boxed") != AS_MADE.question(problem)
    assert boxed.text(chat_model[1], problem) == boxed.text(chat_model[1], problem.prompt("boxed"))
    assert boxed.messages(problem) == [{"role": "user", "content": problem.prompt("boxed")}]


def test_a_backend_puts_prompts_as_asked(chat_model):
    model, tokenizer = chat_model
    prompting = Prompting(system_prompt="Be brief.", chat_template_kwargs={"thinking": True})
    backend = TransformersBackend(model, tokenizer, Sampling(max_completion_length=8), prompting)
    [one] = backend.complete(["What number follows 3?"], 0)
    text = "[system] Be brief.\n[user] What number follows 3?\n[assistant]<think>\n"
    [wanted] = generate(model, tokenizer, [text], 8)
    assert one == Completion("<think>" + wanted.text, wanted.tokens, wanted.truncated)


@pytest.mark.parametrize(("prompting", "first"), [(Prompting(chat=False), True), (AS_MADE, False)])
def test_the_tokenizer_adds_its_first_token_to_plain_text_alone(prompting, first, chat_model, monkeypatch):
    """A template writes it itself: twice would be a text the model has never seen."""
    seen = []
    model, tokenizer = chat_model

    class Spy:
        def __getattr__(self, name):
            return getattr(tokenizer, name)

        def __call__(self, *texts, **options):
            seen.append(options["add_special_tokens"])
            return tokenizer(*texts, **options)

    TransformersBackend(model, Spy(), Sampling(max_completion_length=2), prompting).complete(["?"], 0)
    assert seen == [first]


def test_a_server_gets_the_system_prompt_and_the_template_options(server):
    prompting = Prompting(system_prompt="Be brief.", chat_template_kwargs={"enable_thinking": False})
    server.reply = lambda body, before: (200, chat("four"))
    backend = ServerBackend(server.url, "m", prompting=prompting)
    backend.complete(["2 + 2?"], 0)
    [(path, body)] = server.asked
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2 + 2?"}]
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert backend.chat


def test_a_server_asked_in_plain_text_gets_the_system_prompt_before_it(server):
    server.reply = lambda body, before: (200, {"choices": [{"index": 0, "text": "4", "finish_reason": "stop"}]})
    ServerBackend(server.url, "m", prompting=Prompting(chat=False, system_prompt="Sums.")).complete(["2 + 2 ="], 0)
    assert server.asked[0][1]["prompt"] == "Sums.\n\n2 + 2 ="
    with pytest.raises(ValueError, match="leave them out"):
        ServerBackend(server.url, "m", prompting=Prompting(chat=False, chat_template_kwargs={"enable_thinking": False}))


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ((), [{"role": "user"}]),
        (("--no-chat",), None),
        (("--system-prompt", "Be brief."), [{"role": "system", "content": "Be brief."}, {"role": "user"}]),
        (("--no-chat", "--system-prompt", "Be brief."), "Be brief.\n\nWhat number follows"),
    ],
)
def test_training_puts_prompts_as_asked(options, shown, toy, chat_folder, tmp_path):
    done = run("train", "--model", chat_folder, "-e", toy, *SMALL, "--output-dir", tmp_path / "run", *options)
    assert done.exit_code == 0, done.output
    prompt = read(RunFolder(tmp_path / "run").samples)[0]["prompt"]
    if isinstance(prompt, str):
        assert prompt.startswith(shown or "What number follows")
    else:
        assert [part["role"] for part in prompt] == [part["role"] for part in shown]
        assert prompt[0]["content"] == shown[0].get("content", prompt[0]["content"])


def test_how_prompts_are_put_is_kept_and_resumed(toy, chat_folder, tmp_path):
    words = tmp_path / "system.txt"
    words.write_text("Be brief.\n")
    template = '{"thinking": true}'
    options = ("--system-prompt", f"@{words}", "--chat-template-kwargs", template, "--output-dir", tmp_path / "run")
    done = run("train", "--model", chat_folder, "-e", toy, *SMALL, "--save-steps", 1, *options)
    assert done.exit_code == 0, done.output
    words.unlink()  # the run keeps the text, not the file
    done = run("train", "--resume", tmp_path / "run", "--max-steps", 2)
    assert done.exit_code == 0, done.output
    settings = RunFolder(tmp_path / "run").config()["settings"]
    assert (settings["chat"], settings["system_prompt"], settings["chat_template_kwargs"]) == (
        None,
        "Be brief.",
        {"thinking": True},
    )
    refused = run("train", "--resume", tmp_path / "run", "--max-steps", 3, "--no-chat")
    assert refused.exit_code == 2 and "leave out --chat" in refused.output


def test_an_evaluation_puts_prompts_as_asked_and_says_so(toy, chat_folder, tmp_path):
    options = ("--levels", "0-0", "--problems", 2, "--max-completion-length", 12, "--output-dir", tmp_path / "evaluation")
    done = run("evaluate", "--model", chat_folder, "-e", toy, *options, "--no-chat", "--system-prompt", "Be brief.")
    assert done.exit_code == 0, done.output
    summary = json.loads((tmp_path / "evaluation" / "summary.json").read_text("utf-8"))
    assert (summary["settings"]["chat"], summary["settings"]["system_prompt"]) == (False, "Be brief.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--chat",), "has no chat template"),
        (("--chat-template-kwargs", "thinking"), "expected a JSON object"),
        (("--chat-template-kwargs", '{"thinking": true}'), "leave them out"),
        (("--system-prompt", "@nowhere.txt"), "nowhere.txt cannot be read"),
    ],
)
@pytest.mark.parametrize("command", ["train", "evaluate", "calibrate"])
def test_what_does_not_fit_is_refused_in_words(command, arguments, message, toy, toy_model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place = () if command == "calibrate" else ("--output-dir", tmp_path / "it")
    done = run(command, "--model", toy_model, "-e", toy, *place, *arguments)
    assert (done.exit_code, not (tmp_path / "it").exists()) == (2, True)
    assert message in " ".join(done.output.split())


def test_an_answer_in_thoughts_cut_off_is_no_answer(toy):
    """The template has opened the thinking, so the completion itself does not show it."""
    import rlve
    from rlve.training.reward import RewardFunction, same_answer

    problem = rlve.problem(toy, 0, 1)
    right = f"<answer>{problem.number + 1}</answer>"
    columns = {"environment": [problem.name] * 3, "level": [0] * 3, "seed": [1] * 3}
    completions = [f"First, {right} may be it, but", f"Hm.</think> {right}", right]
    assert RewardFunction(opening="<think>")(completions=completions, **columns) == [-1.0, 1.0, -1.0]
    assert RewardFunction()(completions=completions, **columns) == [1.0, 1.0, 1.0]
    own = [str(problem.number + 1)] * 3
    assert same_answer(completions=completions, answer=own, opening="<think>") == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(("template", "opening"), [({}, ""), ({"thinking": True}, "<think>")])
def test_training_knows_what_the_template_has_opened(template, opening, toy, chat_folder, monkeypatch):
    import rlve.training

    told = []

    class Watched(rlve.training.RewardFunction):
        def __init__(self, *arguments, **options):
            told.append(options["opening"])
            super().__init__(*arguments, **options)

    monkeypatch.setattr("rlve.training.trainer.RewardFunction", Watched)
    numbers = {"prompts_per_step": 2, "num_generations": 2, "max_completion_length": 12, "learning_rate": 0.0, "max_steps": 1}
    rlve.training.train(str(chat_folder), [toy], **numbers, **({"chat_template_kwargs": template} if template else {}))
    assert told == [opening]


def parted(content, **thoughts):
    return [[{"role": "assistant", "content": content, **thoughts}]]


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        (parted("<answer>{right}</answer>", reasoning_content="hm"), 1),
        (parted("<answer>{right}</answer>", reasoning="hm"), 1),
        (parted("<answer>{right}</answer>", thinking=""), 1),
        (parted("", reasoning_content="is it <answer>{right}</answer>"), -1),  # cut off in its thoughts
        (parted("hm</think><answer>{right}</answer>"), 1),  # the thoughts are still in the text
        (parted("is it <answer>{right}</answer>"), -1),
        (parted("<answer>{right}</answer>", reasoning_content=None), -1),
        (["hm</think><answer>{right}</answer>"], 1),
        (["is it <answer>{right}</answer>"], -1),
    ],
)
def test_the_opening_is_put_back_where_thoughts_are_still_in_the_text(completion, reward):
    from rlve.training.reward import RewardFunction

    right = rlve.problem("integer_sorting", 1, 2).reference_text
    text = json.loads(json.dumps(completion).replace("{right}", right))
    columns = {"environment": ["integer_sorting"], "level": [1], "seed": [2]}
    assert RewardFunction(opening="<think>")(completions=text, **columns) == [reward]


@pytest.mark.parametrize("mark", ["<answer>", "</answer>", "<think>", "</think>"])
def test_a_mark_that_decoding_would_lose_is_refused_and_named(mark, toy, toy_model, tmp_path):
    from rlve.evaluation import evaluate
    from rlve.models import load
    from rlve.training import train

    model, tokenizer = load(toy_model)
    tokenizer.add_special_tokens({"additional_special_tokens": [mark]})
    model.resize_token_embeddings(len(tokenizer))
    numbers = {"prompts_per_step": 2, "num_generations": 2, "max_completion_length": 4, "max_steps": 1}
    with pytest.raises(ValueError, match=f"{mark} is a special token of this tokenizer"):
        train(model, [toy], tokenizer=tokenizer, **numbers)
    with pytest.raises(ValueError, match=f"{mark} is a special token of this tokenizer"):
        evaluate(model, tokenizer, [toy], [0], problems=1)
