import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { account, merchantStats, network, transaction } from "../../testing/records.ts";
import { openPage, signIn } from "../../testing/render.tsx";

async function openTransactions(width = 1280) {
  const figure = { count: 1, amount: 1 };
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "merchant.stats": () => merchantStats(),
    "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 0 }),
    "merchant.transactionTotals": () => ({ all: figure, pending: figure, completed: figure, failed: figure, cancelled: figure }),
    "merchant.transactions": () => ({ items: [transaction()], nextCursor: null }),
    "payments.network": () => network(),
  });
  signIn({ role: "merchant" });
  await page.viewport(width, 800);
  await openPage("/merchant/transactions");
}

const order = () => inputsOf("merchant.transactions").at(-1)?.order;

it("sorts the oldest first after a click on the date's head, and the newest first after another", async () => {
  await openTransactions();
  const head = page.getByRole("columnheader", { name: "Date" });
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  await head.getByRole("button").click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(order).toBe("oldest");
  await head.getByRole("button").click();
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
});

it("sorts the largest first after a click on the amount's head, the smallest after another, and returns to dates", async () => {
  await openTransactions();
  const [date, amount] = [page.getByRole("columnheader", { name: "Date" }), page.getByRole("columnheader", { name: "Amount" })];
  await expect.element(amount).toHaveAttribute("aria-sort", "none");
  await amount.getByRole("button").click();
  await expect.element(amount).toHaveAttribute("aria-sort", "descending");
  await expect.element(date).toHaveAttribute("aria-sort", "none");
  await expect.poll(order).toBe("largest");
  await amount.getByRole("button").click();
  await expect.element(amount).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(order).toBe("smallest");
  await date.getByRole("button").click();
  await expect.element(date).toHaveAttribute("aria-sort", "descending");
});

it("sorts on a phone too, where the cards keep only the sortable heads", async () => {
  await openTransactions(390);
  await page.getByRole("button", { name: "Amount", exact: true }).click();
  await expect.poll(order).toBe("largest");
  await page.getByRole("button", { name: "Date", exact: true }).click();
  await expect.element(page.getByRole("columnheader", { name: "Date" })).toHaveAttribute("aria-sort", "descending");
  await expect.element(page.getByRole("columnheader", { name: "Status" })).not.toBeInTheDocument();
});
