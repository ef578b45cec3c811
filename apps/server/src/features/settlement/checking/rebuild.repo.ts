import type { DatabaseOrTransaction } from "@hearth/db/client";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { unitsOfCents } from "@hearth/db/usdc";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import type { RefundStatus } from "@hearth/domain/refunds/status";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";

/** A page of rows, of one merchant or of all. */
export interface RebuildPage {
  after: string | null;
  merchantId: string | null;
  limit: number;
}

/** A payment's stored row with the sums of its journal entries and of its transfers, in units of USDC. */
export interface PaymentBeside {
  id: string;
  status: PaymentStatus;
  due: bigint;
  /** Received and returned according to the journal. */
  credited: bigint;
  returned: bigint;
  /** Received and returned according to the stored transfers. */
  counted: bigint;
  given: bigint;
}

/** Lists payments by id, each with its sums. Every sum uses the payment's own index. */
export async function listPaymentsBeside(db: DatabaseOrTransaction, { after, merchantId, limit }: RebuildPage): Promise<PaymentBeside[]> {
  const rows = await db.execute<
    Record<"id" | "due" | "credited" | "returned" | "counted" | "given", string> & { status: PaymentStatus }
  >(sql`
    select p.id, p.status, ${unitsOfCents(sql`p.amount_cents`)}::numeric(78,0)::text as due,
      coalesce(journal.credited, 0)::text as credited, coalesce(journal.returned, 0)::text as returned,
      coalesce(kept.counted, 0)::text as counted, coalesce(back.given, 0)::text as given
    from (
      select ${payments.id}, ${payments.status}, ${payments.amountCents}, ${payments.transferId} from ${payments}
      where (${after}::uuid is null or ${payments.id} > ${after}::uuid)
      ${merchantId === null ? sql`` : sql`and ${payments.merchantId} = ${merchantId}`}
      order by ${payments.id} limit ${limit}
    ) as p
    left join lateral (
      select -sum(j.units) filter (where j.account = 'payment') as credited, sum(j.units) filter (where j.account = 'returned') as returned
      from ${journalEntries} j where j.payment_id = p.id
    ) as journal on true
    left join lateral (
      select sum(t.usdc_units) as counted from ${transfers} t
      where t.payment_id = p.id and t.orphaned_at is null and (t.id = p.transfer_id or (t.verdict = 'part' and p.status = 'completed'))
    ) as kept on true
    left join lateral (
      select sum(t.usdc_units) as given from ${refunds} r join ${transfers} t on t.refund_id = r.id
      where r.payment_id = p.id and t.given_back_at is not null
    ) as back on true
    order by p.id`);
  return rows.map(({ id, status, due, credited, returned, counted, given }) => ({
    id,
    status,
    due: BigInt(due),
    credited: BigInt(credited),
    returned: BigInt(returned),
    counted: BigInt(counted),
    given: BigInt(given),
  }));
}

/** A refund's row. `is_given`: the journal has a return transfer of the refund's full amount. */
export interface RefundBeside extends Record<string, unknown> {
  id: string;
  payment_id: string;
  status: RefundStatus;
  is_given: boolean;
}

export async function listRefundsBeside(db: DatabaseOrTransaction, paymentIds: string[]): Promise<RefundBeside[]> {
  const ids = sql.param(paymentIds);
  return db.execute<RefundBeside>(sql`
    with back as (
      select j.refund_id, j.transfer_id from ${journalEntries} j
      where j.payment_id = any(${ids}::uuid[]) and j.account = 'returned' group by 1, 2 having sum(j.units) > 0
    ), moved as (
      select back.refund_id, (
        select sum(j.units) from ${journalEntries} j where j.transfer_id = back.transfer_id and j.account in ('sent', 'returned')
      ) as units from back
    )
    select r.id, r.payment_id, r.status, coalesce(bool_or(moved.units >= r.usdc_units), false) as is_given
    from ${refunds} r left join moved on moved.refund_id = r.id where r.payment_id = any(${ids}::uuid[]) group by r.id order by r.id`);
}

/** A merchant's totals by the journal (`gross`, `refunded`, `unmatched`) and by the stored transfers (`kept…`), in units of USDC. */
export interface MerchantBeside {
  id: string;
  name: string;
  gross: bigint;
  refunded: bigint;
  unmatched: bigint;
  keptGross: bigint;
  keptUnmatched: bigint;
}

/** Lists merchants by id. Reads all journal entries and transfers of each merchant. */
export async function listMerchantsBeside(db: DatabaseOrTransaction, { after, merchantId, limit }: RebuildPage): Promise<MerchantBeside[]> {
  const page = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(after === null ? undefined : gt(merchants.id, after), merchantId === null ? undefined : eq(merchants.id, merchantId)))
    .orderBy(asc(merchants.id))
    .limit(limit);
  const beside: MerchantBeside[] = [];
  for (const { id, name } of page) {
    const sums = await db
      .select({ account: journalEntries.account, units: sql<string>`sum(${journalEntries.units})`.mapWith(BigInt) })
      .from(journalEntries)
      .where(eq(journalEntries.merchantId, id))
      .groupBy(journalEntries.account);
    const sumOf = (name: (typeof sums)[number]["account"]) => sums.find(({ account }) => account === name)?.units ?? 0n;
    const [storedSums] = await db.execute<{ gross: string; unmatched: string }>(sql`
      select coalesce(sum(t.usdc_units) filter (where p.id is not null), 0)::text as gross,
        coalesce(sum(t.usdc_units - back.units) filter (where p.id is null), 0)::text as unmatched
      from ${transfers} t left join ${payments} p
        on p.id = t.payment_id and p.status = 'completed' and (p.transfer_id = t.id or t.verdict = 'part')
      left join lateral (
        select case when t.verdict in ('matched', 'part') then 0 else least(t.usdc_units, coalesce(sum(g.usdc_units), 0)) end as units
        from ${refunds} r join ${transfers} g on g.refund_id = r.id where r.source_transfer_id = t.id and g.given_back_at is not null
      ) as back on true
      where t.merchant_id = ${id} and t.orphaned_at is null`);
    beside.push({
      id,
      name,
      gross: -sumOf("payment"),
      refunded: sumOf("returned"),
      unmatched: -sumOf("unmatched"),
      keptGross: BigInt(storedSums?.gross ?? 0),
      keptUnmatched: BigInt(storedSums?.unmatched ?? 0),
    });
  }
  return beside;
}

/** Returns the lowest block of which the ledger holds anything; null when it is empty. */
export async function findLowestBlock(db: DatabaseOrTransaction, chainId: number): Promise<bigint | null> {
  const [row] = await db.execute<{ lowest: string | null }>(sql`
    select least(
      (select min(block_number) from ${transfers} where chain_id = ${chainId} and orphaned_at is null),
      (select min(block_number) from ${journalEntries} where chain_id = ${chainId} and transfer_id is null)
    )::text as lowest`);
  return row?.lowest === undefined || row.lowest === null ? null : BigInt(row.lowest);
}

/** A wallet's received minus sent units of USDC in one block. */
export interface WalletMove {
  /** Lower case. */
  wallet: `0x${string}`;
  block: bigint;
  units: bigint;
}

/** Lists the journal's net moves per wallet and block. Omits entries that were reversed. */
export async function listWalletMoves(db: DatabaseOrTransaction, addresses: string[], from: bigint, to: bigint): Promise<WalletMove[]> {
  const rows = await db.execute<{ wallet: `0x${string}`; block: string; units: string }>(sql`
    select lower(wallet_address) as wallet, block_number::text as block, sum(units)::text as units from ${journalEntries}
    where account = 'wallet' and lower(wallet_address) = any(${sql.param(addresses)}::text[])
      and block_number between ${from.toString()}::bigint and ${to.toString()}::bigint
    group by 1, 2 having sum(units) <> 0`);
  return rows.map(({ wallet, block, units }) => ({ wallet, block: BigInt(block), units: BigInt(units) }));
}

/** Lists payments by binding: their own, or that of one of their top-ups. A payment appears once per matching binding. */
export async function listPaymentsByBinding(db: DatabaseOrTransaction, chainId: number, bindings: `0x${string}`[]) {
  if (bindings.length === 0) return [];
  const { id, status, binding, payeeAddress, amountCents } = payments;
  const own = await db
    .select({ id, status, binding, payeeAddress, amountCents })
    .from(payments)
    .where(and(eq(payments.chainId, chainId), inArray(payments.binding, bindings)));
  const ofTopUps = await db
    .select({ id, status, binding: topUps.binding, payeeAddress, amountCents })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(and(eq(payments.chainId, chainId), inArray(topUps.binding, bindings)));
  return [...own, ...ofTopUps];
}

/** Returns the merchant's name; null for an unknown id. */
export async function findMerchantName(db: DatabaseOrTransaction, id: string): Promise<string | null> {
  const [row] = await db.select({ name: merchants.name }).from(merchants).where(eq(merchants.id, id));
  return row?.name ?? null;
}
