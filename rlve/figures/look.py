"""What widgets and reports look like: one style sheet that follows the theme, verdicts in colour, sign and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rlve.figures.colours import BLUE, GREEN, GREY, ORANGE, RED, VERDICTS

SIGNS = {"correct": "✓", "wrong": "✗", "infeasible": "⊘", "unparsable": "?", "fault": "⚠"}
MEANINGS = {
    "correct": "",
    "wrong": "readable, but not right",
    "infeasible": "readable, but it breaks a hard rule",
    "unparsable": "it cannot be read as what was asked for",
    "fault": "the environment itself failed: no reward",
}
STYLE = """
.rlve { color: var(--jp-content-font-color1, var(--vscode-editor-foreground, var(--colab-primary-text-color, inherit)));
  max-width: 1000px; }
.rlve .widget-html-content { line-height: 1.45; font-size: 14px; color: inherit; overflow-wrap: anywhere; }
.rlve pre { font-family: var(--jp-code-font-family, monospace); font-size: 13px; line-height: 1.4; white-space: pre-wrap;
  overflow: auto; max-height: 22em; margin: 2px 0; padding: 8px 12px; border-radius: 4px; color: inherit;
  background: rgba(128, 128, 128, .13); }
.rlve .rlve-badge { border-left: 6px solid var(--rlve-colour); padding: 3px 10px; margin: 3px 0; border-radius: 3px;
  background: rgba(128, 128, 128, .13); }
.rlve .rlve-badge b { white-space: nowrap; }
.rlve .rlve-quiet { opacity: .8; font-size: 13px; }
.rlve .rlve-charts { display: flex; flex-wrap: wrap; gap: 4px 14px; }
.rlve figure { flex: 1 1 40%; min-width: 290px; max-width: 490px; margin: 0; }
.rlve figure > svg { width: 100%; height: auto; display: block; font-family: var(--jp-ui-font-family, sans-serif); }
.rlve details { margin: 2px 0 8px; } .rlve summary { cursor: pointer; font-size: 13px; }
.rlve input, .rlve textarea { font-family: var(--jp-code-font-family, monospace); }
"""
SEEN = {"good": (GREEN, "●"), "plain": (BLUE, "●"), "warning": (ORANGE, "▲"), "bad": (RED, "■")}


def verdict_html(status: str, reward: float | None, reason: str = "") -> str:
    """A verdict: sign, word, reward, reason."""
    earned = "no reward" if reward is None else f"reward {reward:.4g}"
    why = f" {escape(reason or MEANINGS.get(status, ''))}"
    sign = f"{SIGNS.get(status, '')} {escape(status)}"
    return _badge(VERDICTS.get(status, GREY), f"<b>{sign}</b> ({earned}){':' if why.strip() else ''}{why}", "status")


def note_html(kind: str, text: str, more: str = "") -> str:
    """A remark of a kind of SEEN: its first words bold, then the rest."""
    colour, sign = SEEN[kind]
    return _badge(colour, f"<b>{sign}</b> {escape(text)}" + (f"<br>{escape(more)}" if more else ""), "status")


def _badge(colour: str, inner: str, role: str) -> str:
    return f'<div class="rlve-badge rlve" role="{role}" aria-live="polite" style="--rlve-colour:{colour}">{inner}</div>'


def readable_name(name: str) -> str:
    """An environment's name for people."""
    return name.replace("_", " ")


def samples_html(rows: Iterable[Mapping[str, Any]]) -> str:
    """Completions with their verdicts as they were recorded, under the problem they answer; its prompt unfolds."""
    parts, shown = [], None
    for row in rows:
        if (task := (row["environment"], row["level"], row["seed"])) != shown:
            shown, prompt = task, message_text(row.get("prompt"))
            place = f"step {row['step']}: {readable_name(row['environment'])}, level {row['level']}, seed {row['seed']}"
            parts.append(f"<details><summary>{escape(place)} (unfold the prompt)</summary><pre>{escape(prompt)}</pre></details>")
        cut = '<div class="rlve-quiet">cut off at the length limit</div>' if row.get("truncated") else ""
        verdict = verdict_html(row["status"], row["reward"], row.get("reason") or "")
        parts.append(f"<pre>{escape(row['completion'])}</pre>{cut}{verdict}")
    return "".join(parts)


def message_text(prompt: Any) -> str:
    """A prompt as one text, be it a text or the messages of a conversation."""
    return "\n\n".join(str(message.get("content", "")) for message in prompt) if isinstance(prompt, list) else str(prompt)
