import { hasArrived } from "@hearth/db/arrived-money";
import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isCreditOfPayment, isLeaseOfCredit, paymentHomeName, paymentLeaseTimeZone } from "@hearth/db/lease-place";
import { listedColumns } from "@hearth/db/listed-payment";
import { onrampSessionId } from "@hearth/db/onramp-session";
import { paymentMoney, shortUnits } from "@hearth/db/payment-money";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { aliasedTable, and, asc, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

const current = aliasedTable(payees, "current_payee");

const listed = {
  payment: listedColumns,
  payer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, phoneNumber: users.phoneNumber },
  merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType, walletAddress: current.address },
  timeZone: paymentLeaseTimeZone,
  home: paymentHomeName,
  txHash: transfers.txHash,
  onrampSessionId,
  hasArrived,
  money: paymentMoney,
  shortUnits,
};

/** Returns payments with payer and merchant, in the order of the ids. */
export async function listTransactionsById(db: DatabaseOrTransaction, ids: string[]) {
  const rows = ids.length === 0 ? [] : await byId(db).execute({ ids });
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (placeOf.get(one.payment.id) ?? 0) - (placeOf.get(other.payment.id) ?? 0));
}

const byId = cachedQuery((db) =>
  newestFirst(db)
    .where(sql`${payments.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("transactions_by_id"),
);

/** Returns the newest payments of all merchants. */
export async function listNewestTransactions(db: DatabaseOrTransaction, limit: number): Promise<TransactionRow[]> {
  return newest(db).execute({ limit });
}

const newest = cachedQuery((db) => newestFirst(db).limit(sql.placeholder("limit")).prepare("newest_of_all"));

function newestFirst(db: DatabaseOrTransaction) {
  return db
    .select(listed)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(current, and(eq(current.merchantId, merchants.id), isNull(current.endedAt)))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(leaseCredits, isCreditOfPayment)
    .leftJoin(leases, isLeaseOfCredit)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .$dynamic();
}
export type TransactionRow = Awaited<ReturnType<typeof listTransactionsById>>[number];

const actors = aliasedTable(users, "actors");

/** Returns the events of a payment, oldest first, each with the person who caused it, if any. */
export async function listEventsOfPayment(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({ event: paymentEvents, firstName: actors.firstName, lastName: actors.lastName })
    .from(paymentEvents)
    .leftJoin(actors, eq(actors.id, paymentEvents.actorId))
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id));
}
export type EventRow = Awaited<ReturnType<typeof listEventsOfPayment>>[number];

const returning = alias(transfers, "returning");

/** Returns every transfer ever bound to a payment, including reorged ones, with the transaction that returned it. */
export async function listTransfersOfPayment(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({ ...getTableColumns(transfers), sentBackWith: returning.txHash })
    .from(transfers)
    .leftJoin(returning, eq(returning.id, transfers.sentBackBy))
    .where(eq(transfers.paymentId, paymentId))
    .orderBy(asc(transfers.seenAt), asc(transfers.id));
}
export type TransferRow = Awaited<ReturnType<typeof listTransfersOfPayment>>[number];
