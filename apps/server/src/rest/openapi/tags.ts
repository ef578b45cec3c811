import type { ApiDocument } from "@hearth/domain/api-document";
import type { RestRow } from "../wire.ts";

type Tag = ApiDocument["tags"][number];

/** The groups of calls by the first part of their paths, in reading order. */
const tags: Record<string, Tag> = {
  auth: { name: "Account", description: "Signing up, in and out, the account itself and its wallet." },
  merchants: { name: "Merchants", description: "Merchants as their customers and their owners see them." },
  staff: { name: "Staff", description: "Who works for a business, and to whom it is handed." },
  payments: { name: "Payments", description: "Paying, and the payments of the account." },
  coinbase: { name: "Coinbase account", description: "Linking an account at the exchange." },
  disputes: { name: "Disputes", description: "Disputes about payments, for payers, merchants and administrators." },
  rent: { name: "Rent", description: "Properties, leases, and what is owed under them, for landlords, tenants and administrators." },
  "payment-requests": { name: "Payment requests", description: "What merchants ask people for by a link, and how it is paid." },
  "merchant-dashboard": { name: "Merchant area", description: "A merchant's own figures, transactions and disputes." },
  admin: { name: "Admin area", description: "Running Hearth. All but the sign-in ask for an admin token." },
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
