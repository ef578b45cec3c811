import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { refundDestination } from "@hearth/domain/refunds/destination";
import type { NameWalletInput } from "@hearth/domain/refunds/inputs";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findStoredAnswer, nothing, once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { confirmOwner } from "../auth/factors/confirm-owner.ts";
import { requireOpenSession } from "../auth/sessions/sessions.service.ts";
import { notifyFollowers } from "../ledger/payment-events.repo.ts";
import { lockPayment } from "../ledger/payments.repo.ts";
import { reviewOpenRefund } from "../settlement/returns/review-open-refund.ts";
import { consumeProof, verifyProof } from "../wallet/wallet-proof.service.ts";
import { findDestination, listSources, type RefundDestinationRow } from "../ledger/refund-sources.repo.ts";
import {
  deleteNamed,
  deleteNamedGround,
  findOwnPaid,
  listUnnamed,
  type NamedWallet,
  type OwnPaid,
  upsertNamed,
} from "./refund-destinations.repo.ts";
import { type ReadDestination, type RefundDestinationView, viewDestination, viewRefundWallet } from "./refund-destinations.view.ts";

/** Requests shown to a payer at once. */
const mostAsked = 20;

/** Reads the destination for refunds of a completed payment. Each transaction that relies on it reads it again. */
export async function readDestination(
  db: DatabaseOrTransaction,
  paymentId: string,
  known?: RefundDestinationRow,
): Promise<ReadDestination> {
  const [request, sources] = await Promise.all([known ?? findDestination(db, paymentId), listSources(db, paymentId)]);
  return { request, sources, found: refundDestination({ sources, named: request?.address ?? null }) };
}

/** Reads the destination for the payment's merchant and administrators. */
export async function readRefundWallet({ db }: Deps, paymentId: string) {
  return viewRefundWallet(await readDestination(db, paymentId));
}

/** Lists the caller's payments whose merchant asks for a refund wallet and has none. */
export async function listAsked({ db }: { db: DatabaseOrTransaction }, { userId }: { userId: string }): Promise<RefundDestinationView[]> {
  const rows = await listUnnamed(db, userId, mostAsked);
  const views = await Promise.all(
    rows.map(async ({ payment, destination }) => viewDestination(payment, await readDestination(db, payment.id, destination))),
  );
  return views.filter(({ to }) => to === null);
}

/** Reads the destination for refunds of a payer's own completed payment. @throws HearthError NOT_FOUND. */
export async function readOwnDestination({ db }: Deps, actor: Actor, paymentId: string): Promise<RefundDestinationView> {
  const payment = await getOwnPaid(db, actor, paymentId);
  return viewDestination(payment, await readDestination(db, payment.id));
}

async function getOwnPaid(db: DatabaseOrTransaction, { userId }: Actor, paymentId: string): Promise<OwnPaid> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findOwnPaid(db, userId, id));
  if (!payment) throw new HearthError("NOT_FOUND", { message: "Payment not found" });
  return payment;
}

/**
 * Names the wallet for refunds of a payment from now on. The wallet must have signed, and its owner must give the password, and a code if
 * the second factor is on. The account's linked wallets do not change. Verifying a contract wallet calls the chain.
 *
 * @throws HearthError UNAUTHENTICATED where the session ended meanwhile, NOT_FOUND, WRONG_PASSWORD, WRONG_CODE, WALLET_PROOF_INVALID,
 * WALLET_PROOF_EXPIRED, CHAIN_UNAVAILABLE, RATE_LIMITED.
 */
export async function nameWallet(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: NameWalletInput,
  key: string | null,
): Promise<RefundDestinationView> {
  const { id: paymentId } = await getOwnPaid(deps.db, actor, input.paymentId);
  const { idempotencyKey = key, message } = input;
  const now = deps.clock.now();
  const content = { paymentId, message };
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "refunds.nameWallet", input: content, answer: nothing, now };
  // The first call consumes the proof and the code, so a repetition could not present them again.
  if ((await findStoredAnswer(deps.db, request)) === null) {
    const confirmedBy = await confirmOwner(deps, origin, actor, input);
    const proof = await verifyProof(deps, actor, input);
    await deps.db.transaction((tx) =>
      once(tx, request, async () => {
        // First, so that an owner who takes the account back finds every wallet that was being named.
        await requireOpenSession(tx, actor);
        await lockPayment(tx, paymentId);
        await consumeProof(deps, tx, actor, proof);
        const before = await findDestination(tx, paymentId);
        await upsertNamed(tx, { paymentId, payerId: actor.userId, address: proof.address, namedAt: now, confirmedBy });
        await notifyFollowers(tx, paymentId);
        const data = { to: { from: before?.address ?? null, to: proof.address }, confirmedBy };
        const subject = publicId("payment", paymentId);
        await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "refund.walletNamed", subject, data });
        return null;
      }),
    );
  }
  return readOwnDestination(deps, actor, input.paymentId);
}

/**
 * Replaces the wallet that somebody else named for a payment's refunds by the one that its owner had named before, or by none. Cancels an
 * open refund to a wallet that may no longer receive it. Returns null where no wallet is named, or the owner's. `hasRefund`: a refund to the
 * replaced wallet was sent.
 */
export async function restoreNamed(
  deps: Pick<Deps, "clock">,
  tx: Transaction,
  origin: CallOrigin,
  { userId, paymentId, before }: { userId: string; paymentId: string; before: NamedWallet | null },
): Promise<{ replaced: `0x${string}`; hasRefund: boolean } | null> {
  const payment = await lockPayment(tx, paymentId);
  const replaced = (await findDestination(tx, paymentId))?.address ?? null;
  if (payment?.consumerId !== userId || replaced === null || replaced === before?.address) return null;
  if (before === null) await deleteNamed(tx, paymentId);
  else await upsertNamed(tx, { ...before, paymentId, payerId: userId });
  const statuses = await deleteNamedGround(tx, { paymentId, address: replaced });
  const at = deps.clock.now();
  await reviewOpenRefund(tx, paymentId, at);
  await notifyFollowers(tx, paymentId);
  const data = { to: { from: replaced, to: before?.address ?? null }, confirmedBy: before?.confirmedBy ?? null };
  const subject = publicId("payment", paymentId);
  await insertAuditEntry(tx, origin, { at, actorId: userId, action: "refund.walletNamed", subject, data });
  return { replaced, hasRefund: statuses.includes("completed") };
}
