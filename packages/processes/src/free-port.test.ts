import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

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

test("returns the preferred port if it is free, and another one if not", async () => {
  const { port, letGo } = await listen(0);
  expect(await freePort(port)).not.toBe(port);
  await letGo();
  expect(await freePort(port)).toBe(port);
});
