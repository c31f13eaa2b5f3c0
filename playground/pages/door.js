// The one way from a page to the playground: what a person does, as JSON.

import { said } from "/pages/said.js";

const who = location.pathname.split("/")[2];

// The answer; a refusal or a lost connection is { error }.
export async function act(deed, body) {
  try {
    const answer = await fetch(`/do/${who}/${deed}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : {};
    return answer.ok ? told : { error: told.error ?? said("The playground answered {status}", answer) };
  } catch {
    return { error: said("The playground does not answer") };
  }
}

// Receives everything new, and connects again after the playground was away.
export function listen(hear, lost) {
  let opened = "";
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/live/${who}?opened=${opened}`);
    socket.addEventListener("message", (event) => {
      const news = JSON.parse(event.data);
      if (news.kind === "hello") opened = news.opened;
      hear(news);
    });
    socket.addEventListener("close", () => {
      lost();
      setTimeout(connect, 1000);
    });
  };
  connect();
}
