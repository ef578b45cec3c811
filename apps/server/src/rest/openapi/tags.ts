import type { ApiDocument } from "@hearth/domain/api-document";
import type { RestRow } from "../wire.ts";

type Tag = ApiDocument["tags"][number];

/** Groups of calls by the first part of their paths, in the order of the documentation. */
const tags: Record<string, Tag> = {
  auth: { name: "Account", description: "Sign up, sign in and out, and manage an account and its wallet." },
  merchants: { name: "Merchants", description: "Read merchants, and manage the account's own business." },
  staff: { name: "Staff", description: "List the staff of a business, and transfer it to a co-owner." },
  payments: { name: "Payments", description: "Open checkouts, and read the account's payments." },
  coinbase: { name: "Coinbase account", description: "Link an account at the exchange." },
  disputes: { name: "Disputes", description: "File, answer and decide disputes about payments. For payers, merchants and administrators." },
  rent: { name: "Rent", description: "Manage properties, leases, charges and balances. For landlords, tenants and administrators." },
  "payment-requests": { name: "Payment requests", description: "Request payments by a link, and pay them." },
  "merchant-dashboard": { name: "Merchant area", description: "Read a merchant's own figures, transactions and disputes." },
  admin: { name: "Admin area", description: "Run Hearth. All calls except sign-in require an admin token." },
};

/** Returns the group of a call by its path; an unknown first part forms its own group. */
export function tagOf(path: string): Tag {
  const first = path.split("/")[2] ?? "";
  return tags[first] ?? { name: first, description: first };
}

/** Lists the groups that have calls. */
export function describeTags(rows: RestRow[]): Tag[] {
  const used = new Map(rows.map(({ path }) => [tagOf(path).name, tagOf(path)]));
  const known = Object.values(tags).filter(({ name }) => used.has(name));
  return [...known, ...[...used.values()].filter((tag) => !known.includes(tag))];
}
