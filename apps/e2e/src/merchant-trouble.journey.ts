import { makePayer } from "./dispute-steps.ts";
import { componentToo, expect, test } from "./hearth.ts";
import { makeBusiness, openAsMerchant } from "./merchant-steps.ts";
import { enterAs, signedIn, signedInAdmin } from "./people.ts";
import { goTo } from "./steps.ts";

const keptAsItIs = "Your address was written in another way and is kept as it is";

for (const { commas, address } of [
  { commas: "one comma", address: "12 Cedar Street, Albany" },
  { commas: "two commas", address: "12 Cedar Street, Albany, NY 12207" },
  { commas: "seven commas", address: "The Old Mill, Upper Road, behind the church, by the river, Dale, Cumbria, CA7 1AA, United Kingdom" },
]) {
  test(
    `an address with ${commas} that has no parts is shown as it is, and stays so when something else is saved`,
    componentToo,
    async ({ page }) => {
      const { client } = await openAsMerchant(page, "/merchant/settings", { address });
      await expect(page.getByText(keptAsItIs)).toBeVisible();
      await expect(page.getByText(address, { exact: true })).toBeVisible();
      await expect(page.getByLabel("Street address")).toHaveValue("");
      await page.getByLabel("Contact name").fill("Ines Prado");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Business information updated successfully")).toBeVisible();
      expect(await client.merchant.business.query()).toMatchObject({ contactName: "Ines Prado", address });
    },
  );
}

test("an address of seven commas comes apart into its parts, and together again to the letter", componentToo, async ({ page }) => {
  const street = "Flat 2, Third Staircase, Second Courtyard, The Old Mill, Upper Road";
  const address = `${street}, Dale, Cumbria CA7 1AA, United Kingdom`;
  const { client } = await openAsMerchant(page, "/merchant/settings", { address });
  await expect(page.getByLabel("Street address")).toHaveValue(street);
  await expect(page.getByLabel("City")).toHaveValue("Dale");
  await expect(page.getByLabel("State")).toHaveValue("Cumbria");
  await expect(page.getByLabel("ZIP code")).toHaveValue("CA7 1AA");
  await expect(page.getByLabel("Country")).toHaveValue("United Kingdom");
  await page.getByLabel("Contact name").fill("Ines Prado");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Business information updated successfully")).toBeVisible();
  expect(await client.merchant.business.query()).toMatchObject({ contactName: "Ines Prado", address });
});

test("a response that is still being written when its dispute closes can be read and copied", componentToo, async ({ page }) => {
  const { payer, paymentId } = await makePayer("65.10");
  const dispute = await payer.client.disputes.file.mutate({ paymentId, reason: "The bell does not ring", amount: "5.00" });
  await enterAs(page, await signedIn("landlord@hearth.test"));
  await page.goto(`/merchant/disputes/${dispute._id}`);
  const dialog = page.getByRole("dialog", { name: `Dispute ${dispute.disputeId}` });
  await dialog.getByLabel("Your response").fill("It rings again since Monday.");
  const admin = await signedInAdmin();
  await admin.client.disputes.close.mutate({ disputeId: dispute._id, result: "denied", resultReason: "It rings" });
  const unsent = dialog.getByRole("alert").filter({ hasText: "Your response was not sent" });
  await expect(unsent).toContainText("It rings again since Monday.");
  await expect(unsent.getByRole("button", { name: "Copy your response" })).toBeVisible();
  await expect(dialog.getByText("This dispute is closed. Nothing can be added.")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Your response" })).toBeHidden();
});

test(
  "a suspended business sees all of its area and why nothing new comes, and keeps what it typed in vain",
  componentToo,
  async ({ page }) => {
    const admin = await signedInAdmin();
    const { email, password, merchantId } = await makeBusiness({ name: "Halted Homes" });
    await admin.client.admin.editMerchant.mutate({ merchantId, status: "suspended" });
    await enterAs(page, await signedIn(email, password));
    await page.goto("/merchant/dashboard");
    await expect(page.getByText("This business is suspended")).toBeVisible();
    await expect(page.getByText("Nobody has paid you yet.", { exact: false })).toBeVisible();
    await goTo(page, /Transactions/);
    await expect(page.getByText("Nobody has paid you yet.", { exact: false })).toBeVisible();
    await goTo(page, /Disputes/);
    await expect(page.getByText("Nobody has disputed a payment.")).toBeVisible();
    await goTo(page, /Settings/);
    await expect(page.getByText("This business is suspended", { exact: true })).toBeVisible();
    await page.getByLabel("Business name").fill("Halted Homes and Gardens");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("This business is suspended. Please contact support.")).toBeVisible();
    await expect(page.getByLabel("Business name")).toHaveValue("Halted Homes and Gardens");
    await page.getByRole("tab", { name: "Wallet Address" }).click();
    await page.getByRole("group", { name: "How" }).getByRole("button", { name: "Paste an address" }).click();
    const typed = `0x${Date.now().toString(16).padStart(40, "b")}`;
    await page.getByRole("textbox", { name: "Wallet address" }).fill(typed);
    await page.getByRole("button", { name: "Update wallet address" }).click();
    await expect(page.getByText("This business is suspended. Please contact support.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Wallet address" })).toHaveValue(typed);
    expect(await admin.client.admin.merchant.query({ merchantId })).toMatchObject({ name: "Halted Homes", walletAddress: null });
  },
);
