import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { dayAfter, startOfDay } from "@hearth/domain/rent/calendar";
import type { RecordCharge } from "@hearth/domain/records/signed-record";
import { daysLateOf } from "@hearth/domain/records/timeliness";
import type { PayingTransferRow } from "../payments/receipt/sign-receipt.ts";
import type { PaidTermsRow, RecordChargeRow, RecordPartRow } from "./records.repo.ts";

/** The database rows about the charges. */
export interface RecordBooks {
  charges: RecordChargeRow[];
  parts: RecordPartRow[];
  transfers: PayingTransferRow[];
  terms: PaidTermsRow[];
}

/**
 * Builds a record's charges, each with its paying transfers and the money from outside Hearth. Only money pays: a credit reduces the
 * charge, a fully credited charge is left out, and a written-off amount stays open. A payment's transfers are used up in order, so that no
 * cent is named twice: first the one that arrived with the money, then the earliest.
 */
export function composeCharges({ charges, parts, transfers, terms }: RecordBooks, timeZone: string): RecordCharge[] {
  const places = Map.groupBy(
    transfers.map((row, place) => ({
      place,
      paymentId: row.paymentId,
      time: secondsOf(row.blockTime),
      leftCents: usdcUnitsToWholeCents(row.usdcUnits),
    })),
    ({ paymentId }) => paymentId,
  );
  const termsOf = new Map(terms.map((row) => [row.paymentId, row]));
  return charges.flatMap((charge) => {
    const paying = parts.filter(({ chargeId }) => chargeId === charge.id);
    const cents = paying.reduce((left, part) => (part.kind === "credit" ? left - part.cents : left), charge.cents);
    if (cents <= 0) return [];
    const moneyParts = paying.filter(({ kind }) => kind === "payment" || kind === "outside");
    const named: RecordCharge["parts"] = [];
    let otherCents = 0;
    let lastAt = 0;
    for (const { paymentId, arrivedAt, cents: partCents } of moneyParts) {
      let remainingCents = partCents;
      const sources = paymentId === null ? [] : (places.get(paymentId) ?? []);
      const isOfMoment = ({ time }: { time: number }) => arrivedAt !== null && time === secondsOf(arrivedAt);
      for (const source of [...sources.filter(isOfMoment), ...sources.filter((each) => !isOfMoment(each))]) {
        const takenCents = Math.min(remainingCents, source.leftCents);
        if (takenCents === 0) continue;
        source.leftCents -= takenCents;
        remainingCents -= takenCents;
        named.push({ transfer: source.place, cents: takenCents });
        lastAt = Math.max(lastAt, source.time);
      }
      otherCents += remainingCents;
      if (remainingCents > 0) lastAt = Math.max(lastAt, arrivedAt === null ? 0 : secondsOf(arrivedAt));
    }
    const paidCents = named.reduce((sum, part) => sum + part.cents, otherCents);
    const paidAt = paidCents < cents ? 0 : lastAt;
    const { kind, description, dueOn } = charge;
    return {
      kind,
      description,
      dueOn,
      dueAt: secondsOf(charge.dueAt),
      lateFrom: secondsOf(startOfDay(dayAfter(dueOn, 1), timeZone)),
      cents,
      paidAt,
      daysLate: daysLateOf({ paidAt, dueOn }, timeZone),
      parts: named,
      otherCents,
      terms:
        new Set(moneyParts.map(({ paymentId }) => paymentId)).size === 1 && moneyParts[0]?.paymentId != null
          ? toTerms(termsOf.get(moneyParts[0].paymentId), { ...charge, cents })
          : [],
    };
  });
}

/** Returns the terms of the scheduled payment that paid a charge, if they equal the charge's. */
function toTerms(row: PaidTermsRow | undefined, { cents, dueAt }: RecordChargeRow): RecordCharge["terms"] {
  if (row === undefined || row.cents !== cents || row.validAfter + 1 !== secondsOf(dueAt)) return [];
  const { leaseId, period, toAddress: payee, salt } = row;
  return [{ leaseId, period, cents, dueAt: secondsOf(dueAt), payee, salt }];
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
