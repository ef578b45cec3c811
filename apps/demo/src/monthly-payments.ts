import { monthRange } from "@hearth/domain/time";
import { type DemoConsumer, demoConsumers } from "./cast.ts";
import { daysBefore, demoTimeZone, monthAround } from "./calendar.ts";
import { type DemoPlan, expiredAt, planPayment, planTransfer } from "./plan.ts";
import { rentBeforeIncrease } from "./rent-payments.ts";
import { createRandom, type Random } from "@hearth/db/testing/random";
import { consumerJoinedAt } from "./wallets.ts";

const months = 24;
/** Nothing happens in the last minutes, so that every transfer is final when the demo starts. */
const quietMinutes = 20;
/** Nobody pays in the first hours of an account. */
const settlingInMs = 3 * 3_600_000;

/** Plans two years of rents and bills. Each person has their own habits: early or late, sometimes at the second attempt. */
export function planMonths(anchor: Date): DemoPlan {
  const plan: DemoPlan = { payments: [], transfers: [] };
  const last = new Date(anchor.getTime() - quietMinutes * 60_000);
  for (let ago = months; ago >= 0; ago--) {
    const { from } = monthRange(anchor, demoTimeZone, -ago);
    for (const consumer of demoConsumers) planMonth(plan, { consumer, anchor, last, from, ago });
  }
  return plan;
}

interface Month {
  consumer: DemoConsumer;
  anchor: Date;
  last: Date;
  from: Date;
  ago: number;
}

function planMonth(plan: DemoPlan, month: Month): void {
  const { consumer, from, ago } = month;
  if (!consumer.hasWallet) return;
  const random = createRandom("month", consumer.key, ago);
  if (consumer.rentCents !== null) {
    const cents = ago >= 12 ? rentBeforeIncrease(consumer.rentCents) : consumer.rentCents;
    const usual = random.between(...consumer.rentDays);
    pay(plan, month, random, { what: `${monthAround(from)} rent`, cents, day: consumer.lateRents[ago] ?? usual });
  }
  for (const bill of consumer.bills) {
    const due = billOf(bill, from, random);
    if (due) pay(plan, month, random, due);
  }
}

interface Due {
  what: string;
  cents: number;
  day: number;
}

/** Returns this month's bill, or null if there is none. Heating raises it in winter. */
function billOf(bill: DemoConsumer["bills"][number], from: Date, random: Random): Due | null {
  const before = monthAround(from, -1);
  const isWinter = [11, 0, 1, 2].includes(new Date(from.getTime() + 86_400_000).getUTCMonth());
  const day = random.between(9, 19);
  switch (bill) {
    case "utilities":
      return { what: `Electricity and water, ${before}`, cents: random.between(7_400, 11_900) + (isWinter ? 3_150 : 0), day };
    case "laundry":
      return random.chance(0.7) ? { what: "Laundry card", cents: random.between(2, 10) * 500, day: random.between(3, 27) } : null;
    case "parking":
      return { what: `Parking, ${monthAround(from)}`, cents: 9_500, day: random.between(1, 5) };
    case "storage":
      return { what: `Storage unit, ${monthAround(from)}`, cents: 8_500, day: random.between(18, 26) };
    case "internet":
      return { what: `Internet, ${monthAround(from)}`, cents: 6_490, day: random.between(2, 6) };
  }
}

function pay(plan: DemoPlan, { consumer, anchor, last, from, ago }: Month, random: Random, due: Due): void {
  const hours = random.between(8, 20);
  const at = new Date(
    from.getTime() + ((due.day - 1) * 24 + hours) * 3_600_000 + random.between(0, 3_599) * 1_000 + random.between(0, 999),
  );
  const isTooEarly = at.getTime() < consumerJoinedAt(consumer, anchor).getTime() + settlingInMs;
  if (isTooEarly || at > last) return;
  if (consumer.leftDaysAgo !== null && at > daysBefore(anchor, consumer.leftDaysAgo + 1)) return;
  const options = { consumer, amountCents: due.cents, description: due.what };
  if (random.chance(0.05)) {
    const createdAt = new Date(at.getTime() - random.between(1_200, 5_400) * 1_000);
    const cancelled = { status: "cancelled" as const, at: new Date(createdAt.getTime() + random.between(20, 300) * 1_000) };
    const ending = random.chance(0.5) ? cancelled : expiredAt(createdAt);
    plan.payments.push(planPayment({ ...options, key: `${consumer.key} ${ago} ${due.what} given up`, createdAt, ending }));
  }
  const payment = planPayment({ ...options, key: `${consumer.key} ${ago} ${due.what}`, createdAt: at });
  plan.payments.push(payment);
  plan.transfers.push(planTransfer(payment, random.between(14, 140)));
}
