// Steps through a hand without loading the page anew: arrow keys, a slider, play. Each step is an address of the desk.
const steps = document.querySelector("[data-live=steps]");
const slider = document.createElement("input");
const player = document.createElement("button");
const parts = ["table", "steps", "open"];
const known = new Map(); // of each step, its page
let at = Number(steps.dataset.at);
const last = Number(steps.dataset.last);
let wanted = at;
let timer = 0;

const links = () => [...document.querySelectorAll(".lines a[data-step]")];
const address = (step) => links().find((one) => Number(one.dataset.step) === step)?.href;

async function fetched(step) {
  const where = address(step);
  if (!known.has(step) && where) known.set(step, fetch(where).then((answer) => (answer.ok ? answer.text() : Promise.reject())));
  if (known.size > 40) known.delete(known.keys().next().value);
  return new DOMParser().parseFromString(await known.get(step), "text/html");
}

async function go(to, speak = true) {
  wanted = Math.max(0, Math.min(last, to));
  if (wanted === at || !address(wanted)) return;
  const step = wanted;
  slider.value = step;
  let page;
  try {
    page = await fetched(step);
  } catch {
    location.href = address(step); // the desk says itself what is wrong
    return;
  }
  if (step !== wanted) return; // somebody was quicker
  show(page, step, speak);
  for (const next of [step + 1, step - 1]) if (address(next)) fetched(next).catch(() => known.delete(next));
}

function show(page, step, speak) {
  at = step;
  for (const name of parts) {
    const [old, made] = [document, page].map((one) => one.querySelector(`[data-live=${name}]`));
    if (old && made && name !== "steps") old.replaceChildren(...made.childNodes);
    if (old && made && name === "steps") turn(old, made);
  }
  const made = [...page.querySelectorAll(".lines > li")];
  for (const [place, line] of [...document.querySelectorAll(".lines > li")].entries()) {
    line.className = made[place]?.className ?? "";
    if (line.classList.contains("now")) {
      line.setAttribute("aria-current", "step");
      keepInView(line);
    } else line.removeAttribute("aria-current");
  }
  if (speak) history.replaceState(null, "", address(step));
  slider.setAttribute("aria-valuetext", steps.querySelector("[data-out]").textContent);
}

// Back and On stay where they are, so that whoever has come to one of them by Tab stays there.
function turn(old, made) {
  for (const [place, one] of [...made.querySelectorAll("[data-turn]")].entries()) {
    const here = old.querySelectorAll("[data-turn]")[place];
    if (one.hasAttribute("href")) here.setAttribute("href", one.getAttribute("href"));
    else here.removeAttribute("href");
    here.toggleAttribute("aria-disabled", !one.hasAttribute("href"));
  }
  old.querySelector("[data-out]").textContent = made.querySelector("[data-out]").textContent;
}

function keepInView(line) {
  const box = line.closest(".lines");
  const top = line.offsetTop - box.offsetTop;
  if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
}

function seek(way) {
  const faults = [...document.querySelectorAll(".lines > li.fault[data-step]")].map((one) => Number(one.dataset.step));
  const found = way > 0 ? faults.find((one) => one > at) : faults.findLast((one) => one < at);
  if (found !== undefined) go(found);
}

function play() {
  if (timer) {
    clearInterval(timer);
    timer = 0;
    player.textContent = "Play";
    return;
  }
  player.textContent = "Stop";
  timer = setInterval(() => (at < last ? go(at + 1) : play()), 900);
}

// The findings, marked where they stand on the slider.
function ticks() {
  const made = (name, values) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) one.setAttribute(key, value);
    return one;
  };
  const drawn = made("svg", { class: "ticks", height: 10, "aria-hidden": "true" });
  for (const line of document.querySelectorAll(".lines > li.fault[data-step]")) {
    const mark = line.querySelector(".m use")?.getAttribute("href");
    const x = `${(100 * Number(line.dataset.step)) / Math.max(last, 1)}%`;
    if (mark) drawn.append(made("use", { href: mark, x, width: 10, height: 10 }));
  }
  return drawn;
}

slider.type = "range";
slider.min = 0;
slider.max = last;
slider.value = at;
slider.setAttribute("aria-label", "Step of the hand");
slider.addEventListener("input", () => go(Number(slider.value)));
player.type = "button";
player.textContent = "Play";
player.addEventListener("click", play);
const track = document.createElement("span");
track.className = "track";
track.append(ticks(), slider);
steps.querySelector("[data-out]").before(track, player);
steps.querySelector("[data-out]").setAttribute("aria-live", "polite");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step], [data-turn]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.dataset.turn ? at + Number(link.dataset.turn) : Number(link.dataset.step));
});

const letters = () => document.documentElement.dataset.keys !== "off";
document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(last);
  else if (event.key === "n" && letters()) seek(1);
  else if (event.key === "p" && letters()) seek(-1);
  else if (event.key === " " && event.target === document.body) play();
  else return;
  event.preventDefault();
});
const first = document.querySelector(".lines > li.now");
if (first) keepInView(first);
