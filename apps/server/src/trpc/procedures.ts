import { HearthError } from "@hearth/domain/errors";
import { includesRole, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { requireStepUp } from "../features/auth/factors/require-step-up.ts";
import type { Actor, Context } from "./context.ts";
import { baseProcedure, middleware, type Policy } from "./init.ts";

/** Which token each policy asks for, and which role. */
const needs = {
  user: { kind: "auth", role: null },
  merchant: { kind: "auth", role: "merchant" },
  admin: { kind: "admin", role: "admin" },
} as const;

/**
 * The account that a policy admits. @throws HearthError UNAUTHENTICATED for nobody and for the other kind of token, FORBIDDEN for the wrong
 * role.
 */
export function admit(policy: Exclude<Policy, "public">, { actor }: Pick<Context, "actor">): Actor {
  const { kind, role } = needs[policy];
  if (actor === null || actor.kind !== kind) throw new HearthError("UNAUTHENTICATED");
  if (role !== null && actor.role !== role) throw new HearthError("FORBIDDEN");
  return actor;
}

/**
 * Lets somebody who works for a business that another account owns do what their role includes: the one place that asks. Whatever changes anything is the
 * owner's, unless its procedure says otherwise. @throws HearthError FORBIDDEN.
 */
function requireStaffRole({ staffRole }: Actor, wanted: StaffRole): void {
  if (staffRole !== null && !includesRole(staffRole, wanted)) throw new HearthError("FORBIDDEN", { message: notYourRole });
}

const notYourRole = "Your role at this business does not include this. Please ask its owner.";

const onlyLooks = "You can see everything here, and change nothing.";

const asUser = middleware(({ ctx, next, meta }) => {
  const actor = admit("user", ctx);
  if (meta?.staff !== undefined) requireStaffRole(actor, meta.staff);
  return next({ ctx: { actor } });
});
const asMerchant = middleware(({ ctx, next, meta, type }) => {
  const actor = admit("merchant", ctx);
  requireStaffRole(actor, meta?.staff ?? (type === "mutation" ? "owner" : "viewer"));
  return next({ ctx: { actor } });
});
/** An administrator who may only look is refused here whatever changes anything but their own account. */
const asAdmin = middleware(({ ctx, next, meta, type }) => {
  const actor = admit("admin", ctx);
  if (type === "mutation" && actor.isReadOnly && !meta?.ownAccount) throw new HearthError("FORBIDDEN", { message: onlyLooks });
  return next({ ctx: { actor } });
});
const asFresh = middleware(({ ctx, next }) => {
  if (ctx.actor === null) throw new HearthError("UNAUTHENTICATED");
  requireStepUp(ctx.deps, ctx.actor);
  return next();
});

/**
 * For questions that may be answered as things were some seconds ago: asks the replica where there is one that keeps up, and the database itself where
 * the replica fails, as one does that has gone, or that gave up a long question for changes it had to carry out.
 */
const replicaWhere = (mayBeOld: (input: unknown) => boolean) =>
  middleware(async ({ ctx: { deps, requestId }, path, getRawInput, next }) => {
    const db = deps.replica !== null && mayBeOld(await getRawInput()) ? deps.replica.fresh() : null;
    const result = await next({ ctx: { deps: db === null ? deps : { ...deps, db } } });
    if (db === null || result.ok) return result;
    const { cause } = result.error;
    const isAnswer = cause instanceof HearthError && cause.code !== "NOT_FOUND"; // what is not found may only not have arrived
    if (isAnswer) return result;
    if (!(cause instanceof HearthError)) deps.log.warn({ err: cause ?? result.error, path, requestId }, "The replica failed");
    return next({ ctx: { deps } });
  });
/** A file or a statement comes from the replica. */
export const fromReplica = replicaWhere(() => true);
/** A list's pages after the first come from the replica. The first one shows at once what somebody has just done. */
export const laterPagesFromReplica = replicaWhere((input) => Object(input).cursor !== undefined);

/** Anybody, signed in or not. What it shows must be public, or guarded by an unguessable reference in its input. */
export const publicProcedure = baseProcedure.meta({ policy: "public" });
/** Anybody with a valid auth token, whatever their role; it works on their own things only. */
export const userProcedure = baseProcedure.meta({ policy: "user" }).use(asUser);
/**
 * An account of role merchant; whether it is about its own merchant is asked by the service. Of who works for a business, everybody may ask, and only
 * owners may change.
 */
export const merchantProcedure = baseProcedure.meta({ policy: "merchant" }).use(asMerchant);
/** An account of role merchant, for what is a merchant's daily work: managers may do it as well as owners. */
export const managerProcedure = merchantProcedure.meta({ policy: "merchant", staff: "manager" });
/** An admin with an admin token. */
export const adminProcedure = baseProcedure.meta({ policy: "admin" }).use(asAdmin);

/** An admin with an admin token, for what concerns their own account alone, those who may only look among them. */
export const ownAdminProcedure = adminProcedure.meta({ policy: "admin", ownAccount: true });

/** As `userProcedure`, for what a stolen token must not do: its holder has shown who they are within the last minutes. */
export const freshUserProcedure = userProcedure.meta({ policy: "user", stepUp: true }).use(asFresh);
/** As `merchantProcedure`, for what anybody who works for a business may take along: its caller has shown who they are within the last minutes. */
export const freshMerchantProcedure = merchantProcedure.meta({ policy: "merchant", stepUp: true }).use(asFresh);
/** As `merchantProcedure`, for a business's owners alone, who have shown who they are within the last minutes. */
export const freshOwnerProcedure = merchantProcedure.meta({ policy: "merchant", staff: "owner", stepUp: true }).use(asFresh);
/** As `adminProcedure`, for admins who have shown who they are within the last minutes. */
export const freshAdminProcedure = adminProcedure.meta({ policy: "admin", stepUp: true }).use(asFresh);
export const freshOwnAdminProcedure = adminProcedure.meta({ policy: "admin", stepUp: true, ownAccount: true }).use(asFresh);
