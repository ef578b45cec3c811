import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, never } from "../../testing/answers.ts";
import { building } from "../../testing/desk-records.ts";
import { account, business, dispute, lease, leaseTenant, merchantStats, network, oddTransfer, ownMerchant } from "../../testing/records.ts";
import { openPage, signIn } from "../../testing/render.tsx";

const sums = { count: 1, amount: 900 };
const none = { items: [], nextCursor: null };
const property = { _id: "prp_1", name: "Juniper Court", address: "", units: [{ _id: "unt_1", name: "4B", lease: null }] };
const claim = {
  _id: "clm_1",
  paymentId: "pay_1",
  createdAt: "2026-03-02T12:00:00.000Z",
  payer: "Maya Okafor",
  aptNumber: "4B",
  description: "March rent",
  paymentAmount: 900,
  amount: 900,
  sentOn: "2026-03-01",
  fits: { amount: true, day: true },
  outcome: { kind: "exact" as const, by: 0 },
};
const invitation = {
  _id: "inv_1",
  email: "maya@hearth.test",
  address: "12 Hill Road",
  aptNumber: "4B",
  state: "invited" as const,
  invitedAt: "2026-03-02T12:00:00.000Z",
  joinedAt: null,
  waitsFor: null,
  mailProblem: null,
  expiresAt: "2026-03-16T12:00:00.000Z",
};

/** Buttons that answer disputes and refunds, which also a suspended business may use. */
const whileSuspended = ["Send it back", "Send response"];

/** Pages of the merchant area, each with a text that shows it has loaded, and its buttons by the least role that may use them. */
const pages: { path: string; shows: string; buttons: Partial<Record<"manager" | "owner", string[]>> }[] = [
  { path: "/merchant/properties", shows: "4B", buttons: { manager: ["Add a property"] } },
  {
    path: "/merchant/invitations",
    shows: "Invited until",
    buttons: { manager: ["Send the invitation", "Resend invitation to maya@hearth.test", "Cancel invitation to maya@hearth.test"] },
  },
  { path: "/merchant/requests", shows: "No open requests|No payment requests yet", buttons: { manager: ["Request a payment"] } },
  {
    path: "/merchant/leases/lse_1",
    shows: "Monthly rent",
    buttons: { manager: ["Record payment", "More", "Invite ada@quill.example"] },
  },
  {
    path: "/merchant/transactions/unmatched?transfer=trf_1",
    shows: "Claimed by Maya Okafor",
    buttons: { manager: ["Attach", "Decline…", "Send it back"] },
  },
  { path: "/merchant/disputes/dsp_1", shows: "An administrator decides", buttons: { manager: ["Send response"] } },
  { path: "/merchant/settings", shows: "Business name", buttons: { owner: ["Save Changes"] } },
  { path: "/merchant/settings?tab=wallet", shows: "Your wallet", buttons: { owner: ["Stop this change"] } },
];

function enter(staffRole: StaffRole | null, status: "active" | "suspended" = "active"): void {
  const merchant = { ...ownMerchant, status };
  answers({ "auth.me": () => account({ role: "merchant", staffRole, merchant }) });
  signIn({ role: "merchant" });
}

/** Pages that say why a staff member may not do something, each with a text that appears before the role is known. */
const refusing = [
  { path: "/merchant/charges", shows: "Import charges" },
  { path: "/merchant/leases/several?act=record", shows: "Record payments" },
  { path: "/merchant/disputes/dsp_1", shows: "Conversation" },
  { path: "/merchant/settings", shows: "Business name" },
  { path: "/merchant/settings?tab=reminders", shows: "On the due date" },
];

beforeEach(() =>
  answers({
    "merchant.stats": () => merchantStats(),
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null }),
    "payments.network": () => network(),
    "merchant.payeeCard": never,
    "rent.building": () => building([]),
    "rent.properties": () => ({ ...none, items: [property], isCut: false }),
    "rent.tenants": () => none,
    "rent.reminderRule": () => ({ daysBefore: 5, onDueDay: false, daysLate: null }),
    "rent.lease": () =>
      lease({ endsOn: null, tenants: [leaseTenant({ _id: "ltn_1", name: "Ada Quill", email: "ada@quill.example", hasJoined: false })] }),
    "rent.ledger": () => none,
    "invitations.list": () => ({ items: [invitation], nextCursor: null, isCut: false }),
    "requests.list": () => none,
    "merchant.oddTransfers": () => ({ ...none, items: [oddTransfer({ _id: "trf_1", claims: [claim] })], openCount: 1 }),
    "merchant.transferCandidates": () => [],
    "merchant.sendBack": () => ({
      transferId: "trf_1",
      status: "none",
      isPart: false,
      left: "900",
      to: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
      refusal: null,
      begun: null,
      from: [],
      isWalletNeeded: false,
      byHand: null,
      sending: null,
      oddTransfers: [],
      returns: [],
    }),
    "disputes.get": () => dispute({ _id: "dsp_1", status: "open", resolution: null }),
    "disputes.listForMerchant": () => none,
    "merchant.disputeTotals": () => ({
      all: sums,
      open: sums,
      closed: sums,
      resolved: sums,
      escalated: sums,
      approved: sums,
      owed: sums,
      denied: sums,
    }),
    "merchant.business": () =>
      business({
        pendingWallet: {
          _id: "chg_1",
          walletAddress: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
          requestedAt: "2026-03-15T12:00:00.000Z",
          takesEffectAt: "2026-03-16T12:00:00.000Z",
        },
      }),
    "exchange.checkWallet": () => ({ status: "none", message: "", walletAddress: null }),
  }),
);

describe.each(pages)("$path", ({ path, shows, buttons }) => {
  const all = Object.entries(buttons).flatMap(([least, names]) => names.map((name) => ({ least, name })));
  const button = (name: string) => page.getByRole("button", { name }).first();

  it.each(["viewer", "manager", null] as const)("shows a staff member with the role %s only what the server allows", async (role) => {
    enter(role);
    await openPage(path);
    await expect.element(page.getByText(new RegExp(shows)).first()).toBeVisible();
    for (const { least, name } of all) {
      const isTheirs = role === null || (role === "manager" && least === "manager");
      if (isTheirs) await expect.element(button(name)).toBeVisible();
      else await expect.element(button(name)).not.toBeInTheDocument();
    }
  });

  it("shows the owner of a suspended business only what answers disputes and refunds, and says so", async () => {
    enter(null, "suspended");
    await openPage(path);
    await expect.element(page.getByText(new RegExp(shows)).first()).toBeVisible();
    await expect.element(page.getByText("This business is suspended", { exact: true })).toBeVisible();
    for (const { name } of all) {
      if (whileSuspended.includes(name)) await expect.element(button(name)).toBeVisible();
      else await expect.element(button(name)).not.toBeInTheDocument();
    }
  });
});

describe.each(refusing)("$path", ({ path, shows }) => {
  it("refuses nothing while the role of the user loads", async () => {
    let tellRole = (): void => undefined;
    const known = new Promise<void>((resolve) => (tellRole = resolve));
    answers({
      "auth.me": async () => {
        await known;
        return account({ role: "merchant", staffRole: "viewer", merchant: ownMerchant });
      },
    });
    signIn({ role: "merchant" });
    await openPage(path);
    await expect.element(page.getByText(shows, { exact: true }).first()).toBeVisible();
    const refusal = page.getByText(/Your role at this business|^Only an? (owner|manager)/);
    await expect.element(refusal).not.toBeInTheDocument();
    tellRole();
    await expect.element(refusal).toBeVisible();
  });
});
