// Two reports that somebody has are read here and compared by the desk.
const form = document.querySelector("[data-reports]");
const out = document.querySelector("[data-compared]");
form.hidden = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = async (name) => form.elements[name]?.files[0]?.text() ?? null;
  out.hidden = false;
  out.textContent = "Comparing.";
  try {
    const body = JSON.stringify({ before: await text("before"), now: await text("now") });
    const csrf = document.querySelector("meta[name=csrf]").content;
    const answer = await fetch("/api/look/compare", { method: "POST", body, headers: { "x-csrf-token": csrf } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    out.replaceChildren(...page.body.childNodes);
  } catch {
    out.textContent = "The desk did not answer. A report larger than it takes is compared by 'auditor audit --baseline'.";
  }
});
