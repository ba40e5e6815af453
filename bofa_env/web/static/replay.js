// The replays: records of the server, a file of one's own, or a game that was played here.

import { h } from "./dom.js";
import { ask, boardDrawing, post } from "./api.js";
import { Player } from "./player.js";

const encoded = (name) => name.split("/").map(encodeURIComponent).join("/");

export async function replayView(kind, name, number = "0") {
  const path = kind === "game" ? `/api/games/${encodeURIComponent(name)}/replay` : `/api/records/${encoded(name)}?number=${encodeURIComponent(number)}`;
  const [drawn, replay] = await Promise.all([boardDrawing(), ask(path)]);
  const shown = player(drawn, replay);
  if (replay.records > 1) shown.element.querySelector(".seats").append(chooser(name, replay));
  return shown;
}

/** Which game of a file that holds many. */
function chooser(name, { number, records }) {
  const choice = h("input", { type: "number", min: 1, max: records, value: number + 1, "aria-label": "Which game",
    onchange: () => choice.reportValidity() && (location.hash = `#/replay/record/${encoded(name)}?number=${choice.value - 1}`) });
  return h("p", { class: "small-print" }, "Game ", choice, ` of ${records}`);
}

function player(drawn, replay) {
  return new Player(drawn, replay, replay.thoughts.length ? (at) => ask(`/api/shares/${replay.key}/${at}`) : null);
}

export async function replaysView(show) {
  const records = await ask("/api/records");
  const problem = h("p", { class: "refusal", role: "alert", hidden: true });
  const open = async (file) => {
    try {
      const [drawn, replay] = await Promise.all([boardDrawing(), post("/api/replay", await file.text(), "text/plain")]);
      show(player(drawn, replay));
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", "aria-label": "A game record", onchange: () => file.files[0] && open(file.files[0]) });
  const element = h("div", { class: "page" }, h("section", { class: "panel" }, h("h1", {}, "Replay"),
    h("p", {}, "Open a game record (a .jsonl file): ", file),
    problem, h("h2", {}, "Records on the server"),
    records.length ? h("ul", { class: "games" }, records.map((name) => h("li", {}, h("a", { href: `#/replay/record/${encoded(name)}` }, name))))
      : h("p", { class: "quiet" }, "None. Records (.bofa.jsonl) in records/ and reports/ of the server's data folder are listed here.")));
  return { element, close() {} };
}
