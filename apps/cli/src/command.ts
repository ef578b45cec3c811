import { initTRPC } from "@trpc/server";
import type { TrpcCliMeta } from "trpc-cli";
import { z } from "zod";
import type { CommandContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";

const trpc = initTRPC.context<CommandContext>().meta<TrpcCliMeta>().create();

/** A command, or a group of commands under a noun. */
export const router = trpc.router;
/** What every command is made from: its words are its input, its answer is an `Answer`. An input that is refused is told in its own sentences. */
export const command = trpc.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof z.ZodError)) return result;
  throw new CommandFailure(result.error.cause.issues.map(({ message }) => message).join("\n"), exitCodes.usage);
});

/** A word of the line that stands by itself: `hearth users show <id>`. */
export function word(description: string) {
  return z.string().meta({ positional: true }).describe(description);
}

/** An option that may be left out: `--name <value>`. */
export function option(description: string) {
  return z.string().optional().describe(description);
}

/** How much of a list: `--limit <number>`. */
export function limitOption(max: number) {
  const error = `--limit takes a whole number from 1 to ${max.toLocaleString("en-US")}`;
  return z.int({ error }).min(1, { error }).max(max, { error }).default(50).describe("How many at most");
}

/** How much of a list, and from where on. */
export const pageOptions = {
  limit: limitOption(100_000),
  cursor: option("Go on where an earlier list ended"),
};

/** A stretch of days, as every dated list takes it. */
export const dateOptions = {
  from: option("First day, as 2026-11-01, or a moment"),
  to: option("Last day, as 2026-11-30, or a moment"),
};

/** Whose and from when, as every list of payments or disputes takes it beside their status. */
export const recordOptions = {
  merchant: option("Only those of one merchant: mer_..."),
  user: option("Only those of one payer: usr_..."),
  ...dateOptions,
};

/** Whose, from when and of which status records are listed, from a command's options into the words of the server's calls. */
export function recordFilter<Status>(given: {
  status: Status;
  merchant?: string | undefined;
  user?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}) {
  return { status: given.status, merchantId: given.merchant, userId: given.user, startDate: given.from, endDate: given.to };
}
