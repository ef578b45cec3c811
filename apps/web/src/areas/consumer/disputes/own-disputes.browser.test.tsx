import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { account, dispute, network, ownLease, standing } from "../../../testing/records.ts";
import { openPage, show, signIn } from "../../../testing/render.tsx";
import { Dashboard } from "../dashboard/dashboard.tsx";

type Listed = ReturnType<typeof listed>;

function listed(more: Partial<ReturnType<typeof dispute>> = {}) {
  const { timeline: _, ...shared } = dispute(more);
  return shared;
}

const answer = (role: "merchant" | "admin") => ({
  _id: `cmt_${role}`,
  comment: "We looked into it.",
  addedBy: { firstName: "Ada", lastName: "Lang", role },
  addedAt: "2026-03-03T12:00:00.000Z",
});

itShowsEachState({
  caption: "Disputes",
  path: "/disputes",
  signIn,
  around: { "auth.me": () => account() },
  give: (give) => ({ "disputes.list": give }),
  requests: () => inputsOf("disputes.list"),
  empty: "You have not disputed a payment. If something is wrong with one, open it in your payment history and file a dispute there.",
  failed: "Failed to load your disputes",
  row: listed(),
  shows: ["The heating was off", "March rent, Juniper Court. Juniper Court can answer; Hearth decides.", "Open"],
  second: listed({ _id: "dsp_2", disputeId: "D-8K2M", reason: "The water was off" }),
  overlong: listed({ _id: "dsp_3", disputeId: "D-9K2M", reason: longWord(limits.reasonMaxLength), amount: 9_999.99 }),
});

async function showDashboard(disputes: Listed[]): Promise<void> {
  const none = { count: 0, amount: 0 };
  const figures = { thisMonth: 0, lastMonth: 0, growthPercent: 0, total: none, pending: none, success: none, months: [], recent: [] };
  answers({
    "auth.me": () => account(),
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null }),
    "refunds.asked": () => [],
    "invitations.mine": () => ({ needsConfirmation: false, items: [] }),
    "autopay.mine": () => [],
    "merchant.standing": () => standing(),
    "payments.network": () => network(),
    "rent.mine": () => [ownLease()],
    "disputes.list": () => ({ items: disputes, nextCursor: null }),
    "payments.dashboard": () => ({ month: { from: "2026-03-01T00:00:00.000Z", to: "2026-03-31T00:00:00.000Z" }, ...figures }),
  });
  await show(<Dashboard user={{ _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", role: "user" }} />);
}

it("names an open dispute on the dashboard, with who acts next", async () => {
  await showDashboard([listed({ comments: [answer("merchant")] })]);
  await expect.element(page.getByText("You dispute $120.00 of March rent")).toBeVisible();
  await expect.element(page.getByText(/Juniper Court has answered\./)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See the dispute" })).toHaveAttribute("href", "/dashboard?payment=pay_1");
  expect(inputsOf("disputes.list")).toEqual([{ status: "open", limit: 3 }]);
});

it("shows a new tenant what they owe and no empty list of payments", async () => {
  await showDashboard([]);
  await expect.element(page.getByRole("button", { name: "Pay $60.00" })).toBeVisible();
  await expect.element(page.getByText("Recent payments")).not.toBeInTheDocument();
});

it("gives the payment of a dispute the room beside its reason", async () => {
  await page.viewport(1280, 860);
  answers({
    "auth.me": () => account(),
    "disputes.list": () => ({ items: [listed({ reason: "Charged for water during the outage" })], nextCursor: null }),
  });
  signIn();
  await openPage("/disputes");
  const row = page.getByRole("row", { name: /Charged for water/ });
  await expect.element(row).toBeVisible();
  const [reason, about] = ["Reason", "About"].map((name) => page.getByRole("columnheader", { name }).element().clientWidth);
  expect(about).toBeGreaterThan(reason ?? 0);
});
