import { existsSync } from "node:fs";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { findRunningPostgres } from "@hearth/local-postgres/running-postgres";
import { runMigrations } from "./launch/migrations.ts";
import { databaseFolder } from "./launch/parts.ts";
import { explain, UserFacingError } from "./launch/user-facing-error.ts";
import { readSettings } from "./launch/settings.ts";
import { startStep } from "./steps.mjs";

/** Runs new migrations in the database at DATABASE_URL, or in the local one, whether it is running or not. `npm run migrate`. */
async function main(): Promise<void> {
  const settings = readSettings([]);
  const folder = databaseFolder(settings);
  const running = settings.databaseUrl ?? (await findRunningPostgres(folder));
  if (running !== undefined) return runMigrations(running);
  if (!existsSync(folder)) throw new UserFacingError("There is no database yet. `npm start` makes one, at the newest migration.");
  const server = await startEmbeddedPostgres({ dataDir: folder, persistent: true });
  try {
    await runMigrations(server.url);
  } finally {
    await server.stop();
  }
}

const step = startStep(2, 2, "Bringing the database up to date");
try {
  await main();
  step.done();
} catch (error) {
  step.failed();
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = 1;
}
process.channel?.unref(); // an open channel keeps the process alive
