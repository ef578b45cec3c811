import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { notifyPayments } from "../../ledger/payment-events.repo.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";
import { confirmClaims, refuseClaimsOfNothing } from "../claims/claims.repo.ts";

/** Reveals neither the transfer's owner nor its existence. */
const refusal = "This transfer was not found to be yours";

/**
 * Decides the claims on a transfer after a person attached it: confirms the claim of that payment, and refuses others if the transaction
 * has no free transfer left. Runs in the attaching transaction.
 */
export async function settleClaims(
  tx: Transaction,
  { id: transferId, txHash, merchantId }: TransferRow,
  attached: { paymentId: string; actor: Actor; origin: CallOrigin; at: Date },
): Promise<void> {
  const { paymentId, actor, origin, at } = attached;
  const decision = { decidedAt: at, decidedBy: actor.userId };
  const confirmed = await confirmClaims(tx, { transferId, txHash, paymentId, ...decision });
  const refused = merchantId === null ? [] : await refuseClaimsOfNothing(tx, { merchantId, txHash, reason: refusal, ...decision });
  await notifyPayments(
    tx,
    refused.map((claim) => claim.paymentId),
  );
  for (const id of confirmed) {
    await insertAuditEntry(tx, origin, { at, actorId: actor.userId, action: "claim.confirmed", subject: publicId("claim", id) });
  }
  for (const { id } of refused) {
    const entry = { at, actorId: actor.userId, action: "claim.refused" as const, subject: publicId("claim", id) };
    await insertAuditEntry(tx, origin, { ...entry, data: { reason: refusal } });
  }
}
