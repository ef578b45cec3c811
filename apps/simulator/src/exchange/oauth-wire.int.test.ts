import { createAccountClient } from "@hearth/exchange/account-client";
import { ProviderRefused, ProviderUnavailable } from "@hearth/exchange/provider";
import { scopes } from "@hearth/exchange/wire";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoCredentials } from "./credentials.ts";
import { personOf } from "./people.ts";
import { startWireFixture, type WireFixture } from "../testing/wire-fixture.ts";

let fixture: WireFixture;
beforeAll(async () => {
  fixture = await startWireFixture();
});
afterAll(() => fixture.simulator.stop());

const maya = { email: "maya@example.com" };

describe("the redirect to the exchange", () => {
  test("has a PKCE challenge without the verifier, the scopes with commas, and a parameter for people without an account", async () => {
    const attempt = { state: "a-state-of-our-own", codeVerifier: "v".repeat(43), redirectUri: "http://localhost:5999/wallet-callback" };
    const { redirectUrl } = await fixture.accounts.startLink({ ...attempt, isSignUp: true });
    const asked = new URL(redirectUrl).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      state: attempt.state,
      scope: scopes.join(","),
      code_challenge_method: "S256",
      layout: "signup",
    });
    expect(asked.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(redirectUrl).not.toContain(attempt.codeVerifier);
  });

  test("returns with the given state, and without a code if the person refuses", async () => {
    const { attempt, back } = await fixture.authorize({ ...maya, deny: true });
    const [state, error, code] = ["state", "error", "code"].map((name) => back.searchParams.get(name));
    expect([state, error, code]).toEqual([attempt.state, "access_denied", null]);
  });
});

describe("one browser", () => {
  test("can be used by several people one after the other", async () => {
    const cookies = new Map<string, string>();
    const [first, second] = [await fixture.link({ ...maya, cookies }), await fixture.link({ email: "noor@example.com", cookies })];
    const ids = await Promise.all([first, second].map(({ accessToken }) => fixture.accounts.externalUserId(accessToken)));
    expect(ids).toEqual([personOf(maya.email).id, personOf("noor@example.com").id]);
  });
});

describe("the code", () => {
  test("is exchanged for tokens", async () => {
    expect(await fixture.link(maya)).toMatchObject({
      scopes: expect.arrayContaining([...scopes]),
      refreshToken: expect.any(String),
      expiresInSeconds: 3_600,
    });
  });

  test("gives no refresh token and fewer scopes if less was granted", async () => {
    const tokens = await fixture.link({ ...maya, scopes: ["wallet:user:read"] });
    expect([tokens.scopes, tokens.refreshToken]).toEqual([["wallet:user:read"], null]);
    await expect(fixture.accounts.usdcAddress(tokens.accessToken)).rejects.toMatchObject({ name: "ProviderRefused", status: 403 });
  });

  test("is refused with another verifier, with another redirect URI, a second time, and if unknown", async () => {
    const first = await fixture.authorize(maya);
    const withOther = (change: object) => fixture.accounts.finishLink({ ...first.attempt, code: first.code, ...change });
    await expect(withOther({ codeVerifier: "x".repeat(43) })).rejects.toThrow(ProviderRefused);
    const second = await fixture.authorize(maya);
    const elsewhere = { ...second.attempt, redirectUri: "http://localhost:5999/another", code: second.code };
    await expect(fixture.accounts.finishLink(elsewhere)).rejects.toThrow(ProviderRefused);
    const third = await fixture.authorize(maya);
    await fixture.accounts.finishLink({ ...third.attempt, code: third.code });
    await expect(fixture.accounts.finishLink({ ...third.attempt, code: third.code })).rejects.toThrow(ProviderRefused);
    await expect(fixture.accounts.finishLink({ ...third.attempt, code: "made-up" })).rejects.toThrow(ProviderRefused);
  });

  test.each(["tokenaway", "tokennonsense"])("of %s@... causes unavailability, not a refusal", async (sentinel) => {
    await expect(fixture.link({ email: `${sentinel}@example.com` })).rejects.toThrow(ProviderUnavailable);
  });
});

describe("a refresh token", () => {
  test("works once, and returns the next one", async () => {
    const first = await fixture.link(maya);
    const second = await fixture.accounts.refresh(first.refreshToken ?? "");
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await fixture.accounts.hasBankAccount(second.accessToken)).toBe(true);
    await expect(fixture.accounts.refresh(first.refreshToken ?? "")).rejects.toThrow(ProviderRefused);
  });

  test("that is reused ends the tokens derived from it", async () => {
    const first = await fixture.link(maya);
    const second = await fixture.accounts.refresh(first.refreshToken ?? "");
    await expect(fixture.accounts.refresh(first.refreshToken ?? "")).rejects.toThrow(ProviderRefused);
    await expect(fixture.accounts.refresh(second.refreshToken ?? "")).rejects.toThrow(ProviderRefused);
  });

  test("that was revoked, or is unknown, is refused", async () => {
    const { refreshToken } = await fixture.link(maya);
    await fixture.accounts.revoke(refreshToken ?? "");
    await expect(fixture.accounts.refresh(refreshToken ?? "")).rejects.toThrow(ProviderRefused);
    await expect(fixture.accounts.refresh("made-up")).rejects.toThrow(ProviderRefused);
  });
});

test("revoking ends the access, and can be repeated", async () => {
  const { accessToken, refreshToken } = await fixture.link(maya);
  for (const token of [refreshToken ?? "", accessToken, accessToken, "made-up"]) await fixture.accounts.revoke(token);
  await expect(fixture.accounts.externalUserId(accessToken)).rejects.toMatchObject({ name: "ProviderRefused", status: 401 });
});

test("a client with a wrong secret or without a connection is unavailable, not refused", async () => {
  const { url } = fixture.simulator;
  const known = { clientId: demoCredentials.clientId, clientSecret: demoCredentials.clientSecret };
  const { attempt, code } = await fixture.authorize(maya);
  const stranger = createAccountClient({ apiUrl: url, loginUrl: url, ...known, clientSecret: "guessed" });
  await expect(stranger.finishLink({ ...attempt, code })).rejects.toThrow(ProviderUnavailable);
  const nowhere = createAccountClient({ apiUrl: "http://127.0.0.1:1", loginUrl: "http://127.0.0.1:1", ...known });
  await expect(nowhere.finishLink({ ...attempt, code })).rejects.toThrow(ProviderUnavailable);
  await expect(nowhere.refresh("token")).rejects.toThrow(ProviderUnavailable);
  await expect(nowhere.revoke("token")).rejects.toThrow(ProviderUnavailable);
});
