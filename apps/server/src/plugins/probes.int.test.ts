import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makePayment, makeRelay, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { openCountingDatabase } from "@hearth/db/testing/counting-database";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { fastify } from "fastify";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { answerHealth } from "./health.ts";
import { createOperatingGauges } from "./operating-gauges.ts";

const well = { providers: 1, warnings: [] };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe("the health probes", () => {
  it("report live, and ready even while the chain is unavailable", async () => {
    expect((await harness.app.inject({ url: "/health/live" })).json()).toEqual({ status: "ok" });
    const ready = await harness.app.inject({ url: "/health/ready" });
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ok", database: "ok", chain: { headAgeSeconds: null, ...well } }]);
  });

  it("report the age of the newest block read", async () => {
    await makeChainCursor(harness.db, { blockTime: new Date(harness.clock.now().getTime() - 7_000) });
    expect((await harness.app.inject({ url: "/health/ready" })).json().chain).toEqual({ headAgeSeconds: 7, ...well });
  });

  it("warn when the chain is not read, when clocks differ, and when there is only one provider", async () => {
    const real = await startHarness({
      env: { NETWORK: "base-sepolia", ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"), RPC_URL: "http://127.0.0.1:1/key" },
    });
    const { chainId } = real.deps.network;
    await makeChainCursor(real.db, { chainId, blockTime: new Date(real.clock.now().getTime() - 61_000) });
    await raiseAlarm(real.db, { key: "clocks-apart", message: "The server's clock is ahead", now: real.clock.now() });
    const ready = await real.app.inject({ url: "/health/ready" });
    expect([ready.statusCode, ready.json().chain]).toEqual([
      200,
      {
        headAgeSeconds: 61,
        providers: 1,
        warnings: [
          "The chain is not being read. Payments wait.",
          "The server's clock is ahead",
          "The chain is read from one provider alone: one that lies can complete payments, hide them, or stop them. Name two in RPC_URLS.",
        ],
      },
    ]);
    await real.close();
    const two = await startHarness({
      env: {
        NETWORK: "base-sepolia",
        ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
        RPC_URLS: "http://127.0.0.1:1/key http://127.0.0.1:2/key",
      },
    });
    expect((await two.app.inject({ url: "/health/ready" })).json().chain).toEqual({ headAgeSeconds: null, providers: 2, warnings: [] });
    await two.close();
  });

  it("answer 503 when the database is unavailable", async () => {
    const broken = await startHarness();
    await broken.db.execute("alter table chain_cursors rename to gone");
    const ready = await broken.app.inject({ url: "/health/ready" });
    expect([ready.statusCode, ready.json().database]).toEqual([503, "unavailable"]);
    expect((await broken.app.inject({ url: "/health/live" })).statusCode).toBe(200);
    await broken.close();
  });
});

describe("a slow client or statement", () => {
  it("has 15 seconds for a request's headers, 30 for the request, and 5 for a statement", async () => {
    const { headersTimeout, requestTimeout } = harness.app.server;
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]);
    expect([...(await harness.db.execute("show statement_timeout"))]).toEqual([{ statement_timeout: "5s" }]);
    expect([...(await harness.deps.sql`show statement_timeout`)]).toEqual([{ statement_timeout: "5s" }]);
  });

  it("answers 503 on both interfaces when a statement reaches its limit, and logs which call it was", async () => {
    const lines: string[] = [];
    const slow = await startHarness({ onLog: (line) => lines.push(line) });
    const headers = { authorization: `Bearer ${await slow.signIn((await makeMerchant(slow.db)).owner.id)}` };
    const ask = () => Promise.all(["/api/rent/tenants", "/trpc/rent.tenants?input=%7B%7D"].map((url) => slow.app.inject({ url, headers })));
    const locking = postgres(slow.deps.env.databaseUrl, { max: 1, onnotice: () => {} });
    const [rest, trpc] = await locking.begin(async (tx) => {
      await tx`lock table leases in access exclusive mode`; // so every statement that reads it waits until its limit
      return ask();
    });
    await locking.end();
    const { message } = new HearthError("OVERLOADED", { retryAfterSeconds: 5 });
    expect([rest?.statusCode, rest?.headers["retry-after"], rest?.json()]).toEqual([503, "5", { code: "OVERLOADED", message }]);
    expect([trpc?.statusCode, trpc?.headers["retry-after"]]).toEqual([503, "5"]);
    expect(trpc?.json().error).toMatchObject({ message, data: { code: "OVERLOADED", httpStatus: 503 } });
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "A call failed");
    expect(failures.map(({ level, path }) => [level, path])).toEqual([
      [50, "rent.tenants"],
      [50, "rent.tenants"],
    ]);
    expect((await ask()).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await slow.close();
  });
});

describe("the metrics", () => {
  it("count calls by procedure and outcome, for this machine only", async () => {
    await harness.app.inject({ url: "/api/merchants" });
    const mine = await harness.app.inject({ url: "/metrics" });
    expect(mine.body).toContain('hearth_call_seconds_count{procedure="merchant.list",outcome="UNAUTHENTICATED"} 1');
    expect(mine.body).toContain('hearth_http_answers_total{interface="rest",status="401"} 1');
    const theirs = await harness.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7" });
    const proxied = await harness.app.inject({ url: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } });
    expect([theirs.statusCode, proxied.statusCode]).toEqual([404, 404]);
  });

  it("require the token behind a proxy, from any address", async () => {
    const behind = await startHarness({ env: { TRUST_PROXY: "1" } });
    const token = "for-prometheus-alone";
    const guarded = await startHarness({ env: { TRUST_PROXY: "1", METRICS_TOKEN: token } });
    const ask = async (server: Harness, authorization?: string) =>
      (
        await server.app.inject({
          url: "/metrics",
          remoteAddress: "192.0.2.7",
          headers: authorization === undefined ? {} : { authorization },
        })
      ).statusCode;
    expect((await behind.app.inject({ url: "/metrics" })).statusCode).toBe(404);
    expect([await ask(guarded), await ask(guarded, "Bearer other"), await ask(guarded, `Bearer ${token}`)]).toEqual([404, 404, 200]);
    expect((await guarded.app.inject({ url: "/metrics" })).statusCode).toBe(404);
    await behind.close();
    await guarded.close();
  });

  it("include every metric that the rules, the dashboard and the runbook name", async () => {
    const token = "for-prometheus-alone";
    const env = { METRICS_TOKEN: token, ALARM_WEBHOOK_URL: "http://127.0.0.1:9", ALARM_WEBHOOK_SECRET: `whsec_${"a".repeat(44)}` };
    const full = await startHarness({ env });
    const { body } = await full.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } });
    const known = new Set(body.match(/^# TYPE \w+/gm)?.map((line) => line.slice("# TYPE ".length)));
    const root = join(import.meta.dirname, "../../../..");
    for (const file of ["deploy/prometheus/rules.yml", "deploy/grafana/dashboards/hearth.json", "docs/runbook.md"]) {
      const named = readFileSync(join(root, file), "utf8").match(/hearth_[a-z_]+/g) ?? [];
      const missing = named.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, "")));
      expect([named.length > 5, missing], file).toEqual([true, []]);
    }
    await full.close();
  });

  it("report queues and problems, and an unavailable database", async () => {
    const watched = await startHarness();
    const { db, clock, deps, app } = watched;
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
    const gauges = async () => {
      const { body } = await app.inject({ url: "/metrics" });
      return body.split("\n").filter((line) => /^hearth_(?!call|http|mail_tries|database_connections)/.test(line));
    };
    expect(await gauges()).toEqual([
      "hearth_database_up 1",
      "hearth_open_streams 0",
      "hearth_relay_queue 0",
      "hearth_relay_queue_age_seconds 0",
      "hearth_mail_outbox 0",
      "hearth_mail_outbox_age_seconds 0",
      "hearth_unmatched_transfers 0",
      "hearth_unmatched_usdc 0",
    ]);
    await makeChainCursor(db, { blockTime: ago(7) });
    const payment = await makePayment(db);
    await makeMail(db, { userId: payment.consumerId, queuedAt: ago(40) });
    await makeRelay(db, { paymentId: payment.id, createdAt: ago(90), updatedAt: ago(2) }); // requeued later, but counts from its creation
    const { id: paymentId, merchantId } = payment;
    await makeTransfer(db, { merchantId, verdict: "unmatched", usdcUnits: 12_000_000n });
    await makeTransfer(db, { merchantId, paymentId, verdict: "short", usdcUnits: 5_500_000n });
    await makeTransfer(db, { merchantId, paymentId, verdict: "duplicate", usdcUnits: 20_500_000n });
    await raiseAlarm(db, { key: "clocks-apart", message: "The server's clock is ahead", now: clock.now() });
    deps.streams.enter({ account: "ada" });
    deps.metrics.sawGas(2_500_000_000_000_000n, clock.now());
    expect(await gauges()).toEqual([
      "hearth_database_up 1",
      "hearth_open_streams 1",
      "hearth_relayer_gas_ether 0.0025",
      "hearth_chain_lag_seconds 7",
      "hearth_relay_queue 1",
      "hearth_relay_queue_age_seconds 90",
      "hearth_mail_outbox 1",
      "hearth_mail_outbox_age_seconds 40",
      'hearth_alarms{key="clocks-apart"} 1',
      "hearth_unmatched_transfers 3",
      "hearth_unmatched_usdc 38",
    ]);
    await db.execute("alter table chain_cursors rename to gone");
    expect(await gauges()).toEqual(["hearth_database_up 0", "hearth_open_streams 1", "hearth_relayer_gas_ether 0.0025"]);
    await watched.close();
  });
});

describe("a database that accepts statements and never answers", () => {
  it("counts as unavailable, is queried once, and is available again when it answers", async () => {
    const { databaseUrl } = harness.deps.env;
    const [counting, other] = [openCountingDatabase(databaseUrl), postgres(databaseUrl, { max: 1 })];
    const gauges = createOperatingGauges({ ...harness.deps, db: counting.db }, 100);
    const probed = fastify();
    answerHealth(probed, { ...harness.deps, db: counting.db }, 100);
    const isUp = async () => (await gauges.read()).match(/^hearth_database_up .$/m)?.[0];
    await other.begin(async (holding) => {
      await holding.unsafe("lock table chain_cursors in access exclusive mode");
      expect([await isUp(), await isUp(), await isUp()]).toEqual(["hearth_database_up 0", "hearth_database_up 0", "hearth_database_up 0"]);
      expect(counting.statements.filter(({ query }) => query.includes("chain_cursors"))).toHaveLength(1);
      expect((await probed.inject({ url: "/health/ready" })).statusCode).toBe(503);
      expect((await probed.inject({ url: "/health/live" })).statusCode).toBe(200);
    });
    await vi.waitFor(async () => expect(await isUp()).toBe("hearth_database_up 1"), { timeout: 30_000 });
    const readiness = async () => (await probed.inject({ url: "/health/ready" })).statusCode;
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 30_000 }); // a busy machine may answer after the limit
    await Promise.all([probed.close(), counting.close(), other.end()]);
  });
});

describe("the relayer's gas", () => {
  it("is reported only from a reading within the last minute, so that an idle process reports no old balance", async () => {
    const { app, clock, deps } = harness;
    const gas = async () => (await app.inject({ url: "/metrics" })).body.match(/^hearth_relayer_gas_ether .*$/m)?.[0];
    expect(await gas()).toBeUndefined();
    deps.metrics.sawGas(10n ** 18n, clock.now());
    clock.advance({ seconds: 59 });
    expect(await gas()).toBe("hearth_relayer_gas_ether 1");
    clock.advance({ seconds: 1 });
    expect(await gas()).toBeUndefined();
    deps.metrics.sawGas(0n, clock.now());
    expect(await gas()).toBe("hearth_relayer_gas_ether 0");
  });
});

describe("the log line of a request", () => {
  it("names the token's account, also when refused, and no other", async () => {
    const lines: string[] = [];
    const server = await startHarness({ onLog: (line) => lines.push(line) });
    const user = await makeUser(server.db);
    const token = await server.signIn(user.id);
    for (const authorization of [`Bearer ${token}`, "Bearer other"]) {
      await server.app.inject({ url: "/api/admin/users", headers: { authorization } });
      await server.app.inject({ url: "/trpc/auth.me", headers: { authorization } });
    }
    await server.close();
    const answered = lines.filter((line) => line.includes('"Answered"')).map((line) => JSON.parse(line).account);
    expect(answered).toEqual([publicId("user", user.id), publicId("user", user.id), undefined, undefined]);
    expect(lines.join("")).not.toContain(token);
  });
});

describe("a visitor's address", () => {
  it("is believed from exactly as many proxies as are configured", async () => {
    const addressWith = async (hops: string) => {
      const lines: string[] = [];
      const server = await startHarness({ env: { TRUST_PROXY: hops }, onLog: (line) => lines.push(line) });
      await server.app.inject({
        url: "/api/merchants",
        headers: { "x-forwarded-for": "203.0.113.1, 198.51.100.2" },
        remoteAddress: "10.0.0.9",
      });
      await server.close();
      return JSON.parse(lines.find((line) => line.includes('"Answered"')) ?? "{}").req.ip;
    };
    expect(await addressWith("0")).toBe("10.0.0.9");
    expect(await addressWith("1")).toBe("198.51.100.2");
    expect(await addressWith("2")).toBe("203.0.113.1");
  });
});
