// The first page: the language in which each of its links opens somebody's Discord.

const links = [...document.querySelectorAll("a[href^='/as/'], a[href^='/at/']")];

document.addEventListener("change", (event) => {
  for (const link of links) link.href = `${new URL(link.href).pathname}?locale=${event.target.value}`;
});
