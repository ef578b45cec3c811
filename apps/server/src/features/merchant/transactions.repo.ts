import { hasArrived } from "@hearth/db/arrived-money";
import { isAfter } from "@hearth/db/after";
import { anyId, builtOnce } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { onrampSessionId } from "@hearth/db/onramp-session";
import { grossCents, refundedCents, tooLittleUnits } from "@hearth/db/payment-money";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../paging/cursor.ts";

/** Which of a merchant's payments are meant; the dates are those of the checkouts. */
export interface PaymentsOf {
  merchantId: string;
  status?: PaymentStatus | undefined;
  range?: OpenRange;
}

/** What a filter leaves out of a merchant's payments; nothing where it leaves out none. The kept figures of the same range agree with it. */
function narrowed({ status, range = {} }: PaymentsOf) {
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
  payment: payments,
  payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
  merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType },
  txHash: transfers.txHash,
  onrampSessionId,
  hasArrived,
  grossCents,
  refundedCents,
  tooLittleUnits,
  disputeId: newestDisputeId,
};

/** A merchant's payments with who paid them, newest first, after a place in that order. */
export async function listTransactions(
  db: DatabaseOrTransaction,
  filter: PaymentsOf & { after?: CursorPosition | undefined; limit: number },
) {
  const { merchantId, after, limit } = filter;
  const some = and(narrowed(filter), isAfter(payments.createdAt, payments.id, after));
  if (some === undefined) return newest(db).execute({ merchantId, limit });
  return listedWhere(db, and(eq(payments.merchantId, anyId(sql`${merchantId}`)), some)).limit(limit);
}

/** The first page without a filter is what nearly everybody reads. */
const newest = builtOnce((db) =>
  listedWhere(db, eq(payments.merchantId, anyId(sql.placeholder("merchantId"))))
    .limit(sql.placeholder("limit"))
    .prepare("newest_transactions"),
);

function listedWhere(db: DatabaseOrTransaction, where: SQL | undefined) {
  return db
    .select(listed)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id));
}
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>[number];

/** These of a merchant's payments, newest first. */
export async function listTransactionsById(db: DatabaseOrTransaction, merchantId: string, ids: string[]): Promise<TransactionRow[]> {
  return ids.length === 0 ? [] : listedWhere(db, and(inArray(payments.id, ids), eq(payments.merchantId, merchantId)));
}

/** One of a merchant's payments; somebody else's is absent. */
export async function findTransaction(db: DatabaseOrTransaction, merchantId: string, paymentId: string): Promise<TransactionRow | null> {
  const [row] = await listedWhere(db, and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId)));
  return row ?? null;
}
