import { type Address, getAddress } from "viem";

const shape = /^0x[0-9a-fA-F]{40}$/;

/**
 * Reads an address that somebody typed and answers it checksummed, or null.
 *
 * One case only carries no checksum and is accepted; mixed case with a wrong checksum is refused, because it is
 * most likely a typing mistake (EIP-55).
 */
export function parseAddress(text: string): Address | null {
  if (!shape.test(text)) return null;
  const digits = text.slice(2);
  const checksummed = getAddress(`0x${digits.toLowerCase()}`);
  const hasNoChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasNoChecksum || checksummed === text ? checksummed : null;
}

/** Whether both are the same account, however their letters are written. */
export function sameAddress(left: Address, right: Address): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
