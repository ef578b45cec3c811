import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { searchText } from "@hearth/db/search";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { tenantNamesIn } from "@hearth/db/tenants-at";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { NamedCursorPosition } from "../../../paging/cursor.ts";

/** Inserts a property. Returns null where the merchant has one of this name. */
export async function insertProperty(tx: Transaction, values: typeof properties.$inferInsert): Promise<string | null> {
  const [row] = await tx.insert(properties).values(values).onConflictDoNothing().returning({ id: properties.id });
  return row?.id ?? null;
}

/** Inserts units of a property. Returns the ids of those that did not exist. */
export async function insertUnits(tx: Transaction, propertyId: string, names: string[]): Promise<string[]> {
  const rows = await tx
    .insert(units)
    .values(names.map((name) => ({ propertyId, name })))
    .onConflictDoNothing()
    .returning({ id: units.id });
  return rows.map(({ id }) => id);
}

/** Counts a merchant's units, up to `atMost`. */
export async function countUnits(tx: Transaction, merchantId: string, atMost: number): Promise<number> {
  const own = tx
    .select({ one: sql`1` })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(eq(properties.merchantId, merchantId))
    .limit(atMost)
    .as("own");
  return tx.$count(own);
}

/** Locks a merchant's property, so that changes to it run one after the other. Returns null for another merchant's property. */
export async function lockOwnProperty(tx: Transaction, merchantId: string, id: string) {
  const [row] = await tx
    .select({ id: properties.id, name: properties.name, address: properties.address })
    .from(properties)
    .where(and(eq(properties.id, id), eq(properties.merchantId, merchantId)))
    .for("no key update");
  return row ?? null;
}

/** Updates a locked property. Fails with a unique violation where the merchant has another one of this name. */
export async function updateProperty(
  tx: Transaction,
  id: string,
  set: { name?: string | undefined; address?: string | undefined },
): Promise<void> {
  await tx.update(properties).set(set).where(eq(properties.id, id));
}

/** Renames a locked unit. Fails with a unique violation where its property has another one of this name. */
export async function renameUnit(tx: Transaction, id: string, name: string): Promise<void> {
  await tx.update(units).set({ name }).where(eq(units.id, id));
}

/** Locks a merchant's unit, so that leases of it are made one after the other. Returns null for another merchant's unit. */
export async function lockOwnUnit(tx: Transaction, merchantId: string, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await tx
    .select({ id: units.id, name: units.name })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))
    .for("no key update", { of: units });
  return row ?? null;
}

/** Locks a merchant's unit and its property, so that nothing is added to either meanwhile. Returns null for another merchant's unit. */
export async function lockOwnUnitAndProperty(tx: Transaction, merchantId: string, id: string) {
  const [row] = await tx
    .select({ id: units.id, name: units.name, propertyId: properties.id, property: properties.name })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))
    .for("update");
  return row ?? null;
}

/** True when a unit has a lease, past, current or future. */
export async function hasLease(tx: Transaction, unitId: string): Promise<boolean> {
  return (await tx.$count(leases, eq(leases.unitId, unitId))) > 0;
}

/** Deletes a locked unit without leases, and its property with the last unit. Returns true where the property was deleted. */
export async function deleteUnit(tx: Transaction, { id, propertyId }: { id: string; propertyId: string }): Promise<boolean> {
  await tx.delete(units).where(eq(units.id, id));
  const isLast = sql`not exists (select 1 from ${units} where property_id = ${propertyId})`;
  const removed = await tx
    .delete(properties)
    .where(and(eq(properties.id, propertyId), isLast))
    .returning({ id: properties.id });
  return removed.length > 0;
}

/** The address of a lease's property as one line, empty where none was entered, and its merchant's business type. */
export async function findPlace(tx: Transaction, leaseId: string) {
  const [row] = await tx
    .select({ address: properties.address, businessType: merchants.businessType })
    .from(leases)
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .innerJoin(merchants, eq(merchants.id, properties.merchantId))
    .where(eq(leases.id, leaseId));
  return row ?? null;
}

/** A merchant's properties by name, after a cursor. */
export async function listProperties(
  db: DatabaseOrTransaction,
  { merchantId, after, limit }: { merchantId: string; after: NamedCursorPosition | undefined; limit: number },
) {
  return db
    .select({ id: properties.id, name: properties.name, address: properties.address })
    .from(properties)
    .where(
      and(
        eq(properties.merchantId, merchantId),
        after && sql`(search_text(${properties.name}), ${properties.id}) > (search_text(${after.name}), ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(searchText(properties.name)), asc(properties.id))
    .limit(limit);
}

/** The units of these properties in the natural order of their names, each with the lease that covers a day, or the next one, and its tenants. */
export async function listUnits(db: DatabaseOrTransaction, propertyIds: string[], day: string) {
  const tenants = tenantNamesIn(leases.id, { from: day, to: "9999-12-31" });
  const current = sql`(
    select l.id from ${leases} l where l.unit_id = ${units.id} and l.undone_at is null and (l.ends_on is null or l.ends_on >= ${day}) order by l.starts_on limit 1)`;
  return db
    .select({ id: units.id, propertyId: units.propertyId, name: units.name, leaseId: leases.id, startsOn: leases.startsOn, tenants })
    .from(units)
    .leftJoin(leases, eq(leases.id, current))
    .where(inArray(units.propertyId, propertyIds))
    .orderBy(asc(naturalKey(units.name)), asc(units.id));
}
