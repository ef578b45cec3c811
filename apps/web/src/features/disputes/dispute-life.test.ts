import { expect, it } from "vitest";
import { disputeLife } from "./dispute-life.ts";

const by = { firstName: "Maya", lastName: "Okafor" };
const event = (type: "filed" | "responded" | "cancelled" | "closed") => ({ type, at: "2026-11-11T10:00:00.000Z", by });
const nothing = { resolution: null, refund: null };
const told = (life: Parameters<typeof disputeLife>[0]) => disputeLife(life).map(({ label, state }) => [label, state]);

it("an open dispute is where its last event was, and waits to be decided", () => {
  expect(told({ ...nothing, status: "open", timeline: [event("filed"), event("responded")] })).toEqual([
    ["Filed", "done"],
    ["Responded", "now"],
    ["Decided", "next"],
  ]);
  expect(disputeLife({ ...nothing, status: "open", timeline: [event("filed")] })[0]?.detail).toBe("Maya Okafor");
});

it("a decided dispute ends with the decision", () => {
  const timeline = [event("filed"), event("closed")];
  const closed = { ...nothing, status: "closed", timeline } as const;
  expect(told({ ...closed, resolution: { result: "chargedBack" } }).at(-1)).toEqual(["Approved", "good"]);
  expect(told({ ...closed, resolution: { result: "denied" } }).at(-1)).toEqual(["Denied", "bad"]);
});

it("an approved dispute waits for its refund, and ends with it", () => {
  const approved = { status: "closed", resolution: { result: "chargedBack" }, timeline: [event("filed"), event("closed")] } as const;
  expect(told({ ...approved, refund: { status: "owed", refundedAt: null } }).at(-1)).toEqual(["Refunded", "next"]);
  const at = "2026-11-12T10:00:00.000Z";
  expect(disputeLife({ ...approved, refund: { status: "refunded", refundedAt: at } }).at(-1)).toMatchObject({ state: "good", at });
});

it("a cancelled dispute ends with the cancelling", () => {
  const timeline = [event("filed"), event("cancelled")];
  expect(told({ ...nothing, status: "closed", resolution: { result: "denied" }, timeline }).at(-1)).toEqual(["Cancelled", "done"]);
});
