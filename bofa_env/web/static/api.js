// The server: questions and answers, and the tokens of the seats that this browser holds.

export async function ask(path, options) {
  const answer = await fetch(path, options);
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.reason ?? `the server says ${answer.status}`);
  return told;
}

export function post(path, body, type = "application/json") {
  return ask(path, { method: "POST", headers: { "content-type": type }, body });
}

let drawnBoard = null;

export async function boardDrawing() {
  drawnBoard ??= await ask("/api/board");
  return drawnBoard;
}

// --- the games that this browser knows, newest first: [{id, tokens: {player: token}}]

const KEY = "bofa-games";

export function myGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

export function remember(id, tokens) {
  const known = myGames().find((game) => game.id === id);
  const all = [{ id, tokens: { ...known?.tokens, ...tokens } }, ...myGames().filter((game) => game.id !== id)];
  localStorage.setItem(KEY, JSON.stringify(all.slice(0, 50)));
}

export function forget(id) {
  localStorage.setItem(KEY, JSON.stringify(myGames().filter((game) => game.id !== id)));
}

export function tokensOf(id) {
  return myGames().find((game) => game.id === id)?.tokens ?? {};
}

/** A socket to a game that comes back by itself. */
export class TableSocket {
  constructor(id, tokens, { onState, onError, onLost }) {
    Object.assign(this, { id, tokens, onState, onError, onLost, closed: false, wait: 500 });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.id)}`);
    this.socket.addEventListener("open", () => this.send({ type: "hello", tokens: this.tokens }));
    this.socket.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (told.type === "state") {
        this.wait = 500;
        this.onState(told);
      } else this.onError(told.reason);
    });
    this.socket.addEventListener("close", (event) => {
      if (this.closed) return;
      const final = event.code >= 4400;
      this.onLost(final);
      if (!final) setTimeout(() => this.closed || this.connect(), this.wait = Math.min(this.wait * 2, 8000));
    });
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
