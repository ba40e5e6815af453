// Elements in one line: h("p", {class: "note"}, "text", child), and s(…) for SVG.

const SVG = "http://www.w3.org/2000/svg";

function built(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, properties, ...children) {
  return built(document.createElement(tag), properties, children);
}

export function s(tag, properties, ...children) {
  return built(document.createElementNS(SVG, tag), properties, children);
}

/** The elements of a text of SVG; it comes from the server's own drawing, never from a player. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...document.importNode(parsed.documentElement, true).childNodes];
}

export const SIDE_NAMES = { free_peoples: "Free Peoples", dark_army: "Dark Army" };
export const AREA_NAMES = {
  front_gate: "Front Gate", dale: "Dale", hilltop: "Hilltop", guard_room_nw: "Guard room NW", guard_room_ne: "Guard room NE",
};
export const CHIP_NAMES = { MOVE: "MOVE", COMBAT: "COMBAT", FIRE: "FIRE", FC: "F/C" };

export function named(piece) {
  const name = piece.replaceAll("_", "-");
  return name[0].toUpperCase() + name.slice(1);
}

export function percent(share) {
  const value = 100 * share;
  return value > 0 && value < 1 ? "< 1 %" : `${Math.round(value)} %`;
}
