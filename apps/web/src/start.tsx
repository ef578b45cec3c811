import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { confirmSession } from "./features/auth/guards.ts";
import { whenIdle } from "./lib/loading/when-idle.ts";
import { createAppRouter, followSession } from "./router.tsx";
import { yieldToMain } from "./lib/loading/yield-to-main.ts";

/** Renders the app below the opening of `index.html`, and follows the session. */
export function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");

  removeOpening(root);
  const router = createAppRouter();
  followSession(router);

  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // After the first paint from stored data.
  void yieldToMain().then(confirmSession);
  whenIdle(() => void import("./lazy-pages.ts").catch(() => undefined)); // The router retries with the first of them
  whenIdle(() => void import("./start-later.ts").then(({ startLater }) => startLater(router)).catch(() => undefined)); // So does the first write
}

/** Removes the shape of the page, or the server's drawing of a checkout, once the app has drawn a page or a message. */
function removeOpening(root: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (root.querySelector("main, h1") === null) return;
    document.querySelector(".opening")?.remove();
    watch.disconnect();
  });
  watch.observe(root, { childList: true, subtree: true });
}
