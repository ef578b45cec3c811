import type { ListPlace } from "@hearth/db/after";
import { hasArrived } from "@hearth/db/arrived-money";
import { hideFromPlanner, cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { paymentTimeZone } from "@hearth/db/lease-place";
import { listedColumns, type ListedPaymentRow } from "@hearth/db/listed-payment";
import { onrampSessionId } from "@hearth/db/onramp-session";
import { isRefundOwed } from "@hearth/db/owed-refund";
import { paymentOrderBy, afterPaymentCursor } from "@hearth/db/payment-order";
import { netCents, type PaymentMoney, paymentMoney, shortUnits } from "@hearth/db/payment-money";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { pattern } from "@hearth/db/search";
import type { OpenRange } from "@hearth/domain/date-range";
import { isHumanCode, parsePublicId } from "@hearth/domain/ids";
import { parseCents } from "@hearth/domain/money";
import type { ListOrder } from "@hearth/domain/page";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { and, eq, gte, lt, ne, or, type SQL, sql } from "drizzle-orm";

interface NewestDispute {
  status: string;
  result: string | null;
  resultReason: string | null;
}

const newestDispute = sql<NewestDispute | null>`(
  select json_build_object('status', d.status, 'result', d.result, 'resultReason', d.result_reason) from ${disputes} d
  where d.payment_id = ${payments.id} order by d.created_at desc limit 1)`;

const owesRefund = sql<boolean>`exists (select from ${disputes} where ${disputes.paymentId} = ${payments.id} and ${isRefundOwed})`;

/** A payment's columns in lists, for queries that join `payments`, `merchants` and the completing `transfers`. */
export const listed = {
  payment: listedColumns,
  merchantName: merchants.name,
  timeZone: paymentTimeZone,
  txHash: transfers.txHash,
  onrampSessionId,
  hasArrived,
  dispute: newestDispute,
  isRefundOwed: owesRefund,
  money: paymentMoney,
  shortUnits,
};

export interface ListedPayment {
  payment: ListedPaymentRow;
  merchantName: string;
  /** IANA zone of its times. */
  timeZone: string;
  txHash: string | null;
  onrampSessionId: string | null;
  /** True when the payee has the money although the payment is not completed. */
  hasArrived: boolean;
  dispute: NewestDispute | null;
  /** True when an approved dispute's money has not been seen on the chain. */
  isRefundOwed: boolean;
  /** Received and returned according to the journal. */
  money: PaymentMoney;
  /** Sum of short transfers while the payment is unpaid, in base units. */
  shortUnits: bigint;
}

/** Filter over one payer's payments. */
export interface OwnPayments {
  consumerId: string;
  status?: PaymentStatus | undefined;
  hideCancelled?: boolean;
  /** Search text; empty means no filter. */
  search?: string | undefined;
  range?: OpenRange;
}

/** Translates a payer's filter. The list and all figures that must agree with it use this function. Undefined when nothing is filtered. */
function matching({ status, hideCancelled, search, range = {} }: OwnPayments): SQL | undefined {
  return and(
    status && eq(payments.status, status),
    hideCancelled ? ne(payments.status, "cancelled") : undefined,
    search ? found(search) : undefined,
    range.from && gte(payments.createdAt, range.from),
    range.to && lt(payments.createdAt, range.to),
  );
}

/** Translates a search text: words in the texts, or exactly an amount, a reference or an id, or the beginning of a hash. */
function found(text: string): SQL | undefined {
  const cents = parseCents(text.replace(/^\$|,(?=\d{3})/g, ""));
  const id = parsePublicId("payment", text);
  return or(
    sql`search_text(${payments.description} || ' ' || coalesce(${payments.aptNumber}, '') || ' ' || ${merchants.name}) like ${pattern(text)}`,
    // The column has 32 bits, so no payment has a larger amount.
    cents !== null && cents < 2 ** 31 ? eq(payments.amountCents, cents) : undefined,
    isHumanCode(text) ? eq(payments.code, text.toUpperCase()) : undefined,
    id === null ? undefined : eq(payments.id, id),
    /^0x[0-9a-f]{1,64}$/i.test(text) ? isPaidWith(text) : undefined,
  );
}

/** Matches payments of which a paying transfer's hash begins with the text. */
function isPaidWith(beginning: string): SQL {
  return sql`exists (select from ${transfers} t where t.payment_id = ${payments.id} and t.verdict in ('matched', 'part') and t.orphaned_at is null
    and t.tx_hash like ${`${beginning.toLowerCase()}%`})`;
}

/** Lists a payer's payments, newest first by default, after the given place. Sorting by amount covers one payer's payments only. */
export async function listOwnPayments(
  db: DatabaseOrTransaction,
  filter: OwnPayments & { order?: ListOrder; after?: ListPlace | undefined; limit: number },
): Promise<ListedPayment[]> {
  const { consumerId, order = "newest", after, limit } = filter;
  const some = and(matching(filter), afterPaymentCursor(after, order));
  if (some === undefined && order === "newest") return newest(db).execute({ consumerId, limit });
  return listedWhere(db, and(eq(payments.consumerId, hideFromPlanner(sql`${consumerId}`)), some), order).limit(limit);
}

/** Prepared, because almost every call is the first page without a filter. */
const newest = cachedQuery((db) =>
  listedWhere(db, eq(payments.consumerId, hideFromPlanner(sql.placeholder("consumerId"))))
    .limit(sql.placeholder("limit"))
    .prepare("newest_payments"),
);

function listedWhere(db: DatabaseOrTransaction, where: SQL | undefined, order?: ListOrder) {
  return db
    .select(listed)
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(where)
    .orderBy(...paymentOrderBy(order));
}

export interface MonthTotals {
  /** `2026-11` in the viewer's time zone. */
  month: string;
  status: PaymentStatus;
  count: number;
  cents: number;
  /** Received minus returned. */
  netCents: number;
}

/** Sums a payer's payments by month and status. */
export async function totalsByMonth(db: DatabaseOrTransaction, filter: OwnPayments, timeZone: string): Promise<MonthTotals[]> {
  const month = sql<string>`to_char(${payments.createdAt} at time zone ${timeZone}, 'YYYY-MM')`;
  return db
    .select({
      month: month.as("month"),
      status: payments.status,
      count: sql<number>`count(*)::int`,
      cents: sql<string>`sum(${payments.amountCents})`.mapWith(Number),
      netCents: sql<string>`sum(${netCents})`.mapWith(Number),
    })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(and(eq(payments.consumerId, filter.consumerId), matching(filter)))
    .groupBy(sql`1`, payments.status);
}
