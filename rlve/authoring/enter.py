"""Enter a finished environment in what the repository holds of it: `rlve enter`."""

import difflib
import warnings
from pathlib import Path

from rlve.authoring.gallery import write_page
from rlve.authoring.gate import Report, check_environment, find_oracle
from rlve.authoring.golden import golden_path, read_golden, update_golden
from rlve.authoring.report import REPORT, write_report
from rlve.authoring.scaffold import oracle_path
from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.registry import INDEX, describe, environment_files, make, names, write_index


def candidate(root: Path, name: str) -> type[Environment]:
    """The environment of that name in envs/, in the index or not yet. Raises ValueError where it or its judge is missing."""
    files = environment_files(root / "envs")
    if name not in files:
        near = difflib.get_close_matches(name, files, n=1)
        raise RequestError(f"no envs/<room>/{name}.py: {f'did you mean {near[0]}?' if near else 'start it with `rlve new`'}")
    describe(files[name])  # one class, named after its file
    cls = make(str(files[name]))
    assert cls.room is not None
    if find_oracle(cls) is None:
        judge = oracle_path(root, cls.room, name).relative_to(root)
        raise RequestError(f"{name} has no independent judge: {judge} should define {name}(problem, answer) -> bool")
    return cls


def enter(root: Path, name: str) -> tuple[Report, list[Path]]:
    """Put an environment through the full gate; when it passes, renew its lines and return the files that hold them.

    They are the index, the golden fingerprints, the gate's report and docs/gallery.md. What other environments have there is
    kept, and they are not imported: they may be under work. Nothing is written where the gate finds something. Raises ValueError
    where the environment or its judge is missing.
    """
    cls = candidate(root, name)
    report = check_environment(cls)
    if not report.passed:
        return report, []
    assert cls.room is not None
    write_index(only=name)
    golden = golden_path(root, cls.room)
    before = read_golden(golden).get(name)
    update_golden(root, cls.room, [name], names(cls.room))
    if before and before["version"] == cls.version and before != read_golden(golden)[name]:
        warnings.warn(
            f"{name} has other problems than before at the same version: raise `version` if others use it", stacklevel=2
        )
    page = (root / REPORT).with_suffix(".md")
    write_report(page, [report])
    return report, [INDEX, golden, root / REPORT, page, write_page(root, only=name)]
