import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { account, merchantStats, network, rollLine, rollSums } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";
import type { Outputs } from "../../../lib/trpc.ts";

/** A month that has ended and is not closed. */
function bookMonth(more: Partial<Outputs["rent"]["month"]> = {}): Outputs["rent"]["month"] {
  const figures = { before: 0, charged: 1510, paid: 1450, credited: 0, writtenOff: 12.34, after: 47.66 };
  const state = { period: "2026-11", closed: null, canClose: true, canReopen: false };
  return { ...state, ...figures, properties: [{ property: "Juniper Court", ...figures }], ...more };
}

const none = { count: 0, amount: 0 };
const settled = { all: none, open: none, closed: none, resolved: none, escalated: none, approved: none, denied: none, owed: none };

const around: Answers = {
  "auth.me": () => account({ role: "merchant" }),
  "merchant.stats": () => merchantStats(),
  "payments.network": () => network(),
  "rent.rollSums": () => rollSums({ income: [] }),
  "rent.month": () => bookMonth(),
  "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 0 }),
  "merchant.disputeTotals": () => settled,
};
const long = longWord(limits.nameMaxLength);

itShowsEachState({
  caption: "Rent roll",
  around,
  signIn: () => signIn({ role: "merchant" }),
  path: "/merchant/rent-roll?period=2026-11",
  give: (answer) => ({ "rent.roll": answer }),
  requests: () => inputsOf("rent.roll"),
  empty: "No lease had activity in this period.",
  failed: "Failed to load the rent roll",
  row: rollLine(),
  shows: ["4B", "Maya Okafor"],
  second: rollLine({ _id: "lse_2", unit: "4C", rent: null, after: -20 }),
  overlong: rollLine({ _id: "lse_3", property: long, unit: long, tenants: [long, long], after: 9_999_999.99, before: -9_999_999.99 }),
});

it("shows a month's sums and the income by property, and switches to another month or year", async () => {
  answers({ ...around, "rent.roll": () => ({ items: [rollLine()], nextCursor: null }), "rent.rollSums": () => rollSums() });
  signIn({ role: "merchant" });
  await openPage("/merchant/rent-roll?period=2026-11");
  await expect.element(page.getByRole("heading", { name: "Rent roll" })).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Income" }).getByText("November 2026")).toBeVisible();
  await page.getByLabelText("Month or year").selectOptions("2026");
  await expect.poll(() => inputsOf("rent.rollSums").at(-1)).toEqual({ period: "2026" });
});

it("says that a file could not be created, and retries on the next click", async () => {
  answers({
    ...around,
    "rent.roll": () => ({ items: [rollLine()], nextCursor: null }),
    "rent.rollFile": () => {
      throw new HearthError("RATE_LIMITED");
    },
    "rent.accountingFile": () => {
      throw new HearthError("RATE_LIMITED");
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/rent-roll?period=2026-11");
  await page.getByRole("button", { name: "Save PDF" }).click();
  await expect.poll(() => inputsOf("rent.rollFile")).toEqual([{ period: "2026-11", format: "pdf" }]);
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => inputsOf("rent.rollFile").at(-1)).toEqual({ period: "2026-11", format: "csv" });
  await page.getByRole("button", { name: "Export for accounting" }).click();
  await expect.poll(() => inputsOf("rent.accountingFile")).toEqual([{ period: "2026-11" }]);
});

it("closes an ended month and reopens it, and says who closed it", async () => {
  const closed = { closed: { at: "2026-12-02T09:00:00.000Z", by: "Helen Whitaker" }, canClose: false, canReopen: true };
  let isClosed = false;
  const month = () => bookMonth(isClosed ? closed : {});
  answers({
    ...around,
    "rent.roll": () => ({ items: [rollLine()], nextCursor: null }),
    "rent.month": month,
    "rent.closeMonth": () => {
      isClosed = true;
      return month();
    },
    "rent.reopenMonth": () => {
      isClosed = false;
      return month();
    },
    "rent.monthFile": () => {
      throw new HearthError("RATE_LIMITED");
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/month-close?period=2026-11");
  await expect.element(page.getByRole("table", { name: "Month close" }).getByText("All properties")).toBeVisible();
  await page.getByRole("button", { name: "Close November 2026" }).click();
  await expect.element(page.getByText(/^Closed by Helen Whitaker on/)).toBeVisible();
  expect(inputsOf("rent.closeMonth")).toEqual([{ period: "2026-11" }]);
  await page.getByRole("button", { name: "Export the close as CSV" }).click();
  await expect.poll(() => inputsOf("rent.monthFile")).toEqual([{ period: "2026-11", format: "csv" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Close November 2026" }).click();
  await page.getByRole("button", { name: "Reopen November 2026" }).click();
  await expect.element(page.getByRole("button", { name: "Close November 2026" })).toBeVisible();
  expect(inputsOf("rent.reopenMonth")).toEqual([{ period: "2026-11" }, { period: "2026-11" }]);
});

it("says before a month is closed what is still open, and leads there", async () => {
  answers({
    ...around,
    "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 2 }),
    "merchant.disputeTotals": () => ({ ...settled, open: { count: 1, amount: 120 }, owed: { count: 1, amount: 60 } }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/month-close?period=2026-11");
  const review = (title: string) => page.getByRole("link", { name: `Review: ${title}` });
  await expect.element(review("2 transfers match no payment")).toHaveAttribute("href", "/merchant/transactions/unmatched");
  await expect.element(review("1 refund is still owed")).toHaveAttribute("href", "/merchant/disputes");
  await expect.element(review("1 dispute is open")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Rent roll", exact: true }).first()).toBeVisible();
});

it("leads from a month's rent roll to its close, offers closing to no viewer, and has none for a year", async () => {
  answers({
    ...around,
    "auth.me": () => account({ role: "merchant", staffRole: "viewer" }),
    "rent.roll": () => ({ items: [rollLine()], nextCursor: null }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/rent-roll?period=2026-11");
  const link = page.getByRole("link", { name: "Month close" });
  await page.getByLabelText("Month or year").selectOptions("2026");
  await expect.element(link).not.toBeInTheDocument();
  await page.getByLabelText("Month or year").selectOptions("2026-11");
  await link.click();
  await expect.element(page.getByRole("heading", { name: "Month close" })).toBeVisible();
  await expect.element(page.getByText("Nothing is open: all money is matched, and no refund is owed.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close November 2026" })).not.toBeInTheDocument();
});

it("shows at most eight columns, and a credit only where there is one", async () => {
  const rows = [rollLine(), rollLine({ _id: "lse_2", unit: "4C", credited: 20, cameLater: 5 })];
  answers({ ...around, "rent.roll": () => ({ items: rows, nextCursor: null }) });
  signIn({ role: "merchant" });
  await openPage("/merchant/rent-roll?period=2026-11");
  const heads = page.getByRole("table", { name: "Rent roll" }).getByRole("columnheader");
  await expect.element(heads.filter({ hasText: "Credited" })).toBeVisible();
  expect(heads.elements().filter(({ textContent }) => textContent !== "Open").length).toBeLessThanOrEqual(8);
});

it("says that a closed month keeps its figures, and what was added for its days since", async () => {
  const closed = { at: "2026-12-02T09:00:00.000Z", by: "Helen Whitaker" };
  const late = { cameLater: -100 };
  answers({
    ...around,
    "rent.roll": () => ({ items: [rollLine(late), rollLine({ _id: "lse_2", unit: "4C" })], nextCursor: null }),
    "rent.rollSums": () => rollSums({ closed, ...late }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/rent-roll?period=2026-11");
  await expect
    .element(page.getByText(/Figures as Helen Whitaker closed the month on .* later for these days leave \$100\.00 less owed/))
    .toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Added after the close" })).toBeVisible();
});
