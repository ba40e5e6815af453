// The reports of the arena.

import { h } from "./dom.js";
import { ask } from "./api.js";

export async function reportsView(chosen) {
  const reports = await ask("/api/reports");
  const path = (name) => name.split("/").map(encodeURIComponent).join("/");
  const link = (name) => h("a", { href: `#/reports/${path(name)}`, "aria-current": name === chosen ? "page" : null }, name);
  const list = reports.length
    ? h("ul", { class: "games" }, reports.map((name) => h("li", {}, link(name))))
    : h("p", { class: "quiet" }, "None. Reports (.html) in the folder reports/ of the server's data folder are listed here.");
  const element = h("div", { class: "page reports" }, h("section", { class: "panel" }, h("h1", {}, "Reports of the arena"), list),
    chosen ? h("iframe", { class: "report", title: chosen, src: `/reports/${path(chosen)}`, sandbox: "allow-scripts" }) : null);
  return { element, close() {} };
}
