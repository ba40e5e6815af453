// Charts over the time of a replay: who holds which area, and what strength each side has on the map.

import { h, s, AREA_NAMES, SIDE_NAMES } from "./dom.js";

const WIDTH = 1000, LEFT = 92, RIGHT = 8;

/** samples: [{at, areas, strength}] where something changed; turns: [{at, turn}]; steps: how many. */
export class Charts {
  constructor(samples, turns, steps, onSeek) {
    this.steps = Math.max(steps, 1);
    this.cursors = [];
    this.onSeek = onSeek;
    this.element = h("div", { class: "charts" }, this.areas(samples, turns), this.strength(samples, turns));
  }

  x(at) {
    return LEFT + (WIDTH - LEFT - RIGHT) * at / this.steps;
  }

  chart(title, height, content, turns) {
    const cursor = s("line", { class: "cursor", y1: 0, y2: height });
    this.cursors.push(cursor);
    const lines = turns.map(({ at, turn }) => s("g", { class: "turn-line" }, s("line", { x1: this.x(at), x2: this.x(at), y1: 0, y2: height - 12 }),
      s("text", { x: this.x(at) + 3, y: height - 2 }, String(turn))));
    const frame = { viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": title };
    const chart = s("svg", frame, s("title", {}, title), lines, content, cursor);
    chart.addEventListener("click", (event) => {
      const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse()).x;
      this.onSeek(Math.round(Math.min(Math.max((x - LEFT) / (WIDTH - LEFT - RIGHT), 0), 1) * this.steps));
    });
    return chart;
  }

  areas(samples, turns) {
    const row = 13, content = [];
    Object.keys(AREA_NAMES).forEach((area, index) => {
      const y = 2 + index * row;
      content.push(s("text", { x: LEFT - 6, y: y + 9, class: "row-name" }, AREA_NAMES[area]));
      const changes = samples.filter((sample, number) => !number || sample.areas[area] !== samples[number - 1].areas[area]);
      changes.forEach((sample, number) => {
        const end = changes[number + 1]?.at ?? this.steps, side = sample.areas[area];
        if (side) content.push(s("rect", { x: this.x(sample.at), y, width: this.x(end) - this.x(sample.at), height: row - 3, class: side },
          s("title", {}, `${AREA_NAMES[area]}: ${SIDE_NAMES[side]}`)));
      });
    });
    return this.chart("Who holds which area", 5 * row + 14, content, turns);
  }

  strength(samples, turns) {
    const height = 74, most = Math.max(...samples.flatMap((sample) => sample.strength), 1);
    const y = (value) => 60 - 56 * value / most;
    const content = [s("text", { x: LEFT - 6, y: 10, class: "row-name" }, `Strength ${most}`), s("text", { x: LEFT - 6, y: 62, class: "row-name" }, "0")];
    ["free_peoples", "dark_army"].forEach((side, index) => {
      let path = "";
      samples.forEach((sample, number) => {
        const at = this.x(sample.at).toFixed(1), value = y(sample.strength[index]).toFixed(1);
        path += number ? `H${at}V${value}` : `M${at} ${value}`;
      });
      content.push(s("path", { d: `${path}H${this.x(this.steps)}`, class: `curve ${side}` }, s("title", {}, SIDE_NAMES[side])));
    });
    return this.chart("Strength on the map", height, content, turns);
  }

  seek(at) {
    for (const cursor of this.cursors) {
      cursor.setAttribute("x1", this.x(at));
      cursor.setAttribute("x2", this.x(at));
    }
  }
}
