import type { Transaction } from "@hearth/db/client";
import { listFeesOf } from "../rows/late-fees.repo.ts";
import {
  type ChargeRow,
  insertLines,
  listReplacementCredits,
  markVoided,
  releaseCharges,
  reverseUnusedDays,
  type Voiding,
} from "../rows/lease-money.repo.ts";

type ChargeToVoid = Pick<ChargeRow, "id" | "leaseId" | "dueOn">;

/** Voids one charge. See `voidHeldCharges`. */
export async function voidHeldCharge(tx: Transaction, charge: ChargeToVoid, voiding: Voiding): Promise<void> {
  await voidHeldCharges(tx, [charge], voiding);
}

/**
 * Voids charges of a locked lease, and the late fees of voided rent. Money that paid them is free for other charges. The credit of an approved dispute or of a
 * refunded deposit is taken back instead, because its money went back to the payer. The line for that is dated on the charge's own day. The credit for a rent's
 * unused days is taken back as well, since nothing of the rent is owed any more. Six statements, whatever the number of charges. Returns the voided late fees.
 */
export async function voidHeldCharges(tx: Transaction, charges: ChargeToVoid[], voiding: Voiding): Promise<ChargeRow[]> {
  if (charges.length === 0) return [];
  const fees = await listFeesOf(
    tx,
    charges.map(({ id }) => id),
  );
  const byId = new Map([...charges, ...fees].map((charge) => [charge.id, charge]));
  const ids = [...byId.keys()];
  const standIns = await listReplacementCredits(tx, ids);
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
