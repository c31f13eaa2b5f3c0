"use strict";
// The browser has no rules and no state: it sends what was pressed, and merges the parts of the table that come.
const byId = (id) => document.getElementById(id);
const all = (which, within = document) => [...within.querySelectorAll(which)];
const isOn = (id) => (localStorage[id] || byId(id)?.dataset.kept) === "on"; // a switch
const tellSwitches = () => all("[data-kept]").forEach((one) => one.setAttribute("aria-pressed", isOn(one.id)));
const send = (told) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(told));
// What is said twice is a new text each time, or it would not be heard.
const tell = (text) => byId("news").replaceChildren(passing(byId("news").textContent === text ? `${text}\u00a0` : text));
// Shown for as long as the stylesheet says.
const passing = (text) => Object.assign(document.createElement("p"), { textContent: text, onanimationend: ({ target }) => target.remove() });
const unanswered = new Map(); // presses that may not have arrived, by their keys
let [socket, timer, pause] = [null, null, 500]; // milliseconds until the next try to connect, by this timer
let asked = 0; // since when something must come, by a clock that nobody sets
let [pushed, flight] = [null, null]; // what has come and does not lie yet; the way of its cards
let [tapped, opener, suit] = [null, "", ""]; // the button, and the id of one below a sheet; the letter that was typed first

// What comes is told in the first line; behind it stand parts of the page, each with the id of the one that it replaces.
// A card flies from the hand in which it was seen or, of one that was hidden, from its player's plate; those of a trick that
// lies before it to the plate of who has taken them.
function receive(data) {
  flight?.skipTransition();
  lay();
  const end = data.indexOf("\n");
  const [told, parts] = [JSON.parse(data.slice(0, end)), [...new DOMParser().parseFromString(data.slice(end), "text/html").body.children]];
  [pushed, asked] = [[told, parts], 0];
  for (const key of told.done) unanswered.delete(key);
  const fresh = parts.flatMap((part) => all(".spot .card", part)).filter(({ id }) => !byId(id));
  const stays = !document.startViewTransition || document.hidden || byId("sheet") || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (stays || !fresh.length) return lay();
  for (const card of fresh) {
    const [at, code] = [card.parentNode.id.slice(5), card.dataset.card];
    const from = document.querySelector(`#c-${code}, .lie [data-card="${code}"]`) || document.querySelector(`#seat-${at} .held`);
    for (const one of [card, from]) one?.setAttribute("data-flies", at);
  }
  const won = document.querySelector(".spot.won");
  const trick = won ? all(".spot .card") : [];
  for (const card of trick) card.dataset.taken = card.parentNode.id.slice(5);
  flight = document.startViewTransition(() => {
    lay();
    document.querySelector(`#${won?.id.replace("spot", "seat")} .plate`)?.append(...trick);
  });
  flight.finished.then(() => trick.forEach((card) => card.remove()));
  flight.ready.catch(() => {}); // another push came before
}

function lay() {
  if (!pushed) return;
  const [{ number, news, note, moments, turn }, parts] = pushed;
  const [held, calls, sheet] = [...["main", "#acts"].map((which) => document.activeElement.closest(which)), byId("sheet")];
  pushed = null;
  for (const one of all("[data-flies]")) delete one.dataset.flies;
  for (const part of parts) merge(byId(part.id), part);
  tellTimes();
  tellSwitches();
  const [over, lost] = [byId("sheet"), held && !document.activeElement.closest("main")];
  const call = calls && document.querySelector("#acts [data-press^='call:']"); // of the level that was chosen
  const resting = over || call || document.querySelector("#hand [tabindex='0']") || byId("hand") || byId("below");
  const to = sheet && !over ? byId(opener) || resting : ((over && !sheet) || lost) && resting;
  if (to) to.focus({ preventScroll: true });
  if (news) tell(news);
  if (note) byId("errors").replaceChildren(passing(note));
  byId("moments").append(...moments.map(passing));
  if (turn && tapped && isOn("click")) byId("sound").play().catch(() => {});
  send({ heard: number });
  if (number > 1) return;
  pause = 500;
  byId("state").textContent = "";
  unanswered.forEach(send);
  look();
}

// Only what differs is touched: the focus, what was ticked and typed, and what was opened stay.
function merge(old, fresh) {
  const stays = (name) => fresh.hasAttribute(name) || (name === "open" && old.tagName === "DETAILS");
  for (const { name } of [...old.attributes]) if (!stays(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let at = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const match = one.id ? [...old.children].find(({ id }) => id === one.id) : at?.nodeName === one.nodeName && !at.id && at;
    if (match && match === at) at = at.nextSibling;
    else old.insertBefore(match || one, at);
    if (match?.nodeType === Node.ELEMENT_NODE) merge(match, one);
    else if (match && match.data !== one.data) match.data = one.data;
  }
  while (at) [at] = [at.nextSibling, at.remove()];
}

// Moments are told in the reader's own time, as in Discord; one that is near by how long it is until then.
const STYLES = { t: { timeStyle: "short" }, d: { dateStyle: "short" }, D: { dateStyle: "long" }, F: { dateStyle: "full", timeStyle: "short" } };
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
function tellTimes() {
  for (const time of all("time")) {
    const [at, way, language] = [new Date(time.dateTime), time.className.slice(3), document.documentElement.lang];
    const left = (at - Date.now()) / 1000;
    const [unit, seconds] = UNITS.find(([, one]) => Math.abs(left) >= one) || UNITS[3];
    time.textContent = way === "R" ? new Intl.RelativeTimeFormat(language).format(Math.round(left / seconds), unit)
      : at.toLocaleString(language, STYLES[way] || { dateStyle: "long", timeStyle: "short" });
  }
}

function connect() {
  clearTimeout(timer);
  const mine = (socket = new WebSocket(`${location.origin.replace("http", "ws")}${location.pathname}/live`));
  asked = performance.now() + 5000; // this takes longer
  mine.onmessage = ({ data }) => receive(data);
  mine.onclose = async ({ code }) => {
    if (socket !== mine) return;
    // a socket that was refused does not say why: the page itself does
    const page = pause > 500 && (await fetch(location.href).catch(() => null));
    if (code === 1008 || page?.status === 403) location.reload();
    else if (socket === mine) again();
  };
}

function again() {
  clearTimeout(timer);
  socket?.close();
  [socket, asked] = [null, 0];
  byId("state").textContent = byId("state").dataset.lost;
  timer = setTimeout(connect, pause);
  pause = Math.min(pause * 2, 15000);
}

// While all see their pages, the messages in Discord rest. It is answered.
function look() {
  send({ seen: !document.hidden });
  asked ||= socket && performance.now();
}
document.addEventListener("visibilitychange", look);

// After a change of networks no browser says that nothing comes any more.
setInterval(() => {
  tellTimes();
  if (asked && performance.now() - asked > 4000) again();
  else if (unanswered.size) look();
}, 5000);
window.addEventListener("offline", again);
window.addEventListener("online", () => socket || connect());

document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest("button");
  if (!button) return;
  const { press, card, say, kept } = button.dataset;
  if (say) tell(say);
  if (kept) localStorage[button.id] = isOn(button.id) ? "off" : "on";
  tellSwitches();
  const point = byId("task")?.dataset.point;
  if (!press && !(card && point)) return;
  if (card && detail > 1 && button !== tapped) return; // the second of two taps, on what has moved beneath the finger
  if (unanswered.size === 8) return; // so many may wait
  tapped = button;
  if (!button.closest("#sheet")) opener = button.id;
  byId("errors").textContent = "";
  const filled = (within) => all("input:checked, [type=text]", within).map(({ value }) => value);
  const group = button.closest("fieldset");
  const fields = group ? all("[data-field]", group).map(filled) : [];
  const values = button.value ? [button.value] : group && !fields.length ? filled(group) : [];
  const key = crypto.getRandomValues(new Uint32Array(3)).join("-");
  unanswered.set(key, { press: press || point + card, values, fields, key });
  send(unanswered.get(key));
});

// The hand is one stop, with arrows.
const cards = () => all("#hand button");
document.addEventListener("focusin", ({ target }) => {
  if (target.closest("#hand button")) for (const card of cards()) card.tabIndex = card === target ? 0 : -1;
});
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") byId("sheet-close")?.click();
  const step = STEPS[event.key];
  if (step && event.target.closest("#hand")) {
    const at = cards().indexOf(event.target) + step;
    cards()[Math.max(0, Math.min(cards().length - 1, at))].focus();
    event.preventDefault();
  }
  if (step || !isOn("letters") || !event.target.closest("#cloth, #mine") || event.target.closest("input")) return;
  // by the letter on the key or, of a keyboard with other letters, by its place
  const key = /^[a-z0-9]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^(Key|Digit)/, "");
  const says = event.shiftKey && !/\d/.test(key); // some have figures above
  const button = byId(says ? `say-${key}` : suit ? `c-${key.replace(/^[10]$/, "T")}${suit}` : "");
  if (!says) button?.focus();
  button?.click();
  suit = !button && !says && "SHDC".includes(key) ? key : "";
});

connect();
