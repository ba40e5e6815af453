// The odds of a combat, a shot or a roll, before one commits oneself.

import { h, percent } from "./dom.js";

const COMBAT_COLUMNS = ["≤ −5", "−4…−3", "−2…−1", "0", "1…2", "3…4", "5…6", "7…8", "9…10", "11…14", "≥ 15"];
const SHOT_COLUMNS = ["1", "2–3", "4–5", "6–8", "9–11", "12–14", "15+"];

const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "±0");

function resultName(event, result) {
  if (event === "shot") return result === 0 ? "no hit" : result === 1 ? "1 hit" : `${result} hits`;
  return result === 0 ? "no effect" : `${Math.abs(result)} on ${result > 0 ? "the defender" : "you"}`;
}

function bars(hint) {
  const counts = new Map();
  for (const result of hint.results) counts.set(result, (counts.get(result) ?? 0) + 1);
  return h("table", { class: "odds" }, [...counts].sort((a, b) => b[0] - a[0]).map(([result, count]) => {
    const bar = h("span", { class: `bar ${result > 0 ? "good" : result < 0 ? "bad" : "none"}` });
    bar.style.width = `${10 * count}%`;
    return h("tr", {}, h("th", { scope: "row" }, resultName(hint.event, result)), h("td", {}, bar), h("td", { class: "number" }, `${10 * count} %`));
  }));
}

/** A hint of the server as an element; null: there is nothing to tell. */
export function oddsCard(hint, heading) {
  if (!hint) return null;
  const lines = [];
  if (hint.cost !== undefined) lines.push(h("p", {}, `Costs ${hint.cost} of ${hint.of}`));
  if (hint.courage !== undefined) lines.push(h("p", {}, `Courage test: ${percent(hint.courage)} to dare it`));
  if (hint.success !== undefined) lines.push(h("p", {}, `Chance of an effect: ${percent(hint.success)}`));
  if (hint.together > 1) lines.push(h("p", { class: "quiet" }, `if all ${hint.together} hexes join:`));
  if (hint.before_second_wave) lines.push(h("p", { class: "quiet" }, "without a second wave:"));
  if (hint.event === "combat") {
    const shift = hint.shift ? ", one column to the right" : "";
    const how = ` · column ${COMBAT_COLUMNS[hint.column]}${shift} · die ${signed(hint.modifier)}`;
    lines.push(h("p", {}, h("strong", {}, `${hint.attack} against ${hint.defence}`), how), bars(hint));
  } else if (hint.event === "shot") {
    const how = ` · column ${SHOT_COLUMNS[hint.column]} · die ${signed(hint.modifier)}`;
    lines.push(h("p", {}, h("strong", {}, `strength ${hint.strength}`), how), bars(hint));
  }
  return h("div", { class: "card odds-card", role: "status" }, heading ? h("h3", {}, heading) : null, lines);
}

/** The hint in a few letters, for a hex. */
export function oddsLabel(hint) {
  if (!hint) return undefined;
  if (hint.courage !== undefined) return percent(hint.courage);
  if (hint.cost !== undefined) return hint.cost;
  if (hint.success !== undefined) return percent(hint.success);
  if (hint.results) return `${10 * hint.results.filter((result) => result > 0).length} %`;
  return undefined;
}
