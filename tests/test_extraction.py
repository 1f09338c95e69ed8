import re
import time
from pathlib import Path

import pytest

import rlve
from rlve import Unparsable
from rlve.answers.extraction import final_answer, wrap
from rlve.authoring import hostile


@pytest.mark.parametrize(
    ("completion", "answer"),
    [
        ("<answer>5</answer>", "5"),
        ("<ANSWER>5</Answer>", "5"),
        ("<answer>1</answer> no, <answer>2</answer>", "2"),
        ("<answer>1</answer> \\boxed{2}", "2"),
        ("\\boxed{2} <answer>1</answer>", "1"),
        ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("\\boxed {7}", "7"),
        ("\\boxed{\\{1, 2\\}}", "\\{1, 2\\}"),
        ("\\boxed{1\n2}", "1\n2"),
        ("<answer>\\boxed{5}</answer>", "5"),
        ("\\boxed{<answer>5</answer>}", "5"),
        ("<answer>It is \\boxed{5}.</answer>", "5"),
        ("<answer><answer>5</answer></answer>", "5"),
        ("<answer>5</answer> and then <answer>6", "5"),
        ("<answer>9</answer></think>so <answer>3</answer>", "3"),
        ("a < b <answer>x < 3</answer>", "x < 3"),
        ("<think><answer>9</answer></think><answer>3</answer>", "3"),
        ("<think>a</think><answer>3</answer> <think>b", "3"),
        ("<answer>3</answer>\n<think>no, <answer>4</answer>", "3"),
        ("<think>\\boxed{9}</think> \\boxed{3}", "3"),
    ],
)
def test_the_last_complete_tag_or_box_after_the_thinking_counts(completion, answer):
    assert final_answer(completion) == answer


@pytest.mark.parametrize(
    "completion",
    [
        "",
        "5",
        "<answer>5",
        "</answer>5<answer>",
        "\\boxed{5",
        "<answer>9</answer></think> nothing more",
        "<answer>\\boxed{3} or \\boxed{4}</answer>",
        "<think>perhaps <answer>5</answer>",
        "<think>a</think><think><answer>5</answer> or",
        "<think><answer>5</answer></think>",
    ],
)
def test_what_is_missing_or_ambiguous_is_unparsable(completion):
    with pytest.raises(Unparsable):
        final_answer(completion)


CHATTY = [
    # a mark of thought that is only mentioned
    ("No <think> block is needed. <answer>7</answer>", "7"),
    ("I skip the <think> tag.\n\n<answer>7</answer>", "7"),
    ("`<think>` is not used here. <answer>7</answer>", "7"),
    ("<answer>7</answer> I did not need <think> for this.", "7"),
    ("<answer>7</answer> <think>sure?", "7"),
    ("<answer>7</answer> <think>no, <answer>8</answer>", "8"),
    ("Thoughts go after <think>, so: \\boxed{7}", "7"),
    # thoughts that are open
    ("<think>7? <answer>7</answer>", None),
    (" \n  <think>7? <answer>7</answer>", None),
    ("Let me see.\n<think>\n<answer>7</answer>", None),
    ("Let me see.\n\t<think>\\boxed{7}", None),
    ("<answer>7</answer>\n<think>no, <answer>8</answer>", "7"),
    ("<think>a</think>\n<answer>7</answer>\n<think>or <answer>8</answer>", "7"),
    ("<think>a</think><think>7? <answer>7</answer>", None),
    ("<think>8? <answer>8</answer></think> No <think> any more: <answer>7</answer>", "7"),
    ("8? <answer>8</answer></think> <answer>7</answer>", "7"),
    ("8? <answer>8</answer></think>", None),
    # marks around nothing
    ("<answer>7</answer> Nothing goes in \\boxed{}.", "7"),
    ("<answer>7</answer> <answer></answer>", "7"),
    ("<answer>7</answer> <answer> \n </answer>", "7"),
    ("\\boxed{7} (no <answer></answer> here)", "7"),
    ("\\boxed{7} and \\boxed{ }", "7"),
    ("<answer>7</answer> <answer>\\boxed{}</answer>", "7"),
    ("<answer></answer>", None),
    ("\\boxed{}", None),
    ("<answer>\\boxed{}</answer>", None),
    ("The answer is 7: <answer></answer>", None),
    ("<answer>\\boxed{} \\boxed{7}</answer>", "7"),
    # our own instruction, said again
    ("<answer>7</answer> (put between <answer> and </answer>)", "7"),
    ("<answer>7</answer> It stands between `<answer>` and `</answer>`.", "7"),
    ("<answer>7</answer> It is BETWEEN the tags <answer> AND </answer>, as asked.", "7"),
    ("<answer>7</answer> It is written inside \\boxed{} or <answer>...</answer>.", "7"),
    ("<answer>7</answer> The form was <answer>\u2026</answer>.", "7"),
    ("\\boxed{7} The form was \\boxed{...}.", "7"),
    ("\\boxed{7} The form was \\boxed{\\ldots}.", "7"),
    ("<answer>7</answer> I used <answer>your answer</answer> as a template.", "7"),
    ("I answer with one integer between <answer> and </answer>. <answer>7</answer>", "7"),
    ("I must put it between <answer> and </answer>. It is 7.", None),
    ("I must put it inside \\boxed{}. It is 7.", None),
    ("The form is <answer>...</answer>. It is 7.", None),
    # a later answer that is real counts, right or wrong
    ("<answer>7</answer> No: <answer>8</answer>", "8"),
    ("<answer>7</answer> No: \\boxed{8}", "8"),
    ("<answer>7</answer> No: <answer>8</answer> (between <answer> and </answer>)", "8"),
    ("<answer>7</answer> No: <answer>I do not know</answer>", "I do not know"),
    ("<answer>7</answer> or <answer>and</answer>", "and"),
    ("<answer>7</answer>\n<answer> and </answer>", " and "),
    ("<answer>7</answer> <answer>0</answer>", "0"),
    ("<answer>7</answer> <answer>none</answer>", "none"),
    ("<answer>7</answer> <answer>[]</answer>", "[]"),
    ("<answer>7</answer> <answer>.</answer>", "."),
    ("<answer>7 or 8</answer> \\boxed{}", "7 or 8"),
]


@pytest.mark.parametrize(("reply", "answer"), CHATTY)
def test_what_the_answer_is_in_a_chatty_reply(reply, answer):
    if answer is None:
        with pytest.raises(Unparsable, match="no answer found"):
            final_answer(reply)
    else:
        assert final_answer(reply) == answer


def test_the_replies_in_the_document_are_read_as_it_says():
    text = (Path(__file__).parent.parent / "docs" / "answers.md").read_text("utf-8")
    replies = re.findall(r"^\| `(.*)` \| (.+?) \|$", text.partition("## Chatty replies")[2], re.MULTILINE)
    assert len(replies) >= 12
    for reply, answer in replies:
        reply = reply.replace("\u21b5", "\n")
        if answer == "none":
            with pytest.raises(Unparsable):
                final_answer(reply)
        else:
            assert final_answer(reply) == answer, reply


def test_wrap_puts_an_answer_where_it_is_found_again():
    for style in ("answer", "boxed"):
        assert final_answer(wrap("1 2", style)) == "1 2"
    with pytest.raises(ValueError, match="'answer', 'boxed'"):
        wrap("1", "tags")


@pytest.mark.parametrize(("what", "text"), [*hostile.completions()], ids=lambda value: str(value)[:30])
def test_hostile_texts_get_a_verdict_in_time(what, text):
    problem = rlve.problem("integer_sorting", 3, 0)

    def seconds() -> float:
        start = time.process_time()
        assert problem.verify(text).status in ("wrong", "infeasible", "unparsable")
        return time.process_time() - start

    assert min(seconds() for _ in range(3)) < hostile.SECONDS, what


@pytest.mark.parametrize(
    "piece",
    [
        *("<answer>", "</answer>", "\\boxed{", "{", "}", "\\", "<", "$", "*", "`", " ", "\n", "1,", "\\text{", "9", "<think>"),
        *("\n<think>", "\\boxed{}", "<answer></answer>", "the <answer> and </answer>", "<answer>...</answer>"),
        *("- ", "| ", "\u200b", "1-"),
    ],
)
@pytest.mark.parametrize("frame", ["{}", "<answer>{}</answer>", "\\boxed{{{}}}", "<answer>1{}</answer>"])
def test_the_cost_of_reading_is_linear_in_whatever_is_repeated(piece, frame):
    text = frame.replace("{{", "{").replace("}}", "}").replace("{}", piece * (1_000_000 // len(piece)))
    problem = rlve.problem("integer_sorting", 3, 0)
    start = time.process_time()
    assert problem.verify(text).status in ("wrong", "infeasible", "unparsable")
    first = time.process_time() - start
    if first > hostile.SECONDS:
        start = time.process_time()
        problem.verify(text)
        first = time.process_time() - start
    assert first < hostile.SECONDS


def test_hostile_texts_are_scanned_once_and_each_keeps_its_final_answer():
    found = hostile.final_answers()
    assert found is hostile.final_answers()
    assert [what for what, _, _ in found] == [what for what, _ in hostile.completions()]
    for (_, text, _), (_, completion) in zip(found, hostile.completions(), strict=True):
        try:
            assert final_answer(completion) == text
        except Unparsable:
            assert text == ""


def test_an_extracted_answer_is_judged_as_it_stands():
    problem = rlve.problem("integer_sorting", 0, 0)
    assert problem.verify(problem.reference_text, extracted=True).correct
    assert problem.verify(problem.reference_text).status == "unparsable"
    assert problem.verify("", extracted=True).status == "unparsable"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<THINK>\n<answer>1</answer></THINK> <ANSWER>2</ANSWER>", "2"),
        ("<answer>1</answer></Think> \\boxed{2}", "2"),
        ("<Think>\n<answer>1</answer> and so", None),
    ],
)
def test_marks_of_thoughts_are_read_in_any_case(text, answer):
    if answer is None:
        with pytest.raises(Unparsable):
            final_answer(text)
    else:
        assert final_answer(text) == answer
