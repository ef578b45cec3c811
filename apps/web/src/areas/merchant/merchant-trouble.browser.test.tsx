import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../lib/query-client.ts";
import { answers, inputsOf, never, offline } from "../../testing/answers.ts";
import { building, desk } from "../../testing/desk-records.ts";
import { account, business, dispute, merchantStats, network, ownMerchant } from "../../testing/records.ts";
import { openPage, show, signIn } from "../../testing/render.tsx";
import { DisputeDialog } from "./disputes/dispute-dialog.tsx";
import { BusinessForm } from "./settings/business-form.tsx";
import { PasteWallet } from "./settings/paste-wallet.tsx";

const refuseSuspended = () => {
  throw new HearthError("BUSINESS_SUSPENDED");
};

async function saveContact(address: string): Promise<void> {
  answers({ "merchant.editBusiness": ({ contactName }) => business({ address, ...(contactName !== undefined && { contactName }) }) });
  await show(<BusinessForm business={business({ address })} />);
  await page.getByLabelText("Contact name").fill("Ines Prado");
}

/** Saves the form and expects the server to keep the address. An address that is not sent is kept. */
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
])("shows an address with %s that cannot be split unchanged, and keeps it when another field is saved", async (_commas, address) => {
  await saveContact(address);
  await expect.element(page.getByText("Your address was written in another way and is kept as it is", { exact: false })).toBeVisible();
  await expect.element(page.getByText(address, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(/^Street address/)).toHaveValue("");
  await expectSavedWith(address);
});

it("splits an address with seven commas, and keeps it unchanged", async () => {
  const street = "Flat 2, Third Staircase, Second Courtyard, The Old Mill, Upper Road";
  const address = `${street}, Dale, Cumbria CA7 1AA, United Kingdom`;
  await saveContact(address);
  const parts = { "Street address": street, City: "Dale", State: "Cumbria", "ZIP code": "CA7 1AA", Country: "United Kingdom" };
  for (const [label, value] of Object.entries(parts)) await expect.element(page.getByLabelText(label)).toHaveValue(value);
  await expectSavedWith(address);
});

it("keeps an unfinished response when its dispute closes, to be read and copied", async () => {
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

const denied = { result: "denied" as const, resultReason: "It rings", chargebackAmount: 0, resolvedAt: null };

it("does not call a discarded response unsent", async () => {
  answers({ "disputes.get": () => dispute(), "payments.network": () => network() });
  await show(<DisputeDialog disputeId="dsp_1" onClose={() => undefined} />);
  await page.getByRole("textbox", { name: "Your response" }).fill("It rings again.");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  answers({ "disputes.get": () => dispute({ status: "closed", resolution: denied }) });
  await queryClient.invalidateQueries();
  await expect.element(page.getByText("This dispute is closed. Nothing can be added.")).toBeVisible();
  await expect.element(page.getByText("Your response was not sent")).not.toBeInTheDocument();
});

it("does not call a response unsent that the dispute has, although its answer was lost", async () => {
  answers({ "disputes.get": () => dispute(), "payments.network": () => network(), "disputes.comment": offline });
  await show(<DisputeDialog disputeId="dsp_1" onClose={() => undefined} />);
  await page.getByRole("textbox", { name: "Your response" }).fill("It rings again today.");
  await page.getByRole("button", { name: "Send response" }).click();
  await expect.element(page.getByText("We could not hear back, so this may already be done.", { exact: false })).toBeVisible();
  const addedBy = { _id: "usr_2", firstName: "Ines", lastName: "Prado", role: "merchant" as const };
  const comments = [{ _id: "cmt_1", comment: "It rings again today.", addedAt: dispute().createdAt, addedBy }];
  answers({ "disputes.get": () => dispute({ status: "closed", resolution: denied, comments }) });
  await queryClient.invalidateQueries();
  await expect.element(page.getByText("This dispute is closed. Nothing can be added.")).toBeVisible();
  await expect.element(page.getByText("Your response was not sent")).not.toBeInTheDocument();
});

it("keeps the input of a suspended business, and says why it was not saved", async () => {
  const suspendedNotice = page.getByText("Your business is suspended.", { exact: false });
  answers({ "merchant.editBusiness": refuseSuspended });
  await show(<BusinessForm business={business({ status: "suspended" })} />);
  const name = page.getByLabelText("Business name");
  await name.fill("Halted Homes and Gardens");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(suspendedNotice).toBeVisible();
  await expect.element(name).toHaveValue("Halted Homes and Gardens");
});

it("keeps the wallet entered by a suspended business, and says why it was not saved", async () => {
  answers({ "merchant.setPayoutWallet": refuseSuspended, "payments.network": () => network(), "auth.secondFactor": never });
  await show(<PasteWallet business={business({ status: "suspended", walletAddress: null })} />);
  const wallet = page.getByRole("textbox", { name: "Wallet address" });
  await wallet.fill(`0x${"b".repeat(40)}`);
  await page.getByRole("button", { name: "Update wallet address" }).click();
  await expect.element(page.getByText("Your business is suspended.", { exact: false })).toBeVisible();
  await expect.element(wallet).toHaveValue(`0x${"b".repeat(40)}`);
});

it("shows a suspended business its whole area and what it may still do, and nothing to change", async () => {
  const none = { count: 0, amount: 0 };
  const decided = { approved: none, owed: none, denied: none };
  const halted = business({ name: "Halted Homes", status: "suspended", walletAddress: null });
  answers({
    "auth.me": () => account({ role: "merchant", merchant: { ...ownMerchant, name: "Halted Homes", status: "suspended" } }),
    "exchange.checkWallet": () => ({ status: "none", message: "", walletAddress: null }),
    "merchant.business": () => halted,
    "merchant.stats": () => merchantStats(),
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null }),
    "merchant.attention": () => ({
      refunds: { count: 0, items: [] },
      disputes: { count: 0, items: [] },
      unmatched: { count: 0, usdc: "0.00" },
    }),
    "merchant.unpaidTenants": () => ({ month: "2026-03", enrolled: 0, paid: 0, isAll: true, items: [] }),
    "rent.building": () => building([]),
    "merchant.desk": () => desk(),
    "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 0 }),
    "merchant.transactions": () => ({ items: [], nextCursor: null }),
    "merchant.transactionTotals": () => ({ all: none, pending: none, completed: none, failed: none, cancelled: none }),
    "merchant.disputeTotals": () => ({ all: none, open: none, closed: none, resolved: none, escalated: none, ...decided }),
    "disputes.listForMerchant": () => ({ items: [], nextCursor: null }),
    "payments.network": () => network(),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/dashboard");
  const goTo = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  const suspended = page.getByText("This business is suspended", { exact: true });
  await expect.element(suspended).toBeVisible();
  await expect.element(page.getByText("answer disputes and refunds", { exact: false })).toBeVisible();
  await expect.element(page.getByText("No one has paid you yet.", { exact: false })).toBeVisible();
  await goTo("Transactions");
  await expect.element(suspended).toBeVisible();
  await expect.element(page.getByText("No one has paid you yet.", { exact: false })).toBeVisible();
  await goTo("Disputes");
  await expect.element(page.getByText("No one has disputed a payment.")).toBeVisible();
  await goTo("Settings");
  await expect.element(suspended).toBeVisible();
  await expect.element(page.getByLabelText("Business name")).toHaveValue("Halted Homes");
  await expect.element(page.getByText("This cannot be changed while the business is suspended.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Save Changes" })).not.toBeInTheDocument();
  await page.getByRole("tab", { name: "Wallet Address" }).click();
  await expect.element(page.getByRole("heading", { name: "Your wallet" })).toBeVisible();
  await expect.element(page.getByRole("group", { name: "How" })).not.toBeInTheDocument();
  await expect.element(suspended).toBeVisible();
});
