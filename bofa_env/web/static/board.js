// The board: the server's drawing, and on it the counters of a frame, marks on hexes, and what the pointer does.

import { h, s, drawing, named } from "./dom.js";

const HEX = "M21 -12V12L0 24L-21 12V-12L0 -24Z";
const MOVE_TIME = 220; // milliseconds

export class Board {
  /** drawn: the answer of /api/board. onHex(hex): a click. onHover(hex or null): the pointer has come to a hex. */
  constructor(drawn, { onHex = () => {}, onHover = () => {} } = {}) {
    this.drawn = drawn;
    this.counters = drawn.counters;
    this.onHex = onHex;
    this.onHover = onHover;
    this.pieces = new Map(); // number of a piece -> its element
    this.frame = null;
    this.layers = {};
    for (const name of ["held", "heat", "melees", "marks", "pieces", "signs", "labels", "pointer"]) this.layers[name] = s("g", { class: `layer-${name}` });
    // Within a <use> style rules are matched against the symbol alone, so each bears the class that the rules begin with.
    const symbols = drawing(drawn.defs);
    for (const symbol of symbols) symbol.classList?.add("bofa");
    // The ground never changes: in a drawing of its own the browser need not paint it again with every move.
    this.ground = s("svg", { class: "bofa ground", "aria-hidden": "true" }, s("defs", {}, symbols), drawing(drawn.terrain));
    this.svg = s("svg", { class: "bofa board", role: "group", "aria-label": "The battlefield" }, ...Object.values(this.layers));
    this.zoomer = h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      h("button", { type: "button", title: "Zoom in", onclick: () => this.zoom(0.8) }, "+"),
      h("button", { type: "button", title: "Zoom out", onclick: () => this.zoom(1.25) }, "−"),
      h("button", { type: "button", title: "Whole map", onclick: () => this.fit() }, "⤢"),
    );
    this.element = h("div", { class: "board-frame" }, this.ground, this.svg, this.zoomer);
    this.home = [0, 0, drawn.width, drawn.height];
    this.fit();
    this.listen();
  }

  // --- where things are

  centre(hex) {
    const column = Number(hex.slice(0, 2)), row = Number(hex.slice(2));
    return [this.drawn.left + this.drawn.hex_width * column + (row % 2 ? this.drawn.hex_width / 2 : 0), this.drawn.top + this.drawn.row_height * row];
  }

  /** The hex under a point of the drawing; null: none. */
  hexAt(x, y) {
    const near = Math.round((y - this.drawn.top) / this.drawn.row_height);
    let best = null, least = 24 * 24;
    for (let row = near - 1; row <= near + 1; row++) {
      if (row < 0 || row >= this.drawn.rows) continue;
      const shift = row % 2 ? this.drawn.hex_width / 2 : 0;
      const column = Math.round((x - this.drawn.left - shift) / this.drawn.hex_width);
      if (column < 0 || column >= this.drawn.columns) continue;
      const dx = x - this.drawn.left - shift - column * this.drawn.hex_width, dy = y - this.drawn.top - row * this.drawn.row_height;
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy;
        best = String(column).padStart(2, "0") + String(row).padStart(2, "0");
      }
    }
    return best;
  }

  // --- the view

  view(box) {
    this.box = box;
    for (const drawing of [this.ground, this.svg]) drawing.setAttribute("viewBox", box.map((value) => value.toFixed(1)).join(" "));
  }

  fit() {
    this.view([...this.home]);
  }

  zoom(factor, at = null) {
    const [x, y, width, height] = this.box;
    const size = Math.min(Math.max(width * factor, 200), this.home[2] * 1.1), real = size / width;
    const [px, py] = at ?? [x + width / 2, y + height / 2];
    this.view([px - (px - x) * real, py - (py - y) * real, size, height * real]);
  }

  /** The part of the map that the scenario is played on. */
  lookAt(region) {
    const { width, height, hex_width: wide, row_height: high } = this.drawn;
    if (region) {
      const [left, top] = this.centre(String(region[0]).padStart(2, "0") + String(region[2]).padStart(2, "0"));
      const [right, bottom] = this.centre(String(region[1]).padStart(2, "0") + String(region[3]).padStart(2, "0"));
      const x = Math.max(0, left - 1.5 * wide), y = Math.max(0, top - 1.2 * high);
      this.home = [x, y, Math.min(width, right + 1.5 * wide) - x, Math.min(height, bottom + 1.2 * high) - y];
      this.ground.append(this.shade(region));
    } else this.home = [0, 0, width, height];
    this.fit();
  }

  shade([c0, c1, r0, r1]) {
    const shade = s("g", { class: "outside" });
    for (let row = 0; row < this.drawn.rows; row++)
      for (let column = 0; column < this.drawn.columns; column++)
        if (column < c0 || column > c1 || row < r0 || row > r1)
          shade.append(this.hexagon(String(column).padStart(2, "0") + String(row).padStart(2, "0"), "off-map"));
    return shade;
  }

  point(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  }

  listen() {
    let grip = null, dragged = false, hovered = null;
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.12 : 0.89, this.point(event));
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      grip = { x: event.clientX, y: event.clientY, box: [...this.box] };
      dragged = false;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (grip && event.buttons) {
        const dx = event.clientX - grip.x, dy = event.clientY - grip.y;
        if (dragged || Math.hypot(dx, dy) > 6) {
          dragged = true;
          const scale = this.svg.getScreenCTM().a;
          this.view([grip.box[0] - dx / scale, grip.box[1] - dy / scale, grip.box[2], grip.box[3]]);
        }
      }
      const hex = this.hexAt(...this.point(event));
      if (hex !== hovered) {
        hovered = hex;
        this.layers.pointer.replaceChildren(...(hex ? [this.hexagon(hex, "pointed")] : []));
        this.onHover(hex);
      }
    });
    this.svg.addEventListener("pointerleave", () => {
      hovered = null;
      this.layers.pointer.replaceChildren();
      this.onHover(null);
    });
    this.svg.addEventListener("click", (event) => {
      if (!dragged) {
        const hex = this.hexAt(...this.point(event));
        if (hex) this.onHex(hex);
      }
      grip = null;
    });
  }

  // --- counters

  /** Show a frame; pieces that have moved glide to where they are now. */
  show(frame, glide = true) {
    if (this.frame === null) this.lookAt(frame.region);
    this.frame = frame;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kept = new Set(), order = [];
    for (const hex of Object.keys(frame.stacks).sort((a, b) => a.slice(2) + a.slice(0, 2) < b.slice(2) + b.slice(0, 2) ? -1 : 1)) {
      const [x, y] = this.centre(hex);
      for (const [number, reduced, hits, hysterical, , dx, dy, size] of frame.stacks[hex]) {
        const element = this.piece(number);
        this.face(element, number, reduced, hits, hysterical);
        const place = `translate(${x + dx}px, ${y + dy}px) scale(${size})`;
        if (element.place !== place) {
          const before = element.place;
          element.place = place;
          element.style.transform = place;
          if (before && glide && !still) element.animate([{ transform: before }, { transform: place }], { duration: MOVE_TIME, easing: "ease-in-out" });
        }
        element.dataset.hex = hex;
        kept.add(number);
        order.push(element);
      }
    }
    for (const [number, element] of this.pieces)
      if (!kept.has(number)) {
        element.remove();
        this.pieces.delete(number);
      }
    this.signs(frame);
    const layer = this.layers.pieces;
    order.forEach((element, index) => {
      if (layer.children[index] !== element) layer.insertBefore(element, layer.children[index] ?? null);
    });
  }

  /** Who holds which area, and where there are melees. */
  signs(frame) {
    const { held, melees, signs } = this.layers, flags = [], frames = [];
    for (const [area, side] of Object.entries(frame.areas)) {
      if (!side) continue;
      for (const hex of frame.keys[area]) {
        const [x, y] = this.centre(hex);
        frames.push(s("use", { href: "#hex", class: `held ${side}`, transform: `translate(${x} ${y}) scale(.88)` }));
      }
      flags.push(this.use(`flag-${side}`, frame.keys[area][0], this.drawn.flag_at));
    }
    held.replaceChildren(...frames);
    melees.replaceChildren(...frame.melees.map((hex) => this.use("melee", hex)));
    signs.replaceChildren(...frame.melees.map((hex) => this.use("swords", hex)), ...flags);
  }

  use(symbol, hex, [dx, dy] = [0, 0]) {
    const [x, y] = this.centre(hex);
    return s("use", { href: `#${symbol}`, x: x + dx, y: y + dy });
  }

  piece(number) {
    let element = this.pieces.get(number);
    if (!element) {
      element = s("g", { class: "piece", "data-piece": this.counters[number].name });
      this.pieces.set(number, element);
    }
    return element;
  }

  face(element, number, reduced, hits, hysterical) {
    const { slug } = this.counters[number];
    const face = `${reduced}/${hits}/${hysterical}`;
    if (element.dataset.face === face) return;
    element.dataset.face = face;
    element.replaceChildren(s("use", { href: `#c-${slug}-${reduced ? "reduced" : "full"}`, x: -16, y: -16, width: 32, height: 32 }));
    if (hits && !reduced) element.append(s("use", { href: `#hits-${Math.min(hits, 9)}` }));
    if (hysterical) element.append(s("use", { href: "#hysterical" }));
  }

  // --- marks

  hexagon(hex, cls, more = {}) {
    const [x, y] = this.centre(hex);
    return s("path", { d: HEX, class: cls, transform: `translate(${x} ${y})`, ...more });
  }

  /** marks: [{hex, kind, label, title, onact}]; those with `onact` can be reached by keyboard. */
  mark(marks) {
    const shapes = [], labels = [];
    for (const { hex, kind, label, title, onact } of marks) {
      const active = onact && {
        tabindex: 0, role: "button", "aria-label": title ?? `hex ${hex}`, "data-hex": hex,
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            event.stopPropagation();
            onact();
          }
        },
      };
      shapes.push(this.hexagon(hex, `mark ${kind}`, active || {}));
      if (label !== undefined) {
        const [x, y] = this.centre(hex);
        const place = `translate(${x} ${this.frame?.stacks[hex] ? y - 17 : y + 3})`, half = 4 + 3.2 * String(label).length;
        labels.push(s("g", { class: `hex-label ${kind}`, transform: place },
          s("rect", { x: -half, y: -8, width: 2 * half, height: 12, rx: 6 }), s("text", { y: 1.5 }, String(label))));
      }
    }
    this.layers.marks.replaceChildren(...shapes);
    this.layers.labels.replaceChildren(...labels);
  }

  /** shares: {"hex 1212": 0.4, …}: what a bot thinks of its choices. */
  heat(shares) {
    const spots = Object.entries(shares ?? {}).filter(([action]) => action.startsWith("hex "));
    const most = Math.max(...spots.map(([, share]) => share), 1e-9);
    this.layers.heat.replaceChildren(...spots.map(([action, share]) => {
      const spot = this.hexagon(action.slice(4), "hot");
      spot.style.opacity = (0.15 + 0.75 * Math.sqrt(share / most)).toFixed(2);
      return spot;
    }));
  }

  /** What stands in a hex, in words, top to bottom: [{counter, text}]. */
  stack(hex) {
    return (this.frame?.stacks[hex] ?? []).map(([number, reduced, hits, hysterical, onTop, , , , strength, bow]) => {
      const counter = this.counters[number];
      const notes = [];
      if (reduced) notes.push("reduced");
      if (counter.leader && hits && !reduced) notes.push(`${hits} ${hits === 1 ? "hit" : "hits"}`);
      if (counter.leader && onTop) notes.push("on top");
      if (hysterical) notes.push("hysterical");
      const values = [`strength ${strength}`, `move ${counter.move}`];
      if (bow) values.push(`bow ${bow}`);
      return { side: counter.side, name: named(counter.name), text: [values.join(", "), ...notes].join(" · ") };
    }).reverse();
  }
}
