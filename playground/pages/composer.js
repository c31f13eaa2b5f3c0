// The input line: a message, or a command with its options.

import { act } from "/pages/door.js";
import { said } from "/pages/said.js";
import { element, plain, words } from "/pages/text.js";

const SUBCOMMAND = 1;
const GROUP = 2;
const FILE = 11;
const PAUSE = 120;
let count = 0;

// As a command, an option or a choice is called in the reader's language.
const called = (one, locale) => one.name_localizations?.[locale] ?? one.name;
const described = (one, locale) => one.description_localizations?.[locale] ?? one.description;

// Every command that can be used, groups opened: { name, shown, description, options }. It is sent by its name.
export function leaves(commands, locale) {
  const open = (node, path, seen) => {
    const name = [...path, node.name];
    const shown = [...seen, called(node, locale)];
    const nested = (node.options ?? []).filter((one) => one.type === SUBCOMMAND || one.type === GROUP);
    return nested.length ? nested.flatMap((one) => open(one, name, shown)) : [{ name: name.join(" "), shown: shown.join(" "), description: described(node, locale), options: node.options ?? [] }];
  };
  return commands.filter((one) => (one.type ?? 1) === 1).flatMap((one) => open(one, [], []));
}

// `place` has id, title, commands(), people() and locale(); `used(name, answer)` hears what came of a command.
export class Composer {
  constructor(place, used) {
    this.place = place;
    this.used = used;
    this.node = element("div", "composer");
    this.#writing();
  }

  #writing() {
    const input = element("input");
    input.type = "text";
    input.autocomplete = "off";
    input.maxLength = 2000;
    input.placeholder = said("Message {place} or type /", { place: this.place.title });
    input.ariaLabel = said("Message {place}, or a slash and a command", { place: this.place.title });
    const options = () => {
      if (!input.value.startsWith("/")) return [];
      const typed = input.value.slice(1).trimStart().toLowerCase();
      const fits = (name) => name.startsWith(typed) || typed.startsWith(`${name} `) || (typed.length > 1 && name.includes(typed));
      return leaves(this.place.commands(), this.place.locale())
        .filter((one) => fits(one.shown) || fits(one.name))
        .map((one) => ({ label: `/${one.shown}`, hint: one.description, command: one }));
    };
    const list = new Listbox(input, (option) => this.#commanding(option.command, input.value));
    const offer = () => {
      const found = options();
      if (!found.length && input.value.startsWith("/")) list.say(said("No such command"));
      else list.show(found);
    };
    const slash = element("button", "slash", "/");
    slash.type = "button";
    slash.ariaLabel = said("Use a command");
    slash.addEventListener("click", () => {
      input.value = "/";
      input.focus();
      offer();
    });
    input.addEventListener("input", offer);
    input.addEventListener("focus", offer);
    input.addEventListener("keydown", async (event) => {
      if (event.key !== "Enter" || event.isComposing || list.takes(event)) return;
      const text = input.value.trim();
      if (!text || text.startsWith("/")) return;
      input.value = "";
      const answer = await act("say", { channel: this.place.id, text });
      if (answer.error) input.value = text;
    });
    this.node.replaceChildren(list.node, element("div", "writing", slash, input));
    return input;
  }

  // `written` is what was typed: options in it, as in "/rules game: Contract", are filled in.
  #commanding(command, written) {
    const form = element("form", "command-form");
    const fields = [...command.options].sort((one, other) => Boolean(other.required) - Boolean(one.required));
    const made = fields.map((option) => this.#field(command, option, () => values(made.filter((field) => field.option.type !== FILE))));
    const send = element("button", "button primary", said("Send"));
    const cancel = element("button", "cancel", "✕");
    cancel.type = "button";
    cancel.ariaLabel = said("Cancel the command");
    const leave = () => this.#writing().focus();
    cancel.addEventListener("click", leave);
    form.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && leave());
    form.append(
      element("div", "heading", element("b", "", `/${command.shown}`), element("span", "hint", plain(command.description)), cancel),
      ...made.map((field) => field.node),
      send,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = Object.entries(values(made));
      this.#writing();
      const options = Object.fromEntries(await Promise.all(given.map(async ([name, value]) => [name, await value])));
      this.used(command.shown, await act("slash", { channel: this.place.id, command: command.name, options }));
    });
    for (const field of made) field.fill(written);
    this.node.replaceChildren(form);
    (made.find((field) => !field.input.value)?.input ?? send).focus();
  }

  #field(command, option, given) {
    const input = this.#input(option);
    const id = `option-${++count}`;
    input.id = id;
    input.required = Boolean(option.required);
    const locale = this.place.locale();
    const label = element("label", "", called(option, locale));
    label.htmlFor = id;
    const description = described(option, locale);
    const hint = element("span", "hint", plain(option.required ? description : said("{what} (optional)", { what: description })));
    const field = { option, input, node: element("div", "option", label, input, hint) };
    field.value = () => option.type === FILE ? sent(input.files[0]) : typed(option, input.dataset.value ?? input.value);
    field.fill = (written) => {
      if (option.type === FILE) return;
      const wanted = new RegExp(`\\s(?:${option.name}|${called(option, locale)}):\\s*(.*?)(?=\\s+[\\w-]+:|$)`, "i").exec(written)?.[1].trim() ?? "";
      const listed = wanted && input.options ? [...input.options] : [];
      const meant = [(text) => text === wanted.toLowerCase(), (text) => text.includes(wanted.toLowerCase())]
        .map((fits) => listed.find((one) => fits(one.text.toLowerCase()))).find(Boolean);
      input.value = input.options ? meant?.value ?? "" : wanted;
    };
    if (option.autocomplete) this.#completing(command, field, given);
    return field;
  }

  #input(option) {
    const choices = option.choices?.length ? option.choices.map((one) => [called(one, this.place.locale()), one.value]) : null;
    const people = option.type === 6 ? Object.entries(this.place.people()).map(([id, name]) => [name, id]) : null;
    const yesNo = option.type === 5 ? [[said("True"), "true"], [said("False"), "false"]] : null;
    const listed = choices ?? people ?? yesNo;
    if (listed) {
      const input = element("select", "menu");
      input.append(new Option(option.required ? said("Choose…") : "—", ""));
      for (const [name, value] of listed) input.append(new Option(plain(name), value));
      return input;
    }
    const input = element("input");
    input.type = option.type === FILE ? "file" : option.type === 4 || option.type === 10 ? "number" : "text";
    input.autocomplete = "off";
    if (option.type === 10) input.step = "any";
    if (option.min_value != null) input.min = option.min_value;
    if (option.max_value != null) input.max = option.max_value;
    if (option.min_length != null) input.minLength = option.min_length;
    if (option.max_length != null) input.maxLength = option.max_length;
    return input;
  }

  #completing(command, field, given) {
    const { input, option } = field;
    input.type = "text";
    let asked = 0;
    let later = 0;
    const list = new Listbox(input, (choice) => {
      input.value = plain(choice.label);
      input.dataset.value = choice.value;
    });
    const ask = async () => {
      const number = ++asked;
      const others = given();
      delete others[option.name];
      const answer = await act("complete", { channel: this.place.id, command: command.name, option: option.name, value: input.dataset.value ? "" : input.value, options: others });
      if (number !== asked || document.activeElement !== input) return;
      if (answer.error || answer.failed) list.say(said("Loading options failed"));
      else if (!answer.choices.length) list.say(said("No options match your search"));
      else list.show(answer.choices.map((one) => ({ label: one.name, value: String(one.value) })));
    };
    input.addEventListener("input", () => {
      delete input.dataset.value;
      clearTimeout(later);
      later = setTimeout(ask, PAUSE);
    });
    input.addEventListener("focus", ask);
    input.addEventListener("keydown", (event) => list.takes(event));
    field.node.prepend(list.node);
  }
}

function values(fields) {
  return Object.fromEntries(fields.filter((field) => field.input.value !== "").map((field) => [field.option.name, field.value()]));
}

// A file as it is sent: its name, and its bytes in base64.
async function sent(file) {
  const reader = new FileReader();
  await new Promise((done) => {
    reader.addEventListener("loadend", done);
    reader.readAsDataURL(file);
  });
  return { name: file.name, data: (reader.result ?? "").split(",")[1] ?? "" };
}

function typed(option, value) {
  if (option.type === 5) return value === "true";
  return option.type === 4 || option.type === 10 ? Number(value) : value;
}

// A list of options over an input, for mouse, finger and keyboard.
class Listbox {
  constructor(input, choose) {
    this.input = input;
    this.choose = choose;
    this.node = element("ul", "listbox");
    this.node.id = `list-${++count}`;
    this.node.setAttribute("role", "listbox");
    this.node.hidden = true;
    this.at = 0;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", this.node.id);
    input.setAttribute("aria-expanded", "false");
    input.addEventListener("keydown", (event) => this.#steer(event));
    input.addEventListener("blur", () => setTimeout(() => this.hide(), 150));
  }

  show(options) {
    this.options = options;
    this.at = 0;
    this.node.replaceChildren(...options.map((option, index) => this.#row(option, index)));
    this.#open(options.length > 0);
    this.#mark();
  }

  say(words) {
    this.options = [];
    this.node.replaceChildren(element("li", "none", words));
    this.#open(true);
  }

  hide() {
    this.#open(false);
  }

  // Whether a key was, or is, for the list.
  takes(event) {
    return event.defaultPrevented || (!this.node.hidden && this.options.length > 0);
  }

  #row(option, index) {
    const row = element("li", "", element("span", "name", words(option.label)), option.hint ? element("span", "hint", plain(option.hint)) : null);
    row.id = `${this.node.id}-${index}`;
    row.setAttribute("role", "option");
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => this.#take(index));
    return row;
  }

  #open(isOpen) {
    this.node.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
  }

  #take(index) {
    this.hide();
    this.choose(this.options[index]);
  }

  #steer(event) {
    if (this.node.hidden || !this.options.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.at = (this.at + step + this.options.length) % this.options.length;
    else if (event.key === "Enter" || event.key === "Tab") this.#take(this.at);
    else if (event.key === "Escape") this.hide();
    else return;
    event.preventDefault();
    this.#mark();
  }

  #mark() {
    [...this.node.children].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) {
        this.input.setAttribute("aria-activedescendant", row.id);
        if (!this.node.hidden) row.scrollIntoView({ block: "nearest" });
      }
    });
  }
}
