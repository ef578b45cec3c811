import { describe, expect, it } from "vitest";
import { leaseStep } from "./lease-step.ts";

type Given = Parameters<typeof leaseStep>[0];
type Tenant = Given["tenants"][number];

const tenant = (more: Partial<Tenant> = {}): Tenant => ({
  _id: "ltn_1",
  name: "Maya Okafor",
  email: "maya@hearth.test",
  hasJoined: true,
  movedInOn: null,
  movedOutOn: null,
  hasLeft: false,
  accountClosedAt: null,
  invitation: null,
  ...more,
});
const calm: Given = { settle: null, isOver: false, endsOn: null, owed: 0, tenants: [tenant()] };
const invitation = { sentAt: "2026-11-20T09:00:00.000Z", expiresAt: "2026-12-04T09:00:00.000Z", waitsFor: null, mailProblem: null };

describe("the primary act of a lease", () => {
  it.each([
    ["a charge where nothing is due", calm, "charge"],
    ["a payment where something is due", { ...calm, owed: 60 }, "payment"],
    ["a renewal within 60 days of the end", { ...calm, owed: 60, endsOn: "2027-01-28" }, "renewal"],
    ["no renewal 61 days before the end", { ...calm, endsOn: "2027-01-29" }, "charge"],
    ["no renewal of a lease that is over", { ...calm, isOver: true, endsOn: "2026-11-01" }, "charge"],
    ["an invitation where no one has joined", { ...calm, tenants: [tenant({ hasJoined: false })] }, "invite"],
    ["no second invitation", { ...calm, tenants: [tenant({ hasJoined: false, invitation })] }, "charge"],
    ["no invitation where a roommate has joined", { ...calm, tenants: [tenant(), tenant({ hasJoined: false })] }, "charge"],
  ] satisfies [string, Given, string][])("is %s", (_, lease, step) => {
    expect(leaseStep(lease, "2026-11-29")).toBe(step);
  });

  it("is to settle a lease that is over while money is held, and a payment where the tenants owe", () => {
    const steps = ["keep", "giveBack", "return", "pay"] as const;
    const settle = (step: (typeof steps)[number]): Given => ({ ...calm, isOver: true, owed: 10, settle: { step, amount: 10 } });
    expect(steps.map((step) => leaseStep(settle(step), "2026-11-29"))).toEqual(["settle", "settle", "settle", "payment"]);
  });
});
