// A form that the bot has opened.

import { act } from "/pages/door.js";
import { said } from "/pages/said.js";
import { element, markdown, plain } from "/pages/text.js";

export function openForm(interaction, modal, names) {
  const dialog = element("dialog", "form");
  const form = element("form");
  form.method = "dialog";
  const title = element("h2", "", plain(modal.title));
  title.id = "form-title";
  dialog.setAttribute("aria-labelledby", "form-title");
  const fields = modal.components.flatMap((one) => fieldOf(one, names));
  const wrong = element("p", "failure");
  wrong.setAttribute("role", "alert");
  wrong.hidden = true;
  const cancel = element("button", "button secondary", said("Cancel"));
  cancel.type = "button";
  cancel.addEventListener("click", () => dialog.close());
  const send = element("button", "button primary", said("Submit"));
  form.append(title, ...fields.map((field) => field.node), wrong, element("div", "ends", cancel, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const values = Object.fromEntries(fields.filter((field) => field.id).map((field) => [field.id, field.value()]));
    const answer = await act("submit", { interaction, values });
    send.disabled = false;
    wrong.hidden = !(answer.error || answer.failed);
    wrong.textContent = answer.error ?? said("Something went wrong. Try again.");
    if (wrong.hidden) dialog.close();
  });
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function fieldOf(component, names, label = null, description = null) {
  switch (component.type) {
    case 1:
      return component.components.flatMap((one) => fieldOf(one, names));
    case 10:
      return [{ node: element("div", "content", markdown(component.content, names)) }];
    case 18:
      return fieldOf(component.component, names, component.label, component.description);
    case 4:
      return [textField(component, label, description)];
    case 3:
      return [choiceField(component, label, description)];
    case 21:
    case 22:
      return [boxes(component, label, description)];
    case 23: {
      const box = element("input");
      box.type = "checkbox";
      box.checked = Boolean(component.default);
      return [{ id: component.custom_id, node: labelled(box, label, description, false), value: () => box.checked }];
    }
    default:
      return [{ node: element("p", "failure", `(a field of type ${component.type})`) }];
  }
}

function textField(component, label, description) {
  const input = element(component.style === 2 ? "textarea" : "input");
  const required = component.required ?? true;
  input.value = component.value ?? "";
  input.required = required;
  input.placeholder = component.placeholder ?? "";
  if (component.max_length) input.maxLength = component.max_length;
  if (component.min_length) input.minLength = component.min_length;
  return { id: component.custom_id, node: labelled(input, label ?? component.label, description, required), value: () => input.value };
}

function choiceField(component, label, description) {
  const input = element("select", "menu");
  const required = component.required ?? true;
  input.multiple = (component.max_values ?? 1) > 1;
  if (!input.multiple) input.append(new Option(plain(component.placeholder ?? said("Make a selection")), ""));
  for (const one of component.options) input.append(new Option(plain(one.label), one.value, false, Boolean(one.default)));
  input.required = required;
  const value = () => [...input.selectedOptions].map((one) => one.value).filter(Boolean);
  return { id: component.custom_id, node: labelled(input, label, description, required), value };
}

function boxes(component, label, description) {
  const several = component.type === 22;
  const group = element("fieldset", "", element("legend", "", plain(label ?? "")));
  if (description) group.append(element("small", "", plain(description)));
  const inputs = component.options.map((one) => {
    const input = element("input");
    input.type = several ? "checkbox" : "radio";
    input.name = component.custom_id;
    input.value = one.value;
    input.checked = Boolean(one.default);
    input.required = !several && (component.required ?? true);
    const hint = one.description ? element("small", "", plain(one.description)) : null;
    group.append(element("label", "box", input, ` ${plain(one.label)}`, hint));
    return input;
  });
  const chosen = () => inputs.filter((one) => one.checked).map((one) => one.value);
  return { id: component.custom_id, node: group, value: () => (several ? chosen() : (chosen()[0] ?? null)) };
}

function labelled(input, label, description, required) {
  const words = element("span", "name", plain(label ?? ""));
  if (required) words.append(element("span", "star", " *"));
  return element("label", "field", words, description ? element("small", "", plain(description)) : null, input);
}
