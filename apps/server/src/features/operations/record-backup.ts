import { connectDatabase } from "@hearth/db/client";
import { systemClock } from "@hearth/domain/time";
import { insertAuditEntry } from "../../audit/audit.repo.ts";

/** Size of a backup, and the moment that it shows. */
export interface BackupFacts {
  takenAt: string;
  rows: number;
  files: number;
}

/** PostgreSQL's code for a write to a database that only reads, such as a replica. */
const readOnly = "25006";

/**
 * Logs that an operator made a backup. Works on a database of any version, because a backup is made before a migration. Returns false for a
 * read-only database, which keeps no log.
 */
export async function recordBackup(databaseUrl: string, { takenAt, rows, files }: BackupFacts): Promise<boolean> {
  const { db, close } = connectDatabase(databaseUrl, { poolSize: 1 });
  const data = { by: "operator", takenAt, rows, files };
  try {
    await insertAuditEntry(db, null, { at: systemClock.now(), actorId: null, action: "backup.made", data });
    return true;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (cause instanceof Error && "code" in cause && cause.code === readOnly) return false;
    throw error;
  } finally {
    await close();
  }
}
