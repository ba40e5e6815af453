// Which view is shown follows from the address alone, so a reload shows the same again.

import { h } from "./dom.js";
import { lobbyView } from "./lobby.js";
import { gameView } from "./game.js";
import { replayView, replaysView } from "./replay.js";
import { reportsView } from "./reports.js";

const main = document.getElementById("main");
let view = null;
let latest = 0;

function show(next) {
  view?.close();
  view = next;
  main.replaceChildren(next.element);
}

async function route() {
  const mine = ++latest;
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const [name = "", ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const wanted = {
    "": ["lobby", () => lobbyView()],
    game: ["lobby", () => gameView(rest[0] ?? "", Object.fromEntries(new URLSearchParams(query)))],
    replays: ["replays", () => replaysView(show)],
    replay: ["replays", () => replayView(rest[0], rest.slice(1).join("/"), new URLSearchParams(query).get("number") ?? "0")],
    reports: ["reports", () => reportsView(rest.join("/"))],
  }[name];
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === wanted?.[0]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (!wanted) throw new Error("there is no such page");
    const made = await wanted[1]();
    if (mine === latest) show(made);
    else made.close();
  } catch (error) {
    const told = h("div", { class: "page" }, h("h1", {}, "That did not work"), h("p", { class: "refusal" }, error.message));
    if (mine === latest) show({ element: told, close() {} });
  }
}

addEventListener("hashchange", route);
route();
