// The story of the game, line by line.

import { h } from "./dom.js";

export class Story {
  /** onLine(index): a line was clicked. */
  constructor(onLine = null) {
    this.onLine = onLine;
    this.element = h("ol", { class: "story", "aria-label": "What has happened", tabindex: 0 });
    this.lines = [];
    this.following = true; // at the end, and to stay there
    this.element.addEventListener("scroll", () => {
      this.following = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 60;
    }, { passive: true });
  }

  /** Asking where things are costs a layout, so it waits for the next one. */
  scroll(place) {
    requestAnimationFrame(() => { this.element.scrollTop = place(); });
  }

  /** Replace everything from line `first` on. */
  set(first, lines) {
    while (this.lines.length > first) this.lines.pop().remove();
    for (const line of lines) {
      const index = this.lines.length;
      const content = this.onLine ? h("button", { type: "button", onclick: () => this.onLine(index) }, line.text) : line.text;
      const item = h("li", { class: `${line.kind} ${line.side ?? ""}` }, content);
      this.lines.push(item);
      this.element.append(item);
    }
    if (this.following && lines.length) this.scroll(() => this.element.scrollHeight);
  }

  /** Lines after this one have not happened yet. */
  upTo(count) {
    this.lines.forEach((item, index) => {
      item.classList.toggle("to-come", index >= count);
      item.classList.toggle("now", index === count - 1);
    });
    const now = this.lines[Math.max(0, count - 1)];
    if (now) this.scroll(() => now.offsetTop - this.element.clientHeight / 2);
  }
}
