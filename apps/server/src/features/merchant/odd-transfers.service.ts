import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { ListOddTransfersInput } from "@hearth/domain/merchants/filters";
import type { AttachTransferInput, SetTransferAsideInput } from "@hearth/domain/merchants/transfers";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { once } from "../../idempotency/once.ts";
import { cutPage, readCursor } from "../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { attachTransfer, lockOddTransfer } from "../payments/attach-transfer.ts";
import { countOddTransfers, isOwnTransfer, listCandidates, listOddTransfers, markSetAside } from "./odd-transfers.repo.ts";
import { type CandidateView, type OddTransferPageView, viewCandidate, viewOddTransfer } from "./odd-transfers.view.ts";
import { requireOwnMerchant } from "./own-merchant.ts";

const maxCandidates = 20;

/** A page of the money that no payment has, newest first, each with the payment it is most likely for. */
export async function listOwnOddTransfers(deps: Deps, actor: Actor, input: ListOddTransfersInput): Promise<OddTransferPageView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const { cursor, limit } = input;
  const after = cursor === undefined ? undefined : readCursor("transfer", cursor);
  const filter = { merchantId, setAside: input.show === "setAside", after, limit: limit + 1 };
  const [rows, openCount] = await Promise.all([listOddTransfers(deps.db, filter), countOddTransfers(deps.db, merchantId)]);
  const { page, nextCursor } = cutPage("transfer", rows, limit, ({ transfer }) => ({ at: transfer.blockTime, id: transfer.id }));
  const candidates = await listCandidates(
    deps.db,
    merchantId,
    page.map(({ transfer }) => transfer.id),
    1,
  );
  const suggestions = new Map(candidates.map((candidate) => [candidate.transferId, candidate]));
  return { items: page.map((row) => viewOddTransfer(deps, row, suggestions.get(row.transfer.id))), nextCursor, openCount };
}

/** The payments that a transfer could be attached to, the likeliest first. @throws HearthError NOT_FOUND for one of somebody else. */
export async function listOwnCandidates(deps: Deps, actor: Actor, transferId: string): Promise<CandidateView[]> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const id = readTransferId(transferId);
  if (!(await isOwnTransfer(deps.db, merchantId, id))) throw noSuchTransfer();
  return (await listCandidates(deps.db, merchantId, [id], maxCandidates)).map(viewCandidate);
}

/** Attaches a transfer to a payment of the merchant. @throws HearthError NOT_FOUND or CONFLICT. */
export async function attachOwnTransfer(deps: Deps, origin: CallOrigin, actor: Actor, input: AttachTransferInput, key: string | null) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const { reason, idempotencyKey = key } = input;
  const transferId = readTransferId(input.transferId);
  const paymentId = parsePublicId("payment", input.paymentId);
  if (paymentId === null) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  const content = { transferId, paymentId, reason };
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "merchant.attachTransfer", input: content, now: deps.clock.now() };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await attachTransfer(deps, tx, { ...content, actor, origin, merchantId });
      return null;
    }),
  );
  return { message: "The transfer is attached. The payment completes as soon as it is confirmed." };
}

/** Says that a transfer is no payment, so that it asks for no look any more; saying it twice changes nothing. */
export async function setOwnTransferAside(deps: Deps, origin: CallOrigin, actor: Actor, input: SetTransferAsideInput) {
  await rule(deps, origin, actor, { ...input, setAside: true });
  return { message: "The transfer is marked as not rent" };
}

/** Takes that back. */
export async function restoreOwnTransfer(deps: Deps, origin: CallOrigin, actor: Actor, transferId: string) {
  await rule(deps, origin, actor, { transferId, reason: null, setAside: false });
  return { message: "The transfer is listed again" };
}

interface Ruling {
  transferId: string;
  reason: string | null;
  setAside: boolean;
}

async function rule(deps: Deps, origin: CallOrigin, actor: Actor, { transferId, reason, setAside }: Ruling): Promise<void> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOddTransfer(deps, tx, { transferId: readTransferId(transferId), merchantId });
    if (!(await markSetAside(tx, transfer.id, setAside ? at : null))) return;
    const action = setAside ? ("transfer.setAside" as const) : ("transfer.restored" as const);
    const subject = publicId("transfer", transfer.id);
    await insertAuditEntry(tx, origin, { at, actorId: actor.userId, action, subject, data: { reason } });
  });
}

function readTransferId(transferId: string): string {
  const id = parsePublicId("transfer", transferId);
  if (id === null) throw noSuchTransfer();
  return id;
}

function noSuchTransfer(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transfer not found" });
}
