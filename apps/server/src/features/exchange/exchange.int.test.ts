import { exchangeAccounts } from "@hearth/db/schema/exchange-accounts";
import { exchangeLinks } from "@hearth/db/schema/exchange-links";
import { personOf } from "@hearth/simulator/exchange/people";
import { walkConsent } from "@hearth/simulator/exchange/walk-consent";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorize, type ExchangeFixture, link, startExchangeFixture } from "../../testing/exchange-fixture.ts";
import type { Harness } from "../../testing/harness.ts";
import { openTokens } from "./access-token.ts";

let fixture: ExchangeFixture;
let harness: Harness;
beforeAll(async () => {
  fixture = await startExchangeFixture();
  harness = fixture.harness;
});
afterAll(() => fixture.close());

const account = () => fixture.open();
const minutes = (number: number) => harness.clock.advance({ minutes: number });

describe("linking an account at the exchange", () => {
  it("connects it with its address, and every call reports it", async () => {
    const { call, person } = await account();
    const { usdcAddress } = personOf(person);
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "none", walletAddress: null });
    const back = await authorize(call, { email: person });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "pending" });
    expect(await call.exchange.callback(back)).toEqual({
      success: true,
      walletAddress: usdcAddress,
      message: "Your Coinbase account is connected",
      returnPath: "/payment?merchant=1",
    });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified", walletAddress: usdcAddress });
    expect(await call.wallet.status()).toMatchObject({ coinbaseAccountConnected: true, proven: false, walletAddress: null });
  });

  it("stores no token and no state in plain text", async () => {
    const { call, person, userId } = await account();
    const back = await authorize(call, { email: person });
    await call.exchange.callback(back);
    const [row] = await harness.db.select().from(exchangeAccounts).where(eq(exchangeAccounts.userId, userId));
    expect(row?.encryptedAccessToken).toMatch(/^v2\./);
    expect(row?.encryptedRefreshToken).toMatch(/^v2\./);
    const links = await harness.db.select().from(exchangeLinks).where(eq(exchangeLinks.userId, userId));
    expect(JSON.stringify(links)).not.toContain(back.state);
  });

  it("accepts a state once, also when used twice concurrently", async () => {
    const { call, person } = await account();
    const back = await authorize(call, { email: person });
    const answers = await Promise.allSettled([call.exchange.callback(back), call.exchange.callback(back)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(call.exchange.callback(back)).rejects.toThrow("This authorization has expired or was already used");
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified" });
  });

  it("accepts a state only from the session that began it", async () => {
    const { call, person, userId } = await account();
    const back = await authorize(call, { email: person });
    const stranger = await account();
    await expect(stranger.call.exchange.callback(back)).rejects.toMatchObject({ cause: { code: "LINK_EXPIRED" } });
    const otherBrowser = harness.caller(await harness.signIn(userId));
    await expect(otherBrowser.exchange.callback(back)).rejects.toMatchObject({ cause: { code: "LINK_EXPIRED" } });
    expect(await call.exchange.callback(back)).toMatchObject({ success: true });
  });

  it("accepts a state for ten minutes", async () => {
    const now = harness.clock.now();
    const { call, person } = await account();
    const back = await authorize(call, { email: person });
    minutes(10);
    await expect(call.exchange.callback(back)).rejects.toMatchObject({ cause: { code: "LINK_EXPIRED" } });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "failed", message: expect.stringContaining("expired") });
    harness.clock.set(now);
  });

  it("fails with a specific error when the person denies, grants too little, or has no USDC", async () => {
    const { call, person } = await account();
    await expect(link(call, { email: person, deny: true })).rejects.toMatchObject({ cause: { code: "LINK_DENIED" } });
    expect(await call.exchange.checkWallet()).toMatchObject({
      status: "failed",
      message: "You did not allow access to your Coinbase account",
    });
    await expect(link(call, { email: person, scopes: ["wallet:user:read"] })).rejects.toMatchObject({ cause: { code: "LINK_INCOMPLETE" } });
    await expect(link(call, { email: "nousdc@example.com" })).rejects.toMatchObject({ cause: { code: "EXCHANGE_WALLET_MISSING" } });
    await expect(link(call, { email: "revoked@example.com" })).rejects.toMatchObject({ cause: { code: "EXCHANGE_DISCONNECTED" } });
    expect(await call.exchange.retryVerification()).toMatchObject({ status: "failed", needsVerification: true });
    await expect(call.wallet.status()).rejects.toMatchObject({ cause: { code: "WALLET_SETUP_NEEDED" } });
    expect(await link(call, { email: person })).toMatchObject({ success: true });
  });

  it("refuses a code that the exchange never issued", async () => {
    const { call, person } = await account();
    const { state } = await authorize(call, { email: person });
    await expect(call.exchange.callback({ state, code: "made up" })).rejects.toMatchObject({ cause: { code: "LINK_REFUSED" } });
  });

  it.each(["away", "nonsense"])("waits for an exchange that is %s, and can be retried", async (sentinel) => {
    const { call, person, userId } = await account();
    await expect(link(call, { email: `${sentinel}.${person}` })).rejects.toMatchObject({
      cause: { code: "EXCHANGE_UNAVAILABLE" },
    });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "pending" });
    expect(await call.exchange.retryVerification()).toMatchObject({ status: "pending", needsVerification: false });
    expect(await call.exchange.clearVerification()).toEqual({ message: "The verification was cleared" });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "none" });
    const rows = await harness.db.select().from(exchangeAccounts).where(eq(exchangeAccounts.userId, userId));
    expect(rows).toMatchObject([{ encryptedAccessToken: null, encryptedRefreshToken: null, endedAt: expect.any(Date) }]);
  });

  it("links an exchange account to one account only, also concurrently", async () => {
    const [first, second] = [await account(), await account()];
    const email = `one.${first.person}`;
    const backs = [await authorize(first.call, { email }), await authorize(second.call, { email })];
    const answers = await Promise.allSettled(
      [first, second].map(({ call }, index) => call.exchange.callback(backs[index] ?? { state: "" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = answers.find((answer) => answer.status === "rejected");
    expect(lost?.reason.cause.code).toMatch(/EXCHANGE_ACCOUNT_USED|WALLET_ALREADY_USED/);
  });

  it("refuses an address that belongs to another account", async () => {
    const [first, second] = [await account(), await account()];
    await link(first.call, { email: "shared-one@example.com" });
    await expect(link(second.call, { email: "shared-two@example.com" })).rejects.toMatchObject({ cause: { code: "WALLET_ALREADY_USED" } });
    expect(await second.call.exchange.checkWallet()).toMatchObject({ status: "failed", walletAddress: null });
    await first.call.exchange.clearConnection();
    expect(await link(second.call, { email: "shared-two@example.com" })).toMatchObject({ success: true });
  });

  it("is undone by clearing the connection, which keeps a separate wallet", async () => {
    const { call, person } = await account();
    await link(call, { email: person });
    const own = "0x1111111111111111111111111111111111111111";
    await call.wallet.update({ walletAddress: own });
    expect(await call.exchange.clearConnection()).toEqual({ message: "The wallet connection was cleared" });
    expect(await call.wallet.status()).toMatchObject({ coinbaseAccountConnected: false, walletAddress: own });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "none" });
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
  });

  it("sends people without an account to the sign-up page", async () => {
    const { call } = await account();
    const { redirectUrl } = await call.exchange.createWallet();
    const url = new URL(redirectUrl);
    expect([url.searchParams.get("layout"), url.searchParams.get("code_challenge_method")]).toEqual(["signup", "S256"]);
  });
});

describe("the bank account check", () => {
  it("reports the existence of a bank account", async () => {
    const [rich, poor] = [await account(), await account()];
    await link(rich.call, { email: rich.person });
    await link(poor.call, { email: `nobank.${poor.person}` });
    expect(await rich.call.exchange.paymentMethods()).toEqual({ hasBankAccount: true });
    expect(await poor.call.exchange.paymentMethods()).toEqual({ hasBankAccount: false });
  });

  it("works beyond a token's lifetime, with one refresh for two concurrent calls", async () => {
    const { call, person, userId } = await account();
    await link(call, { email: person });
    const storedAccounts = () => harness.db.select().from(exchangeAccounts).where(eq(exchangeAccounts.userId, userId));
    const [before] = await storedAccounts();
    minutes(61);
    expect(await Promise.all([call.exchange.paymentMethods(), call.exchange.paymentMethods()])).toEqual([
      { hasBankAccount: true },
      { hasBankAccount: true },
    ]);
    const [after] = await storedAccounts();
    expect(after?.encryptedRefreshToken).not.toBe(before?.encryptedRefreshToken);
    minutes(61);
    expect(await call.exchange.paymentMethods()).toEqual({ hasBankAccount: true });
  });

  it("ends the connection when the person revoked the access at the exchange", async () => {
    const { call, person, userId } = await account();
    await link(call, { email: person });
    const [access] = await harness.db.select().from(exchangeAccounts).where(eq(exchangeAccounts.userId, userId));
    if (!access) throw new Error("Nothing is connected");
    await harness.deps.exchange?.revoke(openTokens(harness.deps, access).refresh ?? "");
    minutes(61);
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "failed", walletAddress: null });
    await expect(call.wallet.status()).rejects.toMatchObject({ cause: { code: "WALLET_SETUP_NEEDED" } });
  });

  it("is unavailable, and never an error, without its grant or the offline grant", async () => {
    const { call, person } = await account();
    const scopes = ["wallet:user:read", "wallet:accounts:read", "wallet:addresses:read"];
    await link(call, { email: person, scopes });
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified" });
  });

  it("is unavailable while the exchange cannot tell", async () => {
    const { call, person } = await account();
    await link(call, { email: `nocheck.${person}` });
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
  });

  it("is unavailable when no exchange is configured or the exchange is down", async () => {
    const { call, person, userId } = await account();
    await link(call, { email: person });
    const { deps } = harness;
    const exchange = deps.exchange;
    deps.exchange = null;
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
    await expect(call.exchange.initiateAuth({})).rejects.toMatchObject({ cause: { code: "EXCHANGE_OFF" } });
    deps.exchange = exchange;
    await harness.db.update(exchangeAccounts).set({ encryptedAccessToken: null }).where(eq(exchangeAccounts.userId, userId));
    expect(await call.exchange.paymentMethods()).toEqual({ error: "automatic_check_unavailable" });
  });
});

describe("the documented calls", () => {
  it("return what is documented", async () => {
    const { token, person } = await account();
    const headers = { authorization: `Bearer ${token}` };
    const send = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) => {
      const answer = await harness.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.json() };
    };
    const started = await send("POST", "/coinbase/initiate-auth", { strategy: "redirect", currentPath: "//evil.example" });
    expect(started).toEqual({ status: 200, body: { redirectUrl: expect.stringContaining("/oauth2/auth?") } });
    const back = await walkConsent(started.body.redirectUrl, { email: person });
    const query = new URLSearchParams({ code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" });
    const walletAddress = personOf(person).usdcAddress;
    expect(await send("GET", `/coinbase/frontend-callback?${query.toString()}`)).toMatchObject({
      status: 200,
      body: { success: true, walletAddress, returnPath: "/dashboard" },
    });
    expect(await send("GET", `/coinbase/frontend-callback?${query.toString()}`)).toMatchObject({
      status: 422,
      body: { code: "LINK_EXPIRED" },
    });
    expect(await send("GET", "/coinbase/frontend-callback")).toMatchObject({
      status: 400,
      body: { message: "Missing authorization parameters" },
    });
    expect(await send("GET", "/coinbase/check-wallet")).toMatchObject({ status: 200, body: { status: "verified", walletAddress } });
    expect(await send("POST", "/coinbase/retry-verification")).toMatchObject({ status: 200, body: { needsVerification: false } });
    expect(await send("GET", "/coinbase/payment-methods")).toEqual({ status: 200, body: { hasBankAccount: true } });
    expect(await send("POST", "/coinbase/create-wallet")).toMatchObject({ status: 200, body: { redirectUrl: expect.any(String) } });
    expect(await send("DELETE", "/coinbase/clear-verification")).toMatchObject({ status: 200 });
    expect(await send("POST", "/auth/clear-wallet-connection")).toMatchObject({ status: 200 });
    expect(await send("GET", "/auth/wallet-status")).toMatchObject({ status: 404, body: { code: "WALLET_SETUP_NEEDED" } });
  });
});
