import type { Transaction } from "@hearth/db/client";
import { listFeesOf } from "../rows/late-fees.repo.ts";
import {
  type ChargeRow,
  insertLines,
  listStandInCredits,
  markVoided,
  releaseCharges,
  reverseUnusedDays,
  type Voiding,
} from "../rows/lease-money.repo.ts";

type ChargeToVoid = Pick<ChargeRow, "id" | "leaseId" | "dueOn">;

/** Voids a charge of a lease that is held, as `voidHeldCharges` does. */
export async function voidHeldCharge(tx: Transaction, charge: ChargeToVoid, voiding: Voiding): Promise<void> {
  await voidHeldCharges(tx, [charge], voiding);
}

/**
 * Voids charges of a lease that is held, and with rent the late fees that were asked for it. What paid them is free for other charges, except the credit of an
 * approved dispute or of a deposit that was given back: its money went back to the payer, and the credit is taken back. The line that takes it back stands on the charge's own day. What was
 * given back of a rent's unused days is taken back as well: nothing of it is owed any more. Six statements, whatever the number of charges. Answers those late fees.
 */
export async function voidHeldCharges(tx: Transaction, charges: ChargeToVoid[], voiding: Voiding): Promise<ChargeRow[]> {
  if (charges.length === 0) return [];
  const fees = await listFeesOf(
    tx,
    charges.map(({ id }) => id),
  );
  const byId = new Map([...charges, ...fees].map((charge) => [charge.id, charge]));
  const ids = [...byId.keys()];
  const standIns = await listStandInCredits(tx, ids);
  await releaseCharges(tx, ids, voiding.at);
  const takenBack = standIns.flatMap(({ chargeId, creditId, cents }) => {
    const charge = byId.get(chargeId);
    if (charge === undefined) return [];
    const { leaseId, dueOn: effectiveOn } = charge;
    return { leaseId, kind: "reversal" as const, creditId, cents, effectiveOn, postedAt: voiding.at, note: voiding.reason };
  });
  await insertLines(tx, takenBack);
  await reverseUnusedDays(tx, ids, voiding);
  if ((await markVoided(tx, ids, voiding)) !== ids.length) throw new Error("A charge was voided before, though its lease is held");
  return fees;
}
