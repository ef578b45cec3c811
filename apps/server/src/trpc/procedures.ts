import { HearthError } from "@hearth/domain/errors";
import type { Actor, Context } from "./context.ts";
import { baseProcedure, middleware } from "./init.ts";

function requireActor(ctx: Context, kind: Actor["kind"]): Actor {
  if (ctx.actor === null || ctx.actor.kind !== kind) throw new HearthError("UNAUTHENTICATED");
  return ctx.actor;
}

const asUser = middleware(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireActor(ctx, "auth") } }));

const asMerchant = middleware(({ ctx, next }) => {
  const actor = requireActor(ctx, "auth");
  if (actor.role !== "merchant") throw new HearthError("FORBIDDEN");
  return next({ ctx: { ...ctx, actor } });
});

const asAdmin = middleware(({ ctx, next }) => {
  const actor = requireActor(ctx, "admin");
  if (actor.role !== "admin") throw new HearthError("FORBIDDEN");
  return next({ ctx: { ...ctx, actor } });
});

/** Anybody, signed in or not. What it shows must be public, or guarded by an unguessable reference in its input. */
export const publicProcedure = baseProcedure.meta({ policy: "public" });
/** Anybody with a valid auth token, whatever their role; it works on their own things only. */
export const userProcedure = baseProcedure.meta({ policy: "user" }).use(asUser);
/** An account of role merchant; whether it owns the merchant in question is asked by the service. */
export const merchantProcedure = baseProcedure.meta({ policy: "merchant" }).use(asMerchant);
/** An admin with an admin token. */
export const adminProcedure = baseProcedure.meta({ policy: "admin" }).use(asAdmin);
