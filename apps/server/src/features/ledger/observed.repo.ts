import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { topUps } from "@hearth/db/schema/top-ups";
import { wallets } from "@hearth/db/schema/wallets";
import { usdcUnitsToCents } from "@hearth/domain/money";
import { and, eq, sql } from "drizzle-orm";

/** Filters bindings to those of a payment, a top-up or a refund. */
export async function listKnownBindings(tx: DatabaseOrTransaction, chainId: number, hashes: `0x${string}`[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const known = [];
  for (const table of [payments, refunds])
    known.push(
      ...(await tx
        .select({ binding: table.binding })
        .from(table)
        .where(and(eq(table.chainId, chainId), sql`${table.binding} = any(${sql.param(hashes)}::text[])`))),
    );
  const ofTopUps = await tx
    .select({ binding: topUps.binding })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(and(eq(payments.chainId, chainId), sql`${topUps.binding} = any(${sql.param(hashes)}::text[])`));
  return [...known, ...ofTopUps].map(({ binding }) => binding);
}

/** Filters unbound transfers to those from a proven wallet whose owner has an unpaid payment or top-up of that amount. */
export async function listWithCandidates(tx: Transaction, chainId: number, unbound: ObservedTransfer[]): Promise<ObservedTransfer[]> {
  const priced = unbound.flatMap((transfer) => {
    const cents = usdcUnitsToCents(transfer.usdcUnits);
    return cents === null || cents > 2 ** 31 - 1 ? [] : [{ transfer, cents }];
  });
  if (priced.length === 0) return [];
  const column = <Value>(valueOf: (row: (typeof priced)[number]) => Value) => sql.param(priced.map(valueOf));
  const rows = await tx.execute<{ place: number }>(sql`
    select moved.place::int as place
    from unnest(
      ${column(({ transfer }) => transfer.from.toLowerCase())}::text[], ${column(({ transfer }) => transfer.to.toLowerCase())}::text[],
      ${column(({ cents }) => String(cents))}::int[], ${column(({ transfer }) => transfer.blockTime.toISOString())}::text[]::timestamptz[]
    ) with ordinality as moved(sender, payee, cents, at, place)
    where exists (
      select from ${wallets} join ${payments} on ${payments.consumerId} = ${wallets.userId}
      where lower(${wallets.address}) = moved.sender and ${wallets.provenAt} is not null and ${wallets.unlinkedAt} is null
        and ${payments.chainId} = ${chainId} and lower(${payments.payeeAddress}) = moved.payee and ${payments.amountCents} = moved.cents
        and ${payments.status} <> 'completed'
        and ${payments.createdAt} <= moved.at + interval '1 second' and ${payments.createdAt} > moved.at - interval '1 day'
    ) or exists (
      select from ${topUps} join ${payments} on ${payments.id} = ${topUps.paymentId} join ${wallets} on ${wallets.userId} = ${payments.consumerId}
      where lower(${wallets.address}) = moved.sender and ${wallets.provenAt} is not null and ${wallets.unlinkedAt} is null
        and ${payments.chainId} = ${chainId} and lower(${payments.payeeAddress}) = moved.payee and ${topUps.amountCents} = moved.cents
        and ${payments.status} <> 'completed'
        and ${topUps.createdAt} <= moved.at + interval '1 second' and ${topUps.createdAt} > moved.at - interval '1 day'
    )`);
  return rows.flatMap(({ place }) => priced[place - 1]?.transfer ?? []);
}

/** A price, with the address at which money may arrive for it. */
export interface PriceAtAddress {
  address: string;
  cents: number;
}

/**
 * Filters prices to those that an unpaid payment or top-up created after `since` asks for at the address. Addresses are lower case. One
 * index lookup per price.
 */
export async function listAwaitedPrices(
  db: DatabaseOrTransaction,
  chainId: number,
  prices: PriceAtAddress[],
  since: Date,
): Promise<PriceAtAddress[]> {
  if (prices.length === 0) return [];
  const [addresses, amounts] = [sql.param(prices.map(({ address }) => address)), sql.param(prices.map(({ cents }) => String(cents)))];
  const at = since.toISOString();
  const isUnpaid = sql`${payments.chainId} = ${chainId} and lower(${payments.payeeAddress}) = price.address and ${payments.status} <> 'completed'`;
  return db.execute<{ address: string; cents: number }>(sql`
    select price.address, price.cents from unnest(${addresses}::text[], ${amounts}::int[]) as price(address, cents)
    where exists (
      select from ${payments} where ${isUnpaid} and ${payments.amountCents} = price.cents and ${payments.createdAt} > ${at}::timestamptz
    ) or exists (
      select from ${topUps} join ${payments} on ${payments.id} = ${topUps.paymentId}
      where ${isUnpaid} and ${topUps.amountCents} = price.cents and ${topUps.createdAt} > ${at}::timestamptz
    )`);
}
