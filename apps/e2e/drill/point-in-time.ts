import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectDatabase, type Database, type DatabaseConnection } from "@hearth/db/client";
import { heldParts } from "@hearth/db/held-back";
import { migrateDatabase } from "@hearth/db/migrate";
import { factoryPassword, makeMerchant, makePayeeChange } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makeScheduledPayment, makeLease } from "@hearth/db/testing/rent-factories";
import { copyOwner, takeBaseBackup } from "@hearth/local-postgres/base-backup";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { runProgram } from "@hearth/processes/run-program";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { openServerFixture, serverEnv, type Tenant } from "@hearth/server/testing/server-fixture";
import { eventually, type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import postgres from "postgres";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { must, step } from "./steps.ts";

const cli = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));
/** Jobs run each minute. */
const workLimitMs = 240_000;

/**
 * Restores the state before an accident from a base backup and the archived log, as docs/operating.md describes. Decisions until then are
 * restored, later payments are read from the chain again, and nothing that waited at that moment happens before an operator releases it.
 * Needs no rights and no packages beside the embedded PostgreSQL, and takes two to four minutes.
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
    await copyOwner(live, archive);
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
  const waiting = await leaveWaiting(db, maya);
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
    await copyOwner(live, base);
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
  server = await startServerProcess({ ...serverEnv(second.url, simulator), SMTP_URL: simulator.smtpUrl });
  await step(
    "sessions of that moment are over, and whoever signs in again sees what was paid after it, read from the chain once",
    async () => {
      const response = await server
        .client(maya.token)
        .payments.get.query({ paymentId: across.paymentId })
        .then(
          () => "an answer",
          (error: unknown) => String(error),
        );
      must(response.includes("Please sign in"), `The session of before was given ${response}`);
      const { token } = await server.client().auth.login.mutate({ email: maya.email, password: factoryPassword });
      await fixture.completed({ ...maya, token }, across.paymentId, server);
    },
  );
  const mailsTo = async (address: string) =>
    z
      .object({ subject: z.string() })
      .array()
      .parse(await (await fetch(`${simulator.url}/mails?to=${encodeURIComponent(address)}`)).json());
  await step("emails, payout changes and scheduled payments of that moment wait, though all of them are due", async () => {
    await untilWorked(again, new Date(Math.max(Date.now(), waiting.dueAt.getTime())));
    const state = await readWaiting(again, waiting);
    must(state === "mail waiting, change waiting, payment ready", `It is: ${state}`);
    await server.client().auth.forgotPassword.mutate({ email: maya.email });
    // What is asked for now is sent, and so nothing else keeps the email of before.
    const mails = await eventually(
      () => mailsTo(maya.email),
      (all) => all.some(({ subject }) => subject === "Choose a new password"),
    );
    must(!mails.some(isOld), `There came ${JSON.stringify(mails)}`);
  });
  await step("an operator releases each part, and it goes on", async () => {
    for (const part of heldParts) {
      const { code, output } = await runProgram([process.execPath, cli, "restored", "release", "--part", part], {
        env: { PATH: process.env["PATH"], DATABASE_URL: second.url },
      });
      must(code === 0 && /^[1-9]/.test(output), output);
    }
    await eventually(
      () => Promise.all([mailsTo(maya.email), mailsTo(waiting.ownerEmail)]),
      ([hers, owners]) => hers.some(isOld) && owners.length === 1, // what waited, and that the change of the wallet waits anew
    );
    await untilWorked(again, new Date());
    const state = await readWaiting(again, waiting);
    must(/^mail sent, change waiting, payment (?!ready)/.test(state), `It is: ${state}`);
    const broken = await checkInvariants(again.db);
    must(broken.length === 0, broken.join("; "));
    await server.stop();
  });
}

const isOld = ({ subject }: { subject: string }) => subject === "Your password was changed";

/** Ids of the items that wait at the recovery target and are due soon after it. */
interface Waiting {
  dueAt: Date;
  mailId: string;
  ownerEmail: string;
  changeId: string;
  paymentId: string;
}

/**
 * Inserts an email, a change of a payout wallet and a scheduled payment that are due in ten seconds. The running server may act on them, but
 * not before the recovery target. Nobody signed the payment, so sending it fails.
 */
async function leaveWaiting(db: Database, { id, email }: Tenant): Promise<Waiting> {
  const [now, dueAt] = [new Date(), new Date(Date.now() + 10_000)];
  const mail = await makeMail(db, { userId: id, toAddress: email, queuedAt: now, nextTryAt: dueAt });
  const { merchant, owner, payee } = await makeMerchant(db);
  const change = await makePayeeChange(db, {
    merchantId: merchant.id,
    requestedBy: owner.id,
    requestedAt: now,
    takesEffectAt: dueAt,
    address: privateKeyToAccount(generatePrivateKey()).address,
  });
  const lease = await makeLease(db, { merchantId: merchant.id, createdBy: owner.id, tenantId: id });
  const payment = await makeScheduledPayment(db, {
    leaseId: lease.id,
    payerId: id,
    payeeId: payee?.id ?? "",
    status: "ready",
    encryptedSignature: "unreadable",
    signedAt: now,
    nextLookAt: dueAt,
  });
  return { dueAt, mailId: mail.id, ownerEmail: owner.email, changeId: change.id, paymentId: payment.id };
}

/** Returns the state of each waiting item in one line. */
async function readWaiting({ sql }: DatabaseConnection, { mailId, changeId, paymentId }: Waiting): Promise<string> {
  const [row] = await sql<{ words: string }[]>`
    select format('mail %s, change %s, payment %s', m.status, case when p.applied_at is null then 'waiting' else 'in force' end,
      case when exists (select from set_aside s where s.list = 'send-scheduled-payment' and s.item = c.id::text) then 'set aside' else c.status end) as words
    from mails m, payee_changes p, cheques c where m.id = ${mailId} and p.id = ${changeId} and c.id = ${paymentId}`;
  return row?.words ?? "gone";
}

/** Waits until everything that acts on what waits has looked at it since. */
async function untilWorked({ sql }: DatabaseConnection, since: Date): Promise<void> {
  const names = ["send-mails", "apply-payout-changes", "send-scheduled-payments"];
  await eventually(
    () =>
      sql<
        { count: number }[]
      >`select count(*)::integer as count from job_heartbeats where name in ${sql(names)} and last_success_at > ${since}`,
    ([row]) => row?.count === names.length,
    workLimitMs,
  );
}

const archiving = (archive: string): string =>
  `\nwal_level = replica\narchive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;

const recovering = (archive: string, moment: string): string =>
  `\narchive_mode = off\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`;
