import type { Database, DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import type { CreditAccountKind } from "@hearth/domain/rent/accounts";
import type { ChargeKind } from "@hearth/domain/rent/charge-kinds";
import { sql } from "drizzle-orm";
import { bookedLines, closingOf } from "./book-days.repo.ts";
import { inSnapshot, type RollPeriod, sliceLeases } from "./rent-roll.repo.ts";

/** A line of one of a merchant's lease ledgers, about a charge or a credit. */
export interface BookLineRow {
  [column: string]: unknown;
  id: string;
  /** `id` as a number. */
  number: number;
  /** The day on which the books count the line. It is in a later month than `on` when that month was closed before the line came. */
  bookedOn: string;
  on: string;
  cents: number;
  chargeKind: ChargeKind | null;
  description: string | null;
  creditKind: CreditAccountKind | null;
  note: string | null;
  property: string;
  unit: string;
  tenant: string;
}

/**
 * The ledger lines of a merchant that the books count on these days, in the order of the days, from one snapshot. Reads the lines of these days and the late ones
 * of earlier days, lease by lease, 1,000 leases per statement. Stops at more than `limit` lines, and then returns as many of any days.
 */
export async function listBookLines(db: Database, { limit, ...period }: RollPeriod & { limit: number }): Promise<BookLineRow[]> {
  const lines = await inSnapshot(db, async (tx) => {
    const found: BookLineRow[] = [];
    for await (const among of sliceLeases(tx, period.merchantId)) {
      found.push(...(await listLinesOf(tx, { ...period, among, limit: limit - found.length })));
      if (found.length >= limit) break;
    }
    return found;
  });
  return lines.toSorted((left, right) =>
    left.bookedOn === right.bookedOn ? left.number - right.number : left.bookedOn < right.bookedOn ? -1 : 1,
  );
}

async function listLinesOf(
  db: DatabaseOrTransaction,
  { merchantId, from, to, among, limit }: RollPeriod & { among: readonly string[]; limit: number },
) {
  return db.execute<BookLineRow>(sql`
    with ${closingOf(merchantId)}
    select e.id::text as id, e.id::float8 as number, e.booked_on::text as "bookedOn", e.effective_on::text as "on", e.cents, c.kind as "chargeKind", c.description,
      case when k.deposit_charge_id is not null then 'depositCredit' else k.kind end as "creditKind", e.note, pr.name as property, un.name as unit,
      coalesce((select n.name from ${leaseTenants} n where n.lease_id = l.id
        order by coalesce(n.moved_out_on < ${from}::date, false) or coalesce(n.moved_in_on > ${to}::date, false), n.created_at, n.id limit 1), '') as tenant
    from closing g cross join lateral ${bookedLines({ merchantId, from, to, leaseIds: among, further: sql`, own.note` })} e
    join ${leases} l on l.id = e.lease_id join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    left join ${charges} c on c.id = e.charge_id left join ${leaseCredits} k on k.id = e.credit_id
    where e.booked_on between ${from}::date and ${to}::date limit ${limit}`);
}
