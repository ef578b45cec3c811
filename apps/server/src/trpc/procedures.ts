import { HearthError } from "@hearth/domain/errors";
import { includesRole, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import type { ProcedureType } from "@trpc/server";
import { requireByRule } from "../features/auth/factors/require-step-up.ts";
import { requireStanding } from "../features/businesses/own-merchant.ts";
import type { Actor, Context } from "./context.ts";
import { baseProcedure, type Meta, middleware, type Policy } from "./init.ts";
import { noBusiness } from "./write-rules.ts";

/** The token kind and role that each policy requires. */
const needs = {
  user: { kind: "auth", role: null },
  merchant: { kind: "auth", role: "merchant" },
  admin: { kind: "admin", role: "admin" },
} as const;

/**
 * Returns the caller if a policy admits them. @throws HearthError UNAUTHENTICATED for nobody and for the other kind of token, FORBIDDEN for
 * the wrong role.
 */
export function admit(policy: Exclude<Policy, "public">, { actor }: Pick<Context, "actor">): Actor {
  const { kind, role } = needs[policy];
  if (actor === null || actor.kind !== kind) throw new HearthError("UNAUTHENTICATED");
  if (role !== null && actor.role !== role) throw new HearthError("FORBIDDEN");
  return actor;
}

/**
 * Requires that a staff member's role includes the procedure's. The only place that checks it. Mutations require the owner unless their
 * procedure says otherwise. @throws HearthError FORBIDDEN.
 */
function requireStaffRole({ staffRole }: Actor, required: StaffRole): void {
  if (staffRole !== null && !includesRole(staffRole, required)) throw new HearthError("FORBIDDEN", { message: notYourRole });
}

const notYourRole = "Your role at this business does not include this. Please ask its owner.";

const onlyLooks = "You can see everything here, and change nothing.";

/**
 * Admits a policy's callers, and then asks for what the procedure's rules name: a standing of the caller's business for a mutation, and a recent authentication.
 * The only middleware that does.
 */
const guard = (policy: Exclude<Policy, "public">, requireRole: (actor: Actor, meta: Partial<Meta>, type: ProcedureType) => void) =>
  middleware(async ({ ctx, next, meta = {}, type }) => {
    const actor = admit(policy, ctx);
    requireRole(actor, meta, type);
    if (type === "mutation" && policy !== "admin") await requireStanding(ctx.deps, actor, meta);
    await requireByRule(ctx.deps, actor, meta.stepUp);
    return next({ ctx: { actor } });
  });
const asUser = guard("user", (actor, { staff }) => {
  if (staff !== undefined) requireStaffRole(actor, staff);
});
const asMerchant = guard("merchant", (actor, { staff }, type) =>
  requireStaffRole(actor, staff ?? (type === "mutation" ? "owner" : "viewer")),
);
/** Refuses read-only administrators every mutation except of their own account. */
const asAdmin = guard("admin", (actor, { ownAccount }, type) => {
  if (type === "mutation" && actor.isReadOnly && !ownAccount) throw new HearthError("FORBIDDEN", { message: onlyLooks });
});

/**
 * Reads from the replica, for calls that may be a few seconds old, if the replica keeps up. Falls back to the database where the replica
 * fails: it may be gone, or have cancelled a long query to apply changes.
 */
const replicaWhere = (mayBeOld: (input: unknown) => boolean) =>
  middleware(async ({ ctx: { deps, requestId }, path, getRawInput, next }) => {
    const db = deps.replica !== null && mayBeOld(await getRawInput()) ? deps.replica.fresh() : null;
    const result = await next({ ctx: { deps: db === null ? deps : { ...deps, db } } });
    if (db === null || result.ok) return result;
    const { cause } = result.error;
    const isAnswer = cause instanceof HearthError && cause.code !== "NOT_FOUND"; // a missing row may not be replicated yet
    if (isAnswer) return result;
    if (!(cause instanceof HearthError)) deps.log.warn({ err: cause ?? result.error, path, requestId }, "The replica failed");
    return next({ ctx: { deps } });
  });
/** Reads a file or statement from the replica. */
export const fromReplica = replicaWhere(() => true);
/** Reads a list's later pages from the replica. The first page must show the caller's own latest changes. */
export const laterPagesFromReplica = replicaWhere((input) => Object(input).cursor !== undefined);

/** Anybody, signed in or not. The data it returns must be public, or guarded by an unguessable reference in its input. */
export const publicProcedure = baseProcedure.meta({
  policy: "public",
  stepUp: { never: "It needs no session" },
  strangers: "nobody",
  ...noBusiness.public,
});
/** Anybody with a valid auth token, in any role. Works on the user's own data only. */
export const userProcedure = baseProcedure.meta({ policy: "user", strangers: "nobody", ...noBusiness.user }).use(asUser);
/**
 * An account of role merchant; the service checks which merchant it belongs to. All staff may query; only owners may change anything, and
 * nobody while the business is suspended.
 */
export const merchantProcedure = baseProcedure.meta({ policy: "merchant", business: "notSuspended", strangers: "nobody" }).use(asMerchant);
/** An account of role merchant, for daily work that managers may do as well as owners. */
export const managerProcedure = merchantProcedure.meta({ policy: "merchant", staff: "manager" });
/** An admin with an admin token. */
export const adminProcedure = baseProcedure.meta({ policy: "admin", strangers: "nobody", ...noBusiness.admin }).use(asAdmin);

/** An admin with an admin token, including read-only ones, for changes of their own account only. */
export const ownAdminProcedure = adminProcedure.meta({ policy: "admin", ownAccount: true });

/** Like `userProcedure`, for actions that a stolen token must not allow: requires a recent authentication. */
export const freshUserProcedure = userProcedure.meta({ policy: "user", stepUp: "always" });
/** Like `merchantProcedure`, for data that staff can take away: requires a recent authentication. */
export const freshMerchantProcedure = merchantProcedure.meta({ policy: "merchant", stepUp: "always" });
/** Like `merchantProcedure`, for owners only, with a recent authentication. */
export const freshOwnerProcedure = merchantProcedure.meta({ policy: "merchant", staff: "owner", stepUp: "always" });
/** Like `adminProcedure`, with a recent authentication. */
export const freshAdminProcedure = adminProcedure.meta({ policy: "admin", stepUp: "always" });
export const freshOwnAdminProcedure = adminProcedure.meta({ policy: "admin", stepUp: "always", ownAccount: true });
