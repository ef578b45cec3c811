import { testWalletKey } from "@hearth/chain/test-wallet";
import { publicId } from "@hearth/domain/ids";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import type { PrivateKeyAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { wakingTime } from "./calendar.ts";
import { type DemoConsumer, demoConsumers, type DemoMerchant, demoMerchants } from "./cast.ts";
import { demoId } from "./demo-ids.ts";
import { stranger } from "./odd-payments.ts";

const daysPerMonth = 30.4;

/** When a consumer's account was created. */
export function consumerJoinedAt(consumer: DemoConsumer, anchor: Date): Date {
  return wakingTime(anchor, consumer.joinedDaysAgo, consumer.key);
}

/** The id of a consumer's account. Their test wallet is derived from it, as in the browser. */
export function consumerId(consumer: DemoConsumer, anchor: Date): string {
  return demoId(consumerJoinedAt(consumer, anchor), "user", consumer.key);
}

/** When a merchant joined Hearth. */
export function merchantJoinedAt(merchant: DemoMerchant, anchor: Date): Date {
  return wakingTime(anchor, Math.round(merchant.joinedMonthsAgo * daysPerMonth), merchant.key);
}

/** Wallets that can sign transfers in the demo, by key: those of consumers, and the stranger's. */
export function demoWallets(anchor: Date): Map<string, PrivateKeyAccount> {
  const payers = demoConsumers.filter((consumer) => consumer.hasWallet);
  const accounts = payers.map((consumer): [string, PrivateKeyAccount] => {
    return [consumer.key, privateKeyToAccount(testWalletKey(publicId("user", consumerId(consumer, anchor))))];
  });
  return new Map([...accounts, [stranger, privateKeyToAccount(demoAccounts.spare.privateKey)]]);
}

/** The id of the account that owns a merchant. */
export function ownerId(merchant: DemoMerchant, anchor: Date): string {
  return demoId(merchantJoinedAt(merchant, anchor), "owner", merchant.key);
}

/** Wallets that can sign for merchants, by key. Each is the owner's test wallet, which the browser offers them as well. */
export function merchantWallets(anchor: Date): Map<string, PrivateKeyAccount> {
  const paid = demoMerchants.filter(({ isPaid }) => isPaid);
  return new Map(paid.map((merchant) => [merchant.key, privateKeyToAccount(testWalletKey(publicId("user", ownerId(merchant, anchor))))]));
}
