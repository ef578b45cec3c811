import type { Address } from "viem";
import { type NetworkName, networks } from "./networks.ts";

/** A key that signs records, with the time in which its signatures count. */
export interface RecordKey {
  address: Address;
  networks: readonly NetworkName[];
  /** Unix seconds; `until` is null while it is in use. */
  from: number;
  until: number | null;
  /** True if the private key is public, so that its signature proves nothing. */
  isDemo: boolean;
}

/**
 * Every key that ever signed records, the newest first. Published with the code, so that changing a server's key changes the source that
 * people read. A replaced key stays here with its end, and its earlier signatures still count.
 */
export const recordKeys: readonly RecordKey[] = [
  { address: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720", networks: ["local"], from: 0, until: null, isDemo: true },
];

/** Status of a record's signer: a key in use, one that was in use when it signed, a demo key, or unknown. */
export type SignerStatus = "known" | "retired" | "demo" | "unknown";

/** Returns the status of a signer on a chain at a time in unix seconds. */
export function signerStatus(
  signer: Address,
  { chainId, issuedAt, keys = recordKeys }: { chainId: number; issuedAt: number; keys?: readonly RecordKey[] },
): SignerStatus {
  const key = keys.find(
    ({ address, networks: names, from, until }) =>
      address.toLowerCase() === signer.toLowerCase() &&
      names.some((name) => networks[name].chainId === chainId) &&
      issuedAt >= from &&
      (until === null || issuedAt < until),
  );
  if (key === undefined) return "unknown";
  if (key.isDemo) return "demo";
  return key.until === null ? "known" : "retired";
}
