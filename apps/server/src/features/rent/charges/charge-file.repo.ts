import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";

/** A merchant's units by their names as they were entered, each with its leases; a unit that was never let has one row without any. */
export async function listLetUnits(db: DatabaseOrTransaction, merchantId: string) {
  return db
    .select({
      property: properties.name,
      unit: units.name,
      leaseId: leases.id,
      startsOn: leases.startsOn,
      endsOn: leases.endsOn,
      timeZone: leases.timeZone,
      tenants: sql<string[]>`array(select t.name from ${leaseTenants} t where t.lease_id = ${leases.id} order by t.id)`,
    })
    .from(properties)
    .innerJoin(units, eq(units.propertyId, properties.id))
    .leftJoin(leases, and(eq(leases.unitId, units.id), isNull(leases.undoneAt)))
    .where(eq(properties.merchantId, merchantId));
}
export type LetUnitRow = Awaited<ReturnType<typeof listLetUnits>>[number];

/** What a charge of a file is known by, where a landlord brings the same file again. */
export interface ChargeLikeness {
  leaseId: string;
  kind: string;
  description: string;
  cents: number;
  dueOn: string;
}

/** What these leases are charged for on these days, but for what was voided. */
export async function listChargesOn(db: DatabaseOrTransaction, leaseIds: string[], days: string[]): Promise<ChargeLikeness[]> {
  if (leaseIds.length === 0) return [];
  return db
    .select({
      leaseId: charges.leaseId,
      kind: charges.kind,
      description: charges.description,
      cents: charges.cents,
      dueOn: charges.dueOn,
    })
    .from(charges)
    .where(and(inArray(charges.leaseId, leaseIds), inArray(charges.dueOn, days), isNull(charges.voidedAt)));
}

/** Holds these leases, always in the same order, so that two who hold several wait for each other. */
export async function lockLeases(tx: Transaction, leaseIds: string[]): Promise<void> {
  if (leaseIds.length === 0) return;
  await tx.select({ id: leases.id }).from(leases).where(inArray(leases.id, leaseIds)).orderBy(asc(leases.id)).for("no key update");
}
