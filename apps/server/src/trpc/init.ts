import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { initTRPC } from "@trpc/server";
import type { Context } from "./context.ts";
import { expectedFailure, toPublicError, toTrpcError } from "./error-shape.ts";
import { networkOf } from "../network-of.ts";

/** Who may call a procedure. There is no default: a procedure without a policy is refused at run time and fails a test. */
export type Policy = "public" | "user" | "merchant" | "admin";

export interface Meta {
  policy: Policy;
  /** Refused in a batch of more than one, so that a batch is no way to try many passwords at once. */
  alone?: true;
  /** Refused with STEP_UP_REQUIRED unless the session's holder has shown who they are within the last minutes. */
  stepUp?: true;
  /** In the administrators' area, what changes the caller's own account alone, so that who may only look may call it as well. */
  ownAccount?: true;
  /** The least that somebody must be at the business that another account owns; a merchant's account of its own may always. */
  staff?: StaffRole;
}

const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const answer = toPublicError(error, ctx?.requestId ?? "");
      return { ...shape, message: answer.message, data: { ...shape.data, ...answer, httpStatus: answer.status } };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, maxDurationMs: 15 * 60_000, client: { reconnectAfterInactivityMs: 30_000 } },
  });

export const router = trpc.router;
export const createCallerFactory = trpc.createCallerFactory;
export const middleware = trpc.middleware;

/** Expected failures become the interface's errors, unexpected ones are logged with the request and answered by a fixed sentence. */
const withErrors = trpc.middleware(async ({ ctx, path, next, meta }) => {
  if (!meta) throw new Error(`The procedure ${path} has no policy`);
  const started = performance.now();
  const result = await next();
  const outcome = result.ok ? "ok" : toPublicError(result.error, ctx.requestId).code;
  ctx.deps.metrics.observeCall(path, outcome, (performance.now() - started) / 1000);
  if (result.ok) return result;
  const expected = expectedFailure(result.error.cause);
  const isOurs = expected === null ? toPublicError(result.error, ctx.requestId).status >= 500 : expected.code === "UNAVAILABLE";
  if (isOurs) ctx.deps.log.error({ err: result.error.cause ?? result.error, path, requestId: ctx.requestId }, "A call failed");
  if (expected) throw toTrpcError(expected);
  return result;
});

/** Counts each call, whichever interface it came through: by account, or by address where nobody is signed in. */
const withCallLimit = trpc.middleware(({ ctx, next }) => {
  ctx.deps.rateLimits.take("call", ctx.actor?.userId ?? networkOf(ctx.ip));
  return next();
});

/** What every procedure starts from; not exported to features, which take one of the four with a policy. */
export const baseProcedure = trpc.procedure.use(withErrors).use(withCallLimit);
