import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { networks } from "@hearth/chain/networks";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputes } from "@hearth/db/schema/disputes";
import { leases } from "@hearth/db/schema/leases";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { factoryPassword } from "@hearth/db/testing/factories";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { paymentOddities, paymentStatuses, transferVerdicts } from "@hearth/domain/payments/status";
import { cancelledByUser } from "@hearth/domain/disputes/status";
import { startLocalChain, type LocalChain } from "@hearth/simulator/local-chain";
import { eq, ne } from "drizzle-orm";
import { recoverTypedDataAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCardedMerchant, judgePayee } from "@hearth/server/features/businesses/payee-cards";
import { createDeps, type Deps } from "@hearth/server/deps";
import { type Env, readEnv } from "@hearth/server/env";
import { stateRules } from "@hearth/server/features/operations/check-state";
import { checkScheduledPayments } from "@hearth/server/features/autopay/check-scheduled-payments";
import { readOwnAutopay } from "@hearth/server/features/autopay/read-autopay";
import { checkWholeState } from "@hearth/server/features/settlement/checking/check-state";
import { statementOf } from "@hearth/server/features/rent/leases/sign-terms.service";
import { readOwnLeases } from "@hearth/server/features/rent/leases/read-leases";
import { readTenancies } from "@hearth/server/features/rent/leases/read-tenancies";
import { reconcileLedger } from "@hearth/server/features/settlement/recording/reconcile-ledger";
import { watchChain } from "@hearth/server/features/settlement/reading/watch-chain";
import { createLogger } from "@hearth/server/logger";
import { judgeDocument } from "@hearth/server/uploads/judge-document";
import { makeDemoPlan } from "./demo-plan.ts";
import type { SeedReport } from "./make-demo.ts";
import { seedDemo } from "./seed-demo.ts";

let database: TestDatabase;
let chain: LocalChain;
let env: Env;
let deps: Deps;
let report: SeedReport;
let seconds: number;
let uploads: string;
const now = new Date();

beforeAll(async () => {
  uploads = await mkdtemp(join(tmpdir(), "hearth-demo-"));
  [database, chain] = await Promise.all([createTestDatabase(), startLocalChain()]);
  env = environment(database.url, chain.rpcUrl);
  deps = await createDeps(env, createLogger("silent"));
  const begin = performance.now();
  report = await seedDemo(env, now);
  seconds = (performance.now() - begin) / 1_000;
});
afterAll(async () => {
  await deps.close();
  await Promise.all([database.close(), chain.stop(), rm(uploads, { recursive: true })]);
});

function environment(databaseUrl: string, rpcUrl: string): Env {
  return readEnv({ DATABASE_URL: databaseUrl, RPC_URL: rpcUrl, BROWSER_RPC_URL: rpcUrl, UPLOADS_DIR: uploads });
}

describe("the demo", () => {
  it("is consistent", async (context) => {
    await context.annotate(`${report.payments} payments, ${report.transfers} transfers, ${seconds.toFixed(1)} s`);
    expect(report.isNew).toBe(true);
    expect(await checkWholeState(deps.db, stateRules)).toEqual([]);
  });

  it("has a landlord with forty tenants in three properties, some of them late, and Maya who owes part of a utility bill", async () => {
    const [landlord] = await deps.db.select().from(users).where(eq(users.email, "landlord@hearth.test"));
    const merchant = await deps.db.query.merchants.findFirst({ where: eq(merchants.ownerUserId, landlord?.id ?? "") });
    const { items } = await readTenancies(deps, merchant?.id ?? "", {
      sort: "longest",
      state: "all",
      search: undefined,
      cursor: undefined,
      limit: 100,
    });
    expect(items.length).toBeGreaterThanOrEqual(39);
    expect(new Set(items.map(({ property }) => property)).size).toBe(3);
    const late = items.filter((item) => item.late > 0);
    expect(late.length).toBeGreaterThanOrEqual(4);
    expect(late.length).toBeLessThan(items.length / 2);
    const [maya] = await deps.db.select().from(users).where(eq(users.email, "tenant@hearth.test"));
    const [lease] = await readOwnLeases(deps, maya?.id ?? "");
    expect(lease?.charges.find(({ kind }) => kind === "utility")).toMatchObject({ open: 60 });
    expect(lease?.property).toBe("Juniper Court");
  });

  it("has the terms of Maya's lease signed by her landlord's payout wallet", async () => {
    const rows = await deps.db
      .select({ lease: leases, terms: leaseTerms, signed: termsSignatures, payee: payees.address })
      .from(leaseTerms)
      .innerJoin(leases, eq(leases.id, leaseTerms.leaseId))
      .innerJoin(termsSignatures, eq(termsSignatures.termsId, leaseTerms.id))
      .innerJoin(payees, eq(payees.merchantId, leases.merchantId));
    expect(rows.length).toBeGreaterThan(0);
    for (const { lease, terms, signed, payee } of rows) {
      const signature = `0x${signed.signature.slice(2)}` as const;
      const statement = termsTypedData(statementOf(lease, terms), networks.local.chainId);
      expect([signed.address, await recoverTypedDataAddress({ ...statement, signature })]).toEqual([payee, payee]);
    }
  });

  it("has three scheduled payments of Maya's that the token would accept, and leaves today's debt to be paid by hand", async () => {
    const [maya] = await deps.db.select().from(users).where(eq(users.email, "tenant@hearth.test"));
    const [lease] = await readOwnLeases(deps, maya?.id ?? "");
    const charged = lease?.charges.map(({ dueOn }) => dueOn) ?? [];
    const [autopay] = await readOwnAutopay(deps, maya?.id ?? "");
    const signed = autopay?.months.filter(({ scheduledPayment }) => scheduledPayment?.status === "ready") ?? [];
    expect(signed).toHaveLength(3);
    for (const { dueOn, amount } of signed) {
      expect(charged).not.toContain(dueOn);
      expect(amount).toBe(1450);
    }
    expect(await checkScheduledPayments(deps)).toBe(3);
    const [checked] = await readOwnAutopay(deps, maya?.id ?? "");
    expect(checked?.months.flatMap(({ scheduledPayment }) => scheduledPayment?.trouble ?? [])).toEqual([]);
  });

  it("agrees with the chain over all its blocks", async () => {
    await deps.db.update(chainCursors).set({ reconciledNumber: 0n });
    const comparison = await reconcileLedger(deps);
    expect(comparison).toMatchObject({ missing: 0, invented: 0 });
    const [cursor] = await deps.db.select().from(chainCursors);
    expect(comparison.upTo).toBe(cursor?.finalizedNumber);
    expect(await deps.db.$count(transfers)).toBe(report.transfers);
  });

  it("leaves nothing for the watcher to change", async () => {
    const before = await states();
    await watchChain(deps);
    expect(await states()).toEqual(before);
    expect(await deps.db.$count(transfers)).toBe(report.transfers);
    expect(await checkWholeState(deps.db, stateRules)).toEqual([]);
  });

  it("shows payments in every state, with every oddity, and transfers of every verdict", async () => {
    const rows = await deps.db.select().from(payments);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(paymentStatuses));
    expect(new Set(rows.map((row) => row.oddity))).toEqual(new Set(paymentOddities));
    const money = await deps.db.select().from(transfers);
    const expected = transferVerdicts.filter((verdict) => verdict !== "part");
    expect(new Set(money.map((row) => row.verdict))).toEqual(new Set([...expected, null])); // null for the refund's
    expect(new Set(money.map((row) => row.boundBy))).toEqual(new Set(["authorization", "calldata", "wallet", null]));
    expect(money.every((row) => row.finalAt !== null)).toBe(true);
  });

  it("shows disputes in every state", async () => {
    const rows = await deps.db.select().from(disputes);
    const outcomes = rows.map((row) => (row.resultReason === cancelledByUser ? "cancelled" : (row.result ?? row.status)));
    expect(new Set(outcomes)).toEqual(new Set(["open", "escalated", "resolved", "denied", "chargedBack", "cancelled"]));
  });

  it("gives disputes documents of the types that their names claim", async () => {
    const rows = await deps.db.select().from(disputeDocuments);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["pdf", "jpg"]));
    for (const { id, originalName, type, sizeBytes } of rows) {
      const content = await readFile(join(uploads, id));
      expect([content.length, await judgeDocument(originalName, content)]).toEqual([sizeBytes, { type, danger: null }]);
    }
  });

  it("shows one approved dispute refunded on the chain and one that is still owed", async () => {
    const rows = await deps.db
      .select({ code: disputes.code, transferId: refunds.transferId })
      .from(disputes)
      .leftJoin(refunds, eq(refunds.disputeId, disputes.id))
      .where(eq(disputes.result, "chargedBack"));
    expect(rows.map(({ transferId }) => transferId !== null).toSorted()).toEqual([false, true]);
    const before = await deps.db.select().from(refunds);
    await watchChain(deps);
    expect(await deps.db.select().from(refunds)).toEqual(before);
  });

  it("has three merchants, one of them without a wallet", async () => {
    expect(await deps.db.$count(merchants)).toBe(3);
    expect(await deps.db.$count(payees)).toBe(2);
    const standings = [];
    for (const { merchantId } of await deps.db.select().from(payees)) {
      const merchant = await findCardedMerchant(deps.db, merchantId);
      standings.push(merchant && (await judgePayee(deps, merchant)));
    }
    expect(standings).toMatchObject([
      { is: "fine", card: { sequence: 1 } },
      { is: "fine", card: { sequence: 1 } },
    ]);
  });

  it("lets every account sign in with the demo password", async () => {
    const rows = await deps.db.select().from(users);
    expect(rows.map((row) => row.email)).toEqual(
      expect.arrayContaining(["tenant@hearth.test", "landlord@hearth.test", "admin@hearth.test"]),
    );
    const [hash, ...others] = new Set(rows.map((row) => row.passwordHash));
    expect(others).toEqual([]);
    expect(await deps.passwords.verify(hash ?? "", factoryPassword)).toBe(true);
  });

  it("spans two years, and its totals match the merchants' wallets", async () => {
    const rows = await deps.db.select().from(transfers).where(ne(transfers.usdcUnits, 0n));
    const times = rows.map((row) => row.blockTime.getTime());
    expect(now.getTime() - Math.min(...times)).toBeGreaterThan(700 * 86_400_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime());
    const [payee] = await deps.db.select().from(payees);
    const received = rows.filter((row) => row.toAddress === payee?.address).reduce((sum, row) => sum + row.usdcUnits, 0n);
    const given = (await deps.db.select().from(refunds)).reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
    expect(await deps.chain.balanceOf(payee?.address ?? "0x")).toBe(received - given);
  });

  it("leaves the chain at the current time, with its block interval", async () => {
    const head = await deps.chain.head();
    expect(Math.abs(head.time.getTime() - Date.now())).toBeLessThan(15_000);
    await expect.poll(async () => (await deps.chain.head()).number, { timeout: 120_000 }).toBeGreaterThan(head.number);
  });
});

describe("seeding again", () => {
  it("changes nothing", async () => {
    const before = await states();
    expect(await seedDemo(env, new Date())).toEqual({ isNew: false, payments: 0, transfers: 0 });
    expect(await states()).toEqual(before);
  });

  it("continues if the chain already holds the money but the database lost everything", async () => {
    const fresh = await createTestDatabase();
    const again = await createDeps(environment(fresh.url, chain.rpcUrl), createLogger("silent"));
    try {
      expect(await seedDemo(again.env, new Date(now.getTime() + 86_400_000))).toEqual(report);
      expect(await again.db.$count(transfers, eq(transfers.verdict, "unmatched"))).toBe(2);
      const known = new Set((await again.db.select({ address: payees.address }).from(payees)).map(({ address }) => address.toLowerCase()));
      const signers = await again.db.select({ address: termsSignatures.address }).from(termsSignatures);
      expect(signers.length).toBeGreaterThan(0);
      expect(signers.filter(({ address }) => !known.has(address.toLowerCase()))).toEqual([]);
      expect(await checkWholeState(again.db, stateRules)).toEqual([]);
    } finally {
      await again.close();
      await fresh.close();
    }
  });

  it("says what to do if the chain was replaced by another one", async () => {
    const other = await startLocalChain();
    try {
      await expect(seedDemo(environment(database.url, other.rpcUrl), new Date())).rejects.toThrow("npm start -- --reset");
    } finally {
      await other.stop();
    }
  });

  it("finishes a killed run without moving any money twice", async () => {
    const [fresh, other] = await Promise.all([createTestDatabase(), startLocalChain()]);
    const again = await createDeps(environment(fresh.url, other.rpcUrl), createLogger("silent"));
    try {
      const program = fileURLToPath(new URL("seed-main.ts", import.meta.url));
      const urls = { DATABASE_URL: fresh.url, RPC_URL: other.rpcUrl, BROWSER_RPC_URL: other.rpcUrl, UPLOADS_DIR: uploads };
      const run = spawn(process.execPath, [program], { env: urls, stdio: "ignore" });
      await expect.poll(() => other.head(), { timeout: 120_000, interval: 10 }).toBeGreaterThan(60n);
      run.kill("SIGKILL");
      await once(run, "exit");
      expect(await again.db.$count(users)).toBe(0);
      const finishedAt = new Date(); // the amount of data depends on the hour
      expect((await seedDemo(again.env, finishedAt)).transfers).toBe(makeDemoPlan(finishedAt).movements.length);
      expect(await again.db.$count(transfers, eq(transfers.verdict, "unmatched"))).toBe(2);
      expect(await checkWholeState(again.db, stateRules)).toEqual([]);
    } finally {
      await again.close();
      await Promise.all([fresh.close(), other.stop()]);
    }
  });

  it("refuses any network but the local one", async () => {
    const real = { ...env, network: networks["base-sepolia"].name };
    await expect(seedDemo(real, new Date())).rejects.toThrow("on the local network");
  });
});

/** Every payment's state, ordered by id. */
async function states() {
  return deps.db.select({ id: payments.id, status: payments.status, oddity: payments.oddity }).from(payments).orderBy(payments.id);
}
