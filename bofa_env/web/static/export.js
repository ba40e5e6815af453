// The exported page: one replay, nothing else.

import { Player } from "./player.js";

const told = (id) => JSON.parse(document.getElementById(id).textContent);
document.getElementById("main").append(new Player(told("board"), told("replay")).element);
