import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { confirmSession } from "./features/auth/guards.ts";
import { whenIdle } from "./lib/loading/when-idle.ts";
import { createAppRouter, followSession } from "./router.tsx";
import { yieldToMain } from "./lib/loading/yield-to-main.ts";

/** Renders the app below the opening of `index.html`, and follows the session. Its steps run as tasks of their own. */
export async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");

  removeOpening(root);
  const router = createAppRouter();
  followSession(router);
  await yieldToMain();
  const reactRoot = createRoot(root);
  await yieldToMain();
  reactRoot.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // After the first paint from stored data.
  void yieldToMain().then(confirmSession);
  // A file that does not come is requested again: the first by the router, with the first of its pages, the second by the first write.
  whenIdle(() => {
    import("./lazy-pages.ts").catch(() => undefined);
    import("./start-later.ts").then(({ startLater }) => startLater(router)).catch(() => undefined);
  });
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
