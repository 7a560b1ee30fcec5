"""The command line as a whole: its synopsis, every command's help, and one sentence for errors."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from host import cli
from host.cli import COMMANDS, main


def test_the_synopsis_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: overtrick [-h] [--version] COMMAND ...")
    for command in COMMANDS:
        assert f"\n    {command.name} " in out
        assert command.summary in " ".join(out.split())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself_with_examples(
    command: cli.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command.name, "--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert f"\n  overtrick {command.name}" in out.split("examples:")[1]
    assert max(len(line) for line in out.splitlines()) <= 100


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["--nonsense"], ["score"], ["imps", "a", "b"], ["ports", "--format", "xml"]],
)
def test_a_mistyped_command_line_is_one_sentence_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("overtrick: ")
    assert error.count("\n") == 1


def test_only_the_chosen_command_is_imported() -> None:
    code = (
        "import sys; from host.cli import main; main(['imps', '420', '-50']); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, *modules = done.stdout.split("\n", 1)
    assert "10" in first
    assert "textual" not in " ".join(modules)
    assert "sqlite3" not in " ".join(modules)
    assert "importlib.metadata" not in " ".join(modules)


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert capsys.readouterr().out == f"overtrick {project['version']}\n"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    code = "from host.cli import main; raise SystemExit(main(['score', '--table', 'laws-2017']))"
    command = f'{sys.executable} -c "{code}" | head -n 1; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize("arguments", ["imps 3", "score --table laws-2017"])
def test_output_that_finds_no_room_or_nobody(arguments: str) -> None:
    code = f"from host.cli import main; raise SystemExit(main({arguments.split()}))"
    full, closed = (
        subprocess.run(
            ["bash", "-c", f'{sys.executable} -c "{code}" {to}'], capture_output=True, text=True
        )
        for to in (">/dev/full", ">&-")
    )
    words = "overtrick: the output cannot be written: No space left on device\n"
    assert (full.returncode, full.stderr) == (2, words)
    assert (closed.returncode, closed.stderr) == (0, "")


def test_closed_input_is_empty_input() -> None:
    code = "from host.cli import main; raise SystemExit(main(['rank', '-']))"
    command = f'{sys.executable} -c "{code}" <&-'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("overtrick: standard input, line 1: the file is empty;")
    assert done.stderr.count("\n") == 1


def test_ports_without_any_says_so_or_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ports", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("path,maker,product,vid_pid,serial_number\n")
