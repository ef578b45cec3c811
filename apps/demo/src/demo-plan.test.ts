import { centsToUsdcUnits } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { dayIn } from "@hearth/domain/rent/calendar";
import { describe, expect, it } from "vitest";
import { demoTimeZone } from "./calendar.ts";
import { demoConsumers } from "./cast.ts";
import { demoId } from "./demo-ids.ts";
import { makeDemoPlan, type WholePlan } from "./demo-plan.ts";
import { consumerJoinedAt } from "./wallets.ts";

const anchors = ["2026-11-20T10:00:00Z", "2026-03-01T04:59:59Z", "2028-02-29T23:59:59Z", "2027-01-01T05:00:00Z", "2026-11-01T06:30:00Z"];

describe.each(anchors)("the demo planned on %s", (text) => {
  const anchor = new Date(text);
  const plan = makeDemoPlan(anchor);

  it("is the same every time", () => {
    expect(makeDemoPlan(anchor)).toEqual(plan);
  });

  it("lies in the past, with each transfer in a second of its own and final", () => {
    const times = plan.transfers.map((transfer) => transfer.at.getTime());
    expect(times.every((time, index) => time > (times[index - 1] ?? 0))).toBe(true);
    expect(Math.max(...times)).toBeLessThan(anchor.getTime() - 300_000);
    expect(plan.payments.every((payment) => payment.createdAt < anchor)).toBe(true);
    expect(plan.disputes.every((story) => lastMoment(story) < anchor)).toBe(true);
  });

  it("pays every checkout in time, except the late one", () => {
    const late = plan.transfers.filter(({ payment, at }) => payment !== null && at > payment.expiresAt);
    expect(late).toHaveLength(1);
    expect(plan.transfers.every(({ payment, at }) => payment === null || at.getTime() >= payment.createdAt.getTime() - 999)).toBe(true);
    expect(plan.transfers.every(({ payment, verdict, usdcUnits }) => verdict !== "matched" || usdcUnits >= due(payment))).toBe(true);
  });

  it("lets nobody pay before they had an account, or without a wallet", () => {
    expect(plan.payments.filter(({ consumer, createdAt }) => createdAt < consumerJoinedAt(consumer, anchor))).toEqual([]);
    const payers = new Set(plan.transfers.map((transfer) => transfer.from));
    expect(demoConsumers.filter((consumer) => !consumer.hasWallet && payers.has(consumer.key))).toEqual([]);
  });

  it("has Maya pay her rent on the due day, except in two months", () => {
    const rents = plan.payments.filter(
      ({ consumer, description, ending }) => consumer.key === "maya" && ending === null && description.endsWith(" rent"),
    );
    const days = rents.map(({ createdAt }) => Number(dayIn(createdAt, demoTimeZone).slice(8)));
    expect(rents.length).toBeGreaterThanOrEqual(24);
    expect(days.filter((day) => day > 1)).toHaveLength(2);
  });

  it("keeps amounts within the product's limits, and at most one checkout open", () => {
    const cents = plan.payments.map((payment) => payment.amountCents);
    expect(Math.min(...cents)).toBeGreaterThanOrEqual(limits.paymentMinCents);
    expect(Math.max(...cents)).toBeLessThanOrEqual(limits.paymentMaxCents);
    const paid = new Set(plan.transfers.filter(({ verdict }) => verdict === "matched").map(({ payment }) => payment?.id));
    expect(plan.payments.filter(({ id, ending }) => ending === null && !paid.has(id))).toHaveLength(1);
  });

  it("sends a refund after the approval it belongs to", () => {
    const refunded = plan.disputes.filter(({ refund }) => refund !== null);
    expect(refunded).not.toEqual([]);
    for (const { closing, refund } of refunded) {
      expect(closing?.result).toBe("chargedBack");
      expect(Number(refund?.at)).toBeGreaterThan(Number(closing?.at));
    }
    const times = plan.movements.map(({ at }) => at.getTime());
    expect(new Set(times).size).toBe(times.length);
  });

  it("files disputes within their window, comments in order, and closes them last", () => {
    for (const { payment, filedAt, comments, closing, amountCents } of plan.disputes) {
      const moments = [payment.createdAt, filedAt, ...comments.map(({ at }) => at), ...(closing ? [closing.at] : [])];
      expect(moments.map(Number)).toEqual(moments.map(Number).toSorted((left, right) => left - right));
      expect(filedAt.getTime() - payment.createdAt.getTime()).toBeLessThan(limits.disputeWindowDays * 86_400_000);
      expect(amountCents).toBeLessThanOrEqual(payment.amountCents);
    }
  });
});

describe("a demo id", () => {
  it("is a UUIDv7 of its moment, the same for the same words", () => {
    const at = new Date("2026-11-20T10:00:00.123Z");
    const id = demoId(at, "user", "maya");
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at.getTime());
    expect(demoId(at, "user", "maya")).toBe(id);
    expect(demoId(at, "user", "daniel")).not.toBe(id);
  });
});

function due(payment: WholePlan["payments"][number] | null): bigint {
  return payment === null ? 0n : centsToUsdcUnits(payment.amountCents);
}

function lastMoment({ filedAt, comments, closing }: WholePlan["disputes"][number]): Date {
  return closing?.at ?? comments.at(-1)?.at ?? filedAt;
}
