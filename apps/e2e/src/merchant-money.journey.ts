import { networks } from "@hearth/chain/networks";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { numberToHex } from "viem";
import { makePayer } from "./dispute-steps.ts";
import { expect, ownAmount, test } from "./hearth.ts";
import { readCheckout, sendAsStranger } from "./money.ts";
import { enterAs, makeTenant, openBrowser, signedIn, signedInAdmin } from "./people.ts";
import { expectReceipt, goTo, startPayment } from "./steps.ts";

test("a payment appears on the merchant's screens as it arrives, also after a lost connection", async ({ page, browser }) => {
  const landlord = await openBrowser(browser, await signedIn("landlord@hearth.test"));
  const listening = landlord.waitForRequest(/account\.watch/);
  await landlord.goto("/merchant/dashboard");
  await listening;
  const [first, second] = [ownAmount(611), ownAmount(613)];
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, first, "First month");
  const row = (amount: string, status: string) =>
    landlord.getByRole("row").filter({ hasText: amount }).filter({ hasText: status }).filter({ hasText: "Noor Haddad" });
  await expect(row(`$${first}`, "Pending")).toBeVisible();
  await checkout.getByRole("button", { name: `Pay $${first} from wallet` }).click();
  await expect(row(`$${first}`, "Completed")).toBeVisible();
  await expectReceipt(page, first);

  await goTo(landlord, /Transactions/);
  const list = landlord.getByRole("table", { name: "Transactions", exact: true });
  await expect(list.getByRole("row").filter({ hasText: `$${first}` })).toBeVisible();
  await landlord.context().setOffline(true);
  await expect.poll(() => checkout.isClosed()).toBe(true); // while it is there, the next checkout opens in it
  const again = await startPayment(page, second, "Second month");
  await again.getByRole("button", { name: `Pay $${second} from wallet` }).click();
  await expectReceipt(page, second);
  await expect(row(`$${first}`, "Completed")).toBeVisible();
  await expect(row(`$${second}`, "Completed")).toBeHidden();
  await landlord.context().setOffline(false);
  await expect(row(`$${second}`, "Completed")).toBeVisible();
  await landlord.context().close();
});

test("money that matches no payment is attached with a reason, or marked as not rent and listed again", async ({ page, browser }) => {
  const [owed, gift] = [ownAmount(621), ownAmount(23)];
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, owed, "Deposit");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  await sendAsStranger({ to, usdcUnits });
  const landlord = await openBrowser(browser, await signedIn("landlord@hearth.test"));
  await landlord.goto("/merchant/transactions");
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
  await expectReceipt(page, owed);

  await sendAsStranger({ to, usdcUnits: centsToUsdcUnits(Number(gift.replace(".", ""))) });
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

test("a merchant answers a dispute, and pays the approved amount from the payout wallet", async ({ page }) => {
  const { payer, paymentId } = await makePayer("631.10");
  const dispute = await payer.client.disputes.file.mutate({ paymentId, reason: "The lift stood still", amount: "31.10" });
  await enterAs(page, await signedIn("landlord@hearth.test"));
  await page.goto("/merchant/dashboard");
  await goTo(page, /Disputes/);
  await page.getByRole("button", { name: /^Open ?\d+$/ }).click();
  await expect(page).toHaveURL(/status=open/);
  await page.getByRole("link", { name: new RegExp(dispute.disputeId) }).click();
  const dialog = page.getByRole("dialog", { name: `Dispute ${dispute.disputeId}` });
  await expect(page).toHaveURL(new RegExp(`/merchant/disputes/${dispute._id}\\?.*status=open`));
  await dialog.getByRole("button", { name: "Send response" }).click();
  await expect(dialog.getByLabel("Your response")).toBeFocused();
  await dialog.getByLabel("Your response").fill("It runs again since Monday.");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).getByRole("button", { name: "Keep editing" }).click();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/merchant\/disputes\?.*status=open/);
  await page.getByRole("link", { name: new RegExp(dispute.disputeId) }).click();
  const response = dialog.getByLabel("Your response");
  await expect(response).toHaveValue("It runs again since Monday.");
  await response.focus();
  await payer.client.disputes.comment.mutate({ disputeId: dispute._id, comment: "And the light is out too." });
  await expect(dialog.getByRole("listitem").filter({ hasText: "And the light is out too." }).first()).toBeVisible();
  await expect(response).toBeFocused();
  await expect(response).toHaveValue("It runs again since Monday.");
  await dialog.getByRole("button", { name: "Send response" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "It runs again since Monday." }).first()).toBeVisible();
  await expect(response).toHaveValue("");

  const admin = await signedInAdmin();
  const verdict = { result: "chargedBack", resultReason: "The log of the lift says so", chargebackAmount: 31.1 } as const;
  await admin.client.disputes.close.mutate({ disputeId: dispute._id, ...verdict });
  await expect(dialog.getByText("Refund owed", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Refund $31.10" }).click();
  await dialog.getByRole("button", { name: /Test wallet/ }).click();
  const panel = dialog.getByRole("region", { name: "Refund" });
  await expect(panel.getByText("Refunded", { exact: true }).first()).toBeVisible();
  await expect(panel.locator("code[title^='0x']").last()).toBeVisible();
});

test("a refund is sent only from a proven wallet, and a transfer from another wallet is shown", async ({ page }) => {
  const { paymentId } = await makePayer("641.00");
  const owner = await enterAs(page, await signedIn("landlord@hearth.test"));
  const { to, binding } = await owner.client.merchant.refundPayment.mutate({ paymentId, amount: 12.5 });
  await sendAsStranger({ to, binding, usdcUnits: 12_500_000n });
  await page.addInitScript((chainId) => {
    const answers: Record<string, unknown> = { eth_chainId: chainId };
    const accounts = ["0x00000000000000000000000000000000000000aa"];
    const request = async ({ method }: { method: string }) => (method.endsWith("ccounts") ? accounts : (answers[method] ?? null));
    Object.assign(window, { ethereum: { request, on: () => {}, removeListener: () => {} } });
  }, numberToHex(networks.local.chainId));
  await page.goto(`/merchant/transactions?transaction=${paymentId}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("12.50 USDC came from a wallet that is not yours")).toBeVisible();
  await dialog.getByRole("button", { name: /browser/i }).click();
  await expect(dialog.getByText("This is not one of your wallets yet")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send refund of $12.50" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Use another wallet" }).click();
  await dialog.getByRole("button", { name: /Test wallet/ }).click();
  await dialog.getByRole("button", { name: "Send refund of $12.50" }).click();
  await expect(dialog.getByRole("button", { name: "Refund…" })).toBeVisible();
});
