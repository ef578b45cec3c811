import { connectDatabase } from "@hearth/db/client";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { fillDatabase, landlordUserId } from "@hearth/db/testing/fill-database";
import { makeRentRecord } from "@hearth/db/testing/rent-factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { recordMaxCharges, recordMaxTransfers } from "@hearth/domain/records/signed-record";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { csvFileView } from "../csv/export-rows.ts";
import { ownDataView } from "../features/account/own-data.service.ts";
import { openSession } from "../features/auth/sessions/sessions.service.ts";
import { bookFileView } from "../features/rent/books/book-file.view.ts";
import { appRouter } from "../trpc/root.ts";
import { schemaOfOutput } from "../trpc/synchronous.ts";
import { fillLeases } from "./fill-leases.ts";
import { type MeteredServer, startMeteredServer } from "./metered-server.ts";

const month = "2026-10";
/** Payments and leases of the largest account; 20,000 in `npm run prove held`. */
const most = Number(process.env["HELD_ROWS"] ?? 5_000);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let server: MeteredServer;
const tokens: Record<string, string> = {};
let lease: string;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await fillDatabase(sql, { payments: most, merchants: 1, consumers: 1, ofLandlord: most, until: new Date() });
  const { db } = connection;
  const [large, small] = [await makeMerchant(db), await makeMerchant(db)];
  await fillLeases(sql, { merchantId: large.merchant.id, ownerId: large.owner.id, leases: most, properties: 20 });
  await fillLeases(sql, { merchantId: small.merchant.id, ownerId: small.owner.id, leases: 1_000, properties: 1_000 });
  await sql`insert into audit_log (at, action, data) select now() - n * interval '1 minute', 'rent.chargesAdded', '{"charges": 5000, "leases": 5000}' from generate_series(1, ${most}) n`;
  const [first] = await sql<{ id: string }[]>`select id from leases where merchant_id = ${small.merchant.id} order by id limit 1`;
  await sql`
    with made as (
      insert into charges (lease_id, kind, description, cents, due_on, due_at)
      select ${first?.id ?? ""}, 'other', 'Laundry ' || n, 100 + n, '2026-10-01', '2026-10-01' from generate_series(1, 1990) n returning id, lease_id, cents
    ) insert into lease_entries (lease_id, kind, charge_id, cents, effective_on, posted_at)
    select lease_id, 'charge', id, cents, '2026-10-01', '2026-10-01' from made`;
  await sql`update lease_tenants set user_id = (select consumer_id from payments limit 1), joined_at = '2026-01-01' where lease_id = ${first?.id ?? ""}`;
  await sql`analyze`;
  await sql.end();
  lease = publicId("lease", first?.id ?? "");
  const admin = await makeUser(db, { role: "admin" });
  const [payer] = await connection.sql<{ id: string }[]>`select consumer_id as id from payments limit 1`;
  const userIds = { payer: payer?.id ?? "", landlord: landlordUserId, large: large.owner.id, small: small.owner.id };
  for (const [name, userId] of Object.entries(userIds))
    tokens[name] = await openSession(db, { userId, kind: "auth", now: new Date(), origin: null });
  tokens["admin"] = await openSession(db, { userId: admin.id, kind: "admin", now: new Date(), origin: null });
  server = await startMeteredServer(database.url);
});
afterAll(async () => {
  await server.stop();
  await connection.close();
  await database.close();
});

/** A busy machine can take a statement beyond its limit of five seconds. Such a call is repeated, and all tries are measured. */
const triesOfCall = 5;

/** Calls a procedure over HTTP. @throws Error for a refusal, so that no refusal is measured in place of the work. */
async function call(who: string, type: "query" | "mutation", path: string, input: object): Promise<unknown> {
  const json = JSON.stringify(input);
  const url = `${server.url}/trpc/${path}${type === "query" ? `?input=${encodeURIComponent(json)}` : ""}`;
  const headers = { authorization: `Bearer ${tokens[who]}`, ...(type === "mutation" && { "content-type": "application/json" }) };
  for (let count = 1; ; count += 1) {
    const response = await fetch(url, { headers, ...(type === "mutation" && { method: "POST", body: json }) });
    const answer = await response.json();
    if (response.ok) return answer.result.data;
    if (response.status === 503 && count < triesOfCall) continue;
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 300)}`);
  }
}

const outcome = z.object({ error: z.object({ message: z.string(), data: z.object({ code: z.string() }) }).optional() });

/** Calls a query without input and returns its status and error. */
async function ask(path: string, token = "") {
  const response = await fetch(`${server.url}/trpc/${path}?input=%7B%7D`, { headers: { authorization: `Bearer ${token}` } });
  const { error } = outcome.parse(await response.json());
  return { status: response.status, code: error?.data.code, message: error?.message, retryAfter: response.headers.get("retry-after") };
}

/** The two refusals of a file: the account has two in progress, or too many wait in all. */
const refusals = new Set([
  "429 RATE_LIMITED 5: Your last files are still being made. Please try again in 5 seconds.",
  `503 OVERLOADED 10: ${new HearthError("OVERLOADED", { retryAfterSeconds: 10 }).message}`,
]);

const rowsOf = (text: string) => text.split("\n").length - 2; // less the heads and the end of the last line
const csvRows = (answer: unknown) => rowsOf(csvFileView.parse(answer).csv);
const book = (answer: unknown) => Buffer.from(bookFileView.parse(answer).content, "base64");
const statement = (format: string) => ({ leaseId: lease, startDate: "2026-01-01", endDate: "2026-12-31", format });

let files = 0;
/** Makes the largest file of charges, for 5,000 leases. Each call makes another one. */
function chargeFile(): { csv: string } {
  files += 1;
  const rows = Array.from({ length: 5_000 }, (_, at) => `House ${1 + ((at + 1) % 20)},Unit ${at + 1},Other,Keys ${files},25.00,2026-10-15`);
  return { csv: ["Property,Unit,Kind,Description,Amount,Due", ...rows].join("\n") };
}

/** Stores a record with as many charges and transfers as one may have. */
async function largestRecord(): Promise<string> {
  const { db, sql } = connection;
  const [payer] = await sql<{ id: string }[]>`select consumer_id as id from payments limit 1`;
  const made = { leaseId: parsePublicId("lease", lease) ?? "", userId: payer?.id ?? "" };
  const { document } = await makeRentRecord(db, made);
  if (document === null) throw new Error("The record has no document");
  const [word, from] = [`0x${"a".repeat(64)}`, `0x${"b".repeat(40)}`] as const;
  const transfers = Array.from({ length: recordMaxTransfers }, (_, logIndex) => ({
    txHash: word,
    logIndex,
    blockNumber: 1,
    blockHash: word,
    time: 1_790_000_000,
    from,
    to: from,
    units: "725000000",
    nonce: word,
  }));
  const charges = Array.from({ length: recordMaxCharges }, (_, at) => {
    const parts = [2 * at, 2 * at + 1].map((transfer) => ({ transfer, cents: 72_500 }));
    const days = { dueOn: "2026-10-01", dueAt: 1_789_000_000, lateFrom: 1_789_100_000, paidAt: 1_790_000_000, daysLate: 3 };
    return { kind: "rent" as const, description: `Rent ${at}`, ...days, cents: 145_000, parts, otherCents: 0, terms: [] };
  });
  const full = { ...document, record: { ...document.record, transfers, charges } };
  const { id } = await makeRentRecord(db, { ...made, chargeCount: charges.length, document: full });
  return publicId("rentRecord", id);
}

/** Reads every piece of an account's own data, one after another. */
async function readOwnData(who: string): Promise<number> {
  let [cursor, length]: [string | undefined, number] = [undefined, 0];
  do {
    const piece = ownDataView.parse(await call(who, "query", "account.exportData", { cursor }));
    length += piece.json.length;
    cursor = piece.cursor ?? undefined;
  } while (cursor !== undefined);
  return length;
}

const stretch = z.object({ next: z.looseObject({ part: z.string() }).nullable() });

/** Reads every part of a comparison that an administrator can request, one after another. */
async function readStretches(path: string): Promise<number> {
  let [at, count]: [unknown, number] = [undefined, 0];
  do {
    const { next } = stretch.parse(await call("admin", "query", path, { at }));
    count += 1;
    at = next?.part === "chain" ? undefined : (next ?? undefined);
  } while (at !== undefined);
  return count;
}

/** The largest legal request of each heavy call, by procedure and variant. Each checks that the work was done. */
const doors: Record<string, () => Promise<unknown>> = {
  "payments.exportHistory": async () => expect(csvRows(await call("payer", "query", "payments.exportHistory", {}))).toBe(most),
  "merchant.exportTransactions": async () => expect(csvRows(await call("landlord", "query", "merchant.exportTransactions", {}))).toBe(most),
  "admin.exportTransactions": async () => expect(csvRows(await call("admin", "query", "admin.exportTransactions", {}))).toBe(most),
  "admin.exportAuditLog": async () =>
    expect(csvRows(await call("admin", "query", "admin.exportAuditLog", { action: "rent.chargesAdded" }))).toBe(most),
  "rent.rollFile csv": async () =>
    expect(rowsOf(book(await call("large", "query", "rent.rollFile", { period: month, format: "csv" })).toString())).toBe(most + 1),
  "rent.rollFile pdf": async () =>
    expect(book(await call("small", "query", "rent.rollFile", { period: month, format: "pdf" })).length).toBeGreaterThan(50_000),
  "rent.rollSums": async () => expect(await call("large", "query", "rent.rollSums", { period: month })).toMatchObject({ leases: most }),
  "rent.accountingFile": async () =>
    expect(rowsOf(book(await call("large", "query", "rent.accountingFile", { period: month })).toString())).toBe(2 * most),
  "rent.monthFile csv": async () =>
    expect(rowsOf(book(await call("small", "query", "rent.monthFile", { period: month, format: "csv" })).toString())).toBe(1_001),
  "rent.monthFile pdf": async () =>
    expect(book(await call("small", "query", "rent.monthFile", { period: month, format: "pdf" })).length).toBeGreaterThan(50_000),
  ...Object.fromEntries(
    Object.entries({ "rent.statement": "small", "rent.ownStatement": "payer", "rent.statementForAdmin": "admin" }).flatMap(
      ([path, who]) => [
        [`${path} csv`, async () => expect(rowsOf(book(await call(who, "query", path, statement("csv"))).toString())).toBe(1_993)],
        [`${path} pdf`, async () => expect(book(await call(who, "query", path, statement("pdf"))).length).toBeGreaterThan(50_000)],
      ],
    ),
  ),
  "records.file": async () =>
    expect(book(await call("payer", "query", "records.file", { recordId: await largestRecord() })).length).toBeGreaterThan(50_000),
  "account.exportData payer": async () => expect(await readOwnData("payer")).toBeGreaterThan(most * 40),
  "account.exportData landlord": async () => expect(await readOwnData("large")).toBeGreaterThan(most * 40),
  "rent.checkCharges": async () =>
    expect(await call("large", "mutation", "rent.checkCharges", chargeFile())).toMatchObject({ charges: 5_000, problems: [] }),
  "rent.addCharges": async () => expect(await call("large", "mutation", "rent.addCharges", chargeFile())).toMatchObject({ charges: 5_000 }),
  "operations.invariants": async () => expect(await readStretches("operations.invariants")).toBeGreaterThan(5),
  "operations.rebuild": async () => expect(await readStretches("operations.rebuild")).toBeGreaterThan(5),
  "admin.transactions search": async () =>
    expect(await call("admin", "query", "admin.transactions", { search: "Person Number2", limit: 500 })).toMatchObject({
      items: { length: 500 },
    }),
  "admin.users search": async () =>
    expect(await call("admin", "query", "admin.users", { search: "Person", limit: 500 })).toMatchObject({ items: { length: 2 } }),
  "merchant.transactions search": async () =>
    expect(await call("landlord", "query", "merchant.transactions", { search: "Person", limit: 500 })).toMatchObject({
      items: { length: 500 },
    }),
  "payments.list": async () =>
    expect(await call("payer", "query", "payments.list", { limit: 500 })).toMatchObject({ items: { length: 500 } }),
  "rent.roll": async () =>
    expect(await call("large", "query", "rent.roll", { period: month, limit: 500 })).toMatchObject({ items: { length: 500 } }),
};

describe("the largest legal request", () => {
  it.each(Object.keys(doors))("holds the process for less than 100 ms of CPU time per turn: %s", async (name) => {
    const figures = await server.figuresIfHeld(name, async () => doors[name]?.());
    expect(figures, JSON.stringify(figures)).toEqual([]);
  });

  it("is refused with a sentence if hundreds request files at once, and memory stays bounded", async () => {
    const accounts = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { id } = await makeUser(connection.db);
        return openSession(connection.db, { userId: id, kind: "auth", now: new Date(), origin: null });
      }),
    );
    await server.meter("begin");
    const { answer, asked, longestWaitMs } = await server.whileAsked(async () => {
      const large = ["payer", "landlord", "large"].map((who) => ask("payments.exportHistory", tokens[who]));
      const crowd = Array.from({ length: 10 }, () => accounts.map((token) => ask("payments.exportHistory", token))).flat();
      return Promise.all([...large, ...crowd]);
    });
    const { highestHeapMb } = await server.meter("end");
    const counts = Object.fromEntries([...Map.groupBy(answer, ({ status }) => status)].map(([status, all]) => [status, all.length]));
    const wall = `/health/live was answered ${asked} times, after ${longestWaitMs.toFixed(0)} ms at most`;
    process.stderr.write(
      `${answer.length} files at once: ${JSON.stringify(counts)}, ${highestHeapMb.toFixed(0)} MB of heap at most; ${wall}\n`,
    );
    const refused = answer.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(answer.length - refused.length).toBeGreaterThan(0);
    const messages = refused.map(({ status, code, message, retryAfter }) => `${status} ${code} ${retryAfter}: ${message}`);
    expect(messages.filter((message) => !refusals.has(message))).toEqual([]);
    expect(highestHeapMb).toBeLessThan(512);
    expect(csvRows(await call("payer", "query", "payments.exportHistory", {}))).toBe(most);
  });

  it("is tried with every call that returns a file", () => {
    const views: unknown[] = [csvFileView, bookFileView, ownDataView];
    const files = Object.entries(appRouter._def.record).flatMap(([noun, procedures]) =>
      Object.entries(procedures).flatMap(([name, { _def }]) =>
        "output" in _def && views.includes(schemaOfOutput(_def.output)) ? [`${noun}.${name}`] : [],
      ),
    );
    expect(files.length).toBeGreaterThan(9);
    expect(files.filter((path) => !Object.keys(doors).some((door) => door.split(" ")[0] === path))).toEqual([]);
  });
});
