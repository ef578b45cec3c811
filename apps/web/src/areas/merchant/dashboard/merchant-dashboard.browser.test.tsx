import { describe, expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, never, offline } from "../../../testing/answers.ts";
import { account, business, merchantStats, network } from "../../../testing/records.ts";
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
    "merchant.unpaidTenants": () => ({ month: "2026-03", enrolled: 3, paid: 3, isAll: true, rent: null, items: [], ...unpaid }),
    "payments.network": () => network(),
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

  it("lists what is due on leases, with links to them", async () => {
    const due = {
      property: "Juniper Court",
      unit: "3A",
      tenants: ["Daniel Reyes", "Ana Reyes"],
      due: 1395,
      dueOn: "2026-03-01",
      daysLate: 1,
    };
    const items = [
      { _id: "lea_1", autopay: false, ...due },
      { _id: "lea_2", autopay: true, ...due, unit: "10B", tenants: [], due: 60, daysLate: 0 },
    ];
    await openDesk({}, { enrolled: 12, paid: 10, rent: { leases: 40, owing: 9, due: 4350, items } });
    await expect.element(page.getByRole("heading", { level: 1, name: "9 of 40 tenants are past due: $4,350.00." })).toBeVisible();
    const rows = page.getByRole("table", { name: "Past due" }).getByRole("row");
    await expect
      .poll(() => textsOf(rows))
      .toEqual(["Juniper Court 3ADaniel Reyes, Ana Reyes1 day late$1,395.00View", "Juniper Court 10BNo one yetToday$60.00View"]);
    await expect.element(page.getByRole("link", { name: "View Juniper Court 3A" })).toHaveAttribute("href", "/merchant/leases/lea_1");
    await expect.element(page.getByRole("link", { name: "and 7 more" })).toHaveAttribute("href", "/merchant/tenants?state=owing");
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

  it("says that everything due on leases is paid", async () => {
    await openDesk({}, { rent: { leases: 4, owing: 0, due: 0, items: [] } });
    await expect.element(page.getByRole("heading", { level: 1, name: "No one is past due." })).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Past due" })).not.toBeInTheDocument();
  });

  it("says that everybody has paid and nothing needs attention", async () => {
    await openDesk();
    await expect.element(page.getByRole("heading", { level: 1, name: "Everyone has paid in March." })).toBeVisible();
    await expect.element(page.getByText("Nothing. No refund is owed, every dispute is answered", { exact: false })).toBeVisible();
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
    await expect.element(list.getByRole("link", { name: "Add a lease" })).toHaveAttribute("href", "/merchant/properties");
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
