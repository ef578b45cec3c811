import { closingObstacles } from "@hearth/domain/account/closing";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { CloseAccountForm } from "./close-account.tsx";
import { OwnData } from "./own-data.tsx";

testFormErrors({
  label: "Close your account",
  open: () => {
    answers({ "account.close": refuse });
    return show(<CloseAccountForm ownsBusiness />);
  },
  valid: { email: "maya@hearth.test" },
  invalid: { "nothing entered": { values: { email: "" }, messages: { email: "Please enter your email" } } },
  acceptedCount: () => inputsOf("account.close").length,
});

const noDeposits = { owedDeposits: [], passkeyWallet: null, heldDeposits: null };

it("lists what must be done before the account can be closed", async () => {
  const message = "You have an open payment. Pay or cancel it, or wait until it has ended.";
  answers({
    "account.closing": () => ({ obstacles: [{ code: "openPayment", message, until: null }], ownsBusiness: false, ...noDeposits }),
  });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close it for good" })).not.toBeInTheDocument();
});

it("asks for the account's email before closing it, and downloads its data", async () => {
  answers({
    "account.closing": () => ({ obstacles: [], ownsBusiness: true, ...noDeposits }),
    "account.exportData": () => ({
      fileName: "hearth-account-2026-03-02.json",
      json: "{}",
      cursor: inputsOf("account.exportData").length < 2 ? "next" : null,
    }),
  });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Download your data" }).click();
  await expect.poll(() => inputsOf("account.exportData")).toEqual([{}, { cursor: "next" }]);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(/Your business closes with it/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close it for good" })).toBeVisible();
});

it("shows until when payers can file a dispute with the business", async () => {
  const message = closingObstacles.disputablePayment;
  const until = "2027-02-26T12:00:00.000Z";
  answers({ "account.closing": () => ({ obstacles: [{ code: "disputablePayment", message, until }], ownsBusiness: true, ...noDeposits }) });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(/hand it to a co-owner\. The last day for one is .*2027\./)).toBeVisible();
});

it("names a deposit that a landlord holds, with the way back to it, and does not keep the tenant from closing", async () => {
  const deposit = { leaseId: "lse_1", merchant: "Juniper Court", place: "Cedar House 1", amount: 500 };
  const owedDeposits = [{ ...deposit, email: "maya@home.test", walletUnknown: "pay_1" }];
  answers({ "account.closing": () => ({ obstacles: [], ownsBusiness: false, owedDeposits, passkeyWallet: null, heldDeposits: null }) });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(/Juniper Court holds \$500\.00 for Cedar House 1\. It stays owed to you/)).toBeVisible();
  await expect.element(page.getByText(/keeps maya@home\.test from the lease/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Name one first" }))
    .toHaveAttribute("href", "/payment-history?payment=pay_1&step=wallet");
  await expect.element(page.getByRole("button", { name: "Close it for good" })).toBeVisible();
});

it("names the deposits that a business holds beside what keeps it from closing", async () => {
  const message = closingObstacles.unsettledLease;
  const items = [{ leaseId: "lse_1", place: "Cedar House 1", tenants: ["Maya Torres", "Ada Quill"], amount: 500 }];
  const heldDeposits = { count: 3, amount: 1_500, items };
  const obstacles = [{ code: "unsettledLease" as const, message, until: null }];
  answers({ "account.closing": () => ({ obstacles, ownsBusiness: true, owedDeposits: [], passkeyWallet: null, heldDeposits }) });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText("You hold $1,500.00 of deposits")).toBeVisible();
  const item = page.getByRole("listitem").filter({ hasText: "Maya Torres" });
  await expect.element(item).toHaveTextContent("$500.00 of Maya Torres, Ada Quill for Cedar House 1");
  await expect.element(page.getByRole("link", { name: "Cedar House 1" })).toHaveAttribute("href", "/merchant/leases/lse_1");
  await expect.element(page.getByText("and 2 more, under Rent")).toBeVisible();
});
