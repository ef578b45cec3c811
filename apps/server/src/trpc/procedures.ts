import { HearthError } from "@hearth/domain/errors";
import { requireStepUp } from "../features/auth/require-step-up.ts";
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

const asUser = middleware(({ ctx, next }) => next({ ctx: { ...ctx, actor: admit("user", ctx) } }));
const asMerchant = middleware(({ ctx, next }) => next({ ctx: { ...ctx, actor: admit("merchant", ctx) } }));
const asAdmin = middleware(({ ctx, next }) => next({ ctx: { ...ctx, actor: admit("admin", ctx) } }));
const asFresh = middleware(({ ctx, next }) => {
  if (ctx.actor === null) throw new HearthError("UNAUTHENTICATED");
  requireStepUp(ctx.deps, ctx.actor);
  return next();
});

/** Anybody, signed in or not. What it shows must be public, or guarded by an unguessable reference in its input. */
export const publicProcedure = baseProcedure.meta({ policy: "public" });
/** Anybody with a valid auth token, whatever their role; it works on their own things only. */
export const userProcedure = baseProcedure.meta({ policy: "user" }).use(asUser);
/** An account of role merchant; whether it owns the merchant in question is asked by the service. */
export const merchantProcedure = baseProcedure.meta({ policy: "merchant" }).use(asMerchant);
/** An admin with an admin token. */
export const adminProcedure = baseProcedure.meta({ policy: "admin" }).use(asAdmin);

/** As `userProcedure`, for what a stolen token must not do: its holder has shown who they are within the last minutes. */
export const freshUserProcedure = userProcedure.meta({ policy: "user", stepUp: true }).use(asFresh);
/** The same for admins. */
export const freshAdminProcedure = adminProcedure.meta({ policy: "admin", stepUp: true }).use(asFresh);
