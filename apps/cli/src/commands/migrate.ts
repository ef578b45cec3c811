import { z } from "zod";
import { command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { databaseUrl, onDatabase } from "../operator.ts";
import { bad, good } from "../output/words.ts";

/** Migrates the database before the servers of this version start. */
export const migrateCommands = {
  migrate: command
    .meta({
      description:
        "Run the pending migrations of the database (DATABASE_URL), one process at a time. With --check it runs nothing, and ends with 5 if one is pending.",
      examples: ["hearth migrate", "hearth migrate --check"],
    })
    .input(z.object({ check: z.boolean().default(false).describe("Only list pending migrations") }))
    .mutation(async ({ ctx: { settings }, input: { check } }) => {
      const url = databaseUrl(settings);
      const { listPendingMigrations, migrateDatabase } = await import("@hearth/db/migrate"); // imported here, so that other commands start without it
      const pending = await onDatabase(() => listPendingMigrations(url));
      const isLacking = check && pending.length > 0;
      if (!check) await onDatabase(() => migrateDatabase(url));
      const done = pending.length === 0 ? "The database is at the newest migration" : `Ran ${pending.join(", ")}`;
      return {
        json: { pending, ran: check ? [] : pending },
        text: () => (isLacking ? bad(`The database lacks ${pending.join(", ")}`) : good(done)),
        exitCode: isLacking ? exitCodes.problemsFound : exitCodes.done,
      };
    }),
};
