import { auditLog } from "@hearth/db/schema/audit-log";
import { factoryPassword as password, makeMerchant } from "@hearth/db/testing/factories";
import { personOf } from "@hearth/simulator/exchange/people";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExchangeFixture, link, startExchangeFixture } from "../../../testing/exchange-fixture.ts";
import { provenAddresses } from "../../wallet/wallet.service.ts";

let fixture: ExchangeFixture;
beforeAll(async () => {
  fixture = await startExchangeFixture();
});
afterAll(() => fixture.close());

async function merchantAtExchange(options: Parameters<typeof makeMerchant>[1] = {}) {
  const { owner, payee } = await makeMerchant(fixture.harness.db, options);
  const opened = await fixture.open(owner.id);
  await link(opened.call, { email: opened.person });
  return { ...opened, payee, walletAddress: personOf(opened.person).usdcAddress };
}

describe("the address of a merchant's linked exchange account", () => {
  it("becomes the payout wallet only when the merchant sets it, proven by the exchange's word", async () => {
    const { call, userId, walletAddress } = await merchantAtExchange({ payeeAddress: null });
    expect((await call.merchant.business()).walletAddress).toBeNull();
    expect(await call.merchant.setPayoutWallet({ walletAddress })).toMatchObject({ walletAddress, walletProven: true });
    expect(await call.exchange.checkWallet()).toMatchObject({ status: "verified", walletAddress });
    const lines = await fixture.harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, "merchant.payeeSet")));
    expect(lines).toMatchObject([{ data: { walletAddress: { from: null, to: walletAddress }, provenBy: "exchange" } }]);
  });

  it("never identifies a sender, because the exchange sends from shared wallets", async () => {
    const { call, userId, walletAddress } = await merchantAtExchange({ payeeAddress: null });
    await call.merchant.setPayoutWallet({ walletAddress });
    expect(await provenAddresses(fixture.harness.db, userId)).toEqual([]);
  });

  it("requires the password to replace another wallet", async () => {
    const { call, payee, walletAddress } = await merchantAtExchange();
    await expect(call.merchant.setPayoutWallet({ walletAddress })).rejects.toThrow("Please enter your password");
    expect((await call.merchant.business()).walletAddress).toBe(payee?.address);
    expect(await call.merchant.setPayoutWallet({ walletAddress, password })).toMatchObject({ walletAddress, walletProven: true });
  });

  it("proves nothing for another address, for another merchant, or after unlinking", async () => {
    const mine = await merchantAtExchange({ payeeAddress: null });
    const elsewhere = personOf("somebody.else@example.com").usdcAddress;
    expect((await mine.call.merchant.setPayoutWallet({ walletAddress: elsewhere })).walletProven).toBe(false);
    const other = await merchantAtExchange({ payeeAddress: null });
    await expect(other.call.merchant.setPayoutWallet({ walletAddress: mine.walletAddress })).rejects.toThrow(
      "already used by another account",
    );
    await other.call.exchange.clearConnection();
    expect((await other.call.merchant.setPayoutWallet({ walletAddress: other.walletAddress })).walletProven).toBe(false);
  });
});
