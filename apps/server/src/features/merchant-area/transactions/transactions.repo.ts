import type { ListPlace } from "@hearth/db/after";
import { hasArrived } from "@hearth/db/arrived-money";
import { cachedQuery, hideFromPlanner, withoutIndex } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isCreditOfPayment, isLeaseOfCredit, paymentHomeName, paymentLeaseTimeZone } from "@hearth/db/lease-place";
import { listedColumns } from "@hearth/db/listed-payment";
import { onrampSessionId } from "@hearth/db/onramp-session";
import { paymentOrderBy, afterPaymentCursor } from "@hearth/db/payment-order";
import { paymentMoney, shortUnits } from "@hearth/db/payment-money";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { ListOrder } from "@hearth/domain/page";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Searched } from "./search.repo.ts";

/** A filter of a merchant's payments. The dates are those of the checkouts. */
export interface MerchantPaymentFilter {
  merchantId: string;
  status?: PaymentStatus | undefined;
  range?: OpenRange;
  /** The resolved search. */
  searched?: Searched | undefined;
}

/** A page of a merchant's payments. */
interface PaymentsPage {
  /** Newest first by default. */
  order?: ListOrder;
  after?: ListPlace | undefined;
  limit: number;
}

/** Builds the conditions of status and dates; undefined without any. The stored figures of the same range match them. */
function narrowed({ status, range = {} }: MerchantPaymentFilter) {
  return and(
    status && eq(payments.status, status),
    range.from && gte(payments.createdAt, range.from),
    range.to && lt(payments.createdAt, range.to),
  );
}

const newestDisputeId = sql<
  string | null
>`(select d.id from ${disputes} d where d.payment_id = ${payments.id} order by d.created_at desc limit 1)`;

const listed = {
  payment: listedColumns,
  payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
  merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType },
  timeZone: paymentLeaseTimeZone,
  home: paymentHomeName,
  txHash: transfers.txHash,
  onrampSessionId,
  hasArrived,
  money: paymentMoney,
  shortUnits,
  disputeId: newestDisputeId,
};

/** Returns a merchant's payments with their payers, after a cursor position. */
export async function listTransactions(db: DatabaseOrTransaction, filter: MerchantPaymentFilter & PaymentsPage): Promise<TransactionRow[]> {
  const { merchantId, searched, range, order = "newest", after, limit } = filter;
  const isNarrowed = searched !== undefined || range?.from !== undefined || range?.to !== undefined;
  const some = and(narrowed(filter), afterPaymentCursor(after, order, isNarrowed));
  if (searched?.kind === "tenants") {
    const ids = await idsOfTenants(db, searched.ids, and(withoutIndex(eq(payments.merchantId, merchantId)), some), order, limit);
    return listTransactionsById(db, merchantId, ids, order);
  }
  if (some === undefined && searched === undefined && order === "newest") return newest(db).execute({ merchantId, limit });
  return listedWhere(db, and(eq(payments.merchantId, hideFromPlanner(sql`${merchantId}`)), searched?.is, some), order, isNarrowed).limit(
    limit,
  );
}

/** Returns the ids of a page of these tenants' payments. Reads a page for each tenant by index, then merges them. */
async function idsOfTenants(db: DatabaseOrTransaction, tenantIds: string[], is: SQL | undefined, order: ListOrder, limit: number) {
  if (tenantIds.length === 0) return [];
  const own = db
    .select({ id: payments.id, createdAt: payments.createdAt, cents: sql`${payments.amountCents}`.as("cents") })
    .from(payments)
    .where(and(eq(payments.consumerId, sql`tenant.id`), is))
    .orderBy(...paymentOrderBy(order, true))
    .limit(limit);
  const by = order === "newest" || order === "oldest" ? sql`own.created_at` : sql`own.cents`;
  const direction = order === "newest" || order === "largest" ? sql`desc` : sql`asc`;
  const rows = await db.execute<{ id: string }>(sql`select own.id from unnest(${sql.param(tenantIds)}::uuid[]) tenant(id)
    cross join lateral ${own} own order by ${by} ${direction}, own.id ${direction} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Prepared, because nearly every read is of the first page without a filter. */
const newest = cachedQuery((db) =>
  listedWhere(db, eq(payments.merchantId, hideFromPlanner(sql.placeholder("merchantId"))))
    .limit(sql.placeholder("limit"))
    .prepare("newest_transactions"),
);

function listedWhere(db: DatabaseOrTransaction, where: SQL | undefined, order?: ListOrder, isNarrowed = false) {
  return db
    .select(listed)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(leaseCredits, isCreditOfPayment)
    .leftJoin(leases, isLeaseOfCredit)
    .where(where)
    .orderBy(...paymentOrderBy(order, isNarrowed));
}
export type TransactionRow = Awaited<ReturnType<typeof listedWhere>>[number];

/** Returns these payments if they are the merchant's, newest first by default. */
export async function listTransactionsById(
  db: DatabaseOrTransaction,
  merchantId: string,
  ids: string[],
  order?: ListOrder,
): Promise<TransactionRow[]> {
  return ids.length === 0 ? [] : listedWhere(db, and(inArray(payments.id, ids), eq(payments.merchantId, merchantId)), order, true);
}

/** Returns one of the merchant's payments, or null. */
export async function findTransaction(db: DatabaseOrTransaction, merchantId: string, paymentId: string): Promise<TransactionRow | null> {
  const [row] = await listedWhere(db, and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId)));
  return row ?? null;
}
