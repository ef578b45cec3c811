import { expect, it } from "vitest";
import { confirmedShare, stageWord } from "./checkout-stage.ts";
import { payerSteps } from "./payer-steps.ts";

type View = Parameters<typeof payerSteps>[0];

const at = "2026-11-22T09:02:14.000Z";
const waiting: View = { networkLabel: "Base", transfer: null, relay: null, timeline: [] };
const queued: View = { ...waiting, relay: { status: "queued", txHash: null, failure: null, place: null } };
const transfer: NonNullable<View["transfer"]> = {
  txHash: "0xa1",
  explorerUrl: null,
  verdict: "matched",
  usdc: "1,450.00",
  from: "0x01",
  confirmations: 1,
  needed: 2,
  seenAt: at,
  sentBack: null,
};
const confirming: View = { ...waiting, transfer, timeline: [{ type: "seen", at, note: null }] };

const now = (view: View, sent: { sentAt: number } | null = null) => payerSteps(view, sent).find(({ state }) => state === "now")?.label;

it("gives the current step the same name as the page's header", () => {
  expect([stageWord("sending", queued), now(queued)]).toEqual(["Sending", "Sending your payment"]);
  expect([stageWord("sending", waiting), now(waiting, { sentAt: Date.parse(at) })]).toEqual(["Sent", "Sent"]);
  expect([stageWord("confirming", confirming), now(confirming)]).toEqual(["Confirming 1 of 2", "Confirming 1 of 2"]);
  expect(stageWord("completed", confirming)).toBe("Paid");
});

it("has no progress word while a checkout can still be paid", () => {
  expect(stageWord("open", waiting)).toBeUndefined();
  expect(stageWord("timeUp", waiting)).toBeUndefined();
});

it("engraves the confirmed share, and all of it only when the payment is completed", () => {
  expect(confirmedShare("open", waiting)).toBe(0);
  expect(confirmedShare("confirming", confirming)).toBe(0.5);
  expect(confirmedShare("completed", waiting)).toBe(1);
});
