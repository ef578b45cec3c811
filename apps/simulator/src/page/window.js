// Close buttons of the exchange's windows.
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => window.close());
