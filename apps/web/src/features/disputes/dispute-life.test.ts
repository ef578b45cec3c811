import { expect, it } from "vitest";
import { disputeLife } from "./dispute-life.ts";

const by = { firstName: "Maya", lastName: "Okafor" };
const event = (type: "filed" | "responded" | "cancelled" | "closed") => ({ type, at: "2026-11-11T10:00:00.000Z", by });
const told = (life: Parameters<typeof disputeLife>[0]) => disputeLife(life).map(({ label, state }) => [label, state]);

it("an open dispute is where its last event was, and waits to be decided", () => {
  expect(told({ status: "open", resolution: null, timeline: [event("filed"), event("responded")] })).toEqual([
    ["Filed", "done"],
    ["Responded", "now"],
    ["Decided", "next"],
  ]);
  expect(disputeLife({ status: "open", resolution: null, timeline: [event("filed")] })[0]?.detail).toBe("Maya Okafor");
});

it("a decided dispute ends with the decision", () => {
  const timeline = [event("filed"), event("closed")];
  expect(told({ status: "closed", resolution: { result: "chargedBack" }, timeline }).at(-1)).toEqual(["Approved", "good"]);
  expect(told({ status: "closed", resolution: { result: "denied" }, timeline }).at(-1)).toEqual(["Denied", "bad"]);
});

it("a cancelled dispute ends with the cancelling", () => {
  const timeline = [event("filed"), event("cancelled")];
  expect(told({ status: "closed", resolution: { result: "denied" }, timeline }).at(-1)).toEqual(["Cancelled", "done"]);
});
