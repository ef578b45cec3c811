import { type Address, getAddress } from "viem";

const shape = /^0x[0-9a-fA-F]{40}$/;

/**
 * Parses an address that somebody typed and returns it checksummed, or null.
 *
 * Accepts an address in a single case, which has no checksum. Refuses mixed case with a wrong checksum, because it is most likely a typing
 * mistake (EIP-55).
 */
export function parseAddress(text: string): Address | null {
  if (!shape.test(text)) return null;
  const digits = text.slice(2);
  const checksummed = getAddress(`0x${digits.toLowerCase()}`);
  const hasNoChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasNoChecksum || checksummed === text ? checksummed : null;
}

/** True if both are the same account, ignoring case. */
export function sameAddress(left: Address, right: Address): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
