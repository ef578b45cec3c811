import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { AttachTransferInput } from "@hearth/domain/merchants/transfers";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { oddKinds, readFiguresOf } from "../../figures/figures.service.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { type ClaimOnTransfer, listClaimsOn } from "../claims/claims.repo.ts";
import { attachTransfer, lockUnmatchedTransfer, requireStaying } from "./attach-transfer.ts";
import {
  type CandidateRow,
  isLivingTransfer,
  listCandidates,
  listUnmatchedTransfers,
  markSetAside,
  type UnmatchedTransferFilter,
  type UnmatchedTransferRow,
} from "./unmatched-transfers.repo.ts";
import { type CandidateView, viewCandidate } from "./unmatched-transfers.view.ts";

export type { UnmatchedTransferFilter, TransferSearch } from "./unmatched-transfers.repo.ts";

const maxCandidates = 20;

/** Who looks at money that no payment has: a merchant at what reached its own wallets, an administrator (null) at all of it. */
export interface Scope {
  merchantId: string | null;
}

/** Somebody who says what a transfer is. */
export interface DecidingActor extends Scope {
  actor: Actor;
  origin: CallOrigin;
}

/** A transfer in a list, with the payment it is most likely for, and who claims it. */
export interface SuggestedTransfer {
  row: UnmatchedTransferRow;
  suggestion: CandidateRow | undefined;
  claims: ClaimOnTransfer[];
}

/** A page of the transfers that a filter means, newest first, and how many ask for a look, whatever is listed. */
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
    listCandidates(deps.db, filter.merchantId, unmatched, 1),
    listClaimsOn(deps.db, unmatched),
  ]);
  // Little money fits much that is missing; that alone says nothing.
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

/** The payments that a transfer could be attached to, the likeliest first. @throws HearthError NOT_FOUND for one of somebody else. */
export async function readCandidates(deps: Deps, { merchantId }: Scope, transferId: string): Promise<CandidateView[]> {
  const id = readTransferId(transferId);
  if (!(await isLivingTransfer(deps.db, merchantId, id))) throw noSuchTransfer();
  return (await listCandidates(deps.db, merchantId, [id], maxCandidates)).map(viewCandidate);
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
  const request = { scope: decider.actor.userId, key: idempotencyKey, procedure, input: content, answer: nothing, now: deps.clock.now() };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await attachTransfer(deps, tx, { ...content, ...decider });
      return null;
    }),
  );
  return { message: "The transfer is attached. The payment completes as soon as all of it is confirmed." };
}

/** Says that a transfer is no payment, or takes that back; whether that changed anything. @throws HearthError NOT_FOUND or CONFLICT. */
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

/** A transfer's own id. @throws HearthError NOT_FOUND for what is no transfer's. */
export function readTransferId(transferId: string): string {
  const id = parsePublicId("transfer", transferId);
  if (id === null) throw noSuchTransfer();
  return id;
}

function noSuchTransfer(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transfer not found" });
}
