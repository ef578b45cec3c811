import "./without-tasks.ts"; // Must be before React
import "../ui/fonts.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page } from "vitest/browser";
import { queryClient } from "../lib/query-client.ts";
import { server } from "../lib/server.ts";
import { session } from "../lib/session.ts";
import { stepUp } from "../lib/step-up.ts";
import { axeViolations } from "./accessible.ts";
import { resetAnswers, startNetwork, takeUnanswered } from "./answers.ts";
import { endPageLoads, leavePage } from "./render.tsx";

beforeAll(startNetwork);

const logged: unknown[][] = [];

beforeEach(() => {
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => void logged.push(args));
  }
});

afterEach(async () => {
  vi.useRealTimers();
  const breaches = await axeViolations();
  const complaints = logged.splice(0);
  await endPageLoads();
  logged.length = 0; // Complaints of pages whose load was ended
  const unanswered = takeUnanswered();
  await cleanup();
  stepUp.get()?.end(false);
  leavePage();
  session.signOut();
  session.signOutAdmin();
  await lastRequests();
  queryClient.clear();
  await resetAnswers();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  await page.viewport(1280, 860);
  complaints.push(...logged.splice(0));
  expect(breaches, "axe violations at the end of the test").toEqual([]);
  expect(unanswered, "calls without a mock answer").toEqual([]);
  expect(complaints, "errors and warnings in the console").toEqual([]);
});

/** Waits until loaders that have run have made their requests: they import the client first, which sends a batch in the next task. */
async function lastRequests(): Promise<void> {
  await Promise.all([server(), import("../features/enrollment/merchant-lists.ts")]);
  await new Promise((resolve) => setTimeout(resolve));
}
