import { hasArrived } from "@hearth/db/arrived-money";
import { anyId, builtOnce } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { listedColumns, type ListedPaymentRow } from "@hearth/db/listed-payment";
import { onrampSessionId } from "@hearth/db/onramp-session";
import { isRefundOwed } from "@hearth/db/owed-refund";
import { inListOrder, isAfterPlace, type PaymentPlace } from "@hearth/db/payment-order";
import { grossCents, netCents, refundedCents, tooLittleUnits } from "@hearth/db/payment-money";
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

/** What the newest dispute of a payment says. */
interface NewestDispute {
  status: string;
  result: string | null;
  resultReason: string | null;
}

const newestDispute = sql<NewestDispute | null>`(
  select json_build_object('status', d.status, 'result', d.result, 'resultReason', d.result_reason) from ${disputes} d
  where d.payment_id = ${payments.id} order by d.created_at desc limit 1)`;

const owesRefund = sql<boolean>`exists (select from ${disputes} where ${disputes.paymentId} = ${payments.id} and ${isRefundOwed})`;

/** A payment as lists show it, for queries that read `payments`, `merchants` and the `transfers` that completed it. */
export const listed = {
  payment: listedColumns,
  merchantName: merchants.name,
  txHash: transfers.txHash,
  onrampSessionId,
  hasArrived,
  dispute: newestDispute,
  isRefundOwed: owesRefund,
  grossCents,
  refundedCents,
  tooLittleUnits,
};

export interface ListedPayment {
  payment: ListedPaymentRow;
  merchantName: string;
  txHash: string | null;
  onrampSessionId: string | null;
  /** Whether its money is with the payee though it is not completed. */
  hasArrived: boolean;
  dispute: NewestDispute | null;
  /** Whether a dispute was approved whose money has not been seen on the chain. */
  isRefundOwed: boolean;
  /** What the journal says came in for it. */
  grossCents: number;
  /** What the journal says went back to the payer, with a dispute or without. */
  refundedCents: number;
  /** What has arrived for it while it is unpaid, in transfers that are too little each; base units. */
  tooLittleUnits: bigint;
}

/** Which of a payer's payments are meant. */
export interface OwnPayments {
  consumerId: string;
  status?: PaymentStatus | undefined;
  hideCancelled?: boolean;
  /** What somebody typed to find a payment; empty is no filter. */
  search?: string | undefined;
  range?: OpenRange;
}

/** The one meaning of a payer's filter, nothing where it leaves out none: the list and every figure that must agree with it are made from this. */
function matching({ status, hideCancelled, search, range = {} }: OwnPayments): SQL | undefined {
  return and(
    status && eq(payments.status, status),
    hideCancelled ? ne(payments.status, "cancelled") : undefined,
    search ? found(search) : undefined,
    range.from && gte(payments.createdAt, range.from),
    range.to && lt(payments.createdAt, range.to),
  );
}

/** What a text may mean: words that stand somewhere, or exactly an amount, a reference, an id, the beginning of a hash. */
function found(text: string): SQL | undefined {
  const cents = parseCents(text.replace(/^\$|,(?=\d{3})/g, ""));
  const id = parsePublicId("payment", text);
  return or(
    sql`search_text(${payments.description} || ' ' || coalesce(${payments.aptNumber}, '') || ' ' || ${merchants.name}) like ${pattern(text)}`,
    // A column of 32 bits holds no more; a larger amount is nobody's.
    cents !== null && cents < 2 ** 31 ? eq(payments.amountCents, cents) : undefined,
    isHumanCode(text) ? eq(payments.code, text.toUpperCase()) : undefined,
    id === null ? undefined : eq(payments.id, id),
    /^0x[0-9a-f]{1,64}$/i.test(text) ? isPaidWith(text) : undefined,
  );
}

/** Whether the hash of what paid it, alone or as one of its parts, begins like that. */
function isPaidWith(beginning: string): SQL {
  return sql`exists (select from ${transfers} t where t.payment_id = ${payments.id} and t.verdict in ('matched', 'part') and t.orphaned_at is null
    and t.tx_hash like ${`${beginning.toLowerCase()}%`})`;
}

/** A payer's payments, newest first unless another order is asked for, after the given place in it; by amount, what one person has paid is sorted. */
export async function listOwnPayments(
  db: DatabaseOrTransaction,
  filter: OwnPayments & { order?: ListOrder; after?: PaymentPlace | undefined; limit: number },
): Promise<ListedPayment[]> {
  const { consumerId, order = "newest", after, limit } = filter;
  const some = and(matching(filter), isAfterPlace(after, order));
  if (some === undefined && order === "newest") return newest(db).execute({ consumerId, limit });
  return listedWhere(db, and(eq(payments.consumerId, anyId(sql`${consumerId}`)), some), order).limit(limit);
}

/** The first page without a filter is what nearly everybody reads. */
const newest = builtOnce((db) =>
  listedWhere(db, eq(payments.consumerId, anyId(sql.placeholder("consumerId"))))
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
    .orderBy(...inListOrder(order));
}

export interface MonthTotals {
  /** `2026-11` in the viewer's time zone. */
  month: string;
  status: PaymentStatus;
  count: number;
  cents: number;
  /** What came in for them, less what went back. */
  netCents: number;
}

/** A payer's payments added up by month and status. */
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
