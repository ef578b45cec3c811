// Runs before the first paint, so that a chosen theme never flashes; src/features/settings/settings.tsx writes the same key.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}
