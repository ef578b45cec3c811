import { centsToUsdcUnits } from "@hearth/domain/money";
import { monthAround, wakingTime } from "./calendar.ts";
import { consumerNamed, type DemoPlan, expiredAt, type PaymentPlan, planPayment, planTransfer } from "./plan.ts";

/** The wallet that belongs to nobody in the demo. */
export const stranger = "stranger";

/** Plans every kind of irregular payment once, as a support desk sees them. */
export function planOddPayments(anchor: Date): DemoPlan {
  const stories = [paidLate(anchor), paidTooMuch(anchor), paidTooLittle(anchor), paidTwice(anchor), neverPaid(anchor)];
  return {
    payments: stories.flatMap((story) => story.payments),
    transfers: [...stories.flatMap((story) => story.transfers), ...fromStrangers(anchor)],
  };
}

function paidLate(anchor: Date): DemoPlan {
  const createdAt = wakingTime(anchor, 2.5, "late key");
  const payment = oddPayment("ingrid", createdAt, 6_000, "Replacement key", expiredAt(createdAt));
  return { payments: [payment], transfers: [planTransfer(payment, 26 * 60, { method: "calldata" })] };
}

function paidTooMuch(anchor: Date): DemoPlan {
  const payment = oddPayment("tomas", wakingTime(anchor, 12.3, "window"), 6_420, "Broken window pane");
  return { payments: [payment], transfers: [planTransfer(payment, 50, { method: "calldata", usdcUnits: centsToUsdcUnits(7_000) })] };
}

function paidTooLittle(anchor: Date): DemoPlan {
  const createdAt = wakingTime(anchor, 6.2, "bicycle");
  const short = oddPayment("walter", createdAt, 4_500, "Bicycle room, one year", expiredAt(createdAt));
  const again = oddPayment("walter", new Date(createdAt.getTime() + 1_500_000), 4_500, "Bicycle room, one year");
  const tooLittle = planTransfer(short, 80, { method: "calldata", usdcUnits: centsToUsdcUnits(4_000), verdict: "short" });
  return { payments: [short, again], transfers: [tooLittle, planTransfer(again, 35)] };
}

function paidTwice(anchor: Date): DemoPlan {
  const payment = oddPayment("hana", wakingTime(anchor, 4.7, "guest parking"), 3_500, "Guest parking, one week");
  const second = planTransfer(payment, 190, { method: "calldata", verdict: "duplicate" });
  return { payments: [payment], transfers: [planTransfer(payment, 25), second] };
}

function neverPaid(anchor: Date): DemoPlan {
  const expired = wakingTime(anchor, 42.1, "laundry");
  const rent = wakingTime(anchor, 4.2, "garage");
  const firstDay = wakingTime(anchor, 2.1, "cleaning");
  const cancelled = wakingTime(anchor, 8.4, "one guest");
  const payments = [
    oddPayment("maya", expired, 5_000, "Laundry card", expiredAt(expired)),
    oddPayment("tomas", rent, 12_000, "Garage door opener", expiredAt(rent)),
    oddPayment("noor", firstDay, 20_000, "Move-in cleaning", expiredAt(firstDay)),
    oddPayment("priya", cancelled, 2_500, "Guest parking", { status: "cancelled", at: new Date(cancelled.getTime() + 95_000) }),
    oddPayment("daniel", new Date(anchor.getTime() - 20_000), 8_500, `Storage unit, ${monthAround(anchor, 1)}`),
  ];
  return { payments, transfers: [] };
}

/** Transfers without a reference from wallets that nobody has proven. */
function fromStrangers(anchor: Date): DemoPlan["transfers"] {
  const bare = { from: stranger, method: "wallet", payment: null, verdict: "unmatched" } as const;
  return [
    { ...bare, merchant: "juniper", usdcUnits: centsToUsdcUnits(7_500), at: wholeSecond(wakingTime(anchor, 5.6, "from a stranger")) },
    { ...bare, merchant: "cedar", usdcUnits: 64_900_001n, at: wholeSecond(wakingTime(anchor, 18.2, "from another stranger")) },
  ];
}

function oddPayment(
  who: string,
  createdAt: Date,
  amountCents: number,
  description: string,
  ending: PaymentPlan["ending"] = null,
): PaymentPlan {
  const key = `${who} odd ${description} ${ending?.status ?? "open"}`;
  return planPayment({ key, consumer: consumerNamed(who), amountCents, description, createdAt, ending });
}

function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}
