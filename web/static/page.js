"use strict";
// The browser has no rules and no state: it sends what was pressed, and merges the table that comes.
const state = document.getElementById("state");
const news = document.getElementById("news");
const errors = document.getElementById("errors");
const unanswered = new Map(); // presses that may not have arrived, by their keys
let socket = null;
let pause = 500;
let flight = null;
let opened = ""; // the id of the button that was pressed last

// ---------------------------------------------------------------- merging

function merge(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  let at = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const match = find(old, at, one);
    if (match === null) {
      old.insertBefore(one, at);
      continue;
    }
    if (match !== at) old.insertBefore(match, at);
    else at = at.nextSibling;
    if (match.nodeType === Node.ELEMENT_NODE) merge(match, one);
    else if (match.data !== one.data) match.data = one.data;
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// What stands for a node of the fresh table in the old one: of an element with an id that one alone.
function find(old, at, one) {
  if (one.id) {
    for (let other = at; other !== null; other = other.nextSibling) if (other.id === one.id) return other;
    return null;
  }
  if (at === null || at.id || at.nodeType !== one.nodeType || at.nodeName !== one.nodeName) return null;
  return at;
}

// ---------------------------------------------------------------- cards that fly

function places(table) {
  const found = new Map();
  for (const card of table.querySelectorAll(".spot [data-card]")) found.set(card.dataset.card, card);
  return found;
}

function show(fresh) {
  const table = document.getElementById("table");
  const put = () => {
    const held = document.activeElement && document.activeElement.closest("main") !== null;
    const sheet = document.getElementById("sheet") !== null;
    merge(table, fresh);
    const over = document.getElementById("sheet");
    const lost = held && !document.activeElement.closest("main");
    if (over && !sheet) over.focus({ preventScroll: true });
    else if (sheet && !over) (opener() || resting()).focus({ preventScroll: true });
    else if (lost && resting()) resting().focus({ preventScroll: true });
    rove();
  };
  if (flight) flight.skipTransition();
  const before = places(table);
  const moved = [...places(fresh).keys()].filter((card) => !before.has(card));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || !document.startViewTransition;
  if (still || !moved.length || document.hidden) {
    put();
    return;
  }
  const mark = (flies) => {
    for (const card of moved) {
      const lies = document.querySelector(`.spot [data-card="${card}"]`) || document.querySelector(`[data-card="${card}"]`);
      if (lies) lies.classList.toggle("flies", flies);
    }
  };
  mark(true);
  const mine = (flight = document.startViewTransition(() => { put(); mark(true); }));
  mine.ready.catch(() => {});
  mine.finished.catch(() => {}).finally(() => {
    mark(false);
    if (flight === mine) flight = null;
  });
}

// ---------------------------------------------------------------- where the focus is

// After a card, or where what had the focus has gone: the hand, else what stands in place of the cloth.
function resting() {
  return document.querySelector("#hand button:not([aria-disabled])") || document.querySelector("#hand button") ||
    document.getElementById("hand") || document.getElementById("below");
}

function opener() {
  return opened && document.getElementById(opened);
}

// ---------------------------------------------------------------- the socket

function open() {
  socket = new WebSocket(`${location.href.replace(/^http/, "ws").replace(/[?#].*$/, "")}/live`);
  let greeted = false;
  socket.addEventListener("message", ({ data }) => {
    const told = JSON.parse(data);
    if (!greeted) {
      greeted = true;
      pause = 500;
      state.hidden = true;
      for (const press of unanswered.values()) socket.send(JSON.stringify(press));
      look();
    }
    for (const key of told.done) unanswered.delete(key);
    const fresh = new DOMParser().parseFromString(told.html, "text/html").getElementById("table");
    show(fresh);
    if (told.news) tell(told.news);
    errors.textContent = told.note;
    socket.send(JSON.stringify({ heard: told.number }));
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === 1008) {
      location.reload();
      return;
    }
    if (!greeted) letIn();
    state.textContent = state.dataset.lost;
    state.hidden = false;
    setTimeout(open, pause);
    pause = Math.min(pause * 2, 15000);
  });
}

// While all see their pages, the messages in Discord rest.
function look() {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ seen: !document.hidden }));
}
document.addEventListener("visibilitychange", look);

// A socket that was refused does not say why: the page itself does.
async function letIn() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.status === 403) location.reload();
}

function send(press) {
  unanswered.set(press.key, press);
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(press));
}

function key() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("click", (event) => {
  const close = event.target.closest("[data-close]");
  if (close) {
    socket.send(JSON.stringify({ sheet: "close" }));
    return;
  }
  const says = event.target.closest("[data-say]");
  if (says) tell(says.dataset.say);
  if (event.target.closest("#keys")) {
    localStorage.setItem("letters", letters() ? "off" : "on");
    rove();
  }
  const button = event.target.closest("[data-press]");
  if (!button) return;
  opened = button.id;
  let values = JSON.parse(button.dataset.values || "[]");
  if (button.dataset.boxes) {
    values = [...button.closest("fieldset").querySelectorAll("input:checked")].map((box) => box.value);
  }
  errors.textContent = "";
  send({ press: button.dataset.press, values, key: key() });
});

// ---------------------------------------------------------------- what is said, and keys

// What is said twice is a new text each time, or it would not be heard.
function tell(text) {
  news.textContent = news.textContent === text ? `${text}\u00a0` : text;
}

function letters() {
  return localStorage.getItem("letters") !== "off";
}

// The hand is one stop, with arrows.
function rove() {
  const cards = [...document.querySelectorAll("#hand button")];
  const now = cards.find((card) => card === document.activeElement) || cards.find((card) => !card.ariaDisabled) || cards[0];
  for (const card of cards) card.tabIndex = card === now ? 0 : -1;
  const keys = document.getElementById("keys");
  if (keys) keys.setAttribute("aria-pressed", String(letters()));
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };
let suit = ""; // the letter that was typed first

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && document.getElementById("sheet-close")) document.getElementById("sheet-close").click();
  if (event.key in STEPS && event.target.closest("#hand")) {
    const cards = [...document.querySelectorAll("#hand button")];
    const at = cards.indexOf(event.target) + STEPS[event.key];
    cards[Math.max(0, Math.min(cards.length - 1, at))].focus();
    rove();
    event.preventDefault();
    return;
  }
  if (!letters() || !event.target.closest("#cloth, #mine") || event.target.closest("input, select, textarea")) return;
  // by the letter on the key or, of a keyboard with other letters, by its place
  const key = /^[a-z0-9]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^Key/, "");
  if (event.shiftKey) {
    const says = document.getElementById(`say-${key}`);
    if (says) tell(says.dataset.say);
    suit = "";
    return;
  }
  const card = suit && document.getElementById(`c-${key === "1" || key === "0" ? "T" : key}${suit}`);
  if (card) {
    card.focus();
    card.click();
  }
  suit = !card && "SHDC".includes(key) ? key : "";
});

rove();
open();
