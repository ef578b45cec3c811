import type { Transaction } from "@hearth/db/client";
import { type ChargeRow, insertLines, listStandInCredits, markVoided, releaseCharge } from "../rows/lease-money.repo.ts";

/**
 * Voids a charge of a lease that is held. What paid it is free for other charges, except the credit of an approved dispute or of a deposit that was given back:
 * its money went back to the payer, and the credit is taken back. The line that takes it back stands on the charge's own day.
 */
export async function voidHeldCharge(
  tx: Transaction,
  charge: ChargeRow,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  const { id, leaseId, cents, dueOn } = charge;
  const standIns = await listStandInCredits(tx, id);
  await releaseCharge(tx, id, at);
  const takenBack = standIns.map((credit) => ({ ...credit, leaseId, kind: "reversal" as const, effectiveOn: dueOn, postedAt: at }));
  await insertLines(
    tx,
    takenBack.map((line) => ({ ...line, note: reason })),
  );
  if (!(await markVoided(tx, id, { at, by, reason }))) throw new Error("The charge was voided before, though its lease is held");
  const line = { leaseId, kind: "void" as const, chargeId: id, cents: -cents, effectiveOn: dueOn };
  await insertLines(tx, [{ ...line, postedAt: at, note: reason, actorId: by }]);
}
