import { createMemoryHistory, createRootRoute, createRouter, type RouterHistory, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { cleanup, render } from "vitest-browser-react/pure";
import { page } from "vitest/browser";
import { App } from "../app.tsx";
import { StepUp } from "../features/auth/step-up.tsx";
import { ServerData } from "../kit/server-data.tsx";
import { queryClient } from "../lib/query-client.ts";
import { session } from "../lib/session.ts";
import type { UserInfo } from "../lib/user-info.ts";
import { createAppRouter, followSession } from "../router.tsx";
import { ToastArea } from "../ui/toast.tsx";
import { endPendingCalls } from "./answers.ts";

let stopFollowing: (() => void) | null = null;

/** Router of the page that `openPage` shows. */
let openRouter: ReturnType<typeof createAppRouter> | null = null;

/** Renders a whole page at a path, with its shell and router. */
export function openPage(path: string) {
  return openAt(createMemoryHistory({ initialEntries: [path] }));
}

/** Reloads a page. Keeps its URL, its history and the browser's storage, but not its memory. */
export async function reload({ history }: Pick<ReturnType<typeof createAppRouter>, "history">) {
  await closePage();
  return openAt(history);
}

/** Removes what is shown, and the page's memory. Keeps the browser's storage. */
export async function closePage(): Promise<void> {
  await cleanup();
  leavePage();
  queryClient.clear();
}

async function openAt(history: RouterHistory) {
  stopFollowing?.(); // An earlier page of the same test would otherwise reload at each change of the session, in later tests too
  const router = createAppRouter(history);
  // Disables preloading: the pointer stays where the last test left it, and a link under it might preload its page.
  router.update({ ...router.options, defaultPreload: false });
  stopFollowing = followSession(router);
  openRouter = router;
  await render(<App router={router} />);
  return router;
}

/**
 * Ends the loads of pages that are under way, so that no loader makes its requests in another test. Must be called while the page is shown:
 * a load ends with a rendering.
 */
export async function endPageLoads(): Promise<void> {
  while (openRouter?.state.status === "pending") {
    endPendingCalls();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Renders a part of a page alone, with the API client and a router. */
export async function show(part: ReactNode): Promise<void> {
  const rootRoute = createRootRoute({ component: () => <ToastArea>{part}</ToastArea>, notFoundComponent: () => null });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await render(
    <ServerData>
      <RouterProvider router={router} />
      <StepUp />
    </ServerData>,
  );
}

/** Stops what `openPage` started. */
export function leavePage(): void {
  stopFollowing?.();
  stopFollowing = null;
  openRouter = null;
}

/** Signs a user in in this browser. The test mocks the server's answers. */
export function signIn(user: Partial<UserInfo> = {}): void {
  session.signIn("token-of-the-test", {
    _id: "usr_1",
    firstName: "Maya",
    lastName: "Okafor",
    email: "maya@hearth.test",
    role: "user",
    ...user,
  });
}

/** Signs an administrator in. Their session is separate. */
export function signInAdmin(adminId = "usr_3"): void {
  session.signInAdmin("admin-token-of-the-test", adminId);
}

/** Sets the viewport of a phone until the end of the test. */
export async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
}

/** Fixes the current date until the end of the test. Timers keep running. */
export function at(moment: string): void {
  vi.useFakeTimers({ now: new Date(moment), toFake: ["Date"] });
}
