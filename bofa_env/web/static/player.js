// A replay: a timeline over all decisions of a game, with keys, speed, jumps, charts and the bot's thoughts as a heat map.

import { h, s, percent } from "./dom.js";
import { Board } from "./board.js";
import { Charts } from "./charts.js";
import { Status, stackCard } from "./status.js";
import { Story } from "./story.js";

const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["10", "10×"]];
const STEP_TIME = 700; // milliseconds at speed 1
const KEY_FRAMES = 40; // one frame in so many is kept whole
const FIGHTS = ["combat", "shot"];

export class Player {
  /** askShares(step): what the bot thought before that step, if the replay itself does not say. */
  constructor(drawn, replay, askShares = null) {
    this.replay = replay;
    this.askShares = askShares;
    this.steps = replay.steps;
    this.at = 0;
    this.timer = null;
    this.hot = false;
    this.read();
    this.board = new Board({ ...drawn, counters: replay.counters }, { onHover: (hex) => this.hover(hex) });
    this.status = new Status(replay.counters);
    this.story = new Story((line) => this.seek(this.stepOfLine[line]));
    this.story.set(0, this.lines);
    this.look = h("section", { class: "look" });
    this.caption = h("p", { class: "caption", "aria-live": "polite" });
    this.thoughts = h("div", { class: "thoughts" });
    this.charts = new Charts(this.samples, this.turns, this.steps.length, (at) => this.seek(at));
    this.element = h("div", { class: "table replay" },
      h("div", { class: "board-side" }, this.board.element, this.caption, this.controls(), this.charts.element),
      h("aside", { class: "side-panel" }, this.heading(), this.status.element, this.thoughts, this.look, this.story.element));
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.seek(0);
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }

  // --- frames

  /** Go once through all steps: frames to start from, the turns, the fights, what the charts show. */
  read() {
    let frame = { ...this.replay.setting, ...this.replay.start };
    this.kept = [frame];
    this.turns = [{ at: 0, turn: frame.turn || 1 }];
    this.fights = [];
    this.eventful = [0]; // places where there is something to see
    this.samples = [{ at: 0, areas: frame.areas, strength: frame.strength }];
    this.lines = [];
    this.stepOfLine = [];
    this.linesAt = [0];
    this.steps.forEach((step, index) => {
      const at = index + 1, next = this.after(frame, step.changes);
      if (next.turn !== frame.turn && next.turn > 1) this.turns.push({ at, turn: next.turn });
      if (step.changes.areas || step.changes.strength) this.samples.push({ at, areas: next.areas, strength: next.strength });
      for (const line of step.lines ?? []) {
        this.lines.push(line);
        this.stepOfLine.push(at);
      }
      this.linesAt.push(this.lines.length);
      if (step.lines) this.eventful.push(at);
      if (step.lines?.some(({ kind }) => FIGHTS.includes(kind))) this.fights.push(at);
      frame = next;
      if (at % KEY_FRAMES === 0) this.kept.push(frame);
    });
  }

  after(frame, changes) {
    const next = { ...frame, ...changes };
    if (changes.stacks) {
      next.stacks = { ...frame.stacks, ...changes.stacks };
      for (const hex of Object.keys(changes.stacks)) if (!changes.stacks[hex].length) delete next.stacks[hex];
    }
    return next;
  }

  frameAt(at) {
    let index = Math.floor(at / KEY_FRAMES), frame = this.kept[index];
    for (index *= KEY_FRAMES; index < at; index++) frame = this.after(frame, this.steps[index].changes);
    return frame;
  }

  // --- showing

  hover(hex) {
    this.look.replaceChildren(...(hex ? [stackCard(this.board, hex)] : []));
  }

  heading() {
    const { setting, seats, seed, forfeit } = this.replay;
    const seat = ({ name, side, who }) => h("div", { class: `seat ${side}` }, h("strong", {}, name), h("span", { class: "quiet" }, ` ${who}`));
    return h("div", { class: "seats" }, seats.map(seat),
      h("p", { class: "quiet small-print" }, [setting.scenario, setting.ruleset, ...setting.options].join(", "), ` · seed ${seed}`),
      forfeit && h("p", { class: "trouble small-print" }, `Lost by forfeit: ${forfeit}`));
  }

  controls() {
    const button = (label, title, act, name) => h("button", { type: "button", title, "aria-label": title, "data-tool": name, onclick: act }, label);
    const seekThere = (event) => this.seek(Number(event.target.value));
    this.playButton = button("▶", "Play or pause (space)", () => this.toggle(), "play");
    this.slider = h("input", { type: "range", min: 0, max: this.steps.length, value: 0, "aria-label": "Place in the game", oninput: seekThere });
    this.counter = h("output", { class: "counter" });
    this.speed = h("select", { "aria-label": "Speed", onchange: () => this.timer && this.play() },
      SPEEDS.map(([value, label]) => h("option", { value, selected: value === "2" }, label)));
    this.turnChoice = h("select", { "aria-label": "Jump to turn", onchange: seekThere },
      this.turns.map(({ at, turn }) => h("option", { value: at }, `Turn ${turn}`)));
    this.every = h("input", { type: "checkbox" });
    this.heatBox = h("input", { type: "checkbox", "data-tool": "heat", onchange: (event) => this.heat(event.target.checked) });
    const marks = s("svg", { class: "ticks", viewBox: "0 0 1000 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      this.fights.map((at) => s("rect", { x: 1000 * at / Math.max(this.steps.length, 1) - 0.8, y: 0, width: 1.6, height: 6 })));
    return h("div", { class: "controls" },
      h("div", { class: "timeline" }, this.slider, marks),
      h("div", { class: "buttons" },
        button("⇤", "To the start (Home)", () => this.seek(0), "start"),
        button("←", "A step back (←)", () => this.step(-1), "back"),
        this.playButton,
        button("→", "A step on (→)", () => this.step(1), "next"),
        button("⇥", "To the end (End)", () => this.seek(this.steps.length), "end"),
        this.speed,
        this.turnChoice,
        button("⚔ ◀", "The combat or shot before (↑)", () => this.jump(this.fights, -1), "fight-back"),
        button("⚔ ▶", "The next combat or shot (↓)", () => this.jump(this.fights, 1), "fight-next"),
        h("label", { title: "Also stop where nothing is to be seen" }, this.every, " every decision"),
        this.canHeat() && h("label", { title: "What the bot thinks of its choices (h)" }, this.heatBox, " heat map"),
        this.counter));
  }

  canHeat() {
    return this.askShares !== null || this.steps.some((step) => step.shares);
  }

  seek(at) {
    const near = Math.abs(at - this.at) <= 12;
    this.at = Math.min(Math.max(at, 0), this.steps.length);
    const frame = this.frameAt(this.at);
    this.board.show(frame, near);
    this.status.show(frame);
    this.slider.value = this.at;
    this.counter.textContent = `${this.at} / ${this.steps.length}`;
    this.turnChoice.value = this.turns.filter((turn) => turn.at <= this.at).at(-1)?.at ?? 0;
    this.charts.seek(this.at);
    this.story.upTo(this.linesAt[this.at]);
    this.caption.textContent = (this.steps[this.at - 1]?.lines ?? []).map(({ text }) => text).join(" · ") || "\u00a0";
    this.marks(frame);
    this.element.dataset.at = this.at;
    if (this.hot) this.think();
    if (this.at === this.steps.length) this.pause();
  }

  marks(frame) {
    const lines = this.steps[this.at - 1]?.lines ?? [];
    const marks = lines.filter(({ kind, hex }) => hex && FIGHTS.includes(kind)).map(({ hex }) => ({ hex, kind: "struck" }));
    if (frame.origin) marks.push({ hex: frame.origin, kind: "origin" });
    if (frame.target) marks.push({ hex: frame.target, kind: "target" });
    this.board.mark(marks);
  }

  // --- going through it

  step(direction) {
    if (this.every.checked) this.seek(this.at + direction);
    else this.jump(this.eventful, direction);
  }

  jump(places, direction) {
    const next = direction > 0 ? places.find((at) => at > this.at) : places.findLast((at) => at < this.at);
    this.seek(next ?? (direction > 0 ? this.steps.length : 0));
  }

  play() {
    this.pause();
    if (this.at === this.steps.length) this.seek(0);
    this.timer = setInterval(() => this.step(1), STEP_TIME / Number(this.speed.value));
    this.playButton.textContent = "❚❚";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.playButton) this.playButton.textContent = "▶";
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, textarea, dialog, input:not([type=range]):not([type=checkbox])")) return;
    const turns = this.turns.map(({ at }) => at);
    const act = {
      ArrowRight: () => (event.shiftKey ? this.jump(turns, 1) : this.step(1)),
      ArrowLeft: () => (event.shiftKey ? this.jump(turns, -1) : this.step(-1)),
      ArrowDown: () => this.jump(this.fights, 1),
      ArrowUp: () => this.jump(this.fights, -1),
      Home: () => this.seek(0),
      End: () => this.seek(this.steps.length),
      " ": () => !event.target.closest("button, input[type=checkbox]") && (this.toggle(), true),
      h: () => this.canHeat() && this.heat(!this.hot),
    }[event.key];
    if (act && act() !== false) event.preventDefault();
  }

  // --- what the bot thinks

  heat(on) {
    this.hot = on;
    this.heatBox.checked = on;
    if (on) {
      this.every.checked = true; // thoughts belong to decisions
      this.think();
    } else {
      this.board.heat(null);
      this.thoughts.replaceChildren();
    }
  }

  async think() {
    const at = this.at, step = this.steps[at];
    let shares = step?.shares, reason = step ? null : "The game is over.";
    if (step && !shares && this.replay.thoughts?.includes(this.frameAt(at).player)) {
      try {
        shares = step.shares = await this.askShares(at);
      } catch (error) {
        reason = error.message;
      }
    }
    if (at !== this.at || !this.hot) return;
    this.board.heat(shares);
    const rows = Object.entries(shares ?? {}).slice(0, 8).map(([action, share]) => {
      const bar = h("span", { class: "bar good" });
      bar.style.width = `${100 * share}%`;
      const chosen = action === step.action ? "chosen" : "";
      return h("tr", { class: chosen }, h("th", { scope: "row" }, action), h("td", {}, bar), h("td", { class: "number" }, percent(share)));
    });
    const told = rows.length ? h("table", { class: "odds" }, rows) : h("p", { class: "quiet" }, reason ?? "The player who decides here does not tell.");
    this.thoughts.replaceChildren(h("h3", {}, "What the bot thinks"), told);
  }
}
