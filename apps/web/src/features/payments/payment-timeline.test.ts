import { describe, expect, it } from "vitest";
import { paymentTimeline, relayProgress } from "./payment-timeline.ts";

const at = "2026-11-20T09:02:11.000Z";
const created = { type: "created", at, note: null } as const;
const seenEvent = { type: "seen", at, note: null } as const;

const labels = (...input: Parameters<typeof paymentTimeline>) =>
  paymentTimeline(...input).map(({ label, state }) => [label, state ?? "done"]);

describe("a payment's timeline", () => {
  it("shows the pending steps before any money arrives", () => {
    expect(labels({ status: "pending", timeline: [created], transfer: null })).toEqual([
      ["Started", "done"],
      ["Waiting for the transfer", "now"],
      ["Completed", "next"],
    ]);
  });

  it("shows that a signed payment is being sent, then that the network has it, instead of waiting for its payer", () => {
    const signed = [created, { type: "authorizationReceived", at, note: null }] as const;
    const sent = [...signed, { type: "relaySent", at, note: null }] as const;
    const failed = [...sent, { type: "relayFailed", at, note: "balance" }] as const;
    const coming = (timeline: typeof signed | typeof sent | typeof failed) =>
      labels({ status: "pending", timeline, transfer: null }).find(([, state]) => state === "now");
    expect([signed, sent, failed].map(coming)).toEqual([
      ["Sending the payment", "now"],
      ["Waiting for the network", "now"],
      ["Waiting for the transfer", "now"],
    ]);
    expect([[created], signed, sent, failed].map(relayProgress)).toEqual([null, "sending", "sent", null]);
  });

  it("counts confirmations once the transfer was seen", () => {
    const events = paymentTimeline({ status: "pending", timeline: [created, seenEvent], transfer: { confirmations: 1, needed: 2 } });
    expect(events.at(-1)).toMatchObject({ label: "Confirming", state: "now", detail: "1 of 2 confirmations" });
  });

  it("ends with the settled event when the payment is completed", () => {
    const timeline = [created, seenEvent, { type: "completed", at, note: null }] as const;
    const events = paymentTimeline({ status: "completed", timeline, transfer: { confirmations: 2, needed: 2 } });
    expect(events.at(-1)).toMatchObject({ label: "Completed", state: "good", at, detail: "2 of 2 confirmations" });
  });

  it("shows no pending step for a payment that has ended", () => {
    const timeline = [created, { type: "expired", at, note: null }] as const;
    expect(labels({ status: "failed", timeline, transfer: null }).at(-1)).toEqual(["Checkout expired", "bad"]);
  });

  it("continues after its checkout ended if the money was seen", () => {
    const timeline = [created, { type: "expired", at, note: null }, seenEvent] as const;
    const events = paymentTimeline({ status: "failed", timeline, transfer: { confirmations: 1, needed: 5 } });
    expect(events.at(-1)).toMatchObject({ label: "Confirming", state: "now", detail: "1 of 5 confirmations" });
  });

  it("leaves out hints, because they prove nothing", () => {
    const timeline = [created, { type: "hinted", at, note: null }] as const;
    expect(labels({ status: "cancelled", timeline, transfer: null })).toEqual([["Started", "done"]]);
  });
});
