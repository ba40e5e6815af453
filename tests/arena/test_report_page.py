"""The page of a report in a real browser: it opens, asks for nothing from elsewhere, and fits a phone."""

from __future__ import annotations

import pytest

from bofa_env.arena.balance import BalancePlan
from bofa_env.arena.players import Kind
from bofa_env.arena.report import gather, html_page
from bofa_env.arena.store import Store
from tests.arena.conftest import SMALL, here, own, pairs
from tests.web.browser import FLAGS, MISSING, find


@pytest.mark.slow
@pytest.mark.skipif(find() is None, reason=MISSING)
def test_the_page_opens_in_a_browser(tmp_path):
    playwright = pytest.importorskip("playwright.sync_api")
    plan = BalancePlan(("random",), "random", SMALL, games=6, others=2, cubes=12)
    with Store(tmp_path / "t.sqlite", {"what": "tournament", "seed": 1}) as league, Store(tmp_path / "b.sqlite", plan.asked()) as study:
        for result in here(pairs("random", own("First"), 3)):
            league.add(result)
        by_study: dict = {}
        for job in plan.jobs():
            by_study.setdefault((job.study, job.play), []).append(job)
        for jobs in by_study.values():
            for result in here(jobs):
                study.add(result)
        for store in (league, study):
            store.meet({"random": Kind("1", True)})
        page_file = tmp_path / "report.html"
        page_file.write_text(html_page(gather([league, study])), "utf-8")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=find(), args=FLAGS)
        for width in (1200, 380):
            page = browser.new_page(viewport={"width": width, "height": 800})
            trouble: list[str] = []
            asked: list[str] = []
            page.on("console", lambda message, to=trouble: to.append(message.text))
            page.on("pageerror", lambda error, to=trouble: to.append(str(error)))
            page.on("request", lambda request, to=asked: to.append(request.url))
            page.goto(page_file.as_uri())
            assert not trouble and asked == [page_file.as_uri()]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.locator("figure svg").count() == 2 + 7
            drawn = page.evaluate("[...document.querySelectorAll('figure svg')].map(one => one.getBoundingClientRect().height)")
            assert min(drawn) > 100
        browser.close()
