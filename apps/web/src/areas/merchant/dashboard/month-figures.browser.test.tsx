import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { TransactionStatus } from "../../../features/payments/transaction-parts.tsx";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { MonthFigures } from "./month-figures.tsx";
import { UserChangesDialog } from "./user-changes.tsx";

const none = { count: 0, amount: 0 };

async function showMonth(refundedAmount: number) {
  const money = { grossAmount: 900, refundedAmount, netAmount: 900 - refundedAmount };
  await show(
    <MonthFigures
      onShowUsers={() => {}}
      stats={{
        dateRange: { startOfMonth: "2026-11-01T05:00:00.000Z", endOfMonth: "2026-12-01T05:59:59.999Z" },
        timeZone: "America/Chicago",
        completedTransactions: { count: 1, amount: 900 },
        pendingTransactions: none,
        revenue: { month: money, total: money },
        openDisputes: 0,
        urgentDisputes: 0,
        userChanges: { newUsers: 0, lostUsers: 0, netChange: 0 },
        months: [],
        recentTransactions: [],
        recentDisputes: [],
      }}
    />,
  );
}

test("month figures: show the net amount and what was refunded", async () => {
  await showMonth(100);
  const figure = page.getByRole("link", { name: /Completed transactions/ });
  await expect.element(figure.getByText("1 payment · net, less $100.00 refunded", { exact: true })).toBeVisible();
  expect(figure.element().textContent).toContain("$800.00");
});

test("month figures: do not mention refunds if there are none", async () => {
  await showMonth(0);
  const figure = page.getByRole("link", { name: /Completed transactions/ });
  await expect.element(figure.getByText("1 payment", { exact: true })).toBeVisible();
  expect(figure.element().textContent).toContain("$900.00");
});

test("transactions: show a refund beside the status instead of an irregularity", async () => {
  await show(
    <ul>
      <li>
        <TransactionStatus status="completed" hasArrived={false} oddity="late" refunded="part" />
      </li>
      <li>
        <TransactionStatus status="completed" hasArrived={false} oddity="none" refunded="whole" />
      </li>
      <li>
        <TransactionStatus status="completed" hasArrived={false} oddity="late" refunded="none" />
      </li>
    </ul>,
  );
  const listItems = page.getByRole("listitem").elements();
  expect(listItems.map(({ textContent }) => textContent)).toEqual(["CompletedPart refunded", "CompletedRefunded", "Completed, late"]);
});

test("month's changes: load page by page in their dialog, and show an error with a retry", async () => {
  const change = { firstName: "Maya", lastName: "Okafor", aptNumber: "4B", change: "enrolled" as const, at: "2026-11-02T12:00:00Z" };
  answers({ "merchant.userChanges": () => ({ items: [{ ...change, id: "enr_1-enrolled" }], nextCursor: "next" }) });
  await show(<UserChangesDialog open onClose={() => {}} />);
  const table = page.getByRole("table", { name: "Changes this month" });
  await expect.element(table.getByText("Maya Okafor")).toBeVisible();
  answers({ "merchant.userChanges": refuse });
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(page.getByText("Failed to load dashboard data")).toBeVisible();
  answers({
    "merchant.userChanges": () => ({ items: [{ ...change, id: "enr_2-left", firstName: "Daniel", change: "left" }], nextCursor: null }),
  });
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(table.getByText("Daniel Okafor")).toBeVisible();
  await expect.element(table.getByText("Maya Okafor")).toBeVisible();
  expect(new Set(inputsOf("merchant.userChanges").map(({ cursor }) => cursor))).toEqual(new Set([undefined, "next"]));
});
