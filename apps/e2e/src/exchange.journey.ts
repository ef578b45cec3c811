import { pressLast } from "./exchange-steps.ts";
import { expect, test } from "./hearth.ts";
import { enterAs, makeTenant } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test("a payer pays by card, and the payment completes when the transfer is on the chain", async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "412.00");
  await checkout.getByRole("button", { name: "Card or bank" }).click();
  const [onramp] = await Promise.all([
    checkout.context().waitForEvent("page"),
    checkout.getByRole("button", { name: "Continue to Coinbase" }).click(),
  ]);
  await onramp.getByRole("button", { name: "Pay $412.00" }).click();
  await expect(onramp.getByText("Your USDC is on its way.")).toBeVisible();
  await pressLast(onramp, "Close");
  await expectReceipt(page, "412.00");
});
