// The exchange's windows close themselves when asked.
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => window.close());
