import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { leaseTenantMatches, merchantMatches, propertyEndsIn, propertyMatches, searchText } from "@hearth/db/search";
import { tenantNamesAt } from "@hearth/db/tenants-at";
import { parsePublicId } from "@hearth/domain/ids";
import { and, type SQL, sql } from "drizzle-orm";

/** A lease as a row of the administrators' list. */
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

/** The filter: one merchant or all, and search words. */
interface LeasesSought {
  merchantId: string | null;
  search: string | undefined;
}

/**
 * A page of all merchants' leases, the newest first. Each kind of search uses an index of its own: tenant, landlord, property, unit, unit of a property, or the
 * lease's id.
 */
export async function listAllLeases(
  db: DatabaseOrTransaction,
  { merchantId, search, after, limit, now }: LeasesSought & { after: string | undefined; limit: number; now: Date },
) {
  const isMeant = and(
    merchantId === null ? undefined : sql`l.merchant_id = ${merchantId}`,
    after === undefined ? undefined : sql`l.id < ${after}`,
    search ? sql`l.id = any(array(${found(search)}))` : undefined,
  );
  return db.execute<AnyLeaseRow>(sql`
    select l.id, m.id as "merchantId", m.name as merchant, pr.name as property, un.name as unit, l.starts_on::text as "startsOn", l.ends_on::text as "endsOn",
      ${tenantNamesAt(sql`l.id`, now)} as tenants,
      (select coalesce(sum(c.cents - c.paid_cents), 0)::float8 from ${charges} c
        where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null) as "owedCents",
      exists (select from ${scheduledPayments} q where q.lease_id = l.id and q.status in ('ready', 'sent')) as "hasAutopay"
    from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id join ${merchants} m on m.id = l.merchant_id
    where ${isMeant ?? sql`true`}
    order by l.id desc limit ${limit}`);
}

/** The most words of a search that may belong to a unit's name. */
const mostUnitWords = 4;

/** A subquery of the ids of leases that match these words. */
function found(text: string): SQL {
  const ofUnits = sql`select ${leases.id} from ${leases} join ${units} on ${units.id} = ${leases.unitId}
    join ${properties} on ${properties.id} = ${units.propertyId}`;
  return sql.join(
    [
      sql`select ${parsePublicId("lease", text)}::uuid`,
      sql`select ${leaseTenants.leaseId} from ${leaseTenants} where ${leaseTenantMatches(text)}`,
      sql`select ${leases.id} from ${leases} join ${merchants} on ${merchants.id} = ${leases.merchantId} where ${merchantMatches(text)}`,
      sql`${ofUnits} where ${propertyMatches(text)}`,
      sql`${ofUnits} where ${searchText(units.name)} = ${searchText(text)}`,
      ...asUnitsOfProperties(text).map(
        ({ property, unit }) => sql`${ofUnits} where ${propertyEndsIn(property)} and ${searchText(units.name)} = ${searchText(unit)}`,
      ),
    ],
    sql` union all `,
  );
}

/** Splits `Juniper Court Unit 3` into a property and a unit at each possible place. Of many words, only the last few can be the unit. */
function asUnitsOfProperties(text: string): { property: string; unit: string }[] {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  const splits = parts.map((_, place) => ({ property: parts.slice(0, place).join(" "), unit: parts.slice(place).join(" ") }));
  return splits.slice(1).slice(-mostUnitWords);
}
