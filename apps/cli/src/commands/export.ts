import { writeFile } from "node:fs/promises";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import { command, dateOptions, option, recordFilter, recordOptions, router } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";
import { type Answer, sentence } from "../output/answer.ts";

const output = option("The file to write, which must not exist yet. Default: the standard output");

/** Reasons that a file cannot be written, by the system's error code. */
const reasons: Record<string, string> = {
  EEXIST: "it exists already",
  ENOENT: "there is no such folder",
  EACCES: "you may not write there",
  EROFS: "you may not write there",
  ENOSPC: "the disk is full",
};

async function writeCsv({ fileName, csv }: { fileName: string; csv: string }, path: string | undefined): Promise<Answer> {
  if (path === undefined) return { json: { fileName, csv }, text: () => csv.trimEnd() };
  await writeFile(path, csv, { flag: "wx", mode: 0o600 }).catch((cause: unknown) => {
    const reason = cause instanceof Error && "code" in cause ? (reasons[String(cause.code)] ?? String(cause.code)) : String(cause);
    throw new CommandFailure(`${path} cannot be written: ${reason}`, exitCodes.failed, { cause });
  });
  return sentence(`Written to ${path}`, { path, bytes: Buffer.byteLength(csv) });
}

/** Exports CSV files for spreadsheets. */
export const exportCommands = router({
  payments: command
    .meta({ description: "Payments as CSV", examples: ["hearth export payments --from 2026-10-01 --to 2026-10-31 --output october.csv"] })
    .input(
      z.object({
        status: z
          .enum(["all", ...paymentStatuses])
          .default("all")
          .describe("Only of one status"),
        ...recordOptions,
        output,
      }),
    )
    .query(async ({ ctx, input }) => {
      const admin = await ctx.admin();
      return writeCsv(await admin.admin.exportTransactions.query(recordFilter(input)), input.output);
    }),
  audit: command
    .meta({ description: "The audit log as CSV" })
    .input(
      z.object({
        action: option("Only one action, such as auth.signInFailed"),
        search: option("A person, an email, an ID or an address"),
        ...dateOptions,
        output,
      }),
    )
    .query(async ({ ctx, input: { action, search, from: startDate, to: endDate, output: path } }) => {
      const admin = await ctx.admin();
      return writeCsv(await admin.admin.exportAuditLog.query({ action, search, startDate, endDate }), path);
    }),
});
