import { deriveBinding } from "@hearth/chain/binding";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { HearthError } from "@hearth/domain/errors";
import { humanCode, parsePublicId, publicId } from "@hearth/domain/ids";
import type { CreditableTenantsInput, CreditTenantInput, UndoTenantCreditInput } from "@hearth/domain/merchants/transfers";
import { formatUsd, usdcUnitsToWholeCents, wireAmount } from "@hearth/domain/money";
import { refusalToCreditTenant } from "@hearth/domain/payments/tenant-credit";
import { checkoutExpiresAt } from "@hearth/domain/time";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { findMerchantOfPayment, insertPayment, markEnded, type PaymentRow } from "../../ledger/payments.repo.ts";
import { findTransfer, type TransferRow } from "../../ledger/transfers.repo.ts";
import {
  creditableTenantView,
  type CreditedTenant,
  describeTenantsPayment,
  listCreditableTenants,
  placeTenantsPayment,
  reportTenantsPayment,
  requireTenant,
} from "../../rent/leases/tenant-credit.ts";
import { readPartiesOf } from "../../settlement/returns/payment-notices.ts";
import { listClaimsOn } from "../claims/claims.repo.ts";
import { attachTransfer, detachTransfer, lockUnmatchedTransfer, type TransferDecision } from "./attach-transfer.ts";
import { findPayeeOf, findTransferOfOpened, isOpenedFor } from "./unmatched-transfers.repo.ts";
import { type DecidingActor, readTransferId } from "./unmatched-transfers.service.ts";

export const creditableTenantsView = z.strictObject({
  /** The part that would count for a lease, without fractions of a cent. */
  amount: z.number(),
  /** Why it can be no tenant's payment, or null. */
  refusal: z.string().nullable(),
  items: creditableTenantView.array(),
  /** True if a search may find other tenants than these. */
  hasMore: z.boolean(),
});

/** The id of the payment that was recorded, or undone. */
export const tenantCreditView = z.strictObject({ _id: z.string() });

/**
 * Lists the tenants whose payment a transfer could be, those who once linked the sending wallet first. For administrators, with null, a transfer
 * of any merchant. @throws HearthError NOT_FOUND.
 */
export async function readCreditableTenants(
  deps: Deps,
  merchantId: string | null,
  { transferId, search }: CreditableTenantsInput,
): Promise<z.infer<typeof creditableTenantsView>> {
  const transfer = await findTransfer(deps.db, readTransferId(transferId));
  const isMeant = transfer?.reorgedAt === null && (merchantId === null || transfer.merchantId === merchantId);
  if (!transfer || !isMeant) throw noSuchTransfer();
  const money = moneyOf(transfer);
  const tenants = await listCreditableTenants(deps.db, money, { search, now: deps.clock.now() });
  return { amount: wireAmount(money.cents), refusal: refusalToCreditTenant(money.cents), ...tenants };
}

/**
 * Counts an unmatched transfer as a tenant's payment for their lease: opens a payment of its amount for the lease and attaches the transfer,
 * under the rules of `attachTransfer`. It pays the oldest charges, on the day of its block, as soon as it is confirmed. Notifies the tenants.
 * Returns the payment's id. An administrator acts for the merchant that received the transfer, under the same rules.
 *
 * @throws HearthError NOT_FOUND for another merchant's transfer or tenant; CONFLICT with the reason.
 */
export async function creditTenant(deps: Deps, decider: DecidingActor, input: CreditTenantInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const { actor, origin } = decider;
  const transferId = readTransferId(fields.transferId);
  const now = deps.clock.now();
  const called = {
    scope: actor.userId,
    key: idempotencyKey,
    procedure: decider.merchantId === null ? "admin.creditTenant" : "merchant.creditTenant",
    input: fields,
  };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, { ...called, answer: tenantCreditView, now }, async () => {
      const transfer = await lockUnmatchedTransfer(deps, tx, { transferId, merchantId: decider.merchantId });
      const money = moneyOf(transfer);
      const tenant = await requireTenant(tx, money, fields.tenantId);
      const refusal = refusalToCreditTenant(money.cents);
      if (refusal !== null) throw conflict(refusal);
      await requireNoClaimOf(tx, transfer, tenant);
      const paymentId = await openPaymentFor(deps, tx, { transfer, money, tenant, openedBy: actor.userId });
      await attachTransfer(deps, tx, {
        actor,
        origin,
        merchantId: money.merchantId,
        transferId,
        reason: fields.reason,
        paymentId,
        opensPayment: true,
      });
      await placeTenantsPayment(tx, { paymentId, tenant, money, voidFees: fields.voidFees, by: actor.userId, now });
      const payment = { id: paymentId, amountCents: money.cents, payerId: tenant.userId, merchant: tenant.merchant };
      await reportTenantsPayment(tx, { origin, actor, now, payment, change: "given" });
      return { _id: publicId("payment", paymentId) };
    }),
  );
}

/**
 * Reverses `creditTenant`: the payment is cancelled, its lines in the lease are reversed, and the transfer is unmatched again. Notifies the
 * tenants. @throws HearthError NOT_FOUND for another merchant's payment; CONFLICT for a payment that was not made so, and where a dispute or
 * refund depends on it.
 */
export async function undoTenantCredit(
  deps: Deps,
  landlord: DecidingActor & { merchantId: string },
  input: UndoTenantCreditInput,
  key: string | null,
) {
  const { idempotencyKey = key, ...fields } = input;
  const { actor, merchantId } = landlord;
  const now = deps.clock.now();
  const called = { scope: actor.userId, key: idempotencyKey, procedure: "merchant.undoTenantCredit", input: fields };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, { ...called, answer: tenantCreditView, now }, async () => {
      const id = parsePublicId("payment", fields.paymentId);
      if (id === null || (await findMerchantOfPayment(tx, id)) !== merchantId) throw noSuchTransaction();
      const transferId = await findTransferOfOpened(tx, id, merchantId);
      if (transferId === null) throw conflict("You did not record this payment from unmatched money, or that was undone already");
      await undoAttachment(deps, tx, { ...landlord, transferId, reason: fields.reason });
      return { _id: fields.paymentId };
    }),
  );
}

/**
 * Detaches a transfer in the caller's transaction. A payment that was opened for it is cancelled, and its tenants are notified. Returns true for
 * such a payment. @throws HearthError as `detachTransfer`.
 */
export async function undoAttachment(deps: Deps, tx: Transaction, decision: TransferDecision): Promise<boolean> {
  const { transferId, actor, origin } = decision;
  const id = await detachTransfer(deps, tx, decision);
  if (!(await isOpenedFor(tx, { paymentId: id, transferId }))) return false;
  const now = deps.clock.now();
  const parties = await readPartiesOf(tx, id);
  if (parties === null) throw noSuchTransaction();
  if (await markEnded(tx, id, { status: "cancelled", notes: null, now })) {
    await insertPaymentEvent(tx, { paymentId: id, type: "cancelled", actorId: actor.userId, at: now });
  }
  const { merchant, amountCents } = parties.about;
  await reportTenantsPayment(tx, {
    origin,
    actor,
    now,
    payment: { id, amountCents, payerId: parties.payerId, merchant },
    change: "undone",
  });
  return true;
}

/** True while a payment counts a transfer for which its landlord opened it. */
export async function isRecordedFromTransfer(
  db: DatabaseOrTransaction,
  { id, merchantId }: Pick<PaymentRow, "id" | "merchantId">,
): Promise<boolean> {
  return (await findTransferOfOpened(db, id, merchantId)) !== null;
}

function moneyOf({ merchantId, fromAddress, blockTime, usdcUnits }: TransferRow) {
  if (merchantId === null) throw noSuchTransfer();
  return { merchantId, fromAddress, blockTime, cents: usdcUnitsToWholeCents(usdcUnits) };
}

/** Refuses money that the tenant says is for another payment: confirming that claim is the right act. */
async function requireNoClaimOf(tx: Transaction, transfer: TransferRow, tenant: CreditedTenant): Promise<void> {
  const claims = await listClaimsOn(tx, [transfer.id]);
  const own = claims.find(({ payer }) => payer.id === tenant.userId);
  if (own) throw conflict(`${tenant.name} says that this money paid “${own.payment.description}”. Confirm or decline that first.`);
}

interface OpenedFor {
  transfer: TransferRow;
  money: ReturnType<typeof moneyOf>;
  tenant: CreditedTenant;
  openedBy: string;
}

/** Opens a payment of the transfer's amount, in the tenant's name. @throws HearthError CONFLICT while they have an open one of that amount. */
async function openPaymentFor(deps: Deps, tx: Transaction, { transfer, money, tenant, openedBy }: OpenedFor): Promise<string> {
  const { chainId, tokenAddress, toAddress } = transfer;
  const { merchantId, cents: amountCents } = money;
  const payee = await findPayeeOf(tx, { merchantId, address: toAddress });
  if (payee === null) throw noSuchTransfer();
  const now = deps.clock.now();
  const reference = randomBytes(32).toString("hex");
  const opened = await insertPayment(
    tx,
    {
      consumerId: tenant.userId,
      merchantId,
      payeeId: payee.id,
      payeeAddress: payee.address,
      amountCents,
      chainId,
      tokenAddress,
      paymentType: "one-time",
      description: await describeTenantsPayment(tx, tenant, amountCents),
      aptNumber: tenant.unit,
      reference,
      binding: deriveBinding(`0x${reference}`, chainId),
      code: humanCode(randomBytes(8)),
      createdAt: now,
      updatedAt: now,
      expiresAt: checkoutExpiresAt(now),
    },
    openedBy,
  );
  if (opened !== null) return opened.id;
  throw conflict(
    `${tenant.name} has an open payment of ${formatUsd(amountCents)} right now. Try again when it is paid or has expired, or attach this money to it.`,
  );
}

function noSuchTransaction(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transaction not found" });
}

function noSuchTransfer(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transfer not found" });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
