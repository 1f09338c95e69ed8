"""Measure a model: fixed problem sets, accuracy with intervals, comparison problem by problem."""

from rlve.evaluation.accuracy import Accuracy, difference, letters, pool
from rlve.evaluation.comparison import compare
from rlve.evaluation.folder import Evaluation, load_evaluation
from rlve.evaluation.problem_sets import ProblemSet, heldout, in_distribution, problem_set
from rlve.evaluation.run import evaluate, run_evaluation
from rlve.evaluation.settings import EvaluationSettings

__all__ = [
    "Accuracy",
    "Evaluation",
    "EvaluationSettings",
    "ProblemSet",
    "compare",
    "difference",
    "evaluate",
    "heldout",
    "in_distribution",
    "letters",
    "load_evaluation",
    "pool",
    "problem_set",
    "run_evaluation",
]
