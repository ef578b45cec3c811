import type { Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import type { AddPropertyInput, ChangePropertyInput, ListPropertiesInput, RenameUnitInput } from "@hearth/domain/rent/inputs";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { changesBetween, requireAsSeen } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import { paginateByName, readNamedCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { holdMerchant, type OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { isNewBusiness } from "../../businesses/standing.service.ts";
import {
  countUnits,
  deleteUnit,
  hasLease,
  insertProperty,
  insertUnits,
  listProperties,
  listUnits,
  lockOwnProperty,
  lockOwnUnit,
  lockOwnUnitAndProperty,
  mostUnits,
  renameUnit as updateUnitName,
  type UnitRow,
  updateProperty,
} from "../rows/properties.repo.ts";
import { tenantStanding } from "./leases.view.ts";

const unitView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  /** The current lease, or the next one. In dollars: the monthly rent, the part of the balance that was due before today, and the balance. */
  lease: z
    .strictObject({
      _id: z.string(),
      startsOn: z.string(),
      endsOn: z.string().nullable(),
      tenants: z.string().array(),
      rent: z.number(),
      pastDue: z.number(),
      balance: z.number(),
      standing: tenantStanding,
    })
    .nullable(),
});

export const propertyView = z.strictObject({ _id: z.string(), name: z.string(), address: z.string(), units: unitView.array() });
export const propertyPageView = z.strictObject({ items: propertyView.array(), nextCursor: z.string().nullable() });

export const addedView = z.strictObject({ _id: z.string() });

/** The number of the first properties that together have at most `mostUnits`, at least one. */
function countFitting(rows: readonly { units: number }[]): number {
  let sum = 0;
  const end = rows.findIndex(({ units }) => (sum += units) > mostUnits);
  return end === -1 ? rows.length : Math.max(1, end);
}

/** A page of the merchant's properties by name, each with its units and their tenants. It may end before `limit`, at `mostUnits`. A search leaves out other units. */
export async function readProperties(deps: Deps, actor: Actor, { cursor, limit, search }: Omit<ListPropertiesInput, "direction">) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const after = cursor === undefined ? undefined : readNamedCursor("property", cursor);
  const now = deps.clock.now();
  const rows = await listProperties(deps.db, { merchantId, after, limit: limit + 1, search, now });
  const { page, nextCursor } = paginateByName("property", rows, Math.min(limit, countFitting(rows)));
  const ids = page.map(({ id }) => id);
  const units = ids.length === 0 ? [] : await listUnits(deps.db, ids, { search, now });
  const unitsOf = Map.groupBy(units, ({ propertyId }) => propertyId);
  const items = page.map(({ id, name, address }) => ({
    _id: publicId("property", id),
    name,
    address,
    units: (unitsOf.get(id) ?? []).map(viewUnit),
  }));
  return { items, nextCursor };
}

function viewUnit({ id, name, leaseId, startsOn, endsOn, tenants, rentCents, lateCents, owedCents, standing }: UnitRow) {
  const money = { rent: wireAmount(rentCents), pastDue: wireAmount(lateCents), balance: wireAmount(owedCents) };
  const lease =
    leaseId === null || startsOn === null ? null : { _id: publicId("lease", leaseId), startsOn, endsOn, tenants, ...money, standing };
  return { _id: publicId("unit", id), name, lease };
}

/**
 * Requires that a merchant may have `added` more units. Locks the merchant, so that concurrent calls count each other's units.
 * @throws HearthError CONFLICT, with the number that it may have.
 */
async function requireRoom(tx: Transaction, business: OwnMerchant, added: number): Promise<void> {
  const { newBusiness, most } = limits.units;
  await holdMerchant(tx, business.id);
  if (added + (await countUnits(tx, business.id, newBusiness)) <= newBusiness) return;
  if (await isNewBusiness(tx, business)) {
    const message = `A new business has at most ${formatCount(newBusiness)} units. Nothing was added. You can add more once a tenant has paid you, or when we have approved your business.`;
    throw new HearthError("CONFLICT", { message });
  }
  if (added + (await countUnits(tx, business.id, most)) > most)
    throw new HearthError("CONFLICT", { message: `A business has at most ${formatCount(most)} units. Nothing was added.` });
}

const formatCount = (count: number) => count.toLocaleString("en-US");

/** Adds a property with its units. @throws HearthError CONFLICT where the merchant has one of this name, and for too many units. */
export async function addProperty(deps: Deps, origin: CallOrigin, actor: Actor, input: AddPropertyInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const { name, address, units } = fields;
  const business = await requireOwnMerchant(deps, actor);
  const merchantId = business.id;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.addProperty", input: fields, answer: addedView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await requireRoom(tx, business, units.length);
      const id = await insertProperty(tx, { merchantId, name, address, createdAt: now });
      if (id === null) throw new HearthError("CONFLICT", { message: `You have a property ${name} already` });
      await insertUnits(tx, id, units);
      const subject = publicId("property", id);
      await insertAuditEntry(tx, origin, {
        at: now,
        actorId: actor.userId,
        action: "rent.propertyAdded",
        subject,
        data: { name, units: units.length },
      });
      return { _id: subject };
    }),
  );
}

/**
 * Changes a property's name or address. Its leases, charges and signed terms stay unchanged, and closed months keep the former name. @throws HearthError
 * NOT_FOUND, CONFLICT where the merchant has another one of this name.
 */
export async function changeProperty(deps: Deps, origin: CallOrigin, actor: Actor, input: ChangePropertyInput) {
  const { propertyId, seen, ...set } = input;
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const at = deps.clock.now();
  await refuseDuplicateName(`You have a property ${set.name} already`, () =>
    deps.db.transaction(async (tx) => {
      const uuid = parsePublicId("property", propertyId);
      const property = uuid && (await lockOwnProperty(tx, merchantId, uuid));
      if (!property) throw new HearthError("NOT_FOUND", { message: "Property not found" });
      const changes = changesBetween(property, set);
      if (Object.keys(changes).length === 0) return;
      requireAsSeen(property, seen);
      await updateProperty(tx, property.id, set);
      await insertAuditEntry(tx, origin, { at, actorId: actor.userId, action: "rent.propertyChanged", subject: propertyId, data: changes });
    }),
  );
  return { _id: propertyId };
}

/** Renames a unit. @throws HearthError NOT_FOUND, CONFLICT where its property has another one of this name, or its editor saw another name. */
export async function renameUnit(deps: Deps, origin: CallOrigin, actor: Actor, { unitId, name, seen }: RenameUnitInput) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const at = deps.clock.now();
  await refuseDuplicateName(`This property has a unit ${name} already`, () =>
    deps.db.transaction(async (tx) => {
      const uuid = parsePublicId("unit", unitId);
      const unit = uuid && (await lockOwnUnit(tx, merchantId, uuid));
      if (!unit) throw new HearthError("NOT_FOUND", { message: "Unit not found" });
      const changes = changesBetween(unit, { name });
      if (Object.keys(changes).length === 0) return;
      requireAsSeen(unit, seen);
      await updateUnitName(tx, unit.id, name);
      await insertAuditEntry(tx, origin, { at, actorId: actor.userId, action: "rent.unitRenamed", subject: unitId, data: changes });
    }),
  );
  return { _id: unitId };
}

/**
 * Removes a unit that was added by mistake, and its property with the last unit. A unit that was ever let stays, because the books name it. @throws HearthError
 * NOT_FOUND, CONFLICT for a unit with a lease, even one that is over.
 */
export async function removeUnit(deps: Deps, origin: CallOrigin, actor: Actor, { unitId }: { unitId: string }) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const entry = { at: deps.clock.now(), actorId: actor.userId };
  await deps.db.transaction(async (tx) => {
    const uuid = parsePublicId("unit", unitId);
    const unit = uuid && (await lockOwnUnitAndProperty(tx, merchantId, uuid));
    if (!unit) throw new HearthError("NOT_FOUND", { message: "Unit not found" });
    if (await hasLease(tx, unit.id))
      throw new HearthError("CONFLICT", { message: "This unit has had a lease, so it stays in your records" });
    const withProperty = await deleteUnit(tx, unit);
    const { name, property } = unit;
    await insertAuditEntry(tx, origin, { ...entry, action: "rent.unitRemoved", subject: unitId, data: { name, property } });
    if (!withProperty) return;
    const subject = publicId("property", unit.propertyId);
    await insertAuditEntry(tx, origin, { ...entry, action: "rent.propertyRemoved", subject, data: { name: property } });
  });
  return { _id: unitId };
}

/** Turns a violated unique name into a CONFLICT with this message. */
async function refuseDuplicateName(message: string, act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith("_name_key") !== true) throw error;
    throw new HearthError("CONFLICT", { message });
  });
}

/** Adds a unit to a property. @throws HearthError NOT_FOUND, CONFLICT where it has one of this name, and for one unit too many. */
export async function addUnit(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: { propertyId: string; name: string; idempotencyKey?: string | undefined },
  key: string | null,
) {
  const { idempotencyKey = key, ...fields } = input;
  const business = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.addUnit", input: fields, answer: addedView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await requireRoom(tx, business, 1);
      const uuid = parsePublicId("property", fields.propertyId);
      const propertyId = uuid && (await lockOwnProperty(tx, business.id, uuid))?.id;
      if (!propertyId) throw new HearthError("NOT_FOUND", { message: "Property not found" });
      const [id] = await insertUnits(tx, propertyId, [fields.name]);
      if (id === undefined) throw new HearthError("CONFLICT", { message: `This property has a unit ${fields.name} already` });
      const subject = publicId("unit", id);
      await insertAuditEntry(tx, origin, {
        at: now,
        actorId: actor.userId,
        action: "rent.unitAdded",
        subject,
        data: { name: fields.name },
      });
      return { _id: subject };
    }),
  );
}
