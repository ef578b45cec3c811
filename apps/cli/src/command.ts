import { initTRPC } from "@trpc/server";
import type { TrpcCliMeta } from "trpc-cli";
import { z } from "zod";
import type { CommandContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";

const trpc = initTRPC.context<CommandContext>().meta<TrpcCliMeta>().create();

/** Creates a group of commands. */
export const router = trpc.router;
/**
 * The base of every command. Its input is the command line's words, its output an `Answer`. Reports invalid input with the schema's own
 * messages.
 */
export const command = trpc.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof z.ZodError)) return result;
  throw new CommandFailure(result.error.cause.issues.map(({ message }) => message).join("\n"), exitCodes.usage);
});

/** A positional argument: `hearth users show <id>`. */
export function wordInput(description: string) {
  return z.string().meta({ positional: true }).describe(description);
}

/** An optional option: `--name <value>`. */
export function option(description: string) {
  return z.string().optional().describe(description);
}

/** The maximum number of items: `--limit <number>`. */
export function limitOption(max: number) {
  const error = `--limit takes a whole number from 1 to ${max.toLocaleString("en-US")}`;
  return z.int({ error }).min(1, { error }).max(max, { error }).default(50).describe("Maximum number of items");
}

/** The options of a paginated list. */
export const pageOptions = {
  limit: limitOption(100_000),
  cursor: option("Continue where an earlier list ended"),
};

/** The date range of a list. */
export const dateOptions = {
  from: option("First day, such as 2026-11-01, or an ISO 8601 time"),
  to: option("Last day, such as 2026-11-30, or an ISO 8601 time"),
};

/** The filters of every list of payments or disputes, besides the status. */
export const recordOptions = {
  merchant: option("Only of one merchant: mer_..."),
  user: option("Only of one payer: usr_..."),
  ...dateOptions,
};

/** Converts a command's filter options to the input of the server's calls. */
export function recordFilter<Status>(given: {
  status: Status;
  merchant?: string | undefined;
  user?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}) {
  return { status: given.status, merchantId: given.merchant, userId: given.user, startDate: given.from, endDate: given.to };
}
