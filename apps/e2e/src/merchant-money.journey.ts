import { networks } from "@hearth/chain/networks";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { Page } from "@playwright/test";
import { type Address, type Hex, numberToHex } from "viem";
import { openPaidPayment, signInFor } from "./dispute-steps.ts";
import { expect, isPhone, system, test } from "./hearth.ts";
import { expectReceipt, goTo, newTenant, readCheckout, sendByHand, signIn, startPayment } from "./steps.ts";

/** An amount that nobody else pays: dollars of this journey on this kind of screen, and cents of the moment. */
function amountNear(page: Page, dollars: number): string {
  return `${dollars + (isPhone(page) ? 1 : 0)}.${10 + (Date.now() % 90)}`;
}

test("a payment shows on the merchant's screens as it arrives, also after the connection was away", async ({ page, browser }) => {
  test.slow();
  const landlord = await (await browser.newContext({ baseURL: system.url, viewport: page.viewportSize() })).newPage();
  const listening = landlord.waitForRequest(/merchant\.watch/);
  await signIn(landlord, "landlord@hearth.test");
  await landlord.waitForURL("**/merchant/dashboard");
  await listening;
  const [first, second] = [amountNear(page, 611), amountNear(page, 613)];
  await newTenant(page);
  const checkout = await startPayment(page, first, "First month");
  const row = (amount: string, status: string) =>
    landlord.getByRole("row").filter({ hasText: amount }).filter({ hasText: status }).filter({ hasText: "Noor Haddad" });
  await expect(row(`$${first}`, "Pending")).toBeVisible();
  await checkout.getByRole("button", { name: `Pay $${first} from wallet` }).click();
  await expect(row(`$${first}`, "Completed")).toBeVisible();
  await expectReceipt(page, new RegExp(first.replace(".", "\\s*\\.")));

  await goTo(landlord, /Transactions/);
  const list = landlord.getByRole("table", { name: "Transactions", exact: true });
  await expect(list.getByRole("row").filter({ hasText: `$${first}` })).toBeVisible();
  await landlord.context().setOffline(true);
  await expect.poll(() => checkout.isClosed()).toBe(true); // while it is there, the next checkout is shown in it
  const again = await startPayment(page, second, "Second month");
  await again.getByRole("button", { name: `Pay $${second} from wallet` }).click();
  await expectReceipt(page, new RegExp(second.replace(".", "\\s*\\.")));
  await expect(row(`$${first}`, "Completed")).toBeVisible();
  await expect(row(`$${second}`, "Completed")).toBeHidden();
  await landlord.context().setOffline(false);
  await expect(row(`$${second}`, "Completed")).toBeVisible({ timeout: 60_000 });
  await landlord.context().close();
});

test("money that fits no payment is attached with a reason, or marked as not rent and listed again", async ({ page, browser }) => {
  test.slow();
  const [owed, gift] = [amountNear(page, 621), amountNear(page, 23)];
  await newTenant(page);
  const checkout = await startPayment(page, owed, "Deposit");
  const { payee, usdcUnits } = await readCheckout(checkout.url());
  const as = `stranger ${owed} ${Date.now()}`;
  await sendByHand(page, { to: payee, usdcUnits, as });
  const landlord = await (await browser.newContext({ baseURL: system.url, viewport: page.viewportSize() })).newPage();
  await signIn(landlord, "landlord@hearth.test");
  await goTo(landlord, /Transactions/);
  await landlord.getByRole("link", { name: "See unmatched money" }).click();
  const transfer = (amount: string) => landlord.getByRole("link", { name: new RegExp(`^View .*${amount}`) });
  await transfer(owed).click();
  const dialog = landlord.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: /Noor Haddad/ })
    .first()
    .check();
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(dialog.getByText(/reason/i).first()).toBeVisible();
  await dialog.getByLabel("Reason").fill("She told me on the phone that it is hers");
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(landlord.getByText("The transfer is attached.", { exact: false })).toBeVisible();
  await expectReceipt(page, new RegExp(owed.replace(".", "\\s*\\.")));

  await sendByHand(page, { to: payee, usdcUnits: centsToUsdcUnits(Number(gift.replace(".", ""))), as });
  await transfer(gift).click();
  await dialog.getByRole("radio", { name: "It is not rent" }).check();
  await dialog.getByLabel("Reason").fill("My brother pays back a loan");
  await dialog.getByRole("button", { name: "Mark as not rent" }).click();
  await expect(landlord.getByRole("button", { name: "Mark as not rent" })).toBeHidden();
  await expect(transfer(gift)).toBeHidden();
  await landlord.getByRole("button", { name: "Not rent", exact: true }).click();
  await transfer(gift).click();
  await dialog.getByRole("button", { name: /again|Restore|List/ }).click();
  await expect(landlord.getByText("The transfer is listed again")).toBeVisible();
  await landlord.context().close();
});

test("a merchant answers a dispute, and pays what it was approved for from the payout wallet", async ({ page, browser }) => {
  test.slow();
  const amount = amountNear(page, 631);
  const paymentId = await openPaidPayment(page, amount, new RegExp(amount.replace(".", "\\s*\\.")));
  const payer = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("authToken"))}` };
  const reason = `The lift stood still ${Date.now().toString(36)}`;
  const filing = { paymentId, reason, amount: "31.10" };
  const filed = await page.request.post(`${system.url}/api/disputes/create`, { headers: payer, multipart: filing });
  const { dispute } = (await filed.json()) as { dispute: { _id: string; disputeId: string } };

  const landlord = await (await browser.newContext({ baseURL: system.url, viewport: page.viewportSize() })).newPage();
  await signIn(landlord, "landlord@hearth.test");
  await goTo(landlord, /Disputes/);
  await landlord.getByRole("button", { name: /^Open ?\d+$/ }).click();
  await expect(landlord).toHaveURL(/status=open/);
  await landlord.getByRole("link", { name: new RegExp(dispute.disputeId) }).click();
  const dialog = landlord.getByRole("dialog", { name: `Dispute ${dispute.disputeId}` });
  await expect(landlord).toHaveURL(new RegExp(`/merchant/disputes/${dispute._id}\\?.*status=open`));
  await dialog.getByRole("button", { name: "Send response" }).click();
  await expect(dialog.getByLabel("Your response")).toBeFocused();
  await dialog.getByLabel("Your response").fill("It runs again since Monday.");
  await landlord.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(landlord).toHaveURL(/\/merchant\/disputes\?.*status=open/);
  await landlord.getByRole("link", { name: new RegExp(dispute.disputeId) }).click();
  const response = dialog.getByLabel("Your response");
  await expect(response).toHaveValue("It runs again since Monday.");
  await response.focus();
  const said = { headers: payer, data: { comment: "And the light is out too." } };
  expect((await page.request.post(`${system.url}/api/disputes/${dispute._id}/comments`, said)).status()).toBe(200);
  await expect(dialog.getByRole("listitem").filter({ hasText: "And the light is out too." }).first()).toBeVisible();
  await expect(response).toBeFocused();
  await expect(response).toHaveValue("It runs again since Monday.");
  await dialog.getByRole("button", { name: "Send response" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "It runs again since Monday." }).first()).toBeVisible();
  await expect(response).toHaveValue("");

  const { headers: admin } = await signInFor(page, "/api/admin/login", "admin@hearth.test");
  const verdict = { result: "chargedBack", resultReason: "The log of the lift says so", chargebackAmount: 31.1 };
  expect((await page.request.put(`${system.url}/api/disputes/${dispute._id}/close`, { headers: admin, data: verdict })).status()).toBe(200);
  await expect(dialog.getByText("Refund owed", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Refund $31.10" }).click();
  await dialog.getByRole("button", { name: /Test wallet/ }).click();
  await dialog.getByRole("button", { name: "Send refund of $31.10" }).click();
  const panel = dialog.getByRole("region", { name: "Refund" });
  await expect(panel.getByText("Refunded", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(panel.locator("code[title^='0x']").last()).toBeVisible();
  await landlord.context().close();
});

test("a refund is sent from the payout wallet alone, and what came otherwise is shown", async ({ page, browser }) => {
  test.slow();
  const amount = amountNear(page, 641);
  const paymentId = await openPaidPayment(page, amount, new RegExp(amount.replace(".", "\\s*\\.")));
  const { headers } = await signInFor(page, "/api/auth/login", "landlord@hearth.test");
  const begun = await page.request.post(`${system.url}/trpc/merchant.refundPayment`, { headers, data: { paymentId, amount: 12.5 } });
  const { result } = (await begun.json()) as { result: { data: { to: Address; binding: Hex } } };
  await sendByHand(page, { ...result.data, usdcUnits: 12_500_000n, as: `friend ${amount} ${Date.now()}` });

  const landlord = await (await browser.newContext({ baseURL: system.url, viewport: page.viewportSize() })).newPage();
  await landlord.addInitScript((chainId) => {
    const answers: Record<string, unknown> = { eth_chainId: chainId };
    const accounts = ["0x00000000000000000000000000000000000000aa"];
    const request = async ({ method }: { method: string }) => (method.endsWith("ccounts") ? accounts : (answers[method] ?? null));
    Object.assign(window, { ethereum: { request, on: () => {}, removeListener: () => {} } });
  }, numberToHex(networks.local.chainId));
  await signIn(landlord, "landlord@hearth.test");
  await landlord.goto(`/merchant/transactions?transaction=${paymentId}`);
  const dialog = landlord.getByRole("dialog");
  await expect(dialog.getByText("12.50 USDC came from a wallet that is not yours")).toBeVisible();
  await dialog.getByRole("button", { name: /browser/i }).click();
  await expect(dialog.getByText("This is not your payout wallet")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send refund of $12.50" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Use another wallet" }).click();
  await dialog.getByRole("button", { name: /Test wallet/ }).click();
  await dialog.getByRole("button", { name: "Send refund of $12.50" }).click();
  await expect(dialog.getByRole("button", { name: "Refund…" })).toBeVisible({ timeout: 30_000 });
  await landlord.context().close();
});
