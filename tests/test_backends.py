"""Backends: a model in this process, and a server that speaks OpenAI's protocol."""

import threading
import time

import pytest
from servers import chat

from rlve.errors import RequestError
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import Prompting
from rlve.models.server import ServerBackend

PLAIN = Prompting(chat=False)


def test_a_chat_is_one_user_message_with_the_sampling(server):
    how = Sampling(temperature=0.5, top_p=0.9, max_completion_length=7, seed=3)
    assert ServerBackend(server.url, "four", how).complete(["2 + 2?"], first=10) == [Completion("four", None, False)]
    [(path, body)] = server.asked
    assert path == "/v1/chat/completions"
    assert body == {
        "model": "four",
        "messages": [{"role": "user", "content": "2 + 2?"}],
        "max_tokens": 7,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 13,
    }


def test_plain_text_goes_to_completions(server):
    server.reply = lambda body, before: (200, {"choices": [{"index": 0, "text": body["prompt"] + " 4", "finish_reason": "stop"}]})
    assert ServerBackend(server.url, "m", prompting=PLAIN).complete(["2 + 2 ="], 0) == [Completion("2 + 2 = 4", None, False)]
    assert server.asked[0][0] == "/v1/completions"
    assert "messages" not in server.asked[0][1]


def test_tokens_and_the_cut_are_read_where_the_server_tells(server):
    server.reply = lambda body, before: (200, chat("fo", reason="length", tokens=2))
    assert ServerBackend(server.url, "m").complete(["?"], 0) == [Completion("fo", 2, True)]


def test_no_content_is_an_empty_completion(server):
    server.reply = lambda body, before: (200, chat(None, reason="length", tokens=5))
    assert ServerBackend(server.url, "m").complete(["?"], 0) == [Completion("", 5, True)]


def test_a_request_that_fails_is_tried_again(server):
    server.reply = lambda body, before: (200, chat("four")) if before else (500, {"error": {"message": "busy"}})
    assert ServerBackend(server.url, "m").complete(["?"], 0) == [Completion("four", None, False, retries=1)]
    assert len(server.asked) == 2


def test_a_server_that_keeps_failing_is_given_up(server):
    server.reply = lambda body, before: (503, {"error": {"message": "no workers"}})
    with pytest.raises(ConnectionError, match=r"no completion from m at http://127.0.0.1:\d+/v1: Error code: 503 - no workers"):
        ServerBackend(server.url, "m", retries=2).complete(["?"], 0)
    assert len(server.asked) == 3


def test_what_the_server_refuses_is_not_asked_again(server):
    server.reply = lambda body, before: (400, {"error": {"message": "max_tokens is too large"}})
    with pytest.raises(ConnectionError, match="400 - max_tokens is too large"):
        ServerBackend(server.url, "m").complete(["?"], 0)
    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_named(server):
    with pytest.raises(ConnectionError, match=r"no completion from m at http://127.0.0.1:1/v1: Connection error"):
        ServerBackend("http://127.0.0.1:1/v1", "m", retries=0).complete(["?"], 0)


@pytest.mark.parametrize(
    "data",
    [b"<html>hello", {}, [], {"choices": []}, {"error": {"message": "context too long"}}, {"choices": [{"message": None}]}],
    ids=str,
)
def test_an_answer_that_is_no_completion_is_said_so(data, server):
    server.reply = lambda body, before: (200, data)
    with pytest.raises(ConnectionError, match=r"no completion"):
        ServerBackend(server.url, "m", retries=0).complete(["?"], 0)


OVERLONG = (400, {"error": {"message": "this model's maximum context length is 64 tokens"}})


def of(prompt: str, bad):
    """`bad` for one prompt, four for every other."""
    return lambda body, before: bad if body["messages"][-1]["content"] == prompt else (200, chat("four"))


@pytest.mark.parametrize("status", [400, 413, 422])
def test_one_prompt_that_is_refused_is_an_empty_completion_with_the_reason(status, server):
    server.reply = of("long", (status, OVERLONG[1]))
    backend = ServerBackend(server.url, "m")
    short, long, last = backend.complete(["a", "long", "b"], 0)
    assert short == last == Completion("four", None, False)
    assert (long.text, long.tokens, long.truncated) == ("", 0, True)
    assert f"{status} - this model's maximum context length is 64 tokens" in long.refused
    assert len(server.asked) == 3  # what is refused is not asked again
    assert backend.complete(["long"], 3) == [long]  # and a batch of such prompts alone goes on too


def test_on_resume_a_refused_batch_goes_on_where_the_server_answers_something_else(server):
    server.reply = of("long", OVERLONG)
    assert ServerBackend(server.url, "m").complete(["long", "long"], 8)[0].refused
    server.reply = lambda body, before: OVERLONG
    with pytest.raises(ConnectionError, match="maximum context length"):
        ServerBackend(server.url, "m").complete(["long", "long"], 8)


def test_the_first_replies_that_all_fail_end_it(server):
    server.reply = lambda body, before: OVERLONG
    with pytest.raises(ConnectionError, match="maximum context length"):
        ServerBackend(server.url, "m").complete(["a", "b"], 0)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_the_server_would_deny_to_any_prompt_ends_it(status, server):
    denied = (status, {"error": {"message": "not you"}})
    server.reply = lambda body, before: (200, chat("four")) if before < 2 else denied
    with pytest.raises(ConnectionError, match=f"{status} - not you"):
        ServerBackend(server.url, "m", at_once=1).complete(["a", "b", "c"], 0)


STUMBLES = [(500, {"error": {"message": "crash"}}), (200, b"<html>"), (200, {"choices": []})]


@pytest.mark.parametrize("bad", STUMBLES, ids=str)
def test_one_prompt_that_the_server_stumbles_over_does_not_end_it(bad, server):
    """It answers the others, and one more afterwards: so the server lives."""
    server.reply = of("b", bad)
    answers = ServerBackend(server.url, "m", retries=2).complete(["a", "b"], 0)
    assert answers[0].text == "four" and answers[1].refused and (answers[1].truncated, answers[1].retries) == (True, 2)


def test_a_prompt_that_a_filter_forbids_does_not_end_it(server):
    server.reply = of("b", (403, {"error": {"message": "flagged"}}))
    answers = ServerBackend(server.url, "m").complete(["a", "b"], 0)
    assert answers[0].text == "four" and "403 - flagged" in answers[1].refused and answers[1].retries == 0


def test_a_server_that_dies_midway_ends_it(server):
    server.reply = lambda body, before: (200, chat("four")) if before < 2 else (503, {"error": {"message": "gone"}})
    with pytest.raises(ConnectionError, match="503 - gone"):
        ServerBackend(server.url, "m", retries=1, at_once=1).complete(["a", "b", "c"], 0)


def test_a_request_without_a_reply_is_tried_again(server):
    def late(body: dict, before: int) -> tuple[int, dict]:
        time.sleep(0 if before else 1)
        return 200, chat("four")

    server.reply = late
    assert ServerBackend(server.url, "m", timeout=0.3).complete(["?"], 0) == [Completion("four", None, False, retries=1)]


def test_a_model_that_takes_no_max_tokens_is_asked_by_the_newer_name(server):
    refusal = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."

    def reply(body: dict, before: int) -> tuple[int, dict]:
        return (400, {"error": {"message": refusal}}) if "max_tokens" in body else (200, chat("four"))

    server.reply = reply
    backend = ServerBackend(server.url, "m", Sampling(max_completion_length=9), at_once=1)
    assert [one.text for one in backend.complete(["a", "b"], 0)] == ["four", "four"]
    assert [body.get("max_completion_tokens") for _, body in server.asked] == [None, 9, 9]


def test_the_temperature_can_be_left_to_the_server(server):
    refusal = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."

    def reply(body: dict, before: int) -> tuple[int, dict]:
        return (400, {"error": {"message": refusal}}) if "temperature" in body else (200, chat("four"))

    server.reply = reply
    with pytest.raises(ConnectionError, match=r"leave it to the server: --temperature server"):
        ServerBackend(server.url, "m").complete(["a"], 0)
    assert ServerBackend(server.url, "m", Sampling(None)).complete(["a"], 0)[0].text == "four"
    assert not {"temperature", "top_p"} & server.asked[-1][1].keys()
    ServerBackend(server.url, "m", Sampling(None, top_p=0.9)).complete(["a"], 0)
    assert server.asked[-1][1]["top_p"] == 0.9


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": "4"}, "4"),
        ({"content": None}, ""),
        ({}, ""),
        ({"content": None, "refusal": "I will not."}, "I will not."),
        ({"content": [{"type": "text", "text": "<answer>"}, {"type": "text", "text": "4</answer>"}]}, "<answer>4</answer>"),
        ({"content": [{"type": "refusal", "refusal": "I will not."}]}, "I will not."),
        ({"content": [{"type": "thinking", "thinking": "3?"}, {"type": "text", "text": "4"}]}, "4"),
        ({"content": ["4", "2"]}, "42"),
        ({"content": []}, ""),
        ({"content": "4", "reasoning_content": "3?"}, "4"),
    ],
    ids=str,
)
def test_content_is_read_in_every_form_of_the_protocol(message, text, server):
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    server.reply = lambda body, before: (200, {"choices": [choice]})
    assert ServerBackend(server.url, "m").complete(["?"], 0) == [Completion(text, None, False)]


def test_parallel_requests_come_back_in_order(server):
    together = threading.Barrier(8, timeout=20)

    def slower_for_the_first(body: dict, before: int) -> tuple[int, dict]:
        together.wait()  # eight are in flight at once, or this breaks
        place = int(body["messages"][0]["content"])
        time.sleep(0.005 * (8 - place % 8))
        return 200, chat(f"{place} with seed {body['seed']}")

    server.reply = slower_for_the_first
    backend = ServerBackend(server.url, "m", Sampling(seed=100), at_once=8)
    texts = [one.text for one in backend.complete([str(place) for place in range(16)], first=50)]
    assert texts == [f"{place} with seed {150 + place}" for place in range(16)]


@pytest.mark.parametrize(("key", "sent"), [("mine", "Bearer mine"), ("", "Bearer none"), (None, "Bearer none")])
def test_the_key_is_the_environment_variables(key, sent, server, monkeypatch):
    if key is not None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
    ServerBackend(server.url, "m").complete(["?"], 0)
    assert server.keys == {sent}


def test_the_address_begins_with_its_protocol():
    pytest.importorskip("openai")
    with pytest.raises(ValueError, match="should begin with http:// or https://, got 'localhost:8000/v1'"):
        ServerBackend("localhost:8000/v1", "m")


def test_the_settings_of_a_server_hold_no_address(server):
    described = ServerBackend(server.url, "m", Sampling(temperature=1.0), prompting=PLAIN).describe()
    assert described == {"backend": "server", "retries": 5, "timeout": 600.0}


PROMPTS = [f"What number follows {number}?" for number in (3, 7, 11, 2)]


@pytest.fixture(scope="module")
def loaded(toy_model):
    pytest.importorskip("torch")
    from rlve.models import load

    return load(toy_model)


@pytest.fixture(scope="module")
def adapter(toy_model, tmp_path_factory):
    """The folder of a LoRA adapter that changes what the toy model writes."""
    pytest.importorskip("peft")
    import torch
    from peft import LoraConfig, get_peft_model

    from rlve.models import load

    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = get_peft_model(load(toy_model)[0], LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False))
    folder = tmp_path_factory.mktemp("adapter")
    model.save_pretrained(folder)
    return folder


def written(model, tokenizer, **how) -> list[Completion]:
    from rlve.models.backends import TransformersBackend

    return TransformersBackend(model, tokenizer, Sampling(**{"max_completion_length": 8, **how})).complete(PROMPTS, 0)


def test_a_model_with_a_chat_template_is_asked_in_a_message(loaded, monkeypatch):
    from rlve.models.backends import generate

    model, tokenizer = loaded
    asked = [generate(model, tokenizer, [f"[user] {prompt}[assistant]"], 8)[0] for prompt in PROMPTS]
    template = "{% for message in messages %}[{{ message.role }}] {{ message.content }}{% endfor %}"
    monkeypatch.setattr(tokenizer, "chat_template", template + "{% if add_generation_prompt %}[assistant]{% endif %}")
    assert written(model, tokenizer) == asked


def test_sampling_depends_on_the_seed_and_the_place_alone(loaded):
    import torch

    from rlve.models.backends import TransformersBackend

    backend = TransformersBackend(*loaded, Sampling(temperature=1.0, max_completion_length=8, seed=5))
    state = torch.random.get_rng_state()
    first = backend.complete(PROMPTS, 0)
    assert torch.equal(state, torch.random.get_rng_state())
    other = backend.complete(PROMPTS, 4)
    assert (backend.complete(PROMPTS, 0), backend.complete(PROMPTS, 4)) == (first, other)
    assert first != other
    assert written(*loaded, temperature=1.0, seed=6) != first


def test_a_batch_of_several_lengths_is_as_one_by_one(loaded):
    from rlve.models.backends import generate

    prompts = ["What number follows 3?", "What? " * 9 + "What number follows 11?"]
    assert generate(*loaded, prompts, 8) == [generate(*loaded, [prompt], 8)[0] for prompt in prompts]


def test_a_completion_is_cut_off_unless_it_ended_itself(loaded):
    whole = written(*loaded, max_completion_length=30)
    assert not any(one.truncated for one in whole)
    short = written(*loaded, max_completion_length=1)
    assert [(one.tokens, one.truncated) for one in short] == [(1, True)] * 4
    exactly = whole[0].tokens
    assert written(*loaded, max_completion_length=exactly)[0] == whole[0]


def test_top_p_keeps_the_likeliest_token(loaded):
    assert written(*loaded, temperature=1.0, top_p=1e-9) == written(*loaded)


def test_the_settings_of_a_model_name_the_number_format(loaded):
    from rlve.models.backends import TransformersBackend

    described = TransformersBackend(*loaded).describe()
    assert (described["backend"], described["dtype"]) == ("transformers", "float32")


def test_an_adapter_beside_its_base_equals_its_own_folder(toy_model, adapter, loaded):
    from rlve.models import load

    beside, alone = (written(*load(*source), max_completion_length=16) for source in ((toy_model, adapter), (adapter,)))
    assert beside == alone
    assert beside != written(*loaded, max_completion_length=16)


def test_a_run_stands_for_its_model_and_its_adapter(toy_model, adapter, tmp_path):
    import shutil

    from rlve.models import load

    run = tmp_path / "run"
    run.mkdir()
    (run / "metrics.jsonl").touch()
    (run / "config.json").write_text("{}")
    with pytest.raises(ValueError, match=r"the run in .* has no model/ yet"):
        load(run)
    shutil.copytree(adapter, run / "model")
    assert written(*load(run)) == written(*load(adapter)) == written(*load(toy_model, run))


@pytest.mark.parametrize("what", ["an empty folder", "a file", "nothing"])
def test_what_is_no_model_or_adapter_is_said_so(what, toy_model, tmp_path, monkeypatch):
    pytest.importorskip("peft")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    from rlve.models import load

    place = tmp_path / "it"
    if what == "an empty folder":
        place.mkdir()
    elif what == "a file":
        place.write_text("x")
    nothing = r"there is no model .*it" if what == "nothing" else ""
    with pytest.raises(ValueError, match=nothing or r"no model '.*it': expected 'tiny', a folder"):
        load(place)
    with pytest.raises(ValueError, match=nothing or r"no LoRA adapter '.*it': expected a folder with adapter_config.json"):
        load(toy_model, place)


@pytest.mark.filterwarnings("ignore:the GPU's memory is full")
@pytest.mark.parametrize("grouped", [False, True])
def test_where_the_memory_is_full_half_as_many_are_written_at_once(toy_model, monkeypatch, grouped):
    torch = pytest.importorskip("torch")
    from rlve.models import load
    from rlve.models.backends import TransformersBackend, complete_groups

    model, tokenizer = load(toy_model)
    write, sizes = model.generate, []

    def full_above_two_prompts(input_ids, **rest):
        sizes.append(len(input_ids))
        if len(input_ids) > (4 if grouped else 2):
            raise torch.OutOfMemoryError("full")
        return write(input_ids=input_ids, **rest)

    backend, prompts = TransformersBackend(model, tokenizer, Sampling(1.0, max_completion_length=3)), list("12345")
    monkeypatch.setattr(model, "generate", full_above_two_prompts)
    with pytest.warns(UserWarning, match="memory is full: 2 prompts at once from here on"):
        done = complete_groups(backend, prompts, 2, 0, 64) if grouped else backend.complete(prompts, 0)
    assert len(done) == 5 and sizes == ([10, 6, 4, 4, 2] if grouped else [5, 3, 2, 2, 1])
    monkeypatch.setattr(model, "generate", lambda **_: (_ for _ in ()).throw(torch.OutOfMemoryError("full")))
    with pytest.raises(torch.OutOfMemoryError), pytest.warns(UserWarning, match="memory is full"):
        backend.complete(prompts, 0)


def test_the_adapter_of_another_model_is_refused(adapter):
    from rlve.models import load

    with pytest.raises(ValueError, match="does not fit"):
        load("tiny", adapter)


@pytest.mark.parametrize("chat_style", [True, False])
@pytest.mark.parametrize(
    "choices",
    [
        [],
        {},
        {"0": {}},
        "abc",
        None,
        [None],
        [{"text": 5, "message": {"content": 5}}],
        [{"message": "hi", "text": {}}],
        b"[" * 100_000,
    ],
)
def test_a_reply_of_another_kind_is_no_completion(server, chat_style, choices):
    server.reply = lambda body, before: (200, choices if isinstance(choices, bytes) else {"choices": choices})
    backend = ServerBackend(server.url, "m", prompting=Prompting(chat=chat_style), retries=0)
    with pytest.raises(ConnectionError, match="no completion"):
        backend.complete(["a"], 0)


def test_a_chat_reply_to_a_plain_prompt_is_no_empty_completion(server):
    backend = ServerBackend(server.url, "m", prompting=Prompting(chat=False), retries=0)
    with pytest.raises(ConnectionError, match="no completion"):
        backend.complete(["a"], 0)


@pytest.mark.parametrize("url", ["http://[::1", "http://\0/v1"])
def test_what_is_no_address_is_said(url):
    pytest.importorskip("openai")
    with pytest.raises(RequestError, match="no address of a server"):
        ServerBackend(url, "m")
