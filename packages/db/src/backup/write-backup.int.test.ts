import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { verifyBackup } from "./verify-backup.ts";
import { writeBackup } from "./write-backup.ts";

it("continues with the next table after one that exceeds all buffers, repeatedly", async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "hearth-backup-"));
  const sql = postgres(database.url, { max: 1 });
  await sql`insert into audit_log (at, action, subject) select now(), 'auth.signedIn', repeat('x', 200) || n from generate_series(1, 20000) n`;
  await sql.end();
  const report = () => {};
  const uploads = { open: () => Promise.reject(new Error("No document has a file")) };
  for (let round = 0; round < 8; round++) {
    const target = join(folder, String(round));
    const { manifest } = await writeBackup({ databaseUrl: database.url, uploads, folder: target, now: new Date(), report });
    expect(manifest.tables.find(({ name }) => name === "audit_log")?.rows).toBe(20_000);
    expect((await verifyBackup(target, report)).broken).toEqual([]);
  }
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
