import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { claimProblem, type ClaimTransferInput } from "@hearth/domain/payments/claims";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { notifyFollowers } from "../../ledger/payment-events.repo.ts";
import { lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { lockWallets } from "../../wallet/wallet.service.ts";
import { countClaims, findOwnClaim, listClaims, lockClaimOf, markWithdrawn, upsertClaim } from "./claims.repo.ts";
import { type OwnClaimView, viewOwnClaim } from "./claims.view.ts";

/** Lists the payer's claims for a payment, newest first. */
export async function readClaims(deps: Deps, payment: PaymentRow): Promise<OwnClaimView[]> {
  return (await listClaims(deps.db, payment.id, limits.claimsPerPayment)).map(viewOwnClaim);
}

/**
 * Stores a payer's claim that a transaction paid one of their payments. The merchant decides on it. A repetition changes nothing. The
 * answer does not reveal if the transaction exists or to whom it belongs.
 *
 * @throws HearthError CONFLICT for a completed payment or too many claims; VALIDATION for a future day.
 */
export async function claimTransfer(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  payment: PaymentRow,
  input: ClaimTransferInput & { key: string | null },
): Promise<void> {
  const { transactionHash, amount: amountCents, sentOn, idempotencyKey = input.key } = input;
  const now = deps.clock.now();
  requirePast(sentOn, now);
  const claim = { paymentId: payment.id, payerId: actor.userId, txHash: hashOf(transactionHash), amountCents, sentOn };
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "payments.claim", input: claim, answer: nothing, now };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await lockWallets(tx, actor.userId); // serializes concurrent claims of one payer, so that the limit holds
      const locked = await lockPayment(tx, payment.id);
      const problem = locked && claimProblem(locked);
      if (problem != null) throw conflict(problem);
      const known = await lockClaimOf(tx, payment.id, claim.txHash);
      if (known !== null && known.status !== "withdrawn") return null;
      await requireRoom(tx, claim, known === null);
      const { id } = await upsertClaim(tx, { ...claim, createdAt: now });
      await notifyFollowers(tx, payment.id);
      const data = { paymentId: publicId("payment", payment.id), txHash: claim.txHash, amountCents, sentOn };
      const entry = { at: now, actorId: actor.userId, action: "claim.made" as const, subject: publicId("claim", id), data };
      await insertAuditEntry(tx, origin, entry);
      return null;
    }),
  );
}

function hashOf(text: string): `0x${string}` {
  return `0x${text.slice(2).toLowerCase()}`;
}

/** Accepts a day that has begun in some time zone. */
function requirePast(sentOn: string, now: Date): void {
  const furthest = new Date(now.getTime() + 14 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  if (sentOn <= furthest) return;
  const message = "This day is still to come";
  throw new HearthError("VALIDATION", { message, fields: { sentOn: message } });
}

async function requireRoom(tx: Transaction, claim: { payerId: string; paymentId: string }, isNew: boolean): Promise<void> {
  const { open, all } = await countClaims(tx, claim);
  if (open >= limits.openClaimsPerPayer) {
    throw conflict(`${limits.openClaimsPerPayer} of your transfers are already waiting for an answer. Please wait, or take one back.`);
  }
  if (isNew && all >= limits.claimsPerPayment) throw conflict("Too many transfers were named for this payment");
}

/** Withdraws an undecided claim. @throws HearthError NOT_FOUND, CONFLICT. */
export async function withdrawClaim(deps: Deps, origin: CallOrigin, actor: Actor, claimId: string): Promise<void> {
  const id = parsePublicId("claim", claimId);
  await deps.db.transaction(async (tx) => {
    const claim = id && (await findOwnClaim(tx, actor.userId, id));
    if (!claim) throw new HearthError("NOT_FOUND", { message: "Claim not found" });
    if (!(await markWithdrawn(tx, claim.id))) throw conflict("This was already decided");
    await notifyFollowers(tx, claim.paymentId);
    const entry = { at: deps.clock.now(), actorId: actor.userId, action: "claim.withdrawn" as const, subject: claimId };
    await insertAuditEntry(tx, origin, entry);
  });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
