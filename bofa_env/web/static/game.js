// The table: play a game, or look on.

import { h, SIDE_NAMES } from "./dom.js";
import { TableSocket, boardDrawing, remember, tokensOf } from "./api.js";
import { Board } from "./board.js";
import { Status, stackCard } from "./status.js";
import { Story } from "./story.js";
import { oddsCard, oddsLabel } from "./odds.js";

const PACES = [["0", "at once"], ["0.1", "fast"], ["0.25", "brisk"], ["0.6", "calm"], ["1.5", "slow"]];
const PLAYER_NAMES = {
  ...SIDE_NAMES, plain_host: "Plain host", second_wave: "Second wave", elven_host: "Elven host", dwarves_and_men: "Dwarves and men",
};

export class GameView {
  constructor(id, drawn) {
    this.id = id;
    this.state = null;
    this.hovered = null;
    this.board = new Board(drawn, { onHex: (hex) => this.click(hex), onHover: (hex) => this.hover(hex) });
    this.status = new Status(drawn.counters);
    this.story = new Story();
    this.seats = h("div", { class: "seats" });
    this.orders = h("section", { class: "orders", "aria-live": "polite", "aria-label": "Your decision" });
    this.said = h("p", { class: "refusal", role: "alert", hidden: true });
    this.look = h("section", { class: "look", "aria-label": "Under the pointer" });
    this.tools = h("section", { class: "tools" });
    this.element = h("div", { class: "table" },
      h("div", { class: "board-side" }, this.board.element, this.said),
      h("aside", { class: "side-panel" }, this.seats, this.status.element, this.orders, this.look, this.story.element, this.tools));
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.connect();
  }

  connect() {
    this.socket?.close();
    this.socket = new TableSocket(this.id, Object.values(tokensOf(this.id)), {
      onState: (state) => this.show(state),
      onError: (reason) => this.say(reason),
      onLost: (final) => (final ? this.lost() : this.say("The connection is lost; trying again …", true)),
    });
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.socket.close();
  }

  lost() {
    this.element.replaceChildren(h("div", { class: "page" }, h("h1", {}, "No such game"),
      h("p", {}, "This server has no game of this address, or the address of your seat is wrong."),
      h("p", {}, h("a", { href: "#/" }, "Start a new game"))));
  }

  // --- showing

  show(state) {
    if (this.connectionLost) this.say(null);
    const glide = this.state !== null;
    const moved = this.state?.at !== state.at;
    this.state = state;
    this.choices = new Map((state.choices ?? []).map((choice) => [choice.hex ?? choice.action, choice]));
    if (moved) this.say(null);
    this.board.show(state.frame, glide);
    this.status.show(state.frame);
    this.story.set(state.lines.from, state.lines.new);
    this.marks();
    this.showSeats();
    this.showOrders();
    this.showTools();
    this.hover(this.hovered);
    this.element.dataset.at = state.at;
    this.element.dataset.decision = state.frame.decision ?? "";
    this.element.dataset.mine = state.you.includes(state.frame.player);
  }

  marks() {
    const { frame, joined } = this.state;
    const marks = [];
    if (frame.target) marks.push({ hex: frame.target, kind: "target" });
    if (frame.origin) marks.push({ hex: frame.origin, kind: "origin" });
    if (frame.subject && this.placeOf(frame.subject)) marks.push({ hex: this.placeOf(frame.subject), kind: "origin" });
    for (const hex of joined) marks.push({ hex, kind: "joined" });
    const hostile = (hex) => (frame.stacks[hex] ?? []).some(([number]) => this.isEnemy(number));
    for (const choice of this.choices.values()) {
      if (!choice.hex) continue;
      const kind = `legal ${frame.decision} ${hostile(choice.hex) ? "enemy" : ""} ${choice.hex === frame.origin ? "own" : ""}`;
      marks.push({ hex: choice.hex, kind, label: oddsLabel(choice.hint), title: this.title(choice), onact: () => this.act(choice.action) });
    }
    this.board.mark(marks);
  }

  title(choice) {
    const label = oddsLabel(choice.hint);
    return `hex ${choice.hex}` + (label === undefined ? "" : `, ${label}`) + this.board.stack(choice.hex).map(({ name }) => `, ${name}`).join("");
  }

  /** The hex of a piece by its name; undefined: it is not on the map. */
  placeOf(name) {
    return Object.entries(this.state.frame.stacks).find(([, stack]) => stack.some(([number]) => this.board.counters[number].name === name))?.[0];
  }

  isEnemy(number) {
    const side = this.state.frame.phasing_player;
    return side && this.board.counters[number].side !== side;
  }

  showSeats() {
    const { seats, you, frame } = this.state;
    this.seats.replaceChildren(...Object.entries(seats).map(([player, { who, here }]) => {
      const mine = you.includes(player);
      const side = { plain_host: "dark_army", second_wave: "dark_army", elven_host: "free_peoples", dwarves_and_men: "free_peoples" }[player] ?? player;
      const many = you.length > 1 && mine && Object.values(seats).every((seat) => seat.who === "person");
      return h("div", { class: `seat ${side} ${frame.player === player ? "deciding" : ""}` }, h("strong", {}, PLAYER_NAMES[player]),
        h("span", { class: "quiet" }, mine ? " you" : who === "person" ? (here ? " a person" : " not here yet") : ` ${who}`),
        many ? h("button", { type: "button", class: "small", onclick: () => this.invite(player) }, "Invite") : null);
    }));
  }

  /** The seat goes to whoever opens the link. */
  invite(player) {
    const tokens = tokensOf(this.id);
    const link = `${location.origin}/#/game/${this.id}?${player}=${tokens[player]}`;
    const field = h("input", { readonly: true, value: link, "aria-label": "Invitation", onfocus: (event) => event.target.select() });
    const dialog = h("dialog", { class: "invitation" }, h("h2", {}, `An invitation to play the ${PLAYER_NAMES[player]}`),
      h("p", {}, "Send this link; whoever opens it takes the seat, and you give it up here."), field,
      h("p", { class: "buttons" },
        h("button", { type: "button", class: "primary", onclick: () => {
          navigator.clipboard?.writeText(link).catch(() => {});
          remember(this.id, { [player]: undefined });
          dialog.close();
          this.connect();
        } }, "Copy, and give the seat up"),
        h("button", { type: "button", onclick: () => dialog.close() }, "Keep the seat")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  }

  showOrders() {
    const { frame, prompt, trouble, undo, you } = this.state;
    const mine = you.includes(frame.player);
    const parts = [];
    if (trouble) parts.push(h("p", { class: "trouble" }, trouble));
    if (frame.outcome) parts.push(this.outcome(frame.outcome));
    else if (mine) {
      parts.push(h("p", { class: "prompt" }, prompt));
      const verbs = [...this.choices.values()].filter((choice) => !choice.hex);
      const last = (choice) => ["done", "none", "commit", "skip"].includes(choice.action);
      verbs.sort((a, b) => last(a) - last(b));
      const button = ({ action, label }) => h("button", {
        type: "button", class: action === this.main()?.action ? "primary" : "", "data-action": action, onclick: () => this.act(action),
      }, label);
      parts.push(h("div", { class: "buttons" }, verbs.map(button), undo && this.undoButton()));
      if (this.choices.get("commit")?.hint) parts.push(oddsCard(this.choices.get("commit").hint, "If you commit now"));
      else if (this.choices.get("none")?.hint) parts.push(oddsCard(this.choices.get("none").hint, "Without a second wave"));
    } else {
      parts.push(h("p", { class: "prompt quiet" }, `${PLAYER_NAMES[frame.player]} ${frame.player === "free_peoples" ? "decide" : "decides"} …`));
      if (undo) parts.push(h("div", { class: "buttons" }, this.undoButton()));
    }
    this.orders.replaceChildren(...parts);
    this.orders.classList.toggle("yours", mine);
  }

  undoButton() {
    return h("button", { type: "button", class: "undo", title: "Escape", onclick: () => this.socket.send({ type: "undo" }) }, "Take back");
  }

  outcome({ winner, level, scores }) {
    const verdict = winner ? `The ${SIDE_NAMES[winner]} ${winner === "dark_army" ? "wins" : "win"}` : "A draw";
    const how = level === "won" || level === "draw" ? "" : `a ${level} victory, `;
    return h("div", { class: `outcome ${winner ?? ""}` }, h("h2", {}, verdict),
      h("p", {}, `${how}areas ${scores.free_peoples} : ${scores.dark_army}`),
      h("p", { class: "buttons" },
        h("a", { class: "button primary", href: `#/replay/game/${this.id}` }, "Replay"),
        h("a", { class: "button", href: "#/" }, "New game")));
  }

  showTools() {
    const { owner, pace, paused, frame, seats, seed } = this.state;
    const bots = Object.values(seats).some((seat) => seat.who !== "person");
    const parts = [];
    if (owner && bots && !frame.outcome) parts.push(
      h("label", {}, "Bots move ", h("select", { onchange: (event) => this.socket.send({ type: "pace", seconds: Number(event.target.value) }) },
        PACES.map(([value, name]) => h("option", { value, selected: Number(value) === pace }, name)))),
      h("button", { type: "button", "data-tool": "pause", onclick: () => this.socket.send({ type: "pause", on: !paused }) }, paused ? "Go on" : "Pause"));
    parts.push(h("a", { class: "button", href: `#/replay/game/${this.id}` }, "Replay so far"),
      h("a", { class: "button", href: `/api/games/${this.id}/record`, download: "game.jsonl" }, "Record"),
      h("a", { class: "button", href: `/api/games/${this.id}/export`, download: "game.html" }, "HTML"),
      h("span", { class: "quiet" }, `${frame.ruleset}, seed ${seed}`));
    if (!this.tools.contains(document.activeElement) || document.activeElement.tagName !== "SELECT") this.tools.replaceChildren(...parts);
  }

  // --- acting

  /** The choice that Enter makes. */
  main() {
    return this.choices.get("commit") ?? this.choices.get("done") ?? this.choices.get("none") ?? null;
  }

  act(action) {
    this.socket.send({ type: "act", action, at: this.state.at });
  }

  click(hex) {
    if (!this.state || this.state.frame.outcome) return;
    if (this.state.you.includes(this.state.frame.player)) this.act(`hex ${hex}`);
    this.hover(hex);
  }

  hover(hex) {
    this.hovered = hex;
    if (!this.state) return;
    const nothing = h("p", { class: "quiet" }, "Point at a hex to see what stands there.");
    const cards = hex ? [stackCard(this.board, hex), oddsCard(this.choices.get(hex)?.hint)] : [nothing];
    this.look.replaceChildren(...cards.filter(Boolean));
  }

  say(text, lost = false) {
    this.connectionLost = lost;
    this.said.hidden = !text;
    this.said.textContent = text ?? "";
  }

  key(event) {
    if (event.target.closest("input, select, textarea, dialog, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && !event.target.closest("button, a, [role=button]") && this.main()) this.act(this.main().action);
    else if (event.key === "Escape" && this.state?.undo) this.socket.send({ type: "undo" });
    else return;
    event.preventDefault();
  }
}

export async function gameView(id, invitation) {
  if (Object.keys(invitation).length) {
    remember(id, invitation);
    history.replaceState(null, "", `#/game/${id}`);
  }
  return new GameView(id, await boardDrawing());
}
