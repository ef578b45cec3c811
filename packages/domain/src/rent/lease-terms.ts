import { z } from "zod";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { type Day, isDay, monthOf, startOfDay } from "./calendar.ts";
import { chargePeriod, lastDueDay, prorations } from "./periods.ts";

const cents = z.int().min(0).max(2_000_000_000);
const day = z.string().refine(isDay);

/** The full price of a lease from a month on, as a landlord's wallet signs it. Amounts are in cents. */
export const leaseTerms = z.strictObject({
  leaseId: z.string().max(64),
  /** The first month of these terms, and when they were made, in Unix seconds. Of two for the same month, the later ones apply. */
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
  /** Cents, or hundredths of a percent of the unpaid rent; 0 for none. */
  lateFee: cents,
  lateFeeRepeats: z.enum(["once", "daily"]),
  /** Maximum fees for one month's rent; 0 for no limit. */
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

/** A charge of rent. `dueAt` is in Unix seconds. */
interface RentCharge {
  kind: string;
  dueOn: Day;
  dueAt: number;
  cents: number;
}

/**
 * Compares a charge with the terms of its month: due on their day, at its start in their time zone, and for at most their rent. A lease
 * that ends within the month may lower the rent and make it due earlier; that is `less`, neither a contradiction nor a proof. Null if the
 * terms do not apply.
 */
export function compareWithTerms(
  charge: RentCharge,
  { terms, until }: { terms: LeaseTerms; until: Day | "" },
): "exactly" | "less" | "not" | null {
  const period = monthOf(charge.dueOn);
  if (charge.kind !== "rent" || period < terms.from || (until !== "" && period >= until)) return null;
  const { startsOn, proration, timeZone, rent: rentCents, dueDay, graceDays } = terms;
  const agreed = chargePeriod({ startsOn, endsOn: null, proration }, { rentCents, dueDay, graceDays }, period);
  if (agreed === null || charge.dueOn > agreed.dueOn || charge.cents > agreed.cents) return "not";
  if (charge.dueAt !== firstMoment(charge.dueOn, timeZone)) return "not";
  return charge.dueOn === agreed.dueOn && charge.cents === agreed.cents ? "exactly" : "less";
}

/** Null if the time zone is unknown. */
function firstMoment(on: Day, timeZone: string): number | null {
  try {
    return startOfDay(on, timeZone).getTime() / 1_000;
  } catch {
    return null;
  }
}
