import type { BrowserContext, Page } from "@playwright/test";
import { demoPassword, expect, isPhone, shownAs } from "./hearth.ts";
import { merchantName } from "./people.ts";

/** Fills in and submits the visible sign-in. */
export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Fills in and submits the visible sign-up. */
export async function signUpAs(
  page: Page,
  person: { firstName: string; lastName: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email", { exact: true }).first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
}

/** Connects the test wallet and proves it. */
export async function linkTestWallet(page: Page): Promise<void> {
  await page.goto("/smart-wallet-setup");
  await page.getByRole("button", { name: /Test wallet/ }).click();
  await page.getByRole("button", { name: "Sign and link wallet" }).click();
  await expect(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
}

/** Opens a page from the sidebar, which is a drawer on a phone. */
export async function goTo(page: Page, name: RegExp): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name }).click();
}

/** Fills in the payment's form and presses Pay. Returns the checkout's window. */
export async function startPayment(page: Page, amount: string, description = "December rent"): Promise<Page> {
  await page.goto("/setup-one-time");
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("textbox", { name: /Description/ }).fill(description);
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: /^Pay \$/ }).click()]);
  await page.waitForURL("**/payment-pending**");
  await popup.waitForURL("**/checkout/**");
  return popup;
}

/** Waits for the receipt with that amount, which opens automatically after a completed payment. */
export async function expectReceipt(page: Page, amount: string): Promise<void> {
  await page.waitForURL("**/payment-success**");
  await expect(page.getByRole("main")).toContainText(shownAs(amount));
  await expect(page.getByRole("main")).toContainText(merchantName);
  await expect(
    page.getByRole("button", { name: "Download Receipt" }).or(page.getByRole("link", { name: "Download Receipt" })),
  ).toBeVisible();
}

/** Presses so far: inside the wallet's page, and everywhere else. */
export interface Presses {
  wallet: number;
  app: number;
}

/** Counts the presses in all windows and frames of a browser from now on. Returns a function that reads the counts. */
export async function countPresses(context: BrowserContext): Promise<() => Presses> {
  const presses: Presses = { wallet: 0, app: 0 };
  await context.exposeFunction("countPress", (hostname: string) => {
    presses[hostname.startsWith("wallet.") ? "wallet" : "app"] += 1;
  });
  await context.addInitScript(() => {
    addEventListener("click", ({ isTrusted }) => isTrusted && Reflect.get(window, "countPress")(location.hostname), true);
  });
  return () => ({ ...presses });
}
