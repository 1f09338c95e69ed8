"""Measure a model: fixed problem sets, accuracy with intervals, comparison problem by problem."""

from rlve.evaluation.accuracy import Accuracy, difference, evaluate, letters, pool

__all__ = ["Accuracy", "difference", "evaluate", "letters", "pool"]
