import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { confirmSession } from "./features/auth/guards.ts";
import { whenIdle } from "./lib/loading/when-idle.ts";
import { createAppRouter, followSession } from "./router.tsx";
import { yieldToMain } from "./lib/loading/yield-to-main.ts";
import { toast } from "./ui/toast-manager.ts";

/** Renders the app in place of the content of `index.html`, and follows the session. */
export function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");

  const router = createAppRouter();
  followSession(router);
  keepOfflinePage();

  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // After the first paint from stored data.
  void yieldToMain().then(confirmSession);
  whenIdle(() => void import("./lazy-pages.ts").catch(() => undefined)); // The router retries with the first of them
  whenIdle(() => void prepareWrites().catch(() => undefined)); // So does the first write
}

/** Loads the code of writes, and reports when a repeat of an unanswered write was answered. */
async function prepareWrites(): Promise<void> {
  const [{ unansweredWrites }] = await Promise.all([import("./lib/unanswered-writes.ts"), import("./lib/write-link.ts")]);
  unansweredWrites.onRepeat(() => toast.success("Your earlier try and this one count as one."));
}

/** Registers the service worker that serves the offline page. The development server has none. */
function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // A browser may have workers disabled
  };
  // After the page has loaded, because it is not urgent. It may have loaded already, because the start runs in several tasks.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
