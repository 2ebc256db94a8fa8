"""The site builds without a warning, and nothing on it needs a network or an exception to the security policy."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from starlette.testclient import TestClient

import kibitz
from kibitz.lab.claims import claims
from kibitz.lab.experiment import experiments
from kibitz.store import Store
from kibitz.web import app as web

pytestmark = pytest.mark.slow


def test_every_page_experiment_and_claim_is_there(site):
    assert all((site / f"{page.stem}.html").exists() for page in Path("docs").glob("*.md"))
    for game in ("cribbage", "gin", "racko", "yacht", "zsy"):
        mine = [id for id in experiments() if id.startswith(f"{game}.")]
        assert mine and all((site / f"generated/experiments/{id}.html").exists() for id in mine)
        page = (site / f"generated/claims/{game}.html").read_text()
        assert [row.id for row in claims(game) if f">{row.id}<" not in page] == []


def test_every_public_name_is_documented(site):
    page = (site / "generated/api.html").read_text()
    assert [name for name in kibitz.__all__ if f'id="kibitz.{name}"' not in page] == []


def test_every_file_a_page_asks_for_is_there(site):
    for page in site.rglob("*.html"):
        for tag, found in re.findall(r'<(\w+)[^>]*?\s(?:src|href)="([^"#]+)[^"]*"', page.read_text()):
            address = urlsplit(found)
            assert tag == "a" or address.scheme in ("", "data"), f"{page.name} asks another site: {found}"
            if not address.scheme:
                assert (page.parent / unquote(address.path)).exists(), f"{page.name}: {found}"


def test_every_link_leads_to_a_place_that_is_there(site):
    pages = {page: page.read_text() for page in site.rglob("*.html")}
    places = {page: set(re.findall(r'\sid="([^"]+)"', text)) for page, text in pages.items()}
    for page, text in pages.items():
        for path, place in re.findall(r'<a [^>]*?href="([^":#]*)#([^"]+)"', text):
            there = (page.parent / unquote(path)).resolve() if path else page
            assert there not in places or unquote(place) in places[there], f"{page.name}: {path}#{place}"


def test_no_markup_shows_through(site):
    """Neither Markdown that was not understood nor a comment meant for tests."""
    for page in [*site.glob("*.html"), *site.glob("generated/**/*.html")]:
        article = re.search(r"<article.*?</article>", page.read_text(), re.DOTALL)
        words = re.sub(
            r"<(pre|code|script|svg|dt)\b.*?</\1>|<[^>]+>", "", article[0] if article else "", flags=re.DOTALL
        )
        assert not re.search(r"`|\]\(|&lt;!--|\{\.\w+|^\s*\|.*\|\s*$", words, re.MULTILINE), page.name
        assert not re.search(r"(?<!\w)–(pairs|seed|scale|set)\b", words), f"{page.name}: a command was set as prose"


def test_a_number_stays_on_one_line_with_its_unit(site):
    cells = re.findall(r"<td><p>(.*?)</p></td>", (site / "scale.html").read_text())
    assert [cell for cell in cells if re.fullmatch(r"[\d.,]+\s[kMG]", cell)]
    assert not [cell for cell in cells if re.search(r"\d [kMG]\b", cell)]


def test_figures_have_texts_for_those_who_do_not_see_them(site):
    pages = [page.read_text() for page in site.rglob("*.html")]
    pictures = [tag for page in pages for tag in re.findall(r"<img[^>]*>", page)]
    assert all(re.search(r'alt="[^"]{5,}"', tag) for tag in pictures)
    drawn = [tag for page in pages for tag in re.findall(r'<svg[^>]*class="kibitz"[^>]*>', page)]
    assert drawn and all(re.search(r'aria-label="[^"]{20,}"', tag) for tag in drawn)


def test_each_row_of_the_claims_leads_to_what_runs_it_again(site):
    """From the front page and from the whole lists: verdict, then code, settings, seed, commit, rows and command."""
    wanted = (
        "To run it again",
        "Seed ",
        "Commit ",
        "Settings: ",
        "It took ",
        '/metrics.parquet"',
        "The code, as it is now",
    )
    for page in (site / "index.html", *(site / "generated/claims").glob("*.html")):
        for row in re.findall(r"<tr.*?</tr>", page.read_text(), re.DOTALL):
            name = re.search(r'id="(\w+-\d+)"', row)
            if not name:
                continue
            verdict = re.search(r'class="verdict (\w+)">', row)
            assert verdict, name[1]
            assert verdict[1] != "contrary" or "why it differed: " in row, name[1]
            link = re.search(r'href="([^"#]*experiments/[^"#]+)"', row.rpartition("<td")[2])  # a reason may name others
            if link:
                there = (page.parent / link[1]).read_text()
                assert [words for words in wanted if words not in there] == [], f"{name[1]}: {link[1]}"
                assert f'id="{name[1]}"' in there, f"{link[1]} does not show {name[1]}"
            elif verdict[1] != "untestable":
                assert "kibitz match" in re.sub(r"<[^>]+>", "", row) and "commit" in row and "_downloads/" in row, name[
                    1
                ]


def test_no_page_is_heavy(site):
    assert [page.name for page in site.rglob("*.html") if page.stat().st_size > 1_000_000] == []


def test_no_two_pages_have_the_same_title(site):
    """A reader tells them apart by it, in the tabs of a browser as in what a search finds."""
    titles = Counter(re.search(r"<title>(.*?)</title>", page.read_text())[1] for page in site.rglob("*.html"))
    assert [title for title, pages in titles.items() if pages > 1] == []


def test_no_two_things_on_a_page_have_the_same_id(site):
    for page in (site / "generated").glob("*/*.html"):
        ids = re.findall(r'\sid="([^"]+)"', page.read_text())
        assert len(ids) == len(set(ids)), page.name


def test_the_table_serves_it_under_its_own_policy(site, tmp_path, monkeypatch):
    assert not [page for page in site.rglob("*.html") if re.search(r"<style|<script(?![^>]*\ssrc=)", page.read_text())]
    monkeypatch.setattr(web, "SITE", site)
    with TestClient(web.make_app(Store(f"sqlite:///{tmp_path / 'k.db'}"), warm=False)) as client:
        page = client.get("/site/")
        assert page.status_code == 200 and "What five papers claim" in page.text
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert client.get("/site/searchindex.js").status_code == 200
