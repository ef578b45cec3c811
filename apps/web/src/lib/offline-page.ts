/** Registers the service worker that serves the offline page. The development server has none. */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // A browser may have workers disabled
  };
  // After the page has loaded, because it is not urgent. It may have loaded already, because the start runs in several tasks.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
