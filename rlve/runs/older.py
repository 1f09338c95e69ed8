"""What runs of rlve 0.1 kept, in the form of today."""

from collections.abc import Mapping
from typing import Any

RENAMED = {
    "steps": "max_steps",
    "rollouts_per_prompt": "num_generations",
    "completion_length": "max_completion_length",
    "rollouts_at_once": "per_device_train_batch_size",
    "lora_rank": "lora_r",
    "save_every": "save_steps",
    "vllm": "use_vllm",
    "options": "trl",
}


def config_of_0_1(config: Mapping[str, Any]) -> dict[str, Any]:
    """The config.json of a run of rlve 0.1, which kept `settings` and `command`, as today's; it is marked as older."""
    settings = {RENAMED.get(name, name): value for name, value in config["settings"].items()}
    command = config.get("command") or {}
    environments, scheduler = settings.pop("environments", []), settings.pop("scheduler", {})
    trl = settings.pop("trl", None) or {}
    # What a setting is today was an option of TRL then, or stood only in the command.
    more = {name: value for name, value in (command.get("settings") or {}).items() if name in ("chat_template_kwargs", "vllm")}
    settings |= {RENAMED.get(name, name): value for name, value in more.items()}
    settings |= {"environments": command.get("environments") or environments, "scheduler": command.get("scheduler"), "trl": trl}
    return {
        "older": True,
        "settings": settings,
        "environments": environments,
        "scheduler": scheduler,
        "own_rows": settings.pop("own_rows", None),
        "versions": config.get("versions", {}),
    }
