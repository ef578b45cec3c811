import { buy } from "./exchange-steps.ts";
import { test } from "./hearth.ts";
import { expectReceipt, newTenant, startPayment } from "./steps.ts";

test("a payer pays by card, and the payment completes when the network shows the money", async ({ page }) => {
  await newTenant(page);
  const checkout = await startPayment(page, "412.00");
  await checkout.getByRole("button", { name: "Card or bank" }).click();
  const [onramp] = await Promise.all([
    checkout.context().waitForEvent("page"),
    checkout.getByRole("button", { name: "Continue to Coinbase" }).click(),
  ]);
  await buy(onramp, "412.00");
  await expectReceipt(page, /\$412\s*\.00/);
});
