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
import { invalidCursor, readNamedCursor, writeNamedCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { holdMerchant, type OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { isNewBusiness } from "../../businesses/standing.service.ts";
import {
  countUnits,
  deleteUnit,
  hasLease,
  insertProperty,
  findUnits,
  insertUnits,
  listPresentLeases,
  listPropertyNames,
  listUnitsInOrder,
  lockOwnProperty,
  lockOwnUnit,
  lockOwnUnitAndProperty,
  mostUnits,
  type PlacedUnit,
  renameUnit as updateUnitName,
  type UnitLeaseRow,
  type UnitPlace,
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
export const propertyPageView = z.strictObject({
  items: propertyView.array(),
  nextCursor: z.string().nullable(),
  /** True where more units may match the search than can be listed. */
  isCut: z.boolean(),
});

export const addedView = z.strictObject({ _id: z.string() });

/**
 * A page of the merchant's properties by name, each with its units and their tenants. It ends after `limit` properties, or at `mostUnits`: the next page then
 * begins with the other units of its last property. A search leaves out other units and lists at most `mostUnits`; `isCut` says that it matches more.
 */
export async function readProperties(
  deps: Deps,
  actor: Actor,
  { cursor, limit, search, unit, units: hasUnits }: Omit<ListPropertiesInput, "direction">,
): Promise<z.infer<typeof propertyPageView>> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  if (!hasUnits) return readPropertyNames(deps, merchantId, limit);
  const after = cursor === undefined ? undefined : readUnitCursor(cursor);
  const now = deps.clock.now();
  const one = unit === undefined ? undefined : [parsePublicId("unit", unit)].filter((id) => id !== null);
  const { ids, isCut } = search ? await findUnits(deps.db, { merchantId, search, now }) : { ids: one, isCut: false };
  const rows = await listUnitsInOrder(deps.db, { merchantId, ids, after, limit: mostUnits + 1 });
  const shown = new Set([...new Set(rows.slice(0, mostUnits).map(({ propertyId }) => propertyId))].slice(0, limit));
  const page = rows.slice(0, mostUnits).filter(({ propertyId }) => shown.has(propertyId));
  const unitIds = page.map(({ id }) => id);
  const leases = unitIds.length === 0 ? [] : await listPresentLeases(deps.db, unitIds, now);
  const leaseOf = new Map(leases.map((lease) => [lease.unitId, lease]));
  const items = [...Map.groupBy(page, ({ propertyId }) => propertyId)].map(([id, units]) => ({
    _id: publicId("property", id),
    name: units[0]?.property ?? "",
    address: units[0]?.address ?? "",
    units: units.map((unit) => viewUnit(unit, leaseOf.get(unit.id))),
  }));
  const last = page.at(-1);
  return { items, nextCursor: rows.length > page.length && last ? writeUnitCursor(last) : null, isCut };
}

/** The first of the merchant's properties by name, without units. */
async function readPropertyNames({ db }: Deps, merchantId: string, limit: number): Promise<z.infer<typeof propertyPageView>> {
  const rows = await listPropertyNames(db, merchantId, limit);
  return {
    items: rows.map(({ id, ...property }) => ({ _id: publicId("property", id), ...property, units: [] })),
    nextCursor: null,
    isCut: false,
  };
}

const unitNames = z.tuple([z.string(), z.string()]);

/** Encodes a unit's place: the names of its property and of itself as JSON, and its id. */
function writeUnitCursor({ property, name, id }: PlacedUnit): string {
  return writeNamedCursor("unit", { name: JSON.stringify([property, name]), id });
}

/** Reads such a cursor. @throws HearthError VALIDATION for one that `writeUnitCursor` cannot produce. */
function readUnitCursor(cursor: string): UnitPlace {
  const { name, id } = readNamedCursor("unit", cursor);
  const names = unitNames.safeParse(parseJson(name));
  if (!names.success || JSON.stringify(names.data) !== name || names.data.some((text) => text.includes("\0"))) throw invalidCursor();
  const [property, unit] = names.data;
  return { property, unit, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function viewUnit({ id, name }: PlacedUnit, lease: UnitLeaseRow | undefined): z.infer<typeof unitView> {
  if (lease === undefined) return { _id: publicId("unit", id), name, lease: null };
  const { startsOn, endsOn, tenants, standing } = lease;
  const money = { rent: wireAmount(lease.rentCents), pastDue: wireAmount(lease.lateCents), balance: wireAmount(lease.owedCents) };
  return { _id: publicId("unit", id), name, lease: { _id: publicId("lease", lease.id), startsOn, endsOn, tenants, ...money, standing } };
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
