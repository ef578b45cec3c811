import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectDatabase } from "@hearth/db/client";
import { migrateDatabase } from "@hearth/db/migrate";
import { ownLike, takeBaseBackup } from "@hearth/local-postgres/base-backup";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { openServerFixture, serverEnv } from "@hearth/server/testing/server-fixture";
import { eventually, type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import postgres from "postgres";
import { must, step } from "./steps.ts";

/**
 * Restores the state before an accident from a base backup and the archived log, as docs/operating.md describes. Decisions until then are
 * restored, and later payments are read from the chain again.
 */
export async function drillPointInTime(parent: string, cleanUps: (() => Promise<unknown>)[]): Promise<void> {
  const folder = join(parent, "point-in-time");
  const [live, archive, base] = [join(folder, "live"), join(folder, "archive"), join(folder, "base")];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const simulator = await startSimulator({ blockTimeSeconds: 1 });
  cleanUps.push(simulator.stop);

  const first = await step("PostgreSQL archives each segment of its log", async () => {
    const fresh = await startEmbeddedPostgres({ dataDir: live, persistent: true });
    await fresh.stop();
    await mkdir(archive);
    await ownLike(live, archive);
    await appendFile(join(live, "postgresql.auto.conf"), archiving(archive));
    const server = await startEmbeddedPostgres({ dataDir: live, persistent: true });
    cleanUps.push(server.stop);
    await migrateDatabase(server.url);
    return server;
  });
  const { db, close } = connectDatabase(first.url);
  cleanUps.push(close);
  let server: ServerProcess = await startServerProcess(serverEnv(first.url, simulator));
  cleanUps.push(() => server.kill());
  const fixture = await openServerFixture({ db, simulator, server: () => server });
  const maya = await fixture.tenant();

  await step("the base backup is taken while people pay", async () => {
    const open = await fixture.checkout(maya, "10.00");
    await Promise.all([takeBaseBackup({ url: first.url, dataDir: live }, base), fixture.send(maya, open)]);
    await fixture.completed(maya, open.paymentId);
  });

  const before = await fixture.checkout(maya, "20.00");
  await fixture.send(maya, before);
  await fixture.completed(maya, before.paymentId);
  const across = await fixture.checkout(maya, "30.00");
  const moment = await step(
    "somebody pays after the recovery target, and then the payments table is dropped",
    async () => {
      const sql = postgres(first.url, { max: 1, onnotice: () => {} });
      const [row] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
      await fixture.send(maya, across);
      await fixture.completed(maya, across.paymentId);
      await sql`drop table payments cascade`;
      const [last] = await sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
      await eventually(
        () => sql<{ file: string | null }[]>`select last_archived_wal as file from pg_stat_archiver`,
        ([kept]) => (kept?.file ?? "") >= (last?.file ?? "~"),
      );
      await sql.end();
      await server.kill();
      await close();
      await first.stop();
      return row?.now ?? "";
    },
    (at) => at,
  );

  const second = await step("PostgreSQL is restored to the recovery target", async () => {
    await appendFile(join(base, "postgresql.auto.conf"), recovering(archive, moment));
    await writeFile(join(base, "recovery.signal"), "");
    await ownLike(live, base);
    const restored = await startEmbeddedPostgres({ dataDir: base, persistent: true });
    cleanUps.push(restored.stop);
    const sql = postgres(restored.url, { max: 1 });
    await eventually(
      () => sql<{ recovering: boolean }[]>`select pg_is_in_recovery() as recovering`,
      ([row]) => row?.recovering === false,
    );
    const rows = await sql<
      { status: string }[]
    >`select status from payments where id in ${sql([before.uuid, across.uuid])} order by amount_cents`;
    await sql.end();
    must(rows.map(({ status }) => status).join() === "completed,pending", `The two payments are ${JSON.stringify(rows)}`);
    return restored;
  });
  const again = connectDatabase(second.url);
  cleanUps.push(again.close);
  await step("the later payment is read from the chain, once", async () => {
    server = await startServerProcess(serverEnv(second.url, simulator));
    await fixture.completed(maya, across.paymentId, server);
    const broken = await checkInvariants(again.db);
    must(broken.length === 0, broken.join("; "));
    await server.stop();
  });
}

const archiving = (archive: string): string =>
  `\nwal_level = replica\narchive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;

const recovering = (archive: string, moment: string): string =>
  `\narchive_mode = off\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`;
