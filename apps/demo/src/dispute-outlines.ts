import { cancelledByUser, type DisputeResult } from "@hearth/domain/disputes/status";
import type { PaperPlan } from "./demo-papers.ts";

/** An outline of a dispute. Days count back from the demo's anchor. */
export interface DisputeOutline {
  who: string;
  paid: { daysAgo: number; cents: number; what: string };
  disputedCents: number;
  reason: string;
  description: string;
  filedDaysAgo: number;
  comments?: [by: "payer" | "merchant" | "admin", daysAgo: number, comment: string][];
  documents?: PaperPlan[];
  status?: "open" | "resolved" | "escalated";
  closed?: { by: "payer" | "admin"; daysAgo: number; result: DisputeResult; reason: string; chargebackCents?: number };
  /** When the merchant sent the refund. Without it, an approved dispute is still owed. */
  refundedDaysAgo?: number;
}

/** Disputes in every state. The tenant that newcomers sign in as has an open, a cancelled, a denied and a refunded one. */
export const disputeOutlines: DisputeOutline[] = [
  {
    who: "maya",
    paid: { daysAgo: 36.2, cents: 13_115, what: "Electricity and water, correction" },
    disputedCents: 6_420,
    reason: "Charged for water during the outage",
    description: "The water was off from the 3rd to the 9th, as the notice in the hall says, but the meter charge covers the whole month.",
    filedDaysAgo: 9.1,
    documents: [
      {
        kind: "notice",
        name: "water-notice.pdf",
        title: "Water will be off",
        lines: [
          "Juniper Court Apartments, 2140 Juniper Court",
          "",
          "Dear residents,",
          "the main in the courtyard has to be replaced. There is no water",
          "in any apartment from the 3rd, 8 in the morning, to the 9th,",
          "6 in the evening. We are sorry for the trouble.",
          "",
          "The superintendent, on the 2nd",
        ],
      },
      { kind: "photo", name: "notice-in-the-hall.jpg" },
    ],
    comments: [
      ["merchant", 8.3, "Thank you for telling us. Could you send a photo of the notice? We are asking the utility for its readings."],
      ["payer", 8.1, "It was signed by the superintendent on the 2nd. I can bring it to the office tomorrow."],
      ["merchant", 5.9, "We have it, thank you. The utility answers within ten days."],
    ],
  },
  {
    who: "walter",
    paid: { daysAgo: 15.4, cents: 9_500, what: "Parking space 14, extra month" },
    disputedCents: 9_500,
    reason: "Parking space was not available",
    description: "A construction container stood on space 14 for the whole month.",
    filedDaysAgo: 4.2,
  },
  {
    who: "amara",
    paid: { daysAgo: 3.3, cents: 4_000, what: "Replacement key, front door" },
    disputedCents: 4_000,
    reason: "Paid twice for the same key",
    description: "I had already paid for this key in cash at the office.",
    filedDaysAgo: 1.2,
  },
  {
    who: "daniel",
    paid: { daysAgo: 52.5, cents: 7_500, what: "Carpet cleaning" },
    disputedCents: 7_500,
    reason: "The cleaning did not take place",
    description: "No one came on the agreed day.",
    filedDaysAgo: 47.4,
    comments: [
      ["merchant", 46.2, "The cleaners came on the 14th at 9 and you let them in; the signed slip is at the office."],
      ["payer", 45.8, "That was my sister. She did not tell me. Please close this."],
    ],
    closed: { by: "admin", daysAgo: 45.3, result: "denied", reason: "The cleaning was done and signed for" },
  },
  {
    who: "priya",
    paid: { daysAgo: 66.6, cents: 18_000, what: "Air conditioner, summer fee" },
    disputedCents: 12_000,
    reason: "The air conditioner was broken for two of three months",
    description: "It was reported in June and repaired in September.",
    filedDaysAgo: 61.2,
    comments: [["merchant", 59.9, "You are right, the part was on order for nine weeks. We refund two thirds."]],
    closed: { by: "admin", daysAgo: 59.1, result: "chargedBack", reason: "Out of order for two months", chargebackCents: 12_000 },
  },
  {
    who: "maya",
    paid: { daysAgo: 78.3, cents: 3_000, what: "Laundry card, top-up" },
    disputedCents: 3_000,
    reason: "The card was not topped up",
    description: "The machine still shows the old balance.",
    filedDaysAgo: 77.4,
    closed: { by: "payer", daysAgo: 77.1, result: "denied", reason: cancelledByUser },
  },
  {
    who: "ingrid",
    paid: { daysAgo: 41.6, cents: 22_000, what: "Bathroom repair, share" },
    disputedCents: 22_000,
    reason: "The damage was there before I moved in",
    description: "See item 7 of the move-in protocol.",
    filedDaysAgo: 33.3,
    documents: [
      {
        kind: "notice",
        name: "move-in-protocol.pdf",
        title: "Move-in protocol, 5D",
        lines: ["6. Windows: in order", "7. Bathroom: two tiles cracked above the tub", "8. Kitchen: in order", "", "Signed by both sides"],
      },
    ],
    comments: [
      ["merchant", 31.7, "The protocol we have does not list it."],
      ["admin", 22.4, "Both protocols are with our team now. Nothing needs to be done by either side."],
    ],
    status: "escalated",
  },
  {
    who: "samuel",
    paid: { daysAgo: 48.4, cents: 8_930, what: "Meter replacement" },
    disputedCents: 8_930,
    reason: "The meter belongs to the utility",
    description: "The contract says that meters are replaced free of charge.",
    filedDaysAgo: 40.5,
    comments: [["merchant", 39.2, "Agreed. The amount is credited on the next bill."]],
    status: "resolved",
  },
  {
    who: "maya",
    paid: { daysAgo: 64.4, cents: 4_800, what: "Window screen, replacement" },
    disputedCents: 4_800,
    reason: "The screen was never replaced",
    description: "The contractor was to come on the 8th. No one came, and the old screen is still in the window.",
    filedDaysAgo: 60.3,
    documents: [{ kind: "photo", name: "old-screen.jpg" }],
    comments: [["merchant", 59.2, "You are right, the contractor had the wrong date. We give the whole amount back."]],
    closed: { by: "admin", daysAgo: 58.2, result: "chargedBack", reason: "Both sides agree", chargebackCents: 4_800 },
    refundedDaysAgo: 57.1,
  },
  {
    who: "maya",
    paid: { daysAgo: 121.5, cents: 6_500, what: "Lock change" },
    disputedCents: 6_500,
    reason: "The lock did not need changing",
    description: "The old lock worked.",
    filedDaysAgo: 117.4,
    comments: [["merchant", 116.6, "A key was reported lost on the 4th, and the lease asks for a new lock then."]],
    closed: { by: "admin", daysAgo: 114.2, result: "denied", reason: "The lease asks for a new lock after a lost key" },
  },
];
