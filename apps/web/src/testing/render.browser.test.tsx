import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { prefetch } from "../lib/server.ts";
import { session } from "../lib/session.ts";
import { answers, inputsOf } from "./answers.ts";
import { account, walletStatus } from "./records.ts";
import { openPage, signIn } from "./render.tsx";

/** Resolves once the test has ended and its session is removed. */
const signedOut = () =>
  new Promise<void>((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (session.get().authToken !== null) return;
      unsubscribe();
      resolve();
    });
  });

it("ends while the guard of a page waits for its answer", async () => {
  answers({ "auth.me": () => signedOut().then(() => account()) });
  signIn();
  await openPage("/payment");
  await expect.poll(() => inputsOf("auth.me")).toHaveLength(1);
});

it("ends just before a loader makes its requests", async () => {
  answers({ "wallet.status": () => walletStatus() });
  signIn();
  void signedOut().then(() => prefetch(({ utils }) => utils.wallet.status.prefetch()));
  await openPage("/login");
});

it("has no request of a page that another test was loading", async () => {
  await openPage("/login");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
});
