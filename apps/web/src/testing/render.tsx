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

let stopFollowing: (() => void) | null = null;

/** Opens a whole page of the product at its address, with everything around it that it has there. */
export function openPage(path: string) {
  return openAt(createMemoryHistory({ initialEntries: [path] }));
}

/** Loads a page anew: its address, its history and the browser's storage stay; what it had in memory is gone. */
export async function reload({ history }: Pick<ReturnType<typeof createAppRouter>, "history">) {
  await cleanup();
  leavePage();
  queryClient.clear();
  return openAt(history);
}

async function openAt(history: RouterHistory) {
  const router = createAppRouter(history);
  // The pointer stays where the last test left it: a link that appears beneath it would load its page, or not.
  router.update({ ...router.options, defaultPreload: false });
  stopFollowing = followSession(router);
  await render(<App router={router} />);
  return router;
}

/** Shows a part of a page alone, with the data and the links that it has on its page. */
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

/** Ends what `openPage` began. */
export function leavePage(): void {
  stopFollowing?.();
  stopFollowing = null;
}

/** Signs somebody in, as far as this browser knows; the server's answers are the test's to give. */
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

/** Signs an administrator in, who has a session of their own. */
export function signInAdmin(): void {
  session.signInAdmin("admin-token-of-the-test");
}

/** The width and height of a phone, until the end of the test. */
export async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
}

/** Stops the calendar at a moment, until the end of the test; timers go on. */
export function at(moment: string): void {
  vi.useFakeTimers({ now: new Date(moment), toFake: ["Date"] });
}
