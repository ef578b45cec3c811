import { type Hex, keccak256, stringToHex } from "viem";

/**
 * The private key of a person's test wallet, the same each time. FOR THE LOCAL CHAIN ONLY.
 *
 * Anybody who knows the user's id knows this key. It exists so that a newcomer can pay without a wallet extension;
 * on any other network money sent to it is gone.
 */
export function testWalletKey(userId: string): Hex {
  return keccak256(stringToHex(`hearth test wallet, worthless on real networks${userId}`));
}
