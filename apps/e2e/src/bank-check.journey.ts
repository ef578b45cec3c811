import { walkConsent } from "@hearth/simulator/exchange/walk-consent";
import type { Page } from "@playwright/test";
import { expect, system, test } from "./hearth.ts";
import { enroll, register } from "./steps.ts";

/** What the documented calls want to know of the person who is signed in. */
const authorizationOf = async (page: Page) => `Bearer ${await page.evaluate(() => localStorage.getItem("authToken") ?? "")}`;

/** Links an account at the exchange through the documented calls, as its window does; the e-mail decides what the account is like. */
async function linkExchange(page: Page, email: string): Promise<void> {
  const authorization = await authorizationOf(page);
  const begun = await fetch(`${system.url}/api/coinbase/initiate-auth`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ strategy: "popup", currentPath: "/payment" }),
  });
  const { redirectUrl } = (await begun.json()) as { redirectUrl: string };
  const back = await walkConsent(redirectUrl, { email });
  const ended = await fetch(`${system.url}/api/coinbase/frontend-callback${back.search}`, { headers: { authorization } });
  expect(ended.ok, "the account is linked").toBe(true);
}

const guidance = "Above $500, a bank transfer (ACH) is the way to add funds";

async function payerWith(page: Page, kind: string): Promise<void> {
  await register(page);
  await enroll(page);
  await linkExchange(page, `${kind}.${Date.now().toString(36)}@example.com`);
  await page.goto("/setup-one-time");
}
const typeAmount = (page: Page, amount: string) => page.getByRole("textbox", { name: "Amount" }).fill(amount);

test("above $500 a payer reads how to add funds, and that a bank account is linked", async ({ page }) => {
  await payerWith(page, "maya");
  await typeAmount(page, "500.00");
  await expect(page.getByRole("button", { name: "Pay $500.00" })).toBeVisible();
  await expect(page.getByText(guidance)).toBeHidden();
  await typeAmount(page, "500.01");
  await expect(page.getByText(guidance)).toBeVisible();
  await expect(page.getByText("A bank account is linked to your Coinbase account.")).toBeVisible();
});

test("a payer without a verified bank account is told to link one first", async ({ page }) => {
  await payerWith(page, "unverified");
  await typeAmount(page, "1450.00");
  await expect(page.getByText("No bank account is linked to your Coinbase account yet; link one there first.")).toBeVisible();
});

test("a provider that is away is no error in the payer's face: the guidance stands, and paying goes on", async ({ page }) => {
  await payerWith(page, "nocheck");
  const answer = page.waitForResponse((response) => response.url().includes("exchange.paymentMethods"));
  await typeAmount(page, "1450.00");
  expect((await answer).ok()).toBe(true);
  const documented = await fetch(`${system.url}/api/coinbase/payment-methods`, { headers: { authorization: await authorizationOf(page) } });
  expect(await documented.json()).toEqual({ error: "automatic_check_unavailable" });
  await expect(page.getByText(guidance)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay $1,450.00" })).toBeEnabled();
});
