import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import { dayName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { notify } from "../../notifications/notify.ts";
import { nameBillsToPay } from "../bills/assign-payment.ts";
import { correctFees, findWrongFees } from "../charges/wrong-late-fees.ts";
import { upsertPaymentCredit } from "../rows/lease-money.repo.ts";
import { listTenantAccounts } from "../rows/place-payment.repo.ts";
import { type CreditableTenantRow, findPlaceOfPayment, listCreditableTenantRows } from "../rows/tenant-credit.repo.ts";
import { lockLeaseById } from "./leases.service.ts";

/** Tenants shown at once. A search finds the others. */
const mostTenants = 20;

/** A tenant whose payment a transfer could be. Amounts are in dollars, negative balances are prepaid. */
export const creditableTenantView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  leaseId: z.string(),
  place: z.string(),
  isOver: z.boolean(),
  /** True when the tenant once linked the wallet that sent the money. */
  isLikely: z.boolean(),
  /** The day, in the lease's time zone, on which the money arrived and on which it would count. */
  arrivedOn: z.string(),
  balance: z.number(),
  balanceAfter: z.number(),
});

/** Money that reached a merchant and pays nothing. */
interface UnmatchedMoney {
  merchantId: string;
  fromAddress: string;
  blockTime: Date;
  cents: number;
}

/**
 * Lists the tenants whose payment some money could be, those who once linked the sending wallet first. `hasMore` is true if there are, or may be,
 * others.
 */
export async function listCreditableTenants(
  db: DatabaseOrTransaction,
  { merchantId, fromAddress, blockTime, cents }: UnmatchedMoney,
  { search, now }: { search?: string | undefined; now: Date },
): Promise<{ items: z.infer<typeof creditableTenantView>[]; hasMore: boolean }> {
  const { rows, hasMore } = await listCreditableTenantRows(db, { merchantId, fromAddress, search, limit: mostTenants });
  // A lease is over once its last day has passed in every time zone, as in `findLeaseToPay`.
  const today = dayIn(now, "Etc/GMT+12");
  const items = rows.map(({ id, name, leaseId, place, endsOn, timeZone, isLikely, balanceCents }) => ({
    _id: publicId("leaseTenant", id),
    name,
    leaseId: publicId("lease", leaseId),
    place,
    isOver: endsOn !== null && endsOn < today,
    isLikely,
    arrivedOn: dayIn(blockTime, timeZone),
    balance: wireAmount(balanceCents),
    balanceAfter: wireAmount(balanceCents - cents),
  }));
  return { items, hasMore };
}

/** A tenant with an account, who becomes the payer of a payment. */
export type CreditedTenant = CreditableTenantRow & { userId: string };

/** Finds a merchant's tenant. @throws HearthError NOT_FOUND for another merchant's tenant; CONFLICT for one without an account. */
export async function requireTenant(
  tx: Transaction,
  { merchantId, fromAddress }: Pick<UnmatchedMoney, "merchantId" | "fromAddress">,
  tenantId: string,
): Promise<CreditedTenant> {
  const id = parsePublicId("leaseTenant", tenantId);
  const [tenant] = id === null ? [] : (await listCreditableTenantRows(tx, { merchantId, fromAddress, tenantId: id, limit: 1 })).rows;
  if (tenant === undefined) throw new HearthError("NOT_FOUND", { message: "Tenant not found" });
  const { name, userId } = tenant;
  if (userId !== null) return { ...tenant, userId };
  throw new HearthError("CONFLICT", { message: `${name} has no account yet. Invite them first, or record the payment on the lease.` });
}

/** Names the bills that an amount pays for a tenant, or else the merchant. */
export async function describeTenantsPayment(tx: Transaction, tenant: CreditedTenant, amountCents: number): Promise<string> {
  const bills = await nameBillsToPay(tx, { lease: { id: tenant.leaseId, place: tenant.place }, amountCents });
  return bills ?? `Payment to ${tenant.merchant}`;
}

/** A payment that a landlord records for a tenant, with the money that pays it. */
interface RecordedPayment {
  paymentId: string;
  tenant: CreditedTenant;
  money: UnmatchedMoney;
  /** Also voids the late fees that the money makes wrong. */
  voidFees: boolean;
  by: string;
  now: Date;
}

/** Assigns a payment to the tenant's lease. It pays the oldest charges once its money counts. Locks the lease. */
export async function placeTenantsPayment(
  tx: Transaction,
  { paymentId, tenant, money, voidFees, by, now }: RecordedPayment,
): Promise<void> {
  const { merchantId, blockTime, cents } = money;
  await upsertPaymentCredit(tx, { leaseId: tenant.leaseId, paymentId, chosen: [], createdBy: by, createdAt: now });
  const lease = await lockLeaseById(tx, merchantId, publicId("lease", tenant.leaseId));
  if (!voidFees) return;
  const on = dayIn(blockTime, lease.timeZone);
  const credit = { id: "", arrivedAt: blockTime, unusedCents: cents, chosen: [] };
  const reason = `Money of ${dayName(on)} was recorded later`;
  await correctFees(tx, lease, await findWrongFees(tx, lease, on, credit), { by, at: now, reason });
}

interface Reported {
  origin: CallOrigin;
  actor: Actor;
  now: Date;
  payment: { id: string; amountCents: number; payerId: string; merchant: string };
  change: "given" | "undone";
}

/** Notifies the payer and the tenants of the payment's lease, and writes the audit log. Does nothing for a payment without a lease. */
export async function reportTenantsPayment(tx: Transaction, { origin, actor, now, payment, change }: Reported): Promise<void> {
  const place = await findPlaceOfPayment(tx, payment.id);
  if (place === null) return;
  const { amountCents, merchant } = payment;
  const paymentId = publicId("payment", payment.id);
  const leaseId = publicId("lease", place.leaseId);
  const event = { kind: "paymentPlaced" as const, paymentId, merchant, amountCents, leaseId, place: place.place, change };
  const userIds = [...new Set([payment.payerId, ...(await listTenantAccounts(tx, place.leaseId, now))])];
  await notify(tx, { userIds, key: `payment placed ${payment.id} ${change} ${now.toISOString()}`, event, now });
  const data = { from: change === "given" ? null : leaseId, to: change === "given" ? leaseId : null, cents: amountCents };
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.paymentPlaced", subject: paymentId, data });
}
