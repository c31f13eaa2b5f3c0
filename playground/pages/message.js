// One message as Discord draws it. Knows what a message holds, not where it stands or what a press does.

import { leaves } from "/pages/composer.js";
import { said, tongue } from "/pages/said.js";
import { element, markdown, picture, plain, spoiler, words } from "/pages/text.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const V2 = 1 << 15;
const THREAD_CREATED = 18;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const COLOURS = ["#5865f2", "#3ba55c", "#c27c0e", "#d8536f", "#2f8fa8", "#8e5cc4"];

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

// `act` has press(message, button), choose(message, menu, values), dismiss(message), isBusy(message, id), hasFailed(message)
export function draw(message, context, act) {
  const node = element("article", isEphemeral(message) ? "message ephemeral" : "message");
  node.dataset.id = message.id;
  if (message.pings) node.classList.add("mentioned");
  const body = element("div", "body");
  const used = message.interaction_metadata;
  if (used?.name) {
    const known = leaves(context.commands?.[message.channel_id] ?? [], tongue()).find((one) => one.name === used.name);
    node.append(usedLine(context.people[used.user.id] ?? used.user.username, known?.shown ?? used.name));
  }
  node.append(avatar(message.author), body);
  body.append(byline(message));
  const names = context;
  if (message.flags & LOADING) {
    body.append(element("p", "loading", element("span", "dots"), said("{name} is thinking…", { name: name(message.author) })));
  } else {
    if (message.type === THREAD_CREATED) body.append(element("div", "content", `${said("started a thread:")} `, element("b", "", plain(message.content))));
    else if (message.content) body.append(element("div", "content", markdown(message.content, names), edited(message)));
    for (const embed of message.embeds) body.append(drawEmbed(embed, message, names));
    if (!(message.flags & V2)) body.append(...attachments(message));
    for (const component of message.components) body.append(drawComponent(component, message, names, act));
  }
  if (act.hasFailed(message)) body.append(failure(said("This interaction failed")));
  if (isEphemeral(message)) body.append(onlyYou(() => act.dismiss(message)));
  return node;
}

// The line above the answer to a command.
export function usedLine(who, command) {
  return element("div", "used", element("b", "", who), ` ${said("used")} `, element("span", "command", `/${command}`));
}

export function failure(words) {
  const made = element("p", "failure", words);
  made.setAttribute("role", "alert");
  return made;
}

export function onlyYou(dismiss) {
  const button = element("button", "dismiss", said("Dismiss message"));
  button.type = "button";
  button.addEventListener("click", dismiss);
  return element("p", "only-you", eye(), `${said("Only you can see this")} • `, button);
}

const SVG = "http://www.w3.org/2000/svg";

function eye() {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("class", "eye");
  made.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7Zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8Z");
  made.append(path);
  return made;
}

export const name = (author) => author.global_name ?? author.username;

function avatar(author) {
  const made = element("span", "avatar", author.bot ? "♠\uFE0E" : name(author)[0]);
  made.ariaHidden = "true";
  made.style.background = author.bot ? COLOURS[0] : COLOURS[1 + (Number(BigInt(author.id) % 5n))];
  return made;
}

function byline(message) {
  const made = element("div", "byline", element("span", "author", name(message.author)));
  if (message.author.bot) made.append(element("span", "app", "APP"));
  const at = element("time", "", new Date(message.timestamp).toLocaleTimeString(tongue(), { hour: "2-digit", minute: "2-digit", hour12: false }));
  at.dateTime = message.timestamp;
  made.append(at);
  return made;
}

function edited(message) {
  return message.edited_timestamp ? element("span", "edited", said("(edited)")) : null;
}

// ---------------------------------------------------------------------- pictures and files

function image(url, description, message) {
  const held = message.attachments.find((one) => url === `attachment://${one.filename}`);
  const made = element("img");
  made.src = held ? held.url : url;
  made.alt = description || "";
  made.title = description || "";
  made.loading = "eager";
  const link = element("a", "", made);
  link.href = made.src;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  const alt = description ? element("details", "alt", element("summary", "", "ALT"), plain(description)) : null;
  return element("div", "picture", link, alt);
}

function attachments(message) {
  const inEmbeds = JSON.stringify(message.embeds);
  return message.attachments
    .filter((one) => !inEmbeds.includes(`attachment://${one.filename}`) && !inEmbeds.includes(one.url))
    .map((one) => (one.content_type?.startsWith("image/") ? image(one.url, one.description, message) : file(one.url, one.filename, one.size)));
}

function file(url, filename, size) {
  const link = element("a", "", filename);
  link.href = url;
  link.download = filename;
  return element("p", "file", link, element("small", "", size ? `${Math.ceil(size / 1024)} KB` : ""));
}

function drawEmbed(embed, message, names) {
  const made = element("section", "embed");
  if (embed.color != null) made.style.borderColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  if (embed.author?.name) made.append(element("div", "embed-author", plain(embed.author.name)));
  if (embed.title) made.append(element("div", "embed-title", markdown(embed.title, names)));
  if (embed.description) made.append(element("div", "content", markdown(embed.description, names)));
  const fields = element("div", "fields");
  for (const field of embed.fields ?? []) {
    fields.append(element("div", field.inline ? "field" : "field whole", element("b", "", markdown(field.name, names)), element("div", "", markdown(field.value, names))));
  }
  if (fields.childElementCount) made.append(fields);
  if (embed.thumbnail?.url) made.append(element("div", "thumbnail", image(embed.thumbnail.url, "", message)));
  if (embed.image?.url) made.append(image(embed.image.url, "", message));
  if (embed.footer?.text) made.append(element("div", "footer", plain(embed.footer.text)));
  return made;
}

// ---------------------------------------------------------------------- components

function drawComponent(component, message, names, act) {
  const children = () => (component.components ?? []).map((one) => drawComponent(one, message, names, act));
  switch (component.type) {
    case 1:
      return element("div", "row", ...children());
    case 2:
      return button(component, message, act);
    case 3:
    case 5:
    case 8:
      return menu(component, message, names, act);
    case 9:
      return element("div", "section", element("div", "section-text", ...children()), drawComponent(component.accessory, message, names, act));
    case 10:
      return element("div", "content", markdown(component.content, names));
    case 11:
      return hidden(component, element("div", "thumbnail", image(component.media.url, component.description, message)));
    case 12:
      return gallery(component, message);
    case 13:
      return hidden(component, file(component.file.url, component.name ?? "file", component.size));
    case 14:
      return element("hr", `${component.divider === false ? "bare" : ""} ${component.spacing === 2 ? "large" : ""}`);
    case 17: {
      const made = element("section", "container", ...children());
      if (component.accent_color != null) made.style.borderLeftColor = `#${component.accent_color.toString(16).padStart(6, "0")}`;
      return hidden(component, made);
    }
    default:
      return element("p", "failure", `(a component of type ${component.type})`);
  }
}

function hidden(component, made) {
  return component.spoiler ? spoiler(made) : made;
}

function gallery(component, message) {
  const made = element("div", `gallery of-${Math.min(component.items.length, 3)}`);
  for (const item of component.items) made.append(hidden(item, image(item.media.url, item.description, message)));
  return made;
}

function button(component, message, act) {
  const isLink = component.style === 5;
  const made = element(isLink ? "a" : "button", `button ${STYLES[component.style] ?? "secondary"}`);
  if (component.emoji) made.append(component.emoji.id ? picture(component.emoji.id, component.emoji.name) : element("span", "", plain(component.emoji.name)));
  if (component.label) made.append(element("span", "label", words(component.label)));
  if (isLink) {
    made.href = component.url;
    made.target = "_blank";
    made.rel = "noopener noreferrer";
    made.append(element("span", "out", "↗"));
    return made;
  }
  made.type = "button";
  made.disabled = Boolean(component.disabled);
  made.dataset.key = component.custom_id;
  if (!component.label) made.ariaLabel = component.emoji?.name ?? component.custom_id;
  if (act.isBusy(message, component.custom_id)) {
    made.classList.add("busy");
    made.ariaBusy = "true";
  }
  made.addEventListener("click", () => act.press(message, component));
  return made;
}

function menu(component, message, names, act) {
  const chosen = new Set((component.default_values ?? []).map((one) => one.id));
  const users = Object.entries(names.people).map(([value, label]) => ({ value, label, default: chosen.has(value) }));
  const channels = Object.entries(names.channels).map(([value, label]) => ({ value, label: `#${label}`, default: chosen.has(value) }));
  const options = { 5: users, 8: channels }[component.type] ?? component.options;
  const isBusy = act.isBusy(message, component.custom_id);
  const disabled = Boolean(component.disabled) || isBusy;
  if ((component.max_values ?? 1) > 1) return several(component, options, disabled, (values) => act.choose(message, component, values));
  const made = element("select", "menu");
  made.ariaLabel = component.placeholder ?? said("Make a selection");
  made.disabled = disabled;
  made.dataset.key = component.custom_id;
  made.append(new Option(plain(component.placeholder ?? said("Make a selection")), "", true));
  for (const option of options) made.append(new Option(told(option), option.value, false, Boolean(option.default)));
  // where nothing need be chosen, the first line takes the choice back, as Discord's cross does
  const mayBeNone = component.min_values === 0;
  made.addEventListener("change", () => (made.value !== "" || mayBeNone) && act.choose(message, component, made.value === "" ? [] : [made.value]));
  return made;
}

const told = (option) =>
  plain([option.emoji && !option.emoji.id ? option.emoji.name : "", option.label, option.description ? `– ${option.description}` : ""].filter(Boolean).join(" "));

// A list of which several may be chosen: ticked one by one, and sent when as many are ticked as it asks for.
function several(component, options, disabled, send) {
  const [least, most] = [component.min_values ?? 1, component.max_values ?? 1];
  const made = element("fieldset", "menu several");
  made.append(element("legend", "", plain(component.placeholder ?? said("Make a selection"))));
  made.dataset.key = component.custom_id;
  made.disabled = disabled;
  const boxes = options.map((option) => {
    const box = element("input");
    box.type = "checkbox";
    box.value = option.value;
    box.checked = Boolean(option.default);
    const drawn = option.emoji?.id ? [picture(option.emoji.id, option.emoji.name)] : [];
    made.append(element("label", "tick", box, ...drawn, element("span", "", words(told(option)))));
    return box;
  });
  const button = element("button", "button primary", said("Choose"));
  button.type = "button";
  const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const count = () => {
    const chosen = ticked().length;
    button.disabled = disabled || chosen < least || chosen > most;
    for (const box of boxes) box.disabled = !box.checked && chosen >= most;
  };
  made.addEventListener("change", count);
  button.addEventListener("click", () => send(ticked()));
  count();
  return element("div", "menus", made, button);
}
