import type { ListPlace } from "@hearth/db/after";
import { withoutIndex } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { afterPaymentCursor, paymentOrderBy } from "@hearth/db/payment-order";
import { merchantMatches, userMatches } from "@hearth/db/search";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { ListOrder } from "@hearth/domain/page";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";

/**
 * A resolved search. `few`: the ids of everything that matches, each queried for its newest payments. `many`: words that match too many ids
 * to list. Scanning the newest payments then fills a page quickly.
 */
export type TransactionSearch =
  | { kind: "few"; paymentIds: string[]; userIds: string[]; merchantIds: string[] }
  | { kind: "many"; text: string };

/** A filter of payments. */
export interface TransactionFilter {
  search?: TransactionSearch | undefined;
  merchantId?: string | undefined;
  userId?: string | undefined;
  status?: PaymentStatus | undefined;
  range?: OpenRange;
  /** True where few payments are within the range, so that a page by amount reads all of them. */
  isFew?: boolean;
}

/** A page of payments by time or amount, newest first by default. */
export interface TransactionsPage {
  order?: ListOrder;
  after?: ListPlace | undefined;
  limit: number;
}

/** True where another index than the amount's finds the few payments of a part. */
const isNarrowed = ({ search, userId, isFew = false }: TransactionFilter): boolean =>
  search?.kind === "few" || userId !== undefined || isFew;

function conditions(filter: TransactionFilter, { order = "newest", after }: TransactionsPage): SQL | undefined {
  const { merchantId, userId, status, range = {} } = filter;
  const isByAmount = order === "largest" || order === "smallest";
  // The planner does not know how many payments are within the range, and would rather read and sort all of them than follow the amounts.
  const within = (is: SQL | undefined) => (is && isByAmount && !isNarrowed(filter) ? withoutIndex(is) : is);
  return and(
    merchantId === undefined ? undefined : eq(payments.merchantId, merchantId),
    userId === undefined ? undefined : eq(payments.consumerId, userId),
    status && eq(payments.status, status),
    within(range.from && gte(payments.createdAt, range.from)),
    within(range.to && lt(payments.createdAt, range.to)),
    afterPaymentCursor(after, order, isNarrowed(filter)),
  );
}

const columns = sql`${payments.id}, ${payments.createdAt}, ${payments.amountCents}, ${payments.status}`;

/** Builds a query for the columns of the payments that match, at most `limit` of each part, in the page's order. */
function matching(filter: TransactionFilter, page: TransactionsPage): SQL {
  const filterCondition = conditions(filter, page) ?? sql`true`;
  const orderBy = sql.join(paymentOrderBy(page.order, isNarrowed(filter)), sql`, `);
  const subquery = (where: SQL) =>
    sql`(select ${columns} from ${payments} where ${where} and ${filterCondition} order by ${orderBy} limit ${page.limit})`;
  const { search } = filter;
  if (search === undefined) return subquery(sql`true`);
  if (search.kind === "many") {
    // Tests each payment, newest first: too many users or merchants match to list them all beforehand.
    const isOfUser = sql`(select ${userMatches(search.text)} from ${users} where ${users.id} = ${payments.consumerId})`;
    const isOfMerchant = sql`(select ${merchantMatches(search.text)} from ${merchants} where ${merchants.id} = ${payments.merchantId})`;
    return subquery(sql`(${isOfUser} or ${isOfMerchant})`);
  }
  const perKey = (column: typeof payments.consumerId | typeof payments.merchantId, keys: string[]) =>
    sql`select part.* from unnest(${sql.param(keys)}::uuid[]) as k(key) cross join lateral ${subquery(sql`${column} = k.key`)} as part`;
  return sql`${perKey(payments.consumerId, search.userIds)}
    union ${perKey(payments.merchantId, search.merchantIds)}
    union ${subquery(search.paymentIds.length === 0 ? sql`false` : inArray(payments.id, search.paymentIds))}`;
}

/** Returns the ids of a page, in its order. */
export async function listTransactionIds(db: DatabaseOrTransaction, filter: TransactionFilter, page: TransactionsPage): Promise<string[]> {
  const { order = "newest" } = page;
  const by = order === "newest" || order === "oldest" ? sql`created_at` : sql`amount_cents`;
  const direction = order === "newest" || order === "largest" ? sql`desc` : sql`asc`;
  const rows = await db.execute<{ id: string }>(
    sql`select id from (${matching(filter, page)}) found order by ${by} ${direction}, id ${direction} limit ${page.limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Counts the payments that match a filter, stopping at a limit. */
export async function countTransactions(db: DatabaseOrTransaction, filter: TransactionFilter, limit: number): Promise<number> {
  const rows = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from (${matching(filter, { limit })}) found limit ${limit}) counted`,
  );
  return rows[0]?.count ?? 0;
}
