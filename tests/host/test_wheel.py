"""The wheel: what is in it, and that it works alone, whatever lies in the current folder."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("firmware_sim", "device", "host")
DATA_SUFFIXES = {".csv", ".tcss", ".html", ".toml", ".svg", ".ino", ".h", ".c", ".cpp"}


def run(*command: object, cwd: Path, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | environment
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in tracked.splitlines():
        if (name.startswith(PACKAGES) or "/" not in name) and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    run(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *("--wheel-dir", folder, source),
        cwd=folder,
    )
    return next(folder.glob("overtrick-*.whl"))


def test_the_wheel_holds_the_packages_and_all_their_data_and_no_tests(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert {name.split("/")[0] for name in names} == set(PACKAGES)
    assert not [name for name in names if "test" in name.lower().replace("latest", "")]
    data = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in DATA_SUFFIXES and "build" not in path.parts
    }
    assert data <= set(names)


@pytest.mark.timeout(180)
def test_it_runs_the_demo_alone_in_a_folder_with_files_of_its_own_names(
    wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    run(
        *(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("-c", ROOT / "constraints.txt", wheel),
        cwd=tmp_path,
    )
    club = tmp_path / "club"
    club.mkdir()
    for name in ("host.py", "device.py", "firmware_sim.py", "serial.py"):
        (club / name).write_text("raise SystemExit('the wrong file was imported')\n")
    out = run(tmp_path / "env" / "bin" / "overtrick", "demo", "--headless", cwd=club)
    published = ROOT / "tests" / "data" / "events" / "pairs_howell_matchpoints" / "ranking.csv"
    for row in csv.DictReader(published.open()):
        assert row["percentage"] in out
