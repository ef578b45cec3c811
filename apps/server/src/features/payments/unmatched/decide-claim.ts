import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { ConfirmClaimInput, RefuseClaimInput } from "@hearth/domain/payments/claims";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { notifyFollowers } from "../../ledger/payment-events.repo.ts";
import { findTransfer } from "../../ledger/transfers.repo.ts";
import { type ClaimRow, lockClaim, markRefused } from "../claims/claims.repo.ts";
import { attachTransfer } from "./attach-transfer.ts";
import { attachedAnswer, attachedMessage, type DecidingActor, readTransferId } from "./unmatched-transfers.service.ts";

interface Called {
  procedure: string;
  key: string | null;
}

/**
 * Confirms a payer's claim: attaches the transfer to the claimed payment under the rules of `attachTransfer`.
 *
 * @throws HearthError NOT_FOUND, or CONFLICT with the reason.
 */
export async function confirmClaim(deps: Deps, decider: DecidingActor, input: ConfirmClaimInput & Called) {
  const { actor } = decider;
  const transferId = readTransferId(input.transferId);
  const { claimId, procedure, idempotencyKey: key = input.key } = input;
  const content = { claimId, transferId };
  const request = { scope: actor.userId, key, procedure, input: content, answer: attachedAnswer, now: deps.clock.now() };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await lockCursor(tx, deps.network.chainId); // before the claim's lock, the same order as in `attachTransfer`
      const claim = await getOpenClaim(tx, decider, claimId);
      const transfer = await findTransfer(tx, transferId);
      if (transfer?.txHash.toLowerCase() !== claim.txHash) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
      const reason = "Its payer named this transaction";
      return { message: attachedMessage(await attachTransfer(deps, tx, { ...decider, transferId, paymentId: claim.paymentId, reason })) };
    }),
  );
}

/** Refuses a payer's claim with a reason that they can read. @throws HearthError NOT_FOUND, or CONFLICT when it was already decided. */
export async function refuseClaim(deps: Deps, decider: DecidingActor, input: RefuseClaimInput & Called) {
  const { actor, origin } = decider;
  const { claimId, reason, procedure, idempotencyKey: key = input.key } = input;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key, procedure, input: { claimId, reason }, answer: nothing, now };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const claim = await getOpenClaim(tx, decider, claimId);
      await markRefused(tx, claim.id, { reason, decidedAt: now, decidedBy: actor.userId });
      await notifyFollowers(tx, claim.paymentId);
      const data = { reason, paymentId: publicId("payment", claim.paymentId) };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "claim.refused", subject: claimId, data });
      return null;
    }),
  );
  return { message: "The claim is declined. The payer sees your reason." };
}

/** Locks a claim that this actor may decide until the transaction ends. */
async function getOpenClaim(tx: Transaction, { merchantId }: DecidingActor, claimId: string): Promise<ClaimRow> {
  const id = parsePublicId("claim", claimId);
  const claim = id && (await lockClaim(tx, merchantId, id));
  if (!claim) throw new HearthError("NOT_FOUND", { message: "Claim not found" });
  if (claim.status === "withdrawn") throw new HearthError("CONFLICT", { message: "The payer has taken this claim back" });
  if (claim.status !== "open") throw new HearthError("CONFLICT", { message: "This claim was already decided" });
  return claim;
}
