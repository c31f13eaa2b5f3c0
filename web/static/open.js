"use strict";
// A link's token stands behind the "#", which browsers send to nobody. It is taken out of the address at once, and posted
// when somebody presses: a program that only looks at links presses nothing.
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const says = document.getElementById("says");
const sit = document.getElementById("sit");

async function ask(sits) {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token, sit: sits }) };
  const told = await fetch("/open", asked).then((answer) => answer.json()).catch(() => null);
  if (told?.go) location.replace(told.go);
  says.textContent = told ? told.over || told.says || "" : says.dataset.lost;
  sit.hidden = !told?.button;
  sit.textContent = told?.button || "";
  if (!told) setTimeout(ask, 3000, sits); // the network or the bot is away
}

sit.addEventListener("click", () => {
  sit.disabled = true;
  ask(true).finally(() => { sit.disabled = false; });
});
ask(false);
