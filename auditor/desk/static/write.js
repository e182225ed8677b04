// Somebody writes a hand: the text is judged after each pause in typing, mistakes stand beside their lines, a fix is
// one click, names and statements are offered. The desk does the thinking; without this script the page works by its
// buttons.
const $ = (q, r = document) => r.querySelector(q);
const form = $("#writing"), field = $("#text"), behind = $("#behind"), gutter = $("#gutter");
const list = $("#mistakes"), offers = $("#offers"), told = $("#told"), side = $("#beside");
const csrf = $('meta[name="csrf"]').content;
const PAUSE = 120; // ms without a key after which the text is judged
const SOON = 60; // ms after which names and statements are offered
const UNSAVED = "kept nowhere until it is saved";
const DRAFT = "auditor-draft";
const MARKS = { unread: "u", record: "r", breach: "b", irregularity: "i", advisory: "a" };
let mistakes = [], fixes = [], judged = null, saved = field.value, asked = 0, timer = 0, soon = 0, lastKey = 0;

// ---- asking the desk ----

async function ask(what, body) {
  const answer = await fetch(`/api/look/${what}`, {
    method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 300));
  return answer.json();
}
function say(...texts) {
  told.replaceChildren(...texts.map((text) => {
    const p = document.createElement("p"), bdi = document.createElement("bdi");
    p.className = "note";
    bdi.textContent = text;
    p.append(bdi);
    return p;
  }));
}
async function trying(doing) {
  try { return await doing(); } catch (error) { say(`The desk does not answer: ${error.message}`); return null; }
}

// ---- places in the text ----

const lines = () => field.value.split("\n");
function place(at = field.selectionStart) {
  const before = field.value.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}
function offset(line, column, all = lines()) {
  let at = 0;
  for (let i = 0; i < Math.min(line - 1, all.length); i += 1) at += all[i].length + 1;
  return Math.min(at + [...(all[line - 1] ?? "")].slice(0, column - 1).join("").length, field.value.length);
}
// What is written this way can be taken back with Ctrl+Z, which setting the value would forbid. A long text is set.
const LONG = 50000;
let putting = false;
function put(from, to, text) {
  field.focus();
  field.setSelectionRange(from, to);
  putting = true;
  const done = text.length < LONG && document.execCommand(text ? "insertText" : "delete", false, text);
  putting = false;
  if (!done) field.setRangeText(text, from, to, "end");
  changed();
}
// Fixes are those of the text that was judged last. If it has been changed since, it is judged first.
async function fix(which) {
  if (field.value !== judged) await judge();
  const now = which === null ? null : mistakes.find((one) => one.message === which.message && one.fix.length);
  take(which === null ? fixes : now?.fix ?? []);
}
function take(edits) {
  const cursor = place();
  const all = lines();
  const seen = new Set();
  const ordered = [...edits].sort((a, b) => b.line - a.line || b.column - a.column);
  for (const one of ordered) {
    const key = JSON.stringify(one);
    if (seen.has(key)) continue;
    seen.add(key);
    put(offset(one.line, one.column, all), offset(one.line, one.end_column, all), one.replacement);
  }
  const back = offset(cursor.line, cursor.column);
  field.setSelectionRange(back, back);
  judge();
}

// ---- judging ----

async function judge() {
  clearTimeout(timer);
  const mine = ++asked, text = field.value, { line } = place();
  const answer = await trying(() => ask("write", { text, line }));
  if (answer === null || mine !== asked) return;
  ({ mistakes, fixes } = answer);
  judged = text;
  side.innerHTML = answer.beside; // made by the desk's templates, which escape whatever a text says
  show();
  document.dispatchEvent(new CustomEvent("judged", { detail: performance.now() - lastKey }));
}
function later() {
  lastKey = performance.now();
  clearTimeout(timer);
  timer = setTimeout(judge, PAUSE);
}
function show() {
  const button = $("#all"), n = mistakes.length, fixable = mistakes.filter((one) => one.fix.length).length;
  $("#count").textContent = n ? `${n} to look at` : field.value.trim() ? "nothing to put right" : "";
  button.hidden = !fixable;
  button.textContent = fixable === 1 ? "Take the fix" : `Take all ${fixable} fixes`;
  list.replaceChildren(...mistakes.map(item));
  arrange();
}
function item(one) {
  const li = document.createElement("li"), word = document.createElement("span"), where = document.createElement("span");
  const message = document.createElement("bdi"), mark = MARKS[one.kind];
  li.className = `mistake ${mark}`;
  li.dataset.number = one.number;
  word.className = `sev ${mark}`;
  word.innerHTML = `<svg class="i" viewBox="0 0 12 12" aria-hidden="true"><use href="#i-${mark}"/></svg>`;
  word.append(one.word);
  where.className = "quiet";
  where.textContent = `line ${one.line}`;
  message.textContent = one.message;
  li.append(word, " ", where, " ", message);
  if (one.fix.length) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one.fix_words;
    button.addEventListener("click", () => fix(one));
    li.append(" ", button);
  }
  return li;
}

// ---- lines, their numbers, and what is wrong with them beside them ----

function arrange() {
  const all = lines();
  field.rows = Math.max(all.length + 1, 18);
  gutter.textContent = all.map((_, i) => i + 1).join("\n");
  underline(all);
  const height = parseFloat(getComputedStyle(field).lineHeight), top = parseFloat(getComputedStyle(field).paddingTop);
  let free = 0;
  const beside = getComputedStyle(list).position === "relative";
  for (const li of list.children) {
    if (!beside) { li.style.top = ""; continue; }
    const at = Math.max(top + (mistakes[+li.dataset.number].line - 1) * height, free);
    li.style.top = `${at}px`;
    free = at + li.offsetHeight + 2;
  }
  list.style.minHeight = beside ? `${free}px` : "";
  current();
}
function underline(all) {
  const parts = [];
  let done = 0;
  for (const one of [...mistakes].sort((a, b) => a.line - b.line || a.column - b.column)) {
    const from = offset(one.line, one.column, all), to = offset(one.line, one.end_column, all);
    if (from < done || to <= from) continue;
    const mark = document.createElement("mark");
    mark.className = MARKS[one.kind];
    mark.textContent = field.value.slice(from, to);
    parts.push(field.value.slice(done, from), mark);
    done = to;
  }
  behind.replaceChildren(...parts, field.value.slice(done));
  behind.scrollLeft = field.scrollLeft;
}
let lineNow = 0;
function current() {
  const { line } = place();
  $("#line").value = line;
  for (const li of list.children) li.classList.toggle("now", mistakes[+li.dataset.number]?.line === line);
  const moved = line !== lineNow;
  lineNow = line;
  return moved;
}
function step(way) {
  if (!mistakes.length) return;
  const { line, column } = place();
  const after = (one) => one.line > line || (one.line === line && one.column > column);
  const before = (one) => one.line < line || (one.line === line && one.column < column);
  const next = way > 0 ? mistakes.find(after) ?? mistakes[0] : mistakes.findLast(before) ?? mistakes.at(-1);
  const at = offset(next.line, next.column);
  field.focus();
  field.setSelectionRange(at, at);
  list.children[mistakes.indexOf(next)].scrollIntoView({ block: "nearest" });
  current();
}

// ---- completion ----

let offered = [], chosen = -1, wordFrom = 0;
function close() {
  offers.hidden = true;
  offered = [];
  chosen = -1;
  field.removeAttribute("aria-activedescendant");
}
async function offer(forced = false) {
  const at = field.selectionStart, { line, column } = place(at);
  const text = lines()[line - 1].slice(0, column - 1);
  const word = /(?:"[^"]*|[^\s,[]*)$/.exec(text)[0];
  if (!forced && !word) { close(); return; }
  const all = await trying(() => ask("complete", { text: field.value, line, column }));
  if (all === null || at !== field.selectionStart) return;
  const begins = word.toLowerCase();
  offered = all.filter((one) => one.text.toLowerCase().startsWith(begins) && one.text !== word).slice(0, 30);
  wordFrom = at - word.length;
  if (!offered.length) { close(); return; }
  offers.replaceChildren(...offered.map((one, i) => {
    const li = document.createElement("li"), kind = document.createElement("small");
    li.role = "option";
    li.id = `offer-${i}`;
    li.textContent = one.text;
    kind.textContent = one.kind;
    li.append(kind);
    li.addEventListener("mousedown", (e) => { e.preventDefault(); choose(i); accept(); });
    return li;
  }));
  const box = caret(wordFrom);
  offers.style.left = `${box.left}px`;
  offers.style.top = `${box.bottom + 2}px`;
  offers.hidden = false;
  choose(0);
}
function caret(at) {
  const range = document.createRange(), walker = document.createTreeWalker(behind, NodeFilter.SHOW_TEXT);
  let left = at, node = walker.nextNode();
  while (node && node.length < left) { left -= node.length; node = walker.nextNode(); }
  const paper = behind.parentElement.getBoundingClientRect();
  if (!node) return { left: 0, bottom: 0 };
  range.setStart(node, left);
  range.setEnd(node, left);
  const box = range.getClientRects()[0] ?? paper;
  return { left: Math.min(Math.max(box.left - paper.left, 0), paper.width - 160), bottom: box.bottom - paper.top };
}
function choose(to) {
  chosen = (to + offered.length) % offered.length;
  [...offers.children].forEach((li, i) => li.setAttribute("aria-selected", i === chosen));
  offers.children[chosen].scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", `offer-${chosen}`);
}
function accept() {
  const one = offered[chosen];
  close();
  put(wordFrom, field.selectionStart, `${one.text} `);
}

// ---- what somebody does ----

function changed() {
  arrange();
  later();
  try { sessionStorage.setItem(DRAFT, field.value); } catch { /* it is full, or forbidden */ }
  $("#saved").textContent = field.value === saved ? "" : UNSAVED;
}
field.addEventListener("input", (e) => {
  if (putting) return;
  changed();
  clearTimeout(soon);
  if (!["insertText", "deleteContentBackward"].includes(e.inputType)) close();
  else soon = setTimeout(offer, SOON);
});
field.addEventListener("scroll", () => { behind.scrollLeft = field.scrollLeft; });
document.addEventListener("selectionchange", () => {
  if (document.activeElement === field && current() && offers.hidden) later();
});
field.addEventListener("blur", close);
field.addEventListener("keydown", (e) => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); offer(true); return; }
  if (offers.hidden) {
    if (e.key === "Enter" && !e.altKey && !e.ctrlKey && !e.shiftKey) indent(e);
    return;
  }
  if (e.key === "Escape") { e.stopPropagation(); close(); }
  else if (e.key === "Tab" && !e.shiftKey) accept();
  else if (e.key === "ArrowDown") choose(chosen + 1);
  else if (e.key === "ArrowUp") choose(chosen - 1);
  else { if (e.key === "Enter") close(); return; }
  e.preventDefault();
});
function indent(e) {
  const before = lines()[place().line - 1], gap = /^\s*/.exec(before)[0];
  const deeper = /^(hand|table)\b/.test(before) ? "  " : gap;
  if (!deeper || field.selectionStart !== field.selectionEnd) return;
  e.preventDefault();
  document.execCommand("insertText", false, `\n${deeper}`);
}
document.addEventListener("keydown", (e) => {
  if (e.key === "F8") { e.preventDefault(); step(e.shiftKey ? -1 : 1); }
  else if (e.key === "Enter" && e.altKey) {
    e.preventDefault();
    const here = mistakes.find((one) => one.line === place().line && one.fix.length);
    if (here) fix(here);
  }
});
field.addEventListener("paste", async (e) => {
  const text = e.clipboardData?.getData("text/plain") ?? "";
  if (text.split("\n").length < 4) return;
  e.preventDefault();
  const from = field.selectionStart, to = field.selectionEnd;
  const read = await trying(() => ask("convert", { text: text.replaceAll("\r\n", "\n") }));
  put(from, to, read?.text ?? text.replaceAll("\r\n", "\n"));
  if (read?.text) say(...read.told);
});
async function opened(text) {
  const read = await trying(() => ask("convert", { text }));
  put(0, field.value.length, read?.text ?? text);
  say(...(read?.told ?? []));
  field.setSelectionRange(0, 0);
}
$("#file").addEventListener("change", async (e) => {
  const file = e.target.files[0];
  if (!file) return;
  if (file.size > 1000000) say("The file is longer than 1,000,000 bytes: audit it as a file.");
  else await opened((await file.text()).replaceAll("\r\n", "\n"));
  e.target.value = "";
});
$("#begin").addEventListener("click", async (e) => {
  e.preventDefault();
  const read = await trying(() => ask("start", { text: $("#start").value }));
  if (read?.text) { put(0, field.value.length, read.text); field.setSelectionRange(0, 0); say(); }
  else say("The samples have no hand of this game.");
});
$("#all").addEventListener("click", (e) => { e.preventDefault(); fix(null); });
$("#judge").addEventListener("click", (e) => { e.preventDefault(); judge(); });
$("#save").addEventListener("click", () => { saved = field.value; $("#saved").textContent = "saved"; });
side.addEventListener("click", (e) => {
  const button = e.target.closest("[data-add]");
  if (!button) return;
  const all = lines(), { line } = place(), first = all.findIndex((one) => /^hand\b/.test(one));
  const at = button.dataset.where === "hand" ? line : first < 0 ? all.length : first;
  const from = offset(at + 1, 1, all), added = button.dataset.add.split("\n").map((one) => `  ${one}\n`).join("");
  put(from, from, added);
});
window.addEventListener("beforeunload", (e) => { if (field.value !== saved && field.value.trim()) e.preventDefault(); });
new ResizeObserver(arrange).observe(list.parentElement);

// ---- the beginning ----

form.classList.add("live");
$("#open").hidden = false;
field.setAttribute("aria-autocomplete", "list");
field.setAttribute("aria-controls", "offers");
const draft = sessionStorage.getItem(DRAFT);
if (!field.value.trim() && draft) { field.value = draft; say("This is what you wrote here before. Clear the field to begin anew."); }
list.replaceChildren();
arrange();
judge();
