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
import { holdWallets } from "../../wallet/wallet.service.ts";
import { countClaims, findOwnClaim, listClaims, lockClaimOf, markWithdrawn, upsertClaim } from "./claims.repo.ts";
import { type OwnClaimView, viewOwnClaim } from "./claims.view.ts";

/** What the payer of a payment says to have paid for it, the newest first. */
export async function readClaims(deps: Deps, payment: PaymentRow): Promise<OwnClaimView[]> {
  return (await listClaims(deps.db, payment.id, limits.claimsPerPayment)).map(viewOwnClaim);
}

/**
 * Keeps a payer's word that a transaction paid one of their payments, for the merchant to decide about. Saying it twice changes nothing, and
 * whether the transaction exists, or whose it is, changes nothing of what is answered.
 * @throws HearthError CONFLICT for a payment that is completed, or with too many claims; VALIDATION for a day to come.
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
      await holdWallets(tx, actor.userId); // so that two claims of one payer are counted one after the other
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

/** A day that has begun somewhere on earth. */
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

/** Takes a claim back that nobody has decided about. @throws HearthError NOT_FOUND, CONFLICT. */
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
