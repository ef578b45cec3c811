import { concatHex, type Hex, isHex, keccak256, numberToHex, size, stringToHex } from "viem";

/** Keeps this hash apart from every other use of keccak256 over 32 bytes. */
const domain = stringToHex("hearth/payment-binding/v1");

/** Announces a binding inside calldata: 0xa7, "hearth", version 1. It cannot overlap itself, since 0xa7 occurs once. */
const marker: Hex = "0xa768656172746801";
const bindingDigits = 64;

/**
 * The public binding of a checkout: what a transfer carries, as an EIP-3009 nonce or in its calldata.
 *
 * `reference` is the 32 random bytes of the checkout's URL and stays secret. The binding is a one-way image of it,
 * so that whoever watches the chain can never open the checkout. Throws RangeError when it is not 32 bytes long.
 */
export function deriveBinding(reference: Hex, chainId: number): Hex {
  if (!isHex(reference) || size(reference) !== 32) throw new RangeError("A checkout reference has exactly 32 bytes.");
  return keccak256(concatHex([domain, numberToHex(chainId, { size: 32 }), reference]));
}

/** What a wallet appends to the calldata of a transfer to bind it: the marker, then the binding. */
export function calldataSuffix(binding: Hex): Hex {
  if (!isHex(binding) || size(binding) !== 32) throw new RangeError("A binding has exactly 32 bytes.");
  return concatHex([marker, binding]);
}

/**
 * Every distinct binding announced anywhere in the calldata, in lower case.
 *
 * It looks at every byte and not only at the end, since wallets append suffixes of their own and wrap calls. More
 * than one answer means that it is not clear which was meant; the caller decides.
 */
export function findBindings(calldata: Hex): Hex[] {
  const digits = calldata.slice(2).toLowerCase();
  const mark = marker.slice(2);
  const found = new Set<Hex>();
  for (let at = digits.indexOf(mark); at !== -1; at = digits.indexOf(mark, at + 1)) {
    const binding = digits.slice(at + mark.length, at + mark.length + bindingDigits);
    const startsOnAByte = at % 2 === 0;
    if (startsOnAByte && binding.length === bindingDigits) found.add(`0x${binding}`);
  }
  return [...found];
}
