import type { DatabaseOrTransaction } from "@hearth/db/client";
import { paymentTimeZone } from "@hearth/db/lease-place";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { alarms } from "@hearth/db/schema/alarms";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { needsAttention, transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { type SQL, sql } from "drizzle-orm";
import type { FailedJob } from "../../../jobs/failed-jobs.repo.ts";

/** A dispute in the administrator's short list, with payer and merchant. */
export interface RecentDisputeRow {
  dispute: Pick<typeof disputes.$inferSelect, "id" | "code" | "amountCents" | "reason" | "status" | "createdAt">;
  timeZone: string;
  payer: Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "lastName" | "phoneNumber">;
  merchant: Pick<typeof merchants.$inferSelect, "id" | "name" | "businessType"> & {
    walletAddress: (typeof payees.$inferSelect)["address"] | null;
  };
}

/** Counts of something that waits, and the time of the oldest. */
interface Waiting {
  count: number;
  since: string | null;
}

/** Everything that waits for an administrator, as the database writes it to JSON. */
interface WaitingRow {
  [column: string]: unknown;
  alarms: { id: string; message: string; raisedAt: string; acknowledgedAt: string | null }[];
  /** Time of the newest block that was read. Null before the first. */
  readTo: string | null;
  /** Block times of the oldest transfers that need a review. */
  odd: Record<OddVerdict, string | null>;
  /** Open disputes that were filed at or before `high`, and the ones after that and at or before `medium`. */
  open: Record<"high" | "medium", Waiting>;
  /** Refunds that merchants owe payers after approved disputes. */
  owed: Waiting & { cents: number };
  /** Businesses that wait for a review. */
  held: Waiting;
  jobs: FailedJob[];
  disputes: (Omit<RecentDisputeRow, "dispute"> & { dispute: Omit<RecentDisputeRow["dispute"], "createdAt"> & { createdAt: string } })[];
}

type OddVerdict = "unmatched" | "short" | "duplicate";

/**
 * Reads all that waits for an administrator, and the newest `limit` disputes of all merchants. One statement, whose parts each follow an index of what waits, and
 * so read nothing that is done.
 */
export async function readWaiting(
  db: DatabaseOrTransaction,
  { chainId, high, medium, limit }: { chainId: number; high: Date; medium: Date; limit: number },
) {
  const { id, code, amountCents, reason, status, createdAt } = disputes;
  const [highAt, mediumAt] = [sql`${high.toISOString()}::timestamptz`, sql`${medium.toISOString()}::timestamptz`];
  const oldest = (verdict: OddVerdict) => sql`(select ${transfers.blockTime} from ${transfers}
    where ${transfers.verdict} = ${sql.raw(`'${verdict}'`)} and ${needsAttention(transfers)} order by ${transfers.blockTime} limit 1)`;
  const filed = (which: SQL) =>
    sql`json_build_object('count', count(*) filter (where ${which}), 'since', min(${createdAt}) filter (where ${which}))`;
  const [row] = await db.execute<WaitingRow>(sql`
    select
      (select coalesce(json_agg(json_build_object('id', a.id, 'message', a.message, 'raisedAt', a.raised_at, 'acknowledgedAt', a.acknowledged_at)
        order by a.raised_at desc), '[]') from ${alarms} a where a.cleared_at is null) as alarms,
      (select to_json(c.block_time) from ${chainCursors} c where c.chain_id = ${chainId}) as "readTo",
      json_build_object('unmatched', ${oldest("unmatched")}, 'short', ${oldest("short")}, 'duplicate', ${oldest("duplicate")}) as odd,
      (select json_build_object('high', ${filed(sql`${createdAt} <= ${highAt}`)}, 'medium', ${filed(sql`${createdAt} > ${highAt}`)})
        from ${disputes} where ${status} = 'open' and ${createdAt} <= ${mediumAt}) as open,
      (select json_build_object('count', count(*), 'cents', coalesce(sum(${owedCents}), 0), 'since', min(${disputes.resolvedAt}))
        from ${disputes} where ${isRefundOwed}) as owed,
      (select json_build_object('count', count(*), 'since', min(m.held_at)) from ${merchants} m where m.held_at is not null) as held,
      (select coalesce(json_agg(json_build_object('name', j.name, 'count', j.count, 'lastId', j.last_id, 'since', j.since) order by j.name), '[]')
        from failed_jobs() j) as jobs,
      (select coalesce(json_agg(d.dispute order by d.created_at desc, d.id desc), '[]') from (
        select ${createdAt}, ${id}, json_build_object(
          'dispute', json_build_object('id', ${id}, 'code', ${code}, 'amountCents', ${amountCents}, 'reason', ${reason}, 'status', ${status}, 'createdAt', ${createdAt}),
          'timeZone', ${paymentTimeZone},
          'payer', (select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number)
            from ${users} u where u.id = ${payments.consumerId}),
          'merchant', json_build_object('id', ${merchants.id}, 'name', ${merchants.name}, 'businessType', ${merchants.businessType},
            'walletAddress', (select y.address from ${payees} y where y.merchant_id = ${merchants.id} and y.ended_at is null))) as dispute
        from ${disputes} join ${payments} on ${payments.id} = ${disputes.paymentId} join ${merchants} on ${merchants.id} = ${payments.merchantId}
        order by ${createdAt} desc, ${id} desc limit ${limit}
      ) d) as disputes`);
  if (row === undefined) throw new Error("What waits was not read");
  const recentDisputes = row.disputes.map(({ dispute, ...rest }): RecentDisputeRow => {
    return { ...rest, dispute: { ...dispute, createdAt: new Date(dispute.createdAt) } };
  });
  return { ...row, recentDisputes };
}
export type WaitingForAdmin = Awaited<ReturnType<typeof readWaiting>>;
