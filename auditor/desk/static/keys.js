// The keys of every page. Single letters can be switched off, and never act inside a field.
const LETTERS = "auditor-letters";
const PLACES = { o: "/", f: "/findings", w: "/write", r: "/rulebooks" };

export const $ = (query, root = document) => root.querySelector(query);
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

/** Does somebody type there, so that a key is a letter of a text? */
export function typing(event) {
  const { tagName, type, isContentEditable } = event.target;
  return isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(tagName) && !["range", "radio", "checkbox"].includes(type));
}

/** Is this key pressed alone, outside of a field, and, if it is a letter, may letters act? */
export function acts(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event)) return false;
  return event.key.length > 1 || event.key === " " || lettersAct();
}

export function lettersAct() {
  try {
    return localStorage.getItem(LETTERS) !== "off";
  } catch {
    return true; // a browser that keeps nothing
  }
}

function setUpSwitch() {
  const field = $("[data-letters]");
  if (!field) return;
  const box = $("[data-letters-on]");
  field.hidden = false;
  box.checked = lettersAct();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(LETTERS, box.checked ? "on" : "off");
    } catch { /* a browser that keeps nothing */ }
  });
}

let going = false;

function pressed(event) {
  if (event.key === "Escape" && typing(event)) return event.target.blur();
  if (!acts(event)) return;
  const { key } = event;
  if (going && PLACES[key]) return location.assign(PLACES[key]);
  going = key === "g";
  const marked = /^[hcd/]$/.test(key) ? $(`[data-key="${key}"]`) : null;
  const neighbour = { j: "next", k: "prev" }[key];
  if (key === "?") location.assign("/keys");
  else if (key === "Escape" && $("[data-up]")) location.assign($("[data-up]").href);
  else if (marked) follow(event, marked);
  else if (neighbour && !$("[data-rows]") && $(`.crumbs a[rel="${neighbour}"]`)) location.assign($(`.crumbs a[rel="${neighbour}"]`).href);
}

/** A link is opened, a field is gone to. */
function follow(event, marked) {
  event.preventDefault();
  marked.focus();
  if (marked.href) marked.click();
}

setUpSwitch();
document.addEventListener("keydown", pressed);
