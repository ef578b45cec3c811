import type { ListTransfersInput } from "@hearth/domain/admin/filters";
import { transactWithRetry } from "@hearth/db/transact-again";
import { toDateRange } from "@hearth/domain/date-range";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type {
  AttachTransferInput,
  CreditTenantInput,
  DetachTransferInput,
  SetTransferAsideInput,
} from "@hearth/domain/merchants/transfers";
import type { ConfirmClaimInput, RefuseClaimInput } from "@hearth/domain/payments/claims";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { confirmClaim, refuseClaim } from "../../payments/unmatched/decide-claim.ts";
import { creditTenant, undoAttachment } from "../../payments/unmatched/tenant-credit.service.ts";
import {
  attachOnce,
  type UnmatchedTransferFilter,
  pageUnmatchedTransfers,
  readTransferId,
  decideAside,
  type TransferSearch,
} from "../../payments/unmatched/unmatched-transfers.service.ts";
import { listAuditLines } from "../rows/audit.repo.ts";
import { findMatches } from "../rows/search.repo.ts";
import { type AdminTransferDetailView, viewAdminTransfer, viewAdminTransferDetail } from "./unmatched.view.ts";

/** The maximum number of merchants that a search matches, and of audit lines shown with a transfer. */
const [matchLimit, lineLimit] = [200, 50];

/** Returns a page of all merchants' transfers that are unmatched, set aside, sent back, or attached by a person, newest first. */
export async function listTransfers(deps: Deps, input: ListTransfersInput, timeZone: string) {
  const { show, cursor, limit } = input;
  const merchantId = input.merchantId ? parsePublicId("merchant", input.merchantId) : undefined;
  const search = input.search ? await readSearch(deps, input.search) : undefined;
  const filter: UnmatchedTransferFilter = {
    merchantId: merchantId ?? null,
    show,
    search,
    range: toDateRange(input, input.timeZone ?? timeZone),
  };
  // An id that is malformed matches nothing, instead of removing the filter.
  if (merchantId === null) filter.search = { kind: "ids", ids: [] };
  const { items, ...page } = await pageUnmatchedTransfers(deps, filter, { cursor, limit });
  return { items: items.map((item) => viewAdminTransfer(deps, item)), ...page };
}

/** Reads one transfer with every decision about it. @throws HearthError NOT_FOUND for a transfer that was never odd. */
export async function readTransfer(deps: Deps, transferId: string): Promise<AdminTransferDetailView> {
  const id = readTransferId(transferId);
  const search = { kind: "ids" as const, ids: [id] };
  const pages = await Promise.all(
    (["open", "setAside", "sentBack", "attached"] as const).map((show) =>
      pageUnmatchedTransfers(deps, { merchantId: null, show, search }, { limit: 1 }),
    ),
  );
  const [item] = pages.flatMap(({ items }) => items);
  if (!item) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
  const about = { actorIds: [], subjects: [publicId("transfer", id)] };
  return viewAdminTransferDetail(deps, item, await listAuditLines(deps.db, { about, limit: lineLimit }));
}

/** Attaches a transfer to a payment of the merchant that received it. @throws HearthError NOT_FOUND or CONFLICT. */
export async function attachAnyTransfer(deps: Deps, origin: CallOrigin, actor: Actor, input: AttachTransferInput, key: string | null) {
  return attachOnce(deps, { origin, actor, merchantId: null }, { ...input, procedure: "admin.attachTransfer", key });
}

/** Confirms a payer's claim to have paid, at any merchant. @throws HearthError NOT_FOUND or CONFLICT. */
export async function confirmAnyClaim(deps: Deps, origin: CallOrigin, actor: Actor, input: ConfirmClaimInput, key: string | null) {
  return confirmClaim(deps, { origin, actor, merchantId: null }, { ...input, procedure: "admin.confirmClaim", key });
}

/** Refuses a payer's claim, with a reason that the payer reads. @throws HearthError NOT_FOUND or CONFLICT. */
export async function refuseAnyClaim(deps: Deps, origin: CallOrigin, actor: Actor, input: RefuseClaimInput, key: string | null) {
  return refuseClaim(deps, { origin, actor, merchantId: null }, { ...input, procedure: "admin.refuseClaim", key });
}

/** Counts a transfer as a tenant's payment for their lease, for the merchant that received it. @throws HearthError NOT_FOUND or CONFLICT. */
export async function creditAnyTenant(deps: Deps, origin: CallOrigin, actor: Actor, input: CreditTenantInput, key: string | null) {
  return creditTenant(deps, { origin, actor, merchantId: null }, input, key);
}

/**
 * Undoes an attachment: payment and transfer return to their states before it, and a payment that was opened for the transfer is cancelled.
 * Refused where a dispute or refund depends on the payment. @throws HearthError NOT_FOUND or CONFLICT with the reason.
 */
export async function detachAnyTransfer(deps: Deps, origin: CallOrigin, actor: Actor, input: DetachTransferInput) {
  const decision = { transferId: readTransferId(input.transferId), reason: input.reason, actor, origin, merchantId: null };
  const wasOpened = await transactWithRetry(deps.db, (tx) => undoAttachment(deps, tx, decision));
  const outcome = wasOpened ? " that was recorded from it, which is cancelled" : ", which is what it was before";
  return { message: `The transfer is taken from the payment${outcome}` };
}

/** Marks a transfer as no payment, so that it needs no more attention. Idempotent. */
export async function setAnyTransferAside(deps: Deps, origin: CallOrigin, actor: Actor, input: SetTransferAsideInput) {
  await decideAside(deps, { origin, actor, merchantId: null }, { ...input, setAside: true });
  return { message: "The transfer is set aside" };
}

/** Lists a transfer again that was set aside. Idempotent. */
export async function restoreAnyTransfer(deps: Deps, origin: CallOrigin, actor: Actor, transferId: string) {
  await decideAside(deps, { origin, actor, merchantId: null }, { transferId, reason: null, setAside: false });
  return { message: "The transfer is listed again" };
}

/** Treats a hash, address or id as an exact match, and anything else as words of a merchant's name or email. */
async function readSearch({ db }: Deps, typed: string): Promise<TransferSearch> {
  const hash = /^0x([0-9a-f]{64})$/i.exec(typed)?.[1];
  if (hash) return { kind: "hash", txHash: `0x${hash}` };
  if (/^0x[0-9a-f]{40}$/i.test(typed)) return { kind: "address", address: typed };
  const [transferId, merchantId] = [parsePublicId("transfer", typed), parsePublicId("merchant", typed)];
  if (transferId !== null) return { kind: "ids", ids: [transferId] };
  if (merchantId !== null) return { kind: "merchants", merchantIds: [merchantId] };
  return { kind: "merchants", merchantIds: (await findMatches(db, typed, matchLimit)).merchantIds };
}
