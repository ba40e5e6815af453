// Where the game stands: turn, phase, chips, areas, what is beside the map.

import { h, SIDE_NAMES, AREA_NAMES, CHIP_NAMES, named } from "./dom.js";

export class Status {
  constructor(counters) {
    this.counters = counters;
    this.element = h("section", { class: "status", "aria-label": "Where the game stands" });
    this.open = false;
  }

  show(frame) {
    this.element.replaceChildren(this.turns(frame), this.phase(frame), this.chips(frame), this.areas(frame), this.beside(frame));
  }

  turns({ turn, last_turn: last }) {
    const track = [];
    for (let number = 1; number <= last; number++) {
      const when = number === turn ? "now" : number < turn ? "past" : "";
      const [colour, first] = number % 2 ? ["black", "dark_army"] : ["white", "free_peoples"];
      track.push(h("span", { class: `turn ${when} ${colour}`, title: `Turn ${number}: ${SIDE_NAMES[first]} first` }, String(number)));
    }
    return h("div", { class: "track", role: "img", "aria-label": `Turn ${turn} of ${last}` }, track);
  }

  phase(frame) {
    if (frame.outcome) return h("p", { class: "phase" }, h("strong", {}, "The battle is over"));
    if (!frame.turn) return h("p", { class: "phase" }, h("strong", {}, "Set-up"));
    const side = frame.phasing_player;
    const what = frame.phase ? `${SIDE_NAMES[side]}: ${frame.phase}` : "Chips are chosen";
    return h("p", { class: "phase" }, h("strong", { class: `side ${side ?? ""}` }, what),
      frame.phase_number ? h("span", { class: "quiet" }, ` phase ${frame.phase_number}`) : null,
      frame.last_die ? h("span", { class: "die", title: "The last die" }, String(frame.last_die)) : null);
  }

  chips(frame) {
    const token = (chip, text) => h("span", { class: `chip ${chip}` }, text);
    const cup = Object.entries(frame.cup).filter(([, count]) => count).map(([chip, count]) => token(chip, `${count} ${CHIP_NAMES[chip]}`));
    const holder = `${SIDE_NAMES[frame.holder]} ${frame.holder === "dark_army" ? "holds" : "hold"}`;
    const held = frame.held && h("span", { class: "quiet" }, ` ${holder} `, token(frame.held, CHIP_NAMES[frame.held]));
    return h("p", { class: "chips" }, h("span", { class: "quiet" }, "Cup "), cup, held);
  }

  areas(frame) {
    return h("ul", { class: "areas", "aria-label": "Areas" }, Object.entries(AREA_NAMES).map(([area, name]) =>
      h("li", { class: frame.areas[area] ?? "nobody", title: `${name}: ${SIDE_NAMES[frame.areas[area]] ?? "nobody"}` }, name)));
  }

  beside(frame) {
    const names = (numbers) => {
      const groups = new Map();
      for (const number of numbers) {
        const counter = this.counters[number];
        const group = counter.leader ? named(counter.name) : named(counter.name.replace(/ \d+$/, ""));
        const key = `${counter.side} ${group}`;
        groups.set(key, { side: counter.side, group, count: (groups.get(key)?.count ?? 0) + 1 });
      }
      return [...groups.values()].map(({ side, group, count }) => h("li", { class: `side ${side}` }, count > 1 ? `${count} × ${group}` : group));
    };
    const details = h("details", { class: "beside", open: this.open },
      h("summary", {}, `Strength ${frame.strength[0]} : ${frame.strength[1]} · lost ${frame.dead.length} · to come ${frame.to_come.length}`),
      frame.dead.length ? [h("h4", {}, "Lost"), h("ul", {}, names(frame.dead))] : null,
      frame.to_come.length ? [h("h4", {}, "To come"), h("ul", {}, names(frame.to_come))] : null);
    details.addEventListener("toggle", () => { this.open = details.open; });
    return details;
  }
}

/** What stands in a hex. */
export function stackCard(board, hex) {
  const stack = board.stack(hex);
  const line = ({ side, name, text }) => h("li", {}, h("strong", { class: `side ${side}` }, name), h("span", { class: "quiet" }, ` ${text}`));
  const list = stack.length ? h("ul", {}, stack.map(line)) : h("p", { class: "quiet" }, "empty");
  return h("div", { class: "card stack-card" }, h("h3", {}, `Hex ${hex}`), list);
}
