import { describe, expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { type Answers, answers, never, offline } from "../../../testing/answers.ts";
import { building, buildingUnit, desk, collectedMonths } from "../../../testing/desk-records.ts";
import { account, business, merchantStats, network, tenancy } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

type Waiting = Outputs["merchant"]["attention"];
type Unpaid = Outputs["merchant"]["unpaidTenants"];

type Returned = Outputs["auth"]["emailStanding"]["returned"];
const none = { count: 0, items: [] };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();

const firstSteps: Outputs["merchant"]["firstSteps"] = {
  emailConfirmed: true,
  walletProven: false,
  hasProperty: true,
  leaseId: null,
  hasInvited: false,
  hasRent: false,
};

async function openDesk(
  waiting: Partial<Waiting> | typeof never | typeof offline = {},
  unpaid: Partial<Unpaid> = {},
  confirmed = true,
  returned: Returned = null,
  steps = { ...firstSteps, hasRent: true },
  more: Answers = {},
) {
  signIn({ role: "merchant" });
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed, newEmail: null, returned }),
    "merchant.business": () => business(),
    "merchant.stats": () => merchantStats(),
    "merchant.attention":
      typeof waiting === "symbol" ? waiting : () => ({ refunds: none, disputes: none, unmatched: { count: 0, usdc: "0.00" }, ...waiting }),
    "merchant.firstSteps": () => steps,
    "merchant.unpaidTenants": () => ({ month: "2026-03", enrolled: 3, paid: 3, isAll: true, items: [], ...unpaid }),
    "rent.building": () => building([]),
    "merchant.desk": () => desk(),
    "merchant.collectedMonths": () => collectedMonths(),
    "payments.network": () => network(),
    ...more,
  });
  return openPage("/merchant/dashboard");
}

/** Text of the table's rows, without the head. */
const textsOf = (rows: Locator) =>
  rows
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);

describe("merchant dashboard", () => {
  it("says how many tenants have paid, and lists those who have not with their last payment", async () => {
    const nobody = { _id: "usr_2", firstName: "Noor", lastName: "Rahman", aptNumber: null, last: null };
    const late = {
      _id: "usr_1",
      firstName: "Daniel",
      lastName: "Reyes",
      aptNumber: "3A",
      last: { amount: 1395, at: "2026-02-01T12:00:00Z" },
    };
    await openDesk({}, { enrolled: 12, paid: 10, items: [late, nobody] });
    await expect.element(page.getByRole("heading", { level: 1, name: "10 of 12 tenants have paid in March." })).toBeVisible();
    const rows = page.getByRole("table", { name: "Nothing paid yet" }).getByRole("row");
    await expect.poll(() => textsOf(rows)).toEqual(["Apt 3ADaniel ReyesFeb 1, 2026$1,395.00", "Noor RahmanNever"]);
  });

  it("shows the building, what was collected, and who is past due, each with a link to its act", async () => {
    const units = [
      buildingUnit("2A"),
      buildingUnit("2B", { state: "pastDue", pastDue: 371, balance: 371, paid: 1079, dueOn: "2026-03-01" }),
      buildingUnit("1A", { state: "due", balance: 1450, paid: 0, dueOn: "2026-03-28", hash: null }),
      buildingUnit("1B", null),
    ];
    const pastDue = { leases: 1, amount: 371 };
    const none = { leases: 0, amount: 0 };
    await openDesk({}, {}, true, null, undefined, {
      "rent.building": () => building(units),
      "merchant.desk": () => desk({ pastDue: { ...pastDue, balance: 1821, days30: pastDue, days60: none, over60: none } }),
      "rent.tenants": () => ({ items: [tenancy({ unit: "2B", late: 371, daysLate: 3 })], nextCursor: null }),
    });
    await expect.element(page.getByRole("heading", { level: 1, name: "1 of 3 tenants have paid for March." })).toBeVisible();
    const windows = page.getByRole("group", { name: "Units of Juniper Court" });
    await expect
      .poll(() =>
        windows
          .getByRole("link")
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(["2A, Maya Okafor, Paid", "2B, Maya Okafor, $371.00 past due", "1A, Maya Okafor, Due Mar 28, 2026", "1B, Vacant"]);
    await expect.element(windows.getByRole("link", { name: /^2B/ })).toHaveAttribute("href", "/merchant/leases/lse_2B");
    await expect.element(windows.getByRole("link", { name: /^1B/ })).toHaveAttribute("href", "/merchant/leases/new?unit=unt_1B");
    await expect.element(page.getByText("1 of 3 paid")).toBeVisible();
    await expect
      .element(page.getByRole("img", { name: "$1,000.00 through Hearth, $450.00 recorded by you, $1,450.00 open" }))
      .toBeVisible();
    const months = page.getByRole("group", { name: "Collected and billed by month" }).getByRole("link");
    await expect.element(months.last()).toHaveAttribute("href", "/merchant/rent-roll?period=2026-03");
    await expect.element(months.last()).toHaveAccessibleName("Mar 2026: $1,450.00 collected, $1,450.00 billed, not collected");
    await expect.element(months.first()).toHaveAccessibleName("Apr 2025: $2,900.00 collected");
    const rows = page.getByRole("table", { name: "Past due" }).getByRole("row");
    await expect.poll(() => textsOf(rows)).toEqual(["Juniper Court 2BMaya Okafor3 days late$371.00View"]);
    await expect
      .element(page.getByRole("link", { name: "Remind", exact: true }))
      .toHaveAttribute("href", "/merchant/leases/several?act=remind");
  });

  it("moves between windows with the arrow keys, with one tab stop", async () => {
    const units = ["2A", "2B", "1A", "1B"].map((name) => buildingUnit(name));
    await openDesk({}, {}, true, null, undefined, {
      "rent.building": () => building(units),
      "rent.tenants": () => ({ items: [], nextCursor: null }),
    });
    const links = page.getByRole("group", { name: "Units of Juniper Court" }).getByRole("link");
    await expect.poll(() => links.elements().map((link) => link.getAttribute("tabindex"))).toEqual(["0", "-1", "-1", "-1"]);
    await expect.element(page.getByRole("heading", { level: 1, name: "Everyone has paid for March." })).toBeVisible();
    const first = links.first().element();
    if (first instanceof HTMLElement) first.focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(links.nth(1)).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(links.nth(3)).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}{ArrowUp}");
    await expect.element(links.nth(0)).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(links.nth(3)).toHaveAttribute("tabindex", "0");
  });

  it("lists what is to be done with leases: money to return, leases that end, vacant units", async () => {
    const home = { property: "Juniper Court", unit: "4B", tenants: ["Marcus Bell"] };
    await openDesk({}, {}, true, null, undefined, {
      "merchant.desk": () =>
        desk({
          giveBack: { count: 7, amount: 900, items: [{ _id: "lse_7", ...home, amount: 524, what: "deposit" }] },
          ending: { count: 1, items: [{ _id: "lse_8", ...home, unit: "5A", endsOn: "2026-04-30" }] },
          vacant: { count: 5, items: ["1A", "1B", "1C"].map((unit) => ({ _id: `unt_${unit}`, property: "Juniper Court", unit })) },
        }),
    });
    await expect.element(page.getByText("Return $524.00 to Marcus Bell")).toBeVisible();
    await expect.element(page.getByText("Deposit, Juniper Court 4B")).toBeVisible();
    await expect.element(page.getByText("6 more with money to return")).toBeVisible();
    await expect.element(page.getByText("Juniper Court 5A on Apr 30, 2026")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Renew leases" })).toHaveAttribute("href", "/merchant/leases/several?act=renew");
    await expect.element(page.getByText("5 units are vacant")).toBeVisible();
    await expect.element(page.getByText("Juniper Court 1A, Juniper Court 1B, Juniper Court 1C and 2 more")).toBeVisible();
  });

  it("waits with its figures for the content above them, so that nothing shifts", async () => {
    await openDesk(never);
    await expect.element(page.getByRole("heading", { name: "Everyone has paid in March." })).toBeVisible();
    await expect.element(page.getByText("Loading the dashboard")).toBeInTheDocument();
    await expect.element(page.getByText("Completed transactions")).not.toBeInTheDocument();
  });

  it("leaves out parts that fail to load", async () => {
    await openDesk(offline);
    await expect.element(page.getByText("Completed transactions")).toBeVisible();
    await expect.element(page.getByText("Needs attention")).not.toBeInTheDocument();
  });

  it("says that everybody has paid and nothing needs attention", async () => {
    await openDesk();
    await expect.element(page.getByRole("heading", { level: 1, name: "Everyone has paid in March." })).toBeVisible();
    await expect.element(page.getByText("Nothing. No refund or deposit waits to be returned", { exact: false })).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Nothing paid yet" })).not.toBeInTheDocument();
  });

  it("asks above everything to confirm the email, and resends the link", async () => {
    answers({ "auth.resendEmailConfirmation": () => ({ message: "We have sent the link again" }) });
    await openDesk({}, {}, false);
    await expect.element(page.getByText("Confirm your email")).toBeVisible();
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect.element(page.getByText("We have sent the link again.")).toBeVisible();
  });

  it("lists a new landlord's first steps, with links to those that are open", async () => {
    await openDesk({}, {}, true, null, firstSteps);
    const list = page.getByRole("list", { name: "First steps" });
    await expect.element(page.getByText("First steps: 2 of 6 done")).toBeVisible();
    await expect.element(list.getByText("Done: Confirm your email")).toBeInTheDocument();
    await expect.element(page.getByRole("link", { name: "Set up your wallet" })).toHaveAttribute("href", "/merchant/settings?tab=wallet");
    await expect.element(list.getByRole("link", { name: "Add a lease" })).toHaveAttribute("href", "/merchant/leases/new");
    await page.getByRole("button", { name: "Hide these steps" }).click();
    await expect.element(list).not.toBeInTheDocument();
    window.localStorage.removeItem(`firstStepsHidden:${business()._id}`);
  });

  it("leads from the lease to its invitation", async () => {
    await openDesk({}, {}, true, null, { ...firstSteps, walletProven: true, leaseId: "lse_1" });
    await expect.element(page.getByText("First steps: 4 of 6 done")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Invite a tenant" })).toHaveAttribute("href", "/merchant/leases/lse_1");
  });

  it("has no first steps once rent has arrived", async () => {
    await openDesk();
    await expect.element(page.getByText("Completed transactions")).toBeVisible();
    await expect.element(page.getByText("First steps", { exact: false })).not.toBeInTheDocument();
  });

  it("shows first that our emails are returned, why, and where to correct the email", async () => {
    const returned = { at: "2026-03-01T12:00:00.000Z", reason: `550 ${"x".repeat(100)}` };
    await openDesk({}, {}, false, returned);
    await expect.element(page.getByText("Our emails do not reach you")).toBeVisible();
    await expect.element(page.getByText(returned.reason, { exact: false })).toBeVisible();
    await expect.element(page.getByText("Confirm your email")).not.toBeInTheDocument();
    await expect.element(page.getByRole("link", { name: "Correct your email" })).toHaveAttribute("href", "/profile");
  });

  it("links each item that needs attention to its action", async () => {
    const item = (more: Partial<Waiting["disputes"]["items"][number]>) => ({
      _id: "dsp_1",
      reason: "The heating was off",
      payer: "Maya Okafor",
      amount: 120,
      since: daysAgo(8),
      ...more,
    });
    const router = await openDesk({
      refunds: { count: 1, items: [item({})] },
      disputes: { count: 6, items: [item({ _id: "dsp_2", amount: 40, since: daysAgo(1) })] },
      unmatched: { count: 3, usdc: "150.00" },
    });
    const list = page.getByRole("listitem").filter({ has: page.getByRole("link") });
    await expect.element(list.getByText("Refund Maya Okafor $120.00")).toBeVisible();
    await expect.element(list.getByText("owed for 8 days", { exact: false })).toBeVisible();
    await expect.element(list.getByText("Maya Okafor asks for $40.00, open for 1 day")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "5 more disputes" })).toHaveAttribute("href", "/merchant/disputes");
    await expect.element(page.getByRole("link", { name: "Refund: Maya Okafor" })).toHaveAttribute("href", "/merchant/disputes/dsp_1");
    await expect
      .element(page.getByRole("link", { name: "Answer: The heating was off" }))
      .toHaveAttribute("href", "/merchant/disputes/dsp_2");
    answers({ "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 3 }) });
    await list.getByRole("link", { name: "Review" }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/merchant/transactions/unmatched");
  });
});
