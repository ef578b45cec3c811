import { testWalletKey } from "@hearth/chain/test-wallet";
import type { Address } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The address of a person's test wallet, the same on every device. */
export function testWalletAddress(userId: string): Address {
  return privateKeyToAccount(testWalletKey(userId)).address;
}
