import { concatHex, type Hex, isHex, keccak256, numberToHex, size, stringToHex } from "viem";

/** Domain separator of this hash against every other use of keccak256 over 32 bytes. */
const domain = stringToHex("hearth/payment-binding/v1");

/** Marks a binding inside calldata: 0xa7, "hearth", version 1. It cannot overlap itself, because 0xa7 occurs once. */
const marker: Hex = "0xa768656172746801";
const bindingDigits = 64;

/**
 * Derives the public binding of a checkout, which a transfer carries as an EIP-3009 nonce or in its calldata.
 *
 * `reference` is the 32 random bytes of the checkout's URL and stays secret. The binding is a one-way hash of it, so that an observer of
 * the chain can never open the checkout. Throws RangeError when it is not 32 bytes long.
 */
export function deriveBinding(reference: Hex, chainId: number): Hex {
  if (!isHex(reference) || size(reference) !== 32) throw new RangeError("A checkout reference has exactly 32 bytes.");
  return keccak256(concatHex([domain, numberToHex(chainId, { size: 32 }), reference]));
}

/** The bytes that a wallet appends to a transfer's calldata to bind it: the marker, then the binding. */
export function calldataSuffix(binding: Hex): Hex {
  if (!isHex(binding) || size(binding) !== 32) throw new RangeError("A binding has exactly 32 bytes.");
  return concatHex([marker, binding]);
}

/**
 * Finds every distinct binding anywhere in the calldata, in lower case.
 *
 * Searches every byte and not only the end, because wallets append suffixes of their own and wrap calls. With more than one result the
 * intended one is unclear; the caller decides.
 */
export function findBindings(calldata: Hex): Hex[] {
  const digits = calldata.slice(2).toLowerCase();
  const mark = marker.slice(2);
  const found = new Set<Hex>();
  for (let offset = digits.indexOf(mark); offset !== -1; offset = digits.indexOf(mark, offset + 1)) {
    const binding = digits.slice(offset + mark.length, offset + mark.length + bindingDigits);
    const startsOnAByte = offset % 2 === 0;
    if (startsOnAByte && binding.length === bindingDigits) found.add(`0x${binding}`);
  }
  return [...found];
}
