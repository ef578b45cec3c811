import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { initTRPC } from "@trpc/server";
import type { Context } from "./context.ts";
import { expectedFailure, isOfDatabase, toPublicError, toTrpcError } from "./error-shape.ts";
import { networkOf } from "../network-of.ts";
import type { StepUpRule } from "./step-up-rule.ts";
import { schemaOfOutput } from "./synchronous.ts";
import type { BusinessRule, StrangersRule } from "./write-rules.ts";

/** The callers that a procedure admits. There is no default: a router refuses a procedure without a policy. */
export type Policy = "public" | "user" | "merchant" | "admin";

/** A procedure's own rules. `router` refuses a mutation that leaves out one of `mutationRules`. */
export interface Meta {
  policy: Policy;
  /** Refused in a batch of more than one call, so that a batch cannot try many passwords at once. */
  alone?: true;
  /** When the call is refused with STEP_UP_REQUIRED. */
  stepUp?: StepUpRule;
  /** The status that the caller's business needs. */
  business?: BusinessRule;
  /** The people who may not know the business and whom it mails. */
  strangers?: StrangersRule;
  /** In the administrators' area, a change of the caller's own account only, which read-only administrators may make as well. */
  ownAccount?: true;
  /** A query that answers with the account itself: the statement that finds the session reads the account as well. */
  answersAccount?: true;
  /** The least role that staff of another account's business need; the business's owner may always call it. */
  staff?: StaffRole;
}

const trpc = initTRPC
  .context<Context>()
  .meta<Partial<Meta>>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const answer = toPublicError(error, ctx?.requestId ?? "");
      return { ...shape, message: answer.message, data: { ...shape.data, ...answer, httpStatus: answer.status } };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, maxDurationMs: 15 * 60_000, client: { reconnectAfterInactivityMs: 30_000 } },
  });

/** The rules that every mutation names. */
export const mutationRules = ["policy", "stepUp", "business", "strangers"] as const satisfies (keyof Meta)[];

/** Lists the rules that a procedure must name and does not. */
function missingRules({ type, meta }: { type: string; meta: unknown }): string[] {
  const rules = type === "mutation" ? mutationRules : (["policy"] as const);
  return rules.filter((rule) => Object(meta)[rule] === undefined);
}

/**
 * Creates a router. No server starts with a procedure that it refuses.
 * @throws Error for a procedure that does not name its rules or parses its output slowly, and for a mutation that answers the account before its change.
 */
export const router: typeof trpc.router = (procedures) => {
  for (const [name, member] of Object.entries(procedures)) {
    if (typeof member !== "function" || !("_def" in member)) continue; // a router within the root router
    const missing = missingRules(member._def);
    if (missing.length > 0) throw new Error(`The procedure ${name} does not name its rules: ${missing.join(", ")}`);
    const isLate = member._def.type === "mutation" && Object(member._def.meta).answersAccount === true;
    if (isLate) throw new Error(`The mutation ${name} must read the account after its change, and not with its session`);
    const output: unknown = Object(member._def).output;
    if (output !== undefined && schemaOfOutput(output) === null) throw new Error(`Make the output of ${name} with \`synchronous\``);
  }
  return trpc.router(procedures);
};
export const mergeRouters = trpc.mergeRouters;
export const createCallerFactory = trpc.createCallerFactory;
export const middleware = trpc.middleware;

/** Turns expected failures into the interface's errors. Logs unexpected ones with the request and answers a fixed sentence. */
const withErrors = trpc.middleware(async ({ ctx, path, next }) => {
  const started = performance.now();
  const result = await next();
  const outcome = result.ok ? "ok" : toPublicError(result.error, ctx.requestId).code;
  ctx.deps.metrics.observeCall(path, outcome, (performance.now() - started) / 1000);
  if (result.ok) return result;
  const expected = expectedFailure(result.error.cause);
  const isOurs = expected === null ? toPublicError(result.error, ctx.requestId).status >= 500 : isOfDatabase(expected);
  if (isOurs) ctx.deps.log.error({ err: result.error.cause ?? result.error, path, requestId: ctx.requestId }, "A call failed");
  if (expected) throw toTrpcError(expected);
  return result;
});

/** Counts each call on either interface against the limit of its account, or of its network where nobody is signed in. */
const withCallLimit = trpc.middleware(({ ctx, next }) => {
  ctx.deps.rateLimits.take("call", ctx.actor?.userId ?? networkOf(ctx.ip));
  return next();
});

/** The base of every procedure. Not exported to features, which use one of the procedures with a policy. */
export const baseProcedure = trpc.procedure.use(withErrors).use(withCallLimit);
