import { parseCents } from "../money.ts";

/** What a landlord looks for among their tenants: words in any case, and an amount or a transaction where the words are one. */
export interface TenantSearch {
  words: string;
  cents: number | null;
  /** In lower case. */
  txHash: string | null;
}

/** Reads what was typed: `1450`, `$1,450.00` and `0x` with 64 digits mean more than their letters. */
export function readTenantSearch(typed: string): TenantSearch {
  const words = typed.trim().toLowerCase();
  const plain = words.replace(/^\$/, "").replace(/,(?=\d{3}(\D|$))/g, "");
  const txHash = /^0x[0-9a-f]{64}$/.test(words) ? words : null;
  return { words, cents: parseCents(plain), txHash };
}
