import { type CountingDatabase, isScan, openCountingDatabase, type Scan, type SentStatement } from "@hearth/db/testing/counting-database";
import { fillDatabase, landlordId, landlordUserId } from "@hearth/db/testing/fill-database";
import { leases as leaseRows } from "@hearth/db/schema/leases";
import { payments } from "@hearth/db/schema/payments";
import { makeUser } from "@hearth/db/testing/factories";
import { makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeMonthClose } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { monthName } from "@hearth/domain/time";
import { tenancySorts } from "@hearth/domain/rent/inputs";
import { mostFound } from "@hearth/domain/rent/tenant-search";
import { desc, eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOperatingGauges } from "../plugins/operating-gauges.ts";
import { settleDisputes } from "../features/disputes/settle-disputes.ts";
import { foldFigures } from "../features/figures/figures.service.ts";
import { reportChanges } from "../features/operations/check-state.ts";
import { checkStretch } from "../features/settlement/checking/check-state.ts";
import { ledgerRules } from "../features/settlement/checking/check-invariants.ts";
import { mostUnits } from "../features/rent/rows/properties.repo.ts";
import { listProcedures } from "../trpc/procedure-meta.ts";
import { endSome, fillLeases, fillOtherLandlords, giveAccounts, oweSinceYesterday, payMost } from "./fill-leases.ts";
import { fillOperations } from "./fill-operations.ts";
import { type Harness, startHarness } from "./harness.ts";
import { leases, maxPagesByRead, maxRowsByRead, notMeasured } from "./flat-read-exceptions.ts";

/** The number of payments: a million in `npm run prove`. A fifth of them belongs to one landlord. */
const count = Number(process.env["FLAT_PAYMENTS"] ?? 30_000);

/** Rows above which a table is checked. */
const bigTableRows = 2_000;
/** The most rows that a part of a list, figure or search may read, whatever the number of payments. */
const maxRows = 2_500;
/** The most pages that the statements of a read may read together, in a plan for unknown values. */
const maxPages = 600;
/** The most rows of a scan that a LIMIT may end early. */
const maxRowsUnderLimit = 500;

let harness: Harness;
let counting: CountingDatabase;
let admin: ReturnType<Harness["caller"]>;
let landlord: ReturnType<Harness["caller"]>;
let payer: ReturnType<Harness["caller"]>;
let anybody: ReturnType<Harness["caller"]>;
let openCheckout: { id: string; reference: string };
/** A pending payment to the landlord. All others of the landlord are completed. */
let ownPaymentId: string;
let bigTables: Set<string>;
/** Money of a wallet that one of the landlord's tenants linked, for no payment. */
let strayTransferId: string;
/** A lease of the landlord, and its unit. */
let leaseId: string;
let unitId: string;
beforeAll(async () => {
  harness = await startHarness({ env: { ALARM_WEBHOOK_URL: "http://127.0.0.1:9", ALARM_WEBHOOK_SECRET: `whsec_${"a".repeat(44)}` } });
  const { databaseUrl } = harness.deps.env;
  const raw = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await fillDatabase(raw, { payments: count, merchants: 200, consumers: 20_000, ofLandlord: count / 5, until: harness.clock.now() });
  await fillLeases(raw, { merchantId: landlordId, ownerId: landlordUserId, leases, properties: 20 });
  await fillOtherLandlords(raw, landlordId);
  await payMost(raw);
  await endSome(raw, landlordId);
  await linkWallets(raw);
  await foldFigures(harness.db); // as the job does each minute
  await fillOperations(raw, harness.deps);
  const rows = await raw<{ name: string }[]>`select relname as name from pg_class where relkind = 'r' and reltuples > ${bigTableRows}`;
  bigTables = new Set(rows.map(({ name }) => name));
  await raw.end();
  admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin"));
  landlord = harness.caller(await harness.signIn(landlordUserId));
  const [pending] = await harness.db
    .select()
    .from(payments)
    .where(eq(payments.status, "pending"))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  openCheckout = { id: publicId("payment", pending?.id ?? ""), reference: pending?.reference ?? "" };
  payer = harness.caller(await harness.signIn(pending?.consumerId ?? ""));
  anybody = harness.caller();
  const [lease] = await harness.db
    .select({ id: leaseRows.id, unitId: leaseRows.unitId })
    .from(leaseRows)
    .where(eq(leaseRows.merchantId, landlordId))
    .limit(1);
  leaseId = publicId("lease", lease?.id ?? "");
  unitId = publicId("unit", lease?.unitId ?? "");
  counting = openCountingDatabase(databaseUrl, { isGeneric: true });
  // A connection reads hundreds of catalog pages when it first plans what this function does. Each of the four does so here.
  await Promise.all([1, 2, 3, 4].map(() => counting.db.execute(sql`select count(*), pg_sleep(0.2) from failed_jobs()`)));
  Object.assign(harness.deps, { db: counting.db });
});
afterAll(async () => {
  await counting.close();
  await harness.close();
});

/** Gives every tenant an account, every account a wallet, and the landlord a pending payment and unmatched money from one of these wallets. */
async function linkWallets(raw: postgres.Sql): Promise<void> {
  await giveAccounts(raw);
  const [own] = await raw<{ id: string }[]>`
    update payments set merchant_id = ${landlordId} where id = (select id from payments where status = 'pending' order by created_at limit 1) returning id`;
  ownPaymentId = publicId("payment", own?.id ?? "");
  const fromAddress: `0x${string}` = `0x${"1".padStart(40, "0")}`;
  const { id } = await makeTransfer(harness.db, { merchantId: landlordId, fromAddress, usdcUnits: 200_000_000n });
  strayTransferId = publicId("transfer", id);
}

/** Runs `work` and returns the statements that it sent. */
async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  counting.statements.length = 0;
  await work();
  return [...counting.statements];
}

/** Runs `work` and explains each statement that it sent, in generic plans. Returns the pages that they read together, and the scans with their texts. */
async function explainReads(work: () => Promise<unknown>): Promise<{ pages: number; scans: (Scan & { query: string })[] }> {
  const sent = (await statementsOf(work)).filter(({ query }) => /^\s*(select|with)/i.test(query) && !/for (no key )?update/i.test(query));
  const scans: (Scan & { query: string })[] = [];
  let pages = 0;
  for (const statement of sent) {
    if (/fold_figures/.test(statement.query)) continue;
    const steps = await counting.steps(statement);
    pages += steps[0]?.pages ?? 0;
    const query = statement.query.replace(/\s+/g, " ").slice(0, 400);
    scans.push(...steps.filter(isScan).map((scan) => ({ ...scan, query })));
  }
  return { pages, scans };
}

/** The rows of a table that each scan of it by `work` reads, without scans of an index alone. */
async function rowsOf(name: string, work: () => Promise<unknown>): Promise<number[]> {
  const { scans } = await explainReads(work);
  return scans.flatMap(({ kind, table, rows }) => (table === name && !/Index Only|Bitmap Index/.test(kind) ? rows : []));
}

/**
 * Finds what `work` reads too much of. Too much are scans of big tables over 500 rows in sequence or over `most` by an index, and parts of bitmaps over as many
 * index entries. So are statements that read over `mostPages` pages together.
 */
async function heavyScans(work: () => Promise<unknown>, most = maxRows, mostPages = maxPages): Promise<string[]> {
  const { pages, scans } = await explainReads(work);
  const isBig = ({ kind, table }: Scan) => bigTables.has(table) || kind === "Bitmap Index Scan";
  const isHeavy = (scan: Scan) => isBig(scan) && scan.rows > (scan.kind === "Seq Scan" ? maxRowsUnderLimit : most);
  const heavy = scans.filter(isHeavy).map(({ kind, table, rows, query }) => `${kind} of ${rows} rows of ${table} by ${query}`);
  return pages > mostPages ? [...heavy, `${pages} pages`] : heavy;
}

const merchantId = publicId("merchant", landlordId);
const range = { startDate: "2026-03-10", endDate: "2026-06-20" };
/** Reads whose cost must not depend on the amount of data, by what somebody does. */
const reads: Record<string, () => Promise<unknown>> = {
  "an administrator's dashboard": () => admin.admin.dashboard(),
  "the number of open disputes": () => admin.admin.openDisputeCount(),
  "all transactions": () => admin.admin.transactions({}),
  "all transactions of a status": () => admin.admin.transactions({ status: "pending" }),
  "all transactions of a merchant": () => admin.admin.transactions({ merchantId }),
  "all transactions of a merchant and a status": () => admin.admin.transactions({ merchantId, status: "pending" }),
  "all transactions of some days": () => admin.admin.transactions(range),
  "the largest transactions": () => admin.admin.transactions({ order: "largest" }),
  "the smallest transactions of a status": () => admin.admin.transactions({ order: "smallest", status: "pending" }),
  "the largest transactions of a merchant": () => admin.admin.transactions({ order: "largest", merchantId }),
  "the largest transactions of a merchant and a status": () =>
    admin.admin.transactions({ order: "largest", merchantId, status: "pending" }),
  "the largest transactions of some days": () => admin.admin.transactions({ order: "largest", ...range }),
  "the largest transactions of a few days": () =>
    admin.admin.transactions({ order: "largest", startDate: "2026-03-10", endDate: "2026-03-12" }),
  "the largest transactions of days without any": () =>
    admin.admin.transactions({ order: "largest", startDate: "2019-01-01", endDate: "2019-12-31" }),
  "the largest transactions of one person": () => admin.admin.transactions({ order: "largest", search: "person2041@" }),
  "the largest transactions that match everybody": () => admin.admin.transactions({ order: "largest", search: "example" }),
  "a search for one person's transactions": () => admin.admin.transactions({ search: "person2041@" }),
  "a search that matches everybody": () => admin.admin.transactions({ search: "example" }),
  "a search for a code": () => admin.admin.transactions({ search: "ABCD-EFGH" }),
  "how many transactions there are": () => admin.admin.transactionCounts({}),
  "how many transactions a merchant has": () => admin.admin.transactionCounts({ merchantId }),
  "how many transactions there are in some days": () => admin.admin.transactionCounts(range),
  "unmatched money": () => admin.admin.transfers({}),
  "money that was set aside": () => admin.admin.transfers({ show: "setAside" }),
  "money that was sent back": () => admin.admin.transfers({ show: "sentBack" }),
  "money that was attached": () => admin.admin.transfers({ show: "attached" }),
  "unmatched money of a merchant by name": () => admin.admin.transfers({ search: "house150@" }),
  "all people": () => admin.admin.users({}),
  "a search for people": () => admin.admin.users({ search: "number2041" }),
  "all merchants": () => admin.admin.merchants({}),
  "a search for merchants": () => admin.admin.merchants({ search: "house 150" }),
  "the names of merchants": () => admin.admin.merchantNames(),
  "the audit log": () => admin.admin.auditLog({}),
  "all leases": () => admin.rent.leasesForAdmin({ limit: 100 }),
  "all leases by words that match everybody": () => admin.rent.leasesForAdmin({ limit: 100, search: "tenant" }),
  "all leases by one letter": () => admin.rent.leasesForAdmin({ limit: 100, search: "t" }),
  "all leases by words that match all landlords": () => admin.rent.leasesForAdmin({ limit: 100, search: "house" }),
  "leases of a merchant by words that match everybody": () => admin.rent.leasesForAdmin({ limit: 100, search: "tenant", merchantId }),
  "all leases of a merchant": () => admin.rent.tenantsForAdmin({ limit: 100, merchantId }),
  "all disputes": () => admin.disputes.listForAdmin({}),
  "all open disputes": () => admin.disputes.listForAdmin({ status: "open" }),
  "the largest disputes": () => admin.disputes.listForAdmin({ order: "largest" }),
  "the smallest open disputes": () => admin.disputes.listForAdmin({ order: "smallest", status: "open" }),
  "the largest disputes of one person": () => admin.disputes.listForAdmin({ order: "largest", search: "person2041@" }),
  "all disputes of a merchant": () => admin.disputes.listForAdmin({ merchantId }),
  "a search for one person's disputes": () => admin.disputes.listForAdmin({ search: "person2041@" }),
  "a search for disputes that matches everybody": () => admin.disputes.listForAdmin({ search: "example" }),
  "a search for a dispute's code": () => admin.disputes.listForAdmin({ search: "D29898" }),
  "a landlord's figures": () => landlord.merchant.stats({}),
  "a landlord's figures of another time zone": () => landlord.merchant.stats({ timeZone: "Asia/Kathmandu" }),
  "what waits for a landlord": () => landlord.merchant.attention(),
  "a landlord's tenants who have not paid": () => landlord.merchant.unpaidTenants({}),
  "a landlord's transactions": () => landlord.merchant.transactions({}),
  "a landlord's transactions of a status": () => landlord.merchant.transactions({ status: "pending" }),
  "a landlord's oldest transactions": () => landlord.merchant.transactions({ order: "oldest" }),
  "a landlord's largest transactions": () => landlord.merchant.transactions({ order: "largest" }),
  "a landlord's smallest transactions of a status": () => landlord.merchant.transactions({ order: "smallest", status: "pending" }),
  "a landlord's largest transactions of a few days": () =>
    landlord.merchant.transactions({ order: "largest", startDate: "2026-03-10", endDate: "2026-03-20" }),
  "a landlord's largest transactions of some tenants": () => landlord.merchant.transactions({ order: "largest", search: "person" }),
  "a landlord's transactions of some tenants": () => landlord.merchant.transactions({ search: "person" }),
  "a landlord's search": () => landlord.merchant.searchTransactions({ search: "rent" }),
  "a landlord's search for what there is not": () => landlord.merchant.searchTransactions({ search: "no one at all" }),
  "a landlord's totals": () => landlord.merchant.transactionTotals({}),
  "a landlord's totals of some days": () => landlord.merchant.transactionTotals(range),
  "a landlord's business": () => landlord.merchant.business(),
  "a landlord's disputes": () => landlord.disputes.listForMerchant({}),
  "a landlord's open disputes": () => landlord.disputes.listForMerchant({ status: "open" }),
  "a landlord's totals of disputes": () => landlord.merchant.disputeTotals({}),
  "a page of a landlord's tenants": () => landlord.rent.tenants({ limit: 100 }),
  "a page of a landlord's tenants by balance": () => landlord.rent.tenants({ limit: 100, sort: "balance" }),
  "a page of a landlord's tenants by past due": () => landlord.rent.tenants({ limit: 100, sort: "pastDue" }),
  "a page of a landlord's tenants by past due, the least first": () =>
    landlord.rent.tenants({ limit: 100, state: "late", sort: "pastDue", order: "ascending" }),
  "a page of a landlord's tenants past due": () => landlord.rent.tenants({ limit: 100, state: "late" }),
  "the sums of a landlord's tenants": () => landlord.rent.tenantSums({}),
  "a page of a landlord's tenants by last payment": () => landlord.rent.tenants({ limit: 100, sort: "lastPaid" }),
  "a page of a landlord's tenants by end": () => landlord.rent.tenants({ limit: 100, sort: "ends" }),
  "a page of a landlord's tenants by name": () => landlord.rent.tenants({ limit: 100, sort: "tenant" }),
  "a page of a landlord's tenants by unit": () => landlord.rent.tenants({ limit: 100, sort: "unit" }),
  "a page of a landlord's tenants of a name of one letter": () => landlord.rent.tenants({ limit: 100, search: "t", sort: "tenant" }),
  "a page of a landlord's tenants of a name of two letters": () => landlord.rent.tenants({ limit: 100, search: "te", sort: "balance" }),
  "a page of a landlord's tenants by words that match everybody": () =>
    landlord.rent.tenants({ limit: 100, search: "tenant", sort: "unit" }),
  "a page of a landlord's tenants by an amount": () => landlord.rent.tenants({ limit: 100, search: "1450" }),
  "a page of a landlord's tenants whose leases end soon": () => landlord.rent.tenants({ limit: 100, state: "endsSoon", sort: "tenant" }),
  "a page of a landlord's tenants with money to return": () => landlord.rent.tenants({ limit: 100, state: "giveBack" }),
  "a page of a landlord's tenants with money to return by past due": () =>
    landlord.rent.tenants({ limit: 100, state: "giveBack", sort: "pastDue" }),
  "a page of a landlord's tenants with money to return by name": () =>
    landlord.rent.tenants({ limit: 100, state: "giveBack", sort: "tenant" }),
  "a page of a landlord's tenants whose leases are over": () => landlord.rent.tenants({ limit: 100, state: "ended" }),
  "a page of a landlord's tenants whose leases are over by unit": () => landlord.rent.tenants({ limit: 100, state: "ended", sort: "unit" }),
  "a page of a landlord's tenants whose leases are over by balance": () =>
    landlord.rent.tenants({ limit: 100, state: "ended", sort: "balance" }),
  "a page of a landlord's tenants whose leases are over by last payment": () =>
    landlord.rent.tenants({ limit: 100, state: "ended", sort: "lastPaid" }),
  "a page of a landlord's tenants whose leases are over by end": () => landlord.rent.tenants({ limit: 100, state: "ended", sort: "ends" }),
  "a page of a landlord's tenants whose leases end soon by unit": () =>
    landlord.rent.tenants({ limit: 100, state: "endsSoon", sort: "unit" }),
  "the sums of a landlord's tenants whose leases are over": () => landlord.rent.tenantSums({ state: "ended" }),
  "the sums of a landlord's tenants with money to return": () => landlord.rent.tenantSums({ state: "giveBack" }),
  "a page of a landlord's tenants with a balance by name": () => landlord.rent.tenants({ limit: 100, state: "owing", sort: "tenant" }),
  "the sums of a landlord's tenants of a name of one letter": () => landlord.rent.tenantSums({ search: "t" }),
  "a page of a landlord's tenants that a search finds": () => landlord.rent.tenants({ limit: 100, search: "number77" }),
  "the sums of a landlord's tenants that a search finds": () => landlord.rent.tenantSums({ search: "number77" }),
  "a page of a landlord's properties": () => landlord.rent.properties({ limit: 100 }),
  "a landlord's unit": () => landlord.rent.properties({ unit: unitId }),
  "the names of a landlord's properties": () => landlord.rent.properties({ units: false, limit: 100 }),
  "a landlord's properties by one letter": () => landlord.rent.properties({ limit: 100, search: "t" }),
  "a landlord's properties by a name of a tenant": () => landlord.rent.properties({ limit: 100, search: "number77" }),
  "a landlord's properties by words that match all tenants": () => landlord.rent.properties({ limit: 100, search: "tenant" }),
  "a landlord's properties by words that match all units": () => landlord.rent.properties({ limit: 100, search: "house" }),
  "a landlord's properties by a name": () => landlord.rent.properties({ limit: 100, search: "house 1" }),
  "a page of a landlord's rent roll": () => landlord.rent.roll({ period: "2026-10", limit: 100 }),
  "a landlord's unmatched money": () => landlord.merchant.oddTransfers({}),
  "the tenants that a landlord's unmatched money could be from": () => landlord.merchant.creditableTenants({ transferId: strayTransferId }),
  "one of these tenants by name": () => landlord.merchant.creditableTenants({ transferId: strayTransferId, search: "number77" }),
  "one of these tenants by name for an administrator": () =>
    admin.admin.creditableTenants({ transferId: strayTransferId, search: "number77" }),
  "these tenants by a letter": () => landlord.merchant.creditableTenants({ transferId: strayTransferId, search: "t" }),
  "these tenants by words that match everybody": () =>
    landlord.merchant.creditableTenants({ transferId: strayTransferId, search: "example" }),
  "an administrator's notifications": () => admin.admin.notifications({}),
  "all mails": () => admin.admin.mails({}),
  "all alarms": () => admin.admin.alarms({}),
  "a payment for an administrator": () => admin.admin.transaction({ transactionId: openCheckout.id }),
  "a transfer for an administrator": () => admin.admin.transfer({ transferId: strayTransferId }),
  "the payments that a transfer could be for": () => admin.admin.transferCandidates({ transferId: strayTransferId }),
  "money that could be attached to a payment": () => admin.admin.attachableTransfers({ paymentId: openCheckout.id }),
  "money that a landlord could attach to a payment": () => landlord.merchant.attachableTransfers({ paymentId: ownPaymentId }),
  "a merchant for an administrator": () => admin.admin.merchant({ merchantId }),
  "the merchants that wait for a review": () => admin.admin.heldMerchants(),
  "failed jobs": () => admin.operations.jobs({}),
  "all jobs": () => admin.operations.jobs({ state: "all" }),
  "all items that were set aside": () => admin.operations.setAside({}),
  "a landlord's first steps": () => landlord.merchant.firstSteps(),
  "the changes to a landlord's tenants": () => landlord.merchant.userChanges({}),
  "the payments that a landlord's unmatched money could be for": () =>
    landlord.merchant.transferCandidates({ transferId: strayTransferId }),
  "a landlord's invitations": () => landlord.invitations.list({}),
  "a landlord's payment requests": () => landlord.requests.list({}),
  "a landlord's staff": () => landlord.staff.list(),
  "a lease": () => landlord.rent.lease({ leaseId }),
  "a page of a lease's ledger": () => landlord.rent.ledger({ leaseId }),
  "a lease for an administrator": () => admin.rent.leaseForAdmin({ leaseId }),
  "a landlord's leases to remind": () => landlord.rent.remindPreview({ state: "late" }),
  "a payer's account": () => payer.auth.me(),
  "a payer's notifications": () => payer.auth.notifications({}),
  "a payer's devices": () => payer.auth.devices(),
  "a payer's leases": () => payer.rent.mine(),
  "a payer's scheduled payments": () => payer.autopay.mine(),
  "a payer's claims": () => payer.payments.claims({ paymentId: openCheckout.id }),
  "a payer's invitations": () => payer.invitations.mine(),
  "what keeps a payer's account open": () => payer.account.closing(),
  "a checkout": () => anybody.payments.checkout({ reference: openCheckout.reference }),
  "a payment": () => payer.payments.get({ paymentId: openCheckout.id }),
  "a payment's status": () => payer.payments.status({ paymentId: openCheckout.id }),
  "the merchants that a payer chooses from": () => payer.merchant.list({}),
  "a payer's dashboard": () => payer.payments.dashboard(),
  "a payer's payments": () => payer.payments.list({}),
  "a payer's search": () => payer.payments.list({ search: "rent" }),
  "a payer's totals": () => payer.payments.historyTotals({}),
  "a payer's disputes": () => payer.disputes.list({}),
};

/** Reads that need something of each lease or unit, with the most pages for each of them. */
const readsOfEach: Record<string, { read: () => Promise<unknown>; items: number; most: number }> = {
  "a landlord's building": { read: () => landlord.rent.building({}), items: 1_000, most: 15 },
  "a landlord's desk": { read: () => landlord.merchant.desk(), items: leases, most: 0.14 },
  "the sums of a landlord's rent roll": { read: () => landlord.rent.rollSums({ period: "2026-10" }), items: leases, most: 0.4 },
  "a landlord's month": { read: () => landlord.rent.month({ period: "2026-10" }), items: leases, most: 0.2 },
  "the last twelve months of a landlord": { read: () => landlord.merchant.collectedMonths(), items: leases, most: 0.3 },
};

/** All pages of a landlord's list. */
async function listAll(asked: Parameters<typeof landlord.rent.tenants>[0]) {
  const items = [];
  for (let cursor: string | undefined; ;) {
    const page = await landlord.rent.tenants({ ...asked, limit: 100, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

it("reads every query of the router, or says why not", () => {
  const source = [...Object.values(reads), ...Object.values(readsOfEach).map(({ read }) => read)].map(String).join("\n");
  const read = [...source.matchAll(/\b(?:admin|landlord|payer|anybody)\.(\w+\.\w+)\(/g)].map(([, path = ""]) => path);
  const queries = listProcedures().flatMap(({ path, type, meta }) => (type === "query" && meta ? path : []));
  expect([...new Set(read), ...Object.values(notMeasured).flat()].toSorted()).toEqual(queries.toSorted());
});

describe(`among ${count.toLocaleString("en-US")} payments`, () => {
  it.each(Object.keys(reads))("%s: reads a few rows by an index, and no whole table", async (name) => {
    const read = reads[name] ?? (() => Promise.reject(new Error("Nothing is read")));
    expect(await heavyScans(read, maxRowsByRead[name], maxPagesByRead[name]?.most)).toEqual([]);
  });

  it.each(Object.keys(readsOfEach))("%s: reads a few pages for each lease, or a part of one", async (name) => {
    const { read, items, most } = readsOfEach[name] ?? { read: () => Promise.reject(new Error("Nothing is read")), items: 0, most: 0 };
    expect((await explainReads(read)).pages / items).toBeLessThan(most);
  });

  it("background jobs scan no table either", async () => {
    expect(await heavyScans(() => foldFigures(counting.db))).toEqual([]);
    expect(await heavyScans(() => reportChanges(harness.deps))).toEqual([]);
    expect(await heavyScans(() => settleDisputes(harness.deps))).toEqual([]);
    for (const part of ["payments", "transfers", "refunds"] as const)
      expect(
        await heavyScans(() => checkStretch(counting.db, ledgerRules, { part, after: null }, { limit: 50 }), maxRows, 3_000),
        part,
      ).toEqual([]);
  });

  it("the metrics for Prometheus scan nothing, whatever the number of mails, relays, alarms and runs", async () => {
    let read = "";
    expect(await heavyScans(async () => (read = await createOperatingGauges(harness.deps).read()), maxRows, 2_000)).toEqual([]);
    const gauges = ["hearth_database_up 1", "hearth_mail_outbox 10", `hearth_relay_queue ${count / 1_000}`, "hearth_alarm_webhooks 10"];
    expect(read.split("\n")).toEqual(expect.arrayContaining(gauges));
    expect([...bigTables]).toEqual(expect.arrayContaining(["mails", "relays", "alarms", "alarm_webhooks", "job_common"]));
  });

  it.each(["ended", "giveBack", "endsSoon"] as const)("lists each of 300 leases of the state %s once in every order", async (state) => {
    const expected = new Set((await listAll({ state, sort: "ends" })).map(({ _id }) => _id));
    expect(expected.size).toBe(300);
    for (const sort of tenancySorts) {
      const items = await listAll({ state, sort });
      expect([items.length, new Set(items.map(({ _id }) => _id))], sort).toEqual([300, expected]);
    }
  });

  it("a search for letters of everybody's names lists some leases and says that there are more", async () => {
    expect(await landlord.rent.tenantSums({ search: "t" })).toMatchObject({ leases: mostFound, isCut: true });
    expect(await landlord.rent.tenantSums({ search: "number77@" })).toMatchObject({ leases: 0, isCut: false });
    expect(Math.max(...(await rowsOf("lease_names", () => landlord.rent.tenantSums({ search: "t" }))))).toBe(mostFound + 1);
    expect(Math.max(...(await rowsOf("units", () => landlord.rent.properties({ search: "house" }))))).toBe(mostUnits + 1);
    expect(await admin.rent.leasesForAdmin({ search: "tenant" })).toMatchObject({ isCut: true });
  });

  it("reads no charges on the morning after a due day, before the job has counted what became past due", async () => {
    harness.clock.set(await oweSinceYesterday(harness.db, { merchantId: landlordId, leases: 1_000, now: harness.clock.now() }));
    expect(await landlord.rent.tenantSums({})).toMatchObject({ pastDueLeases: 1_000 });
    expect(await heavyScans(() => landlord.rent.tenantSums({}))).toEqual([]);
    for (const asked of [{ state: "late" }, { sort: "pastDue" }] as const)
      expect(await heavyScans(() => landlord.rent.tenants({ limit: 100, ...asked }))).toEqual([]);
    expect((await explainReads(() => landlord.merchant.desk())).pages / leases).toBeLessThan(0.2);
  });

  it("a page of leases that owe nothing reads none of those that do", async () => {
    await harness.db.execute(sql`
      select count_past_due(array_agg(id), ${harness.clock.now().toISOString()}::timestamptz) from leases where merchant_id = ${landlordId}`);
    for (const sort of ["longest", "balance", "pastDue"] as const)
      expect(Math.max(...(await rowsOf("leases", () => landlord.rent.tenants({ limit: 100, state: "settled", sort })))), sort).toBeLessThan(
        150,
      );
  });

  it("lists leases that lie together in their order with as many statements as all leases", async () => {
    const countOf = async (asked: Parameters<typeof landlord.rent.tenants>[0]) =>
      (await statementsOf(() => landlord.rent.tenants(asked))).length;
    const all = await countOf({});
    for (const state of ["ended", "endsSoon", "giveBack"] as const) expect(await countOf({ state, sort: "ends" }), state).toBe(all);
    expect(await countOf({ state: "endsSoon", sort: "tenant" })).toBe(all + 1);
  });

  it("a building reads the names of its first units alone", async () => {
    const { properties, more } = await landlord.rent.building({});
    expect([properties.length, properties.flatMap(({ units }) => units).length, more]).toEqual([5, 1_000, leases - 1_000]);
    expect(Math.max(...(await rowsOf("units", () => landlord.rent.building({}))))).toBe(1_000);
    expect(Math.max(...(await rowsOf("units", () => landlord.merchant.desk())))).toBeLessThan(100); // until it has three vacant ones
  });

  it("the last twelve months of a landlord read lines of open months alone", async () => {
    const countSums = async () =>
      (await statementsOf(() => landlord.merchant.collectedMonths())).filter(({ query }) => query.includes("lease_entries")).length;
    expect(await countSums()).toBe(2);
    const collected = { billedCents: 0, throughHearthCents: 0, recordedCents: 0 };
    for (let ago = 1; ago < 12; ago += 1) {
      const period = `${monthName(harness.clock.now(), "UTC", -ago)}-01`;
      await makeMonthClose(harness.db, { merchantId: landlordId, closedBy: landlordUserId, period, collected });
    }
    expect(await countSums()).toBe(1);
  });

  it("detects a scan", async () => {
    expect(await heavyScans(() => counting.db.execute(sql`select count(*) from payments where notes = 'none'`))).toEqual([
      expect.stringMatching(/^(Seq|Bitmap Heap|Index) Scan of (30000|1000000|999999) rows of payments/), // the parts of parallel workers are rounded
      expect.stringMatching(/^\d+ pages$/),
    ]);
  });
});
