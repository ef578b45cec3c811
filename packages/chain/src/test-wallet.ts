import { type Hex, keccak256, stringToHex } from "viem";

/**
 * Derives the private key of a person's test wallet, always the same. FOR THE LOCAL CHAIN ONLY.
 *
 * Anybody who knows the user's id knows this key. It exists so that a newcomer can pay without a wallet extension. On any other network
 * money sent to it is lost.
 */
export function testWalletKey(userId: string): Hex {
  return keccak256(stringToHex(`hearth test wallet, worthless on real networks${userId}`));
}
