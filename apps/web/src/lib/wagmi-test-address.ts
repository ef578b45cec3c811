import { testWalletKey } from "@hearth/chain/test-wallet";
import type { Address } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** Address of a user's test wallet, the same on every device. */
export function testWalletAddress(userId: string): Address {
  return privateKeyToAccount(testWalletKey(userId)).address;
}
