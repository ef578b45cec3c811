import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";

/** A merchant's units by their names as entered, each with its leases. A unit that was never let has one row without a lease. */
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

/** The fields that identify a charge of a file when the same file is uploaded again. */
export interface ChargeLikeness {
  leaseId: string;
  kind: string;
  description: string;
  cents: number;
  dueOn: string;
}

/** The charges of these leases due on these days, without voided ones. */
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

/** Locks these leases, always in the same order, so that two callers wait for each other instead of deadlocking. */
export async function lockLeases(tx: Transaction, leaseIds: string[]): Promise<void> {
  if (leaseIds.length === 0) return;
  await tx.select({ id: leases.id }).from(leases).where(inArray(leases.id, leaseIds)).orderBy(asc(leases.id)).for("no key update");
}
