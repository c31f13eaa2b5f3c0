// One person's Discord: the channels with their threads, the direct messages, and what the person does in them.

import { Composer } from "/pages/composer.js";
import { act, listen } from "/pages/door.js";
import { draw, failure, name, onlyYou, usedLine } from "/pages/message.js";
import { openForm } from "/pages/modal.js";
import { said, speak } from "/pages/said.js";
import { element } from "/pages/text.js";

const NEAR_THE_END = 80;
const RINGS_FOR = 6000;
// What the page has before it is known who reads it.
const LABELS = [[".home", "All players"], ["#tabs", "Channels"], ["#threads", "Threads of this channel"], ["#rings", "Notifications"]];
const isWide = matchMedia("(min-width: 900px)");
const context = { people: {}, channels: {}, commands: {} };
const places = new Map();
const busy = new Set();
const failed = new Set();
let chosen = null;

class Place {
  constructor(channel) {
    this.id = channel.id;
    this.dm = channel.dm;
    this.parent = channel.parent ?? null; // the channel of a thread
    this.archived = Boolean(channel.archived);
    this.title = this.parent ? channel.name : channel.dm ? `@${channel.name}` : `#${channel.name}`;
    this.messages = new Map();
    this.dismissed = new Set();
    this.tab = tab(this);
    this.list = element("div", "messages");
    this.list.setAttribute("role", "log");
    this.list.tabIndex = 0;
    this.list.ariaLabel = said("Messages in {place}", { place: this.title });
    this.jump = element("button", "jump", said("New messages ↓"));
    this.jump.type = "button";
    this.jump.hidden = true;
    this.jump.addEventListener("click", () => this.toEnd());
    this.composer = new Composer(
      { id: this.id, title: this.title, commands: () => context.commands[this.parent ?? this.id] ?? [], people: () => context.people, locale: () => context.me.locale },
      (name, answer) => this.used(name, answer),
    );
    this.node = element("section", channel.dm ? "pane dm" : "pane", element("h1", "", this.title), this.list, this.jump, this.composer.node);
    this.node.ariaLabel = this.title;
    this.node.id = `pane-${this.id}`;
    this.pinned = true;
    this.top = 0;
    this.rung = 0;
    this.list.addEventListener("scroll", () => this.lookWhere());
    new ResizeObserver(() => this.keepPlace()).observe(this.list);
    this.list.addEventListener("load", () => this.keepPlace(), true);
  }

  get isShown() {
    return this.node.classList.contains("chosen") || (this.dm && isWide.matches);
  }

  reset(messages) {
    this.messages.clear();
    this.list.replaceChildren(element("p", "start", said("This is the start of {place}.", { place: this.title })));
    for (const message of messages) this.put(message);
    this.toEnd();
  }

  put(message) {
    if (this.dismissed.has(message.id)) return;
    this.lookWhere();
    const before = this.messages.get(message.id);
    this.messages.set(message.id, message);
    const focused = before && this.nodeOf(message.id)?.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const node = draw(message, context, deeds);
    if (before) {
      this.nodeOf(message.id)?.replaceWith(node);
      if (focused) node.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    } else {
      const later = [...this.list.querySelectorAll("article[data-id]")].find((one) => BigInt(one.dataset.id) > BigInt(message.id));
      this.list.insertBefore(node, later ?? null);
      if (!this.isShown || document.hidden) this.unread(message.author.id !== context.me.id);
      if (!this.pinned) this.jump.hidden = false;
    }
    this.keepPlace();
  }

  remove(id) {
    this.messages.delete(id);
    this.nodeOf(id)?.remove();
  }

  redraw(id) {
    const message = this.messages.get(id);
    if (message) this.put(message);
  }

  // Draws again what names a channel that was not known.
  mentions(channel) {
    for (const one of [...this.messages.values()]) if (JSON.stringify(one).includes(`<#${channel}>`)) this.put(one);
  }

  nodeOf(id) {
    return this.list.querySelector(`article[data-id="${id}"]`);
  }

  // As a push notification on a telephone, for a message that is not before the reader's eyes.
  ring(message) {
    if (this.isShown && !document.hidden && this.pinned && document.hasFocus()) return;
    this.rung += 1;
    this.tab.dataset.rung = this.rung;
    const pieces = this.nodeOf(message.id)?.querySelectorAll(".content > *, .embed-title") ?? [];
    const text = [...pieces].map((piece) => piece.textContent).join(" ");
    const note = element("button", "ring", element("b", "", `${name(message.author)} · ${this.title}`), element("span", "", text));
    note.type = "button";
    note.addEventListener("click", () => {
      note.remove();
      choose(this);
    });
    document.getElementById("rings").append(note);
    setTimeout(() => note.remove(), RINGS_FOR);
    this.node.classList.remove("rung");
    requestAnimationFrame(() => this.node.classList.add("rung"));
  }

  unread(is) {
    if (!is) {
      this.rung = 0;
      delete this.tab.dataset.rung;
    }
    this.tab.classList.toggle("unread", is);
    this.tab.ariaLabel = is ? said("{place}, unread", { place: this.title }) : this.title;
    listThreads();
    const any = [...places.values()].some((place) => place.tab.classList.contains("unread"));
    document.title = `${any ? "● " : ""}${context.me.name} · ${chosen?.title ?? ""}`;
  }

  // Pinned to the newest unless the reader has scrolled away, which a picture that grows as it comes does not.
  lookWhere() {
    if (!this.list.clientHeight) return;
    const top = this.list.scrollTop;
    const isNear = this.list.scrollHeight - top - this.list.clientHeight < NEAR_THE_END;
    this.pinned = isNear || (this.pinned && top >= this.top);
    this.top = top;
    if (this.pinned) this.jump.hidden = true;
  }

  keepPlace() {
    if (!this.pinned) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.top = this.list.scrollTop; // at once: the event of it comes a frame later, perhaps after the reader's own
  }

  toEnd() {
    this.pinned = true;
    this.jump.hidden = true;
    this.keepPlace();
  }

  used(name, answer) {
    if (answer.modal) openForm(answer.interaction, answer.modal, context);
    if (!answer.failed && !answer.error) return;
    const note = element("article", "message ephemeral lone");
    const words = answer.error ?? said("The application did not respond");
    note.append(usedLine(context.me.name, name));
    note.append(element("div", "body", failure(words), onlyYou(() => note.remove())));
    this.list.append(note);
    this.toEnd();
  }
}

const deeds = {
  isBusy: (message, id) => busy.has(`${message.id} ${id}`),
  hasFailed: (message) => failed.has(message.id),
  dismiss(message) {
    const place = places.get(message.channel_id);
    place.dismissed.add(message.id);
    place.remove(message.id);
  },
  press: (message, button) => doing(message, button, "press", {}),
  choose: (message, menu, values) => doing(message, menu, "choose", { values }),
};

async function doing(message, component, deed, extra) {
  const key = `${message.id} ${component.custom_id}`;
  if (busy.has(key)) return;
  const place = places.get(message.channel_id);
  busy.add(key);
  failed.delete(message.id);
  place.redraw(message.id);
  const answer = await act(deed, { message: message.id, custom_id: component.custom_id, ...extra });
  busy.delete(key);
  if (answer.failed || answer.error) failed.add(message.id);
  place.redraw(message.id);
  if (answer.modal) openForm(answer.interaction, answer.modal, context);
}

// ---------------------------------------------------------------------- places

function tab(place) {
  const made = element("button", place.dm ? "tab dm" : "tab", place.title);
  made.type = "button";
  made.setAttribute("role", "tab");
  made.setAttribute("aria-controls", `pane-${place.id}`);
  if (place.parent) made.classList.add("thread");
  made.addEventListener("click", () => {
    choose(place);
    history.replaceState(null, "", `/as/${context.me.key}${place.dm ? "/dm" : ""}`);
  });
  return made;
}

function choose(place) {
  chosen = place;
  for (const one of places.values()) {
    one.node.classList.toggle("chosen", one === place);
    one.tab.setAttribute("aria-selected", String(one === place));
  }
  listThreads();
  place.toEnd();
  seen();
}

// The threads of the channel that is open, below the tabs. An archived one is there as long as it is read.
function listThreads() {
  if (!chosen) return;
  const bar = document.getElementById("threads");
  const all = [...places.values()].filter((one) => one.parent);
  const here = all.filter((one) => one.parent === (chosen.parent ?? chosen.id) && (!one.archived || one === chosen));
  const tabs = here.map((one) => one.tab);
  if (tabs.length !== bar.children.length || tabs.some((one, index) => one !== bar.children[index])) bar.replaceChildren(...tabs);
  bar.hidden = !tabs.length;
  for (const place of places.values()) {
    const news = all.some((one) => one.parent === place.id && one.tab.classList.contains("unread"));
    if (!place.parent) place.tab.classList.toggle("below", news);
  }
}

function hearOfThread({ id, thread, messages }) {
  const place = places.get(id);
  if (thread) context.channels[id] = thread.name;
  if (!thread) {
    if (!place) return;
    places.delete(id);
    place.node.remove();
    if (chosen === place) choose(places.get(place.parent));
  } else if (place) {
    place.archived = thread.archived;
    if (messages) place.reset(messages);
  } else {
    const fresh = new Place(thread);
    places.set(id, fresh);
    document.getElementById("panes").append(fresh.node);
    fresh.reset(messages);
    for (const one of places.values()) one.mentions(id);
  }
  listThreads();
}

function seen() {
  if (document.hidden) return;
  for (const place of places.values()) if (place.isShown) place.unread(false);
}

function firstPlace() {
  const wanted = location.pathname.endsWith("/dm");
  const all = [...places.values()];
  // beside open direct messages a wide page still shows the table
  return all.find((place) => place.dm === (wanted && !isWide.matches)) ?? all[0];
}

// ---------------------------------------------------------------------- news

function hear(news) {
  switch (news.kind) {
    case "hello":
      return greet(news);
    case "message": {
      const place = places.get(news.message.channel_id);
      place?.put(news.message);
      if (news.rings) place?.ring(news.message);
      return undefined;
    }
    case "gone":
      return places.get(news.channel_id)?.remove(news.id);
    case "thread":
      return hearOfThread(news);
    case "commands":
      context.commands = news.commands;
      return undefined;
    case "bot":
      return tell(news.up ? "" : said("{name} is offline.", context.bot));
    default:
      return undefined;
  }
}

function greet(hello) {
  Object.assign(context, { me: hello.me, bot: hello.bot, commands: hello.commands });
  speak(hello.me.locale);
  for (const [query, label] of LABELS) document.querySelector(query).ariaLabel = said(label);
  context.people = { ...hello.people, [hello.bot.id]: hello.bot.name };
  context.channels = Object.fromEntries(hello.channels.map((one) => [one.id, one.name]));
  document.getElementById("me").textContent = hello.me.name;
  if (!places.size) {
    for (const channel of hello.channels) places.set(channel.id, new Place(channel));
    document.getElementById("tabs").append(...[...places.values()].map((place) => place.tab));
    document.getElementById("panes").append(...[...places.values()].map((place) => place.node));
  }
  const gone = [...places.values()].filter((place) => place.parent && !hello.threads.some((one) => one.id === place.id));
  for (const place of gone) hearOfThread({ id: place.id, thread: null });
  for (const place of places.values()) if (!place.parent) place.reset(hello.messages[place.id]);
  for (const news of hello.threads) hearOfThread(news);
  choose(chosen ?? firstPlace());
  tell(hello.up ? "" : said("{name} is offline.", hello.bot));
}

function tell(words) {
  const state = document.getElementById("state");
  state.textContent = words;
  state.hidden = !words;
}

document.addEventListener("click", (event) => {
  const channel = event.target.closest?.("button.mention")?.dataset.channel;
  if (channel && places.has(channel)) choose(places.get(channel));
});
isWide.addEventListener("change", () => chosen && choose(chosen.dm && isWide.matches ? firstPlace() : chosen));
document.addEventListener("visibilitychange", seen);
listen(hear, () => tell(said("The playground is away; trying again…")));
