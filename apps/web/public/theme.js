// Runs before the first paint, so that the chosen theme does not flash. Same key as in src/features/settings/appearance.tsx.
const root = document.documentElement;
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}

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
