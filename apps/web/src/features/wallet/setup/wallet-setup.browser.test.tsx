import { errorMessage } from "@hearth/domain/errors";
import { HttpResponse } from "msw/http";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../../lib/query-client.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, chainUrl, inputsOf, never, restAnswers } from "../../../testing/answers.ts";
import { account, network, walletStatus } from "../../../testing/records.ts";
import { openPage, reload, signIn } from "../../../testing/render.tsx";

type Verification = Outputs["exchange"]["checkWallet"];
const none: Verification = { status: "none", message: "Nothing is linked yet", walletAddress: null };
const pending: Verification = { status: "pending", message: "Waiting for your authorization at Coinbase", walletAddress: null };
const verified: Verification = { status: "verified", message: "Linked", walletAddress: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B" };
const unlinked = { walletAddress: null, coinbaseAccountConnected: false, proven: false };

const heading = (name: string) => page.getByRole("heading", { name });
const button = (name: string) => page.getByRole("button", { name });

beforeEach(() => {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.dashboard": never,
    "autopay.mine": never,
    "rent.mine": () => [],
    "auth.emailStanding": never,
    "auth.secondFactor": never,
    "invitations.mine": never,
    "refunds.asked": never,
    "disputes.list": never,
    "exchange.checkWallet": () => none,
    "exchange.initiateAuth": () => ({ redirectUrl: "http://127.0.0.1:9/" }), // No browser connects to this port
    "wallet.status": () => walletStatus(unlinked),
  });
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id }: { id: number } = await request.json();
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${"0".repeat(64)}` });
    },
  });
  signIn();
});

/**
 * Clicks the button that opens the exchange, in a frame instead of a popup. The returned function reports the outcome as the popup would.
 */
async function goToExchange(name: string) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const { contentWindow: source } = frame;
  vi.spyOn(window, "open").mockReturnValue(source);
  answers({ "exchange.checkWallet": () => pending });
  await button(name).click();
  await expect.element(page.getByText("Waiting for you in the other window")).toBeVisible();
  return (problem: string | null) => {
    const data = { type: "hearth.exchange-link", problem };
    window.dispatchEvent(new MessageEvent("message", { data, origin: window.location.origin, source }));
    frame.remove();
  };
}

/** Links an account and waits for the last step. */
async function link(): Promise<void> {
  const reportOutcome = await goToExchange("Link account");
  answers({ "exchange.checkWallet": () => verified, "wallet.status": () => walletStatus({ ...unlinked, coinbaseAccountConnected: true }) });
  reportOutcome(null);
  await expect.element(heading("Your wallet is connected")).toBeVisible();
}

it("returns automatically to the previous page ten seconds after linking", async () => {
  const router = await openPage("/smart-wallet-setup?step=3&from=/profile");
  vi.useFakeTimers({ now: new Date(), toFake: ["Date"] });
  await link();
  const secondsLeft = () => Number(page.getByRole("timer").element().textContent);
  expect(secondsLeft()).toBeLessThanOrEqual(10);
  expect(secondsLeft()).toBeGreaterThan(5);
  vi.setSystemTime(Date.now() + 5_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(5);
  expect(secondsLeft()).toBeGreaterThan(0);
  expect(router.state.location.pathname).toBe("/smart-wallet-setup");
  vi.setSystemTime(Date.now() + 5_000);
  await expect.poll(() => router.state.location.pathname).toBe("/profile");
});

it("does not bring back a user who has moved on when a late answer arrives", async () => {
  const late = Promise.withResolvers<Verification>();
  const router = await openPage("/smart-wallet-setup?step=3");
  const reportOutcome = await goToExchange("Link account");
  answers({ "exchange.checkWallet": () => late.promise, "wallet.status": () => walletStatus() });
  reportOutcome(null);
  await button("Continue").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
  late.resolve(verified);
  await expect
    .poll(() => queryClient.getQueryCache().find({ queryKey: [["exchange", "checkWallet"], { type: "query" }] })?.state.data)
    .toEqual(verified);
  await new Promise((resolve) => setTimeout(resolve, 100)); // Nothing visible shows that the page ignored an answer
  expect(router.state.location.pathname).toBe("/dashboard");
});

it("keeps waiting over a reload for an exchange that does not answer, retries, and starts over", async () => {
  const router = await openPage("/smart-wallet-setup?step=3");
  const reportOutcome = await goToExchange("Link account");
  reportOutcome(errorMessage("EXCHANGE_UNAVAILABLE"));
  await expect.element(page.getByText("Coinbase cannot be reached at the moment. Please try again.", { exact: false })).toBeVisible();
  await router.navigate({ href: "/smart-wallet-setup", replace: true });
  const again = await reload(router);
  await expect.element(heading("Verifying your account")).toBeVisible();
  answers({ "exchange.retryVerification": () => ({ ...pending, needsVerification: false }) });
  await button("Retry").click();
  await expect.element(page.getByText("Failed to verify wallet")).toBeVisible();
  answers({ "exchange.clearVerification": () => ({ message: "Cleared" }), "exchange.checkWallet": () => none });
  await button("Start over").click();
  await expect.element(heading("Do you have a Coinbase account?")).toBeVisible();
  expect(again.state.location.search).toMatchObject({ step: 1 });
  expect(inputsOf("exchange.clearVerification")).toHaveLength(1);
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect.poll(() => again.state.location.pathname).toBe("/dashboard");
});

it("shows no text from the URL", async () => {
  await openPage(`/smart-wallet-setup?oauth_error=${encodeURIComponent("Call 555 0100 and read out your password")}`);
  await expect.element(page.getByText("Authorization failed: Unknown error occurred")).toBeVisible();
  await expect.element(page.getByText("555 0100", { exact: false })).not.toBeInTheDocument();
});

it("does not trust a URL that says an account was linked", async () => {
  await openPage("/smart-wallet-setup?oauth_success=true");
  await expect.element(heading("Do you have a Coinbase account?")).toBeVisible();
});

it("unlinks the account, then the wallet, after a dialog that says what stays", async () => {
  const isAsked = (name: string) => page.getByRole("dialog", { name });
  await openPage("/smart-wallet-setup?step=3&way=existing");
  const reportOutcome = await goToExchange("Link account");
  answers({ "exchange.checkWallet": () => verified, "wallet.status": () => walletStatus() });
  reportOutcome(null);
  await button("Stay here").click();
  await button("Clear connection").click();
  const first = isAsked("Clear connection?");
  await expect.element(first.getByText("Wallet, stays linked")).toBeVisible();
  answers({
    "exchange.clearConnection": () => ({ message: "Cleared" }),
    "exchange.checkWallet": () => none,
    "wallet.status": () => walletStatus({ coinbaseAccountConnected: false }),
  });
  await first.getByRole("button", { name: "Clear connection" }).click();
  await expect.element(button("Clear connection")).not.toBeInTheDocument();
  expect(inputsOf("exchange.clearConnection")).toHaveLength(1);
  await button("Disconnect").click();
  const last = isAsked("Disconnect wallet?");
  await expect.element(last.getByText("Nothing else is linked.", { exact: false })).toBeVisible();
  answers({ "wallet.update": () => walletStatus(unlinked), "wallet.status": () => walletStatus(unlinked) });
  await last.getByRole("button", { name: "Disconnect" }).click();
  await expect.element(heading("Do you have a Coinbase account?")).toBeVisible();
  expect(inputsOf("wallet.update")).toEqual([{ walletAddress: "" }]);
});
