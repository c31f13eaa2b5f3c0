"use strict";
// The browser has no rules and no state: it sends what was pressed, and merges the table that comes.
const state = document.getElementById("state");
const news = document.getElementById("news");
const errors = document.getElementById("errors");
const unanswered = new Map(); // presses that may not have arrived, by their keys
let socket = null;
let pause = 500;
let flight = null;

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
  const held = document.activeElement && document.activeElement.closest("#hand") !== null;
  const put = () => {
    merge(table, fresh);
    if (held && !document.activeElement.closest("#hand")) {
      const next = document.querySelector("#hand button:not([aria-disabled])") || document.querySelector("#hand button");
      if (next) next.focus({ preventScroll: true });
    }
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
    }
    for (const key of told.done) unanswered.delete(key);
    const fresh = new DOMParser().parseFromString(told.html, "text/html").getElementById("table");
    show(fresh);
    if (told.news) news.textContent = told.news;
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
  const button = event.target.closest("[data-press]");
  if (!button) return;
  let values = JSON.parse(button.dataset.values || "[]");
  if (button.dataset.boxes) {
    values = [...button.closest("fieldset").querySelectorAll("input:checked")].map((box) => box.value);
  }
  errors.textContent = "";
  send({ press: button.dataset.press, values, key: key() });
});

// ---------------------------------------------------------------- the hand is one stop, with arrows

function rove() {
  const cards = [...document.querySelectorAll("#hand button")];
  const now = cards.find((card) => card === document.activeElement) || cards.find((card) => !card.ariaDisabled) || cards[0];
  for (const card of cards) card.tabIndex = card === now ? 0 : -1;
}

document.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
  if (!(event.key in steps) || !event.target.closest("#hand")) return;
  const cards = [...document.querySelectorAll("#hand button")];
  const at = cards.indexOf(event.target) + steps[event.key];
  cards[Math.max(0, Math.min(cards.length - 1, at))].focus();
  rove();
  event.preventDefault();
});

rove();
open();
