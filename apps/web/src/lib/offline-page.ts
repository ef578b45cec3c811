/** Lets the browser keep the page that it shows without the network; the development server has no worker for that. */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // a browser may have switched workers off
  };
  // After the page itself: nobody waits for this. The page may be there by now, since the start runs in several tasks.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
