import type { AnyRouter } from "@tanstack/react-router";
import { showPageShapes } from "./kit/shell/page-shape.tsx";
import { keepScrollPlaces } from "./lib/scroll-place.ts";
import { toast } from "./ui/toast-manager.ts";

/** Starts what no first page needs. Called when the browser is idle. */
export async function startLater(router: AnyRouter): Promise<void> {
  keepScrollPlaces(router);
  showPageShapes(router);
  keepOfflinePage();
  await prepareWrites();
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
