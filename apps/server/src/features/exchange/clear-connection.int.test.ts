import { makeAddress, makeMerchant } from "@hearth/db/testing/factories";
import { personOf } from "@hearth/simulator/exchange/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorize, type ExchangeFixture, link, startExchangeFixture } from "../../testing/exchange-fixture.ts";

let fixture: ExchangeFixture;
beforeAll(async () => {
  fixture = await startExchangeFixture();
});
afterAll(() => fixture.close());

describe("clearing the connection", () => {
  it("unlinks the exchange account and the smart wallet, and keeps a separately linked wallet", async () => {
    const { call, person } = await fixture.open();
    await link(call, { email: person });
    const [smartWalletAddress, walletAddress] = [makeAddress("smart"), makeAddress("own")];
    await call.wallet.saveSmart({ smartWalletAddress });
    await call.wallet.update({ walletAddress });
    expect(await call.exchange.clearConnection()).toEqual({ message: "The wallet connection was cleared" });
    expect(await call.wallet.status()).toMatchObject({ coinbaseAccountConnected: false, smartWalletAddress: null, walletAddress });
  });

  it("unlinks a smart wallet without an exchange account, and does nothing without either", async () => {
    const { call } = await fixture.open();
    await call.wallet.saveSmart({ smartWalletAddress: makeAddress("alone") });
    await call.exchange.clearConnection();
    await expect(call.wallet.status()).rejects.toMatchObject({ cause: { code: "WALLET_SETUP_NEEDED" } });
    expect(await call.exchange.clearConnection()).toEqual({ message: "The wallet connection was cleared" });
  });

  it("ends an authorization in progress", async () => {
    const { call, person } = await fixture.open();
    const back = await authorize(call, { email: person });
    await call.exchange.clearConnection();
    await expect(call.exchange.callback(back)).rejects.toMatchObject({ cause: { code: "LINK_EXPIRED" } });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "none" });
  });

  it("keeps a merchant's payout address linked, so that nobody else can link it", async () => {
    const { owner } = await makeMerchant(fixture.harness.db, { payeeAddress: null });
    const merchant = await fixture.open(owner.id);
    const email = `shared.${merchant.person}`;
    await link(merchant.call, { email });
    await merchant.call.merchant.setPayoutWallet({ walletAddress: personOf(email).usdcAddress });
    await merchant.call.exchange.clearConnection();
    expect((await merchant.call.merchant.business()).walletAddress).toBe(personOf(email).usdcAddress);
    const stranger = await fixture.open();
    await expect(link(stranger.call, { email: `shared.${stranger.person}` })).rejects.toMatchObject({
      cause: { code: "WALLET_ALREADY_USED" },
    });
    expect(await link(merchant.call, { email })).toMatchObject({ success: true });
  });
});
