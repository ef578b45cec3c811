import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../../testing/answers.ts";
import { account, lease, ledgerLine } from "../../../testing/records.ts";
import { openPage, signInAdmin } from "../../../testing/render.tsx";

const around: Answers = {
  "admin.me": () => account({ role: "admin" }),
  "admin.openDisputeCount": () => 0,
  "admin.merchantNames": () => [{ _id: "mer_1", name: "Juniper Court" }],
};
const scheduledPayment = {
  _id: "chq_1",
  period: "2026-12-01",
  description: "Rent for December 2026",
  amount: 1_450,
  dueOn: "2026-12-01",
  from: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
  nonce: `0x${"ab".repeat(32)}`,
  status: "ready" as const,
  wasSigned: true,
  trouble: "balance" as const,
  voidReason: null,
  paymentId: null,
};
const whole: Answers = {
  ...around,
  "rent.leaseForAdmin": () => lease(),
  "rent.ledgerForAdmin": () => ({ items: [ledgerLine()], nextCursor: null }),
  "autopay.forAdmin": () => [
    scheduledPayment,
    { ...scheduledPayment, _id: "chq_2", status: "paid" as const, trouble: null, paymentId: "pay_1" },
  ],
};

it("shows a lease with its ledger and its scheduled payments", async () => {
  answers(whole);
  signInAdmin();
  await openPage("/admin/leases/lse_1");
  await expect.element(page.getByRole("heading", { name: "Juniper Court 4B" })).toBeVisible();
  const scheduledPayments = page.getByRole("table", { name: "Scheduled payments" });
  await expect.element(scheduledPayments.getByText("Signed", { exact: true })).toBeVisible();
  await expect.element(scheduledPayments.getByRole("link", { name: "See payment of Rent for December 2026" })).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Ledger of the lease" })).toBeVisible();
  expect(inputsOf("autopay.forAdmin")).toEqual([{ leaseId: "lse_1" }]);
});

it("changes a lease as the landlord could, through the admin's own calls", async () => {
  answers({
    ...whole,
    "rent.wrongFeesForAdmin": () => ({ count: 0, amount: 0 }),
    "rent.addCreditForAdmin": () => ({ _id: "lcr_1", feesVoided: 0 }),
    "rent.voidChargeForAdmin": () => ({ _id: "chg_1" }),
  });
  signInAdmin();
  await openPage("/admin/leases/lse_1");
  const acting = /^You act for Juniper Homes\./;
  await expect.element(page.getByText(acting)).toBeVisible();
  await page.getByRole("button", { name: "Act for Juniper Homes" }).click();
  await page.getByRole("menuitem", { name: "Record payment" }).click();
  await expect.element(page.getByRole("dialog").getByText(acting)).toBeVisible();
  await page.getByLabelText("Amount, in dollars").fill("20");
  await page.getByLabelText("Date", { exact: true }).fill("2026-11-02");
  await page.getByLabelText("Description").fill("By check");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect.element(page.getByText("Added to the ledger")).toBeVisible();
  expect(inputsOf("rent.addCreditForAdmin")).toMatchObject([{ leaseId: "lse_1", kind: "outside", amount: 20 }]);
  await page
    .getByRole("button", { name: /^Change / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Void" }).click();
  await expect.element(page.getByRole("dialog").getByText(acting)).toBeVisible();
  await page.getByLabelText("Reason").fill("Charged twice");
  await page.getByRole("button", { name: "Void", exact: true }).click();
  await expect.poll(() => inputsOf("rent.voidChargeForAdmin")).toMatchObject([{ reason: "Charged twice" }]);
});

it("offers every action that fits the lease in one menu, and says for whom in each dialog", async () => {
  answers({ ...whole, "rent.leaseForAdmin": () => lease({ endsOn: "2027-06-30" }) });
  signInAdmin();
  await openPage("/admin/leases/lse_1");
  for (const name of ["Send a reminder", "Renew the lease", "Change the terms", "Change the end"]) {
    await page.getByRole("button", { name: "Act for Juniper Homes" }).click();
    await page.getByRole("menuitem", { name }).click();
    const dialog = page.getByRole("dialog", { name });
    await expect.element(dialog.getByText(/^You act for Juniper Homes\./)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

it("offers no changes to a read-only administrator", async () => {
  answers({ ...whole, "admin.me": () => account({ role: "admin", isReadOnly: true }) });
  signInAdmin();
  await openPage("/admin/leases/lse_1");
  await expect.element(page.getByRole("table", { name: "Ledger of the lease" })).toBeVisible();
  for (const name of [/^Change /, /^Act for/]) await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
  await expect.element(page.getByText(/^You act for/)).not.toBeInTheDocument();
});

it("says that a lease does not exist, and that no tenant has set up autopay", async () => {
  answers({
    ...whole,
    "autopay.forAdmin": () => [],
    "rent.leaseForAdmin": ({ leaseId }) => {
      if (leaseId === "lse_1") return lease();
      throw new HearthError("NOT_FOUND", { message: "Lease not found" });
    },
  });
  signInAdmin();
  await openPage("/admin/leases/lse_1");
  await expect.element(page.getByText("No tenant has set autopay.")).toBeVisible();
  await openPage("/admin/leases/lse_2");
  await expect.element(page.getByText("Lease not found")).toBeVisible();
});

it("finds leases by text and by landlord", async () => {
  answers({ ...around, "rent.leasesForAdmin": () => ({ items: [], nextCursor: null, isCut: false }) });
  signInAdmin();
  await openPage("/admin/leases");
  await page.getByRole("searchbox", { name: "Search" }).fill("Maya");
  await page.getByRole("combobox", { name: "Merchant" }).selectOptions("Juniper Court");
  await expect.poll(() => inputsOf("rent.leasesForAdmin").at(-1)).toMatchObject({ search: "Maya", merchantId: "mer_1" });
  await expect.element(page.getByText("No lease matches this search.")).toBeVisible();
});

const listed = {
  _id: "lse_1",
  merchant: { _id: "mer_1", name: "Juniper Court" },
  property: "Juniper Court",
  unit: "4B",
  tenants: ["Maya Okafor"],
  startsOn: "2026-01-01",
  endsOn: null,
  owed: 1_450,
  autopay: true,
};

it("says that a search matches more leases than are listed", async () => {
  answers({ ...around, "rent.leasesForAdmin": () => ({ items: [listed], nextCursor: null, isCut: true }) });
  signInAdmin();
  await openPage("/admin/leases?search=e");
  await expect.element(page.getByText(/^This search matches more than 200 leases\. Only 200 of them are listed/)).toBeVisible();
});
