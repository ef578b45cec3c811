import { migrateDatabase } from "@hearth/db/migrate";
import { UserFacingError } from "./user-facing-error.ts";

/**
 * Runs the migrations that are missing in the database.
 * @throws UserFacingError with the reason when a migration fails.
 */
export async function runMigrations(databaseUrl: string): Promise<void> {
  try {
    await migrateDatabase(databaseUrl);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
    throw new UserFacingError(
      `The database could not be brought up to date: ${reason}\nIs it reachable (DATABASE_URL), and its data from this version? If it is the demo's own, "npm start -- --reset" begins afresh.`,
    );
  }
}
