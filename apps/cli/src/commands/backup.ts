import { resolve } from "node:path";
import { verifyBackup } from "@hearth/db/backup/verify-backup";
import { writeBackup } from "@hearth/db/backup/write-backup";
import type { Manifest } from "@hearth/db/backup/manifest";
import { z } from "zod";
import { command, router, wordInput } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeEnded } from "./restored.ts";
import { databaseUrl, onDatabase, uploadStores, withOperator } from "../operator.ts";
import type { Answer } from "../output/answer.ts";
import { bad, good } from "../output/words.ts";

const folderInput = z.object({ folder: wordInput("The backup's folder") });

const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, table) => sum + table.rows, 0);

/** Reports a backup, its size and its problems. Problems set the exit code. */
function report(done: string, manifest: Manifest, problems: string[]): Answer {
  const rows = rowsOf(manifest);
  const facts = `${rows.toLocaleString("en-US")} rows of ${manifest.tables.length} tables and ${manifest.uploads.length} files, as of ${manifest.takenAt}`;
  return {
    json: { takenAt: manifest.takenAt, rows, files: manifest.uploads.length, problems },
    text: () => [good(done), facts, ...problems.map(bad)].join("\n"),
    exitCode: problems.length > 0 ? exitCodes.problemsFound : exitCodes.done,
  };
}

async function create({ settings, terminal }: CommandContext, name: string): Promise<Answer> {
  const folder = resolve(name);
  const { used: uploads } = await uploadStores(settings);
  const order = {
    databaseUrl: databaseUrl(settings),
    uploads,
    folder,
    now: new Date(),
    report: terminal.progress,
  };
  const { manifest, damaged } = await onDatabase(() => writeBackup(order));
  terminal.endProgress();
  const { recordBackup } = await import("@hearth/server/features/operations/record-backup"); // imported here, so that other commands start without it
  const made = { takenAt: manifest.takenAt, rows: rowsOf(manifest), files: manifest.uploads.length };
  const isLogged = await onDatabase(() => recordBackup(order.databaseUrl, made));
  const problems = damaged.map((id) => `The uploaded file ${id} is missing or damaged, and is not in the backup`);
  const note = isLogged ? "" : ". The database is read-only, so its audit log does not mention this backup";
  return report(`Backed up to ${folder}${note}`, manifest, problems);
}

async function restore({ settings, terminal }: CommandContext, name: string): Promise<Answer> {
  const folder = resolve(name);
  const { used: uploads } = await uploadStores(settings);
  const order = { folder, databaseUrl: databaseUrl(settings), uploads, report: terminal.progress };
  const { restoreBackup } = await import("@hearth/db/backup/restore-backup"); // imported here, so that other commands start without the migrations
  const manifest = await onDatabase(() => restoreBackup(order));
  terminal.progress("Checking the state ...");
  const { ended, held, broken } = await withOperator(settings, async (operator) => ({
    ended: await operator.detectRestore(),
    held: await operator.readHeldBack(),
    broken: await operator.findContradictions(),
  }));
  terminal.endProgress();
  const mails = held.mails.reduce((sum, { count }) => sum + count, 0);
  const facts = [
    `Restored from ${folder}. Start the server: it continues reading the chain from the backup's last block.`,
    ...(ended === null ? [] : [describeEnded(ended)]),
    `Held back until you release them: ${mails} emails, ${held.changes.length} changes of payout wallets, ${held.payments} scheduled payments. See hearth restored show.`,
  ];
  return report(facts.join("\n"), manifest, broken);
}

/**
 * Backs up and restores the database and the uploaded files. Works on the database itself (DATABASE_URL) and on the server's upload store.
 */
export const backupCommands = router({
  create: command
    .meta({
      description:
        "Back up the database and the uploaded files to a new folder, without stopping the server. Ends with 5 if a file was missing.",
      examples: ["hearth backup create backups/2026-11-20"],
    })
    .input(folderInput)
    .mutation(({ ctx, input: { folder } }) => create(ctx, folder)),
  verify: command
    .meta({ description: "Check a whole backup. Ends with 5 if anything is missing or changed." })
    .input(folderInput)
    .query(async ({ ctx: { terminal }, input: { folder } }) => {
      const { manifest, broken } = await onDatabase(() => verifyBackup(resolve(folder), terminal.progress));
      terminal.endProgress();
      return report(broken.length === 0 ? "The backup is complete." : "The backup is damaged.", manifest, broken);
    }),
  restore: command
    .meta({ description: "Bring a backup back, all of it or nothing; into an empty database only, with the server stopped" })
    .input(folderInput)
    .mutation(({ ctx, input: { folder } }) => restore(ctx, folder)),
});
