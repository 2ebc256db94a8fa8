"""The built wheel, used outside the repository as a stranger would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.once import made_once

ROOT = Path(__file__).parents[1]
LIMIT = 35 * 2**20
"""The wheel has weights (networks of five games, Yacht's for four rule sets), pages and all inside."""

PLAY = """
import kibitz
assert kibitz.games() == ["cribbage", "gin", "racko", "yacht", "zsy"], kibitz.games()
for name in kibitz.games():
    state = kibitz.new(name, seed=1)
    state.push(kibitz.agent(name, "random").choose(state))
print(kibitz.__file__)
"""


SITE = """
from starlette.testclient import TestClient
from kibitz.store import Store
from kibitz.web.app import make_app
with TestClient(make_app(Store("sqlite:///k.db"), warm=False)) as client:
    page = client.get("/site/")
    print(page.status_code == 200, "What five papers claim" in page.text)
"""


def run(*words: str | Path, cwd: Path, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd, env={**clean, **environment}, capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    out = made_once(tmp_path_factory, "wheel", lambda out: run(*pip, "--wheel-dir", out, ROOT, cwd=out))
    (file,) = out.glob("kibitz-*.whl")
    return file


def test_the_wheel_has_all_it_needs_and_is_small(wheel):
    assert wheel.stat().st_size < LIMIT
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "src/kibitz"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    missing = {name.removeprefix("src/") for name in tracked} - names
    assert not missing, sorted(missing)[:5]
    ladders = {f"kibitz/games/{file.parent.name}/matches.json" for file in (ROOT / "results").glob("*/matches.json")}
    assert ladders <= names, "pyproject.toml lists the ladders that travel"


def test_this_python_plays_from_the_wheel(wheel, tmp_path):
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps")
    run(*pip, "--target", tmp_path / "lib", wheel, cwd=tmp_path)
    said = run(sys.executable, "-c", PLAY, cwd=tmp_path, PYTHONPATH=str(tmp_path / "lib"))
    assert str(tmp_path) in said, "it played from the repository"


@pytest.mark.slow
def test_the_site_is_inside_and_served(site, tmp_path):
    """What `make wheel` packs, in a copy of the tree, and a stranger's server with it."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in tracked.splitlines():
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "tree" / name)
    tree = tmp_path / "tree"
    shutil.copytree(site, tree / "src/kibitz/web/site", ignore=shutil.ignore_patterns(".doctrees"))
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, cwd=tree)
    (packed,) = tmp_path.glob("kibitz-*.whl")
    assert packed.stat().st_size < LIMIT
    names = zipfile.ZipFile(packed).namelist()
    assert {"kibitz/web/site/index.html", "kibitz/web/site/generated/api.html"} <= set(names)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps")
    run(*pip, "--target", tmp_path / "lib", packed, cwd=tmp_path)
    lib = {"PYTHONPATH": str(tmp_path / "lib"), "XDG_DATA_HOME": str(tmp_path)}
    assert "True True" in run(sys.executable, "-c", SITE, cwd=tmp_path, **lib)


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["pipx", "uvx"])
def test_pipx_and_uvx_take_the_wheel(tool, wheel, tmp_path):
    place = Path(sys.executable).parent / tool
    if not place.is_file():
        pytest.skip(f"{tool} is not installed")
    wanted = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", tmp_path, "typer")
    if subprocess.run(list(map(str, wanted)), capture_output=True, check=False).returncode:
        pytest.skip("no package index can be reached")
    if tool == "uvx":
        said = run(place, "--from", wheel, "kibitz", "games", cwd=tmp_path, UV_PYTHON_DOWNLOADS="never")
    else:
        homes = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
        run(place, "install", wheel, cwd=tmp_path, **homes)
        said = run(tmp_path / "bin" / "kibitz", "games", cwd=tmp_path)
    assert "cribbage" in said


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_other_pythons_play_from_the_wheel(version, wheel, tmp_path):
    python = other_python(version)
    if python is None:
        pytest.skip(f"Python {version} is not on this machine")
    bin, uv = tmp_path / "venv/bin", Path(sys.executable).parent / "uv"  # which installs ten times as fast as pip
    run(uv, "venv", "--quiet", "--python", python, bin.parent, cwd=tmp_path)
    run(uv, "pip", "install", "--quiet", "--python", bin / "python", wheel, cwd=tmp_path)
    assert str(tmp_path) in run(bin / "python", "-c", PLAY, cwd=tmp_path)
    assert "cribbage" in run(bin / "kibitz", "games", cwd=tmp_path)


def other_python(version: str) -> str | None:
    """A Python of that version that starts; a name on the path may be an empty shim."""
    places = [shutil.which(f"python{version}"), *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))]
    for place in filter(None, places):
        asked = subprocess.run([place, "-c", "import venv"], capture_output=True, check=False)
        if asked.returncode == 0:
            return place
    return None


def test_the_sdist_builds_and_a_wheel_builds_from_it(wheel, tmp_path):
    """What is published as source is enough to make the same package again."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (sdist,), (again,) = tmp_path.glob("kibitz-*.tar.gz"), tmp_path.glob("kibitz-*.whl")
    assert sdist.stat().st_size < LIMIT
    inside = {name for name in zipfile.ZipFile(again).namelist() if not name.endswith("RECORD")}
    assert inside == {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("RECORD")}
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"CHANGELOG.md", "CITATION.cff", "SECURITY.md", "LICENSE", "examples/player.py"} <= names


def test_the_versions_agree():
    import kibitz

    assert f"version: {kibitz.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"## {kibitz.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()
