import { centsToDecimal, parseCents } from "@hearth/domain/money";

/** The entry for a lease. An amount of null is the act's own, such as the lease's balance. */
export interface RowEntry {
  isOn: boolean;
  amount: string | null;
  note: string;
}

/** Entries by lease. A lease without one has the act's own. */
export type RowEntries = Readonly<Record<string, RowEntry>>;

/** A lease in the table, with what the act itself would enter for it. */
export interface SeveralLease {
  _id: string;
  property: string;
  unit: string;
  tenants: readonly string[];
  /** True if the act includes it at first. */
  isOnAtFirst: boolean;
  /** The act's amount in cents, or null where it has none. */
  ownCents: number | null;
  /** Why the act cannot include it, or null. */
  barred: string | null;
}

/** A lease that the act includes. `cents` is null where the act has no amounts. */
export interface RowChoice<Lease> {
  lease: Lease;
  cents: number;
  note: string;
}

export function entryOf(rows: RowEntries, lease: SeveralLease): RowEntry {
  const entry = rows[lease._id] ?? { isOn: lease.isOnAtFirst, amount: null, note: "" };
  return lease.barred === null ? entry : { ...entry, isOn: false };
}

/** Text of a row's amount: as typed, or the act's own once the row is on. */
export function amountText({ isOn, amount }: RowEntry, { ownCents }: SeveralLease): string {
  if (amount !== null) return amount;
  return isOn && ownCents !== null && ownCents > 0 ? centsToDecimal(ownCents) : "";
}

/** The largest amount of a charge, a credit or a rent, in cents. The server refuses more. */
const maxCents = 100_000_000;

/** Reads the leases that are on, with their amounts. `problems` are messages by lease, for amounts that cannot be read. */
export function readRows<Lease extends SeveralLease>(rows: RowEntries, leases: readonly Lease[], hasAmounts = true) {
  const choices: RowChoice<Lease>[] = [];
  const problems: Record<string, string> = {};
  for (const lease of leases) {
    const entry = entryOf(rows, lease);
    if (!entry.isOn) continue;
    const cents = hasAmounts ? parseCents(amountText(entry, lease).replaceAll(",", "")) : 0;
    if (cents === null || (hasAmounts && cents <= 0)) problems[lease._id] = "Enter an amount, like 1,450.00";
    else if (cents > maxCents) problems[lease._id] = "This is more than $1,000,000.00";
    else choices.push({ lease, cents, note: entry.note.trim() });
  }
  return { choices, problems, total: choices.reduce((sum, { cents }) => sum + cents, 0) };
}

/** Leases whose unit or tenants contain the typed text. */
export function leasesLike<Lease extends SeveralLease>(leases: readonly Lease[], text: string): readonly Lease[] {
  const words = text.trim().toLowerCase();
  if (words === "") return leases;
  return leases.filter(({ property, unit, tenants }) => `${property} ${unit} ${tenants.join(" ")}`.toLowerCase().includes(words));
}
