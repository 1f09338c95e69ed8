"""The widgets without a browser: values set by program, traits observed. The browser's part is in tests/browser."""

import json
import os
import re
import subprocess
import sys
import time

import pytest

pytest.importorskip("ipywidgets", reason="needs rlve[notebooks]")

from toys import Successor

import rlve
from rlve.figures.report import page
from rlve.figures.svg import Line, Panel, draw, ramp, thin, ticks
from rlve.runs import RunFolder, append, replace_text, write_json
from rlve.schedulers import SCHEDULERS
from rlve.widgets import EnvironmentExplorer, SchedulerPlayground, TrainingMonitor

SETTINGS = {"max_steps": 40, "prompts_per_step": 2, "num_generations": 4}


def record(step, **other):
    levels = {"integer_sorting": [0, step // 4], "sum": [0, 1]}
    usual = {"effective_prompt_ratio": 0.5, "reward": 0.3, "accuracy": 0.5, "format_rate": 1.0, "faults": 0, "truncated": 0}
    return {"step": step, **usual, "levels": levels, "level": 1.0, "seconds": 0.1, "entropy": 0.5, **other}


@pytest.fixture
def run(tmp_path):
    """A run folder of 12 steps."""
    folder = RunFolder(tmp_path / "run")
    folder.path.mkdir()
    write_json(folder.path / "config.json", {"settings": SETTINGS})
    append(folder.metrics, map(record, range(1, 13)))
    return folder


@pytest.fixture
def monitor(run):
    monitor = TrainingMonitor(run, every=0.02, follow=False)
    yield monitor
    monitor.stop()


def age(folder, seconds):
    for path in (folder.metrics, folder.path / "config.json"):
        os.utime(path, (time.time() - seconds,) * 2)


def wait_for(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def test_the_level_changes_the_problem_and_an_answer_is_judged():
    explorer = EnvironmentExplorer(level=3, seed=42)
    assert (explorer.room.value, explorer.environment.value) == ("sequences", "integer_sorting")
    assert "19 2 8 23 9 13" in explorer.prompt.value and "n = 6" in explorer.about.value
    assert explorer.submit("2 8 9 13 19 23").correct
    assert "✓ correct" in explorer.result.value and "reward 1" in explorer.result.value
    explorer.submit("2 8 9")
    assert "infeasible" in explorer.result.value and "expected 6 integers, got 3" in explorer.result.value
    explorer.submit("I think: <answer>2 8 9 13 23 19</answer>")
    assert explorer.verdict.status == "wrong"
    before = explorer.prompt.value
    explorer.level.value = 8
    assert explorer.prompt.value != before and explorer.problem == rlve.problem("integer_sorting", 8, 42)
    assert explorer.result.value == explorer.answer.value == "" and explorer.verdict is None


def test_enter_checks_and_an_empty_box_asks_for_an_answer():
    explorer = EnvironmentExplorer("integer_sorting", level=0)
    explorer.check.click()
    assert "Type an answer" in explorer.result.value
    explorer.answer.set_state({"value": explorer.problem.reference_text})  # what the browser sends on Enter
    assert explorer.verdict.correct and "✓ correct" in explorer.result.value
    explorer.another.click()
    assert explorer.seed.value == 1 and explorer.verdict is None and explorer.result.value == ""


def test_the_reference_is_shown_on_demand_alone():
    explorer = EnvironmentExplorer("integer_sorting", level=2)
    assert explorer.solution.value == ""
    explorer.reference.value = True
    assert explorer.problem.reference_text in explorer.solution.value
    explorer.another.click()
    assert explorer.solution.value == "" and not explorer.reference.value


def test_every_room_and_environment_can_be_chosen():
    explorer = EnvironmentExplorer()
    for room in rlve.rooms():
        explorer.room.value = room
        assert [name for _, name in explorer.environment.options] == rlve.names(room)
        assert explorer.problem.task == (explorer.environment.value, explorer.level.value, 0)
    explorer.environment.value = explorer.environment.options[-1][1]
    explorer.level.value = explorer.level.max
    assert explorer.level.max == rlve.make(explorer.environment.value).max_level
    assert "<pre" in explorer.prompt.value


def test_a_level_beyond_the_next_environment_falls_to_its_highest():
    short, tall = sorted(rlve.names(), key=lambda name: rlve.make(name).max_level)[:: len(rlve.names()) - 1]
    explorer = EnvironmentExplorer([tall, short], level=rlve.make(tall).max_level)
    for name in (tall, short):
        explorer.room.value = rlve.make(name).room
        explorer.environment.value = name
    assert explorer.level.value == rlve.make(short).max_level == explorer.problem.task.level


def test_grids_are_written_in_several_lines():
    name = next(name for name in rlve.names() if type(rlve.problem(name, 1, 0).format).__name__ == "Grid")
    explorer = EnvironmentExplorer(name)
    assert (explorer.answer.layout.display, explorer.lines.layout.display) == ("none", "")
    explorer.lines.value = explorer.problem.reference_text
    explorer.check.click()
    assert explorer.verdict.correct


def test_a_class_of_ones_own_and_what_goes_wrong_in_it():
    explorer = EnvironmentExplorer(Successor, level=5)
    assert explorer.room.options == (("your own", "your own"),)
    assert "What number follows" in explorer.prompt.value and "Half a point" in explorer.about.value
    assert explorer.submit(str(explorer.problem.number)).reward == 0.5

    class Broken(Successor):
        def statement(self):
            return f"<b>{self.nubmer}</b>"

    explorer = EnvironmentExplorer(Broken)
    assert explorer.problem is None and explorer.submit("3") is None
    assert "AttributeError" in explorer.prompt.value and "<b>{" not in explorer.prompt.value


def test_markup_in_a_problem_or_a_completion_stays_text(run, monitor):
    class Script(Successor):
        def statement(self):
            return "<script>alert(1)</script>"

    assert "<script" not in EnvironmentExplorer(Script).prompt.value
    append(run.samples, [sample(1, completion="<img src=x>")])
    monitor.look()
    assert "&lt;img src=x&gt;" in monitor.completions.value and "<img" not in monitor.completions.value


@pytest.mark.parametrize("rule", SCHEDULERS)
def test_the_playground_offers_the_settings_of_each_rule_and_redraws(rule):
    playground = SchedulerPlayground(rule, environments=4, prompts=8, rollouts=4, steps=30)
    assert len(playground.frame) == 30 and playground.charts.value.count("<figure>") == 4
    assert set(playground.settings) == set(playground.scheduler().options())
    before = playground.charts.value
    playground.steps.value = 40
    assert len(playground.frame) == 40 and playground.charts.value != before
    groups = sum(square.groups for square in playground.heat.squares())
    assert groups == 40 * 8
    informative = sum(square.informative for square in playground.heat.squares()) / groups
    assert informative == pytest.approx(playground.frame["epr"].mean())


def test_the_playground_explains_itself_and_refuses_what_does_not_fit():
    playground = SchedulerPlayground("paper", tau_acc=0.5, tau_num=16, environments=3, steps=30)
    assert playground.scheduler().options() == {"tau_acc": "1/2", "tau_num": 16, "d_delta": 4}
    assert "tau_num</b>: rollouts counted" in playground.explained.value and "4 p (1 - p)" in playground.explained.value
    playground.shown.value = playground.shown.options[1]
    assert "simulated000" in playground.charts.value
    playground.environments.value = 2
    assert len(playground.shown.options) == 3
    playground.keep.value = True
    playground.rule.value = "static"
    assert playground.charts.value.count(">kept</text>") == 3
    playground.settings["low"].value = 40
    assert "low should not exceed high" in playground.words.value
    with pytest.raises(ValueError, match="paper has no setting low: it has tau_acc, tau_num, d_delta"):
        SchedulerPlayground("paper", low=3)
    with pytest.raises(ValueError, match="unknown rule 'magic'"):
        SchedulerPlayground("magic")


def test_the_playground_redraws_in_less_than_a_second():
    playground = SchedulerPlayground()
    seconds = []
    for _ in range(3):  # the least of three, for the machine may be busy
        playground.redraw()
        seconds.append(playground.seconds)
    assert min(seconds) < 1


def sample(step, **other):
    problem = rlve.problem("integer_sorting", 1, 7)
    row = {"step": step, "environment": "integer_sorting", "level": 1, "seed": 7, "reward": -0.5, "status": "infeasible"}
    return {**row, "truncated": False, "prompt": problem.prompt(), "completion": "<answer>1 2</answer>", **other}


def outcome(seed, reward):
    return {"step": 1, "environment": "sum", "level": 0, "seed": seed, "reward": reward, "status": "wrong"}


def test_the_monitor_shows_a_run(run, monitor):
    assert "Running: step 12 of 40, 0.1 s a step" in monitor.status.value
    assert monitor.charts.value.count("<figure>") == 4 and "integer sorting" in monitor.charts.value
    append(run.outcomes, [outcome(1, 0.0), outcome(1, 1.0), outcome(2, 1.0)])
    append(run.samples, [sample(1, reason="expected 4 integers, got 2"), sample(11, completion="second")])
    monitor.look()
    assert "level 0, steps 1 to 1: 1 of 2 informative" in monitor.charts.value
    assert monitor.sampled.options == ("the newest", "11", "1") and "second" in monitor.completions.value
    monitor.sampled.value = "1"
    assert "expected 4 integers, got 2" in monitor.completions.value


def test_neither_monitor_nor_report_runs_what_a_log_names(run, tmp_path):
    payload = tmp_path / "friend" / "payload.py"
    payload.parent.mkdir()
    payload.write_text(f"open({str(tmp_path / 'owned')!r}, 'w').close()")
    write_json(run.path / "config.json", {"settings": {**SETTINGS, "environments": [str(payload)]}})
    append(run.samples, [sample(1, environment=str(payload)), sample(1, environment=f"{payload}:Mine")])
    append(run.outcomes, [{**outcome(1, 0.0), "environment": str(payload)}])
    monitor = TrainingMonitor(run, follow=False)
    assert "payload" in monitor.completions.value and "payload" in page(run)
    assert not (tmp_path / "owned").exists() and "payload" not in sys.modules


def test_the_monitor_follows_what_another_process_writes_and_stops(run):
    monitor = TrainingMonitor(run.path, every=0.02)
    seen = []
    monitor.charts.observe(lambda change: seen.append(change), "value")
    program = f"from rlve.runs import *; append(RunFolder({str(run.path)!r}).metrics, [{record(13)!r}])"
    subprocess.run([sys.executable, "-c", program], check=True)
    wait_for(lambda: "step 13 of 40" in monitor.status.value)
    monitor.button.click()
    assert not monitor.following and monitor.button.description == "follow again"
    append(run.metrics, [record(14)])
    time.sleep(0.1)
    assert "step 13" in monitor.status.value and len(seen) == 1  # one new step, one change: nothing flickers
    monitor.button.click()
    wait_for(lambda: "step 14 of 40" in monitor.status.value)
    monitor.close()
    assert not monitor.following


def test_400_environments_and_2000_steps_redraw_in_a_tenth_of_a_second(run):
    names = [f"environment_{number}" for number in range(400)]
    records = [record(1, levels={name: [0, 0] for name in names})]
    records += [record(step, levels={names[step % 400]: [0, step // 40], names[7]: [0, step // 30]}) for step in range(2, 2001)]
    replace_text(run.metrics, "".join(f"{json.dumps(one)}\n" for one in records))
    append(
        run.outcomes, ({**outcome(seed, 0.5), "step": step, "level": step // 80} for step in range(1, 2001) for seed in (1, 2))
    )
    monitor = TrainingMonitor(run, follow=False)
    assert len(monitor.history) == 2000
    for words in ("median of 400 environments", "90 % quantile", "highest: environment 7", "lowest: environment "):
        assert words in monitor.charts.value
    assert monitor.charts.value.count("<path") < 800
    seconds = []
    for step in range(2001, 2006):
        append(run.metrics, [record(step, levels={names[0]: [0, 1]})])
        start = time.process_time()
        monitor.look()
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.1


def test_the_monitor_waits_for_a_folder(tmp_path):
    monitor = TrainingMonitor(tmp_path / "later", every=0.02)
    assert "No run in" in monitor.status.value and "no data yet" in monitor.charts.value
    RunFolder(tmp_path / "later").start({"settings": SETTINGS})
    wait_for(lambda: "no step yet" in monitor.status.value)
    append(monitor.folder.metrics, [record(1)])
    wait_for(lambda: "step 1 of 40" in monitor.status.value)
    monitor.stop()


def test_a_dead_run_is_noticed_a_stopped_one_and_a_finished_one(run, monitor):
    age(run, 100)
    monitor.look()
    assert monitor.remarks[0].kind == "bad" and "No new step for 100 s" in monitor.status.value
    assert "There is no checkpoint" in monitor.status.value
    place = run.checkpoints / "checkpoint-12"
    place.mkdir(parents=True)
    write_json(place / "rlve.json", {"step": 12, "stream": {}})
    monitor.look()
    assert "Stopped after step 12 of 40" in monitor.status.value
    assert f"rlve train --resume {run.path}" in monitor.status.value
    append(run.metrics, map(record, range(13, 41)))
    age(run, 1000)
    monitor.look()
    assert [remark.kind for remark in monitor.remarks] == ["good"] and "Finished" in monitor.status.value
    assert "Finished" in TrainingMonitor(run, follow=False).status.value  # another monitor, as after a restart of the kernel


def test_a_run_that_a_guard_stopped(run, monitor):
    run.note("stopped", step=12, guard="stuck", what="Stuck: nothing is learnt.", remedy="Lower the level.")
    monitor.look()
    assert monitor.remarks[0].kind == "bad"
    assert "Stopped by the guard stuck after step 12. Stuck: nothing is learnt." in monitor.status.value
    run.note("resumed", step=10)
    monitor.look()
    assert "Running" in monitor.status.value


def test_a_resumed_run_that_cut_its_logs_back_is_read_anew(run, monitor):
    replace_text(run.metrics, "".join(json.dumps(record(step)) + "\n" for step in range(1, 9)))
    append(run.metrics, [record(9, reward=0.77), record(10), record(11), record(12), record(13)])
    monitor.look()
    assert [item["step"] for item in monitor.history] == list(range(1, 14)) and monitor.history[8]["reward"] == 0.77


def test_a_line_half_written_waits_and_a_damaged_one_is_named(run, monitor):
    with run.metrics.open("a") as file:
        file.write('{"step": 13,')
    monitor.look()
    assert len(monitor.history) == 12
    with run.metrics.open("a") as file:
        file.write("oops}\n" + json.dumps(record(14)) + "\n")
    monitor.look()
    assert monitor.history[-1]["step"] == 14 and "1 damaged lines" in monitor.status.value


def test_charts():
    assert ticks(0, 1, 5) == [0, 0.2, 0.4, 0.6, 0.8, 1] and ticks(-0.5, 7.5, 5) == [0, 2, 4, 6]
    assert (ramp(0), ramp(1), ramp(2)) == ("#46327e", "#fde725", "#fde725")
    many = [(x, 0) for x in range(10_001)]
    assert len(thin(many)) <= 402 and thin(many)[-1] == many[-1] and thin(many[:3]) == many[:3]
    text = draw(Panel("a < b", [Line([(1, 0.5)], "one")]))
    assert "a &lt; b" in text and "at the end: one 0.5" in text and not re.search(r"nan|inf", text)


def test_without_ipywidgets_the_message_says_what_to_install():
    program = (
        "import importlib.util as u; f = u.find_spec; "
        "u.find_spec = lambda name, *rest: None if name == 'ipywidgets' else f(name, *rest); import rlve.widgets"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ModuleNotFoundError: this needs ipywidgets: pip install 'rlve[notebooks] @ git+" in done.stderr
