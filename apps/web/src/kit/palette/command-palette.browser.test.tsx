import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { account, business, merchantStats, network, tenancy, transaction } from "../../testing/records.ts";
import { openPage, signIn } from "../../testing/render.tsx";

const none = { count: 0, amount: 0 };
const found = tenancy({ _id: "les_4", owed: 60 });

beforeEach(() => {
  signIn({ role: "merchant" });
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "merchant.business": () => business(),
    "merchant.stats": () => merchantStats(),
    "merchant.transactions": () => ({ items: [], nextCursor: null }),
    "merchant.transactionTotals": () => ({ all: none, pending: none, completed: none, failed: none, cancelled: none }),
    "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 0 }),
    "merchant.searchTransactions": ({ search }) => (search.startsWith("may") ? [transaction({ _id: "pay_7" })] : []),
    "rent.tenants": ({ search }) => ({ items: search === "4b" ? [found] : [], nextCursor: null }),
    "rent.lease": never,
    "rent.ledger": never,
    "merchant.transaction": never,
    "payments.network": () => network(),
  });
});

const field = page.getByRole("combobox", { name: "Go to" });

async function openPalette() {
  const router = await openPage("/merchant/transactions");
  await expect.element(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
  return router;
}

describe("search palette", () => {
  it("opens with Ctrl K, and opens a page by a few letters and Enter", async () => {
    const router = await openPalette();
    await userEvent.keyboard("unm");
    await expect.element(page.getByRole("option", { name: "Unmatched money" })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.pathname).toBe("/merchant/transactions/unmatched");
    await expect.element(field).not.toBeInTheDocument();
  });

  it("finds a payment by its payer, and opens it", async () => {
    const router = await openPalette();
    await userEvent.keyboard("maya");
    await page.getByRole("option", { name: /Maya Okafor, March rent/ }).click();
    await expect.poll(() => router.state.location.search).toMatchObject({ transaction: "pay_7" });
    expect(inputsOf("merchant.searchTransactions").at(-1)).toEqual({ search: "maya" });
  });

  it("finds a tenant by the unit, shows the amount owed, and opens the lease", async () => {
    const router = await openPalette();
    await userEvent.keyboard("4b");
    await page.getByRole("option", { name: /Maya Okafor.*Juniper Court 4B, \$60.00 owed/ }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/merchant/leases/les_4");
  });

  it("says that nothing was found, and closes on Escape", async () => {
    await openPalette();
    await userEvent.keyboard("zzz");
    await expect.element(page.getByText("Nothing found.")).toBeVisible();
    await userEvent.keyboard("{Escape}{Escape}");
    await expect.element(field).not.toBeInTheDocument();
  });
});
