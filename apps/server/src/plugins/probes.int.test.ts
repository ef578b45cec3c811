import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe("the health probes", () => {
  it("say that the process lives, and that it can work though the chain is away", async () => {
    expect((await harness.app.inject({ url: "/health/live" })).json()).toEqual({ status: "ok" });
    const ready = await harness.app.inject({ url: "/health/ready" });
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ok", database: "ok", chain: { headAgeSeconds: null } }]);
  });

  it("say how old the newest block is that the watcher has read", async () => {
    await makeChainCursor(harness.db, { blockTime: new Date(harness.clock.now().getTime() - 7_000) });
    expect((await harness.app.inject({ url: "/health/ready" })).json().chain).toEqual({ headAgeSeconds: 7 });
  });

  it("say 503 when the database is away", async () => {
    const broken = await startHarness();
    await broken.db.execute("alter table chain_cursors rename to gone");
    const ready = await broken.app.inject({ url: "/health/ready" });
    expect([ready.statusCode, ready.json().database]).toEqual([503, "unavailable"]);
    expect((await broken.app.inject({ url: "/health/live" })).statusCode).toBe(200);
    await broken.close();
  });
});

describe("whoever takes their time", () => {
  it("has 15 seconds for the headers of a request and 30 for all of it, and a statement in the database has 5", async () => {
    const { headersTimeout, requestTimeout } = harness.app.server;
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]);
    expect([...(await harness.db.execute("show statement_timeout"))]).toEqual([{ statement_timeout: "5s" }]);
    expect([...(await harness.deps.sql`show statement_timeout`)]).toEqual([{ statement_timeout: "5s" }]);
  });
});

describe("the metrics", () => {
  it("count calls by procedure and outcome, for this machine only", async () => {
    await harness.app.inject({ url: "/api/merchants" });
    const mine = await harness.app.inject({ url: "/metrics" });
    expect(mine.body).toContain('hearth_call_seconds_count{procedure="merchant.list",outcome="UNAUTHENTICATED"} 1');
    expect(mine.body).toContain('hearth_http_answers_total{door="rest",status="401"} 1');
    const theirs = await harness.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7" });
    const proxied = await harness.app.inject({ url: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } });
    expect([theirs.statusCode, proxied.statusCode]).toEqual([404, 404]);
  });
});

describe("a visitor's address", () => {
  it("is believed from exactly as many proxies as are configured", async () => {
    const seen = async (hops: string) => {
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
    expect(await seen("0")).toBe("10.0.0.9");
    expect(await seen("1")).toBe("198.51.100.2");
    expect(await seen("2")).toBe("203.0.113.1");
  });
});
