import { walkConsent } from "@hearth/simulator/exchange/walk-consent";
import type { Page } from "@playwright/test";
import { componentToo, expect, system, test } from "./hearth.ts";
import { enterAs, headersOf, makeEnrolled, type Person } from "./people.ts";

/** Links an account at the exchange without a window; the e-mail decides what the account is like. */
async function linkExchange({ client }: Person, email: string): Promise<void> {
  const { redirectUrl } = await client.exchange.initiateAuth.mutate({ strategy: "popup", currentPath: "/payment" });
  const back = (await walkConsent(redirectUrl, { email })).searchParams;
  await client.exchange.callback.query({ code: back.get("code") ?? "", state: back.get("state") ?? "" });
}

const guidance = "Above $500, a bank transfer (ACH) is the way to add funds";

/** Opens the payment's form as somebody with such an account at the exchange. */
async function openAsPayerWith(page: Page, kind: string): Promise<Person> {
  const payer = await makeEnrolled();
  await linkExchange(payer, `${kind}.${Date.now().toString(36)}@example.com`);
  await enterAs(page, payer);
  await page.goto("/setup-one-time");
  return payer;
}
const typeAmount = (page: Page, amount: string) => page.getByRole("textbox", { name: "Amount" }).fill(amount);

test("above $500 a payer reads how to add funds, and that a bank account is linked", componentToo, async ({ page }) => {
  await openAsPayerWith(page, "maya");
  await typeAmount(page, "500.00");
  await expect(page.getByRole("button", { name: "Pay $500.00" })).toBeVisible();
  await expect(page.getByText(guidance)).toBeHidden();
  await typeAmount(page, "500.01");
  await expect(page.getByText(guidance)).toBeVisible();
  await expect(page.getByText("A bank account is linked to your Coinbase account.")).toBeVisible();
});

test("a payer without a verified bank account is told to link one first", componentToo, async ({ page }) => {
  await openAsPayerWith(page, "unverified");
  await typeAmount(page, "1450.00");
  await expect(page.getByText("No bank account is linked to your Coinbase account yet; link one there first.")).toBeVisible();
});

test("a provider that is away is no error in the payer's face: the guidance stands, and paying goes on", componentToo, async ({ page }) => {
  const payer = await openAsPayerWith(page, "nocheck");
  const answer = page.waitForResponse((response) => response.url().includes("exchange.paymentMethods"));
  await typeAmount(page, "1450.00");
  expect((await answer).ok()).toBe(true);
  const documented = await fetch(`${system.url}/api/coinbase/payment-methods`, { headers: headersOf(payer) });
  expect(await documented.json()).toEqual({ error: "automatic_check_unavailable" });
  await expect(page.getByText(guidance)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay $1,450.00" })).toBeEnabled();
});
