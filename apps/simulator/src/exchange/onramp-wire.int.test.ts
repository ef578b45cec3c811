import { randomUUID } from "node:crypto";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import { networks } from "@hearth/chain/networks";
import { createChainReader } from "@hearth/chain/chain-reader";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../demo-accounts.ts";
import { demoCredentials } from "./credentials.ts";
import { startWireFixture, type WireFixture } from "../testing/wire-fixture.ts";

const [landlord] = demoAccounts.merchants;
let fixture: WireFixture;
beforeAll(async () => {
  fixture = await startWireFixture();
});
afterAll(() => fixture.simulator.stop());

const order = (usdcAmount: string) => ({
  destination: landlord.address,
  usdcAmount,
  userRef: randomUUID(),
  clientIp: "127.0.0.1",
  redirectUrl: "http://localhost:5999/onramp-return",
});
const pay = (url: string) => fetch(url, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
async function bought(amount: string): Promise<string> {
  const input = order(amount);
  await pay((await fixture.onramp.createSession(input)).url);
  return input.userRef;
}

describe("a session at the onramp", () => {
  test("sells the given amount once, and returns to its redirect URL", async () => {
    const reader = createChainReader({ network: networks.local, rpcUrl: fixture.simulator.rpcUrl });
    const before = await reader.balanceOf(landlord.address);
    const input = order("120.00");
    const { url } = await fixture.onramp.createSession(input);
    expect(await fixture.onramp.transactions(input.userRef)).toEqual([]);
    expect(await (await fetch(url)).text()).toContain("120.00 USDC");
    expect(await (await pay(url)).text()).toContain(input.redirectUrl);
    await pay(url);
    const [transaction, ...others] = await fixture.onramp.transactions(input.userRef);
    expect([transaction, others]).toMatchObject([{ state: "succeeded", destination: landlord.address }, []]);
    expect(await reader.transfersInTx(transaction?.txHash ?? "0x")).toMatchObject([{ to: landlord.address, usdcUnits: 120_000_000n }]);
    expect(await reader.balanceOf(landlord.address)).toBe(before + 120_000_000n);
  });

  test.each([
    ["120.20", "ProviderUnavailable", "is away"],
    ["120.21", "ProviderRefused", "refuses it"],
    ["120.22", "ProviderUnavailable", "has too many"],
    ["120.23", "ProviderUnavailable", "answers an address that is none"],
  ])("of $%s causes %s: the onramp %s", async (amount, name) => {
    await expect(fixture.onramp.createSession(order(amount))).rejects.toMatchObject({ name });
  });

  test("that comes too late counts as unavailable", async () => {
    await expect(fixture.impatient(200).onramp.createSession(order("120.24"))).rejects.toMatchObject({ name: "ProviderUnavailable" });
  });

  test("can succeed at the second attempt", async () => {
    await expect(fixture.onramp.createSession(order("120.19"))).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await fixture.onramp.createSession(order("120.19"))).toMatchObject({ url: expect.stringContaining("/buy?sessionToken=") });
  });

  test("requires the right API key", async () => {
    const { url } = fixture.simulator;
    const stranger = { id: demoCredentials.apiKeyId, secret: Buffer.alloc(64, 7).toString("base64") };
    const closed = createOnrampClient({ apiUrl: `${url}/platform`, statusUrl: url, key: stranger });
    await expect(closed.createSession(order("120.00"))).rejects.toThrow();
    await expect(closed.transactions("somebody")).rejects.toThrow();
  });
});

describe("the status of a purchase", () => {
  test.each([
    ["120.13", { state: "failed", txHash: null }],
    ["120.14", { state: "succeeded", txHash: null }],
    ["120.15", { state: "pending", txHash: null }],
    ["120.27", { state: "pending" }],
  ])("of $%s is %j", async (amount, expected) => {
    expect(await fixture.onramp.transactions(await bought(amount))).toMatchObject([expected]);
  });

  test.each([
    ["120.25", "ProviderUnavailable", "away"],
    ["120.26", "ProviderUnavailable", "no JSON"],
    ["120.28", "ProviderUnavailable", "without a status"],
    ["120.29", "ProviderRefused", "unknown"],
  ])("of $%s throws %s (%s)", async (amount, name) => {
    await expect(fixture.onramp.transactions(await bought(amount))).rejects.toMatchObject({ name });
  });
});
