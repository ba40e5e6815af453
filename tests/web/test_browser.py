"""The page in a real browser: play, watch, replay, export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from web.test_server import recorded

from bofa_env.record import GameRecord
from bofa_env.web import bots, thoughts
from bofa_env.web.export import page_of
from bofa_env.web.replays import replay

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
SECONDS = 20_000  # milliseconds that a page may take for anything, on a busy machine


def start(page: Any, server: str, dark: str = "random", free: str = "person", seed: int = 3) -> str:
    """A new skirmish through the lobby; its address."""
    page.goto(f"{server}/#/")
    page.wait_for_selector(".new-game")
    page.select_option("select[name=scenario]", "skirmish")
    page.select_option("select[name=pace]", "0")
    page.fill("input[name=seed]", str(seed))
    for player, who in (("free_peoples", free), ("dark_army", dark)):
        row = page.locator(f"[data-player={player}]")
        if who == "person":
            row.locator("input[value=person]").check()
        else:
            row.locator(".spec").fill(who)
            row.locator("input[value=bot]").check()
    page.click("button[type=submit]")
    page.wait_for_selector(".table .piece", timeout=SECONDS)
    return str(page.url)


def pending(page: Any) -> tuple[str, str]:
    """Wait until this page has to decide, or the game is over; the decision and its number."""
    page.wait_for_selector(".table[data-mine=true], .outcome", timeout=SECONDS)
    return tuple(page.eval_on_selector(".table", "table => [table.dataset.decision, table.dataset.at]"))  # type: ignore[return-value]


def click_hex(page: Any, hex: str) -> None:
    """Click in the middle of a hex, as a player does."""
    x, y = page.evaluate(
        """hex => {
            const svg = document.querySelector('svg.board'), column = Number(hex.slice(0, 2)), row = Number(hex.slice(2));
            const point = new DOMPoint(41 + 42 * column + (row % 2 ? 21 : 0), 44 + 36 * row).matrixTransform(svg.getScreenCTM());
            return [point.x, point.y];
        }""",
        hex,
    )
    page.mouse.click(x, y)


def marked(page: Any) -> list[str]:
    """The hexes that can be clicked."""
    return page.eval_on_selector_all(".mark.legal", "marks => marks.map(mark => mark.dataset.hex)")  # type: ignore[no-any-return]


def gone_on(page: Any, at: str) -> None:
    """Wait until the decision with this number has been taken."""
    page.wait_for_selector(f".table:not([data-at='{at}'])", timeout=SECONDS)


def press(page: Any, action: str) -> None:
    """A choice that is a button."""
    _, at = pending(page)
    page.locator(f"[data-action='{action}']").click()
    gone_on(page, at)


def test_a_skirmish_to_the_end_through_clicks(page: Any, server: str) -> None:
    address = start(page, server)
    kinds: list[str] = []
    while True:
        decision, at = pending(page)
        if not decision:
            break
        kinds.append(decision)
        if kinds.count("destination") == 2 and kinds[-1] == "destination":  # in the middle of a move
            before = page.locator(".side-panel .prompt").inner_text(), marked(page)
            page.reload()
            assert pending(page) == (decision, at) and page.url == address
            assert before == (page.locator(".side-panel .prompt").inner_text(), marked(page))
        hexes = marked(page)
        if hexes and not (decision == "select" and kinds.count("select") % 3 == 0):  # two moves, then the phase is over
            click_hex(page, hexes[len(kinds) % len(hexes)])
        else:
            page.locator(".orders button[data-action]").last.click()
        gone_on(page, at)
    assert {"choose_chip", "select", "destination"} <= set(kinds) and len(kinds) > 20
    assert page.locator(".outcome").count() == 1
    assert "battle is over" in page.locator(".story").inner_text()
    page.reload()
    page.wait_for_selector(".outcome", timeout=SECONDS)


def test_costs_a_refusal_with_its_rule_and_taking_back(page: Any, server: str) -> None:
    start(page, server, free="random", dark="person")
    press(page, "chip MOVE")
    decision, at = pending(page)
    assert decision == "select"
    click_hex(page, "0912")  # azug sword 1
    gone_on(page, at)
    assert pending(page)[0] == "destination"
    assert {"0", "1", "2"} <= set(page.locator(".hex-label text").all_text_contents())  # what it costs to come there
    click_hex(page, "1608")
    page.wait_for_selector(".refusal:not([hidden])")
    assert "allowance" in page.locator(".board-side .refusal").inner_text() and "B-6" in page.locator(".refusal").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector(".table[data-decision=select]")
    assert page.locator(".table").get_attribute("data-at") == at
    page.locator(".mark.legal").first.focus()  # and all of it without a mouse
    page.keyboard.press("Enter")
    gone_on(page, at)


def test_odds_before_a_shot(page: Any, server: str) -> None:
    start(page, server, free="random", dark="person")
    press(page, "chip FIRE")
    assert pending(page)[0] == "fire_target"
    box = page.locator(".mark.legal").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = page.locator(".look .odds-card")
    assert "strength" in card.inner_text() and "column" in card.inner_text()
    shares = [int(text.removesuffix(" %")) for text in card.locator("td.number").all_inner_texts()]
    assert sum(shares) == 100


def test_two_people_at_one_table(page: Any, server: str, chromium: Any) -> None:
    address = start(page, server, dark="person")
    page.locator(".seat.dark_army button").click()
    link = page.locator(".invitation input").input_value()
    page.locator(".invitation .primary").click()
    guest = chromium.new_page()
    guest.goto(link)
    pending(guest)  # the Dark Army takes the first chip
    assert guest.url == address  # the token is not left in the address
    guest.locator("[data-action='chip MOVE']").click()
    decision, at = pending(page)
    assert (decision, at) == ("choose_chip", "1")
    assert "you" in page.locator(".seat.free_peoples").inner_text() and "a person" in page.locator(".seat.dark_army").inner_text()
    spectator = chromium.new_context().new_page()
    spectator.goto(address)
    spectator.wait_for_selector(".table .piece", timeout=SECONDS)
    assert spectator.locator(".orders button").count() == 0
    guest.close()


def test_bots_are_watched_live(page: Any, server: str) -> None:
    start(page, server, free="random", dark="random")
    page.wait_for_selector(".outcome", timeout=SECONDS)
    assert page.locator(".story li").count() > 10


def test_no_such_game(page: Any, server: str) -> None:
    page.goto(f"{server}/#/game/{'x' * 24}")
    page.wait_for_selector("text=No such game")


# --- replays


@pytest.fixture(scope="module")
def record(data: Path, server: str) -> GameRecord:
    """A record in the server's data folder."""
    made = recorded()
    made.save(data / "records" / "one.bofa.jsonl")
    return made


def at(page: Any) -> int:
    """The place in the replay."""
    return int(page.locator(".replay").get_attribute("data-at"))


def pieces(page: Any) -> list[str]:
    """What is on the map: every piece, where it is, which face it shows."""
    return sorted(
        page.eval_on_selector_all(".piece", "all => all.map(one => [one.dataset.piece, one.dataset.hex, one.dataset.face].join(' '))")
    )


def walk_through(page: Any, record: GameRecord) -> list[str]:
    """The keys, the timeline and the jumps of a replay; returns what the map shows at the end."""
    last = len(record.actions)
    page.wait_for_selector(".replay .piece", timeout=SECONDS)
    first = pieces(page)
    assert at(page) == 0
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    page.keyboard.press("ArrowLeft")
    assert at(page) == 0
    page.keyboard.press("Shift+ArrowRight")
    assert "Turn 2" in page.locator("select[aria-label='Jump to turn'] option:checked").inner_text()
    page.select_option("select[aria-label='Jump to turn']", label="Turn 3")
    third = at(page)
    page.keyboard.press("ArrowDown")  # the next combat or shot
    assert at(page) > third
    assert page.locator(".mark.struck").count() == 1
    page.locator("input[type=range]").fill(str(last // 2))
    assert at(page) == last // 2
    page.select_option("select[aria-label=Speed]", "10")
    page.keyboard.press(" ")
    page.wait_for_function("at => Number(document.querySelector('.replay').dataset.at) > at", arg=last // 2, timeout=SECONDS)
    page.keyboard.press(" ")
    page.keyboard.press("End")
    assert at(page) == last and "battle is over" in page.locator(".caption").inner_text()
    shown = pieces(page)
    chart = page.locator(".chart").first.bounding_box()
    page.mouse.click(chart["x"] + chart["width"] * 0.5, chart["y"] + 10)
    assert 0 < at(page) < last
    page.keyboard.press("Home")
    assert pieces(page) == first
    return shown


def expected(record: GameRecord) -> list[str]:
    """What the map has to show at the end."""
    game = record.replay()
    there = [piece for piece in game.pieces() if piece.hex]
    return sorted(f"{p.name} {p.hex} {int(not p.leader and p.steps == 1)}/{p.hits}/{int(p.hysterical)}" for p in there)


def test_a_record_is_replayed(page: Any, server: str, record: GameRecord) -> None:
    page.goto(f"{server}/#/replays")
    page.click("text=one.bofa.jsonl")
    assert walk_through(page, record) == expected(record)
    assert page.locator(".chart .curve").count() == 2


def test_a_file_of_ones_own_is_replayed(page: Any, server: str, record: GameRecord, tmp_path: Path) -> None:
    record.save(tmp_path / "mine.jsonl")
    page.goto(f"{server}/#/replays")
    page.set_input_files("input[type=file]", tmp_path / "mine.jsonl")
    page.wait_for_selector(".replay .piece", timeout=SECONDS)
    assert str(len(record.actions)) in page.locator(".counter").inner_text()


class Thinker:
    """A bot that likes what is numbered low."""

    def probabilities(self, game: Any) -> Any:
        """One number per action, summing to 1."""
        mask = game.action_mask().astype(float)
        mask *= 0.5 ** mask.cumsum()
        return mask / mask.sum()


def test_the_policy_as_a_heat_map(page: Any, server: str, record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "bot", lambda *_: Thinker())
    monkeypatch.setattr(thoughts, "tells_thoughts", lambda spec: True)
    page.goto(f"{server}/#/replay/record/records/one.bofa.jsonl")
    page.wait_for_selector(".replay .piece", timeout=SECONDS)
    step = next(n for n, (game, _) in enumerate(record.positions()) if game.decision == "destination")
    page.locator("input[type=range]").fill(str(step))
    page.locator("[data-tool=heat]").check()
    page.wait_for_selector(".hot")
    page.wait_for_selector(".thoughts .odds")
    assert page.locator(".hot").count() > 1
    page.keyboard.press("h")
    assert page.locator(".hot").count() == 0


def test_an_exported_page_replays_offline(chromium: Any, tmp_path: Path) -> None:
    record = recorded()
    file = tmp_path / "game.html"
    file.write_text(page_of(replay(record)), "utf-8")
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(file.as_uri())
    assert walk_through(page, record) == expected(record)
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()] and not complaints
    context.close()


def test_reports_are_shown(page: Any, server: str, data: Path) -> None:
    (data / "reports" / "balance.html").write_text("<!doctype html><title>x</title><h1 id=seen>Balance</h1>")
    page.goto(f"{server}/#/reports")
    page.click("text=balance.html")
    assert page.frame_locator("iframe.report").locator("#seen").inner_text() == "Balance"
