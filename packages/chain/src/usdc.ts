import { type Address, concatHex, encodeFunctionData, type Hex } from "viem";
import { calldataSuffix } from "./binding.ts";
import type { Network } from "./networks.ts";
import { usdcAbi } from "./usdc-abi.ts";

/**
 * An authorization that a payer signs so that somebody else may submit the transfer (EIP-3009).
 *
 * `usdcUnits` has 6 decimals. The times are seconds since 1970 and both exclusive: validAfter < now < validBefore.
 */
export interface TransferAuthorization {
  from: Address;
  to: Address;
  usdcUnits: bigint;
  validAfter: bigint;
  validBefore: bigint;
  /** The payment's binding: random for a checkout, a hash of the billed terms for a scheduled payment. */
  nonce: Hex;
}

/** An authorization with its signature: 65 bytes of a key (r, s, v), or a contract wallet's own format (ERC-1271). */
export interface SignedTransferAuthorization extends TransferAuthorization {
  signature: Hex;
}

const authorizationTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** The typed data of an authorization for `signTypedData` of viem and wagmi. */
export function transferAuthorizationTypedData({ network, ...auth }: TransferAuthorization & { network: Network }) {
  const { from, to, usdcUnits: value, validAfter, validBefore, nonce } = auth;
  return {
    domain: {
      name: network.usdc.name,
      version: network.usdc.version,
      chainId: network.chainId,
      verifyingContract: network.usdc.address,
    },
    types: authorizationTypes,
    primaryType: "TransferWithAuthorization",
    message: { from, to, value, validAfter, validBefore, nonce },
  } as const;
}

const cancelTypes = {
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** The typed data that a payer signs so that anybody may cancel one of their authorizations for good. */
export function cancelAuthorizationTypedData({ network, ...message }: { network: Network; authorizer: Address; nonce: Hex }) {
  const { usdc, chainId } = network;
  return {
    domain: { name: usdc.name, version: usdc.version, chainId, verifyingContract: usdc.address },
    types: cancelTypes,
    primaryType: "CancelAuthorization",
    message,
  } as const;
}

/** Calldata that cancels an authorization, in the overload that keys and contract wallets share. */
export function encodeCancelAuthorization({ authorizer, nonce, signature }: { authorizer: Address; nonce: Hex; signature: Hex }): Hex {
  return encodeFunctionData({ abi: usdcAbi, functionName: "cancelAuthorization", args: [authorizer, nonce, signature] });
}

/** Calldata of `transfer` on USDC. A binding is appended, and the token ignores it. */
export function encodeTransfer({ to, usdcUnits, binding }: { to: Address; usdcUnits: bigint; binding?: Hex }): Hex {
  const call = encodeFunctionData({ abi: usdcAbi, functionName: "transfer", args: [to, usdcUnits] });
  return binding === undefined ? call : concatHex([call, calldataSuffix(binding)]);
}

/**
 * Maximum gas for submitting an authorization. A key needs some 80,000; a contract wallet that checks a passkey in its own code some
 * 400,000. Anything above that would make the relayer pay for more than a payment.
 */
export const maxAuthorizationGas = 600_000n;

/** Calldata that submits a signed authorization to USDC, in the overload that keys and contract wallets share. */
export function encodeAuthorization(auth: SignedTransferAuthorization): Hex {
  const { from, to, usdcUnits, validAfter, validBefore, nonce, signature } = auth;
  const args = [from, to, usdcUnits, validAfter, validBefore, nonce, signature] as const;
  return encodeFunctionData({ abi: usdcAbi, functionName: "transferWithAuthorization", args });
}

/** The payment link that a wallet reads from a QR code (EIP-681). It has no room for a binding. */
export function eip681Uri({ network, to, usdcUnits }: { network: Network; to: Address; usdcUnits: bigint }): string {
  return `ethereum:${network.usdc.address}@${network.chainId}/transfer?address=${to}&uint256=${usdcUnits}`;
}
