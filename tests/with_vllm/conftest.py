"""vLLM on a machine without a GPU: settings, and a way around what its CPU build cannot do.

`make test-vllm` runs these tests in a venv of its own. TRL's and rlve's code is the one that runs on a GPU; what differs is
vLLM's own: its kernels, no compilation here (it takes minutes), and float32 where a test does not say otherwise.
"""

import functools
import os

import pytest

# Read when vLLM is imported. One process, so that the tests can look into the engine; one GB for keys and values.
os.environ |= {"VLLM_ENABLE_V1_MULTIPROCESSING": "0", "VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_LOGGING_LEVEL": "ERROR"}
os.environ |= {"VLLM_NO_USAGE_STATS": "1", "VLLM_CPU_OMP_THREADS_BIND": "nobind", "TORCHDYNAMO_DISABLE": "1"}


@pytest.fixture(scope="session")
def _weights_stay():
    """vLLM's CPU build packs linear weights away when it loads them and cannot take new ones: leave them where they are."""
    import torch
    from vllm.model_executor.layers import utils

    def live(layer, remove_weight):
        layer.cpu_linear = lambda x, weight, bias: torch.nn.functional.linear(x, layer.weight, bias)

    if not torch.cuda.is_available():
        utils.dispatch_cpu_unquantized_gemm = live


@pytest.fixture
def engine(_weights_stay, monkeypatch):
    """Sets what TRL does not pass to vLLM: `engine(dtype=...)`; without a call float32."""
    import trl.generation.vllm_generation as generation
    from vllm import LLM

    def options(**more):
        monkeypatch.setattr(generation, "LLM", functools.partial(LLM, enforce_eager=True, **more))

    options(dtype="float32")
    return options
