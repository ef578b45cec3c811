// Leads from another host name, such as 127.0.0.1, to the one that the server names. Sessions, passkeys and checkouts belong to that one. The
// page decides, because a server behind a proxy may not see the name that the browser uses.
const publicOrigin = document.querySelector('meta[name="origin"]')?.content;
if (publicOrigin && new URL(publicOrigin).hostname !== location.hostname) {
  location.replace(publicOrigin + location.pathname + location.search + location.hash);
}

// Runs before the first paint, so that the chosen theme does not flash. Same key as in src/features/settings/appearance.tsx.
const root = document.documentElement;
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}

// Frame of the page, for the shape that stands until the app has drawn it.
const path = location.pathname;
if (/^\/(merchant|admin)\//.test(path) && !/^\/\w+\/(login|register)/.test(path)) root.dataset.frame = "side";

// Applies the chosen theme to the browser's own toolbar.
function colourBar() {
  const { theme } = root.dataset;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.dataset.scheme ??= meta.media.includes("dark") ? "dark" : "light";
    meta.media = theme === undefined ? `(prefers-color-scheme: ${meta.dataset.scheme})` : theme === meta.dataset.scheme ? "all" : "not all";
  }
}
colourBar();
new MutationObserver(colourBar).observe(root, { attributeFilter: ["data-theme"] });

// Asks again for a file that does not come. Before the first paint there is nothing else that could, so the page is loaded once more, and
// then says what is wrong. Later that is needed for styles only: the app asks again for scripts, and Vite does not for the styles of one.
const maxTries = 3;
function askAgain(file) {
  const opening = document.querySelector(".opening:has(~ #root:empty)");
  if (opening && performance.getEntriesByType("navigation")[0]?.type !== "reload") return location.reload();
  if (opening) {
    opening.querySelector(".about").textContent = "Hearth did not load completely. Please check your connection and load the page again.";
    return;
  }
  const tries = Number(file.dataset.tries ?? 0) + 1;
  if (!(file instanceof HTMLLinkElement) || tries > maxTries) return;
  const again = file.cloneNode();
  again.dataset.tries = tries;
  setTimeout(() => file.replaceWith(again), 1_000);
}
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet")) askAgain(target);
  },
  true,
);
