import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { account, business, merchantStats, network, tenancy, transaction } from "../../testing/records.ts";
import { openPage, signIn, signInAdmin } from "../../testing/render.tsx";

const none = { count: 0, amount: 0 };
const found = tenancy({ _id: "les_4", owed: 60 });

const field = page.getByRole("combobox", { name: "Go to" });

async function openPalette() {
  const router = await openPage("/merchant/transactions");
  await expect.element(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
  return router;
}

describe("search palette", () => {
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

  it.each([
    ["remind maya", "remind 4b"],
    ["record payment of maya", "Record payment of 4b"],
    ["charge maya", "charge 4b"],
  ])("offers the act on the tenant first that is typed before the name: %s", async (act, text) => {
    await openPalette();
    await userEvent.keyboard(text);
    const named = page.getByRole("option").filter({ hasText: "Juniper Court 4B" }).first();
    await expect.element(named).toBeVisible();
    expect(named.element().textContent.toLowerCase().startsWith(act)).toBe(true);
    expect(inputsOf("rent.tenants").at(-1)).toMatchObject({ search: "4b" });
  });

  it("finds a tenant by the unit, shows the balance, and opens the lease", async () => {
    const router = await openPalette();
    await userEvent.keyboard("4b");
    await page.getByRole("option", { name: /Maya Okafor.*Juniper Court 4B, balance \$60.00/ }).click();
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

describe("an act of the search palette", () => {
  interface Start {
    start: string;
    signIn: () => void;
    answered: Parameters<typeof answers>[0];
  }
  const tenantPage: Start = {
    start: "/notifications",
    signIn: () => signIn(),
    answered: {
      "auth.me": () => account(),
      "auth.notifications": never,
      "auth.mailPreferences": never,
      "payments.network": () => network(),
      "payments.list": never,
      "payments.historyTotals": never,
      "rent.mine": () => [],
    },
  };
  const adminPage: Start = {
    start: "/admin/alarms",
    signIn: () => signInAdmin(),
    answered: {
      "admin.me": () => account({ role: "admin" }),
      "admin.openDisputeCount": () => 0,
      "admin.alarms": never,
      // Typing also searches the records, a moment later.
      "admin.users": never,
      "admin.merchants": never,
      "rent.leasesForAdmin": never,
      "admin.transactions": never,
      "payments.network": () => network(),
      "disputes.listForAdmin": never,
    },
  };
  it.each([
    { ...tenantPage, typed: "receipt", act: "Find a receipt", leads: "/payment-history?status=completed" },
    { ...tenantPage, typed: "complain", act: "Dispute a payment", leads: "/payment-history?status=completed" },
    { ...adminPage, typed: "approve", act: "Review new businesses", leads: "/admin/merchants/review" },
    { ...adminPage, typed: "chargeback", act: "Resolve disputes", leads: "/admin/disputes?status=open" },
  ])("$act leads to its work", async ({ start, signIn: enterAs, answered, typed, act, leads }) => {
    enterAs();
    answers(answered);
    const router = await openPage(start);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    const pressed = async () => {
      if (field.query() === null) await userEvent.keyboard("{Control>}k{/Control}");
      return field.query();
    };
    await expect.poll(pressed).not.toBeNull(); // the keys load after the page
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard(typed);
    await page.getByRole("option", { name: act }).click();
    await expect.poll(() => router.state.location.href).toBe(leads);
  });
});
