import { makeMerchant } from "@hearth/db/testing/factories";
import { personOf } from "@hearth/simulator/exchange/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectAccount } from "./connect-account.ts";
import { findExchangeAccount } from "./exchange.repo.ts";
import { authorize, type ExchangeFixture, link, startExchangeFixture } from "../../testing/exchange-fixture.ts";

let fixture: ExchangeFixture;
beforeAll(async () => {
  fixture = await startExchangeFixture();
});
afterAll(() => fixture.close());

describe("two authorizations of one account", () => {
  it("may both succeed; the last linked account counts", async () => {
    const { call, person } = await fixture.open();
    const [first, second] = [await authorize(call, { email: person }), await authorize(call, { email: `other.${person}` })];
    await call.exchange.callback(second);
    expect(await call.exchange.callback(first)).toMatchObject({ walletAddress: personOf(person).usdcAddress });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified", walletAddress: personOf(person).usdcAddress });
  });

  it("may finish concurrently, and one account is connected", async () => {
    const { call, person } = await fixture.open();
    const backs = [await authorize(call, { email: person }), await authorize(call, { email: person })];
    await Promise.allSettled(backs.map((back) => call.exchange.callback(back)));
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified", walletAddress: personOf(person).usdcAddress });
    expect(await call.exchange.paymentMethods()).toEqual({ hasBankAccount: true });
  });

  it("are independent: an overtaken one ends only itself", async () => {
    const { call, person, userId } = await fixture.open();
    const { deps } = fixture.harness;
    const late = { ip: "127.0.0.1", requestId: "late", userAgent: null };
    const other = { email: `other.${person}` };
    await link(call, other);
    const overtaken = await findExchangeAccount(deps.db, userId);
    if (overtaken === null) throw new Error("Nothing was connected");
    await link(call, { email: person });
    await expect(connectAccount(deps, late, overtaken)).rejects.toMatchObject({
      code: "EXCHANGE_DISCONNECTED",
    });
    const isForgotten = { ...overtaken, accessExpiresAt: deps.clock.now() };
    await expect(connectAccount(deps, late, isForgotten)).rejects.toMatchObject({
      code: "LINK_EXPIRED",
    });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified", walletAddress: personOf(person).usdcAddress });
    expect(await call.exchange.paymentMethods()).toEqual({ hasBankAccount: true });
  });

  it("are independent: a refused one does not undo the other", async () => {
    const { call, person } = await fixture.open();
    const [kept, refused] = [await authorize(call, { email: person }), await authorize(call, { email: person, deny: true })];
    await call.exchange.callback(kept);
    await expect(call.exchange.callback(refused)).rejects.toMatchObject({ cause: { code: "LINK_DENIED" } });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified" });
  });

  it("cannot use each other's codes, and a connection outlives the attempt", async () => {
    const { call, person } = await fixture.open();
    const begin = () => authorize(call, { email: person });
    const [first, second, third] = [await begin(), await begin(), await begin()];
    const { code = "" } = first;
    await expect(call.exchange.callback({ ...second, code })).rejects.toMatchObject({ cause: { code: "LINK_REFUSED" } });
    await call.exchange.callback(first);
    await expect(call.exchange.callback({ ...third, code })).rejects.toMatchObject({ cause: { code: "LINK_REFUSED" } });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified" });
  });
});

describe("the documented calls for a merchant", () => {
  it("return the same as for a consumer", async () => {
    const { owner } = await makeMerchant(fixture.harness.db);
    const { call, token, person } = await fixture.open(owner.id);
    const send = async (method: "GET" | "POST", url: string) => {
      const answer = await fixture.harness.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
      return { status: answer.statusCode, body: answer.json() };
    };
    const created = await send("POST", "/api/coinbase/create-wallet");
    expect(created).toEqual({ status: 200, body: { redirectUrl: expect.stringContaining("layout=signup") } });
    expect(await send("GET", "/api/coinbase/check-wallet")).toMatchObject({ status: 200, body: { status: "pending" } });
    expect(await send("POST", "/api/coinbase/retry-verification")).toMatchObject({ status: 200, body: { needsVerification: true } });
    expect(await send("GET", "/api/auth/wallet-status")).toMatchObject({ status: 404, body: { code: "WALLET_SETUP_NEEDED" } });
    expect(await link(call, { email: person })).toMatchObject({ success: true });
    expect(await send("GET", "/api/auth/wallet-status")).toMatchObject({ status: 200, body: { coinbaseAccountConnected: true } });
  });
});

describe("an exchange whose sign-in is down", () => {
  it("is reported, and needs a new authorization", async () => {
    const away = await startExchangeFixture({ EXCHANGE_LOGIN_URL: "http://127.0.0.1:1" });
    const { call } = await away.open();
    const { redirectUrl } = await call.exchange.initiateAuth({});
    const state = new URL(redirectUrl).searchParams.get("state") ?? "";
    await expect(call.exchange.callback({ state, code: "code" })).rejects.toMatchObject({ cause: { code: "EXCHANGE_UNAVAILABLE" } });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "failed", message: expect.stringContaining("cannot be reached") });
    expect(await call.exchange.retryVerification()).toMatchObject({ status: "failed", needsVerification: true });
    await away.close();
  });
});
