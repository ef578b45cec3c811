import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { AttachTransferInput } from "@hearth/domain/merchants/transfers";
import { centsToUsdcUnits, formatUsd } from "@hearth/domain/money";
import type { AttachOutcome } from "@hearth/domain/payments/short";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { oddKinds, readFiguresOf } from "../../figures/figures.service.ts";
import { once } from "../../../idempotency/once.ts";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { hasMatchedTransfer } from "../../ledger/transfers.repo.ts";
import { type ClaimOnTransfer, listClaimsOn } from "../claims/claims.repo.ts";
import { attachTransfer, lockUnmatchedTransfer, requireStaying } from "./attach-transfer.ts";
import {
  type CandidateRow,
  findAttachable,
  isLivingTransfer,
  listAttachable,
  listCandidates,
  listUnmatchedTransfers,
  markSetAside,
  type UnmatchedTransferFilter,
  type UnmatchedTransferRow,
} from "./unmatched-transfers.repo.ts";
import { type AttachableView, type CandidateView, viewAttachable, viewCandidate } from "./unmatched-transfers.view.ts";

export type { UnmatchedTransferFilter, TransferSearch } from "./unmatched-transfers.repo.ts";

const maxCandidates = 20;
/** Transfers read, of which the closest to the missing amount are offered. */
const attachableRead = 100;

/** A merchant sees money at its own wallets; null (administrator) sees all. */
export interface Scope {
  merchantId: string | null;
}

/** A person who decides about transfers. */
export interface DecidingActor extends Scope {
  actor: Actor;
  origin: CallOrigin;
}

/** A transfer in a list, with its most likely payment and the claims on it. */
export interface SuggestedTransfer {
  row: UnmatchedTransferRow;
  suggestion: CandidateRow | undefined;
  claims: ClaimOnTransfer[];
}

/** Lists a page of filtered transfers, newest first, and counts all that need attention, independent of the filter. */
export async function pageUnmatchedTransfers(
  deps: Deps,
  filter: UnmatchedTransferFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const after = cursor === undefined ? undefined : readCursor("transfer", cursor);
  const [rows, figures] = await Promise.all([
    listUnmatchedTransfers(deps.db, filter, { after, limit: limit + 1 }),
    readFiguresOf(deps.db, filter.merchantId, {}, oddKinds),
  ]);
  const { page, nextCursor } = paginate("transfer", rows, limit, ({ transfer }) => ({ at: transfer.blockTime, id: transfer.id }));
  const isUndecided = ({ transfer, begunAt }: UnmatchedTransferRow) =>
    transfer.verdict !== "matched" && transfer.verdict !== "part" && transfer.sentBackBy === null && begunAt === null;
  const unmatched = page.filter(isUndecided).map(({ transfer }) => transfer.id);
  const [candidates, claims] = await Promise.all([
    listCandidates(deps.db, filter.merchantId, unmatched, { perTransfer: 1, isWide: false }),
    listClaimsOn(deps.db, unmatched),
  ]);
  // A small amount fits many missing sums, so it suggests a payment only together with the payer's wallet.
  const telling = candidates.filter(({ isLess, isLikely }) => isLikely || !isLess);
  const suggestions = new Map(telling.map((candidate) => [candidate.transferId, candidate]));
  const items = page.map((row): SuggestedTransfer => ({
    row,
    suggestion: suggestions.get(row.transfer.id),
    claims: claims.filter(({ transferId }) => transferId === row.transfer.id),
  }));
  const openCount = oddKinds.reduce((sum, kind) => sum + figures(kind).count, 0);
  return { items, nextCursor, openCount };
}

/** Lists the payments that a transfer could be attached to, likeliest first. @throws HearthError NOT_FOUND for somebody else's transfer. */
export async function readCandidates(deps: Deps, { merchantId }: Scope, transferId: string): Promise<CandidateView[]> {
  const id = readTransferId(transferId);
  if (!(await isLivingTransfer(deps.db, merchantId, id))) throw noSuchTransfer();
  return (await listCandidates(deps.db, merchantId, [id], { perTransfer: maxCandidates, isWide: true })).map(viewCandidate);
}

/**
 * Lists money that could be attached to a payment, the exact missing amount first, then the closest. Merchants are offered nothing older
 * than the checkout. Empty for a paid payment. @throws HearthError NOT_FOUND for somebody else's payment.
 */
export async function readAttachable(deps: Deps, { merchantId }: Scope, paymentId: string): Promise<AttachableView[]> {
  const id = parsePublicId("payment", paymentId);
  const found = id && (await findAttachable(deps.db, merchantId, id));
  if (!found) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  const { payment, shortUnits } = found;
  if (payment.status === "completed" || (await hasMatchedTransfer(deps.db, payment.id))) return [];
  // Block times are whole seconds.
  const notBefore = merchantId === null ? null : new Date(Math.floor(payment.createdAt.getTime() / 1_000) * 1_000);
  const rows = await listAttachable(deps.db, payment, { notBefore, limit: attachableRead });
  const missing = centsToUsdcUnits(payment.amountCents) - shortUnits;
  const distance = ({ usdcUnits }: (typeof rows)[number]) => (usdcUnits > missing ? usdcUnits - missing : missing - usdcUnits);
  return rows
    .toSorted((left, right) => Number(distance(left) - distance(right)))
    .slice(0, maxCandidates)
    .map((transfer) => viewAttachable(deps, transfer, found));
}

/** The stored answer of an attach call, which repetitions get too. */
export const attachedAnswer = z.strictObject({ message: z.string() });

/** Describes in one sentence the payment's state after attaching a transfer. */
export function attachedMessage({ kind, byCents }: AttachOutcome): string {
  const attached = "The transfer is attached.";
  if (kind === "short") return `${attached} ${formatUsd(byCents)} of the payment is still missing, and its payer can top it up.`;
  const completes = "The payment completes as soon as all of it is confirmed";
  if (kind === "exact") return `${attached} ${completes}.`;
  return `${attached} ${completes}, with ${byCents === 0 ? "less than $0.01" : formatUsd(byCents)} more than the payment asks for.`;
}

/** Attaches a transfer to a payment of the merchant it reached. @throws HearthError NOT_FOUND or CONFLICT. */
export async function attachOnce(
  deps: Deps,
  decider: DecidingActor,
  input: AttachTransferInput & { procedure: string; key: string | null },
) {
  const { procedure, reason, idempotencyKey = input.key } = input;
  const transferId = readTransferId(input.transferId);
  const paymentId = parsePublicId("payment", input.paymentId);
  if (paymentId === null) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  const content = { transferId, paymentId, reason };
  const now = deps.clock.now();
  const request = { scope: decider.actor.userId, key: idempotencyKey, procedure, input: content, answer: attachedAnswer, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => ({ message: attachedMessage(await attachTransfer(deps, tx, { ...content, ...decider })) })),
  );
}

/** Sets a transfer aside as no payment, or back. Returns true if that changed anything. @throws HearthError NOT_FOUND or CONFLICT. */
export async function decideAside(
  deps: Deps,
  { actor, origin, merchantId }: DecidingActor,
  decision: { transferId: string; reason: string | null; setAside: boolean },
): Promise<boolean> {
  const { reason, setAside } = decision;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const transfer = await lockUnmatchedTransfer(deps, tx, { transferId: readTransferId(decision.transferId), merchantId });
    if (setAside) await requireStaying(tx, transfer);
    if (!(await markSetAside(tx, transfer.id, setAside ? at : null))) return false;
    const action = setAside ? ("transfer.setAside" as const) : ("transfer.restored" as const);
    const subject = publicId("transfer", transfer.id);
    await insertAuditEntry(tx, origin, { at, actorId: actor.userId, action, subject, data: { reason } });
    return true;
  });
}

/** Parses a transfer's public id. @throws HearthError NOT_FOUND for any other id. */
export function readTransferId(transferId: string): string {
  const id = parsePublicId("transfer", transferId);
  if (id === null) throw noSuchTransfer();
  return id;
}

function noSuchTransfer(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transfer not found" });
}
