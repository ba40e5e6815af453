// The lobby: a new game, and the games that this browser knows.

import { h } from "./dom.js";
import { ask, forget, myGames, post, remember } from "./api.js";

export async function lobbyView() {
  const offer = await ask("/api/lobby");
  const element = h("div", { class: "page lobby" }, newGame(offer), h("section", { class: "panel" }, h("h2", {}, "Your games"), await knownGames(offer)));
  return { element, close() {} };
}

function newGame(offer) {
  const field = (label, control, note) => h("label", { class: "field" }, h("span", {}, label), control, note);
  const choose = (name, entries, value) => h("select", { name }, entries.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  const description = h("p", { class: "quiet description" });
  const scenario = choose("scenario", offer.scenarios.map(({ name, title }) => [name, title]), "skirmish");
  const ruleset = choose("ruleset", offer.rulesets.map((name) => [name, name[0].toUpperCase() + name.slice(1)]), "standard");
  const deployment = choose("deployment", [["historical", "Historical"], ["random", "Random"], ["free", "Free: the players set up"]], "historical");
  const seed = h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]*", placeholder: "any", maxlength: 15 });
  const pace = choose("pace", [["0", "at once"], ["0.1", "fast"], ["0.25", "brisk"], ["0.6", "calm"], ["1.5", "slow"]], "0.25");
  const options = h("fieldset", { class: "options" }, h("legend", {}, "Options"),
    offer.options.map(({ name, title }) => h("label", {}, h("input", { type: "checkbox", name: "option", value: name }), ` ${title}`)));
  const seats = h("div", { class: "seat-choices" });
  const problem = h("p", { class: "refusal", role: "alert", hidden: true });
  const bots = h("datalist", { id: "bots" }, offer.bots.map((spec) => h("option", { value: spec })));

  const chosen = () => [...options.querySelectorAll("input:checked")].map((box) => box.value);
  let shownSplit = null; // which seats are shown; the rows stay while somebody types in them
  function showSeats() {
    const split = chosen().find((option) => option in offer.players) ?? "";
    if (split === shownSplit) return;
    shownSplit = split;
    const before = Object.fromEntries([...seats.querySelectorAll("[data-player]")].map((row) => [row.dataset.player, row.value()]));
    seats.replaceChildren(...offer.players[split].map((player, index) => seatRow(player, offer, before[player] ?? (index ? "captain" : "person"))));
  }
  function adapt() {
    const story = offer.scenarios.find(({ name }) => name === scenario.value);
    description.textContent = story.description;
    const full = scenario.value === "full";
    deployment.disabled = !full;
    if (!full) deployment.value = "historical";
    for (const box of options.querySelectorAll("input")) {
      const whole = ["extra_elves", "extra_turns", "variable_reinforcements"].includes(box.value) && !full;
      const standard = box.value === "hysteria" && ruleset.value === "basic";
      const other = { three_players: "four_players", four_players: "three_players" }[box.value];
      box.disabled = whole || standard || (other && chosen().includes(other));
      if (box.disabled) box.checked = false;
      box.parentElement.title = whole ? "needs the full game" : standard ? "needs the standard ruleset" : "";
    }
    showSeats();
  }
  const form = h("form", { class: "panel new-game", onchange: adapt, onsubmit: async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const order = {
      ruleset: ruleset.value, options: chosen(), scenario: scenario.value, deployment: deployment.value, pace: Number(pace.value),
      seed: seed.value.trim() === "" ? null : Number(seed.value),
      seats: Object.fromEntries([...seats.querySelectorAll("[data-player]")].map((row) => [row.dataset.player, row.value()])),
    };
    try {
      const { id, tokens } = await post("/api/games", JSON.stringify(order));
      remember(id, tokens);
      location.hash = `#/game/${id}`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  } },
  h("h1", {}, "A new game"), field("Scenario", scenario), description,
  h("h3", {}, "Who plays"), seats, bots,
  h("div", { class: "row" }, field("Rules", ruleset), field("Set-up", deployment), field("Seed", seed), field("Bots move", pace)),
  options, problem, h("p", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, "Start")));
  adapt();
  return form;
}

function seatRow(player, offer, who) {
  const bot = h("input", {
    list: "bots", class: "spec", value: who === "person" ? "captain" : who, spellcheck: "false", maxlength: 100,
    "aria-label": `Bot for the ${offer.player_names[player]}`,
  });
  const group = `seat-${player}`;
  const person = h("input", { type: "radio", name: group, value: "person", checked: who === "person" });
  const machine = h("input", { type: "radio", name: group, value: "bot", checked: who !== "person" });
  bot.addEventListener("focus", () => { machine.checked = true; });
  const row = h("div", { class: `seat-choice ${player}`, "data-player": player, role: "radiogroup", "aria-label": offer.player_names[player] },
    h("strong", {}, offer.player_names[player]), h("label", {}, person, " a person"), h("label", {}, machine, " the bot "), bot);
  row.value = () => (person.checked ? "person" : bot.value.trim());
  return row;
}

async function knownGames(offer) {
  const games = await Promise.all(myGames().slice(0, 20).map(({ id }) => ask(`/api/games/${encodeURIComponent(id)}`).catch(() => ({ id, gone: true }))));
  games.filter((game) => game.gone).forEach((game) => forget(game.id));
  const there = games.filter((game) => !game.gone);
  if (!there.length) return h("p", { class: "quiet" }, "None yet. Games stay on the server; this browser remembers your seats.");
  return h("ul", { class: "games" }, there.map((game) => h("li", {},
    h("a", { href: `#/game/${game.id}` }, game.scenario), h("span", { class: "quiet" }, ` ${game.ruleset}, ${Object.values(game.seats).join(" – ")}, `),
    game.over ? (game.winner ? `${offer.player_names[game.winner]} won` : "a draw") : `turn ${game.turn}`)));
}
