import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { cheques } from "@hearth/db/schema/cheques";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { pattern } from "@hearth/db/search";
import { parsePublicId } from "@hearth/domain/ids";
import { sql } from "drizzle-orm";

/** A lease as a line of the administrators' list. */
export interface AnyLeaseRow {
  [column: string]: unknown;
  id: string;
  merchantId: string;
  merchant: string;
  property: string;
  unit: string;
  tenants: string[];
  startsOn: string;
  endsOn: string | null;
  owedCents: number;
  hasAutopay: boolean;
}

/** All merchants' leases, the newest first, behind one of them. It walks them until the page is full, and reads what is open of those in it. */
export async function listAllLeases(
  db: DatabaseOrTransaction,
  { merchantId, search, after, limit }: { merchantId: string | null; search: string | undefined; after: string | undefined; limit: number },
) {
  const words = search ? pattern(search) : null;
  const leaseId = search ? parsePublicId("lease", search) : null;
  return db.execute<AnyLeaseRow>(sql`
    select l.id, m.id as "merchantId", m.name as merchant, pr.name as property, un.name as unit, l.starts_on::text as "startsOn", l.ends_on::text as "endsOn",
      array(select t.name from ${leaseTenants} t where t.lease_id = l.id order by t.id) as tenants,
      (select coalesce(sum(c.cents - c.paid_cents), 0)::integer from ${charges} c
        where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null) as "owedCents",
      exists (select from ${cheques} q where q.lease_id = l.id and q.status in ('ready', 'sent')) as "hasAutopay"
    from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id join ${merchants} m on m.id = l.merchant_id
    where (${merchantId}::uuid is null or l.merchant_id = ${merchantId}::uuid)
      and (${after ?? null}::uuid is null or l.id < ${after ?? null}::uuid)
      and (${words}::text is null or l.id = ${leaseId}::uuid or lower(m.name) like ${words} or lower(pr.name || ' ' || un.name) like ${words}
        or exists (select 1 from ${leaseTenants} t where t.lease_id = l.id and lower(t.name || ' ' || t.email) like ${words}))
    order by l.id desc limit ${limit}`);
}
