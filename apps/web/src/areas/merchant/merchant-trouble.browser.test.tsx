import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../lib/query-client.ts";
import { answers, inputsOf } from "../../testing/answers.ts";
import { business, dispute, network } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { DisputeDialog } from "./disputes/dispute-dialog.tsx";
import { BusinessForm } from "./settings/business-form.tsx";
import { PasteWallet } from "./settings/paste-wallet.tsx";

const suspended = () => {
  throw new HearthError("FORBIDDEN", { message: "This business is suspended. Please contact support." });
};

async function saveContact(address: string): Promise<void> {
  answers({ "merchant.editBusiness": ({ contactName }) => business({ address, ...(contactName !== undefined && { contactName }) }) });
  await show(<BusinessForm business={business({ address })} />);
  await page.getByLabelText("Contact name").fill("Ines Prado");
}

/** The server keeps an address that it is not sent. */
async function expectSavedWith(address: string): Promise<void> {
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("Business information updated successfully")).toBeVisible();
  const [sent] = inputsOf("merchant.editBusiness");
  expect(sent?.contactName).toBe("Ines Prado");
  expect(sent?.address ?? address).toBe(address);
}

it.each([
  ["one comma", "12 Cedar Street, Albany"],
  ["two commas", "12 Cedar Street, Albany, NY 12207"],
  ["seven commas", "The Old Mill, Upper Road, behind the church, by the river, Dale, Cumbria, CA7 1AA, United Kingdom"],
])("shows an address with %s that has no parts as it is, and leaves it so when something else is saved", async (_commas, address) => {
  await saveContact(address);
  await expect.element(page.getByText("Your address was written in another way and is kept as it is", { exact: false })).toBeVisible();
  await expect.element(page.getByText(address, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(/^Street address/)).toHaveValue("");
  await expectSavedWith(address);
});

it("takes an address of seven commas apart into its parts, and leaves it to the letter", async () => {
  const street = "Flat 2, Third Staircase, Second Courtyard, The Old Mill, Upper Road";
  const address = `${street}, Dale, Cumbria CA7 1AA, United Kingdom`;
  await saveContact(address);
  const parts = { "Street address": street, City: "Dale", State: "Cumbria", "ZIP code": "CA7 1AA", Country: "United Kingdom" };
  for (const [label, value] of Object.entries(parts)) await expect.element(page.getByLabelText(label)).toHaveValue(value);
  await expectSavedWith(address);
});

it("keeps a response that is still being written when its dispute closes, to be read and copied", async () => {
  answers({ "disputes.get": () => dispute(), "payments.network": () => network() });
  await show(<DisputeDialog disputeId="dsp_1" onClose={() => undefined} />);
  const field = page.getByRole("textbox", { name: "Your response" });
  await field.fill("It rings again since Monday.");
  const resolution = { result: "denied" as const, resultReason: "It rings", chargebackAmount: 0, resolvedAt: null };
  answers({ "disputes.get": () => dispute({ status: "closed", resolution }) });
  await queryClient.invalidateQueries();
  const unsent = page.getByRole("alert").filter({ hasText: "Your response was not sent" });
  await expect.element(unsent.getByText("It rings again since Monday.", { exact: false })).toBeVisible();
  await expect.element(unsent.getByRole("button", { name: "Copy your response" })).toBeVisible();
  await expect.element(page.getByText("This dispute is closed. Nothing can be added.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

it("keeps what a suspended business typed in vain, and says why it was not saved", async () => {
  const said = page.getByText("This business is suspended. Please contact support.");
  answers({ "merchant.editBusiness": suspended });
  await show(<BusinessForm business={business({ status: "suspended" })} />);
  const name = page.getByLabelText("Business name");
  await name.fill("Halted Homes and Gardens");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(said).toBeVisible();
  await expect.element(name).toHaveValue("Halted Homes and Gardens");
});

it("keeps the wallet that a suspended business typed in vain, and says why it was not saved", async () => {
  answers({ "merchant.setPayoutWallet": suspended, "payments.network": () => network() });
  await show(<PasteWallet business={business({ status: "suspended", walletAddress: null })} />);
  const wallet = page.getByRole("textbox", { name: "Wallet address" });
  await wallet.fill(`0x${"b".repeat(40)}`);
  await page.getByRole("button", { name: "Update wallet address" }).click();
  await expect.element(page.getByText("This business is suspended. Please contact support.")).toBeVisible();
  await expect.element(wallet).toHaveValue(`0x${"b".repeat(40)}`);
});
