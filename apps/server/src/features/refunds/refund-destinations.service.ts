import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { refundAddress } from "@hearth/domain/refunds/destination";
import type { NameWalletInput } from "@hearth/domain/refunds/inputs";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findAnswered, nothing, once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { confirmOwner } from "../auth/factors/confirm-owner.ts";
import { notifyFollowers } from "../ledger/payment-events.repo.ts";
import { lockPayment } from "../ledger/payments.repo.ts";
import { consumeProof, verifyProof } from "../wallet/wallet-proof.service.ts";
import { hasEverProven } from "../wallet/wallet.service.ts";
import {
  findDestination,
  findOwnPaid,
  listUnnamed,
  type OwnPaid,
  type RefundDestinationRow,
  upsertNamed,
} from "./refund-destinations.repo.ts";
import { type RefundDestinationView, viewDestination } from "./refund-destinations.view.ts";
import type { PaidPayment } from "./refunds.repo.ts";

/** So many requests are shown to a payer at once. */
const mostAsked = 20;

/** Where refunds of a payment go, and what was asked and named; read anew in each transaction that acts on it. */
export async function readDestination(db: DatabaseOrTransaction, payment: Pick<PaidPayment, "id" | "payerId" | "paidFrom" | "boundBy">) {
  const destination = await findDestination(db, payment.id);
  return { destination, to: await addressOf(db, payment, destination) };
}

async function addressOf(
  db: DatabaseOrTransaction,
  { payerId, paidFrom: address, boundBy }: Pick<PaidPayment, "payerId" | "paidFrom" | "boundBy">,
  destination: RefundDestinationRow | null,
): Promise<`0x${string}` | null> {
  const facts = { address, boundBy, named: destination?.address ?? null };
  return refundAddress({ ...facts, wasProven: false }) ?? refundAddress({ ...facts, wasProven: await hasEverProven(db, payerId, address) });
}

/** The payments of which a merchant wants to send something back to who asks, and does not know where to. */
export async function listAsked({ db }: Deps, { userId }: Actor): Promise<RefundDestinationView[]> {
  const rows = await listUnnamed(db, userId, mostAsked);
  const views = await Promise.all(
    rows.map(async ({ payment, destination }) => viewDestination(payment, destination, await addressOf(db, payment, destination))),
  );
  return views.filter(({ to }) => to === null);
}

/** Where refunds of a payer's own completed payment go. @throws HearthError NOT_FOUND. */
export async function readOwnDestination({ db }: Deps, actor: Actor, paymentId: string): Promise<RefundDestinationView> {
  const payment = await getOwnPaid(db, actor, paymentId);
  const { destination, to } = await readDestination(db, payment);
  return viewDestination(payment, destination, to);
}

async function getOwnPaid(db: DatabaseOrTransaction, { userId }: Actor, paymentId: string): Promise<OwnPaid> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findOwnPaid(db, userId, id));
  if (!payment) throw new HearthError("NOT_FOUND", { message: "Payment not found" });
  return payment;
}

/**
 * Names the wallet that refunds of a payment go to from now on: it has signed, and its owner has shown the password, and a code where the second
 * factor is on. The account's linked wallets stay as they are. Contract wallets prove themselves too, which asks the chain.
 * @throws HearthError NOT_FOUND, WRONG_PASSWORD, WRONG_CODE, WALLET_PROOF_INVALID, WALLET_PROOF_EXPIRED, CHAIN_UNAVAILABLE, RATE_LIMITED.
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
  // What was shown for the first one is used up, so that a repeat could not show it again.
  if ((await findAnswered(deps.db, request)) === null) {
    const confirmedBy = await confirmOwner(deps, origin, actor, input);
    const proof = await verifyProof(deps, actor, input);
    await deps.db.transaction((tx) =>
      once(tx, request, async () => {
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
