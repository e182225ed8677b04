// The page is told when a log has changed or has been audited anew. A page on which nobody is writing is shown anew.
const said = document.querySelector("#changes"), form = document.querySelector("#changed");
const version = document.querySelector('meta[name="version"]').content;
let stream = null;

const writing = () => location.pathname.startsWith("/write")
  || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
  || [...document.querySelectorAll("main textarea, main input[type=text]")].some((one) => one.value !== one.defaultValue);
function take(event) {
  const now = JSON.parse(event.data);
  said.textContent = now.words || (now.fault ? `The logs could not be audited anew: ${now.fault}` : "");
  form.hidden = !said.textContent;
  if (String(now.version) === version) return;
  stop();
  if (!writing()) location.reload();
  else if (!location.pathname.startsWith("/write")) {
    said.textContent = "The logs were audited anew: load this page again to see it.";
    form.hidden = false;
  }
}
function stop() { stream?.close(); stream = null; }
// A browser keeps few connections to one desk: a page that nobody sees needs none.
function listen() {
  if (document.hidden) { stop(); return; }
  if (stream) return;
  stream = new EventSource("/api/changes");
  stream.addEventListener("desk", take);
}
document.addEventListener("visibilitychange", listen);
window.addEventListener("pagehide", stop);
listen();

// A page that waits for an audit looks again by itself, and says how far that has come. Without script its head does.
const LOOKS = 2000; // ms
const waits = () => document.querySelector("[data-waits]");
async function look() {
  const answer = await fetch(location.href).catch(() => null);
  const made = answer && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-waits]");
  if (answer && !made) { location.reload(); return; }
  if (made) waits().textContent = made.textContent;
  setTimeout(look, LOOKS);
}
if (waits()) setTimeout(look, LOOKS);
