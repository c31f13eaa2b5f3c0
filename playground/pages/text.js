// Discord's markdown as DOM nodes. Never HTML: every character of a message ends in a text node.

import { said, tongue } from "/pages/said.js";

const SUITS = /[♠♥♦♣♤♡♢♧](?:\uFE0E|\uFE0F)?/g;
const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[^\w\s])`,
    "(?<ticks>`{1,2})(?<code>.+?)\\k<ticks>(?!`)",
    String.raw`<@!?(?<user>\d+)>`,
    String.raw`<@&(?<role>\d+)>`,
    String.raw`<#(?<channel>\d+)>`,
    String.raw`<\/(?<command>[^:>]+):\d+>`,
    String.raw`<t:(?<time>-?\d+)(?::(?<style>[tTdDfFR]))?>`,
    String.raw`<a?:(?<emoji>\w+):(?<emojiId>\d+)>`,
    String.raw`\[(?<label>[^\]\n]+)\]\(<?(?<target>https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)`,
    String.raw`<(?<boxed>https?:\/\/[^\s>]+)>`,
    String.raw`(?<bare>https?:\/\/[^\s<>]+[^\s<>.,:;"')\]])`,
    String.raw`\|\|(?<spoiler>[\s\S]+?)\|\|`,
    String.raw`\*\*\*(?<both>[\s\S]+?)\*\*\*`,
    String.raw`\*\*(?<bold>[\s\S]+?)\*\*(?!\*)`,
    String.raw`__(?<under>[\s\S]+?)__(?!_)`,
    String.raw`~~(?<strike>[\s\S]+?)~~`,
    String.raw`\*(?<italic>(?=\S)[\s\S]*?\S)\*(?!\*)`,
    String.raw`(?<!\w)_(?<slant>(?=\S)[\s\S]*?\S)_(?!\w)`,
    String.raw`(?<everyone>@everyone|@here)`,
  ].join("|"),
  "g",
);

export function element(tag, className = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child != null));
  return made;
}

// Suits as letters of the text, in its colour, and never as emoji.
export function plain(text) {
  return String(text).replace(SUITS, (suit) => `${suit[0]}\uFE0E`);
}

// The same as nodes, the suits a little larger than letters, as cards print them.
export function words(text) {
  const made = document.createDocumentFragment();
  for (const part of plain(text).split(/([♠♥♦♣♤♡♢♧]\uFE0E)/)) {
    if (part) made.append(part.endsWith("\uFE0E") ? element("span", "suit", part) : part);
  }
  return made;
}

// A whole message. `names` knows people and channels by id.
export function markdown(text, names) {
  const made = document.createDocumentFragment();
  const parts = String(text).split(/```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g);
  for (let index = 0; index < parts.length; index += 3) {
    if (parts[index]) made.append(blocks(trimmed(parts[index], index, parts.length), names));
    if (index + 2 < parts.length) made.append(element("pre", "", element("code", "", plain(parts[index + 2]))));
  }
  return made;
}

function trimmed(text, index, count) {
  const after = index > 0 ? text.replace(/^\n/, "") : text;
  return index + 2 < count ? after.replace(/\n$/, "") : after;
}

function blocks(text, names) {
  const made = document.createDocumentFragment();
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) made.append(element("div", "line", inline(paragraph.join("\n"), names)));
    paragraph = [];
  };
  while (lines.length) {
    const line = lines.shift();
    const heading = /^(#{1,3})\s+(.+)/.exec(line);
    const item = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)/.exec(line);
    if (heading) {
      flush();
      made.append(element(`h${heading[1].length + 2}`, `h${heading[1].length}`, inline(heading[2], names)));
    } else if (/^-# /.test(line)) {
      flush();
      made.append(element("small", "subtext", inline(line.slice(3), names)));
    } else if (/^>>> /.test(line)) {
      flush();
      made.append(element("blockquote", "", blocks([line.slice(4), ...lines.splice(0)].join("\n"), names)));
    } else if (/^> ?/.test(line) && (line.startsWith("> ") || line === ">")) {
      flush();
      const quoted = [line.slice(2)];
      while (lines.length && (lines[0].startsWith("> ") || lines[0] === ">")) quoted.push(lines.shift().slice(2));
      made.append(element("blockquote", "", blocks(quoted.join("\n"), names)));
    } else if (item) {
      flush();
      made.append(list(item, lines, names));
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return made;
}

function list(first, lines, names) {
  const made = element(first[2] ? "ol" : "ul");
  if (first[2]) made.start = Number(first[2]);
  let item = first;
  for (;;) {
    const last = element("li", "", inline(item[3], names));
    made.append(last);
    for (;;) {
      item = lines.length ? /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)/.exec(lines[0]) : null;
      if (!item || item[1].length <= first[1].length) break; // a deeper item opens a list in this one
      lines.shift();
      last.append(list(item, lines, names));
    }
    if (!item || item[1].length < first[1].length || Boolean(item[2]) !== Boolean(first[2])) return made;
    lines.shift();
  }
}

function inline(text, names) {
  const made = document.createDocumentFragment();
  let done = 0;
  for (const found of text.matchAll(INLINE)) {
    letters(made, text.slice(done, found.index));
    made.append(span(found.groups, names) ?? found[0]);
    done = found.index + found[0].length;
  }
  letters(made, text.slice(done));
  return made;
}

function letters(made, text) {
  text.split("\n").forEach((line, index) => {
    if (index) made.append(document.createElement("br"));
    made.append(words(line));
  });
}

// A channel that the reader knows is opened by a press.
function channel(id, name) {
  if (name === undefined) return element("span", "mention", said("#unknown"));
  const made = element("button", "mention", `#${name}`);
  made.type = "button";
  made.dataset.channel = id;
  return made;
}

function span(found, names) {
  const nested = (tag, text) => element(tag, "", inline(text, names));
  if (found.escaped) return plain(found.escaped);
  if (found.code) return element("code", "", plain(found.code.trim() || found.code));
  if (found.user) return element("span", "mention", `@${names.people[found.user] ?? said("unknown-user")}`);
  if (found.role) return element("span", "mention", "@role");
  if (found.channel) return channel(found.channel, names.channels[found.channel]);
  if (found.command) return element("span", "mention", `/${found.command}`);
  if (found.time) return stamp(Number(found.time), found.style ?? "f");
  if (found.emoji) return picture(found.emojiId, found.emoji);
  if (found.label) return link(found.target, inline(found.label, names));
  if (found.boxed || found.bare) return link(found.boxed ?? found.bare, found.boxed ?? found.bare);
  if (found.spoiler) return spoiler(nested("span", found.spoiler));
  if (found.both) return element("strong", "", nested("em", found.both));
  if (found.bold) return nested("strong", found.bold);
  if (found.under) return nested("u", found.under);
  if (found.strike) return nested("s", found.strike);
  if (found.italic || found.slant) return nested("em", found.italic ?? found.slant);
  if (found.everyone) return element("span", "mention", found.everyone);
  return null;
}

export function picture(id, name) {
  const made = element("img", "emoji");
  made.src = `/cdn/emojis/${id}.png`;
  made.alt = `:${name}:`;
  made.title = made.alt;
  return made;
}

function link(target, content) {
  const made = element("a", "", content);
  made.href = target;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  return made;
}

export function spoiler(content) {
  const made = element("button", "spoiler", content);
  made.type = "button";
  made.ariaLabel = said("Spoiler, press to show");
  content.inert = true;
  made.addEventListener("click", () => {
    const shown = element("span", "spoiler shown", content);
    content.inert = false;
    made.replaceWith(shown);
  });
  return made;
}

// ---------------------------------------------------------------------- time

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];

const at = (unix, style) => new Intl.DateTimeFormat(tongue(), STYLES[style]).format(unix * 1000);

function stamp(unix, style) {
  const made = element("time", "stamp");
  made.dateTime = new Date(unix * 1000).toISOString();
  made.title = at(unix, "F");
  made.dataset.unix = unix;
  made.dataset.style = style;
  write(made);
  return made;
}

function write(made) {
  const unix = Number(made.dataset.unix);
  const told = made.dataset.style === "R" ? relative(unix) : at(unix, made.dataset.style);
  if (made.textContent !== told) made.textContent = told;
}

function relative(unix) {
  const away = Math.round(unix - Date.now() / 1000);
  const step = STEPS.find(([, seconds]) => Math.abs(away) >= seconds);
  const told = new Intl.RelativeTimeFormat(tongue(), { numeric: "auto" });
  return step ? told.format(Math.round(away / step[1]), step[0]) : told.format(away, "second");
}

setInterval(() => document.querySelectorAll('time[data-style="R"]').forEach(write), 1000);
