import { createHash } from "node:crypto";
import { factoryPassword, factoryPasswordHash, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { listProcedures, policyOf } from "../trpc/procedure-meta.ts";
import { freshSubject } from "./call-subject.ts";
import { type Harness, startHarness } from "./harness.ts";
import { type CallSubject, procedureInputs } from "./procedure-inputs.ts";

const lines: string[] = [];
let harness: Harness;
let subject: CallSubject;
let tokens: Record<"user" | "merchant" | "admin", string>;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" }, onLog: (line) => lines.push(line) });
  const { merchant, owner } = await makeMerchant(harness.db);
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  const admin = await makeUser(harness.db, { role: "admin" });
  subject = await freshSubject(harness, { payer, merchantId: merchant.id });
  tokens = {
    user: await harness.signIn(payer.id),
    merchant: await harness.signIn(owner.id),
    admin: await harness.signIn(admin.id, "admin"),
  };
  await refuseToWait();
});
afterAll(() => harness.close());

/** Sets a lock timeout of 20 ms for new connections, and ends the existing ones. */
async function refuseToWait(): Promise<void> {
  const { sql } = harness.deps;
  const [{ name } = { name: "" }] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql`alter database ${sql(name)} set lock_timeout = '20ms'`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;
}

/** Runs `run` while the chosen tables can be neither read nor written. */
async function whileLocked(which: (table: string) => boolean, run: () => Promise<void>): Promise<void> {
  await harness.deps.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const tables = await tx<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    for (const { name } of tables.filter((table) => which(table.name))) await tx`lock table ${tx(name)} in access exclusive mode`;
    await run();
  });
}

const calls = listProcedures().filter(({ path, type }) => type !== "subscription" && !path.endsWith(".logout"));

async function callAll(): Promise<void> {
  for (const { path, type } of calls) {
    const policy = policyOf(path);
    const headers = {
      "content-type": "application/json",
      "idempotency-key": "0123456789abcdef",
      ...(policy !== "public" && { authorization: `Bearer ${tokens[policy]}` }),
    };
    const input = JSON.stringify(procedureInputs[path]?.(subject) ?? {});
    const url = `/trpc/${path}`;
    if (type === "query") await harness.app.inject({ url: `${url}?input=${encodeURIComponent(input)}`, headers });
    else await harness.app.inject({ method: "POST", url, headers, payload: input });
  }
}

const failure = z.object({ path: z.string(), err: z.object({ message: z.string() }) });
/** The procedures whose statements failed, according to the log. */
function failed(): string[] {
  return lines.flatMap((line) => {
    const { data } = failure.safeParse(JSON.parse(line));
    return data?.err.message.startsWith("Failed query") ? [data.path] : [];
  });
}

/** Values that no log line may contain: passwords and their hashes, tokens, references, and personal data. */
function secrets(): string[] {
  const hashes = Object.values(tokens).map((token) => createHash("sha256").update(token).digest("hex"));
  const sent = ["a decent password", "not the password", factoryPassword, factoryPasswordHash, "$argon2", "@example.com"];
  return [...sent, ...Object.values(tokens), ...hashes, subject.reference, "Ines", "1 Main Street", "555 0123", `0x${"11".repeat(65)}`];
}

it("a failed statement of any call logs no secret", async () => {
  await whileLocked((table) => !["users", "sessions"].includes(table), callAll);
  await whileLocked((table) => ["users", "sessions"].includes(table), callAll);
  const failures = new Set(failed());
  const features = new Set(calls.map(({ path }) => path.split(".")[0]));
  expect(new Set([...failures].map((path) => path.split(".")[0]))).toEqual(features);
  expect(failures.size).toBeGreaterThan(calls.length * 0.8);
  const log = lines.join("");
  expect(secrets().filter((secret) => log.includes(secret))).toEqual([]);
});
