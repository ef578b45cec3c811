import { testWalletKey } from "@hearth/chain/test-wallet";
import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { centsToDecimal, usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Page } from "@playwright/test";
import { type Address, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, isPhone, newPerson, system } from "./hearth.ts";

const merchantName = "Juniper Court Apartments";

/** Signs up and lands on the dashboard, with the welcome dismissed. */
export async function register(page: Page) {
  const person = newPerson();
  await page.goto("/register");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email", { exact: true }).first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "Do it later" }).click();
  await expect(page.getByRole("heading", { name: `Welcome, ${person.firstName}` })).toBeVisible();
  return person;
}

/** Signs in with a demo account. */
export async function signIn(page: Page, email: string, password = "hearth-demo-2026"): Promise<void> {
  await page.goto("/login");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Goes to a place of the sidebar, which is a drawer on a phone. */
export async function goTo(page: Page, name: RegExp): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
}

/** Chooses whom to pay. */
export async function enroll(page: Page): Promise<void> {
  await page.goto("/enrollment");
  const merchants = page.getByRole("combobox", { name: "Merchant" });
  const option = merchants.locator("option", { hasText: merchantName });
  await merchants.selectOption((await option.getAttribute("value")) ?? "");
  await page.getByLabel("Street address").fill("12 Juniper Street");
  await page.getByLabel(/Apartment number/).fill("7C");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("State").fill("IL");
  await page.getByLabel("ZIP code").fill("62704");
  await page.getByLabel("Phone number").fill("(555) 010-0142");
  await page.getByRole("form", { name: "Enrollment" }).getByRole("button").last().click();
  await page.waitForURL((url) => url.pathname !== "/enrollment");
}

/** Connects the test wallet and proves it. */
export async function linkTestWallet(page: Page): Promise<void> {
  await page.goto("/smart-wallet-setup");
  await page.getByRole("button", { name: /Test wallet/ }).click();
  await page.getByRole("button", { name: "Sign and link wallet" }).click();
  await expect(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
}

/** Registers, enrolls and links a wallet: everything before the first payment. */
export async function newTenant(page: Page): Promise<void> {
  await register(page);
  await enroll(page);
  await linkTestWallet(page);
}

/** Fills the payment's form and presses Pay; answers the checkout's window, or null where it was blocked. */
export async function startPayment(page: Page, amount: string, description = "December rent"): Promise<Page> {
  await page.goto("/setup-one-time");
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("textbox", { name: /Description/ }).fill(description);
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: /^Pay \$/ }).click()]);
  await page.waitForURL("**/payment-pending**");
  await popup.waitForURL("**/checkout/**");
  return popup;
}

/** Waits for the receipt, which follows a completed payment by itself. */
export async function expectReceipt(page: Page, amount: RegExp): Promise<void> {
  await page.waitForURL("**/payment-success**", { timeout: 60_000 });
  await expect(page.getByRole("main")).toContainText(amount);
  await expect(page.getByRole("main")).toContainText(merchantName);
  await expect(
    page.getByRole("button", { name: "Download Receipt" }).or(page.getByRole("link", { name: "Download Receipt" })),
  ).toBeVisible();
}

/** What a checkout shows to whoever pays by hand. */
export interface CheckoutFacts {
  payee: Address;
  usdcUnits: bigint;
  binding: Hex;
}

/** Reads a checkout through the public interface, as its page does. */
export async function readCheckout(checkoutUrl: string): Promise<CheckoutFacts> {
  const reference = new URL(checkoutUrl).pathname.split("/").at(-1) ?? "";
  const input = encodeURIComponent(JSON.stringify({ reference }));
  const answer = await fetch(`${system.url}/trpc/payments.checkout?input=${input}`);
  const { result } = (await answer.json()) as { result: { data: { payeeAddress: Address; usdcUnits: string; binding: Hex } } };
  return { payee: result.data.payeeAddress, usdcUnits: BigInt(result.data.usdcUnits), binding: result.data.binding };
}

/** Sends USDC from the test wallet of the signed-in person, or of somebody else, outside the product: as a scanned code does. */
export async function sendByHand(page: Page, transfer: { to: Address; usdcUnits: bigint; binding?: Hex; as?: string }): Promise<Hex> {
  const own = await page.evaluate(() => (JSON.parse(localStorage.getItem("userInfo") ?? "{}") as { _id?: string })._id ?? "");
  const account = privateKeyToAccount(testWalletKey(transfer.as ?? own));
  const usdc = centsToDecimal(usdcUnitsToWholeCents(transfer.usdcUnits) + 1);
  const body = JSON.stringify({ address: account.address, usdc });
  const filled = await fetch(`${system.simulatorUrl}/faucet`, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(filled.ok, "the faucet gives").toBe(true);
  return createWalletClient({ account, transport: http(system.chainUrl) }).sendTransaction({
    chain: null,
    to: networks.local.usdc.address,
    data: encodeTransfer({ to: transfer.to, usdcUnits: transfer.usdcUnits, ...(transfer.binding && { binding: transfer.binding }) }),
  });
}
