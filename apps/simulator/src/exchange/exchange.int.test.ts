import { randomUUID } from "node:crypto";
import { createAccountClient } from "@hearth/exchange/account-client";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import { ProviderRefused, ProviderUnavailable } from "@hearth/exchange/provider";
import { scopes } from "@hearth/exchange/wire";
import { networks } from "@hearth/chain/networks";
import { createChainReader } from "@hearth/chain/chain-reader";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../demo-accounts.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { demoCredentials } from "./credentials.ts";
import { personOf } from "./people.ts";
import { type ConsentAnswer, walkConsent } from "./walk-consent.ts";

const redirectUri = "http://localhost:5999/wallet-callback";
const [landlord] = demoAccounts.merchants;
const { clientId, clientSecret, apiKeyId, apiKeySecret } = demoCredentials;
let simulator: Simulator;
let accounts: ReturnType<typeof createAccountClient>;
let onramp: ReturnType<typeof createOnrampClient>;

beforeAll(async () => {
  simulator = await startSimulator({ manual: true });
  const { url } = simulator;
  accounts = createAccountClient({ apiUrl: url, loginUrl: url, clientId, clientSecret });
  onramp = createOnrampClient({ apiUrl: `${url}/platform`, statusUrl: url, key: { id: apiKeyId, secret: apiKeySecret } });
});
afterAll(() => simulator.stop());

async function authorize(answer: ConsentAnswer) {
  const attempt = { state: randomUUID(), codeVerifier: randomUUID() + randomUUID(), redirectUri };
  const { redirectUrl } = await accounts.startLink({ ...attempt, isSignUp: false });
  const back = await walkConsent(redirectUrl, answer);
  expect(back.href.startsWith(`${redirectUri}?`)).toBe(true);
  expect(back.searchParams.get("state")).toBe(attempt.state);
  return { attempt, back, code: back.searchParams.get("code") ?? "" };
}
async function link(answer: ConsentAnswer) {
  const { attempt, code } = await authorize(answer);
  return accounts.finishLink({ ...attempt, code });
}

describe("an account at the exchange", () => {
  test("is linked by a person who agrees, and shows its id, its address and its bank", async () => {
    const tokens = await link({ email: "maya@example.com" });
    const person = personOf("maya@example.com");
    expect(tokens).toMatchObject({ scopes: expect.arrayContaining([...scopes]), expiresInSeconds: 3600 });
    expect(await accounts.externalUserId(tokens.accessToken)).toBe(person.id);
    expect(await accounts.usdcAddress(tokens.accessToken)).toBe(person.usdcAddress);
    expect(await accounts.hasBankAccount(tokens.accessToken)).toBe(true);
  });

  test("is not linked by a person who says no", async () => {
    const { back } = await authorize({ email: "maya@example.com", deny: true });
    expect([back.searchParams.get("error"), back.searchParams.get("code")]).toEqual(["access_denied", null]);
  });

  test("shows only what the person agreed to", async () => {
    const tokens = await link({ email: "maya@example.com", scopes: ["wallet:user:read"] });
    expect([tokens.scopes, tokens.refreshToken]).toEqual([["wallet:user:read"], null]);
    await expect(accounts.usdcAddress(tokens.accessToken)).rejects.toThrow(ProviderRefused);
  });

  test("gives a code that is good once, and only with the right verifier", async () => {
    const { attempt, code } = await authorize({ email: "maya@example.com" });
    await expect(accounts.finishLink({ ...attempt, codeVerifier: "x".repeat(43), code })).rejects.toThrow(ProviderRefused);
    const second = await authorize({ email: "maya@example.com" });
    await accounts.finishLink({ ...second.attempt, code: second.code });
    await expect(accounts.finishLink({ ...second.attempt, code: second.code })).rejects.toThrow(ProviderRefused);
  });

  test("gives a refresh token that is good once", async () => {
    const first = await link({ email: "maya@example.com" });
    const second = await accounts.refresh(first.refreshToken ?? "");
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await accounts.hasBankAccount(second.accessToken)).toBe(true);
    await expect(accounts.refresh(first.refreshToken ?? "")).rejects.toThrow(ProviderRefused);
  });

  test("is closed again by revoking, however often", async () => {
    const { accessToken, refreshToken } = await link({ email: "maya@example.com" });
    for (const token of [refreshToken ?? "", accessToken, accessToken]) await accounts.revoke(token);
    await expect(accounts.externalUserId(accessToken)).rejects.toThrow(ProviderRefused);
  });

  test("may have no bank, no USDC, or no address yet", async () => {
    expect(await accounts.hasBankAccount((await link({ email: "nobank@example.com" })).accessToken)).toBe(false);
    expect(await accounts.usdcAddress((await link({ email: "nousdc@example.com" })).accessToken)).toBeNull();
    const made = await accounts.usdcAddress((await link({ email: "newaddress@example.com" })).accessToken);
    expect(made).toBe(personOf("newaddress@example.com").usdcAddress);
  });

  test.each(["away", "nonsense"])("that is %s is trouble and no refusal", async (sentinel) => {
    const { accessToken } = await link({ email: `${sentinel}@example.com` });
    await expect(accounts.externalUserId(accessToken)).rejects.toThrow(ProviderUnavailable);
  });

  test("that nobody listens for is trouble as well", async () => {
    const closed = createAccountClient({ apiUrl: "http://127.0.0.1:1", loginUrl: "http://127.0.0.1:1", clientId, clientSecret });
    await expect(closed.externalUserId("token")).rejects.toThrow(ProviderUnavailable);
    await expect(closed.refresh("token")).rejects.toThrow(ProviderUnavailable);
  });
});

describe("the onramp", () => {
  const order = (usdcAmount: string) => ({
    destination: landlord.address,
    usdcAmount,
    userRef: randomUUID(),
    clientIp: "127.0.0.1",
    redirectUrl: "http://localhost:5999/fund-wallet",
  });
  const pay = (url: string) => fetch(url, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });

  test("sells what the session says, once, and tells its transaction", async () => {
    const reader = createChainReader({ network: networks.local, rpcUrl: simulator.rpcUrl });
    const before = await reader.balanceOf(landlord.address);
    const bought = order("120.00");
    const { url } = await onramp.createSession(bought);
    expect(await onramp.transactions(bought.userRef)).toEqual([]);
    expect(await (await fetch(url)).text()).toContain("120.00 USDC");
    await pay(url);
    await pay(url);
    const [transaction, ...others] = await onramp.transactions(bought.userRef);
    expect([transaction, others]).toMatchObject([{ state: "succeeded", destination: landlord.address }, []]);
    expect(await reader.transfersInTx(transaction?.txHash ?? "0x")).toMatchObject([{ to: landlord.address, usdcUnits: 120_000_000n }]);
    expect(await reader.balanceOf(landlord.address)).toBe(before + 120_000_000n);
  });

  test.each([
    ["120.13", { state: "failed", txHash: null }],
    ["120.14", { state: "succeeded", txHash: null }],
    ["120.15", { state: "pending", txHash: null }],
  ])("of $%s answers %j", async (amount, expected) => {
    const bought = order(amount);
    await pay((await onramp.createSession(bought)).url);
    expect(await onramp.transactions(bought.userRef)).toMatchObject([expected]);
  });

  test("opens to the key and to nobody else", async () => {
    const stranger = { id: apiKeyId, secret: Buffer.alloc(64, 7).toString("base64") };
    const closed = createOnrampClient({ apiUrl: `${simulator.url}/platform`, statusUrl: simulator.url, key: stranger });
    await expect(closed.createSession(order("120.00"))).rejects.toThrow();
  });
});
