import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { readManifest } from "@hearth/db/backup/manifest";
import { isMigrated, migrateDatabase } from "@hearth/db/migrate";
import { makeUser } from "@hearth/db/testing/factories";
import { makeDispute, makeDisputeDocument } from "@hearth/db/testing/record-factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import type { RebuildPlace } from "@hearth/domain/operations/inputs";
import { rebuildLedger } from "@hearth/server/features/settlement/checking/rebuild-ledger";
import { watchChain } from "@hearth/server/features/settlement/reading/watch-chain";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { type BucketServer, startBucketServer } from "@hearth/server/testing/bucket-server";
import { type Harness, startHarness } from "@hearth/server/testing/harness";
import { bounceReport } from "@hearth/server/testing/bounce-report";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "@hearth/server/testing/payment-fixture";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Hearth, openHearth } from "./testing/run-hearth.ts";

let fixture: PaymentFixture;
let hearth: Hearth;
let tenant: Tenant;
let server: BucketServer;
/** A payment that is still pending when the backup is made. */
let lost: Awaited<ReturnType<PaymentFixture["checkout"]>>;
const fresh: TestDatabase[] = [];
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  [hearth, server] = await Promise.all([openHearth("http://127.0.0.1:1"), startBucketServer()]);
  tenant = await fixture.tenant();
  const paid = await fixture.checkout(tenant);
  await fixture.transfer(tenant.account, paid);
  await fixture.mine(2);
  await fixture.watch();
  const dispute = await makeDispute(fixture.harness.db, { paymentId: paid.uuid, amountCents: 500 });
  const content = "A picture of the cold radiator";
  const sha256 = createHash("sha256").update(content).digest("hex");
  const file = { disputeId: dispute.id, addedBy: tenant.user.id, sizeBytes: content.length, sha256 };
  const document = await makeDisputeDocument(fixture.harness.db, file);
  await fixture.harness.deps.uploads.write(document.id, Readable.from([content]));
  lost = await fixture.checkout(tenant, "990.00");
  const many = "select now(), 'auth.signedIn', repeat('x', 200) || n from generate_series(1, 20000) n"; // larger than any buffer on the way
  await query(original(), `insert into audit_log (at, action, subject) ${many}`);
  await expectRun(["backup", "create", folder("first")], original());
});
afterEach(async () => {
  for (const database of fresh.splice(0)) await database.close();
});
afterAll(async () => {
  await Promise.all([hearth.close(), server.close()]);
  await fixture.harness.close();
});

const folder = (name: string) => join(hearth.configFolder, name);
const original = () => ({ DATABASE_URL: fixture.harness.deps.env.databaseUrl, UPLOADS_DIR: fixture.harness.deps.env.uploads.folder });

/** An empty database and an empty folder, as after a total loss. */
async function elsewhere(name: string, make: () => Promise<TestDatabase> = createEmptyDatabase) {
  const database = await make();
  fresh.push(database);
  return { DATABASE_URL: database.url, UPLOADS_DIR: folder(`uploads-${name}`) };
}

async function expectRun(args: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await hearth.run(args, { env });
  expect([code, stderr], `hearth ${args.join(" ")}\n${stdout}`).toEqual([0, ""]);
  return stdout;
}

async function query(env: { DATABASE_URL: string }, statement: string) {
  const sql = postgres(env.DATABASE_URL, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** The ledger rebuilt from the journal and the chain, with its differences from the stored one. */
async function rebuildAll(deps: Harness["deps"]) {
  const all = { differences: [] as string[], transfers: 0, totals: [] as unknown[] };
  for (let at: RebuildPlace | null = { part: "payments", after: null }; at !== null;) {
    const { part, checked, differences, totals, next } = await rebuildLedger(deps, at, { fromBlock: null, merchantId: null });
    all.differences.push(...differences);
    all.totals.push(...totals);
    if (part === "chain") all.transfers += checked;
    at = next;
  }
  return all;
}

describe("a backup restored after everything was lost", () => {
  it("has the same rows and files, and only this user can read it", async () => {
    const env = await elsewhere("same");
    expect(await expectRun(["backup", "restore", folder("first")], env)).toContain("Restored from");
    await expectRun(["backup", "create", folder("second")], env);
    const [first, second] = [await readManifest(folder("first")), await readManifest(folder("second"))];
    // Signs of a restored database: ended sessions, a log line, an alarm, and the stored identity of the new database.
    const touched = new Set(["sessions", "restores", "audit_log", "alarms", "alarm_webhooks", "wallet_challenges"]);
    const rest = ({ tables }: typeof first) => tables.filter(({ name }) => !touched.has(name));
    expect(rest(second)).toEqual(rest(first));
    expect(second.uploads).toEqual(first.uploads);
    const others = ({ sequences }: typeof first) => sequences.filter(({ name }) => !name.startsWith("audit_log"));
    expect(others(second)).toEqual(others(first));
    expect(first.uploads).toHaveLength(1);
    expect((await stat(folder("first"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder("first"), "manifest.json"))).mode & 0o777).toBe(0o600);
  });

  it("has one entry in the audit log, with its size", async () => {
    const lines = await query(original(), "select actor_id, data from audit_log where action = 'backup.made'");
    const { takenAt, tables, uploads } = await readManifest(folder("first"));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    expect(lines).toEqual([{ actor_id: null, data: { by: "operator", takenAt, rows, files: uploads.length } }]);
  });

  it("can be made of a database that only reads, and says that its audit log is silent", async () => {
    const { DATABASE_URL, ...rest } = original();
    const url = `${DATABASE_URL}${DATABASE_URL.includes("?") ? "&" : "?"}options=${encodeURIComponent("-c default_transaction_read_only=on")}`;
    const said = await expectRun(["backup", "create", folder("of-a-replica")], { ...rest, DATABASE_URL: url });
    expect(said).toContain("read-only, so its audit log does not mention this backup");
  });

  it("acts on nothing until released: lists the parts held back, and releases each one", async () => {
    const env = await elsewhere("held");
    const output = await expectRun(["backup", "restore", folder("first")], env);
    expect(output).toMatch(/\d+ sessions? and \d+ links? ended/);
    expect(output).toMatch(/Held back until you release them: \d+ emails, 0 changes of payout wallets, 0 scheduled payments/);
    expect(await query(env, "select count(*)::int as open from sessions where revoked_at is null")).toMatchObject([{ open: 0 }]);
    expect(await expectRun(["restored", "show"], env)).toContain("Scheduled payments that were signed before");
    for (const part of ["mails", "changes", "payments"]) await expectRun(["restored", "release", "--part", part], env);
    expect(await expectRun(["restored", "show"], env)).toContain("Nothing is held back.");
    expect(await expectRun(["restored", "mark"], env)).toContain("ended");
    expect(await expectRun(["restored", "release", "--part", "mails", "--drop"], env)).toContain("dropped");
  });

  it("still protects its logs from changes, and continues their numbering", async () => {
    const env = await elsewhere("rules");
    await expectRun(["backup", "restore", folder("first")], env);
    await expect(query(env, "update audit_log set action = 'nothing'")).rejects.toThrow();
    const [newest] = await query(env, "select max(id)::int as id from payment_events");
    const again = `insert into payment_events (payment_id, type, at) select payment_id, 'hinted', now() from payment_events limit 1`;
    const [next] = await query(env, `${again} returning id::int`);
    expect(next?.["id"]).toBeGreaterThan(newest?.["id"]);
    await expect(query(env, "insert into wallets (user_id, kind, address) values (uuidv7(), 'external', '0x1')")).rejects.toThrow();
  });

  it("reads later blocks from the chain: a payment completed after the backup is completed again", async () => {
    expect((await fixture.payment(tenant, lost.paymentId)).status).toBe("pending");
    await fixture.transfer(tenant.account, lost);
    await fixture.mine(2);
    await fixture.watch();
    const completed = await fixture.payment(tenant, lost.paymentId);
    expect(completed.status).toBe("completed");
    const env = await elsewhere("chain");
    await expectRun(["backup", "restore", folder("first")], env);
    const { rpcUrl } = fixture.harness.chain;
    const restored: Harness = await startHarness({
      clock: fixture.harness.clock,
      env: { ...env, RPC_URL: rpcUrl, BROWSER_RPC_URL: rpcUrl },
    });
    expect(await rebuildAll(restored.deps)).toMatchObject({ differences: [], transfers: 1 });
    while ((await watchChain(restored.deps)).more);
    // The journal entries after the backup are rebuilt from the chain alone.
    const rebuilt = await rebuildAll(restored.deps);
    expect(rebuilt).toMatchObject({ differences: [], transfers: 2 });
    expect(rebuilt.totals).toEqual((await rebuildAll(fixture.harness.deps)).totals);
    const again = await restored.caller(await restored.signIn(tenant.user.id)).payments.get({ paymentId: lost.paymentId });
    expect(again).toMatchObject({ status: "completed", transactionHash: completed.transactionHash });
    expect(await checkInvariants(restored.db)).toEqual([]);
    await restored.close();
  });

  it("is migrated if it is from an older version", async () => {
    const older = await elsewhere("older");
    const { migration } = await readManifest(folder("first"));
    const [before] = await query(
      original(),
      `select max(created_at)::text as at from drizzle.__drizzle_migrations where created_at < ${migration}`,
    );
    await migrateDatabase(older.DATABASE_URL, Number(before?.["at"]));
    await query(older, "insert into users (email, password_hash, first_name, last_name) values ('old@example.com', 'x', 'Old', 'Timer')");
    expect(await isMigrated(older.DATABASE_URL)).toBe(false);
    await expectRun(["backup", "create", folder("older")], older);
    const env = await elsewhere("newer");
    await expectRun(["backup", "restore", folder("older")], env);
    expect(await isMigrated(env.DATABASE_URL)).toBe(true);
    expect(await query(env, "select email from users")).toMatchObject([{ email: "old@example.com" }]);
  });
});

describe("backup and restore refuse", () => {
  it("a database with rows, and leave it unchanged", async () => {
    const env = await elsewhere("full", createTestDatabase);
    await query(env, "insert into users (email, password_hash, first_name, last_name) values ('here@example.com', 'x', 'I', 'Stay')");
    const { code, stderr } = await hearth.run(["backup", "restore", folder("first")], { env });
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^The database is not empty: \w+ has rows. Restore into a new database; nothing was changed\.$/),
    ]);
    expect(await query(env, "select email from users")).toMatchObject([{ email: "here@example.com" }]);
  });

  it("a backup that was changed", async () => {
    await expectRun(["backup", "create", folder("damaged")], original());
    const table = join(folder("damaged"), "tables", "payments.copy.gz");
    const bytes = await readFile(table);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    await writeFile(table, bytes);
    const verified = await hearth.run(["backup", "verify", folder("damaged")]);
    expect([verified.code, verified.stdout]).toEqual([5, expect.stringContaining("Table payments is not what was backed up")]);
    const env = await elsewhere("damaged");
    expect((await hearth.run(["backup", "restore", folder("damaged")], { env })).code).toBe(1);
    expect(await query(env, "select to_regclass('users') as name")).toMatchObject([{ name: null }]);
    expect((await hearth.run(["backup", "verify", folder("first")])).code).toBe(0);
  });

  it("a folder that is no backup, and a target folder that already exists", async () => {
    const none = await hearth.run(["backup", "verify", hearth.configFolder]);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("is no backup")]);
    const taken = await hearth.run(["backup", "create", folder("first")], { env: original() });
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("exists already; give a new name")]);
  });

  it("nothing when an uploaded file is missing: the rest is backed up, and the exit code says so", async () => {
    const { code, stdout } = await hearth.run(["backup", "create", folder("partly")], {
      env: { ...original(), UPLOADS_DIR: folder("nowhere") },
    });
    expect([code, stdout]).toEqual([5, expect.stringContaining("is missing or damaged")]);
    expect((await hearth.run(["backup", "verify", folder("partly")])).code).toBe(0);
  });

  it("an unreachable database, with a different exit code", async () => {
    const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };
    expect((await hearth.run(["backup", "create", folder("away")], { env })).code).toBe(6);
    expect((await hearth.run(["backup", "create", folder("away")])).stderr).toContain("Set DATABASE_URL");
    await rm(folder("away"), { recursive: true, force: true });
  });
});

describe("a bucket instead of the folder", () => {
  it("receives the files while people work, can be filled twice, and is backed up and restored like the folder", async () => {
    const bucket = { ...original(), ...server.env };
    const move = ["uploads", "move", "--to", "bucket"];
    expect(await expectRun(move, bucket)).toContain("Copied 1, and 0 were there already");
    expect(await expectRun(move, bucket)).toContain("Copied 0, and 1 were there already");
    await expectRun(["backup", "create", folder("bucket")], { ...bucket, UPLOADS_DIR: folder("nowhere") });
    expect((await readManifest(folder("bucket"))).uploads).toEqual((await readManifest(folder("first"))).uploads);
    const anew = { ...(await elsewhere("from-bucket")), ...server.env, S3_PREFIX: "anew/" };
    await expectRun(["backup", "restore", folder("bucket")], anew);
    expect(await expectRun(["uploads", "move", "--to", "folder", "--remove"], anew)).toContain("Copied 1, and 0 were there already");
    expect(await readdir(anew.UPLOADS_DIR)).toEqual((await readManifest(folder("first"))).uploads.map(({ id }) => id));
    expect(await expectRun(["uploads", "move", "--to", "bucket"], anew)).toContain("Copied 1, and 0 were there already"); // nothing was left there
  });

  it("reports a file that was already lost, and ends with 5", async () => {
    const env = { ...original(), ...server.env, S3_PREFIX: "lost/", UPLOADS_DIR: folder("nowhere") };
    const { code, stdout } = await hearth.run(["uploads", "move", "--to", "bucket"], { env });
    expect([code, stdout]).toEqual([5, expect.stringMatching(/The uploaded file \S+ is missing or damaged where it was/)]);
  });

  it("reports a missing or unnamed bucket in a sentence", async () => {
    const move = ["uploads", "move", "--to", "bucket"];
    const unknown = await hearth.run(move, { env: { ...original(), ...server.env, S3_BUCKET: "nothing" } });
    expect([unknown.code, unknown.stderr]).toEqual([6, expect.stringContaining("The bucket nothing cannot be used (NoSuchBucket)")]);
    const unnamed = await hearth.run(move, { env: original() });
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining("S3_BUCKET is missing")]);
    expect((await hearth.run(["uploads", "move", "--to", "moon"], { env: original() })).code).toBe(2);
  });
});

describe("a bounce report", () => {
  it("is read from the standard input, and told apart from other mail", async () => {
    const { db } = fixture.harness;
    const { id, toAddress: to } = await makeMail(db, { userId: tenant.user.id, status: "sent", sentAt: new Date() });
    const bounced = (messageId: string) => hearth.run(["mails", "bounced"], { env: original(), stdin: bounceReport({ messageId, to }) });
    expect(await bounced(`<${id}@hearth.test>`)).toMatchObject({ code: 0, stdout: expect.stringContaining("shown as refused") });
    expect(await bounced("<else@hearth.test>")).toMatchObject({ code: 4, stderr: expect.stringContaining("names no mail") });
  });
});

describe("making an admin", () => {
  it("works on the database, with the password from the standard input", async () => {
    const names = ["--first-name", "Ada", "--last-name", "Keeper"];
    const make = ["admins", "make", "--email", "ada@example.com"];
    expect((await hearth.run(make, { env: original() })).code).toBe(2);
    const { code } = await hearth.run([...make, ...names], { env: original(), stdin: "a decent password\n" });
    expect(code).toBe(0);
    const { admin, auth } = fixture.harness.caller();
    const given = { email: "ada@example.com", password: "a decent password" };
    await auth.replaceFirstPassword({ ...given, newPassword: "an own and long password" });
    expect((await admin.login({ ...given, password: "an own and long password" })).role).toBe("admin");
    const { email } = await makeUser(fixture.harness.db, { emailConfirmedAt: new Date() });
    const looks = await hearth.run(["admins", "make", "--email", email, "--read-only"], { env: original() });
    expect([looks.code, looks.stdout]).toEqual([0, expect.stringContaining("is an admin who may only look now")]);
    const acts = await hearth.run(["admins", "change", "--email", email], { env: original() });
    expect([acts.code, acts.stdout]).toEqual([0, expect.stringContaining("may change things from now on")]);
    const twice = await hearth.run(["admins", "make", "--email", email], { env: original() });
    expect([twice.code, twice.stderr.trim()]).toEqual([1, "This account is an admin already"]);
  });
});
