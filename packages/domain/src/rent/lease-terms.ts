import { z } from "zod";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { type Day, isDay, monthOf, startOfDay } from "./calendar.ts";
import { chargePeriod, lastDueDay, prorations } from "./periods.ts";

const cents = z.int().min(0).max(2_000_000_000);
const day = z.string().refine(isDay);

/** What a lease costs from a month on, with all that its charges are made of: what a landlord's wallet signs. Amounts in cents; nothing is left out. */
export const leaseTerms = z.strictObject({
  leaseId: z.string().max(64),
  /** The first month that these terms hold from, and when they were said, in unix seconds: of two from one month the younger holds. */
  from: day,
  saidAt: z.int().min(0).max(9_999_999_999),
  startsOn: day,
  timeZone: z.string().max(64),
  proration: z.enum(prorations),
  deposit: cents,
  rent: cents,
  dueDay: z.int().min(1).max(lastDueDay),
  graceDays: z.int().min(0).max(31),
  lateFeeKind: z.enum(["none", "fixed", "percent"]),
  /** Cents, or hundredths of a per cent of the unpaid rent; 0 for none. */
  lateFee: cents,
  lateFeeRepeats: z.enum(["once", "daily"]),
  /** The most for one month's rent; 0 for no cap. */
  lateFeeCap: cents,
});
export type LeaseTerms = z.output<typeof leaseTerms>;

const id = z.string().max(64);

export const termsToSignInput = z.strictObject({ leaseId: id, termsId: id });
export const signTermsInput = termsToSignInput.extend({
  walletAddress: addressInput,
  signature: signatureInput,
  idempotencyKey: idempotencyKey.optional(),
});
export type SignTermsInput = z.infer<typeof signTermsInput>;

/** A charge of rent, with its moments in unix seconds. */
interface RentCharge {
  kind: string;
  dueOn: Day;
  dueAt: number;
  cents: number;
}

/**
 * Whether a charge is what terms say of its month: due on their day, at its first moment in their zone, and for no more than their rent. A lease that ends
 * within the month makes its rent less and may make it due earlier, which is no contradiction and no proof. Null for what they say nothing of.
 */
export function holdsTo(charge: RentCharge, { terms, until }: { terms: LeaseTerms; until: Day | "" }): "exactly" | "less" | "not" | null {
  const period = monthOf(charge.dueOn);
  if (charge.kind !== "rent" || period < terms.from || (until !== "" && period >= until)) return null;
  const { startsOn, proration, timeZone, rent: rentCents, dueDay, graceDays } = terms;
  const said = chargePeriod({ startsOn, endsOn: null, proration }, { rentCents, dueDay, graceDays }, period);
  if (said === null || charge.dueOn > said.dueOn || charge.cents > said.cents) return "not";
  if (charge.dueAt !== firstMoment(charge.dueOn, timeZone)) return "not";
  return charge.dueOn === said.dueOn && charge.cents === said.cents ? "exactly" : "less";
}

/** Null where nobody knows the zone. */
function firstMoment(on: Day, timeZone: string): number | null {
  try {
    return startOfDay(on, timeZone).getTime() / 1_000;
  } catch {
    return null;
  }
}
