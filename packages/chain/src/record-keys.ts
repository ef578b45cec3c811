import type { Address } from "viem";
import { type NetworkName, networks } from "./networks.ts";

/** A key that signs records, with the time in which what it signed counts. */
export interface RecordKey {
  address: Address;
  networks: readonly NetworkName[];
  /** Unix seconds; `until` is null while it is in use. */
  from: number;
  until: number | null;
  /** Whether everybody knows it, so that its signature proves nothing. */
  isDemo: boolean;
}

/**
 * Every key that ever signed records, the newest first: published with the code, so that a server which changes its key changes the source that people
 * read. A key that is replaced stays here with its end; what it signed before counts on.
 */
export const recordKeys: readonly RecordKey[] = [
  { address: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720", networks: ["local"], from: 0, until: null, isDemo: true },
];

/** What is known of whoever signed a record: a key in use, one that was when it was signed, a demonstration's, or nobody's. */
export type SignerStanding = "known" | "retired" | "demo" | "unknown";

/** What is known of a signer, for a chain and a moment in unix seconds. */
export function standingOfSigner(
  signer: Address,
  { chainId, issuedAt, keys = recordKeys }: { chainId: number; issuedAt: number; keys?: readonly RecordKey[] },
): SignerStanding {
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
