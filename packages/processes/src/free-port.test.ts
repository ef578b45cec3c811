import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort, reserve } from "./free-port.ts";

/** A port that is in use until it is released. */
async function listen(port: number) {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens at no port");
  return { port: address.port, letGo: async () => void (await once(server.close(), "close")) };
}

test("returns a free port below the range for outgoing connections", async () => {
  const port = await freePort();
  const { letGo } = await listen(port);
  await letGo();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
});

test("gives no other process a port for two minutes", async () => {
  const port = await freePort();
  const file = join(tmpdir(), `hearth-port-${port}`);
  expect(reserve(port)).toBe(false);
  const earlier = new Date(Date.now() - 121_000);
  await utimes(file, earlier, earlier);
  expect(reserve(port)).toBe(true);
  expect(reserve(port)).toBe(false);
});

test("returns the preferred port if it is free, and another one if not", async () => {
  const { port, letGo } = await listen(0);
  expect(await freePort(port)).not.toBe(port);
  await letGo();
  expect(await freePort(port)).toBe(port);
});
