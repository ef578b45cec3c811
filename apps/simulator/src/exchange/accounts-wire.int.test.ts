import type { ExchangeAccountProvider } from "@hearth/exchange/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personOf } from "./people.ts";
import { startWireFixture, type WireFixture } from "../testing/wire-fixture.ts";

let fixture: WireFixture;
beforeAll(async () => {
  fixture = await startWireFixture();
});
afterAll(() => fixture.simulator.stop());

const tokenOf = async (email: string, scopes?: string[]) =>
  (await fixture.link({ email, ...(scopes !== undefined && { scopes }) })).accessToken;

/** Calls every endpoint about an account. */
const questions = [
  ["whose it is", ({ externalUserId }, token) => externalUserId(token)],
  ["where it receives USDC", ({ usdcAddress }, token) => usdcAddress(token)],
  ["whether it has a bank", ({ hasBankAccount }, token) => hasBankAccount(token)],
] satisfies [string, (accounts: ExchangeAccountProvider, token: string) => Promise<unknown>][];

test("an account has an id, an address and a bank", async () => {
  const token = await tokenOf("maya@example.com");
  const { id, usdcAddress } = personOf("maya@example.com");
  expect(await Promise.all(questions.map(([, ask]) => ask(fixture.accounts, token)))).toEqual([id, usdcAddress, true]);
});

test("an account may lack a bank, a verified bank, USDC, or an address", async () => {
  expect(await fixture.accounts.hasBankAccount(await tokenOf("nobank@example.com"))).toBe(false);
  expect(await fixture.accounts.hasBankAccount(await tokenOf("unverified@example.com"))).toBe(false);
  expect(await fixture.accounts.usdcAddress(await tokenOf("nousdc@example.com"))).toBeNull();
  const token = await tokenOf("newaddress@example.com");
  expect(await fixture.accounts.usdcAddress(token)).toBe(personOf("newaddress@example.com").usdcAddress);
});

describe.each(questions)("asked %s, the exchange", (_, ask) => {
  test.each([
    ["away", "ProviderUnavailable"],
    ["busy", "ProviderUnavailable"],
    ["nonsense", "ProviderUnavailable"],
    ["lacking", "ProviderUnavailable"],
    ["revoked", "ProviderRefused"],
  ])("throws for an account that is %s: %s", async (sentinel, name) => {
    const token = await tokenOf(`${sentinel}@example.com`);
    await expect(ask(fixture.accounts, token)).rejects.toMatchObject({ name });
  });

  test("is unavailable if it answers too late", async () => {
    const token = await tokenOf("late@example.com");
    await expect(ask(fixture.impatient(200).accounts, token)).rejects.toMatchObject({ name: "ProviderUnavailable" });
  });

  test("refuses a token with too few scopes, and an unknown one", async () => {
    const token = await tokenOf("maya@example.com", ["wallet:user:email"]);
    await expect(ask(fixture.accounts, token)).rejects.toMatchObject({ name: "ProviderRefused", status: 403 });
    await expect(ask(fixture.accounts, "made-up")).rejects.toMatchObject({ name: "ProviderRefused", status: 401 });
  });
});

test("payment methods can be unavailable alone", async () => {
  const token = await tokenOf("nocheck@example.com");
  expect(await fixture.accounts.usdcAddress(token)).toBe(personOf("nocheck@example.com").usdcAddress);
  await expect(fixture.accounts.hasBankAccount(token)).rejects.toMatchObject({ name: "ProviderUnavailable" });
});
