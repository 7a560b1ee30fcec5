"""Findings in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from host.link.probe.case import Box
from host.link.probe.finding import Finding, Verdict
from host.link.probe.wire import Traced
from host.link.raw_text import shown

MOST_TRACED = 24
"""Lines of bytes that a failed test prints; JSON has them all."""


def line_of(finding: Finding) -> str:
    """One line: the verdict, the test, and why when it did not pass."""
    case = finding.case
    text = f"{finding.verdict.value:8} {case.id:14} {case.title}"
    return f"{text}: {finding.why}" if finding.verdict is Verdict.SKIPPED else text


def fault_of(finding: Finding) -> str:
    """A failed test in full: what was expected by which rule, what was sent, what came."""
    case = finding.case
    head = [
        f"{case.id}: {case.title}",
        f"  rule      {case.rule} (docs/table-link.md)",
        f"  expected  {case.expects}",
        f"  found     {finding.why}",
    ]
    trace = _gathered(finding.trace)
    left = len(trace) - MOST_TRACED
    rows = [_row(traced) for traced in trace[-MOST_TRACED:]]
    more = [f"            ({left} lines before these are left out)"] if left > 0 else []
    return "\n".join(head + more + rows)


def _row(traced: Traced) -> str:
    what = "sent" if traced.direction == ">" else "came"
    return f"  {what} {traced.at:9.3f}  {shown(traced.data)}"


def _gathered(trace: Sequence[Traced]) -> list[Traced]:
    """Bytes that came in pieces, put together up to their LF."""
    out: list[Traced] = []
    for traced in trace:
        last = out[-1] if out else None
        if (
            last is not None
            and last.direction == traced.direction == "<"
            and not last.data.endswith(b"\n")
        ):
            out[-1] = Traced(last.at, "<", last.data + traced.data)
        else:
            out.append(traced)
    return out


def summary_of(findings: Sequence[Finding]) -> str:
    """The last line: how many tests, and how they ended."""
    counts = {verdict: sum(f.verdict is verdict for f in findings) for verdict in Verdict}
    return (
        f"{len(findings)} tests: {counts[Verdict.PASSED]} passed, "
        f"{counts[Verdict.FAILED]} failed, {counts[Verdict.SKIPPED]} skipped."
    )


def json_of(box: Box, address: str, findings: Sequence[Finding]) -> str:
    """Everything, for programs."""
    return json.dumps(
        {
            "box": {
                "address": address,
                "version": box.version,
                "serial": box.serial,
                "firmware": box.firmware,
                "capabilities": box.capabilities,
            },
            **{
                verdict.name.lower(): sum(f.verdict is verdict for f in findings)
                for verdict in Verdict
            },
            "tests": [_object(finding) for finding in findings],
        },
        indent=1,
    )


def _object(finding: Finding) -> dict[str, object]:
    case = finding.case
    return {
        "id": case.id,
        "title": case.title,
        "rule": case.rule,
        "expected": case.expects,
        "verdict": finding.verdict.name.lower(),
        "why": finding.why,
        "trace": [
            {"at": round(t.at, 3), "direction": t.direction, "bytes": shown(t.data)}
            for t in _gathered(finding.trace)
        ],
    }
