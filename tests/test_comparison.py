"""Statistics and comparisons, against scipy, the literature and sums by hand."""

import dataclasses
import json
import random

import pytest

from rlve.errors import RequestError
from rlve.evaluation.comparison import compare
from rlve.evaluation.folder import Evaluation, load_evaluation
from rlve.evaluation.report import FEW, accuracy_table, change_table, comparison_text
from rlve.statistics import holm, paired_bootstrap, sign_test


def kept(
    cells: dict[tuple[str, int], str], *, fingerprint: str = "f", model: str = "m", missing: int = 0, backend="b", **settings
) -> Evaluation:
    """An evaluation from (environment, level) -> a letter a problem: correct, wrong, fault."""
    words = {"c": "correct", "w": "wrong", "f": "fault"}
    records = [
        {
            "environment": name,
            "version": 1,
            "level": level,
            "seed": seed,
            "status": words[letter],
            "truncated": False,
            "tokens": 1,
        }
        for (name, level), letters in cells.items()
        for seed, letter in enumerate(letters)
    ]
    config = {
        "model": model,
        "problem_set": {"name": "s", "problems": len(records), "fingerprint": fingerprint},
        "backend": {"backend": backend},
        "settings": {"style": "answer", "temperature": 0.0, **settings},
    }
    return Evaluation(config, tuple(records[: len(records) - missing]))


BEFORE = kept({("a", 0): "c" * 10 + "w" * 20, ("a", 1): "w" * 20, ("b", 0): "cccccwwwww"}, model="old")
AFTER = kept({("a", 0): "c" * 25 + "w" * 5, ("a", 1): "c" * 2 + "w" * 18, ("b", 0): "ccccwccwww"}, model="new")


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (5, 0), (3, 9), (12, 12), (40, 17), (1500, 1400)])
def test_sign_test_against_scipy(gained, lost):
    stats = pytest.importorskip("scipy.stats")
    exact = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert sign_test(gained, lost) == pytest.approx(exact, rel=1e-9)


def test_holm_by_hand():
    """Four tests at 5 %: 0.01 <= 0.05 / 4 and 0.016 <= 0.05 / 3 fall, 0.03 > 0.05 / 2 stands and with it 0.04 < 0.05."""
    assert holm({"c": 0.03, "a": 0.01, "d": 0.04, "b": 0.016}, 0.05) == ["a", "b"]
    assert holm({}, 0.05) == []


def test_bootstrap_against_scipy():
    stats, np = pytest.importorskip("scipy.stats"), pytest.importorskip("numpy")
    differences = [1] * 30 + [-1] * 12 + [0] * 58
    exact = stats.bootstrap((differences,), np.mean, method="percentile", n_resamples=9999, rng=np.random.default_rng(0))
    interval = (exact.confidence_interval.low, exact.confidence_interval.high)
    assert paired_bootstrap([differences]) == pytest.approx(interval, abs=0.015)


def test_bootstrap_covers_the_truth():
    """Of 200 samples of 80 pairs about 95 % hold the true difference of 0.2."""
    draw = random.Random(0)
    held = 0
    for seed in range(200):
        low, high = paired_bootstrap([draw.choices([1, 0, -1], [0.3, 0.6, 0.1], k=80)], seed=seed, resamples=300)
        held += low <= 0.2 <= high
    assert 180 <= held <= 198


def test_whole_groups_cover_the_mean_of_other_groups():
    """Groups with an effect of their own: resampling problems is much too sure, resampling groups about right."""
    draw = random.Random(1)
    held = {False: 0, True: 0}
    for seed in range(100):
        gains = [draw.choice([0.1, 0.5]) for _ in range(20)]
        groups = [[int(draw.random() < gain) for _ in range(20)] for gain in gains]
        for whole in held:
            low, high = paired_bootstrap(groups, seed=seed, resamples=200, whole_groups=whole)
            held[whole] += low <= 0.3 <= high
    assert held[False] < 80
    assert 86 <= held[True] <= 99


def test_bootstrap_is_fixed_by_its_seed():
    differences = [[1, 0, 0, -1, 1, 0, 1]]
    assert paired_bootstrap(differences, seed=1) == paired_bootstrap(differences, seed=1)
    assert paired_bootstrap([[0.1 * n for n in range(50)]], seed=1) != paired_bootstrap([[0.1 * n for n in range(50)]], seed=2)


def test_without_variation_the_interval_is_the_rule_of_three():
    assert paired_bootstrap([[0] * 60]) == pytest.approx((-0.05, 0.05))
    assert paired_bootstrap([[1] * 60]) == pytest.approx((0.95, 1))
    assert paired_bootstrap([[1]]) == (-1, 1)
    assert paired_bootstrap([[0] * 60] * 6, whole_groups=True) == pytest.approx((-0.5, 0.5))


def test_groups_of_one_mean_tell_nothing_of_other_groups():
    assert paired_bootstrap([[1, 0, 0, 0]], whole_groups=True) == (-1, 1)
    assert paired_bootstrap([[1, 0]] * 6, whole_groups=True) == pytest.approx((0, 1))


def test_nothing_has_no_interval():
    assert all(bound != bound for bound in paired_bootstrap([]))


def test_a_comparison_by_hand():
    result = compare(BEFORE, AFTER)
    assert result.models == ("old", "new")
    whole = result.overall
    assert (whole.pairs, whole.gained, whole.lost) == (60, 19, 1)
    assert (whole.before, whole.after, whole.difference) == pytest.approx((15 / 60, 33 / 60, 18 / 60))
    assert whole.interval[0] < 0.3 < whole.interval[1]
    assert {name: (change.gained, change.lost) for name, change in result.environments.items()} == {"a": (17, 0), "b": (2, 1)}
    assert {level: (change.gained, change.lost) for level, change in result.levels.items()} == {0: (17, 1), 1: (2, 0)}
    assert result.cells["a", 1].p == 0.5
    assert (result.moved, result.moved_cells) == (("a",), (("a", 0),))


def test_for_other_environments_the_interval_is_over_environments():
    """Two environments, of which one gained 17 of 50 and the other 1 of 10: with whole ones drawn nothing lies beyond the two."""
    result = compare(BEFORE, AFTER)
    assert result.clustered == pytest.approx((1 / 10, 17 / 50))
    assert "For other environments" not in comparison_text(result)  # of two one does not generalise
    before, after = (kept({(f"e{n}", 0): letters for n in range(FEW)}) for letters in ("wwwc", "wcwc"))
    assert f"For other environments like these {FEW} (whole environments resampled): +25.0 [" in comparison_text(
        compare(before, after)
    )


def test_backwards_is_the_negative():
    there, back = compare(BEFORE, AFTER), compare(AFTER, BEFORE)
    assert back.overall.difference == -there.overall.difference
    assert (back.overall.gained, back.overall.lost, back.overall.p) == (there.overall.lost, there.overall.gained, there.overall.p)
    assert back.moved == there.moved


def test_a_model_with_itself_has_not_moved():
    result = compare(BEFORE, BEFORE)
    assert (result.overall.difference, result.overall.p, result.moved, result.moved_cells) == (0, 1, (), ())
    assert result.overall.interval == pytest.approx((-0.05, 0.05))


def test_many_environments_are_the_extremes_and_the_quantiles():
    before = kept({(f"env_{n}", 0): "w" * 20 for n in range(21)})
    after = kept({(f"env_{n}", 0): "c" * n + "w" * (20 - n) for n in range(21)})
    columns, rows = change_table(compare(before, after), short=True)
    names = [row[0] for row in rows]
    assert names[:6] == ["all", "level 0", "env_20", "env_19", "env_18", "env_17"]
    assert names[6:13] == ["90 % lie below", "half lie below", "10 % lie below", "env_3", "env_2", "env_1", "env_0"]
    assert rows[7] == ["half lie below", "0.0", "50.0", "+50.0", "10", "0", ""] and {len(row) for row in rows} == {len(columns)}
    assert set(names[13:]) == set(compare(before, after).moved) - set(names[2:6]), "what moved is never left out"
    assert len(change_table(compare(before, after))[1]) == 2 + 21
    columns, rows = accuracy_table(after, short=True)
    assert [row[0] for row in rows][4:7] == ["90 % lie below", "half lie below", "10 % lie below"] and rows[-1][0] == "all"
    assert rows[5][1] == "50 %" and len(rows) == 4 + 3 + 4 + 1 and len(accuracy_table(after)[1]) == 22


def test_faults_of_either_are_left_out():
    result = compare(kept({("a", 0): "wfcw"}), kept({("a", 0): "cccf"}))
    assert (result.overall.pairs, result.overall.gained, result.overall.lost) == (2, 1, 0)
    with pytest.raises(ValueError, match="every problem was a fault"):
        compare(kept({("a", 0): "ff"}), kept({("a", 0): "cc"}))


def test_unfinished_and_other_problems_are_refused():
    cells = {("a", 0): "cw"}
    with pytest.raises(ValueError, match=r"the second evaluation is unfinished \(1 of 2 problems\): resume it first"):
        compare(kept(cells), kept(cells, missing=1))
    with pytest.raises(ValueError, match=r"the first evaluation is unfinished"):
        compare(kept(cells, missing=2), kept(cells))
    with pytest.raises(ValueError, match=r"not the same problems: 's' \(2 problems, fingerprint f\) and 's' \(2 problems, finge"):
        compare(kept(cells), kept(cells, fingerprint="g"))


def test_other_settings_are_noted_but_not_those_only_one_backend_has():
    cells = {("a", 0): "cw"}
    other = kept(cells, backend="server", style="boxed", temperature=1.0, chat=True)
    result = compare(kept(cells), other)
    assert result.settings == {"backend": ("b", "server"), "style": ("answer", "boxed"), "temperature": (0.0, 1.0)}
    assert "NOTE: measured differently: temperature was 0.0 before and 1.0 after." in comparison_text(result)


def test_a_system_prompt_that_only_one_had_is_noted():
    cells = {("a", 0): "cw"}
    other = kept(cells, system_prompt="Be brief.")
    assert compare(kept(cells), other).settings == {"system_prompt": (None, "Be brief.")}
    assert compare(other, other).settings == {}


def test_the_table_has_all_levels_and_environments():
    columns, rows = change_table(compare(BEFORE, AFTER))
    assert columns == ["problems of", "before", "after", "difference", "gained", "lost", "moved"]
    assert [row[0] for row in rows] == ["all", "level 0", "level 1", "a", "b"]
    assert {len(row) for row in rows} == {len(columns)}
    assert rows[0][1:3] == ["25.0", "55.0"] and rows[0][3].startswith("+30.0 [+")
    assert [row[-1] for row in rows] == ["", "", "", "* levels 0", ""]


def test_a_comparison_is_json():
    result = compare(BEFORE, AFTER)
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["overall"]["gained"] == 19
    assert data["moved_cells"] == ["a, level 0"]
    assert set(data["cells"]) == {"a, level 0", "a, level 1", "b, level 0"}


def _kept(tmp_path, config=None, **record):
    """An evaluation of two problems in a folder, with something in it changed; a field that is None is missing."""
    sound = {"environment": "a", "version": 1, "level": 0, "status": "correct", "reward": 1.0, "tokens": 1, "truncated": False}
    records = [{name: value for name, value in {**sound, "seed": seed, **record}.items() if value is not None} for seed in (0, 1)]
    about = {
        "model": "m",
        "settings": {},
        "backend": {},
        "begun_by": "rlve evaluate",
        "problem_set": {"name": "set", "problems": 2, "fingerprint": "f"},
        **(config or {}),
    }
    (tmp_path / "config.json").write_text(json.dumps(about))
    (tmp_path / "completions.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records))
    return tmp_path


@pytest.mark.parametrize(
    "config",
    [
        *({"problem_set": value} for value in ({}, None, 5, {"problems": "2", "fingerprint": "f", "name": "set"})),
        *({name: value} for name in ("settings", "backend") for value in (3, [], None)),
        *({"model": value} for value in (None, 5)),
    ],
    ids=str,
)
def test_a_damaged_configuration_is_a_line(config, tmp_path):
    assert load_evaluation(_kept(tmp_path)).finished
    with pytest.raises(RequestError, match=r"config\.json is damaged"):
        load_evaluation(_kept(tmp_path, config))


@pytest.mark.parametrize(
    "record",
    [
        *({"status": value} for value in (None, "right", ["correct"])),
        *({"level": value} for value in (None, "0", True)),
        *({"environment": value} for value in (None, {}, 5)),
        *({"tokens": "x"}, {"truncated": None}, {"truncated": 1}, {"retries": "x"}, {"refused": 5}),
    ],
    ids=str,
)
def test_a_damaged_record_is_a_line(record, tmp_path):
    with pytest.raises(RequestError, match="line 1 is damaged"):
        load_evaluation(_kept(tmp_path, **record))


@pytest.mark.parametrize("text", ["{", "[]", '{"seconds": "x"}', '{"seconds": NaN}', "[" * 100_000])
def test_a_damaged_summary_is_a_line(text, tmp_path):
    (_kept(tmp_path) / "summary.json").write_text(text)
    with pytest.raises(RequestError, match="damaged"):
        load_evaluation(tmp_path)


def test_records_in_another_order_are_not_paired(tmp_path):
    before = load_evaluation(_kept(tmp_path))
    after = dataclasses.replace(before, records=before.records[::-1])
    with pytest.raises(RequestError, match="another order"):
        compare(before, after)
