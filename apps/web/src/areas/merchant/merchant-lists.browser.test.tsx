import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../testing/list-states.ts";
import { account, dispute, merchantStats, network, oddTransfer, transaction } from "../../testing/records.ts";
import { openPage, signIn } from "../../testing/render.tsx";

const total = { count: 2, amount: 1_800 };
const most = { count: 99_999, amount: 9_999_999.99 };
const decided = { approved: most, owed: most, denied: most };

/** Answers for the merchant shell and for the totals above its lists. */
const around: Answers = {
  "auth.me": () => account({ role: "merchant" }),
  "merchant.stats": () => merchantStats(),
  "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 99_999 }),
  "merchant.transactionTotals": () => ({ all: total, pending: most, completed: most, failed: most, cancelled: most }),
  "merchant.disputeTotals": () => ({ all: total, open: most, closed: most, resolved: most, escalated: most, ...decided }),
  "payments.network": () => network(),
};
const place = { around, signIn: () => signIn({ role: "merchant" }) };

const longest = {
  userId: {
    _id: "usr_3",
    email: longWord(limits.emailMaxLength),
    firstName: longWord(limits.nameMaxLength),
    lastName: longWord(limits.nameMaxLength),
    phoneNumber: longWord(limits.phoneMaxLength),
  },
  amount: 9_999_999.99,
};

itShowsEachState({
  caption: "Transactions",
  ...place,
  path: "/merchant/transactions",
  give: (answer) => ({ "merchant.transactions": answer }),
  requests: () => inputsOf("merchant.transactions"),
  empty: "No one has paid you yet.",
  failed: "Failed to load transactions",
  row: transaction(),
  shows: ["Maya Okafor", "March rent", "Completed"],
  second: transaction({ _id: "pay_2" }),
  overlong: transaction({
    _id: "pay_3",
    ...longest,
    description: longWord(limits.descriptionMaxLength),
    aptNumber: longWord(limits.apartmentMaxLength),
    transactionHash: `0x${"f".repeat(64)}`,
    oddity: "late",
  }),
});

it("names the unit with its property, what a payment was for, and by how much its money differs", async () => {
  const items = [
    transaction({ oddity: "over", grossAmount: transaction().amount + 4.2 }),
    transaction({ _id: "pay_2", status: "pending", transactionHash: null, short: { received: 840, missing: 60 } }),
    transaction({ _id: "pay_3", oddity: "late", home: null }),
  ];
  answers({ ...around, "merchant.transactions": () => ({ items, nextCursor: null }) });
  signIn({ role: "merchant" });
  await openPage("/merchant/transactions");
  const rows = page.getByRole("table", { name: "Transactions" }).getByRole("row");
  await expect.element(page.getByRole("columnheader", { name: "For" })).toBeVisible();
  for (const text of ["Juniper Court 4B", "March rent", "Completed, $4.20 over"]) {
    await expect.element(rows.nth(1).getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(rows.nth(2).getByText("Pending, $60.00 short", { exact: true })).toBeVisible();
  for (const text of ["4B", "Completed, late"]) await expect.element(rows.nth(3).getByText(text, { exact: true })).toBeVisible();
});

itShowsEachState({
  caption: "Disputes",
  ...place,
  path: "/merchant/disputes",
  give: (answer) => ({ "disputes.listForMerchant": answer }),
  // Ignores the request before the time zone is known, which the filter's days depend on.
  requests: () => inputsOf("disputes.listForMerchant").filter(({ timeZone }) => timeZone !== undefined),
  empty: "No one has disputed a payment.",
  failed: "Failed to load disputes",
  row: dispute(),
  shows: ["The heating was off", "Maya Okafor", "Open"],
  second: dispute({ _id: "dsp_2" }),
  overlong: dispute({ _id: "dsp_3", ...longest, reason: longWord(limits.reasonMaxLength) }),
});

it("puts the refunds that are owed before the list, says whom and since when, and searches the list", async () => {
  const decidedAt = "2026-09-29T15:00:00.000Z";
  const owed = dispute({
    status: "closed",
    resolution: { result: "chargedBack", resultReason: "No heating", chargebackAmount: 120, resolvedAt: decidedAt },
    refund: { status: "owed", amount: 120, stillOwed: 120, owedSince: decidedAt, refundedAt: null, transactionHash: null },
  });
  answers({ ...around, "disputes.listForMerchant": ({ search }) => ({ items: search === undefined ? [owed] : [], nextCursor: null }) });
  signIn({ role: "merchant" });
  await openPage("/merchant/disputes");
  await expect.element(page.getByText("You owe Maya Okafor $120.00")).toBeVisible();
  await expect.element(page.getByText(/^since Sep 29, 2026/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Refund $120.00 to Maya Okafor" }))
    .toHaveAttribute("href", "/merchant/disputes/dsp_1");
  const table = page.getByRole("table", { name: "Disputes" });
  await expect.element(table.getByText(/^Refund owed/)).toBeVisible();
  await expect.element(table.getByText("Closed")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Amount" }).click();
  await expect.poll(() => inputsOf("disputes.listForMerchant").at(-1)?.order).toBe("largest");
  await page.getByRole("checkbox", { name: /^Select dispute/ }).click();
  await expect.element(page.getByRole("region", { name: "Selected rows" }).getByText("1 dispute selected")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing like this");
  await expect.element(page.getByText("No dispute matches this search.")).toBeVisible();
  expect(inputsOf("disputes.listForMerchant")).toContainEqual({ owed: true, limit: 5 });
});

itShowsEachState({
  caption: "Unmatched money",
  ...place,
  path: "/merchant/transactions/unmatched",
  give: (answer) => ({ "merchant.oddTransfers": answer }),
  requests: () => inputsOf("merchant.oddTransfers"),
  empty: "All money in your wallet is matched to a payment.",
  failed: "Failed to load transactions",
  row: oddTransfer(),
  shows: ["Without a reference", "No match", "900.00"],
  second: oddTransfer({ _id: "trf_2" }),
  overlong: oddTransfer({
    _id: "trf_3",
    verdict: "short",
    usdc: "9999999999.999999",
    meantFor: {
      _id: "pay_3",
      payer: longWord(2 * limits.nameMaxLength),
      aptNumber: longWord(limits.apartmentMaxLength),
      description: longWord(limits.descriptionMaxLength),
      amount: longest.amount,
      status: "pending",
      createdAt: "2026-03-02T12:00:00.000Z",
    },
  }),
});
