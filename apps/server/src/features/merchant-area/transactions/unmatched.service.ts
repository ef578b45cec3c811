import type { ListOddTransfersInput } from "@hearth/domain/merchants/filters";
import type {
  AttachTransferInput,
  CreditableTenantsInput,
  CreditTenantInput,
  SetTransferAsideInput,
  UndoTenantCreditInput,
} from "@hearth/domain/merchants/transfers";
import type { ConfirmClaimInput, RefuseClaimInput } from "@hearth/domain/payments/claims";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { confirmClaim, refuseClaim } from "../../payments/unmatched/decide-claim.ts";
import { creditTenant, readCreditableTenants, undoTenantCredit } from "../../payments/unmatched/tenant-credit.service.ts";
import {
  attachOnce,
  pageUnmatchedTransfers,
  readAttachable,
  readCandidates,
  decideAside,
  type DecidingActor,
} from "../../payments/unmatched/unmatched-transfers.service.ts";
import {
  type AttachableView,
  type CandidateView,
  type UnmatchedTransferPageView,
  viewOddTransfer,
} from "../../payments/unmatched/unmatched-transfers.view.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";

/** Returns a page of unmatched transfers, newest first, each with its likeliest payment. */
export async function listOwnOddTransfers(deps: Deps, actor: Actor, input: ListOddTransfersInput): Promise<UnmatchedTransferPageView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const { items, ...page } = await pageUnmatchedTransfers(deps, { merchantId, show: input.show }, input);
  return { items: items.map((item) => viewOddTransfer(deps, item)), ...page };
}

/**
 * Returns the payments that a transfer could be attached to, the likeliest first. @throws HearthError NOT_FOUND for another merchant's
 * transfer.
 */
export async function listOwnCandidates(deps: Deps, actor: Actor, transferId: string): Promise<CandidateView[]> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return readCandidates(deps, { merchantId }, transferId);
}

/**
 * Returns the transfers that could be attached to a payment, the closest first. @throws HearthError NOT_FOUND for another merchant's
 * payment.
 */
export async function listOwnAttachable(deps: Deps, actor: Actor, paymentId: string): Promise<AttachableView[]> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return readAttachable(deps, { merchantId }, paymentId);
}

/** Attaches a transfer to a payment of the merchant. @throws HearthError NOT_FOUND or CONFLICT. */
export async function attachOwnTransfer(deps: Deps, origin: CallOrigin, actor: Actor, input: AttachTransferInput, key: string | null) {
  return attachOnce(deps, await decidingActorOf(deps, origin, actor), { ...input, procedure: "merchant.attachTransfer", key });
}

/** Confirms a payer's claim to have paid the merchant. @throws HearthError NOT_FOUND or CONFLICT. */
export async function confirmOwnClaim(deps: Deps, origin: CallOrigin, actor: Actor, input: ConfirmClaimInput, key: string | null) {
  return confirmClaim(deps, await decidingActorOf(deps, origin, actor), { ...input, procedure: "merchant.confirmClaim", key });
}

/** Refuses a payer's claim, with a reason that the payer reads. @throws HearthError NOT_FOUND or CONFLICT. */
export async function refuseOwnClaim(deps: Deps, origin: CallOrigin, actor: Actor, input: RefuseClaimInput, key: string | null) {
  return refuseClaim(deps, await decidingActorOf(deps, origin, actor), { ...input, procedure: "merchant.refuseClaim", key });
}

/** Marks a transfer as no payment, so that it needs no more attention. Idempotent. */
export async function setOwnTransferAside(deps: Deps, origin: CallOrigin, actor: Actor, input: SetTransferAsideInput) {
  await decideAside(deps, await decidingActorOf(deps, origin, actor), { ...input, setAside: true });
  return { message: "The transfer is marked as not rent" };
}

/** Lists a transfer again that was set aside. Idempotent. */
export async function restoreOwnTransfer(deps: Deps, origin: CallOrigin, actor: Actor, transferId: string) {
  await decideAside(deps, await decidingActorOf(deps, origin, actor), { transferId, reason: null, setAside: false });
  return { message: "The transfer is listed again" };
}

/** Lists the tenants whose payment a transfer could be. @throws HearthError NOT_FOUND for another merchant's transfer. */
export async function listOwnCreditableTenants(deps: Deps, actor: Actor, input: CreditableTenantsInput) {
  return readCreditableTenants(deps, (await requireOwnMerchant(deps, actor)).id, input);
}

/** Counts a transfer as a tenant's payment for their lease. @throws HearthError NOT_FOUND or CONFLICT. */
export async function creditOwnTenant(deps: Deps, origin: CallOrigin, actor: Actor, input: CreditTenantInput, key: string | null) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return creditTenant(deps, { origin, actor, merchantId }, input, key);
}

/** Reverses that. @throws HearthError NOT_FOUND or CONFLICT. */
export async function undoOwnTenantCredit(deps: Deps, origin: CallOrigin, actor: Actor, input: UndoTenantCreditInput, key: string | null) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return undoTenantCredit(deps, { origin, actor, merchantId }, input, key);
}

async function decidingActorOf(deps: Deps, origin: CallOrigin, actor: Actor): Promise<DecidingActor> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return { origin, actor, merchantId };
}
