/** Lets the browser keep the page that it shows without the network; the development server has no worker for that. */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // After the page itself: nobody waits for this.
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // a browser may have switched workers off
  });
}
