import { parseCents } from "../money.ts";

/** A landlord's search among tenants: words in lower case, and an amount or a transaction hash if the text is one. */
export interface TenantSearch {
  text: string;
  cents: number | null;
  /** In lower case. */
  txHash: string | null;
}

/** The most leases that a search among tenants reads. */
export const mostFound = 200;

/** Parses a search. `1450` and `$1,450.00` also match amounts, and `0x` with 64 digits also matches a transaction. */
export function readTenantSearch(typed: string): TenantSearch {
  const text = typed.trim().toLowerCase();
  const plain = text.replace(/^\$/, "").replace(/,(?=\d{3}(\D|$))/g, "");
  const txHash = /^0x[0-9a-f]{64}$/.test(text) ? text : null;
  return { text, cents: parseCents(plain), txHash };
}
