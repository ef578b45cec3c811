import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { confirmSession } from "./features/auth/guards.ts";
import { keepOfflinePage } from "./lib/offline-page.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { createAppRouter, followSession } from "./router.tsx";
import { nextTask } from "./turns/next-task.ts";

/** Draws the product in the place of what `index.html` shows, and follows the session from then on. */
export function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root to draw on");

  const router = createAppRouter();
  followSession(router);
  keepOfflinePage();

  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // The page stands first, as far as what is stored draws it.
  void nextTask().then(confirmSession);
  whenIdle(() => void import("./later-pages.ts").catch(() => undefined)); // the router tries again with the first of them
}
