import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { networks } from "@hearth/chain/networks";
import { connectDatabase } from "@hearth/db/client";
import { holdLock } from "@hearth/db/held-lock";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { compileCache } from "@hearth/processes/start-process";
import { freePort } from "@hearth/processes/free-port";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

let database: TestDatabase;
const started = new Set<ChildProcess>();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const child of started) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  started.clear();
});
afterAll(() => database.close());

/** Starts the server like an operator, with the chain unavailable. */
function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/main.ts`], {
    env: { NODE_COMPILE_CACHE: compileCache, DATABASE_URL: database.url, RPC_URL: "http://127.0.0.1:1", ...env },
  });
  started.add(child);
  const output = { text: "" };
  child.stdout.on("data", (data) => (output.text += String(data)));
  child.stderr.on("data", (data) => (output.text += String(data)));
  const exited = new Promise<number | null>((fulfil) => child.once("exit", fulfil));
  const listening = new Promise<void>((fulfil, reject) => {
    child.stdout.on("data", () => output.text.includes("Hearth is listening") && fulfil());
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output.text}`)));
  });
  listening.catch(() => {});
  return { child, output, exited, listening };
}

/** Opens a stream that never ends: a client watches an open checkout, like a browser, or like a program that does not announce a stream. */
async function listenToCheckout(port: number, headers: Record<string, string>, databaseUrl = database.url) {
  const { db, close } = connectDatabase(databaseUrl);
  const { reference } = await makePayment(db);
  await close();
  const url = `http://127.0.0.1:${port}/trpc/payments.watchCheckout?input=${encodeURIComponent(JSON.stringify({ reference }))}`;
  const { body } = await fetch(url, { headers });
  if (body === null) throw new Error("The stream has no body");
  return body.pipeThrough(new TextDecoderStream()).getReader();
}

describe("the server's process", () => {
  it("on SIGTERM reports not ready, hands over its work, finishes requests, ends streams, and exits", async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const server = startServer({ PORT: String(port), SHUTDOWN_DELAY: "2" });
    await server.listening;
    expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: "ok", database: "ok" });
    expect(await (await fetch(`${address}/metrics`)).text()).toContain("process_cpu_seconds_total");
    for (const headers of [{ accept: "text/event-stream" }, { accept: "*/*" }]) {
      const stream = await listenToCheckout(port, headers);
      expect(String((await stream.read()).value)).toContain("data:");
    }
    const { db, sql, close } = connectDatabase(database.url);
    const { reference } = await makePayment(db);
    const input = encodeURIComponent(JSON.stringify({ reference }));
    const blocking = await sql.reserve();
    await blocking`begin`;
    await blocking`lock table payments in access exclusive mode`;
    const asked = fetch(`${address}/trpc/payments.checkout?input=${input}`);
    server.child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status).toBe(503);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    const next = await holdLock(database.url, `hearth background ${networks.local.chainId}`);
    await expect.poll(() => next.isHeld()).toBe(true);
    expect(server.child.exitCode).toBeNull();
    await expect.poll(() => fetch(address).catch(() => null)).toBeNull();
    await blocking`rollback`;
    expect([200, 500]).toContain((await asked).status); // an answer (a lock timeout is fine) instead of a cut connection
    expect(await server.exited).toBe(0);
    blocking.release();
    await Promise.all([next.close(), close()]);
  });

  it("warns when it owns its tables, and not as the server's role; waits for proxies on SIGTERM, and not on Ctrl-C", async () => {
    const fresh = await createTestDatabase();
    const expectedMessage = "This server owns its tables";
    const port = await freePort();
    const server = startServer({ PORT: String(port), SHUTDOWN_DELAY: "60", DATABASE_URL: fresh.serverRoleUrl });
    const owner = startServer({ PORT: String(await freePort()), SHUTDOWN_DELAY: "60" });
    await Promise.all([server.listening, owner.listening]);
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200), { timeout: 120_000 });
    await vi.waitFor(() => expect(owner.output.text).toContain(expectedMessage), { timeout: 120_000, interval: 50 });
    await listenToCheckout(port, { accept: "*/*" }, fresh.url);
    owner.child.kill("SIGTERM");
    server.child.kill("SIGINT");
    expect(await server.exited).toBe(0);
    expect(owner.child.exitCode).toBeNull();
    expect(server.output.text).not.toContain(expectedMessage);
    await fresh.close();
  });

  it("reports a taken port in a sentence, and exits with 1", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const server = startServer({ PORT: port });
    expect(await server.exited).toBe(1);
    expect(server.output.text).toContain(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`);
    blocker.close();
  });

  it("names every invalid variable, and exits with 1", async () => {
    const server = startServer({ PORT: "http", NETWORK: "moon" });
    expect(await server.exited).toBe(1);
    expect(server.output.text).toMatch(/PORT: [^]*NETWORK: /);
    expect(server.output.text).not.toMatch(/at .*\.ts:\d+/);
  });

  it("does not start before a database that lacks migrations", async () => {
    const url = new URL(database.url);
    url.pathname = "/postgres";
    const server = startServer({ DATABASE_URL: url.href });
    expect(await server.exited).toBe(1);
    expect(server.output.text.trim()).toBe("The database is not at the newest migration. Run `npm run migrate`, then start again.");
  });

  it("reports an unavailable database", async () => {
    const server = startServer({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(await server.exited).toBe(1);
    expect(server.output.text).toContain("The database at DATABASE_URL cannot be reached");
  });
});
