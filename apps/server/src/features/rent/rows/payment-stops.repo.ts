import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { payees } from "@hearth/db/schema/payees";
import { payerStops } from "@hearth/db/schema/payer-stops";
import { paymentStops } from "@hearth/db/schema/payment-stops";
import type { PayerStay, PaymentStop } from "@hearth/domain/rent/late-fee-days";
import { type SQL, sql } from "drizzle-orm";

/** The periods from a moment on in which merchants could not be paid or money could not be counted. Stops of a whole chain name no merchant. One statement. */
export async function listPaymentStops(
  db: DatabaseOrTransaction,
  { chainId, merchantIds, since }: { chainId: number; merchantIds: string[]; since: Date },
): Promise<(PaymentStop & { merchantId: string | null })[]> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const rows = await db.execute<{ merchantId: string | null; why: string; fromMs: number; toMs: number | null }>(sql`
    with asked as (select * from unnest(${sql.param(merchantIds)}::uuid[]) as a(id)), stops as (
      select s.merchant_id, s.why, s.began_at, s.ended_at from ${paymentStops} s
      where s.chain_id = ${chainId} and (s.ended_at is null or s.ended_at > ${from})
      union all
      select s.merchant_id, s.why, s.began_at, s.ended_at from asked a join ${paymentStops} s on s.merchant_id = a.id
      where s.ended_at is null or s.ended_at > ${from}
      union all
      select w.merchant_id, 'wallet', w.began_at, w.ended_at from (
        select p.merchant_id, p.ended_at as began_at, lead(p.created_at) over (partition by p.merchant_id order by p.created_at, p.id) as ended_at,
          p.ended_at is not null as is_gap
        from asked a join ${payees} p on p.merchant_id = a.id
        union all
        select a.id, timestamptz 'epoch', min(p.created_at), true from asked a left join ${payees} p on p.merchant_id = a.id group by a.id
      ) w where w.is_gap and (w.ended_at is null or w.ended_at > ${from})
    )
    select merchant_id as "merchantId", why, extract(epoch from began_at)::float8 * 1000 as "fromMs", extract(epoch from ended_at)::float8 * 1000 as "toMs"
    from stops where ended_at is null or ended_at > began_at`);
  return rows.map(({ merchantId, why, fromMs, toMs }) => ({
    merchantId,
    why: why === "completions" ? ("stopped" as const) : ("refused" as const),
    from: new Date(fromMs),
    to: toMs === null ? null : new Date(toMs),
  }));
}

/**
 * The accounts that rent or rented under leases since a moment, each with its suspensions that ended later. Two accounts can have the same lease. One
 * statement.
 */
export async function listPayerStays(
  db: DatabaseOrTransaction,
  { leaseIds, since }: { leaseIds: string[]; since: Date },
): Promise<(PayerStay & { leaseId: string })[]> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const ms = (moment: SQL) => sql`extract(epoch from ${moment})::float8 * 1000`;
  const rows = await db.execute<{
    leaseId: string;
    fromMs: number;
    toMs: number | null;
    suspensions: { fromMs: number; toMs: number | null }[] | null;
  }>(sql`
    select t.lease_id as "leaseId", ${ms(sql`t.joined_at`)} as "fromMs", ${ms(sql`t.ended_at`)} as "toMs", (
      select json_agg(json_build_object('fromMs', ${ms(sql`s.began_at`)}, 'toMs', ${ms(sql`s.ended_at`)})) from ${payerStops} s
      where s.user_id = t.user_id and (s.ended_at is null or s.ended_at > ${from})
    ) as suspensions
    from ${leaseTenants} t
    where t.lease_id = any(${sql.param(leaseIds)}::uuid[]) and t.user_id is not null and (t.ended_at is null or t.ended_at > ${from})`);
  const periodOf = ({ fromMs, toMs }: { fromMs: number; toMs: number | null }) => ({
    from: new Date(fromMs),
    to: toMs === null ? null : new Date(toMs),
  });
  return rows.map(({ leaseId, suspensions, ...stay }) => ({ leaseId, ...periodOf(stay), suspensions: (suspensions ?? []).map(periodOf) }));
}

/** A business with late fees to decide, its payout wallet, and whether the wallet was blacklisted at the last check. */
interface PayeeToAsk {
  [column: string]: unknown;
  merchantId: string;
  address: `0x${string}`;
  isStopped: boolean;
  /** The start of the day before the oldest undecided day. */
  since: string;
}

/** A page of the payout wallets of businesses with late fees to decide by a moment, by the business's id. */
export async function listPayeesWithFeeChecks(
  db: DatabaseOrTransaction,
  { upTo, after, limit }: { upTo: Date; after: string | null; limit: number },
): Promise<PayeeToAsk[]> {
  return db.execute<PayeeToAsk>(sql`
    select d.merchant_id as "merchantId", p.address, d.since::text as since, exists (
      select from ${paymentStops} s where s.merchant_id = d.merchant_id and s.why = 'blacklist' and s.ended_at is null
    ) as "isStopped"
    from (
      select l.merchant_id, min(c.fee_check_at) - interval '24 hours' as since from ${charges} c join ${leases} l on l.id = c.lease_id
      where c.fee_check_at <= ${upTo.toISOString()}::timestamptz group by 1
    ) d join ${payees} p on p.merchant_id = d.merchant_id and p.ended_at is null
    where ${after}::uuid is null or d.merchant_id > ${after}::uuid order by d.merchant_id limit ${limit}`);
}

/** Records since when the wallets of businesses are blacklisted. An open record stays as it is. */
export async function beginBlacklistStops(db: DatabaseOrTransaction, found: Pick<PayeeToAsk, "merchantId" | "since">[]): Promise<void> {
  if (found.length === 0) return;
  await db.execute(sql`
    insert into ${paymentStops} (merchant_id, why, began_at)
    select f.id, 'blacklist', f.since from unnest(${sql.param(found.map(({ merchantId }) => merchantId))}::uuid[],
      ${sql.param(found.map(({ since }) => since))}::text[]::timestamptz[]) as f(id, since)
    on conflict do nothing`);
}

/** Records that the wallets of businesses are no longer blacklisted. */
export async function endBlacklistStops(db: DatabaseOrTransaction, merchantIds: string[], at: Date): Promise<void> {
  if (merchantIds.length === 0) return;
  await db.execute(sql`
    update ${paymentStops} set ended_at = greatest(began_at, ${at.toISOString()}::timestamptz)
    where merchant_id = any(${sql.param(merchantIds)}::uuid[]) and why = 'blacklist' and ended_at is null`);
}
