import { isBlockSince } from "@hearth/db/block-seconds";
import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { paymentTimeZone } from "@hearth/db/lease-place";
import { openPaymentsOfOthers } from "@hearth/db/open-payments";
import { shortUnits } from "@hearth/db/payment-money";
import { joinedRowsWithin, rowsWithin, rowWithin } from "@hearth/db/rows-within";
import { alarms } from "@hearth/db/schema/alarms";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { cardsOf, payeeOf } from "@hearth/db/payee-of";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { unitsOfCents } from "@hearth/db/usdc";
import { and, eq, isNull, sql } from "drizzle-orm";
import { listed } from "./listed-payments.repo.ts";
import { progress } from "./payment-progress.repo.ts";

/** Refunds without a dispute that are not cancelled, oldest first. */
const givenRefunds = sql`from ${refunds} left join ${transfers} on ${transfers.id} = ${refunds.transferId}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.disputeId} is null and ${refunds.status} <> 'cancelled'
  order by ${refunds.createdAt}, ${refunds.id}`;

/**
 * The money of a payment under its lease: the charges that it has paid, its unused rest, and the open charges that it would pay while it is
 * pending.
 */
const billed = {
  leaseCredit: rowWithin(
    {
      leaseId: leaseCredits.leaseId,
      chosen: leaseCredits.chosen,
      receivedCents: leaseCredits.receivedCents,
      usedCents: leaseCredits.usedCents,
    },
    sql`from ${leaseCredits} where ${leaseCredits.paymentId} = ${payments.id}`,
  ),
  paidShares: rowsWithin(
    { id: charges.id, description: charges.description, cents: leaseAllocations.cents },
    sql`from ${leaseAllocations} join ${charges} on ${charges.id} = ${leaseAllocations.chargeId}
      join ${leaseCredits} on ${leaseCredits.id} = ${leaseAllocations.creditId}
      where ${leaseCredits.paymentId} = ${payments.id} order by ${leaseAllocations.id}`,
  ),
  openCharges: rowsWithin(
    {
      id: charges.id,
      kind: charges.kind,
      description: charges.description,
      dueOn: charges.dueOn,
      cents: charges.cents,
      paidCents: charges.paidCents,
    },
    sql`from ${charges} join ${leaseCredits} on ${leaseCredits.leaseId} = ${charges.leaseId}
      where ${leaseCredits.paymentId} = ${payments.id} and ${payments.status} = 'pending'
      and ${charges.paidCents} < ${charges.cents} and ${charges.voidedAt} is null order by ${charges.dueOn}, ${charges.id}`,
  ),
};

const ownPayment = cachedQuery((db) =>
  db
    .select({
      ...listed,
      payment: payments,
      merchantClosedAt: merchants.closedAt,
      cards: cardsOf(payments.merchantId),
      topUp: topUps,
      ...progress,
      ...billed,
      refunds: joinedRowsWithin(
        {
          id: refunds.id,
          status: refunds.status,
          usdcUnits: refunds.usdcUnits,
          createdAt: refunds.createdAt,
          completedAt: refunds.completedAt,
        },
        { transfer: { txHash: transfers.txHash } },
        givenRefunds,
      ),
    })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .leftJoin(topUps, and(eq(topUps.paymentId, payments.id), isNull(topUps.endedAt)))
    .where(and(eq(payments.id, sql.placeholder("id")), eq(payments.consumerId, sql.placeholder("consumerId"))))
    .prepare("own_payment"),
);

/** Loads a payer's own payment with everything its page shows. Null for somebody else's. */
export async function findPaymentDetail(db: DatabaseOrTransaction, id: string, consumerId: string) {
  const [row] = await ownPayment(db).execute({ id, consumerId });
  return row ?? null;
}
export type PaymentDetailRow = NonNullable<Awaited<ReturnType<typeof findPaymentDetail>>>;

const askedCents = sql`coalesce(${topUps.amountCents}, ${payments.amountCents})`;
const askedAt = sql`coalesce(${topUps.createdAt}, ${payments.createdAt})`;

/**
 * Counts transfers of exactly the checkout's amount that reached the payee since it opened and belong to no payment. Uses literals, so that
 * the planner uses the small partial index of transfers that need attention.
 */
const unrecognised = sql<number>`(
  select count(*)::int from ${transfers} where ${transfers.verdict} = 'unmatched' and ${transfers.reorgedAt} is null
    and ${isBlockSince(transfers.blockTime, askedAt)} and ${transfers.chainId} = ${payments.chainId}
    and lower(${transfers.toAddress}) = lower(${payments.payeeAddress}) and ${transfers.usdcUnits} = ${unitsOfCents(askedCents)}
    and ${transfers.sentBackBy} is null)`;

const newestRelay = sql`from ${relays} left join ${relayTransactions} on ${relayTransactions.id} = ${relays.transactionId}
  where ${relays.paymentId} = ${payments.id} and ${relays.topUpId} is not distinct from ${topUps.id} order by ${relays.id} desc limit 1`;

const checkout = cachedQuery((db) =>
  db
    .select({
      payment: payments,
      merchantName: merchants.name,
      timeZone: paymentTimeZone,
      shortUnits,
      topUp: topUps,
      ...progress,
      ...billed,
      payeeProvenAt: payees.provenAt,
      carded: payeeOf(payments.merchantId),
      relays: joinedRowsWithin(
        {
          id: relays.id,
          status: relays.status,
          failure: relays.failure,
          chainId: relays.chainId,
          relayerAddress: relays.relayerAddress,
          mostTogether: relays.mostTogether,
          updatedAt: relays.updatedAt,
        },
        { transaction: { txHash: relayTransactions.txHash } },
        newestRelay,
      ),
      isGasLow: sql<boolean>`exists (select from ${alarms} where ${alarms.key} = 'relayer-gas' and ${alarms.clearedAt} is null)`,
      unrecognised,
      roommates: openPaymentsOfOthers,
    })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(payees, eq(payees.id, payments.payeeId))
    .leftJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .leftJoin(topUps, and(eq(topUps.paymentId, payments.id), eq(topUps.reference, sql.placeholder("reference"))))
    .where(
      sql`${payments.id} = coalesce(
        (select own.id from ${payments} own where own.reference = ${sql.placeholder("reference")}),
        (select further.payment_id from ${topUps} further where further.reference = ${sql.placeholder("reference")}))`,
    )
    .prepare("checkout"),
);

/** Loads a checkout by its secret reference, a payment's own or a top-up's, with everything its page shows. */
export async function findCheckoutDetail(db: DatabaseOrTransaction, reference: string) {
  const [row] = await checkout(db).execute({ reference });
  return row ?? null;
}
export type CheckoutDetailRow = NonNullable<Awaited<ReturnType<typeof findCheckoutDetail>>>;
