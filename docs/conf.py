"""How Sphinx builds the site: ``make docs``. Run from the root of the project."""

import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

from kibitz import __version__
from kibitz.lab.drawing import drawing
from kibitz.lab.experiment import experiments
from kibitz.lab.site import write_pages

project = "Kibitz"
release = version = __version__
copyright = "the authors of Kibitz, MIT licence"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["generated/front.md", "generated/people.md", "generated/contents.md"]
default_role = "code"
highlight_language = "text"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "Kibitz"
html_favicon = "../src/kibitz/web/page/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["filter.js", "figures.js"]
html_show_sphinx = False
html_copy_source = False
html_domain_indices = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f6f4a", "color-brand-content": "#1f6f4a"},
    "dark_css_variables": {"color-brand-primary": "#7fd1a6", "color-brand-content": "#7fd1a6"},
}

INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
BACK = re.compile(r'(<a class="viewcode-back" href="[^"]*#)kibitz\.([^"]+)(".*?</a>)')
"""The way from a name in the source back to its documentation."""
FOLDERS = re.compile(r"\[(`[^`]+`)\]\(\.\./[^)]*?[^/).]+/?[a-z_]+\)")
"""A link to a folder of the project, for which a site of files has no page: its name stays."""
COMMENT = re.compile(r"\s*<!-- results: .*? -->")
"""Which stored number the one before it is; for tests, not for readers."""
WITH_UNIT = re.compile(r"(?<=\d) (?=(?:[kMG]B?|[µm]?s)\b)")
"""Between a number and its unit, which stay on one line."""
PICTURE = re.compile(r'<img (?!loading)([^>]*src=")([^"]+\.svg)"')
"""A figure that stayed a file of its own."""
STORED = re.compile(r"^!\[([^\]]*)\]\(((?:\.\./)+results/[^)]*\.svg)\)$", re.MULTILINE)
"""A figure of a stored run."""
NAMES = "|".join(map(re.escape, experiments()))
NAMED = re.compile(rf"\[[^\]]*\]\([^)]*\)|(?<!`)`(?:kibitz lab run )?({NAMES})(?: --[^`]*)?`(?!`)")
"""An experiment that a page names, by itself or in the command that runs it; or a link, which may name one too."""


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir)))
    app.connect("source-read", _plain_text)
    app.connect("source-read", _figures_within_the_page)
    app.connect("source-read", _experiments_linked)
    app.connect("build-finished", _finish)


def _plain_text(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = WITH_UNIT.sub("\N{NO-BREAK SPACE}", COMMENT.sub("", FOLDERS.sub(r"\1", source[0])))


def _figures_within_the_page(app: Sphinx, name: str, source: list[str]) -> None:
    """A stored figure becomes part of the page, so that it takes the page's colours; beside it stays what it is of.

    The list of all results names its figures and leaves them to the experiments' pages."""

    def shown(found: re.Match[str]) -> str:
        file = Path(app.srcdir, name).parent / found[2]
        app.env.note_dependency(str(file.resolve()))
        if name != "results":
            return drawing(file, found[1], "../" * (name.count("/") + 1))
        game, experiment = file.resolve().relative_to(Path("results").resolve()).parts[:2]
        page = f"generated/experiments/{game}.{experiment}.md"
        return f"- [figure: {file.stem.replace('_', ' ')}]({page})"

    source[0] = STORED.sub(shown, source[0])


def _experiments_linked(app: Sphinx, name: str, source: list[str]) -> None:
    """The name of an experiment leads to its page, save in titles and on that page itself."""

    def linked(found: re.Match[str]) -> str:
        page = f"generated/experiments/{found[1]}"
        return f"[{found[0]}](/{page}.md)" if found[1] and page != name else found[0]

    lines = source[0].split("\n")
    source[0] = "\n".join(line if line.startswith("# ") else NAMED.sub(linked, line) for line in lines)


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Mend the theme's pages: inline scripts and styles become files, as a strict security policy wants them, captions
    of the menu say which level of heading they are, pictures are loaded when one comes to them, and links back from the
    source lead to where a name is told."""
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    documented = re.findall(r'id="(kibitz\.[^"]+)"', (out / "generated/api.html").read_text(encoding="utf-8"))

    def way_back(found: re.Match[str]) -> str:
        link, name, told = found.groups()
        there = [id for id in documented if id == f"kibitz.{name}" or id.endswith(f".{name}")]
        return f"{link}{there[0]}{told}" if there else ""

    for page in out.rglob("*.html"):
        to_static = "../" * (len(page.relative_to(out).parts) - 1) + "_static"

        def moved(found: re.Match[str], to_static: str = to_static) -> str:
            kind, code = found.groups()
            name = f"inline-{hashlib.sha256(code.encode()).hexdigest()[:12]}.{'js' if kind == 'script' else 'css'}"
            (out / "_static" / name).write_text(code, encoding="utf-8")
            if kind == "script":
                return f'<script src="{to_static}/{name}"></script>'
            return f'<link rel="stylesheet" href="{to_static}/{name}">'

        text = INLINE.sub(moved, page.read_text(encoding="utf-8"))
        if page.is_relative_to(out / "_modules"):
            text = BACK.sub(way_back, text)
        text = text.replace('role="heading">', 'role="heading" aria-level="2">')
        text = PICTURE.sub(lambda found, page=page: _lazy(found, page.parent / found[2]), text)
        page.write_text(text, encoding="utf-8")


def _lazy(picture: re.Match[str], file: Path) -> str:
    """A picture that is loaded when one comes to it, with the room it will take."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', file.read_text(encoding="utf-8")[:2000])
    room = f'width="{float(size[1]) * 4 / 3:.0f}" height="{float(size[2]) * 4 / 3:.0f}" ' if size else ""  # from points
    return f'<img loading="lazy" {room}{picture[1]}{picture[2]}"'
