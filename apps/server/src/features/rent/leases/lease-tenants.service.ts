import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { type Day, dayAfter, startOfDay } from "@hearth/domain/rent/calendar";
import { type AddTenantInput, type ChangeTenantInput, maxTenants, type MoveTenantOutInput } from "@hearth/domain/rent/inputs";
import { dayName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { markInvitationEnded } from "../invitations/invitations.repo.ts";
import { inviteInto } from "../invitations/invitations.service.ts";
import { insertTenants, type LeaseRow } from "../rows/lease-rows.repo.ts";
import {
  freeFormerPlaces,
  hasLeft,
  type LeaseTenantRow,
  listTenantsOf,
  lockEnrolled,
  markScheduledPaymentsToCheck,
  updateTenant,
} from "../rows/tenants.repo.ts";
import { lockLeaseById } from "./leases.service.ts";
import { notifyTenants } from "./tell-tenants.ts";

/**
 * The tenant with a state. `joined`: has an account. `invited`: a mail has been written. `waiting`: the mail is sent once the landlord's own email is confirmed.
 * `named`: nothing is mailed, because the tenant's email did not change.
 */
export const leaseTenantDoneView = z.strictObject({ _id: z.string(), state: z.enum(["joined", "invited", "waiting", "named"]) });
type Done = z.infer<typeof leaseTenantDoneView>;

/** The context of an act on a lease's tenants. The lease is locked, so that acts run one after the other. */
interface Scene {
  deps: Deps;
  tx: Transaction;
  origin: CallOrigin;
  actor: Actor;
  merchant: OwnMerchant;
  lease: LeaseRow;
  tenants: LeaseTenantRow[];
  now: Date;
}

interface Act<Input> {
  procedure: string;
  action: AuditAction;
  input: Input;
  key: string | null;
}

async function act<Input extends { leaseId: string; idempotencyKey?: string | undefined }>(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { procedure, action, input, key }: Act<Input>,
  run: (scene: Scene) => Promise<{ done: Done; data: Record<string, string> }>,
): Promise<Done> {
  const { idempotencyKey = key, ...fields } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure, input: fields, answer: leaseTenantDoneView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await lockLeaseById(tx, merchant.id, input.leaseId);
      const tenants = await listTenantsOf(tx, lease.id);
      const { done, data } = await run({ deps, tx, origin, actor, merchant, lease, tenants, now });
      const entry = { at: now, actorId: actor.userId, action, subject: input.leaseId };
      await insertAuditEntry(tx, origin, { ...entry, data: { tenant: done._id, ...data } });
      return done;
    }),
  );
}

/**
 * Adds a tenant to a lease, or brings back one who has moved out. An account that chose this merchant and confirmed that email joins at once. Anybody else is
 * invited. Notifies the other tenants. At most some twenty statements. @throws HearthError NOT_FOUND; VALIDATION for a day outside of the lease; CONFLICT for a
 * current tenant, and for one tenant too many.
 */
export async function addTenant(deps: Deps, origin: CallOrigin, actor: Actor, input: AddTenantInput, key: string | null): Promise<Done> {
  return act(deps, origin, actor, { procedure: "rent.addTenant", action: "rent.tenantAdded", input, key }, async (scene) => {
    const { tx, lease, tenants, now } = scene;
    const { name, email, movedInOn = null } = input;
    requireDayOf(lease, movedInOn, "movedInOn");
    requireRoom(tenants, now);
    const known = tenants.find((tenant) => tenant.email === email);
    if (known !== undefined && !hasLeft(known, now)) throw conflict(`${known.name} is already a tenant with this email`);
    const joined = await findAccount(scene, email, known ?? null);
    const common = { name, movedInOn, movedOutOn: null, endedAt: null, ...joined };
    const ids = known === undefined ? await insertTenants(tx, [{ leaseId: lease.id, email, createdAt: now, ...common }]) : null;
    const id = known?.id ?? ids?.get(email) ?? "";
    if (known !== undefined) await update(tx, known, common);
    const userId = joined.userId ?? known?.userId ?? null;
    const isMailed = userId === null ? await invite(scene, id) : null;
    const change = { endsOn: null, from: movedInOn, rentCents: null };
    await notifyTenants(tx, lease, { change: "tenantAdded", tenant: name, ...change }, now, { but: userId });
    if (userId !== null) await notifyTenants(tx, lease, { change: "added", ...change }, now, { only: userId });
    return { done: doneOf(id, userId, isMailed), data: { email, ...(movedInOn !== null && { movedInOn }) } };
  });
}

/**
 * Corrects a tenant's name and email. Another email ends the invitation to the former one, and sends one to the new one. @throws HearthError NOT_FOUND;
 * CONFLICT for a tenant who has moved out, for another email of one who has joined, and for an email of another tenant.
 */
export async function changeTenant(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: ChangeTenantInput,
  key: string | null,
): Promise<Done> {
  return act(deps, origin, actor, { procedure: "rent.changeTenant", action: "rent.tenantChanged", input, key }, async (scene) => {
    const { tx, merchant, tenants, now } = scene;
    const tenant = tenantOf(tenants, input.tenantId);
    const { id, userId } = tenant;
    const { name, email } = input;
    if (hasLeft(tenant, now)) throw conflict(`${tenant.name} has moved out. Add them again if they are back.`);
    if (email === tenant.email) {
      await update(tx, tenant, { name });
      return { done: doneOf(id, userId, null), data: { email } };
    }
    if (userId !== null) {
      const message = `${tenant.name} has joined with an account, and this email is not used any more. If it is someone else's account, let them move out and add the right person.`;
      throw new HearthError("CONFLICT", { message });
    }
    const other = tenants.find((known) => known.email === email);
    if (other !== undefined) {
      throw conflict(
        hasLeft(other, now)
          ? `${other.name} was a tenant with this email. Add them again, and let ${tenant.name} move out.`
          : `${other.name} is already a tenant with this email`,
      );
    }
    const joined = await findAccount(scene, email, tenant);
    // An invitation to the new email ends the one before.
    if (joined.userId !== undefined) await markInvitationEnded(tx, merchant.id, { leaseTenantId: id }, now);
    await update(tx, tenant, { name, email, ...joined });
    const isMailed = joined.userId === undefined ? await invite(scene, id) : null;
    return { done: doneOf(id, joined.userId ?? null, isMailed), data: { before: tenant.email, email } };
  });
}

/**
 * Sets or moves a tenant's last day, or removes it with null. After that day the tenant sees nothing new, gets no reminders, and cannot pay for the lease:
 * autopay skips later rent, and no checkout opens. Payments on their way still count. The lease's money is unchanged. @throws HearthError NOT_FOUND; VALIDATION
 * for a day outside of the lease; CONFLICT for the last tenant, who stays as long as the lease.
 */
export async function moveTenantOut(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: MoveTenantOutInput,
  key: string | null,
): Promise<Done> {
  return act(deps, origin, actor, { procedure: "rent.moveTenantOut", action: "rent.tenantMovedOut", input, key }, async (scene) => {
    const { tx, merchant, lease, tenants, now } = scene;
    const tenant = tenantOf(tenants, input.tenantId);
    const { id, name, userId, movedInOn } = tenant;
    const { movedOutOn } = input;
    const data = { from: tenant.movedOutOn ?? "none", to: movedOutOn ?? "none" };
    const done = doneOf(id, userId, null);
    if (movedOutOn === tenant.movedOutOn) return { done, data };
    requireDayOf(lease, movedOutOn, "movedOutOn");
    if (movedOutOn !== null && movedInOn !== null && movedOutOn < movedInOn)
      throw outside("movedOutOn", `${name} moved in on ${dayName(movedInOn)}`);
    if (movedOutOn === null && hasLeft(tenant, now)) requireRoom(tenants, now);
    if (movedOutOn !== null && !tenants.some((other) => other.id !== id && other.movedOutOn === null)) {
      throw conflict(`${name} is the last tenant on this lease. Add the new tenant first, or end the lease.`);
    }
    const dayEnd = movedOutOn === null ? null : startOfDay(dayAfter(movedOutOn, 1), lease.timeZone);
    const endedAt = dayEnd && new Date(Math.max(dayEnd.getTime(), now.getTime()));
    const change = { endsOn: movedOutOn, from: null, rentCents: null };
    if (userId !== null) {
      await notifyTenants(tx, lease, { change: movedOutOn === null ? "staying" : "leaving", ...change }, now, { only: userId });
    }
    await update(tx, tenant, { movedOutOn, endedAt });
    if (endedAt !== null && endedAt <= now) await markInvitationEnded(tx, merchant.id, { leaseTenantId: id }, now);
    if (userId !== null) await markScheduledPaymentsToCheck(tx, { leaseId: lease.id, payerId: userId }, now);
    const leaseChange = { change: movedOutOn === null ? ("tenantStays" as const) : ("tenantLeaves" as const), tenant: name, ...change };
    await notifyTenants(tx, lease, leaseChange, now, { but: userId });
    return { done, data };
  });
}

function tenantOf(tenants: LeaseTenantRow[], tenantId: string): LeaseTenantRow {
  const id = parsePublicId("leaseTenant", tenantId);
  const tenant = tenants.find((row) => row.id === id);
  if (tenant === undefined) throw new HearthError("NOT_FOUND", { message: "Tenant not found" });
  return tenant;
}

/** Updates a tenant. @throws HearthError CONFLICT for a tenant who joined or left since they were read. */
async function update(tx: Transaction, tenant: LeaseTenantRow, set: Parameters<typeof updateTenant>[2]): Promise<void> {
  if (await updateTenant(tx, tenant, set)) return;
  throw conflict(`${tenant.name} has just joined or left. Please look at the lease again.`);
}

/** Finds the account to join at once: one that has confirmed the email and chosen this merchant. @throws HearthError CONFLICT where it is a current tenant. */
async function findAccount({ tx, merchant, lease, tenants, now }: Scene, email: string, place: LeaseTenantRow | null) {
  const account = (await lockEnrolled(tx, merchant.id, [email])).get(email);
  if (!account?.isConfirmed) return {};
  const { userId } = account;
  const other = tenants.find((tenant) => tenant.userId === userId && tenant.id !== place?.id && !hasLeft(tenant, now));
  if (other !== undefined) throw conflict(`The account with this email is already a tenant, as ${other.name}`);
  await freeFormerPlaces(tx, { leaseId: lease.id, userId, except: place?.id ?? null }, now);
  return { userId, joinedAt: now, accountClosedAt: null };
}

async function invite({ deps, tx, origin, actor, merchant, lease, now }: Scene, id: string): Promise<boolean> {
  return (await inviteInto({ deps, tx, origin, actor, merchant, now }, lease.id, [id])) > 0;
}

/** `isMailed` is false for an invitation that waits, and null for none. */
function doneOf(id: string, userId: string | null, isMailed: boolean | null): Done {
  const uninvited = isMailed === null ? "named" : isMailed ? "invited" : "waiting";
  return { _id: publicId("leaseTenant", id), state: userId !== null ? "joined" : uninvited };
}

function requireRoom(tenants: LeaseTenantRow[], now: Date): void {
  const present = tenants.filter((tenant) => !hasLeft(tenant, now));
  if (present.length >= maxTenants) throw conflict(`A lease has at most ${maxTenants} tenants at a time`);
}

function requireDayOf({ startsOn, endsOn }: LeaseRow, day: Day | null, field: "movedInOn" | "movedOutOn"): void {
  if (day === null) return;
  if (day < startsOn) throw outside(field, `The lease begins on ${dayName(startsOn)}`);
  if (endsOn !== null && day > endsOn) throw outside(field, `The lease ends on ${dayName(endsOn)}`);
}

function outside(field: string, message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { [field]: message } });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
