// Sends the forms as JSON, shows the result, and refreshes the page's state.
const notice = document.querySelector("#notice");
let hideNotice = 0;

function say(text, failed = false) {
  notice.textContent = text;
  notice.dataset.failed = String(failed);
  clearTimeout(hideNotice);
  hideNotice = setTimeout(() => (notice.textContent = ""), 6000);
}

function bodyOf(form, button) {
  const body = {};
  for (const input of form.querySelectorAll("input[name]"))
    body[input.name] = input.type === "number" ? input.valueAsNumber : input.value.trim();
  const shared = form.querySelector("input[data-as]");
  if (shared) body[button?.dataset.name ?? shared.dataset.as] = shared.value.trim();
  return { ...body, ...JSON.parse(button?.dataset.also ?? "{}") };
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const buttons = form.querySelectorAll("button");
  const body = JSON.stringify(bodyOf(form, event.submitter));
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(form.dataset.post, { method: "POST", headers: { "content-type": "application/json" }, body });
    const answer = await response.json();
    say(response.ok ? "Done." : answer.message, !response.ok);
    await refresh();
  } catch {
    say("The simulator does not answer.", true);
  } finally {
    for (const button of buttons) button.disabled = false;
    event.submitter?.focus();
  }
});

function cell(text, className = "") {
  const element = document.createElement("td");
  element.className = className;
  element.append(text);
  return element;
}

function accountRow({ name, address, usdc, eth, blacklisted }) {
  const row = document.createElement("tr");
  const title = cell(name);
  if (blacklisted) {
    const flag = document.createElement("span");
    flag.className = "flag";
    flag.textContent = "Blacklisted";
    title.append(" ", flag);
  }
  const code = document.createElement("code");
  code.textContent = address;
  row.append(title, cell(code), cell(usdc, "num"), cell(eth, "num"));
  return row;
}

let shownAccounts = "";

async function refresh() {
  const { head, accounts, faults } = await (await fetch("/state")).json();
  document.querySelector('[data-live="head"]').textContent = head;
  for (const [name, value] of Object.entries(faults)) {
    const output = document.querySelector(`[data-live="${name}"]`);
    output.textContent = typeof value === "boolean" ? (value ? "on" : "off") : value;
    output.dataset.on = String(Boolean(value));
  }
  // Only if something changed. Otherwise a selected address would lose its selection every two seconds.
  const fresh = JSON.stringify(accounts);
  if (fresh !== shownAccounts) document.querySelector('[data-live="accounts"]').replaceChildren(...accounts.map(accountRow));
  shownAccounts = fresh;
}

setInterval(() => refresh().catch(() => say("The simulator does not answer.", true)), 2000);
