import { testWalletKey } from "@hearth/chain/test-wallet";
import { publicId } from "@hearth/domain/ids";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { type Address, type PrivateKeyAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { wakingTime } from "./calendar.ts";
import { type DemoConsumer, demoConsumers, type DemoMerchant, demoMerchants } from "./cast.ts";
import { demoId } from "./demo-ids.ts";
import { stranger } from "./odd-payments.ts";

const daysPerMonth = 30.4;

/** When a consumer's account was made. */
export function consumerJoinedAt(consumer: DemoConsumer, anchor: Date): Date {
  return wakingTime(anchor, consumer.joinedDaysAgo, consumer.key);
}

/** The id of a consumer's account; their test wallet follows from it, as it does in the browser. */
export function consumerId(consumer: DemoConsumer, anchor: Date): string {
  return demoId(consumerJoinedAt(consumer, anchor), "user", consumer.key);
}

/** When a merchant began with Hearth. */
export function merchantJoinedAt(merchant: DemoMerchant, anchor: Date): Date {
  return wakingTime(anchor, Math.round(merchant.joinedMonthsAgo * daysPerMonth), merchant.key);
}

/** Who can sign transfers in the demo, by name: every consumer with a wallet, and the stranger. */
export function demoWallets(anchor: Date): Map<string, PrivateKeyAccount> {
  const payers = demoConsumers.filter((consumer) => consumer.hasWallet);
  const accounts = payers.map((consumer): [string, PrivateKeyAccount] => {
    return [consumer.key, privateKeyToAccount(testWalletKey(publicId("user", consumerId(consumer, anchor))))];
  });
  return new Map([...accounts, [stranger, privateKeyToAccount(demoAccounts.spare.privateKey)]]);
}

/** Where a merchant is paid, or null where no wallet is set up. */
export function payoutAddress(merchant: DemoMerchant): Address | null {
  return merchant.payout === null ? null : demoAccounts.merchants[merchant.payout].address;
}

/** Where the merchant of that name is paid. @throws RangeError for one without a wallet. */
export function payoutAddressOf(key: string): Address {
  const merchant = demoMerchants.find((one) => one.key === key);
  const address = merchant ? payoutAddress(merchant) : null;
  if (address === null) throw new RangeError(`The demo has no merchant ${key} with a wallet`);
  return address;
}
