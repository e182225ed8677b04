// Lists and tables: the row that keys move, filters that act at once, wide tables for the keyboard, copying an address.
import { $, $$, acts } from "./keys.js";

const rows = $$("[data-rows] .row");
let current = rows.findIndex((row) => row.classList.contains("cur"));

function pick(to) {
  current = Math.max(0, Math.min(rows.length - 1, to));
  rows.forEach((row, n) => row.classList.toggle("cur", n === current));
  rows[current].focus();
}

document.addEventListener("keydown", (event) => {
  if (!rows.length || !acts(event)) return;
  const beyond = { j: current === rows.length - 1 && "next", k: current === 0 && "prev" }[event.key];
  const page = beyond && $(`.pager a[rel="${beyond}"]`);
  if (page) location.assign(page.href);
  else if (event.key === "j" || event.key === "k") pick(current + (event.key === "j" ? 1 : -1));
  else if (event.key === "h" && current >= 0 && rows[current].dataset.hand) location.assign(rows[current].dataset.hand);
  else if (event.key === "d" && current >= 0) location.assign(`${rows[current].href}#decide`);
});
rows.forEach((row, n) => row.addEventListener("focus", () => { current = n; }));

// A filter acts as soon as it is changed; what is empty does not go into the address.
const filter = $("form[data-auto]");
if (filter) {
  const fields = () => [...filter.elements].filter((one) => one.name); // the order stands at the head of the list
  filter.addEventListener("submit", () => {
    for (const field of fields()) field.disabled ||= field.value === "" || (field.name === "sort" && field.value === "place");
  });
  for (const field of fields()) field.addEventListener("change", () => filter.requestSubmit());
  addEventListener("pageshow", () => { for (const field of fields()) field.disabled = false; });
}

// A table wider than its panel can be scrolled by keyboard, and is a stop for Tab only then.
const watch = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else if (!target.hasAttribute("role")) target.removeAttribute("tabindex");
  }
});
$$(".wide").forEach((box) => watch.observe(box));

const copy = $("[data-copy]");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    copy.textContent = "Copied";
  });
}
$("[data-print]")?.addEventListener("click", () => print());
