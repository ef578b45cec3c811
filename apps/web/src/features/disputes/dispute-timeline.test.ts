import { expect, it } from "vitest";
import { disputeTimeline } from "./dispute-timeline.ts";

const by = { firstName: "Maya", lastName: "Okafor", role: "user" } as const;
const ada = { firstName: "Ada", lastName: "Lang", role: "merchant" } as const;
const event = (type: "filed" | "responded" | "cancelled" | "closed") => ({ type, at: "2026-11-11T10:00:00.000Z", by });
const nothing = { resolution: null, refund: null };
const labels = (input: Parameters<typeof disputeTimeline>[0]) => disputeTimeline(input).map(({ label, state }) => [label, state]);

it("tells responses apart by their writer, and ends an open dispute with the pending decision", () => {
  const timeline = [event("filed"), { ...event("responded"), by: ada }, event("responded")];
  expect(labels({ ...nothing, status: "open", timeline })).toEqual([
    ["Filed", "done"],
    ["Merchant answered", "done"],
    ["Payer wrote", "now"],
    ["Decided", "next"],
  ]);
  expect(disputeTimeline({ ...nothing, status: "open", timeline: [event("filed")] })[0]?.detail).toBe("Maya Okafor");
});

it("ends a decided dispute with the decision", () => {
  const timeline = [event("filed"), event("closed")];
  const closed = { ...nothing, status: "closed", timeline } as const;
  expect(labels({ ...closed, resolution: { result: "chargedBack" } }).at(-1)).toEqual(["Approved", "good"]);
  expect(labels({ ...closed, resolution: { result: "denied" } }).at(-1)).toEqual(["Denied", "bad"]);
});

it("ends an approved dispute with its refund, owed or sent", () => {
  const approved = { status: "closed", resolution: { result: "chargedBack" }, timeline: [event("filed"), event("closed")] } as const;
  expect(labels({ ...approved, refund: { status: "owed", refundedAt: null } }).at(-1)).toEqual(["Refunded", "next"]);
  const at = "2026-11-12T10:00:00.000Z";
  expect(disputeTimeline({ ...approved, refund: { status: "refunded", refundedAt: at } }).at(-1)).toMatchObject({ state: "good", at });
});

it("ends a cancelled dispute with the cancellation", () => {
  const timeline = [event("filed"), event("cancelled")];
  expect(labels({ ...nothing, status: "closed", resolution: { result: "denied" }, timeline }).at(-1)).toEqual(["Cancelled", "done"]);
});
